// SPDX-License-Identifier: Apache-2.0
#include "actions/flowwords.h"
#include "actionstage.h"
#include "support/testclock.h"

#include <QtCore/QJsonArray>
#include <QtCore/QJsonDocument>
#include <QtCore/QJsonObject>
#include <QtTest/QSignalSpy>

#include <gtest/gtest.h>

namespace cheetah::gui {
namespace {

using testgui::ActionStage;
using Step = OperatorFlow::Step;

/// Actions by hand on a clock of the test's.
class Flows : public testing::Test {
protected:
    void SetUp() override
    {
        client = stage.deployment.addClient("alice", "desk");
        window = stage.deployment.addWindow(client, "w1");
        for (const char *id : {"t1", "t2", "t3"})
            tabs.push_back(stage.deployment.addTab(window, id));
        fenceOfOne = stage.deployment.assign(tabs[0], "A");
        stage.deployment.assign(tabs[1], "B");
        stage.deployment.goLive();
        stage.settle();
    }

    std::shared_ptr<OperatorFlow> release(std::vector<ContextName> names, Micros grace = Micros(0))
    {
        std::vector<Slot> rows;
        for (const ContextName &name : names)
            rows.push_back(stage.slot(name));
        auto flow = pending.prepare(planRelease(stage.fleet(), rows));
        pending.confirm(flow, grace);
        return flow;
    }
    void pass(Micros time)
    {
        clock.advance(time);
        pending.tick();
    }
    testgui::FakeDeployment::Call lastCall() const { return stage.deployment.calls().back(); }
    QJsonObject params() const
    {
        return QJsonDocument::fromJson(QByteArray::fromStdString(lastCall().params)).object();
    }
    void answer(const Result<std::string> &result)
    {
        stage.deployment.answer(lastCall().id, result);
        testgui::spinOnce();
    }
    QString said(const OperatorFlow &flow, std::size_t item = 0) const
    {
        return FlowWords(stage.words).outcome(flow, flow.items()[item]);
    }
    void loseConnection()
    {
        answer(Error(ErrorCode::Unavailable));
        stage.deployment.setState(ConnectionState::Lost);
        testgui::spinOnce();
    }
    void comeBack()
    {
        stage.deployment.goLive();
        stage.settle();
    }

