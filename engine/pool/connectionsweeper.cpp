// SPDX-License-Identifier: Apache-2.0
#include "pool/connectionsweeper.h"

namespace cheetah {

ConnectionSweeper::ConnectionSweeper(ConnectionRegistry &registry, ProvisionPort *port, Scheduler &scheduler,
                                     const Clock &clock, Log log)
    : m_registry(registry),
      m_port(port),
      m_scheduler(scheduler),
      m_log(std::move(log)),
      m_timer(scheduler, clock, interval, [this](bool disturbed) { round(disturbed); })
{}

void ConnectionSweeper::start(const Scope &, HookDone done)
{
    m_timer.start();
    done({});
}

void ConnectionSweeper::stop(const Scope &, HookDone done)
{
    m_timer.stop();
    m_scope.reset();
    m_sweeping = m_unanswered = false;
    m_quiet = 0;
    done({});
}

void ConnectionSweeper::round(bool disturbed)
{
    if (disturbed) // heartbeats may have stood still as well: they come first (SPEC W3)
        m_quiet = quietRounds;
    if (m_quiet > 0) {
        --m_quiet;
        ++m_counts.skipped;
        return;
    }
    if (std::exchange(m_sweeping, true))
        return;
    ++m_counts.rounds;
    slice();
}

/// A registry that did not answer is asked whether it is back with a sweep of nothing.
void ConnectionSweeper::slice()
{
    m_registry.sweep(m_unanswered ? 0 : sliceSize, m_scope, [this](Result<ConnectionSweepOutcome> result) {
        if (result && std::exchange(m_unanswered, false)) {
            m_quiet = quietRounds;
            m_sweeping = false;
            return;
        }
        if (!result) {
            ++m_counts.failed;
            m_sweeping = false;
            m_unanswered = result.error().code == ErrorCode::Unavailable;
            m_log.warning("sweep",
                          "the connection sweep broke off: " + std::string(cheetah::name(result.error().code)));
            return;
        }
        m_counts.lapsed += result->lapsed;
        m_counts.ended += result->ended;
        m_counts.removedClients += result->removedClients;
        if (m_port && !result->closable.empty())
            m_port->closeContexts(result->closable);
        m_sweeping = result->more;
        if (result->more)
            m_scheduler.post(m_scope.wrap([this] { slice(); }));
    });
}

} // namespace cheetah
