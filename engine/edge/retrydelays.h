// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "base/clock.h"
#include "base/idsource.h"

#include <algorithm>
#include <optional>
#include <utility>

namespace cheetah {

/// How long to wait before asking again what the registry could not answer: growing delays, of which between half and all
/// is taken so that many askers spread out (SPEC E5), until patience ends.
class RetryDelays {
public:
    explicit RetryDelays(Micros patience) : m_left(patience) {}

    /// The next delay; nothing once their sum would exceed the patience.
    std::optional<Micros> next(IdSource &ids)
    {
        const Micros half = std::exchange(m_next, std::min(m_next * 2, longest)) / 2;
        const Micros delay = half + Micros(std::int64_t(ids.random() % std::uint64_t(half.count() + 1)));
        if (delay > m_left)
            return std::nullopt;
        m_left -= delay;
        return delay;
    }

private:
    static constexpr Micros longest = Seconds(2);

    Micros m_next = Millis(100);
    Micros m_left;
};

} // namespace cheetah
