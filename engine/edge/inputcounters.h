// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "base/error.h"

#include <array>
#include <cstdint>

namespace cheetah {

/// How often input was refused, by error code: bounded labels for metrics (SPEC O5), never by who sent it.
class InputCounters {
public:
    void refused(ErrorCode code) { ++m_counts[std::size_t(code)]; }
    std::uint64_t count(ErrorCode code) const { return m_counts[std::size_t(code)]; }
    std::uint64_t total() const
    {
        std::uint64_t sum = 0;
        for (const auto count : m_counts)
            sum += count;
        return sum;
    }

private:
    std::array<std::uint64_t, std::size_t(ErrorCode::Internal) + 1> m_counts{};
};

} // namespace cheetah
