// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "base/scheduler.h"

namespace cheetah {

/// Calls a function every so often, and tells it when the time before was not an ordinary one: the machine slept, the
/// loop stood still, or the wall clock moved by more than 2 s against the monotonic one (SPEC W3). Owned by the sweeper
/// that it drives.
class RoundTimer {
public:
    using Round = std::function<void(bool disturbed)>;
    static constexpr Micros tolerance = Seconds(2);

    RoundTimer(Scheduler &scheduler, const Clock &clock, Micros interval, Round round)
        : m_scheduler(scheduler), m_clock(clock), m_interval(interval), m_round(std::move(round))
    {}

    void start()
    {
        if (!m_timer.pending())
            plan();
    }
    void stop() { m_timer.cancel(); }
    bool running() const { return m_timer.pending(); }

private:
    void plan()
    {
        m_steady = m_clock.steady();
        m_wall = m_clock.wall();
        m_timer = m_scheduler.after(m_interval, [this] { due(); });
    }
    void due()
    {
        const Micros steady = m_clock.steady() - m_steady;
        const Micros wall = m_clock.wall() - m_wall;
        const bool disturbed = steady > m_interval + tolerance || std::chrono::abs(wall - steady) > tolerance;
        plan();
        m_round(disturbed);
    }

    Scheduler &m_scheduler;
    const Clock &m_clock;
    const Micros m_interval;
    const Round m_round;
    SteadyTime m_steady;
    WallTime m_wall;
    Scheduler::Timer m_timer;
};

} // namespace cheetah
