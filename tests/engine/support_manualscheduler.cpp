// SPDX-License-Identifier: Apache-2.0
#include "support/manualscheduler.h"

#include <gtest/gtest.h>

#include <string>

namespace cheetah::test {
namespace {

struct ManualSchedulerTest : ::testing::Test {
    ManualClock clock;
    ManualScheduler scheduler{clock};
    std::string ran;
};

TEST_F(ManualSchedulerTest, RunsTimersInOrderOfTimeAndThenOfPlanning)
{
    const SteadyTime start = clock.steady();
    auto c = scheduler.after(Millis(20), [&] { ran += 'c'; });
    auto a = scheduler.after(Millis(10), [&] { ran += 'a'; });
    auto b = scheduler.after(Millis(10), [&] {
        ran += 'b';
        EXPECT_EQ(clock.steady() - start, Millis(10));
    });
    EXPECT_EQ(scheduler.runUntilIdle(), 0u);
    scheduler.advance(Millis(9));
    EXPECT_EQ(ran, "");
    scheduler.advance(Millis(100));
    EXPECT_EQ(ran, "abc");
    EXPECT_EQ(clock.steady() - start, Millis(109));
}

TEST_F(ManualSchedulerTest, NeverRunsFromInsideTheCall)
{
    auto timer = scheduler.after(Micros(0), [&] { ran += 't'; });
    scheduler.post([&] { ran += 'p'; });
    EXPECT_EQ(ran, "");
    scheduler.runUntilIdle();
    EXPECT_EQ(ran, "pt");
}

TEST_F(ManualSchedulerTest, WithdrawnTimersDoNotRun)
{
    auto cancelled = scheduler.after(Millis(1), [&] { ran += 'x'; });
    {
        auto dropped = scheduler.after(Millis(1), [&] { ran += 'y'; });
    }
    auto replaced = scheduler.after(Millis(1), [&] { ran += 'z'; });
    replaced = scheduler.after(Millis(2), [&] { ran += 'k'; });
    cancelled.cancel();
    EXPECT_TRUE(replaced.pending());
    scheduler.advance(Millis(5));
    EXPECT_EQ(ran, "k");
    EXPECT_FALSE(replaced.pending());
    EXPECT_TRUE(scheduler.idle());
}

TEST_F(ManualSchedulerTest, WhatTimersPlanRunsOnTheWay)
{
    Scheduler::Timer timer;
    std::function<void()> tick = [&] {
        ran += 't';
        timer = scheduler.after(Millis(10), tick);
    };
    tick();
    scheduler.advance(Millis(35));
    EXPECT_EQ(ran, "tttt");
    EXPECT_TRUE(scheduler.advanceUntil([&] { return ran.size() == 8; }, Seconds(1)));
    EXPECT_FALSE(scheduler.advanceUntil([] { return false; }, Millis(50)));
}

TEST_F(ManualSchedulerTest, ATimerMayOutliveItsScheduler)
{
    auto other = std::make_unique<ManualScheduler>(clock);
    auto timer = other->after(Millis(1), [] {});
    other.reset();
    timer.cancel();
    EXPECT_FALSE(timer.pending());
}

TEST_F(ManualSchedulerTest, SaysWhenCallsBreed)
{
    std::function<void()> breed = [&] { scheduler.post(breed); };
    scheduler.post(breed);
    EXPECT_THROW(scheduler.runUntilIdle(), std::runtime_error);
}

} // namespace
} // namespace cheetah::test
