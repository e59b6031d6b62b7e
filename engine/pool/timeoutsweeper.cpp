// SPDX-License-Identifier: Apache-2.0
#include "pool/timeoutsweeper.h"

namespace cheetah {

TimeoutSweeper::TimeoutSweeper(const Setup &setup, ContextRegistry &registry, BulkTimeoutRelease *bulk, FleetView &view,
                               Scheduler &scheduler, const Clock &clock, Log log)
    : m_setup(setup),
      m_registry(registry),
      m_bulk(bulk),
      m_view(view),
      m_scheduler(scheduler),
      m_clock(clock),
      m_log(std::move(log)),
      m_timer(scheduler, clock, setup.interval, [this](bool disturbed) { round(disturbed); })
{}

void TimeoutSweeper::stop()
{
    m_timer.stop();
    m_scope.reset();
    m_sweeping = false;
}

void TimeoutSweeper::round(bool disturbed)
{
    if (m_sweeping) { // the registry has not answered for a whole interval
        m_skipNext = true;
        return;
    }
    if (std::exchange(m_skipNext, false) || disturbed) {
        ++m_counts.skipped;
        m_log.info("sweep", "a round of the timeout sweep is skipped after a stall or a jump of the clock");
        return;
    }
    ++m_counts.rounds;
    m_sweeping = true;
    m_roundStarted = m_clock.steady();
    m_cursor.clear();
    nextSlice();
}

void TimeoutSweeper::nextSlice()
{
    if (m_bulk)
        bulkSlice();
    else
        scanSlice();
}

void TimeoutSweeper::bulkSlice()
{
    m_bulk->expireAll(m_setup.timeout, sliceSize, m_scope, [this](Result<SliceOutcome> result) {
        if (!result)
            return broken(result.error());
        m_counts.expired += result->ended;
        sliceDone(result->more);
    });
}

void TimeoutSweeper::scanSlice()
{
    m_registry.scanAssignments(m_cursor, sliceSize, m_scope, [this](Result<ScanPage> result) {
        if (!result)
            return broken(result.error());
        scanned(*result);
    });
}

void TimeoutSweeper::scanned(const ScanPage &page)
{
    m_cursor = page.next;
    const RegistryTime now = m_view.now();
    m_pendingExpiries = 1; // this loop itself, so that answers on the way do not end the slice
    for (const ScannedAssignment &assignment : page.assignments)
        if (now - assignment.renewedAt > m_setup.timeout) {
            ++m_pendingExpiries;
            m_registry.expire(assignment.handle, assignment.renewedAt, m_scope,
                              [this](Result<Released> result) { expiredOne(result); });
        }
    if (--m_pendingExpiries == 0)
        sliceDone(!m_cursor.empty());
}

void TimeoutSweeper::expiredOne(const Result<Released> &result)
{
    if (result)
        ++m_counts.expired;
    else if (result.error().code != ErrorCode::StaleHandle) // stale: renewed or released meanwhile
        m_log.warning("sweep", "an expiry failed: " + std::string(name(result.error().code)));
    if (--m_pendingExpiries == 0)
        sliceDone(!m_cursor.empty());
}

void TimeoutSweeper::sliceDone(bool more)
{
    if (!more)
        return finished();
    m_scheduler.post(m_scope.wrap([this] { nextSlice(); }));
}

void TimeoutSweeper::broken(const Error &error)
{
    ++m_counts.failed;
    m_skipNext = true;
    m_sweeping = false;
    m_log.warning("sweep", "the timeout sweep broke off: " + std::string(name(error.code)));
}

void TimeoutSweeper::finished()
{
    m_sweeping = false;
    m_skipNext = m_clock.steady() - m_roundStarted > RoundTimer::tolerance;
}

} // namespace cheetah
