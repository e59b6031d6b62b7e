// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "lifecycle/component.h"

#include <memory>
#include <vector>

namespace cheetah {

/// One component, such as a registry, that stands in several component sets: it starts with the first of them and stops
/// with the last, so that one set's stop does the others no harm (SPEC L4). Each set gets a share of its own. It outlives
/// its shares; owned by the host.
class SharedComponent {
public:
    explicit SharedComponent(Component &component) : m_component(component) {}

    /// A component for one set. Repeating its start or stop does nothing more.
    std::unique_ptr<Component> share();

private:
    class Share;
    enum class State { Stopped, Starting, Started, Stopping };
    struct Waiter {
        Share *share = nullptr;
        bool starting = false;
        Scope::Guard guard;
        HookDone done;
    };

    void advance();
    void answer(bool starting, const Result<void> &result);
    bool wanted() const { return !m_users.empty(); }

    Component &m_component;
    State m_state = State::Stopped;
    std::vector<Share *> m_users;
    std::vector<Waiter> m_waiters;
    Scope m_scope;
};

} // namespace cheetah
