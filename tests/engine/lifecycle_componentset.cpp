// SPDX-License-Identifier: Apache-2.0
#include "lifecycle/componentset.h"

#include "lifecycle/sharedcomponent.h"
#include "support/fakecomponent.h"

#include <gtest/gtest.h>

namespace cheetah::test {
namespace {

struct ComponentSetTest : testing::Test {
    std::vector<std::string> laterParams(const Result<void> &result)
    {
        std::vector<std::string> later;
        for (const auto &[key, value] : result.error().params)
            if (key == "later")
                later.push_back(value);
        return later;
    }

    FakeParts fakes;
    std::vector<std::string> logged;
    Log log{[this](LogLevel, std::string_view, std::string_view text) { logged.emplace_back(text); }};
    Scope scope;
    Answered answer;
};

// SPEC L1 SPEC L3
TEST_F(ComponentSetTest, StartsAndStopsInTheContractsOrder)
{
    ComponentSet set(fakes.parts(), log);
    set.start(scope, answer.into());
    EXPECT_TRUE(answer.succeeded());
    EXPECT_EQ(fakes.take(), (Calls{"+registry", "+dispatcher", "+correlator", "+notifier", "+sweep"}));

    Answered stopped;
    set.stop(scope, stopped.into());
    EXPECT_TRUE(stopped.succeeded());
    EXPECT_EQ(fakes.take(), (Calls{"-sweep", "-correlator", "-notifier", "-dispatcher", "-registry"}));
}

// SPEC L1
TEST_F(ComponentSetTest, SkipsPlacesWithoutComponentOrHook)
{
    ComponentSet::Parts parts = fakes.parts();
    parts.contextRegistry = nullptr;
    fakes.correlator.startHook = false;
    fakes.notifier.stopHook = false;
    ComponentSet set(parts, log);
    set.start(scope, answer.into());
    EXPECT_EQ(fakes.take(), (Calls{"+dispatcher", "+notifier", "+sweep"}));
    Answered stopped;
    set.stop(scope, stopped.into());
    EXPECT_EQ(fakes.take(), (Calls{"-sweep", "-correlator", "-dispatcher"}));
    EXPECT_TRUE(answer.succeeded());
    EXPECT_TRUE(stopped.succeeded());
}

// SPEC L1
TEST_F(ComponentSetTest, WaitsForEachHookBeforeTheNext)
{
    fakes.dispatcher.holdStart = true;
    ComponentSet set(fakes.parts(), log);
    set.start(scope, answer.into());
    EXPECT_EQ(fakes.take(), (Calls{"+registry", "+dispatcher"}));
    EXPECT_EQ(answer.times, 0);
    fakes.dispatcher.release({});
    EXPECT_EQ(fakes.take(), (Calls{"+correlator", "+notifier", "+sweep"}));
    EXPECT_TRUE(answer.succeeded());
}

// SPEC L2
TEST_F(ComponentSetTest, FailedStepUnwindsWhatCompletedAndReportsTheFirstFailure)
{
    fakes.notifier.startError = Error(ErrorCode::Unavailable);
    fakes.dispatcher.stopError = Error(ErrorCode::IoError);
    ComponentSet set(fakes.parts(), log);
    set.start(scope, answer.into());
    EXPECT_EQ(fakes.take(), (Calls{"+registry", "+dispatcher", "+correlator", "+notifier", "-correlator", "-dispatcher",
                                   "-registry"}));
    EXPECT_EQ(answer.failed(), ErrorCode::Unavailable);
    EXPECT_EQ(answer.result->error().param("component"), "notifier");
    EXPECT_EQ(laterParams(*answer.result), std::vector<std::string>{"dispatcher.stop: io_error"});
    EXPECT_EQ(logged, (std::vector<std::string>{"notifier.start: unavailable", "dispatcher.stop: io_error"}));
    ASSERT_EQ(set.failures().size(), 2u);
    EXPECT_EQ(set.failures()[1].error.code, ErrorCode::IoError);
}

// SPEC L2
TEST_F(ComponentSetTest, CancellationGoesOnOnlyAfterTheUnwinding)
{
    fakes.correlator.holdStart = true;
    fakes.dispatcher.holdStop = true;
    fakes.registry.stopError = Error(ErrorCode::IoError);
    ComponentSet set(fakes.parts(), log);
    set.start(scope, answer.into());
    set.cancel();
    EXPECT_EQ(fakes.take(), (Calls{"+registry", "+dispatcher", "+correlator", "!correlator", "-dispatcher"}));
    EXPECT_EQ(answer.times, 0);
    set.cancel(); // again, in the midst of unwinding: it is not cut short
    EXPECT_EQ(fakes.take(), Calls{});
    fakes.dispatcher.release({});
    EXPECT_EQ(fakes.take(), Calls{"-registry"});
    EXPECT_EQ(answer.failed(), ErrorCode::Cancelled);
    EXPECT_EQ(laterParams(*answer.result), std::vector<std::string>{"registry.stop: io_error"});
}

// SPEC L2: the cancelled step came through after all, so it too is stopped.
TEST_F(ComponentSetTest, StepThatCompletesDespiteCancellationIsUnwound)
{
    fakes.sweep.holdStart = true;
    struct Stubborn final : Component {
        std::string_view name() const override { return "stubborn"; }
        void start(const Scope &, HookDone done) override { held = std::move(done); }
        void stop(const Scope &, HookDone done) override
        {
            stopped = true;
            done({});
        }
        HookDone held;
        bool stopped = false;
    } stubborn;
    ComponentSet::Parts parts = fakes.parts();
    parts.dispatcher = &stubborn;
    ComponentSet set(parts, log);
    set.start(scope, answer.into());
    set.cancel();
    stubborn.held({});
    EXPECT_TRUE(stubborn.stopped);
    EXPECT_EQ(fakes.take(), (Calls{"+registry", "-registry"}));
    EXPECT_EQ(answer.failed(), ErrorCode::Cancelled);
}

// SPEC L3
TEST_F(ComponentSetTest, StopAttemptsEveryHookAndReportsTheFirstFailure)
{
    fakes.correlator.stopError = Error(ErrorCode::Unavailable);
    fakes.registry.stopError = Error(ErrorCode::IoError);
    ComponentSet set(fakes.parts(), log);
    set.stop(scope, answer.into());
    EXPECT_EQ(fakes.take(), (Calls{"-sweep", "-correlator", "-notifier", "-dispatcher", "-registry"}));
    EXPECT_EQ(answer.failed(), ErrorCode::Unavailable);
    EXPECT_EQ(laterParams(*answer.result), std::vector<std::string>{"registry.stop: io_error"});
}

// SPEC L3
TEST_F(ComponentSetTest, StopReportsCancellationBeforeAnEarlierFailure)
{
    fakes.sweep.stopError = Error(ErrorCode::Unavailable);
    fakes.notifier.holdStop = true;
    ComponentSet set(fakes.parts(), log);
    set.stop(scope, answer.into());
    set.cancel();
    EXPECT_EQ(fakes.take(), (Calls{"-sweep", "-correlator", "-notifier", "!notifier", "-dispatcher", "-registry"}));
    EXPECT_EQ(answer.failed(), ErrorCode::Cancelled);
    EXPECT_EQ(laterParams(*answer.result), std::vector<std::string>{"sweep.stop: unavailable"});
}

// SPEC L4
TEST_F(ComponentSetTest, RepeatedStartAndStopArePassedOn)
{
    ComponentSet set(fakes.parts(), log);
    for (int i = 0; i < 2; ++i) {
        Answered each;
        set.start(scope, each.into());
        EXPECT_TRUE(each.succeeded());
        EXPECT_EQ(fakes.take().size(), 5u);
    }
    for (int i = 0; i < 2; ++i) {
        Answered each;
        set.stop(scope, each.into());
        EXPECT_TRUE(each.succeeded());
        EXPECT_EQ(fakes.take().size(), 5u);
    }
}

TEST_F(ComponentSetTest, UnwindingGoesOnWhenTheCallerIsGone)
{
    fakes.correlator.holdStart = true;
    ComponentSet set(fakes.parts(), log);
    {
        Scope caller;
        set.start(caller, answer.into());
    }
    fakes.correlator.release(ErrorCode::Unavailable);
    EXPECT_EQ(fakes.take(), (Calls{"+registry", "+dispatcher", "+correlator", "-dispatcher", "-registry"}));
    EXPECT_EQ(answer.times, 0);
}

// SPEC L4
TEST_F(ComponentSetTest, SharedRegistryStartsOnceAndStopsWithItsLastSet)
{
    SharedComponent shared(fakes.registry);
    const auto one = shared.share();
    const auto two = shared.share();
    ComponentSet::Parts parts;
    parts.contextRegistry = one.get();
    ComponentSet first(parts, log);
    parts.contextRegistry = two.get();
    ComponentSet second(parts, log);

    Answered a, b, c, d, e;
    fakes.registry.holdStart = true;
    first.start(scope, a.into());
    second.start(scope, b.into());
    EXPECT_EQ(b.times, 0) << "the second set must not run before the registry does";
    fakes.registry.release({});
    EXPECT_TRUE(a.succeeded());
    EXPECT_TRUE(b.succeeded());
    EXPECT_EQ(fakes.take(), Calls{"+registry"});

    first.stop(scope, c.into());
    first.stop(scope, d.into());
    EXPECT_TRUE(c.succeeded());
    EXPECT_TRUE(d.succeeded());
    EXPECT_EQ(fakes.take(), Calls{}) << "the second set still needs it";
    second.stop(scope, e.into());
    EXPECT_TRUE(e.succeeded());
    EXPECT_EQ(fakes.take(), Calls{"-registry"});
}

TEST_F(ComponentSetTest, SharedRegistryThatFailsToStartFailsBothSets)
{
    SharedComponent shared(fakes.registry);
    const auto one = shared.share();
    const auto two = shared.share();
    fakes.registry.holdStart = true;
    Answered a, b;
    one->start(scope, a.into());
    two->start(scope, b.into());
    fakes.registry.release(ErrorCode::Unavailable);
    EXPECT_EQ(a.failed(), ErrorCode::Unavailable);
    EXPECT_EQ(b.failed(), ErrorCode::Unavailable);
}

} // namespace
} // namespace cheetah::test
