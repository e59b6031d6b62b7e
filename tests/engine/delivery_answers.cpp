// SPDX-License-Identifier: Apache-2.0
#include "delivery/evidenceanswers.h"

#include "support/deliveryfixture.h"

namespace cheetah::test {
namespace {

using CorrelatorTest = DeliveryFixture;
using Ids = std::vector<std::string>;

// SPEC D1 SPEC D2
TEST_F(CorrelatorTest, AcceptsAcknowledgementAndResultWhateverBecameOfTheAssignment)
{
    connect();
    const Handle handle = lease("a");
    send(request(handle, "1"));
    endLease(handle);
    clock.advance(Millis(30));
    correlator.acknowledge(client, Epoch::trusted("e1"), CommandId::trusted("1"), scope,
                           [](Result<CommandRecord> r) { EXPECT_TRUE(r.ok()); });
    EXPECT_EQ(evidence("1").stage, CommandStage::Acknowledged);
    Recorded kept;
    correlator.result(answer("1", R"({"title":"x"})"), scope, kept.into());
    ASSERT_TRUE(kept.ok());
    EXPECT_EQ(evidence("1").result, R"({"title":"x"})");
    EXPECT_EQ(link.kept, Ids{"1"});
    EXPECT_GE(health.sample().ackP50, Millis(30));
    EXPECT_LE(health.sample().ackP50, Millis(32));
}

// SPEC D2
TEST_F(CorrelatorTest, ResultThatComesTwiceIsKeptOnceAndToldTwice)
{
    connect();
    send(request(lease("a"), "1"));
    for (const char *json : {R"({"n":1})", R"({"n":2})"})
        correlator.result(answer("1", json), scope, [](Result<CommandRecord> r) { EXPECT_TRUE(r.ok()); });
    EXPECT_EQ(evidence("1").result, R"({"n":1})");
    EXPECT_EQ(link.kept, (Ids{"1", "1"}));
    EXPECT_EQ(correlator.counts().kept, 1u);
    EXPECT_EQ(correlator.counts().repeated, 1u);
    EXPECT_EQ(health.sample().results, 1u);
}

// SPEC D2
TEST_F(CorrelatorTest, ErrorIsATerminalStateToo)
{
    connect();
    send(request(lease("a"), "1"));
    IncomingResult failed = answer("1", "");
    failed.error = Error(ErrorCode::NavigationFailed, {{"url", "https://example.org/"}});
    correlator.result(failed, scope, [](Result<CommandRecord> r) { EXPECT_TRUE(r.ok()); });
    EXPECT_EQ(evidence("1").outcome, CommandOutcome::Error);
    EXPECT_EQ(evidence("1").error->code, ErrorCode::NavigationFailed);
    EXPECT_EQ(health.sample().errors, 1u);
}

// SPEC D1: another client or epoch cannot answer for this one.
TEST_F(CorrelatorTest, OnlyTheAddressedClientAndEpochAnswer)
{
    connect();
    send(request(lease("a"), "1"));
    Recorded foreign, retired, unknown, ack;
    IncomingResult other = answer("1");
    other.client.client = ClientId::trusted("intruder");
    correlator.result(other, scope, foreign.into());
    EXPECT_EQ(foreign.error(), ErrorCode::CommandUnknown);
    EXPECT_EQ(correlator.counts().foreign, 1u);
    correlator.acknowledge(other.client, Epoch::trusted("e1"), CommandId::trusted("1"), scope, ack.into());
    EXPECT_EQ(ack.error(), ErrorCode::CommandUnknown);
    correlator.result(answer("1", "{}", "e0"), scope, retired.into());
    EXPECT_EQ(retired.error(), ErrorCode::WrongEpoch);
    correlator.result(answer("nobody's"), scope, unknown.into());
    EXPECT_EQ(unknown.error(), ErrorCode::CommandUnknown);
    EXPECT_EQ(evidence("1").stage, CommandStage::SendAttempted);
    EXPECT_TRUE(link.kept.empty());

    disconnect();
    send(request(lease("b"), "unsent"));
    IncomingResult guessed = answer("unsent");
    guessed.error = Error(ErrorCode::ScriptFailed);
    Recorded refused;
    correlator.result(guessed, scope, refused.into());
    EXPECT_EQ(refused.error(), ErrorCode::CommandUnknown);
    EXPECT_EQ(evidence("unsent").stage, CommandStage::Admitted);
}

// SPEC D6
TEST_F(CorrelatorTest, LargeResultTravelsByReference)
{
    connect();
    send(request(lease("a"), "1"));
    const std::string large(CorrelatorLimits().inlineBytes + 1, 'x');
    correlator.result(answer("1", large), scope, [](Result<CommandRecord> r) { EXPECT_TRUE(r.ok()); });
    EXPECT_TRUE(evidence("1").result.empty());
    std::string fetched;
    payloads.get(client.user, evidence("1").resultRef, scope, [&](Result<std::string> r) { fetched = r.value(); });
    EXPECT_EQ(fetched, large);

    correlator.result(answer("1", large + "again"), scope, [](Result<CommandRecord> r) { EXPECT_TRUE(r.ok()); });
    EXPECT_EQ(payloads.bytes(), large.size()) << "a repeated result takes no room";
}

// SPEC D6
TEST_F(CorrelatorTest, ResultAtTheLimitStaysInline)
{
    connect();
    send(request(lease("a"), "1"));
    const std::string json(CorrelatorLimits().inlineBytes, 'x');
    correlator.result(answer("1", json), scope, [](Result<CommandRecord> r) { EXPECT_TRUE(r.ok()); });
    EXPECT_EQ(evidence("1").result, json);
    EXPECT_EQ(payloads.bytes(), 0u);
}

// SPEC D6: two copies of one large result that cross each other leave one payload.
TEST_F(CorrelatorTest, CrossingCopiesOfALargeResultLeaveOnePayload)
{
    connect();
    send(request(lease("a"), "1"));
    store.delay = Millis(2);
    const std::string large(CorrelatorLimits().inlineBytes + 1, 'x');
    Recorded one, two;
    correlator.result(answer("1", large), scope, one.into());
    correlator.result(answer("1", large), scope, two.into());
    settle();
    EXPECT_TRUE(one.ok());
    EXPECT_TRUE(two.ok());
    EXPECT_EQ(payloads.bytes(), large.size());
}

// SPEC D2 SPEC D6
TEST_F(CorrelatorTest, WhatCannotBeKeptIsNotCalledKept)
{
    MemoryPayloadStore tiny(clock, ids, {1'000, 1'000'000, Seconds(60)});
    CorrelatorLimits limits;
    limits.inlineBytes = 100;
    limits.resultBytes = 50'000;
    RpcCorrelator strict({store, tiny, links, notifier, health}, Log(), limits);
    Recorded early, full, large, down;
    strict.result(answer("1"), scope, early.into());
    EXPECT_EQ(early.error(), ErrorCode::NotReady);
    strict.start(scope, [](Result<void>) {});
    connect();
    send(request(lease("a"), "1"));
    strict.result(answer("1", std::string(2'000, 'x')), scope, full.into());
    EXPECT_EQ(full.error(), ErrorCode::LimitExceeded);
    strict.result(answer("1", std::string(50'001, 'x')), scope, large.into());
    EXPECT_EQ(large.error(), ErrorCode::TooLarge);
    strict.stop(scope, [](Result<void>) {});
    strict.result(answer("1"), scope, down.into());
    EXPECT_EQ(down.error(), ErrorCode::GoingDown);
    EXPECT_TRUE(link.kept.empty());
    EXPECT_EQ(strict.counts().refused, 4u);
    EXPECT_EQ(evidence("1").stage, CommandStage::SendAttempted);
}

// SPEC W13
TEST_F(CorrelatorTest, AnswersToCreationsAreToldWithTheirSeq)
{
    struct Sink final : CreationSink {
        void creationAnswered(const CommandRecord &record, std::uint64_t seq) override
        {
            told.emplace_back(record.content.provision.text(), seq);
        }
        std::vector<std::pair<std::string, std::uint64_t>> told;
    } sink;
    RpcCorrelator telling({store, payloads, links, notifier, health, &sink}, Log());
    telling.start(scope, [](Result<void>) {});
    connect();
    const Handle handle = lease("a");
    SendRequest open = request(handle, "1");
    open.content = {"openTab", "{}", WindowId::trusted("w"), ProvisionId::trusted("p")};
    send(open);
    send(request(handle, "2"));
    IncomingResult opened = answer("1");
    opened.seq = 42;
    telling.result(opened, scope, [](Result<CommandRecord> r) { EXPECT_TRUE(r.ok()); });
    telling.result(answer("2"), scope, [](Result<CommandRecord> r) { EXPECT_TRUE(r.ok()); });
    EXPECT_EQ(sink.told, (std::vector<std::pair<std::string, std::uint64_t>>{{"p", 42}}));
}

using NotifierTest = DeliveryFixture;

// SPEC A1
TEST_F(NotifierTest, AnswersAtTheEndOrWithWhatIsKnownWhenTheWaitPassed)
{
    connect();
    send(request(lease("a"), "1"));
    Recorded atOnce, patient, impatient;
    notifier.await(client.user, CommandId::trusted("1"), Micros(0), scope, atOnce.into());
    ASSERT_TRUE(atOnce.ok());
    EXPECT_EQ(atOnce.record().stage, CommandStage::SendAttempted);
    notifier.await(client.user, CommandId::trusted("1"), Seconds(1), scope, impatient.into());
    notifier.await(client.user, CommandId::trusted("1"), Seconds(30), scope, patient.into());
    scheduler.advance(Seconds(1));
    ASSERT_TRUE(impatient.ok());
    EXPECT_EQ(impatient.record().stage, CommandStage::SendAttempted);
    EXPECT_EQ(patient.times, 0);
    correlator.result(answer("1"), scope, [](Result<CommandRecord>) {});
    ASSERT_TRUE(patient.ok());
    EXPECT_EQ(patient.record().outcome, CommandOutcome::Result);
    scheduler.advance(Seconds(60));
    EXPECT_EQ(patient.times, 1);
    EXPECT_EQ(notifier.awaiters(), 0u);
}

TEST_F(NotifierTest, AnEndBetweenTheQuestionAndItsAnswerIsNotMissed)
{
    connect();
    send(request(lease("a"), "1"));
    store.delay = Millis(5);
    Recorded awaited;
    notifier.await(client.user, CommandId::trusted("1"), Seconds(30), scope, awaited.into());
    CommandRecord ended = evidence("1");
    ended.stage = CommandStage::Terminal;
    ended.outcome = CommandOutcome::Result;
    notifier.commandEnded(ended);
    scheduler.advance(Seconds(60));
    ASSERT_TRUE(awaited.ok());
    EXPECT_EQ(awaited.record().outcome, CommandOutcome::Result);
}

TEST_F(NotifierTest, UnknownCommandsAreToldAtOnce)
{
    Recorded awaited;
    notifier.await(client.user, CommandId::trusted("none"), Seconds(30), scope, awaited.into());
    EXPECT_EQ(awaited.error(), ErrorCode::CommandUnknown);
    EXPECT_EQ(notifier.awaiters(), 0u);
}

TEST_F(NotifierTest, AwaitersAreBoundedAndThoseWhoLeftMakeRoom)
{
    ResponseNotifier small(store, scheduler, {2, Seconds(600)});
    small.start(scope, [](Result<void>) {});
    send(request(lease("a"), "1"));
    Recorded stays, leaves, third, fourth;
    small.await(client.user, CommandId::trusted("1"), Seconds(30), scope, stays.into());
    {
        Scope gone;
        small.await(client.user, CommandId::trusted("1"), Seconds(30), gone, leaves.into());
        Recorded full;
        small.await(client.user, CommandId::trusted("1"), Seconds(30), scope, full.into());
        EXPECT_EQ(full.error(), ErrorCode::QueueFull);
    }
    small.await(client.user, CommandId::trusted("1"), Seconds(30), scope, third.into());
    EXPECT_EQ(third.times, 0);
    EXPECT_EQ(small.awaiters(), 2u);
    EXPECT_EQ(small.turnedAway(), 1u);
    scheduler.advance(Seconds(31));
    EXPECT_EQ(leaves.times, 0);
    EXPECT_EQ(stays.times, 1);
}

// SPEC L3
TEST_F(NotifierTest, StopAnswersEveryAwaiterWithWhatIsKnown)
{
    send(request(lease("a"), "1"));
    Recorded awaited, late;
    notifier.await(client.user, CommandId::trusted("1"), Seconds(30), scope, awaited.into());
    notifier.stop(scope, [](Result<void>) {});
    ASSERT_TRUE(awaited.ok());
    EXPECT_EQ(awaited.record().stage, CommandStage::Admitted);
    notifier.await(client.user, CommandId::trusted("1"), Seconds(30), scope, late.into());
    EXPECT_EQ(late.times, 1);
}

CommandRecord recordAt(CommandStage stage, std::optional<CommandOutcome> outcome = {}, bool acknowledged = false)
{
    CommandRecord record;
    record.id = CommandId::trusted("1");
    record.stage = stage;
    record.outcome = outcome;
    if (acknowledged)
        record.acknowledgedAt = {5};
    return record;
}

// SPEC D3
TEST(EvidenceAnswersTest, TheFiveQuestionsForEachState)
{
    struct Case {
        const char *what;
        CommandRecord record;
        Answer sent, acknowledged, terminal, effect;
    };
    using enum Answer;
    const Case cases[] = {
        {"admitted", recordAt(CommandStage::Admitted), No, No, No, Unknown},
        {"sent", recordAt(CommandStage::SendAttempted), Yes, Unknown, No, Unknown},
        {"acknowledged", recordAt(CommandStage::Acknowledged, {}, true), Yes, Yes, No, Unknown},
        {"result", recordAt(CommandStage::Terminal, CommandOutcome::Result), Yes, Yes, Yes, Yes},
        {"error", recordAt(CommandStage::Terminal, CommandOutcome::Error), Yes, Yes, Yes, Unknown},
        {"fenced", recordAt(CommandStage::Terminal, CommandOutcome::Fenced), No, No, Yes, Unknown},
        {"expired", recordAt(CommandStage::Terminal, CommandOutcome::Expired), No, No, Yes, Unknown},
        {"unknown", recordAt(CommandStage::Terminal, CommandOutcome::Unknown), Yes, Unknown, No, Unknown},
        {"unknown, acknowledged", recordAt(CommandStage::Terminal, CommandOutcome::Unknown, true), Yes, Yes, No,
         Unknown},
    };
    for (const Case &c : cases) {
        const EvidenceAnswers answers = evidenceAnswers(c.record);
        EXPECT_EQ(answers.admitted, Yes) << c.what;
        EXPECT_EQ(answers.sendAttempted, c.sent) << c.what;
        EXPECT_EQ(answers.acknowledged, c.acknowledged) << c.what;
        EXPECT_EQ(answers.terminalRetained, c.terminal) << c.what;
        EXPECT_EQ(answers.externalEffectKnown, c.effect) << c.what;
    }
}

// SPEC D3
TEST(EvidenceAnswersTest, ATaskIsAnsweredOverAllItsCommands)
{
    const CommandRecord unsent = recordAt(CommandStage::Terminal, CommandOutcome::Expired);
    const CommandRecord unknown = recordAt(CommandStage::Terminal, CommandOutcome::Unknown);
    const EvidenceAnswers both = evidenceAnswers({unsent, unknown}, false);
    EXPECT_EQ(both.sendAttempted, Answer::Yes);
    EXPECT_EQ(both.acknowledged, Answer::Unknown);
    EXPECT_EQ(both.terminalRetained, Answer::Yes);
    EXPECT_EQ(evidenceAnswers(std::vector<CommandRecord>{}, false).admitted, Answer::No);
    EXPECT_EQ(evidenceAnswers(std::vector<CommandRecord>{}, true).admitted, Answer::Unknown)
        << "it may have been dropped";
    EXPECT_EQ(evidenceAnswers({unsent}, true).sendAttempted, Answer::Unknown);
}

// SPEC D3
TEST(EvidenceAnswersTest, MayRepeatByPolicy)
{
    struct Case {
        CommandRecord record;
        RepeatVerdict idempotent, onlyIfUnsent, needsConfirmation;
    };
    using enum RepeatVerdict;
    const Case cases[] = {
        {recordAt(CommandStage::Admitted), Yes, No, No},
        {recordAt(CommandStage::SendAttempted), Yes, No, AskProduct},
        {recordAt(CommandStage::Acknowledged), Yes, No, AskProduct},
        {recordAt(CommandStage::Terminal, CommandOutcome::Result), Yes, No, AskProduct},
        {recordAt(CommandStage::Terminal, CommandOutcome::Error), Yes, No, AskProduct},
        {recordAt(CommandStage::Terminal, CommandOutcome::Unknown), Yes, No, AskProduct},
        {recordAt(CommandStage::Terminal, CommandOutcome::Fenced), Yes, Yes, Yes},
        {recordAt(CommandStage::Terminal, CommandOutcome::Expired), Yes, Yes, Yes},
    };
    for (const Case &c : cases) {
        EXPECT_EQ(mayRepeat(c.record, RepeatPolicy::Idempotent), c.idempotent);
        EXPECT_EQ(mayRepeat(c.record, RepeatPolicy::OnlyIfUnsent), c.onlyIfUnsent);
        EXPECT_EQ(mayRepeat(c.record, RepeatPolicy::NeedsConfirmation), c.needsConfirmation);
    }
    const CommandRecord unsent = cases[6].record, sent = cases[1].record;
    EXPECT_EQ(mayRepeat({unsent, sent}, RepeatPolicy::OnlyIfUnsent, false), No);
    EXPECT_EQ(mayRepeat({unsent, sent}, RepeatPolicy::NeedsConfirmation, false), AskProduct);
    EXPECT_EQ(mayRepeat({unsent, unsent}, RepeatPolicy::OnlyIfUnsent, false), Yes);
    EXPECT_EQ(mayRepeat({unsent}, RepeatPolicy::OnlyIfUnsent, true), AskProduct);
    EXPECT_EQ(mayRepeat(std::vector<CommandRecord>{}, RepeatPolicy::Idempotent, true), Yes);
}

// SPEC D3: the context became idle, which changes no answer.
TEST_F(DeliveryFixture, IdlenessIsNoEvidence)
{
    connect();
    const Handle handle = lease("a");
    send(request(handle, "1"));
    const RepeatVerdict leased = mayRepeat(evidence("1"), RepeatPolicy::NeedsConfirmation);
    endLease(handle);
    EXPECT_EQ(mayRepeat(evidence("1"), RepeatPolicy::NeedsConfirmation), leased);
    EXPECT_EQ(evidenceAnswers(evidence("1")).terminalRetained, Answer::No);
    EXPECT_EQ(evidenceAnswers(evidence("1")).externalEffectKnown, Answer::Unknown);
}

// SPEC O1
TEST(DispatcherHealthTest, RatesAreOverTheLastTenWholeSeconds)
{
    ManualClock clock;
    DispatcherHealth health(clock);
    for (int second = 0; second < 30; ++second) {
        for (int i = 0; i < 5; ++i)
            health.admitted();
        clock.advance(Seconds(1));
    }
    EXPECT_DOUBLE_EQ(health.sample().admittedRate, 5.0);
    health.admitted(); // in the running second, which does not count yet
    EXPECT_DOUBLE_EQ(health.sample().admittedRate, 5.0);
    clock.advance(Seconds(5));
    EXPECT_DOUBLE_EQ(health.sample().admittedRate, 2.6);
    clock.advance(Seconds(10));
    EXPECT_DOUBLE_EQ(health.sample().admittedRate, 0.0);
    EXPECT_EQ(health.sample().admitted, 151u);
}

// SPEC O1
TEST(DispatcherHealthTest, LatencyQuantilesAreAtMostASixteenthTooHighAndForgetOldMinutes)
{
    ManualClock clock;
    DispatcherHealth health(clock);
    EXPECT_EQ(health.sample().ackP50, std::nullopt) << "no answer is no fast answer";
    for (int ms = 1; ms <= 1'000; ++ms)
        health.acknowledged(Millis(ms));
    const auto near = [](std::optional<Micros> seen, Micros wanted) {
        return seen >= wanted && seen <= wanted + wanted / 16;
    };
    EXPECT_TRUE(near(health.sample().ackP50, Millis(500)));
    EXPECT_TRUE(near(health.sample().ackP95, Millis(950)));
    EXPECT_TRUE(near(health.sample().ackP99, Millis(990)));
    clock.advance(Seconds(61));
    health.acknowledged(Micros(7));
    EXPECT_GE(health.sample().ackP50, Millis(500));
    clock.advance(Seconds(60));
    health.acknowledged(Micros(7));
    EXPECT_EQ(health.sample().ackP99, Micros(7));
    clock.advance(Seconds(180));
    EXPECT_EQ(health.sample().ackP99, std::nullopt) << "nothing was acknowledged lately";
}

TEST(DispatcherHealthTest, AnyLatencyHasABucket)
{
    for (const std::int64_t us :
         {std::int64_t(-5), std::int64_t(0), std::int64_t(15), std::int64_t(16), std::int64_t(31), std::int64_t(32),
          std::int64_t(33), std::int64_t(1) << 40, INT64_MAX}) {
        LatencyHistogram histogram;
        histogram.add(Micros(us));
        EXPECT_EQ(histogram.count(), 1u);
        const std::int64_t seen = LatencyHistogram::quantile(histogram, LatencyHistogram(), 0.5).value().count();
        if (us >= 0 && us < std::int64_t(1) << 34) {
            EXPECT_GE(seen, us);
            EXPECT_LE(seen, us + us / 16);
        }
    }
}

} // namespace
} // namespace cheetah::test
