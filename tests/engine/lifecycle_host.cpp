// SPDX-License-Identifier: Apache-2.0
#include "lifecycle/host.h"

#include "support/fakecomponent.h"
#include "support/manualscheduler.h"

#include <gtest/gtest.h>

namespace cheetah::test {
namespace {

class FakeListener final : public Listener {
public:
    FakeListener(std::string name, Calls &calls) : m_name(std::move(name)), m_calls(calls) {}
    std::string_view name() const override { return m_name; }
    void bind(const Scope &, HookDone done) override
    {
        m_calls.push_back("bind " + m_name);
        done(bindError ? Result<void>(*bindError) : Result<void>());
    }
    void stopAccepting() override { m_calls.push_back("refuse " + m_name); }
    void drain(const Scope &scope, HookDone done) override
    {
        m_calls.push_back("drain " + m_name);
        m_guard = scope.guard();
        m_idle = std::move(done);
        if (!busy)
            becomeIdle();
    }
    void close() override { m_calls.push_back("close " + m_name); }
    void becomeIdle()
    {
        HookDone idle = std::exchange(m_idle, nullptr);
        if (m_guard.alive())
            idle({});
    }

    bool busy = false;
    std::optional<Error> bindError;

private:
    const std::string m_name;
    Calls &m_calls;
    Scope::Guard m_guard;
    HookDone m_idle;
};

struct HostTest : testing::Test {
    std::unique_ptr<Host> makeHost()
    {
        auto made = std::make_unique<Host>(
            Host::Parts{set, &manager, {&edge}, {{"redis", [this] { fakes.calls.push_back("close redis"); }}}},
            readiness, scheduler, Log(), Seconds(10));
        made->observe([this](HostState state) { states.emplace_back(name(state)); });
        return made;
    }

