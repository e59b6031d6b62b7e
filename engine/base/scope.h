// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <utility>

namespace cheetah {

/// The context object of an asynchronous call: a continuation given together with a Scope is never run after that
/// Scope died. Make it the last member of the class whose members the continuation touches. One thread only.
class Scope {
public:
    Scope() : m_alive(std::make_shared<char>()) {}
    Scope(const Scope &) = delete;
    Scope &operator=(const Scope &) = delete;

    /// Ends everything that was guarded so far; later guards are alive again.
    void reset() { m_alive = std::make_shared<char>(); }

    /// Cheap, copyable witness of the Scope's life.
    class Guard {
    public:
        Guard() = default;
        bool alive() const { return !m_alive.expired(); }

    private:
        friend class Scope;
        explicit Guard(std::weak_ptr<char> alive) : m_alive(std::move(alive)) {}
        std::weak_ptr<char> m_alive;
    };
    Guard guard() const { return Guard(m_alive); }

    /// `function`, doing nothing once the Scope died. Returns void whatever the function returns.
    template <class F>
    auto wrap(F function) const
    {
        return [alive = std::weak_ptr<char>(m_alive), function = std::move(function)](auto &&...args) mutable {
            if (!alive.expired())
                function(std::forward<decltype(args)>(args)...);
        };
    }

private:
    std::shared_ptr<char> m_alive;
};

} // namespace cheetah
