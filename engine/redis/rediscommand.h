// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "base/clock.h"

#include <charconv>
#include <concepts>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

namespace cheetah {

/// One Redis command as the bytes that go over the wire: each argument is written once, where it is sent from.
/// `RedisCommand("FCALL").arg("assign").arg(1).arg(key)`. A value; it knows nothing of what its arguments mean.
class RedisCommand {
public:
    explicit RedisCommand(std::string_view name);

    /// Appends an argument: any bytes, or a whole number in decimal.
    RedisCommand &arg(std::string_view bytes) &;
    template <std::integral I>
    requires(!std::same_as<I, bool> && !std::same_as<I, char>) RedisCommand &arg(I number) &
    {
        char digits[24];
        return arg(std::string_view(digits, std::to_chars(digits, digits + sizeof digits, number).ptr));
    }
    template <class A>
    RedisCommand &&arg(A &&argument) &&
    {
        arg(std::forward<A>(argument));
        return std::move(*this);
    }

    /// The key by whose hash slot a Cluster finds the node. Without one any node may answer. Elsewhere it is ignored.
    RedisCommand &route(std::string_view key) &;
    RedisCommand &&route(std::string_view key) && { return std::move(route(key)); }
    /// How long the server may take for this one, instead of the client's deadline.
    RedisCommand &within(Micros limit) &;
    RedisCommand &&within(Micros limit) && { return std::move(within(limit)); }

    /// Room for arguments of together that many bytes, so that appending them does not move what is there.
    RedisCommand &reserve(std::size_t bytes) &;
    /// Another that begins with all of this, and has room for own arguments of together that many bytes.
    RedisCommand continued(std::size_t bytes) const;
    /// Of one that was continued from another, its own arguments as they are written, and how many they are.
    std::string_view ownArguments() const { return std::string_view(m_bytes).substr(m_ownStart); }
    unsigned ownCount() const { return m_count - m_ownFrom; }
    /// Appends the own arguments of another.
    RedisCommand &argumentsOf(const RedisCommand &other) &;

    /// What its maker calls it, who keeps the text; empty for nothing.
    RedisCommand &titled(std::string_view title) &;
    std::string_view title() const { return m_title; }

    /// The command in RESP2; valid until it is changed or destroyed.
    std::string_view encoded() const { return std::string_view(m_bytes).substr(m_start); }
    /// Null for none.
    const std::string *route() const { return m_route.get(); }
    std::optional<Micros> limit() const { return m_limit; }

private:
    RedisCommand() = default;
    void writeCount();

    std::string m_bytes; ///< begins with room for the count of arguments, which is written right-aligned
    std::size_t m_start = 0;
    unsigned m_count = 0;
    std::size_t m_ownStart = 0;
    unsigned m_ownFrom = 0;
    std::string_view m_title;
    std::shared_ptr<const std::string> m_route;
    std::optional<Micros> m_limit;
};

} // namespace cheetah
