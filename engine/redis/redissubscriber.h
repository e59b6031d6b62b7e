// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "redis/redisstatus.h"

#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <utility>

namespace cheetah {

/// One wish to hear of a channel; destroying it takes the wish back. It may outlive its subscriber.
class RedisSubscription {
public:
    RedisSubscription() = default;
    /// For subscribers: `end` runs once, when the wish is taken back.
    explicit RedisSubscription(std::function<void()> end) : m_end(std::move(end)) {}
    RedisSubscription(RedisSubscription &&other) noexcept : m_end(std::exchange(other.m_end, nullptr)) {}
    RedisSubscription &operator=(RedisSubscription &&other) noexcept
    {
        if (this != &other) {
            end();
            m_end = std::exchange(other.m_end, nullptr);
        }
        return *this;
    }
    ~RedisSubscription() { end(); }

private:
    void end()
    {
        if (const auto function = std::exchange(m_end, nullptr))
            function();
    }
    std::function<void()> m_end;
};

/// Channels of a deployment: one connection per Redis node, which comes back by itself and is dropped when its peer does
/// not answer PINGs. Messages sent while it was away are lost: who follows something reads it at each `reset`.
class RedisSubscriber {
public:
    enum class ChannelKind {
        Sharded, ///< SSUBSCRIBE: found by the hash slot of its name; SPUBLISH reaches it
        Plain,   ///< SUBSCRIBE: PUBLISH reaches it, in a Cluster from every node
    };
    struct Handlers {
        /// Redis confirmed the subscription, at first or again: from here on nothing is missed, before it all may be.
        std::function<void()> reset;
        /// One message; the bytes are valid during the call.
        std::function<void(std::string_view)> message;
    };

    virtual ~RedisSubscriber() = default;

    /// Several wishes for one channel share one subscription of the server's. Handlers run from the event loop, never
    /// inside this call; a refusal (ACL) shows in status().
    [[nodiscard]] virtual RedisSubscription subscribe(std::string channel, Handlers handlers,
                                                      ChannelKind kind = ChannelKind::Sharded) = 0;

    /// Ready: all that is wished for is confirmed.
    virtual const RedisStatus &status() const = 0;
};

} // namespace cheetah
