// SPDX-License-Identifier: Apache-2.0
#include "node/nodecomponents.h"

#include "base/duration.h"

namespace cheetah {

HealthWatch::HealthWatch(Readiness &readiness, Journal &journal, Scheduler &scheduler, Sources sources)
    : m_scheduler(scheduler),
      m_sources(sources),
      m_history(readiness.add("history", ReadyRole::App | ReadyRole::Rest)),
      m_payloads(readiness.add("payload_store")),
      m_clockOffset(readiness.addWarning("clock_offset"))
{
    for (const StateStore::Condition &condition : m_sources.state.conditions())
        m_state.push_back(readiness.add(condition.name));
    m_changes = readiness.subscribe([&journal](const ReadinessCondition &condition) {
        const bool starting = condition.error && condition.error->code == ErrorCode::NotReady;
        if (starting || (condition.error && condition.error->code == ErrorCode::GoingDown))
            return;
        JournalEntry entry;
        entry.kind = condition.ok ? JournalKind::ComponentRestored : JournalKind::ComponentFailed;
        entry.params = {{"component", condition.name}};
        if (condition.error) {
            entry.params.emplace_back("reason", std::string(cheetah::name(condition.error->code)));
            for (const auto &[name, value] : condition.error->params)
                if (name != "reason" && name != "component")
                    entry.params.emplace_back(name, value);
        }
        journal.append(std::move(entry));
    });
}

void HealthWatch::start()
{
    look();
}

void HealthWatch::stop()
{
    m_timer.cancel();
    for (Readiness::Condition &condition : m_state)
        condition.fail(ErrorCode::GoingDown, "wait_for_start");
}

/// Whether all is well there.
bool HealthWatch::lookAtState()
{
    bool sound = true;
    const std::vector<StateStore::Condition> conditions = m_sources.state.conditions();
    for (std::size_t i = 0; i < m_state.size(); ++i) {
        if (conditions[i].error)
            m_state[i].fail(*conditions[i].error, conditions[i].remedy);
        else
            m_state[i].pass();
        sound = sound && !conditions[i].error;
    }
    return sound;
}

std::optional<Micros> HealthWatch::clockOffset() const
{
    const RegistryTime now = m_sources.fleet.now();
    if (!now.isSet())
        return std::nullopt;
    return m_sources.clock.wall().time_since_epoch() - Micros(now.us);
}

/// Another offset is told only where it is another second, so that the warning stands still.
void HealthWatch::lookAtClock()
{
    const Micros offset = clockOffset().value_or(Micros(0));
    if (std::chrono::abs(offset) <= clockTolerance) {
        m_offsetTold.reset();
        return m_clockOffset.pass();
    }
    if (m_offsetTold && std::chrono::abs(offset - *m_offsetTold) < Seconds(1))
        return;
    m_offsetTold = offset;
    const Micros size = std::chrono::duration_cast<Millis>(std::chrono::abs(offset));
    m_clockOffset.fail(
        Error(ErrorCode::ClockOffset, {{"offset", (offset < Micros(0) ? "-" : "+") + formatDuration(size)}}),
        "set_the_clock");
}

void HealthWatch::look()
{
    const bool sound = lookAtState();
    lookAtClock();
    if (m_sources.evidence.hasCapacity())
        m_history.pass();
    else
        m_history.fail(ErrorCode::HistoryFull, "raise_evidence_entries");
    if (m_sources.payloads.bytes() < m_sources.state.payloadBytes())
        m_payloads.pass();
    else
        m_payloads.fail(Error(ErrorCode::LimitExceeded,
                              {{"limit", std::to_string(m_sources.state.payloadBytes())}, {"what", "payload bytes"}}),
                        "wait_for_retention");
    m_timer = m_scheduler.after(sound ? Micros(Seconds(1)) : Micros(Millis(100)), [this] { look(); });
}

void EdgeListener::bound()
{
    m_edge->start();
    m_watch.start();
    m_bound.pass();
}

void EdgeListener::bind(const Scope &scope, HookDone done)
{
    if (!m_port) {
        bound();
        return done({});
    }
    m_port->bind(m_scope, [this, guard = scope.guard(), done = std::move(done)](Result<void> result) mutable {
        if (result)
            bound();
        else
            m_bound.fail(result.error(), "free_the_port");
        if (guard.alive())
            done(std::move(result));
    });
}

void EdgeListener::close()
{
    m_bound.fail(ErrorCode::GoingDown, "wait_for_start");
    m_watch.stop();
    m_edge->stop();
    if (m_port)
        m_port->close();
}

void EdgeListener::stopAccepting()
{
    if (m_port)
        m_port->stopAccepting();
}

void EdgeListener::drain(const Scope &scope, HookDone done)
{
    if (m_port)
        return m_port->drain(scope, std::move(done));
    done({});
}

} // namespace cheetah
