// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "registry/fleetsource.h"
#include "registry/waiterclasses.h"

#include <map>

namespace cheetah {

/// The queue of waiters as a replica shows it, kept so that an assignment finds earlier waiters without reading them all
/// (SPEC W12). Owned by RedisLeases; the source outlives it.
class ReplicaQueue final : public FleetObserver {
public:
    /// `lease`: how long a node lives after a heartbeat.
    ReplicaQueue(FleetSource &source, Micros lease);
    ReplicaQueue(const ReplicaQueue &) = delete;
    ReplicaQueue &operator=(const ReplicaQueue &) = delete;

    /// A live waiter before the request's own place (`place`, or where it stands if that is 0) whom the context would suit;
    /// null if there is none.
    const Waiter *earlier(Slot context, const RequestId &request, std::uint64_t place) const;

    void fleetChanged(const Delta &delta) override;
    void fleetReset() override;

private:
    bool live(const Waiter &waiter) const;
    bool mayLive(const NodeId &node) const;
    void add(const std::shared_ptr<const Waiter> &waiter);

    FleetSource &m_source;
    const Micros m_lease;
    WaiterClasses m_classes;
    std::map<std::pair<UserId, std::uint64_t>, std::shared_ptr<const Waiter>> m_waiters;
    std::map<std::pair<UserId, RequestId>, std::uint64_t> m_byRequest;
    FleetSource::Subscription m_subscription;
};

} // namespace cheetah
