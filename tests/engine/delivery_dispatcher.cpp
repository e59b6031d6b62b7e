// SPDX-License-Identifier: Apache-2.0
#include "delivery/dispatcher.h"

#include "delivery/evidenceanswers.h"
#include "support/deliveryfixture.h"

namespace cheetah::test {
namespace {

using DispatcherTest = DeliveryFixture;
using Ids = std::vector<std::string>;

// SPEC D1
TEST_F(DispatcherTest, FrameLeavesOnlyAfterTheSendIsOnRecord)
{
    connect();
    std::optional<CommandStage> stageAtSend;
    link.onSend = [&](const CommandFrame &frame) { stageAtSend = evidence(frame.id.string()).stage; };
    Recorded admitted;
    dispatcher.send(request(lease("a"), "1", Seconds(20)), scope, admitted.into());
    ASSERT_TRUE(admitted.ok());
    EXPECT_EQ(admitted.record().stage, CommandStage::Admitted);
    EXPECT_EQ(stageAtSend, CommandStage::SendAttempted);
    ASSERT_EQ(link.frames.size(), 1u);
    EXPECT_EQ(link.frames[0].epoch.text(), "e1");
    EXPECT_EQ(link.frames[0].context.text(), "a");
    EXPECT_EQ(link.frames[0].content.kind, "navigate");
    EXPECT_EQ(link.frames[0].remaining, Seconds(20));
    EXPECT_EQ(health.sample().sent, 1u);
}

// SPEC D1
TEST_F(DispatcherTest, CommandOfAnEndedAssignmentIsFencedUnsentAndItsAwaiterHears)
{
    const Handle handle = lease("a");
    send(request(handle, "1"));
    Recorded awaited;
    notifier.await(client.user, CommandId::trusted("1"), Seconds(30), scope, awaited.into());
    endLease(handle);
    connect();
    EXPECT_TRUE(link.frames.empty());
    ASSERT_TRUE(awaited.ok());
    EXPECT_EQ(awaited.record().outcome, CommandOutcome::Fenced);
    EXPECT_EQ(health.sample().fenced, 1u);
    EXPECT_EQ(dispatcher.queued(), 0u);
}

// SPEC D1
TEST_F(DispatcherTest, StaleHandleIsNotAdmitted)
{
    const Handle handle = lease("a");
    lease("a", 8);
    Recorded admitted;
    dispatcher.send(request(handle, "1"), scope, admitted.into());
    EXPECT_EQ(admitted.error(), ErrorCode::StaleHandle);
    EXPECT_EQ(health.sample().refused, 1u);
}

// SPEC D1
TEST_F(DispatcherTest, CommandOfOurOwnDiesWithItsEpoch)
{
    SendRequest open = request({}, "1");
    open.context = std::make_shared<const ContextName>(contextName("").user, contextName("").client,
                                                       Epoch::trusted("e1"), ContextId());
    open.content = {"openTab", "{}", WindowId::trusted("w"), ProvisionId::trusted("p")};
    send(open);
    connect(2, "e2");
    EXPECT_TRUE(link.frames.empty());
    EXPECT_EQ(evidence("1").outcome, CommandOutcome::Fenced);
    EXPECT_EQ(evidence("1").error->code, ErrorCode::WrongEpoch);

    open.command = CommandId::trusted("2");
    open.context = std::make_shared<const ContextName>(contextName("").user, contextName("").client,
                                                       Epoch::trusted("e2"), ContextId());
    send(open);
    ASSERT_EQ(link.sent(), Ids{"2"});
    EXPECT_TRUE(link.frames[0].context.empty());
    EXPECT_EQ(link.frames[0].content.provision.text(), "p");
}

// SPEC W20
TEST_F(DispatcherTest, ChildContextIsAddressedByItsOwnNameWithTheParentsHandle)
{
    connect();
    SendRequest child = request(lease("a"), "1");
    child.context = std::make_shared<const ContextName>(contextName("popup"));
    send(child);
    ASSERT_EQ(link.frames.size(), 1u);
    EXPECT_EQ(link.frames[0].context.text(), "popup");
    EXPECT_EQ(*evidence("1").context, contextName("popup"));
}

TEST_F(DispatcherTest, RefusesWhatCannotBeMeant)
{
    const Handle handle = lease("a");
    const auto errorOf = [&](SendRequest r) {
        Recorded answer;
        dispatcher.send(r, scope, answer.into());
        return answer.error();
    };
    SendRequest other = request(handle, "1");
    other.user = UserId::trusted("v");
    EXPECT_EQ(errorOf(other), ErrorCode::Forbidden);
    SendRequest elsewhere = request(handle, "1");
    elsewhere.context = std::make_shared<const ContextName>(contextName("a", "e2"));
    EXPECT_EQ(errorOf(elsewhere), ErrorCode::BadRequest);
    EXPECT_EQ(errorOf(request({}, "1")), ErrorCode::BadRequest);
    EXPECT_EQ(errorOf(request(handle, "1", Seconds(-1))), ErrorCode::BadRequest);
    EXPECT_EQ(errorOf(request(handle, "1", Seconds(3601))), ErrorCode::BadRequest);
    SendRequest large = request(handle, "1");
    large.content.params.assign((1 << 20) + 1, 'x');
    EXPECT_EQ(errorOf(large), ErrorCode::TooLarge);
    dispatcher.stop(scope, [](Result<void>) {});
    EXPECT_EQ(errorOf(request(handle, "1")), ErrorCode::NotReady);
    EXPECT_EQ(store.calls["admit"], 0);
}

TEST_F(DispatcherTest, MakesAnIdAndADeadlineWhereNoneIsGiven)
{
    SendRequest plain = request(lease("a"), "1");
    plain.command = {};
    Recorded admitted;
    dispatcher.send(plain, scope, admitted.into());
    ASSERT_TRUE(admitted.ok());
    EXPECT_EQ(admitted.record().id.text().size(), 22u);
    EXPECT_EQ(admitted.record().deadline - fleet.now(), Seconds(60));
}

// SPEC D2
TEST_F(DispatcherTest, StaysAdmittedUntilTheClientReturns)
{
    send(request(lease("a"), "1"));
    scheduler.advance(Seconds(30));
    EXPECT_EQ(evidence("1").stage, CommandStage::Admitted);
    connect();
    EXPECT_EQ(link.sent(), Ids{"1"});
    EXPECT_EQ(link.frames[0].remaining, Seconds(30));
}

// SPEC D2
TEST_F(DispatcherTest, UnsentPastItsDeadlineIsExpired)
{
    send(request(lease("a"), "1", Millis(1'700)));
    Recorded awaited;
    notifier.await(client.user, CommandId::trusted("1"), Seconds(30), scope, awaited.into());
    scheduler.advance(Millis(1'700));
    EXPECT_EQ(awaited.times, 0);
    scheduler.advance(Micros(1));
    ASSERT_TRUE(awaited.ok());
    EXPECT_EQ(awaited.record().outcome, CommandOutcome::Expired);
    connect();
    EXPECT_TRUE(link.frames.empty());
    EXPECT_EQ(health.sample().expired, 1u);
    EXPECT_EQ(health.sample().queued, 0u);
}

// SPEC D2 SPEC W17
TEST_F(DispatcherTest, SentPastItsDeadlineIsUnknownAndALateResultReplacesItOnce)
{
    connect();
    send(request(lease("a"), "1", Seconds(5)));
    scheduler.advance(Seconds(5) + Micros(1));
    ASSERT_EQ(evidence("1").outcome, CommandOutcome::Unknown);

    Recorded late, again;
    correlator.result(answer("1", R"({"late":1})"), scope, late.into());
    ASSERT_TRUE(late.ok());
    EXPECT_EQ(evidence("1").outcome, CommandOutcome::Result);
    EXPECT_TRUE(evidence("1").replaced);
    correlator.result(answer("1", R"({"late":2})"), scope, again.into());
    EXPECT_EQ(evidence("1").result, R"({"late":1})");
    EXPECT_EQ(link.kept, (Ids{"1", "1"}));
}

// SPEC D2
TEST_F(DispatcherTest, ManyThatAreOverdueAtOnceAllEnd)
{
    connect();
    const Handle handle = lease("a");
    for (int i = 0; i < 1'000; ++i)
        send(request(handle, std::to_string(i), Seconds(5)));
    EXPECT_EQ(link.frames.size(), 1'000u);
    scheduler.advance(Seconds(5) + Micros(1));
    EXPECT_EQ(health.sample().unknown, 1'000u);
}

// SPEC D5
TEST_F(DispatcherTest, TheSameIdIsSentOnceAndOtherContentIsAConflict)
{
    connect();
    const Handle handle = lease("a");
    send(request(handle, "1"));
    Recorded again;
    dispatcher.send(request(handle, "1"), scope, again.into());
    ASSERT_TRUE(again.ok());
    EXPECT_EQ(again.record().stage, CommandStage::SendAttempted);
    EXPECT_EQ(link.sent(), Ids{"1"});
    SendRequest other = request(handle, "1");
    other.content.params = "{}";
    Recorded conflict;
    dispatcher.send(other, scope, conflict.into());
    EXPECT_EQ(conflict.error(), ErrorCode::CommandIdConflict);
    EXPECT_EQ(health.sample().admitted, 1u);
}

// SPEC D5
TEST_F(DispatcherTest, RepeatingALostAdmissionSendsItOnce)
{
    connect();
    const Handle handle = lease("a");
    store.loseAnswers = 1;
    Recorded lost;
    dispatcher.send(request(handle, "1"), scope, lost.into());
    EXPECT_EQ(lost.error(), ErrorCode::Unavailable);
    EXPECT_TRUE(link.frames.empty());
    send(request(handle, "1"));
    send(request(handle, "1"));
    EXPECT_EQ(link.sent(), Ids{"1"});
}

// SPEC D7
TEST_F(DispatcherTest, OneStuckContextHoldsUpNoOther)
{
    connect();
    const Handle a = lease("a"), b = lease("b");
    store.stuck.insert(contextName("a"));
    send(request(a, "a1"));
    send(request(a, "a2"));
    send(request(b, "b1"));
    send(request(b, "b2"));
    EXPECT_EQ(link.sent(), (Ids{"b1", "b2"}));
    EXPECT_EQ(dispatcher.queued(), 2u);
}

// SPEC D7
TEST_F(DispatcherTest, AContextsCommandsLeaveInOrderAndDoNotWaitForResults)
{
    const Handle a = lease("a");
    store.delay = Millis(3);
    for (const char *id : {"1", "2", "3", "4"})
        dispatcher.send(request(a, id), scope, [](Result<CommandRecord> r) { EXPECT_TRUE(r.ok()); });
    connect();
    scheduler.advance(Millis(50));
    EXPECT_EQ(link.sent(), (Ids{"1", "2", "3", "4"}));
}

// SPEC D7
TEST_F(DispatcherTest, LanesAreBounded)
{
    const Handle a = lease("a"), b = lease("b");
    for (std::size_t i = 0; i < DispatcherLimits().laneLength; ++i)
        send(request(a, std::to_string(i)));
    Recorded full;
    dispatcher.send(request(a, "over"), scope, full.into());
    EXPECT_EQ(full.error(), ErrorCode::QueueFull);
    EXPECT_EQ(store.find(CommandId::trusted("over")), nullptr);
    send(request(b, "other lane"));
    connect();
    EXPECT_EQ(link.frames.size(), DispatcherLimits().laneLength + 1);
    EXPECT_EQ(dispatcher.queued(), 0u);
    send(request(a, "over"));
}

// SPEC D7
TEST_F(DispatcherTest, AllLanesTogetherAreBounded)
{
    DispatcherLimits limits;
    limits.queued = 3;
    Dispatcher small({store, fleet, links, notifier, health, scheduler, clock, ids}, NodeId::trusted("n"), Log(),
                     limits);
    small.start(scope, [](Result<void>) {});
    store.delay = Millis(1); // those being admitted count too
    std::vector<Recorded> answers(5);
    for (std::size_t i = 0; i < answers.size(); ++i)
        small.send(request(lease("x" + std::to_string(i)), std::to_string(i)), scope, answers[i].into());
    settle();
    for (std::size_t i = 0; i < answers.size(); ++i)
        EXPECT_EQ(answers[i].ok(), i < 3) << i;
    EXPECT_EQ(answers[4].error(), ErrorCode::QueueFull);
}

// SPEC D7
TEST_F(DispatcherTest, AFrameThatASlowReaderDidNotTakeIsNeverSentAgain)
{
    connect();
    link.open = false;
    send(request(lease("a"), "1", Seconds(5)));
    EXPECT_EQ(health.sample().sent, 0u);
    disconnect();
    link.open = true;
    connect(2);
    EXPECT_TRUE(link.frames.empty());
    scheduler.advance(Seconds(5) + Micros(1));
    EXPECT_EQ(evidence("1").outcome, CommandOutcome::Unknown);
}

// SPEC D1 SPEC D2
TEST_F(DispatcherTest, ALostAnswerToBeginSendNeverDoublesTheSend)
{
    connect();
    store.loseAnswers = 0;
    const Handle a = lease("a");
    disconnect();
    send(request(a, "1", Seconds(5)));
    send(request(a, "2", Seconds(5)));
    store.loseAnswers = 1;
    connect(2);
    scheduler.advance(Seconds(2));
    EXPECT_EQ(link.sent(), Ids{"2"}) << "the lane goes on behind it";
    scheduler.advance(Seconds(3) + Micros(1));
    EXPECT_EQ(evidence("1").outcome, CommandOutcome::Unknown);
}

// SPEC D2
TEST_F(DispatcherTest, ARegistryThatWasUnavailableIsAskedAgain)
{
    const Handle a = lease("a");
    send(request(a, "1"));
    store.refuseSteps = 3;
    connect();
    EXPECT_TRUE(link.frames.empty());
    scheduler.advance(Seconds(3));
    EXPECT_EQ(link.sent(), Ids{"1"});
}

// SPEC D1
TEST_F(DispatcherTest, SendsUnderTheConnectionsGenerationOnly)
{
    connect(1);
    store.generations[client] = 2; // the registry has seen a newer hello than this node
    send(request(lease("a"), "1"));
    scheduler.advance(Seconds(2));
    EXPECT_TRUE(link.frames.empty());
    EXPECT_EQ(evidence("1").stage, CommandStage::Admitted);
    FakeClientLink newer;
    const auto held = links.add(client, Epoch::trusted("e1"), 2, newer);
    scheduler.advance(Seconds(1));
    EXPECT_EQ(newer.sent(), Ids{"1"});
}

// SPEC D1: the registry's answer comes after the connection was replaced.
TEST_F(DispatcherTest, AFrameDoesNotLeaveUnderAnotherGenerationThanItsSend)
{
    connect(1);
    store.delay = Millis(10);
    dispatcher.send(request(lease("a"), "1", Seconds(5)), scope, [](Result<CommandRecord>) {});
    scheduler.advance(Millis(12)); // at its beginSend
    ASSERT_EQ(evidence("1").stage, CommandStage::SendAttempted);
    connect(2);
    EXPECT_TRUE(link.frames.empty());
    scheduler.advance(Seconds(6));
    EXPECT_EQ(evidence("1").outcome, CommandOutcome::Unknown);
}

// SPEC D2: it ends as unknown while the registry's answer to its beginSend is still on the way.
TEST_F(DispatcherTest, ACommandThatEndsAtItsBeginSendLeavesItsLaneInOrder)
{
    const Handle a = lease("a");
    send(request(a, "1", Seconds(1)));
    send(request(a, "2", Seconds(30)));
    store.delay = Seconds(3);
    connect();
    store.delay = Millis(1);
    scheduler.advance(Seconds(2));
    EXPECT_EQ(evidence("1").outcome, CommandOutcome::Unknown);
    scheduler.advance(Seconds(23));
    EXPECT_EQ(link.sent(), Ids{"2"}) << "nothing leaves past its deadline, and the lane goes on";
    EXPECT_EQ(dispatcher.queued(), 0u);
}

TEST_F(DispatcherTest, CancellingWhatIsUnsentEndsIt)
{
    send(request(lease("a"), "1"));
    Recorded cancelled, awaited;
    notifier.await(client.user, CommandId::trusted("1"), Seconds(30), scope, awaited.into());
    dispatcher.cancelCommand(client.user, CommandId::trusted("1"), scope, cancelled.into());
    ASSERT_TRUE(cancelled.ok());
    EXPECT_EQ(cancelled.record().outcome, CommandOutcome::Expired);
    EXPECT_EQ(cancelled.record().error->code, ErrorCode::Cancelled);
    EXPECT_TRUE(awaited.ok());
    EXPECT_EQ(dispatcher.queued(), 0u);
    connect();
    EXPECT_TRUE(link.frames.empty());
    Recorded unknown;
    dispatcher.cancelCommand(client.user, CommandId::trusted("nobody's"), scope, unknown.into());
    EXPECT_EQ(unknown.error(), ErrorCode::CommandUnknown);
}

TEST_F(DispatcherTest, CancellingWhatWasSentAsksTheClient)
{
    connect();
    send(request(lease("a"), "1"));
    Recorded cancelled;
    dispatcher.cancelCommand(client.user, CommandId::trusted("1"), scope, cancelled.into());
    ASSERT_TRUE(cancelled.ok());
    EXPECT_EQ(cancelled.record().stage, CommandStage::SendAttempted) << "nothing is claimed before the client answers";
    EXPECT_EQ(link.cancelled, Ids{"1"});
}

TEST_F(DispatcherTest, CancelFollowsAFrameThatIsAboutToLeave)
{
    connect();
    store.delay = Millis(10);
    dispatcher.send(request(lease("a"), "1"), scope, [](Result<CommandRecord>) {});
    scheduler.advance(Millis(12)); // admitted, and at its beginSend
    store.delay = Millis(1);
    Recorded cancelled;
    dispatcher.cancelCommand(client.user, CommandId::trusted("1"), scope, cancelled.into());
    scheduler.advance(Millis(20));
    EXPECT_EQ(link.sent(), Ids{"1"});
    EXPECT_EQ(link.cancelled, Ids{"1"});
    EXPECT_EQ(cancelled.times, 1);
}

TEST_F(DispatcherTest, ACallerThatLeftIsNotAnsweredAndItsCommandGoesOn)
{
    connect();
    store.delay = Millis(5);
    Recorded admitted;
    {
        Scope gone;
        dispatcher.send(request(lease("a"), "1"), gone, admitted.into());
    }
    scheduler.advance(Millis(20));
    EXPECT_EQ(admitted.times, 0);
    EXPECT_EQ(link.sent(), Ids{"1"});
}

TEST_F(DispatcherTest, StoppedItSendsNothingAndStartedAgainItGoesOn)
{
    send(request(lease("a"), "1"));
    dispatcher.stop(scope, [](Result<void>) {});
    connect();
    scheduler.advance(Seconds(5));
    EXPECT_TRUE(link.frames.empty());
    dispatcher.start(scope, [](Result<void>) {});
    scheduler.advance(Micros(0));
    EXPECT_EQ(link.sent(), Ids{"1"});
}

// SPEC W7
TEST(LinkDirectoryTest, TheNewestGenerationStandsWhateverTheOrderOfComingAndGoing)
{
    LinkDirectory links;
    FakeClientLink one, two;
    const ClientName client{UserId::trusted("u"), ClientId::trusted("c")};
    auto first = links.add(client, Epoch::trusted("e"), 1, one);
    auto second = links.add(client, Epoch::trusted("e"), 2, two);
    first = {};
    ASSERT_NE(links.find(client), nullptr);
    EXPECT_EQ(links.find(client)->link, &two);
    const auto stale = links.add(client, Epoch::trusted("e"), 1, one);
    EXPECT_EQ(links.find(client)->generation, 2u);
    second = {};
    EXPECT_EQ(links.find(client), nullptr);
}

// SPEC D4: command in at one node, socket on another, result in at a third, over one store.
TEST_F(DispatcherTest, WorksAcrossNodes)
{
    struct Relay final : CommandRelay {
        void offer(const CommandRecord &record) override
        {
            if (other)
                other->deliver(record);
        }
        void cancel(const CommandRecord &record) override { other->cancelSent(record); }
        Dispatcher *other = nullptr;
    } relay;
    LinkDirectory noLinks;
    Dispatcher app({store, fleet, noLinks, notifier, health, scheduler, clock, ids, &relay}, NodeId::trusted("app"),
                   Log());
    app.start(scope, [](Result<void>) {});
    RpcCorrelator rest({store, payloads, noLinks, notifier, health}, Log());
    rest.start(scope, [](Result<void>) {});
    connect();
    relay.other = &dispatcher;

    const Handle handle = lease("a");
    app.send(request(handle, "1"), scope, [](Result<CommandRecord> r) { EXPECT_TRUE(r.ok()); });
    EXPECT_EQ(link.sent(), Ids{"1"});
    app.cancelCommand(client.user, CommandId::trusted("1"), scope,
                      [](Result<CommandRecord> r) { EXPECT_TRUE(r.ok()); });
    EXPECT_EQ(link.cancelled, Ids{"1"});
    Recorded awaited, kept;
    notifier.await(client.user, CommandId::trusted("1"), Seconds(30), scope, awaited.into());
    rest.result(answer("1"), scope, kept.into());
    EXPECT_TRUE(kept.ok());
    EXPECT_TRUE(awaited.ok());

    relay.other = nullptr; // an offer that is lost: the command expires, unsent
    app.send(request(handle, "2", Seconds(5)), scope, [](Result<CommandRecord> r) { EXPECT_TRUE(r.ok()); });
    scheduler.advance(Seconds(6));
    EXPECT_EQ(evidence("2").outcome, CommandOutcome::Expired);
    EXPECT_EQ(link.sent(), Ids{"1"});
}

/// The four places where everything can break off, each with direct and with late answers of the store.
struct FourCuts : DeliveryFixture, testing::WithParamInterface<int> {
    FourCuts()
    {
        if (GetParam())
            store.delay = Millis(GetParam());
    }
    EvidenceAnswers answersAtTheEnd()
    {
        scheduler.advance(Seconds(10));
        return evidenceAnswers(evidence("1"));
    }
    void acknowledge()
    {
        correlator.acknowledge(client, Epoch::trusted("e1"), CommandId::trusted("1"), scope,
                               [](Result<CommandRecord> r) { EXPECT_TRUE(r.ok()); });
        settle();
    }
};

// SPEC D2 SPEC D3
TEST_P(FourCuts, BeforeTheWrite)
{
    send(request(lease("a"), "1", Seconds(5)));
    const EvidenceAnswers answers = answersAtTheEnd();
    EXPECT_EQ(evidence("1").outcome, CommandOutcome::Expired);
    EXPECT_EQ(answers.admitted, Answer::Yes);
    EXPECT_EQ(answers.sendAttempted, Answer::No);
    EXPECT_EQ(mayRepeat(evidence("1"), RepeatPolicy::OnlyIfUnsent), RepeatVerdict::Yes);
}

// SPEC D2 SPEC D3
TEST_P(FourCuts, AfterTheWrite)
{
    connect();
    send(request(lease("a"), "1", Seconds(5)));
    disconnect();
    const EvidenceAnswers answers = answersAtTheEnd();
    EXPECT_EQ(evidence("1").outcome, CommandOutcome::Unknown);
    EXPECT_EQ(answers.sendAttempted, Answer::Yes);
    EXPECT_EQ(answers.acknowledged, Answer::Unknown);
    EXPECT_EQ(answers.terminalRetained, Answer::No);
    EXPECT_EQ(mayRepeat(evidence("1"), RepeatPolicy::OnlyIfUnsent), RepeatVerdict::No);
    EXPECT_EQ(mayRepeat(evidence("1"), RepeatPolicy::NeedsConfirmation), RepeatVerdict::AskProduct);
}

// SPEC D2 SPEC D3
TEST_P(FourCuts, AfterTheAcknowledgement)
{
    connect();
    send(request(lease("a"), "1", Seconds(5)));
    acknowledge();
    disconnect();
    const EvidenceAnswers answers = answersAtTheEnd();
    EXPECT_EQ(evidence("1").outcome, CommandOutcome::Unknown);
    EXPECT_EQ(answers.acknowledged, Answer::Yes);
    EXPECT_EQ(answers.terminalRetained, Answer::No);
    EXPECT_EQ(answers.externalEffectKnown, Answer::Unknown);
}

// SPEC D2 SPEC D3: the client was not told `resultKept`, keeps its result, and sends it again on coming back.
TEST_P(FourCuts, AfterTheResultFrameBeforeItIsKept)
{
    connect();
    const Handle handle = lease("a");
    send(request(handle, "1", Seconds(5)));
    acknowledge();
    store.refuseSteps = 1;
    Recorded refused;
    correlator.result(answer("1"), scope, refused.into());
    disconnect();
    settle();
    EXPECT_EQ(refused.error(), ErrorCode::Unavailable);
    EXPECT_TRUE(link.kept.empty());
    endLease(handle);
    EXPECT_EQ(answersAtTheEnd().terminalRetained, Answer::No);

    connect(2);
    Recorded kept;
    correlator.result(answer("1", R"({"n":1})"), scope, kept.into());
    settle();
    ASSERT_TRUE(kept.ok());
    EXPECT_EQ(link.kept, Ids{"1"});
    EXPECT_EQ(evidence("1").outcome, CommandOutcome::Result);
    EXPECT_EQ(evidenceAnswers(evidence("1")).terminalRetained, Answer::Yes);
    EXPECT_EQ(evidenceAnswers(evidence("1")).externalEffectKnown, Answer::Yes);
}

INSTANTIATE_TEST_SUITE_P(StoreDelayMs, FourCuts, testing::Values(0, 3));

} // namespace
} // namespace cheetah::test
