// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "base/clock.h"

namespace cheetah::test {

/// A clock that stands still until a test moves it. Owned by the test; deliberately knows nothing of timers: a
/// ManualScheduler bound to it moves it while running them.
class ManualClock final : public Clock {
public:
    SteadyTime steady() const override { return m_steady; }
    WallTime wall() const override { return m_wall; }

    /// Time passes: both clocks move.
    void advance(Micros by)
    {
        m_steady += by;
        m_wall += by;
    }
    /// Somebody sets the wall clock, or the machine slept: it jumps against the steady one, back too.
    void jumpWall(Micros by) { m_wall += by; }

private:
    SteadyTime m_steady{Seconds(1'000)};
    WallTime m_wall{Seconds(1'700'000'000)};
};

} // namespace cheetah::test
