// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "base/clock.h"
#include "base/error.h"

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace cheetah {

/// Roles of a node as far as readiness tells them apart (SPEC L6); a mask of them says whom a condition concerns.
enum class ReadyRole : std::uint8_t { App = 1, Rest = 2, Websocket = 4 };
using RoleMask = std::uint8_t;
inline constexpr RoleMask allRoles = 7;
constexpr RoleMask operator|(ReadyRole a, ReadyRole b)
{
    return RoleMask(RoleMask(a) | RoleMask(b));
}

/// One condition as it stands, for `/readyz`, health samples and the console.
struct ReadinessCondition {
    std::string name; ///< such as `history`, `edge`, `clock_offset`
    RoleMask roles = allRoles;
    bool warning = false; ///< shown, never in the way of readiness
    bool ok = false;
    WallTime since;             ///< of the present `ok`
    std::optional<Error> error; ///< set while not ok
    std::string remedy;         ///< code of what to do, put into words by wording; empty while ok
};

/// Whether this node is fit to serve, role by role, and why not (SPEC L6). A connected client is never a condition.
/// Liveness is no business of it: a process that answers is alive. Owned by the host; one thread.
class Readiness {
    struct State;

public:
    explicit Readiness(const Clock &clock);

    /// A condition's owner holds this value; destroying it takes the condition away. Starts as not ok, `not_ready`.
    class Condition {
    public:
        Condition() = default;
        Condition(Condition &&) noexcept = default;
        Condition &operator=(Condition &&other) noexcept;
        ~Condition();

        void pass();
        /// Not ok; the same error again changes nothing, another error keeps `since`.
        void fail(Error error, std::string remedy);
        bool ok() const;

    private:
        friend class Readiness;
        Condition(std::weak_ptr<State> state, std::uint64_t id) : m_state(std::move(state)), m_id(id) {}
        void remove();
        std::weak_ptr<State> m_state;
        std::uint64_t m_id = 0;
    };
    [[nodiscard]] Condition add(std::string name, RoleMask roles = allRoles);
    [[nodiscard]] Condition addWarning(std::string name);

    /// True while every condition of one of these roles holds.
    bool ready(RoleMask roles) const;
    bool ready(ReadyRole role) const { return ready(RoleMask(role)); }
    /// In the order in which they were added.
    std::vector<ReadinessCondition> conditions() const;

    /// Calls the observer at each change, with the condition as it now is, until the subscription dies.
    class Subscription {
    public:
        Subscription() = default;

    private:
        friend class Readiness;
        explicit Subscription(std::shared_ptr<void> entry) : m_entry(std::move(entry)) {}
        std::shared_ptr<void> m_entry;
    };
    using Observer = std::function<void(const ReadinessCondition &)>;
    [[nodiscard]] Subscription subscribe(Observer observer);

private:
    Condition add(std::string name, RoleMask roles, bool warning);

    std::shared_ptr<State> m_state;
};

} // namespace cheetah
