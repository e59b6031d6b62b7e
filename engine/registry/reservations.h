// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "model/policies.h"
#include "registry/connectionleases.h"
#include "registry/holds.h"
#include "registry/windowregistry.h"

namespace cheetah {

/// Capacity reserved for tabs and windows that clients were asked to create (SPEC W13). Owned by the registry; the fleet
/// has the reservations themselves.
class Reservations {
public:
    Reservations(FleetWriter &writer, const ConnectionLeases &connections, Holds &holds,
                 const DeploymentPolicies &policies)
        : m_writer(writer), m_connections(connections), m_holds(holds), m_policies(policies)
    {}

    Result<void> reserve(const ReserveArgs &args);
    Result<void> answer(const ProvisionAnswer &answer);

    /// Takes the asker out of what is made for it, and frees what was made.
    void detach(const UserId &user, const RequestId &request);

    /// The pending creation of that id, or null.
    std::shared_ptr<const Reservation> find(Slot client, const ProvisionId &provision) const;
    /// A report showed it: the reservation becomes a hold for its request, if that still asks.
    void shown(const Reservation &reservation, Slot context);
    /// Keeps a new context of unknown origin from being selected while creations are pending.
    void holdUnattributed(Slot client, Slot context);
    /// A report at `seq` was taken over: creations that it proves absent end.
    void reported(Slot client, std::uint64_t seq);
    /// The epoch ended, or the client goes.
    void dropAll(Slot client);

private:
    template <class F>
    void each(Slot client, F &&f) const;
    Result<void> checkOwner(const ClientState &client, const NodeId &node) const;
    void claim(const ClientRow &client, const NodeId &node);
    Result<void> checkCapacity(Slot client, const ReserveArgs &args) const;
    void remove(const Reservation &reservation);
    void change(Reservation changed);

    FleetWriter &m_writer;
    const ConnectionLeases &m_connections;
    Holds &m_holds;
    const DeploymentPolicies &m_policies;
    std::set<std::tuple<UserId, RequestId, ClientId, ProvisionId>> m_byRequest;
};

} // namespace cheetah
