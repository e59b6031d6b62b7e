// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "base/log.h"
#include "base/scheduler.h"
#include "registry/connectionregistry.h"

namespace cheetah {

/// Renews the leases of this node and of its connections, three times within a lease (SPEC R7). Owned by the host, which
/// registers the node first. When another incarnation took over it stops and says so once (SPEC L7); when the registry does
/// not know the node any more, because its lease ran out meanwhile, it says so at each beat until it is entered again. With
/// each beat goes what the node tells of itself.
class Heartbeat {
public:
    struct Identity {
        NodeId node;
        Incarnation incarnation;
        Micros lease = Seconds(15);
    };
    Heartbeat(Identity identity, ConnectionRegistry &registry, Scheduler &scheduler, Log log,
              std::function<void()> superseded, std::function<void()> forgotten = {},
              std::function<NodeReport()> report = {});

    void start();
    void stop();
    /// What the node tells changed: the next beat is not waited for. Many changes within a moment are one.
    void beatSoon();
    bool running() const { return m_running; }
    std::uint64_t beats() const { return m_beats; }
    std::uint64_t failed() const { return m_failed; }

private:
    void beat();
    void answered(const Result<void> &result);

    const Identity m_identity;
    ConnectionRegistry &m_registry;
    Scheduler &m_scheduler;
    const Log m_log;
    const std::function<void()> m_superseded;
    const std::function<void()> m_forgotten;
    const std::function<NodeReport()> m_report;
    bool m_running = false;
    bool m_waiting = false;
    std::uint64_t m_beats = 0;
    std::uint64_t m_failed = 0;
    Scheduler::Timer m_timer, m_soon; ///< whichever is due first
    Scope m_scope;
};

} // namespace cheetah
