// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "base/log.h"
#include "pool/roundtimer.h"
#include "registry/contextregistry.h"
#include "registry/fleetview.h"

namespace cheetah {

/// What the timeout sweep did so far.
struct TimeoutSweepCounts {
    std::uint64_t rounds = 0;
    std::uint64_t skipped = 0; ///< after a suspend, a stall or a jump of the clock
    std::uint64_t expired = 0;
    std::uint64_t failed = 0; ///< rounds that the registry broke off
};

/// Ends assignments whose last renewal is older than the task timeout, and does nothing else to anybody (SPEC W3): in
/// slices through BulkTimeoutRelease where the registry offers it, else by the administrative scan with single fenced
/// releases (SPEC W5). Owned by the manager, which starts and stops it.
class TimeoutSweeper {
public:
    static constexpr std::uint32_t sliceSize = 50; ///< contexts that one step touches at most (SPEC R2)

    struct Setup {
        Micros timeout{0};
        Micros interval{0};
    };
    /// `bulk` null: the registry offers no bulk release.
    TimeoutSweeper(const Setup &setup, ContextRegistry &registry, BulkTimeoutRelease *bulk, FleetView &view,
                   Scheduler &scheduler, const Clock &clock, Log log);

    void start() { m_timer.start(); }
    /// A slice under way is finished by the registry; its answer is ignored.
    void stop();
    bool running() const { return m_timer.running(); }
    bool sweeping() const { return m_sweeping; }
    const TimeoutSweepCounts &counts() const { return m_counts; }

private:
    void round(bool disturbed);
    void nextSlice();
    void bulkSlice();
    void scanSlice();
    void scanned(const ScanPage &page);
    void expiredOne(const Result<Released> &result);
    void sliceDone(bool more);
    void broken(const Error &error);
    void finished();

    const Setup m_setup;
    ContextRegistry &m_registry;
    BulkTimeoutRelease *const m_bulk;
    FleetView &m_view;
    Scheduler &m_scheduler;
    const Clock &m_clock;
    const Log m_log;
    TimeoutSweepCounts m_counts;
    bool m_sweeping = false;
    bool m_skipNext = false;
    SteadyTime m_roundStarted;
    std::string m_cursor;
    std::size_t m_pendingExpiries = 0;
    RoundTimer m_timer;
    Scope m_scope;
};

} // namespace cheetah