    ActionStage stage;
    test::ManualClock clock;
    PendingActions pending{stage.deployment, stage.session.requests(), stage.session.fleet(), nullptr, &clock};
    ClientName client;
    WindowName window;
    std::vector<ContextName> tabs;
    Fence fenceOfOne = 0;
};

// SPEC O3 SPEC G3
TEST_F(Flows, AReleaseIsFencedByWhatWasSeenAndDoneWhenTheFleetShowsIt)
{
    QSignalSpy underWay(&pending, &PendingActions::underWayChanged);
    auto flow = pending.prepare(planRelease(stage.fleet(), {stage.slot(tabs[0])}));
    EXPECT_EQ(flow->step(), Step::Preview);
    EXPECT_TRUE(pending.flows().empty());
    EXPECT_TRUE(FlowWords::headline(*flow).contains("desk"));
    flow->setReason("stuck");
    pending.confirm(flow, Micros(0));
    ASSERT_EQ(lastCall().method, "forceRelease");
    EXPECT_EQ(params()["name"].toString().toStdString(), toText(tabs[0]));
    EXPECT_EQ(params()["fence"].toInteger(), qint64(fenceOfOne));
    EXPECT_EQ(params()["reason"].toString(), "stuck");
    EXPECT_EQ(flow->step(), Step::Sending);
    EXPECT_TRUE(pending.underWay(tabs[0]));
    EXPECT_FALSE(pending.underWay(tabs[1]));

    answer(std::string(R"({"outcome":"released"})"));
    EXPECT_EQ(flow->step(), Step::Confirming);
    EXPECT_TRUE(pending.underWay(tabs[0]));

    stage.deployment.release(tabs[0], EndCause::Operator);
    stage.settle();
    EXPECT_EQ(flow->step(), Step::Done);
    EXPECT_EQ(flow->items()[0].outcome, FlowOutcome::Done);
    EXPECT_TRUE(flow->items()[0].isShown);
    EXPECT_FALSE(pending.underWay(tabs[0]));
    EXPECT_EQ(underWay.size(), 2);
    EXPECT_EQ(said(*flow), "Released");
}

// SPEC O3
TEST_F(Flows, NothingElseIsSentThanWhatWasShown)
{
    auto flow = pending.prepare(planRelease(stage.fleet(), {stage.slot(tabs[0]), stage.slot(tabs[1])}));
    QSignalSpy preview(&pending, &PendingActions::previewChanged);
    stage.deployment.release(tabs[0]);
    stage.deployment.assign(tabs[0], "D");
    stage.deployment.assign(tabs[2], "E");
    stage.settle();
    EXPECT_EQ(preview.size(), 1);
    EXPECT_TRUE(FlowWords(stage.words).preview(flow->items()[0]).contains("D"));
    pending.confirm(flow, Micros(0));
    ASSERT_EQ(stage.deployment.calls().size(), 1U);
    EXPECT_EQ(params()["name"].toString().toStdString(), toText(tabs[1]));
    EXPECT_EQ(flow->items()[0].outcome, FlowOutcome::Replaced);
    EXPECT_TRUE(said(*flow, 0).contains("nothing was done"));
}

TEST_F(Flows, TheGraceCanBeCancelledAndSendsNothingBefore)
{
    auto cancelled = release({tabs[0]}, Seconds(5));
    EXPECT_EQ(pending.inGrace(), cancelled.get());
    pass(Millis(4'900));
    EXPECT_TRUE(stage.deployment.calls().empty());
    EXPECT_FALSE(pending.underWay(tabs[0]));
    pending.cancel(cancelled->id());
    pass(Seconds(2));
    EXPECT_TRUE(stage.deployment.calls().empty());
    EXPECT_EQ(cancelled->items()[0].outcome, FlowOutcome::Cancelled);
    EXPECT_EQ(pending.inGrace(), nullptr);

    auto sent = release({tabs[1]}, Seconds(5));
    EXPECT_EQ(sent->graceLeft(clock.steady()), Seconds(5));
    pass(Seconds(5));
    EXPECT_EQ(stage.deployment.calls().size(), 1U);
    EXPECT_EQ(sent->step(), Step::Sending);
}

TEST_F(Flows, WhatEndsDuringTheGraceIsNotSent)
{
    auto flow = release({tabs[0]}, Seconds(5));
    stage.deployment.release(tabs[0], EndCause::Expired);
    stage.settle();
    pass(Seconds(6));
    EXPECT_TRUE(stage.deployment.calls().empty());
    EXPECT_EQ(flow->items()[0].outcome, FlowOutcome::AlreadyOver);
}

// SPEC O3
TEST_F(Flows, ARefusalSaysWhoseLeaseItIsNow)
{
    auto flow = release({tabs[0]});
    answer(Error(ErrorCode::FenceMismatch, {{"task", "D"}, {"fence", "99"}}));
    EXPECT_EQ(flow->step(), Step::Done);
    EXPECT_EQ(flow->items()[0].outcome, FlowOutcome::Replaced);
    EXPECT_EQ(said(*flow), "Now owned by task D – nothing was done");
}

TEST_F(Flows, AlreadyReleasedForbiddenAndGoneAreSaidInWords)
{
    auto over = release({tabs[0]});
    answer(Error(ErrorCode::StaleHandle));
    EXPECT_EQ(over->items()[0].outcome, FlowOutcome::AlreadyOver);
    EXPECT_TRUE(said(*over).contains("Already released"));
    auto forbidden = release({tabs[1]});
    answer(Error(ErrorCode::Forbidden, {{"scope", "operator"}}));
    EXPECT_EQ(forbidden->items()[0].outcome, FlowOutcome::Forbidden);
    EXPECT_TRUE(forbidden->retryPlan(stage.fleet()).targets.empty());
    auto gone = release({tabs[1]});
    answer(Error(ErrorCode::ContextUnknown));
    EXPECT_EQ(gone->items()[0].outcome, FlowOutcome::Gone);
}

TEST_F(Flows, ALostAnswerIsCheckedAgainstTheNextSnapshotAndDidHappen)
{
    auto flow = release({tabs[0]});
    loseConnection();
    EXPECT_EQ(flow->items()[0].stage, FlowItem::Stage::Checking);
    EXPECT_TRUE(said(*flow).contains("May or may not have happened"));
    EXPECT_TRUE(pending.underWay(tabs[0]));
    pass(Seconds(60)); // without a connection nobody knows
    EXPECT_EQ(flow->items()[0].stage, FlowItem::Stage::Checking);
    stage.deployment.release(tabs[0], EndCause::Operator);
    comeBack();
    EXPECT_EQ(flow->items()[0].outcome, FlowOutcome::Happened);
    EXPECT_FALSE(pending.underWay(tabs[0]));
}

TEST_F(Flows, ALostAnswerThatDidNotHappenIsToldAfterALookAndMayBeTriedAgain)
{
    auto flow = release({tabs[0]});
    loseConnection();
    comeBack();
    EXPECT_EQ(flow->items()[0].stage, FlowItem::Stage::Checking); // it may still be under way
    pass(Seconds(1));
    EXPECT_EQ(flow->items()[0].stage, FlowItem::Stage::Checking);
    pass(Seconds(1));
    EXPECT_EQ(flow->items()[0].outcome, FlowOutcome::NotHappened);
    const OperatorPlan again = flow->retryPlan(stage.fleet());
    ASSERT_EQ(again.targets.size(), 1U);
    EXPECT_EQ(again.targets[0].fence, fenceOfOne);
    stage.deployment.release(tabs[0]);
    stage.deployment.assign(tabs[0], "D");
    stage.settle();
    EXPECT_TRUE(flow->retryPlan(stage.fleet()).targets.empty()); // another's lease now
}

TEST_F(Flows, ALeaseThatEndedOtherwiseMeanwhileIsNotClaimedAsOurs)
{
    auto flow = release({tabs[0]});
    loseConnection();
    stage.deployment.release(tabs[0], EndCause::Expired);
    comeBack();
    EXPECT_EQ(flow->items()[0].outcome, FlowOutcome::AlreadyOver);
    EXPECT_EQ(flow->items()[0].cause, EndCause::Expired);
}

TEST_F(Flows, ARegistryThatDoesNotAnswerIsWatchedWithoutAReconnect)
{
    auto flow = release({tabs[0]});
    answer(Error(ErrorCode::Unavailable));
    EXPECT_EQ(flow->items()[0].stage, FlowItem::Stage::Checking);
    EXPECT_FALSE(flow->items()[0].needsSnapshot);
    stage.deployment.release(tabs[0], EndCause::Operator);
    stage.settle();
    EXPECT_EQ(flow->items()[0].outcome, FlowOutcome::Happened);
}

TEST_F(Flows, WithoutAConnectionNothingIsSent)
{
    auto flow = release({tabs[0]}, Seconds(5));
    stage.deployment.setState(ConnectionState::Lost);
    pass(Seconds(5));
    EXPECT_TRUE(stage.deployment.calls().empty());
    EXPECT_EQ(flow->items()[0].outcome, FlowOutcome::NotSent);
    EXPECT_EQ(flow->retryPlan(stage.fleet()).targets.size(), 1U);
}

TEST_F(Flows, ManyGoAFewAtATimeAndEndEachForItself)
{
    std::vector<ContextName> many;
    for (int i = 0; i < 20; ++i) {
        many.push_back(stage.deployment.addTab(window, "m" + std::to_string(i)));
        stage.deployment.assign(many.back(), "M" + std::to_string(i));
    }
    stage.settle();
    auto flow = release(many);
    EXPECT_EQ(stage.deployment.calls().size(), OperatorFlow::mostInFlight);
    EXPECT_TRUE(pending.underWay(many[19])); // to be sent
    answer(Error(ErrorCode::RateLimited, {{"retryAfterMs", "100"}}));
    EXPECT_EQ(stage.deployment.calls().size(), OperatorFlow::mostInFlight);
    while (!stage.deployment.calls().empty()) {
        EXPECT_LE(stage.deployment.calls().size(), OperatorFlow::mostInFlight);
        answer(std::string("{}"));
    }
    for (const ContextName &name : many)
        if (name != many[7]) // the last of the first eight was refused
            stage.deployment.release(name, EndCause::Operator);
    stage.settle();
    EXPECT_EQ(flow->step(), Step::Done);
    EXPECT_EQ(flow->count(FlowOutcome::Done), 19U);
    EXPECT_EQ(flow->count(FlowOutcome::Failed), 1U);
    const OperatorPlan again = flow->retryPlan(stage.fleet());
    ASSERT_EQ(again.targets.size(), 1U);
    EXPECT_EQ(std::get<ContextName>(again.targets[0].object), many[7]);
    const QString summary = FlowWords(stage.words).state(*flow, clock.steady());
    EXPECT_TRUE(summary.contains("19 done") && summary.contains("1 failed")) << summary.toStdString();
}

TEST_F(Flows, ADoneActionThatTheFleetNeverShowsEndsAllTheSame)
{
    auto flow = release({tabs[0]});
    answer(std::string("{}"));
    pass(OperatorFlow::shownWithin);
    EXPECT_EQ(flow->items()[0].outcome, FlowOutcome::Done);
    EXPECT_FALSE(flow->items()[0].isShown);
}

TEST_F(Flows, FinishedOnesAreKeptUpToABoundNewestFirst)
{
    for (std::size_t i = 0; i < PendingActions::mostFinished + 20; ++i) {
        release({tabs[0]});
        answer(Error(ErrorCode::Forbidden));
    }
    EXPECT_LE(pending.flows().size(), PendingActions::mostFinished + 1);
    EXPECT_GT(pending.flows().front()->id(), pending.flows().back()->id());
    pending.clearFinished();
    EXPECT_TRUE(pending.flows().empty());
}

// SPEC O3 SPEC W6
TEST_F(Flows, ADisconnectIsFencedByTheConnectionSeen)
{
    auto flow = pending.prepare(planDisconnect(stage.fleet(), {stage.fleet().find(client)}));
    flow->setKeepOut(Seconds(600));
    pending.confirm(flow, Micros(0));
    ASSERT_EQ(lastCall().method, "disconnect");
    EXPECT_EQ(params()["generation"].toInt(), 1);
    EXPECT_EQ(params()["keepOutMs"].toInt(), 600'000);
    EXPECT_TRUE(pending.underWay(client));
    answer(std::string("{}"));
    stage.deployment.changeClient(client, [](ClientState &state) { state.connected = false; });
    stage.settle();
    EXPECT_EQ(flow->step(), Step::Done);
    EXPECT_TRUE(said(*flow).contains("kept out for 10 min")) << said(*flow).toStdString();

    EXPECT_TRUE(planDisconnect(stage.fleet(), {stage.fleet().find(client)}).targets.empty());
    stage.deployment.changeClient(client, [](ClientState &state) {
        state.connected = true;
        state.generation = 2;
    });
    stage.settle();
    auto late = pending.prepare(planDisconnect(stage.fleet(), {stage.fleet().find(client)}));
    pending.confirm(late, Micros(0));
    answer(Error(ErrorCode::Superseded, {{"generation", "3"}}));
    EXPECT_EQ(late->items()[0].outcome, FlowOutcome::Replaced);
}

// SPEC O3 SPEC W16
TEST_F(Flows, ADrainCarriesItsDeadlineAndIsUndone)
{
    auto flow = pending.prepare(planDrain(stage.fleet(), {window}));
    flow->setDeadline(Seconds(60), true);
    pending.confirm(flow, Micros(0));
    ASSERT_EQ(lastCall().method, "drain");
    EXPECT_EQ(params()["deadlineMs"].toInt(), 60'000);
    EXPECT_TRUE(params()["force"].toBool());
    EXPECT_EQ(params()["window"].toString().toStdString(), toText(window));
    answer(std::string(R"({"state":"draining"})"));
    Drain drain;
    drain.target = window;
    drain.deadline = stage.deployment.now() + Seconds(60);
    drain.force = true;
    stage.deployment.apply(DrainChanged{drain});
    stage.settle();
    EXPECT_EQ(flow->step(), Step::Done);

    auto undo = pending.prepare(planUndrain(stage.fleet(), {window, client}));
    ASSERT_EQ(undo->items().size(), 1U); // the client does not drain
    pending.confirm(undo, Micros(0));
    ASSERT_EQ(lastCall().method, "undrain");
    answer(std::string("{}"));
    stage.deployment.apply(DrainRemoved{window});
    stage.settle();
    EXPECT_EQ(undo->items()[0].outcome, FlowOutcome::Done);
}

// SPEC O3 SPEC W17
TEST_F(Flows, ASettlingIsEndedByHand)
{
    Settling settling;
    settling.commands = {CommandId::trusted("cmd-7")};
    stage.deployment.apply(SettlingChanged{stage.deployment.fleet().key(stage.deployment.fleet().find(tabs[2])),
                                           std::make_shared<const Settling>(settling)});
    stage.settle();
    auto flow = pending.prepare(planSettle(stage.fleet(), {stage.slot(tabs[0]), stage.slot(tabs[2])}));
    ASSERT_EQ(flow->items().size(), 1U);
    EXPECT_TRUE(FlowWords::target(flow->items()[0]).contains("cmd-7"));
    pending.confirm(flow, Micros(0));
    ASSERT_EQ(lastCall().method, "settle");
    EXPECT_EQ(params()["commandIds"].toArray(), QJsonArray{"cmd-7"});
    answer(std::string("{}"));
    stage.deployment.apply(
        SettlingChanged{stage.deployment.fleet().key(stage.deployment.fleet().find(tabs[2])), nullptr});
    stage.settle();
    EXPECT_EQ(flow->items()[0].outcome, FlowOutcome::Done);
}

// SPEC O3 SPEC W17: the tab was used again between the question and the answer, and settles on something else
TEST_F(Flows, ASettlingThatIsAnotherOneByNowIsLeftAlone)
{
    const auto settleOn = [&](const char *command) {
        Settling settling;
        settling.commands = {CommandId::trusted(command)};
        stage.deployment.apply(SettlingChanged{stage.deployment.fleet().key(stage.deployment.fleet().find(tabs[2])),
                                               std::make_shared<const Settling>(settling)});
        stage.settle();
    };
    settleOn("cmd-7");
    auto asked = pending.prepare(planSettle(stage.fleet(), {stage.slot(tabs[2])}));
    auto sent = pending.prepare(planSettle(stage.fleet(), {stage.slot(tabs[2])}));
    pending.confirm(sent, Micros(0));
    ASSERT_EQ(lastCall().method, "settle");
    answer(Error(ErrorCode::FenceMismatch, {{"command", "cmd-8"}}));
    EXPECT_EQ(sent->items()[0].outcome, FlowOutcome::Replaced);
    EXPECT_TRUE(said(*sent).contains("another command"));
    settleOn("cmd-8");
    EXPECT_EQ(asked->items()[0].outcome, FlowOutcome::Replaced);
    EXPECT_TRUE(FlowWords(stage.words).preview(asked->items()[0]).contains("another command"));
}

TEST_F(Flows, AnotherIncarnationThatForgotEverythingIsNoSuccessOfOurs)
{
    auto flow = release({tabs[0]});
    loseConnection();
    stage.deployment.startOver();
    comeBack();
    EXPECT_EQ(flow->items()[0].outcome, FlowOutcome::Gone);
}

TEST_F(Flows, NamesFromOutsideCannotForgeASentence)
{
    const ContextName evil = stage.deployment.addTab(window, "x\u202Ey\n<b>bold</b>");
    stage.deployment.assign(evil, std::string(120, 'L'));
    stage.settle();
    auto flow = pending.prepare(planRelease(stage.fleet(), {stage.slot(evil)}));
    const QString line = FlowWords::target(flow->items()[0]);
    EXPECT_FALSE(line.contains('\n') || line.contains(QChar(0x202E)));
    EXPECT_LT(line.size(), 200);
}

} // namespace
} // namespace cheetah::gui
