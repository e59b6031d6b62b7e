// SPDX-License-Identifier: Apache-2.0
#include "delivery/commanddeadlines.h"

#include <algorithm>

namespace cheetah {

void CommandDeadlines::start()
{
    m_running = true;
    armTimer();
}

void CommandDeadlines::stop()
{
    m_running = false;
    m_timer.cancel();
}

void CommandDeadlines::watch(const CommandKey &key, Micros remaining)
{
    // Past its deadline a command is the microsecond after, as for the store.
    m_deadlines.push({m_clock.steady() + std::max(remaining, Micros(0)) + Micros(1), key});
    if (m_running && m_deadlines.top().at < m_due)
        armTimer();
}

void CommandDeadlines::armTimer()
{
    const SteadyTime now = m_clock.steady();
    m_due = now + m_limits.interval;
    if (!m_deadlines.empty())
        m_due = std::clamp(m_deadlines.top().at, now, m_due);
    m_timer = m_scheduler.after(m_due - now, m_scope.wrap([this] { passed(); }));
}

void CommandDeadlines::passed()
{
    std::vector<CommandKey> unsent;
    for (; !m_deadlines.empty() && m_deadlines.top().at <= m_clock.steady(); m_deadlines.pop())
        if (m_owner.withdraw(m_deadlines.top().key)) // even if the store cannot be reached: nothing is sent too late
            unsent.push_back(m_deadlines.top().key);
    armTimer();
    const Scope::Guard alive = m_scope.guard();
    for (const CommandKey &key : unsent)
        if (alive.alive())
            end(key, CommandOutcome::Expired, ErrorCode::CommandExpired);
    if (alive.alive())
        sweep();
}

void CommandDeadlines::sweep()
{
    if (m_endsUnderWay)
        m_more = true;
    if (m_asking || m_endsUnderWay)
        return;
    m_asking = true;
    m_store.overdue(m_limits.slice, m_scope, [this](Result<std::vector<CommandRecord>> records) {
        m_asking = false;
        if (records && !records->empty())
            endOverdue(*records);
    });
}

void CommandDeadlines::endOverdue(const std::vector<CommandRecord> &records)
{
    m_more = records.size() == m_limits.slice;
    ++m_endsUnderWay; // until all are asked for
    const Scope::Guard alive = m_scope.guard();
    for (const CommandRecord &record : records) {
        const bool unsent = record.stage == CommandStage::Admitted;
        if (!alive.alive())
            return;
        end({record.user, record.id}, unsent ? CommandOutcome::Expired : CommandOutcome::Unknown,
            unsent ? std::optional<Error>(ErrorCode::CommandExpired) : std::nullopt);
    }
    if (alive.alive())
        endAnswered(true);
}

void CommandDeadlines::end(const CommandKey &key, CommandOutcome outcome, std::optional<Error> why)
{
    CommandEnd end;
    end.user = key.first;
    end.command = key.second;
    end.outcome = outcome;
    end.error = std::move(why);
    ++m_endsUnderWay;
    m_store.end(end, m_scope, [this, outcome](Result<CommandRecord> now) {
        const bool terminal = now && now->stage == CommandStage::Terminal; // else it was sent meanwhile
        const Scope::Guard alive = m_scope.guard();
        if (terminal)
            m_owner.ended(*now, outcome);
        if (alive.alive())
            endAnswered(terminal);
    });
}

void CommandDeadlines::endAnswered(bool changed)
{
    m_more = m_more && changed; // else the next look comes in its own time
    if (--m_endsUnderWay == 0 && std::exchange(m_more, false))
        m_scheduler.post(m_scope.wrap([this] { sweep(); }));
}

} // namespace cheetah
