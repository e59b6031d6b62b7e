// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <chrono>

namespace cheetah {

using Micros = std::chrono::microseconds;
using Millis = std::chrono::milliseconds;
using Seconds = std::chrono::seconds;

/// Monotonic time of this process; its origin means nothing outside it.
using SteadyTime = std::chrono::time_point<std::chrono::steady_clock, Micros>;
/// Wall time, for showing and for the start of registry time; never for deadlines.
using WallTime = std::chrono::time_point<std::chrono::system_clock, Micros>;

/// Where time comes from. Injected everywhere, so that simulation can run on virtual time.
class Clock {
public:
    virtual ~Clock() = default;
    /// Never goes back; may stand still while the machine sleeps.
    virtual SteadyTime steady() const = 0;
    virtual WallTime wall() const = 0;
};

/// The machine's clocks.
class SystemClock final : public Clock {
public:
    SteadyTime steady() const override
    {
        return std::chrono::time_point_cast<Micros>(std::chrono::steady_clock::now());
    }
    WallTime wall() const override { return std::chrono::time_point_cast<Micros>(std::chrono::system_clock::now()); }
};

} // namespace cheetah
