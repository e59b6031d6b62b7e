// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "base/scheduler.h"
#include "support/testclock.h"

#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <vector>

namespace cheetah::test {

/// The loop of a test on virtual time: nothing runs until told so, and equal tests run in equal order. Timers run by
/// due time, those of one time in the order in which they were planned; posted calls run before timers of the same
/// moment. Owned by the test, must not outlive its clock.
class ManualScheduler final : public Scheduler {
public:
    explicit ManualScheduler(ManualClock &clock) : m_clock(clock) {}

    [[nodiscard]] Timer after(Micros delay, std::function<void()> function) override;
    void post(std::function<void()> function) override;

    /// Runs what is posted and due until nothing is, without moving the clock. Returns how many calls ran; throws
    /// after a million, since then the calls breed.
    std::size_t runUntilIdle();

    /// Moves the clock on by `by`, stopping at each timer on the way to run it and what it posts.
    std::size_t advance(Micros by);

    /// Moves the clock from timer to timer until `condition` holds or `limit` has passed; answers the condition.
    bool advanceUntil(const std::function<bool()> &condition, Micros limit);

    /// When the next timer that was not withdrawn is due; nothing if there is none.
    std::optional<SteadyTime> nextDue();
    bool idle() { return m_posted.empty() && !nextDue(); }

private:
    bool runOneDue();

    ManualClock &m_clock;
    std::vector<std::function<void()>> m_posted;
    std::multimap<SteadyTime, std::shared_ptr<Timer::State>> m_timers;
};

} // namespace cheetah::test
