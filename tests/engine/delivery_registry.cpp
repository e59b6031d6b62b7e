// SPDX-License-Identifier: Apache-2.0
// Delivery over the memory registry: what the store and the dispatcher promise together.
#include "delivery/dispatcher.h"
#include "delivery/evidenceanswers.h"
#include "delivery/memorypayloadstore.h"
#include "delivery/responsenotifier.h"
#include "delivery/rpccorrelator.h"
#include "registry/memoryregistry.h"
#include "support/deliveryfixture.h"

namespace cheetah::test {
namespace {

/// One process with a client `c` that has contexts `a` and `b` in one window.
struct DeliveryOverRegistry : testing::Test {
    DeliveryOverRegistry()
    {
        dispatcher.start(scope, [](Result<void>) {});
        correlator.start(scope, [](Result<void>) {});
        notifier.start(scope, [](Result<void>) {});
        hello("e1");
        report({"a", "b"});
    }

    void hello(const std::string &epoch)
    {
        Hello hello;
        hello.client = client;
        hello.epoch = Epoch::trusted(epoch);
        hello.node = NodeId::trusted("n");
        hello.connection = ConnectionId::trusted("s" + std::to_string(++sockets));
        registry.hello(hello, scope, [&](Result<Welcome> welcome) {
            ASSERT_TRUE(welcome.ok()) << name(welcome.error().code);
            generation = welcome->generation;
        });
        registration = links.add(client, hello.epoch, generation, link);
        present = hello.epoch;
        scheduler.runUntilIdle();
    }
    void hangUp()
    {
        registration = {};
        registry.closed(client, generation, scope, [](Result<std::uint32_t> r) { EXPECT_TRUE(r.ok()); });
    }
    void report(const std::vector<std::string> &contexts)
    {
        Report report{client, present, ++seq, {{}}};
        report.windows[0].id = WindowId::trusted("w");
        for (const std::string &id : contexts) {
            report.windows[0].contexts.emplace_back();
            report.windows[0].contexts.back().id = ContextId::trusted(id);
        }
        registry.report(report, {generation}, scope,
                        [](Result<ReportAccepted> r) { ASSERT_TRUE(r.ok()) << name(r.error().code); });
    }
    Handle lease(const std::string &context, const std::string &request)
    {
        AssignArgs args;
        args.context.name = std::make_shared<const ContextName>(
            ContextName{client.user, client.client, present, ContextId::trusted(context)});
        args.task = TaskId::trusted("t");
        args.request = RequestId::trusted(request);
        args.node = NodeId::trusted("n");
        Handle handle;
        registry.assign(args, scope, [&](Result<Assigned> r) {
            ASSERT_TRUE(r.ok()) << name(r.error().code);
            handle = r->handle;
        });
        return handle;
    }
    bool selectable(const std::string &context)
    {
        const Slot slot =
            registry.fleet().find(ContextName{client.user, client.client, present, ContextId::trusted(context)});
        return slot != noSlot && !registry.fleet().context(slot).settling && !registry.fleet().context(slot).assignment;
    }
    void release(const Handle &handle)
    {
        registry.release(handle, EndCause::Released, scope, [](Result<Released> r) { EXPECT_TRUE(r.ok()); });
    }
    void send(const Handle &handle, const std::string &id, const std::string &kind = "navigate")
    {
        SendRequest request;
        request.user = client.user;
        request.handle = handle;
        request.task = TaskId::trusted("t");
        request.command = CommandId::trusted(id);
        request.content = {kind, "{}"};
        request.deadline = Seconds(5);
        dispatcher.send(request, scope, [](Result<CommandRecord> r) { ASSERT_TRUE(r.ok()) << name(r.error().code); });
    }
    Result<CommandRecord> answer(const std::string &id)
    {
        Result<CommandRecord> answered = ErrorCode::Internal;
        correlator.result({client, present, CommandId::trusted(id), "{}", std::nullopt, 0}, scope,
                          [&](Result<CommandRecord> r) { answered = std::move(r); });
        return answered;
    }
    CommandRecord evidence(const std::string &id)
    {
        CommandRecord record;
        registry.get(client.user, CommandId::trusted(id), scope, [&](Result<CommandRecord> r) {
            ASSERT_TRUE(r.ok());
            record = *r;
        });
        return record;
    }

