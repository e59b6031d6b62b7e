// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "base/clock.h"

#include <cstdint>
#include <string>
#include <unordered_map>

namespace cheetah {

/// Counts failed authentications by address and tells when an address must wait (SPEC E2). Bounded: with too many
/// addresses the oldest memory goes as a whole.
class FailureLimiter {
public:
    explicit FailureLimiter(const Clock &clock) : m_clock(clock) {}

    /// How long the address must wait before its next attempt is looked at; zero: not at all.
    Millis delay(const std::string &address) const
    {
        const auto it = m_failures.find(address);
        if (it == m_failures.end() || it->second.count < freeFailures)
            return Millis(0);
        const auto left = it->second.blockedUntil - m_clock.steady();
        return left.count() > 0 ? std::chrono::ceil<Millis>(left) : Millis(0);
    }

    void failed(const std::string &address)
    {
        if (m_failures.size() >= maxAddresses && !m_failures.contains(address))
            m_failures.clear();
        Entry &entry = m_failures[address];
        if (m_clock.steady() - entry.lastAt > forgetAfter)
            entry.count = 0;
        entry.lastAt = m_clock.steady();
        if (++entry.count >= freeFailures)
            entry.blockedUntil = entry.lastAt + blockFor;
        ++m_total;
    }
    void succeeded(const std::string &address) { m_failures.erase(address); }

    std::uint64_t total() const { return m_total; }

private:
    static constexpr std::uint32_t freeFailures = 10;
    static constexpr std::size_t maxAddresses = 10'000;
    static constexpr Micros forgetAfter = Seconds(60);
    static constexpr Micros blockFor = Seconds(5);

    struct Entry {
        std::uint32_t count = 0;
        SteadyTime lastAt;
        SteadyTime blockedUntil;
    };
    const Clock &m_clock;
    std::unordered_map<std::string, Entry> m_failures;
    std::uint64_t m_total = 0;
};

} // namespace cheetah
