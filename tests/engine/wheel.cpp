// SPDX-License-Identifier: Apache-2.0
// Many timeouts on one call, and delayed calls on one Qt timer.
#include "base/wheel.h"
#include "base/idsource.h"
#include "base/qtscheduler.h"
#include "support/loop.h"
#include "support/manualscheduler.h"

#include <gtest/gtest.h>

#include <functional>

namespace cheetah::test {
namespace {

using namespace std::chrono_literals;

struct Waiting {
    explicit Waiting(std::function<void()> f)
        : run(std::move(f)), entry(this, [](void *self) {
              const auto copy = static_cast<Waiting *>(self)->run; // it may destroy itself
              copy();
          })
    {}
    std::function<void()> run;
    Wheel::Entry entry;
};

struct WheelTest : testing::Test {
    ManualClock clock;
    ManualScheduler scheduler{clock};
    Wheel wheel{clock, scheduler, 250ms};
};

TEST_F(WheelTest, expiresEachEntryAtItsTimeOrOneTickLater)
{
    SeededIdSource random(3);
    std::vector<std::unique_ptr<Waiting>> entries;
    std::size_t expired = 0;
    for (int i = 0; i < 3000; ++i) {
        const Micros delay = Millis(random.random() % 400'000); // several turns of the wheel
        const SteadyTime due = clock.steady() + delay;
        entries.push_back(std::make_unique<Waiting>([this, due, &expired] {
            EXPECT_GE(clock.steady(), due);
            EXPECT_LE(clock.steady(), due + 500ms);
            ++expired;
        }));
        wheel.start(entries.back()->entry, delay);
        scheduler.advance(Millis(random.random() % 30));
    }
    scheduler.advance(401s);
    EXPECT_EQ(expired, entries.size());
    EXPECT_EQ(wheel.size(), 0U);
    EXPECT_TRUE(scheduler.idle()); // nothing ticks for nobody
}

TEST_F(WheelTest, entriesMayStopRestartAndDestroyEachOtherWhileExpiring)
{
    int runs = 0;
    std::unique_ptr<Waiting> victim;
    std::unique_ptr<Waiting> first;
    std::unique_ptr<Waiting> restarting;
    const auto endOther = [&] {
        ++runs;
        victim.reset();
        first.reset(); // one of the two is itself
    };
    first = std::make_unique<Waiting>(endOther);
    victim = std::make_unique<Waiting>(endOther);
    restarting = std::make_unique<Waiting>([&] {
        if (++runs < 5)
            wheel.start(restarting->entry, 0ms);
    });
    for (Waiting *each : {first.get(), victim.get(), restarting.get()})
        wheel.start(each->entry, 1s);
    scheduler.advance(10s);
    EXPECT_EQ(runs, 5);
    EXPECT_EQ(wheel.size(), 0U);
}

TEST_F(WheelTest, startingAnewMovesAndStoppingEnds)
{
    int runs = 0;
    Waiting moved([&] { ++runs; });
    Waiting stopped([&] { ++runs; });
    wheel.start(moved.entry, 1s);
    wheel.start(stopped.entry, 1s);
    scheduler.advance(500ms);
    wheel.start(moved.entry, 5s);
    stopped.entry.stop();
    EXPECT_FALSE(stopped.entry.started());
    scheduler.advance(3s);
    EXPECT_EQ(runs, 0);
    scheduler.advance(3s);
    EXPECT_EQ(runs, 1);
}

TEST_F(WheelTest, catchesUpAfterALongSleep)
{
    int runs = 0;
    std::vector<std::unique_ptr<Waiting>> entries;
    for (int i = 0; i < 600; ++i) {
        entries.push_back(std::make_unique<Waiting>([&] { ++runs; }));
        wheel.start(entries.back()->entry, Millis(i * 250));
    }
    clock.advance(std::chrono::hours(10));
    scheduler.runUntilIdle();
    EXPECT_EQ(runs, 600);
}

TEST(QtSchedulerTest, runsCallsInOrderNeverEarlyAndNeverInside)
{
    onEngineThread([] {
        SystemClock clock;
        QtScheduler scheduler(clock);
        std::vector<int> order;
        const SteadyTime start = clock.steady();
        std::vector<Scheduler::Timer> timers;
        for (int delay : {30, 10, 0, 20, 10})
            timers.push_back(scheduler.after(Millis(delay), [&order, &clock, start, delay] {
                EXPECT_GE(clock.steady(), start + Millis(delay));
                order.push_back(delay);
            }));
        timers.push_back(scheduler.after(15ms, [&order] { order.push_back(-1); }));
        timers.back().cancel();
        timers.push_back(scheduler.after(1us, [&order, &scheduler, &timers] {
            order.push_back(1);
            timers.push_back(scheduler.after(-1s, [&order] { order.push_back(2); }));
            EXPECT_EQ(order.back(), 1);
        }));
        EXPECT_TRUE(order.empty());
        ASSERT_TRUE(runUntil([&] { return order.size() == 7; }));
        std::vector<int> delayed;
        std::copy_if(order.begin(), order.end(), std::back_inserter(delayed), [](int each) { return each > 2; });
        EXPECT_EQ(delayed, (std::vector<int>{10, 10, 20, 30}));
        EXPECT_FALSE(timers[0].pending());
    });
}

TEST(QtSchedulerTest, runsWhatIsPostedAtTheNextTurnAndInOrder)
{
    onEngineThread([] {
        SystemClock clock;
        QtScheduler scheduler(clock);
        std::vector<int> order;
        for (int i = 0; i < 100; ++i)
            scheduler.post([&, i] {
                order.push_back(i);
                scheduler.post([&, i] { order.push_back(100 + i); });
            });
        EXPECT_TRUE(order.empty());
        ASSERT_TRUE(runUntil([&] { return order.size() == 200; }));
        EXPECT_TRUE(std::is_sorted(order.begin(), order.end()));
    });
}

TEST(QtSchedulerTest, timersMayOutliveItAndEndIt)
{
    onEngineThread([] {
        SystemClock clock;
        auto scheduler = std::make_unique<QtScheduler>(clock);
        bool ran = false;
        Scheduler::Timer ends = scheduler->after(0us, [&] {
            ran = true;
            scheduler.reset();
        });
        Scheduler::Timer never = scheduler->after(0us, [] { FAIL(); });
        ASSERT_TRUE(runUntil([&] { return ran; }));
        EXPECT_EQ(scheduler, nullptr);
        never.cancel();
    });
}

TEST(QtSchedulerTest, keepsNoMoreWithdrawnCallsThanLiveOnes)
{
    onEngineThread([] {
        SystemClock clock;
        QtScheduler scheduler(clock);
        const auto alive = std::make_shared<int>();
        for (int i = 0; i < 100'000; ++i)
            scheduler.after(1h, [alive] {}).cancel();
        EXPECT_EQ(alive.use_count(), 1);
        bool ran = false;
        const Scheduler::Timer timer = scheduler.after(1ms, [&ran] { ran = true; });
        EXPECT_TRUE(runUntil([&] { return ran; }));
    });
}

} // namespace
} // namespace cheetah::test