    ManualClock clock;
    ManualScheduler scheduler{clock};
    SeededIdSource ids{3};
    MemoryRegistry registry{{}, clock, ids};
    LinkDirectory links;
    DispatcherHealth health{clock};
    ResponseNotifier notifier{registry, scheduler, {}};
    MemoryPayloadStore payloads{clock, ids, {}};
    Dispatcher dispatcher{
        {registry, registry, links, notifier, health, scheduler, clock, ids}, NodeId::trusted("n"), Log()};
    RpcCorrelator correlator{{registry, payloads, links, notifier, health}, Log()};
    FakeClientLink link;
    LinkDirectory::Registration registration;
    const ClientName client{UserId::trusted("u"), ClientId::trusted("c")};
    Epoch present;
    std::uint64_t generation = 0, seq = 0;
    int sockets = 0;
    Scope scope;
};

// SPEC D1 SPEC D2
TEST_F(DeliveryOverRegistry, FromAdmissionToKeptResult)
{
    const Handle handle = lease("a", "r");
    link.onSend = [&](const CommandFrame &frame) {
        EXPECT_EQ(evidence(frame.id.string()).stage, CommandStage::SendAttempted);
    };
    send(handle, "1");
    clock.advance(Millis(2));
    correlator.acknowledge(client, present, CommandId::trusted("1"), scope,
                           [](Result<CommandRecord> r) { EXPECT_TRUE(r.ok()); });
    EXPECT_EQ(evidence("1").stage, CommandStage::Acknowledged);
    EXPECT_TRUE(answer("1").ok());
    EXPECT_EQ(evidence("1").outcome, CommandOutcome::Result);
    EXPECT_EQ(link.kept, std::vector<std::string>{"1"});
}

// SPEC D1
TEST_F(DeliveryOverRegistry, AParkedCommandOfAnEndedLeaseIsFenced)
{
    const Handle handle = lease("a", "r");
    hangUp();
    send(handle, "1");
    release(handle);
    hello("e1");
    EXPECT_TRUE(link.frames.empty());
    EXPECT_EQ(evidence("1").outcome, CommandOutcome::Fenced);
    EXPECT_EQ(evidence("1").error->code, ErrorCode::Fenced);
}

// SPEC D1 SPEC W7: a new epoch inherits nothing, not even an equal tab number.
TEST_F(DeliveryOverRegistry, AParkedCommandDoesNotReachTheNextEpoch)
{
    const Handle handle = lease("a", "r");
    hangUp();
    send(handle, "1");
    hello("e2");
    seq = 0;
    report({"a", "b"});
    scheduler.runUntilIdle();
    EXPECT_TRUE(link.frames.empty());
    EXPECT_EQ(evidence("1").outcome, CommandOutcome::Fenced);
}

// SPEC D2 SPEC W17
TEST_F(DeliveryOverRegistry, ASentCommandSettlesItsContextUntilItsDeadline)
{
    const Handle handle = lease("a", "r");
    send(handle, "1");
    release(handle);
    EXPECT_FALSE(selectable("a"));
    scheduler.advance(Seconds(5));
    EXPECT_FALSE(selectable("a"));
    scheduler.advance(Micros(1));
    EXPECT_EQ(evidence("1").outcome, CommandOutcome::Unknown);
    EXPECT_TRUE(selectable("a"));
    EXPECT_TRUE(answer("1").ok());
    EXPECT_TRUE(evidence("1").replaced);
}

// SPEC W17
TEST_F(DeliveryOverRegistry, AResultEndsTheSettling)
{
    const Handle handle = lease("a", "r");
    send(handle, "1");
    release(handle);
    EXPECT_TRUE(answer("1").ok());
    EXPECT_TRUE(selectable("a"));
}

// SPEC D2
TEST_F(DeliveryOverRegistry, CancellingASentCommandClaimsNothing)
{
    send(lease("a", "r"), "1");
    dispatcher.cancelCommand(client.user, CommandId::trusted("1"), scope, [](Result<CommandRecord> r) {
        ASSERT_TRUE(r.ok());
        EXPECT_EQ(r->stage, CommandStage::SendAttempted);
    });
    EXPECT_EQ(link.cancelled, std::vector<std::string>{"1"});
}

// SPEC D1
TEST_F(DeliveryOverRegistry, ASecondBeginSendIsRefused)
{
    send(lease("a", "r"), "1");
    Recorded again;
    registry.beginSend(client.user, CommandId::trusted("1"), generation, scope, again.into());
    EXPECT_EQ(again.error(), ErrorCode::RequestKnown);
    dispatcher.deliver(evidence("1"));
    EXPECT_EQ(link.frames.size(), 1u);
}

// SPEC D2 SPEC D3
TEST_F(DeliveryOverRegistry, TheFourCutsEachLeaveTheRightEvidence)
{
    const Handle a = lease("a", "r");
    const auto cutAnswers = [&](const std::string &id) { return evidenceAnswers(evidence(id)); };
    send(a, "after the write");
    send(a, "after the acknowledgement");
    correlator.acknowledge(client, present, CommandId::trusted("after the acknowledgement"), scope,
                           [](Result<CommandRecord> r) { EXPECT_TRUE(r.ok()); });
    send(a, "result lost");
    hangUp();
    send(a, "before the write");
    scheduler.advance(Seconds(6));

    EXPECT_EQ(evidence("before the write").outcome, CommandOutcome::Expired);
    EXPECT_EQ(cutAnswers("before the write").sendAttempted, Answer::No);
    EXPECT_EQ(evidence("after the write").outcome, CommandOutcome::Unknown);
    EXPECT_EQ(cutAnswers("after the write").acknowledged, Answer::Unknown);
    EXPECT_EQ(cutAnswers("after the acknowledgement").acknowledged, Answer::Yes);
    EXPECT_EQ(cutAnswers("after the acknowledgement").terminalRetained, Answer::No);

    hello("e1"); // and the client sends again what it was not told to forget
    EXPECT_EQ(cutAnswers("result lost").terminalRetained, Answer::No);
    EXPECT_TRUE(answer("result lost").ok());
    EXPECT_EQ(cutAnswers("result lost").terminalRetained, Answer::Yes);
    EXPECT_EQ(link.kept, std::vector<std::string>{"result lost"});
    EXPECT_EQ(link.frames.size(), 3u) << "nothing was sent again";
}

} // namespace
} // namespace cheetah::test
