// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "base/clock.h"
#include "base/error.h"

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>

namespace cheetah {

/// How a connection to Redis, or all that a client needs, stands.
struct RedisState {
    enum class Kind {
        Connecting, ///< the first attempt is not decided yet
        Ready,      ///< logged in; Redis takes commands
        Failed,     ///< tried again with growing delays all the while
    };
    Kind kind = Kind::Connecting;
    std::optional<Error> error; ///< why, while Failed: `store_login_refused`, `unavailable` with a reason, …
    WallTime since;             ///< of the present kind; another error keeps it
};

/// A state and those who want to hear of its changes. Owned by a client or subscriber; its thread only.
class RedisStatus {
    struct Shared;

public:
    using Changed = std::function<void(const RedisState &)>;

    explicit RedisStatus(const Clock &clock);

    const RedisState &state() const;
    bool isReady() const { return state().kind == RedisState::Kind::Ready; }

    /// Hears of changes until it is destroyed; may outlive the status.
    class Observation {
    public:
        Observation() = default;
        Observation(Observation &&) noexcept = default;
        Observation &operator=(Observation &&other) noexcept;
        ~Observation();

    private:
        friend class RedisStatus;
        Observation(std::weak_ptr<Shared> shared, std::uint64_t id) : m_shared(std::move(shared)), m_id(id) {}
        void end();

        std::weak_ptr<Shared> m_shared;
        std::uint64_t m_id = 0;
    };
    /// Calls `changed` after each change of kind or error, not now.
    [[nodiscard]] Observation observe(Changed changed) const;

    /// For the owner. These may end the owner's life: nothing of it may be touched after them.
    void setReady();
    void setFailed(Error error);

private:
    void tell();

    std::shared_ptr<Shared> m_shared;
};

} // namespace cheetah
