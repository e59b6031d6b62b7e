// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "model/policies.h"
#include "registry/connectionleases.h"
#include "registry/fleetwriter.h"
#include "registry/requestmemory.h"
#include "registry/waiterclasses.h"

#include <set>
#include <tuple>

namespace cheetah {

/// Who waits for a context, in the order of arrival (SPEC W12). Owned by the registry; the fleet has the waiters
/// themselves.
class WaiterQueue {
public:
    WaiterQueue(FleetWriter &writer, const ConnectionLeases &connections, const DeploymentPolicies &policies)
        : m_writer(writer), m_connections(connections), m_policies(policies)
    {}

    bool empty() const { return m_writer.fleet().waiterCount() == 0; }

    /// The place of the request, new or as it was; `queue_full`.
    Result<std::uint64_t> enqueue(const Waiter &waiter);
    void remove(const UserId &user, std::uint64_t place);
    void removeRequest(const UserId &user, const RequestId &request);
    void removeRequester(const ConnectionId &requester);
    void removeNode(const NodeId &node);
    /// Takes out waiters whose deadline passed so long ago that nobody will ask about them.
    void sweep();

    /// `cancelled` unless the request waits at `place`; `deadline_exceeded` past its deadline.
    Result<void> check(const UserId &user, const RequestId &request, std::uint64_t place) const;

    /// Where the request waits; 0 if it does not, or no longer counts.
    std::uint64_t placeOf(const UserId &user, const RequestId &request) const;

    /// A live waiter before `place` (0: any) that the context would suit, whoever holds it; null if there is none.
    const Waiter *earlier(Slot context, std::uint64_t place) const;

private:
    using Places = std::set<std::pair<UserId, std::uint64_t>>;

    const std::shared_ptr<const Waiter> *find(const UserId &user, std::uint64_t place) const;
    bool live(const Waiter &waiter) const;

    FleetWriter &m_writer;
    const ConnectionLeases &m_connections;
    const DeploymentPolicies &m_policies;
    std::uint64_t m_lastPlace = 0;
    WaiterClasses m_classes;
    std::map<std::pair<UserId, RequestId>, std::uint64_t> m_byRequest;
    std::map<ConnectionId, Places> m_byRequester;
    std::map<NodeId, Places> m_byNode;
    std::set<std::tuple<RegistryTime, UserId, std::uint64_t>> m_byDeadline;
};

} // namespace cheetah
