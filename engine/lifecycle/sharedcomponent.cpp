// SPDX-License-Identifier: Apache-2.0
#include "lifecycle/sharedcomponent.h"

#include <algorithm>

namespace cheetah {

/// What one set holds of the shared component. A share that dies counts as stopped.
class SharedComponent::Share final : public Component {
public:
    explicit Share(SharedComponent &shared) : m_shared(shared) {}
    ~Share() override { leave(); }

    std::string_view name() const override { return m_shared.m_component.name(); }

    void start(const Scope &scope, HookDone done) override
    {
        if (std::find(m_shared.m_users.begin(), m_shared.m_users.end(), this) == m_shared.m_users.end())
            m_shared.m_users.push_back(this);
        m_shared.m_waiters.push_back({this, true, scope.guard(), std::move(done)});
        m_shared.advance();
    }

    void stop(const Scope &scope, HookDone done) override
    {
        leave();
        m_shared.m_waiters.push_back({this, false, scope.guard(), std::move(done)});
        m_shared.advance();
    }

private:
    void leave() { std::erase(m_shared.m_users, this); }

    SharedComponent &m_shared;
};

std::unique_ptr<Component> SharedComponent::share()
{
    return std::make_unique<Share>(*this);
}

/// Leads the component towards what its users want, and answers those whose wish is fulfilled.
void SharedComponent::advance()
{
    if (m_state == State::Starting || m_state == State::Stopping)
        return;
    if (wanted() && m_state == State::Stopped && m_component.hasStart()) {
        m_state = State::Starting;
        return m_component.start(m_scope, [this](Result<void> result) {
            m_state = result ? State::Started : State::Stopped;
            if (!result)
                m_users.clear();
            answer(true, result);
        });
    }
    if (!wanted() && m_state == State::Started && m_component.hasStop()) {
        m_state = State::Stopping;
        return m_component.stop(m_scope, [this](Result<void> result) {
            m_state = State::Stopped;
            answer(false, result);
        });
    }
    m_state = wanted() ? State::Started : State::Stopped;
    answer(wanted(), {});
}

/// A stop of a share that leaves others behind succeeds at once; waiters for the other direction wait for their turn.
void SharedComponent::answer(bool starting, const Result<void> &result)
{
    std::vector<Waiter> waiters = std::exchange(m_waiters, {});
    std::vector<Waiter> ready;
    for (Waiter &waiter : waiters)
        (waiter.starting == starting || !waiter.starting ? ready : m_waiters).push_back(std::move(waiter));
    const Scope::Guard alive = m_scope.guard();
    for (Waiter &waiter : ready)
        if (waiter.guard.alive())
            waiter.done(waiter.starting == starting ? result : Result<void>());
    if (alive.alive() && !m_waiters.empty())
        advance();
}

} // namespace cheetah
