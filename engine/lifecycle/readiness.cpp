// SPDX-License-Identifier: Apache-2.0
#include "lifecycle/readiness.h"

#include <algorithm>

namespace cheetah {

struct Readiness::State {
    struct Entry {
        std::uint64_t id;
        ReadinessCondition condition;
    };

    explicit State(const Clock &c) : clock(c) {}

    ReadinessCondition *find(std::uint64_t id)
    {
        const auto entry = std::find_if(entries.begin(), entries.end(), [id](const Entry &e) { return e.id == id; });
        return entry == entries.end() ? nullptr : &entry->condition;
    }

    void tell(ReadinessCondition condition)
    {
        std::erase_if(observers, [](const std::weak_ptr<Observer> &each) { return each.expired(); });
        const auto present = observers;
        for (const auto &each : present)
            if (const auto observer = each.lock())
                (*observer)(condition);
    }

    const Clock &clock;
    std::vector<Entry> entries;
    std::vector<std::weak_ptr<Observer>> observers;
    std::uint64_t lastId = 0;
};

Readiness::Readiness(const Clock &clock) : m_state(std::make_shared<State>(clock)) {}

Readiness::Condition Readiness::add(std::string name, RoleMask roles)
{
    return add(std::move(name), roles, false);
}

Readiness::Condition Readiness::addWarning(std::string name)
{
    return add(std::move(name), allRoles, true);
}

Readiness::Condition Readiness::add(std::string name, RoleMask roles, bool warning)
{
    const std::uint64_t id = ++m_state->lastId;
    m_state->entries.push_back(
        {id, {std::move(name), roles, warning, false, m_state->clock.wall(), Error(ErrorCode::NotReady), {}}});
    m_state->tell(m_state->entries.back().condition);
    return Condition(m_state, id);
}

bool Readiness::ready(RoleMask roles) const
{
    return std::all_of(m_state->entries.begin(), m_state->entries.end(), [roles](const State::Entry &e) {
        return e.condition.ok || e.condition.warning || !(e.condition.roles & roles);
    });
}

std::vector<ReadinessCondition> Readiness::conditions() const
{
    std::vector<ReadinessCondition> all;
    for (const State::Entry &entry : m_state->entries)
        all.push_back(entry.condition);
    return all;
}

Readiness::Subscription Readiness::subscribe(Observer observer)
{
    const auto entry = std::make_shared<Observer>(std::move(observer));
    m_state->observers.push_back(entry);
    return Subscription(entry);
}

Readiness::Condition &Readiness::Condition::operator=(Condition &&other) noexcept
{
    if (this != &other) {
        remove();
        m_state = std::move(other.m_state);
        m_id = other.m_id;
    }
    return *this;
}

Readiness::Condition::~Condition()
{
    remove();
}

void Readiness::Condition::remove()
{
    if (const auto state = m_state.lock())
        std::erase_if(state->entries, [this](const State::Entry &entry) { return entry.id == m_id; });
    m_state.reset();
}

void Readiness::Condition::pass()
{
    const auto state = m_state.lock();
    ReadinessCondition *const condition = state ? state->find(m_id) : nullptr;
    if (!condition || condition->ok)
        return;
    condition->ok = true;
    condition->since = state->clock.wall();
    condition->error.reset();
    condition->remedy.clear();
    state->tell(*condition);
}

void Readiness::Condition::fail(Error error, std::string remedy)
{
    const auto state = m_state.lock();
    ReadinessCondition *const condition = state ? state->find(m_id) : nullptr;
    if (!condition || (condition->error == error && condition->remedy == remedy))
        return;
    if (condition->ok)
        condition->since = state->clock.wall();
    condition->ok = false;
    condition->error = std::move(error);
    condition->remedy = std::move(remedy);
    state->tell(*condition);
}

bool Readiness::Condition::ok() const
{
    const auto state = m_state.lock();
    const ReadinessCondition *const condition = state ? state->find(m_id) : nullptr;
    return condition && condition->ok;
}

} // namespace cheetah
