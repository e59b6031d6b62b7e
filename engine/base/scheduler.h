// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "base/clock.h"

#include <functional>
#include <memory>

namespace cheetah {

/// Delayed execution on the owner's thread. The engine owns no timer and no thread: it asks this.
class Scheduler {
public:
    virtual ~Scheduler() = default;

    /// One planned call. Destroying or cancelling it withdraws the call; it may outlive the Scheduler.
    class Timer {
    public:
        Timer() = default;
        Timer(Timer &&) noexcept = default;
        Timer &operator=(Timer &&other) noexcept
        {
            cancel();
            m_state = std::move(other.m_state);
            return *this;
        }
        ~Timer() { cancel(); }

        void cancel()
        {
            if (m_state)
                m_state->function = nullptr;
            m_state.reset();
        }
        bool pending() const { return m_state && m_state->function; }

        struct State {
            std::function<void()> function; ///< empty once run or withdrawn
        };
        explicit Timer(std::shared_ptr<State> state) : m_state(std::move(state)) {}

    private:
        std::shared_ptr<State> m_state;
    };

    /// Calls `function` once, not before `delay` has passed; never from inside this call, even for zero.
    [[nodiscard]] virtual Timer after(Micros delay, std::function<void()> function) = 0;

    /// Calls `function` at the next turn of the loop; cannot be withdrawn, so guard it with a Scope.
    virtual void post(std::function<void()> function) = 0;

    /// A hint: what was just written is likely answered within microseconds, so it may pay to look out for it a moment
    /// instead of sleeping at once.
    virtual void expectSoon() {}
};

} // namespace cheetah