    ManualClock clock;
    ManualScheduler scheduler{clock};
    FakeParts fakes;
    ComponentSet set{{nullptr, &fakes.dispatcher, nullptr, nullptr, nullptr}, Log()};
    FakeComponent manager{"manager", fakes.calls};
    FakeListener edge{"edge", fakes.calls};
    Readiness readiness{clock};
    std::vector<std::string> states;
    std::unique_ptr<Host> host = makeHost();
    Scope scope;
    Answered started, stopped;
};

// SPEC L5
TEST_F(HostTest, GoesUpAndDownInOrderVisibly)
{
    EXPECT_FALSE(readiness.ready(allRoles));
    host->start(scope, started.into());
    EXPECT_TRUE(started.succeeded());
    EXPECT_EQ(fakes.take(), (Calls{"+dispatcher", "+manager", "bind edge"}));
    EXPECT_TRUE(readiness.ready(allRoles));

    host->stop(scope, stopped.into());
    EXPECT_TRUE(stopped.succeeded());
    EXPECT_FALSE(readiness.ready(allRoles));
    EXPECT_EQ(fakes.take(),
              (Calls{"refuse edge", "drain edge", "close edge", "-manager", "-dispatcher", "close redis"}));
    EXPECT_EQ(states,
              (std::vector<std::string>{"starting_components", "starting_manager", "binding", "serving", "draining",
                                        "stopping_manager", "stopping_components", "closing_resources", "stopped"}));
}

// SPEC L5
TEST_F(HostTest, UntilFirstReadyOnlyProbesPassAndReadinessLostLaterClosesNothing)
{
    Readiness::Condition history = readiness.add("history", RoleMask(ReadyRole::App));
    EXPECT_TRUE(host->admit(WorkKind::Probe));
    EXPECT_EQ(host->admit(WorkKind::New).error().code, ErrorCode::NotReady);
    host->start(scope, started.into());
    EXPECT_EQ(host->admit(WorkKind::Finishing).error().code, ErrorCode::NotReady) << "history is not there yet";
    history.pass();
    EXPECT_TRUE(host->admit(WorkKind::New));
    history.fail(ErrorCode::HistoryFull, "raise_retention");
    EXPECT_FALSE(readiness.ready(ReadyRole::App));
    EXPECT_TRUE(host->admit(WorkKind::New));
}

// SPEC L5
TEST_F(HostTest, GoingDownFinishingWorkPassesUntilTheDrainDeadline)
{
    edge.busy = true;
    manager.holdStop = true;
    host->start(scope, started.into());
    host->stop(scope, stopped.into());
    EXPECT_EQ(host->state(), HostState::Draining);
    EXPECT_EQ(host->admit(WorkKind::New).error().code, ErrorCode::GoingDown);
    EXPECT_TRUE(host->admit(WorkKind::Finishing));

    scheduler.advance(Seconds(10) - Micros(1));
    EXPECT_EQ(host->state(), HostState::Draining);
    scheduler.advance(Micros(1));
    EXPECT_EQ(host->state(), HostState::StoppingManager);
    EXPECT_EQ(host->admit(WorkKind::Finishing).error().code, ErrorCode::GoingDown);
    EXPECT_TRUE(host->admit(WorkKind::Probe));
    edge.becomeIdle(); // too late, and heard by nobody
    manager.release({});
    EXPECT_TRUE(stopped.succeeded());
}

// SPEC L5
TEST_F(HostTest, DrainEndsAsSoonAsNothingIsInFlight)
{
    edge.busy = true;
    host->start(scope, started.into());
    host->stop(scope, stopped.into());
    edge.becomeIdle();
    EXPECT_TRUE(stopped.succeeded());
    EXPECT_TRUE(scheduler.idle()) << "the deadline's timer is withdrawn";
}

// SPEC L5
TEST_F(HostTest, SecondStopEndsAtOnce)
{
    edge.busy = true;
    host->start(scope, started.into());
    host->stop(scope, stopped.into());
    fakes.take();
    Answered second;
    host->stop(scope, second.into());
    EXPECT_EQ(stopped.times, 1);
    EXPECT_EQ(second.times, 1);
    EXPECT_EQ(host->state(), HostState::Stopped);
    EXPECT_EQ(fakes.take().back(), "close redis");
}

// SPEC L5
TEST_F(HostTest, SecondStopDoesNotWaitForAHookThatHangs)
{
    manager.holdStop = true;
    host->start(scope, started.into());
    host->stop(scope, stopped.into());
    EXPECT_EQ(host->state(), HostState::StoppingManager);
    host->stop(scope, [](Result<void>) {});
    EXPECT_EQ(host->state(), HostState::Stopped);
    EXPECT_EQ(stopped.times, 1);
}

// SPEC L5
TEST_F(HostTest, FailedBindTakesDownWhatWasStartedAndKeepsResources)
{
    edge.bindError = Error(ErrorCode::PortInUse);
    host->start(scope, started.into());
    EXPECT_EQ(started.failed(), ErrorCode::PortInUse);
    EXPECT_EQ(fakes.take(), (Calls{"+dispatcher", "+manager", "bind edge", "-manager", "-dispatcher"}));
    EXPECT_FALSE(readiness.ready(allRoles));

    edge.bindError.reset();
    Answered again;
    host->start(scope, again.into());
    EXPECT_TRUE(again.succeeded());
}

// SPEC L5
TEST_F(HostTest, FailedManagerStartStopsComponentsOnly)
{
    manager.startError = Error(ErrorCode::BadSetting);
    host->start(scope, started.into());
    EXPECT_EQ(started.failed(), ErrorCode::BadSetting);
    EXPECT_EQ(fakes.take(), (Calls{"+dispatcher", "+manager", "-dispatcher"}));
}

// SPEC L5 SPEC L2
TEST_F(HostTest, StopDuringStartCancelsItAndGoesDown)
{
    fakes.dispatcher.holdStart = true;
    host->start(scope, started.into());
    host->stop(scope, stopped.into());
    EXPECT_EQ(started.failed(), ErrorCode::Cancelled);
    EXPECT_TRUE(stopped.succeeded());
    EXPECT_EQ(fakes.take(), (Calls{"+dispatcher", "!dispatcher", "close redis"}));
    EXPECT_EQ(host->state(), HostState::Stopped);
}

TEST_F(HostTest, StopReportsTheFirstFailureAndStillClosesEverything)
{
    manager.stopError = Error(ErrorCode::IoError);
    fakes.dispatcher.stopError = Error(ErrorCode::Unavailable);
    host->start(scope, started.into());
    fakes.take();
    host->stop(scope, stopped.into());
    EXPECT_EQ(stopped.failed(), ErrorCode::IoError);
    EXPECT_EQ(fakes.take().back(), "close redis");
}

TEST_F(HostTest, StartTwiceIsRefusedAndStopWhenStoppedIsFine)
{
    host->stop(scope, stopped.into());
    EXPECT_TRUE(stopped.succeeded());
    host->start(scope, started.into());
    Answered again;
    host->start(scope, again.into());
    EXPECT_EQ(again.failed(), ErrorCode::BadRequest);
}

// SPEC L6
TEST(ReadinessTest, IsToldByRoleWithSinceErrorAndRemedy)
{
    ManualClock clock;
    Readiness readiness(clock);
    Readiness::Condition edge = readiness.add("edge", RoleMask(ReadyRole::Websocket));
    Readiness::Condition store = readiness.add("evidence_store", ReadyRole::Rest | ReadyRole::App);
    EXPECT_FALSE(readiness.ready(ReadyRole::Websocket));
    edge.pass();
    EXPECT_TRUE(readiness.ready(ReadyRole::Websocket));
    EXPECT_FALSE(readiness.ready(ReadyRole::Rest));
    store.pass();
    EXPECT_TRUE(readiness.ready(allRoles));

    clock.advance(Seconds(5));
    const WallTime lost = clock.wall();
    store.fail(ErrorCode::Unavailable, "check_store");
    clock.advance(Seconds(5));
    store.fail(ErrorCode::HistoryFull, "raise_retention");
    EXPECT_TRUE(readiness.ready(ReadyRole::Websocket));
    EXPECT_FALSE(readiness.ready(ReadyRole::App));
    const ReadinessCondition seen = readiness.conditions()[1];
    EXPECT_EQ(seen.name, "evidence_store");
    EXPECT_EQ(seen.since, lost) << "the time since when it does not hold, not of the latest error";
    EXPECT_EQ(seen.error->code, ErrorCode::HistoryFull);
    EXPECT_EQ(seen.remedy, "raise_retention");
}

// SPEC L6
TEST(ReadinessTest, WarningsAreShownAndNeverInTheWay)
{
    ManualClock clock;
    Readiness readiness(clock);
    Readiness::Condition offset = readiness.addWarning("clock_offset");
    offset.fail(Error(ErrorCode::Unavailable, {{"offsetMs", "2500"}}), "set_clock");
    EXPECT_TRUE(readiness.ready(allRoles));
    ASSERT_EQ(readiness.conditions().size(), 1u);
    EXPECT_TRUE(readiness.conditions()[0].warning);
    EXPECT_FALSE(readiness.conditions()[0].ok);
}

// SPEC L6
TEST(ReadinessTest, ChangesAreObservableAndRepetitionsAreSilent)
{
    ManualClock clock;
    Readiness readiness(clock);
    std::vector<bool> seen;
    Readiness::Subscription subscription =
        readiness.subscribe([&](const ReadinessCondition &condition) { seen.push_back(condition.ok); });
    {
        Readiness::Condition condition = readiness.add("history");
        condition.pass();
        condition.pass();
        condition.fail(ErrorCode::HistoryFull, "raise_retention");
        condition.fail(ErrorCode::HistoryFull, "raise_retention");
        EXPECT_EQ(seen, (std::vector<bool>{false, true, false}));
        subscription = {};
        condition.pass();
        EXPECT_EQ(seen.size(), 3u);
    }
    EXPECT_TRUE(readiness.conditions().empty());
}

struct SupervisorTest : testing::Test {
    ManualClock clock;
    ManualScheduler scheduler{clock};
    SeededIdSource random{7};
    Calls calls;
    FakeComponent listener{"edge", calls};
    Readiness readiness{clock};
    Supervisor supervisor{listener, scheduler, clock, random, readiness.add("edge"), Log()};
    Scope scope;
    Answered started;
};

// SPEC L7
TEST_F(SupervisorTest, RestartsAFailedListenerWithGrowingDelayVisibly)
{
    supervisor.start(scope, started.into());
    ASSERT_TRUE(started.succeeded());
    EXPECT_TRUE(readiness.ready(allRoles));

    listener.startError = Error(ErrorCode::PortInUse);
    listener.reportFailure(ErrorCode::IoError);
    EXPECT_EQ(supervisor.state(), SupervisedState::WaitingToRestart);
    EXPECT_FALSE(readiness.ready(allRoles));
    EXPECT_EQ(readiness.conditions()[0].error->code, ErrorCode::IoError);
    EXPECT_EQ(calls, (Calls{"+edge", "-edge"})) << "stopped before it is started again";

    std::vector<Micros> delays;
    for (int i = 0; i < 12; ++i) {
        const SteadyTime before = clock.steady();
        const std::uint64_t count = supervisor.restarts();
        ASSERT_TRUE(scheduler.advanceUntil([&] { return supervisor.restarts() > count; }, Seconds(60)));
        delays.push_back(clock.steady() - before);
    }
    EXPECT_LE(delays.front(), Millis(250));
    EXPECT_GE(delays[4], delays[0] * 8);
    EXPECT_LE(delays.back(), Seconds(30));
    EXPECT_GE(delays.back(), Millis(22'500));
    EXPECT_EQ(readiness.conditions()[0].error->code, ErrorCode::PortInUse);

    listener.startError.reset();
    ASSERT_TRUE(scheduler.advanceUntil([&] { return supervisor.state() == SupervisedState::Running; }, Seconds(60)));
    EXPECT_TRUE(readiness.ready(allRoles));
}

// SPEC L7
TEST_F(SupervisorTest, DelayStartsAnewOnlyAfterItRanForAWhile)
{
    supervisor.start(scope, started.into());
    const auto delayOfNextRestart = [&] {
        const SteadyTime before = clock.steady();
        listener.reportFailure(ErrorCode::IoError);
        EXPECT_TRUE(
            scheduler.advanceUntil([&] { return supervisor.state() == SupervisedState::Running; }, Seconds(60)));
        return clock.steady() - before;
    };
    for (int i = 0; i < 5; ++i)
        (void)delayOfNextRestart();
    EXPECT_GE(delayOfNextRestart(), Seconds(4));
    scheduler.advance(Seconds(60));
    EXPECT_LE(delayOfNextRestart(), Millis(250));
}

// SPEC L7 SPEC L2
TEST_F(SupervisorTest, FirstStartIsNotRetried)
{
    listener.startError = Error(ErrorCode::PortInUse);
    supervisor.start(scope, started.into());
    EXPECT_EQ(started.failed(), ErrorCode::PortInUse);
    EXPECT_TRUE(scheduler.idle());
}

// SPEC L7
TEST_F(SupervisorTest, ARestartThatAnswersAfterTheStopIsNobodysBusiness)
{
    supervisor.start(scope, started.into());
    listener.holdStart = true;
    listener.reportFailure(ErrorCode::IoError);
    ASSERT_TRUE(scheduler.advanceUntil([&] { return listener.held(); }, Seconds(1)));
    supervisor.stop(scope, [](Result<void>) {});
    listener.release({});
    EXPECT_EQ(supervisor.state(), SupervisedState::Stopped);
    EXPECT_FALSE(readiness.ready(allRoles));
}

// SPEC L7
TEST_F(SupervisorTest, StopEndsTheRestarting)
{
    supervisor.start(scope, started.into());
    listener.reportFailure(ErrorCode::IoError);
    Answered stopped;
    supervisor.stop(scope, stopped.into());
    EXPECT_TRUE(stopped.succeeded());
    scheduler.advance(Seconds(120));
    EXPECT_EQ(supervisor.restarts(), 0u);
    EXPECT_EQ(supervisor.state(), SupervisedState::Stopped);
}

} // namespace
} // namespace cheetah::test
