// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "base/log.h"
#include "lifecycle/component.h"
#include "pool/provisioning.h"
#include "pool/roundtimer.h"
#include "registry/connectionregistry.h"

namespace cheetah {

struct ConnectionSweepCounts {
    std::uint64_t rounds = 0;
    std::uint64_t skipped = 0;
    std::uint64_t lapsed = 0;
    std::uint64_t ended = 0;
    std::uint64_t removedClients = 0;
    std::uint64_t failed = 0;
};

/// The connection sweep of a node (SPEC R7): every second, never off, it has the registry end lapsed connections and
/// execute the deadlines of W6, W16, W17 and W19. Owned by the host as one of the components; it decides nothing itself.
class ConnectionSweeper final : public Component {
public:
    static constexpr Micros interval = Seconds(1);
    static constexpr std::uint32_t sliceSize = 50; ///< contexts that one step touches at most (SPEC R2)
    /// After a registry that did not answer, a sleep of the machine or a jump of its clock: as long as nodes may need to find
    /// the registry again and renew what they hold.
    static constexpr unsigned quietRounds = 10;

    /// `port` null: nothing is closed.
    ConnectionSweeper(ConnectionRegistry &registry, ProvisionPort *port, Scheduler &scheduler, const Clock &clock,
                      Log log);

    std::string_view name() const override { return "connection_sweep"; }
    void start(const Scope &scope, HookDone done) override;
    void stop(const Scope &scope, HookDone done) override;
    const ConnectionSweepCounts &counts() const { return m_counts; }
    bool running() const { return m_timer.running(); }

private:
    void round(bool disturbed);
    void slice();

    ConnectionRegistry &m_registry;
    ProvisionPort *const m_port;
    Scheduler &m_scheduler;
    const Log m_log;
    ConnectionSweepCounts m_counts;
    bool m_sweeping = false;
    bool m_unanswered = false; ///< the registry, at the last round
    unsigned m_quiet = 0;      ///< rounds still to be skipped
    RoundTimer m_timer;
    Scope m_scope;
};

} // namespace cheetah
