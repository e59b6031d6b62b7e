// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "base/result.h"
#include "model/change.h"
#include "redis/redisreply.h"

#include <cstdint>
#include <span>
#include <string>
#include <vector>

namespace cheetah {

/// What a function in Redis answered: `[0, delta, value…]`, or `[1, delta, code, key, value, …]`, or the delta alone where
/// that says it all. A value. Reading takes whatever is there; who reads a value that isn't there, or isn't what was meant,
/// finds malformed() set afterwards.
class StepAnswer {
public:
    explicit StepAnswer(RedisReply reply) : m_reply(std::move(reply)) {}

    /// Of the step, packed; empty when it changed nothing.
    const std::string &delta() const { return m_reply.isArray() ? m_reply.at(1).text() : m_reply.text(); }
    /// Keeps of the step's own changes, as they were read, what callers are answered.
    void tellDelta(RegistryTime at, std::span<const Change> changes);
    /// When the step was taken, of one that changed something.
    RegistryTime at() const { return m_at; }
    /// Of the assignment that it started.
    Fence fence() const { return m_fence; }

    /// Nothing if the step succeeded. A context among the parameters (`closable`) is told as toText(ContextName).
    std::optional<Error> error() const;

    // Values, counted from 0.
    bool has(std::size_t index) const { return index + valuesFrom < m_reply.size(); }
    std::int64_t number(std::size_t index) const { return value(index).integer(); }
    /// Numbers that may need all 64 bits, and those that are not negative.
    std::uint64_t count(std::size_t index) const { return std::uint64_t(number(index)); }
    bool flag(std::size_t index) const { return number(index) != 0; }
    RegistryTime time(std::size_t index) const { return {number(index)}; }
    const std::string &text(std::size_t index) const { return value(index).text(); }
    const RedisReply &value(std::size_t index) const;
    ContextName context(std::size_t index) const;
    std::vector<ContextNamePtr> contexts(std::size_t index) const;

    /// A value did not read; `store_error` with `prefix` `malformed`.
    bool malformed() const { return m_malformed; }
    static Error malformedError();

private:
    static constexpr std::size_t valuesFrom = 2;

    RedisReply m_reply;
    RegistryTime m_at;
    Fence m_fence = 0;
    mutable bool m_malformed = false;
};

} // namespace cheetah
