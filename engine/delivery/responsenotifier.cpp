// SPDX-License-Identifier: Apache-2.0
#include "delivery/responsenotifier.h"

#include <algorithm>

namespace cheetah {

void ResponseNotifier::start(const Scope &, HookDone done)
{
    m_running = true;
    done({});
}

void ResponseNotifier::stop(const Scope &, HookDone done)
{
    m_running = false;
    const Scope::Guard alive = m_scope.guard();
    for (const auto &[key, awaiter] : Awaiters(m_awaiters))
        if (alive.alive())
            answerNow(key, awaiter);
    done({});
}

void ResponseNotifier::await(const UserId &user, const CommandId &command, Micros wait, const Scope &scope,
                             Reply<CommandRecord> reply)
{
    if (m_awaiters.size() >= m_limits.awaiters)
        forgetDeadCallers();
    if (m_awaiters.size() >= m_limits.awaiters) {
        ++m_turnedAway;
        return reply(Error(ErrorCode::QueueFull, {{"what", "awaiters"}, {"limit", std::to_string(m_limits.awaiters)}}));
    }
    const Key key{user, command};
    const auto awaiter = std::make_shared<Awaiter>(Awaiter{scope.guard(), std::move(reply), {}});
    m_awaiters.emplace(key, awaiter); // before asking, so that an end in between is not missed
    if (!m_running || wait <= Micros(0))
        return answerNow(key, awaiter);
    const auto waited = [this, key, waiting = std::weak_ptr(awaiter)] {
        if (const auto still = waiting.lock())
            answerNow(key, still);
    };
    awaiter->timer = m_scheduler.after(std::min(wait, m_limits.longestWait), m_scope.wrap(waited));
    m_store.get(user, command, m_scope, [this, key, awaiter](Result<CommandRecord> record) {
        const bool retry = !record && record.error().code == ErrorCode::Unavailable;
        if (!retry && (!record || record->stage == CommandStage::Terminal))
            answer(key, awaiter, std::move(record));
    });
}

void ResponseNotifier::commandEnded(const CommandRecord &record)
{
    const auto [first, last] = m_awaiters.equal_range({record.user, record.id});
    const std::vector<Awaiters::value_type> waiting(first, last);
    const Scope::Guard alive = m_scope.guard();
    for (const auto &[key, awaiter] : waiting)
        if (alive.alive())
            answer(key, awaiter, record);
}

void ResponseNotifier::answerNow(const Key &key, const std::shared_ptr<Awaiter> &awaiter)
{
    auto done = [this, key, awaiter](Result<CommandRecord> record) { answer(key, awaiter, std::move(record)); };
    m_store.get(key.first, key.second, m_scope, std::move(done));
}

void ResponseNotifier::answer(const Key &key, const std::shared_ptr<Awaiter> &awaiter, Result<CommandRecord> record)
{
    const auto [first, last] = m_awaiters.equal_range(key);
    const auto found = std::find_if(first, last, [&awaiter](const auto &each) { return each.second == awaiter; });
    if (found == last)
        return; // answered already
    m_awaiters.erase(found);
    awaiter->timer.cancel();
    if (awaiter->caller.alive())
        awaiter->reply(std::move(record));
}

void ResponseNotifier::forgetDeadCallers()
{
    std::erase_if(m_awaiters, [](const auto &each) { return !each.second->caller.alive(); });
}

} // namespace cheetah
