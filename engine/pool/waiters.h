// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "base/scheduler.h"
#include "pool/acquireoperation.h"

#include <unordered_set>

namespace cheetah {

/// Wakes this node's unfinished acquires when the replica changed in a way that may matter to them: once a turn of the
/// loop, user by user, in the order of their places (SPEC W12); and when another node's claim on creating may have ended by
/// time, which no change tells (SPEC W14). Listens only while there are any, so that it costs nothing otherwise. Owned by
/// the manager. It gives nothing away: a woken operation looks for itself.
class Waiters final : public FleetObserver {
public:
    /// `node`: this one.
    Waiters(FleetSource &source, Scheduler &scheduler, NodeId node);

    void add(AcquireOperation &operation);
    void remove(AcquireOperation &operation);
    std::size_t count() const { return m_count; }

    void fleetChanged(const Delta &delta) override;
    void fleetReset() override;

private:
    void mark(const UserId &user);
    void markAll();
    void plan();
    void wake();
    void wakeUser(const UserId &user);
    RegistryTime firstLapse(const UserId &user) const;
    void expectLapse(const UserId &user);
    void startLapseTimer();
    void markLapsed();

    FleetSource &m_source;
    Scheduler &m_scheduler;
    const NodeId m_node;
    std::unordered_map<UserId, std::vector<AcquireOperation *>> m_operations;
    std::unordered_map<UserId, RegistryTime>
        m_lapses; ///< of the first claim that keeps the user's operations from creating
    Scheduler::Timer m_lapseTimer;
    std::unordered_set<UserId> m_marked;
    std::size_t m_count = 0;
    bool m_planned = false;
    FleetSource::Subscription m_subscription;
    Scope m_scope;
};

} // namespace cheetah
