// SPDX-License-Identifier: Apache-2.0
// Commands as spans: one for each that was admitted, told by its evidence, whatever became of it.
#include "support/deliveryfixture.h"
#include "support/keepingtracer.h"

namespace cheetah::test {

namespace {

struct CommandTracing : DeliveryFixture {
    CommandTracing()
    {
        traced.start(scope, [](Result<void>) {});
    }

    void sendTraced(const SendRequest &r)
    {
        traced.send(r, scope, [](Result<CommandRecord>) {});
        settle();
    }
    static std::vector<std::string> events(const SpanRecord &span)
    {
        std::vector<std::string> names;
        for (const SpanEvent &event : span.events)
            names.emplace_back(event.name);
        return names;
    }

    KeepingTracer tracer;
    CommandTraces traces{&tracer, fleet, 2};
    Dispatcher traced{
        {store, fleet, links, traces, health, scheduler, clock, ids, nullptr, &traces}, NodeId::trusted("n"), Log()};
    RpcCorrelator answers{{store, payloads, links, traces, health}, Log()};
};

using Names = std::vector<std::string>;

} // namespace

// SPEC O5 SPEC D2
TEST_F(CommandTracing, ACommandIsOneSpanFromAdmissionToItsEnd)
{
    const auto done = [](Result<void>) {};
    answers.start(scope, done);
    connect();
    const Handle handle = lease("a");
    const TraceContext parent{1, 2, 3, true};
    {
        const Tracer::Within within(&tracer, parent);
        sendTraced(request(handle, "c1"));
    }
    ASSERT_EQ(link.frames.size(), 1u);
    const auto told = parseTraceparent(link.frames[0].traceparent);
    ASSERT_TRUE(told);
    EXPECT_EQ(told->traceId(), parent.traceId());
    EXPECT_TRUE(tracer.spans.empty()) << "it has not ended";
    sendTraced(request(handle, "c1"));
    ASSERT_EQ(tracer.spans.size(), 1u) << "asking for the record is a span of its own, which ends at once";
    answers.result(answer("c1"), scope, [](Result<CommandRecord>) {});
    settle();
    answers.result(answer("c1"), scope, [](Result<CommandRecord>) {});
    settle();
    ASSERT_EQ(tracer.spans.size(), 2u) << "an end that is told twice ends one span";
    const SpanRecord &span = tracer.spans[1];
    EXPECT_EQ(span.context, *told);
    EXPECT_EQ(span.parent, parent.span);
    EXPECT_EQ(span.name, "command navigate");
    EXPECT_EQ(KeepingTracer::text(span, "cheetah.outcome"), "result");
    EXPECT_EQ(events(span), (Names{"admitted", "sent"}));
    EXPECT_FALSE(span.failed);
    for (const char *key : {"cheetah.user", "cheetah.client", "cheetah.task"})
        EXPECT_EQ(KeepingTracer::text(span, key), "") << key;
    EXPECT_EQ(traces.open(), 0u);
}

// SPEC O5 SPEC D1 SPEC D2
TEST_F(CommandTracing, EndsWithoutAResultSayWhy)
{
    tracer.ids = true;
    SendRequest foreign = request(lease("a"), "refused");
    foreign.content.kind.clear();
    sendTraced(foreign);
    ASSERT_EQ(tracer.spans.size(), 1u);
    EXPECT_TRUE(tracer.spans[0].failed);
    EXPECT_EQ(KeepingTracer::text(tracer.spans[0], "error.type"), "bad_request");
    EXPECT_EQ(KeepingTracer::text(tracer.spans[0], "cheetah.user"), "u");
    EXPECT_EQ(KeepingTracer::text(tracer.spans[0], "cheetah.client"), "c");
    EXPECT_EQ(KeepingTracer::text(tracer.spans[0], "cheetah.task"), "t");

    const Handle handle = lease("a");
    SendRequest ofProduct = request(handle, "fenced");
    ofProduct.content.kind = "https://a-kind-of-the-products-own";
    sendTraced(ofProduct);
    endLease(handle);
    connect();
    ASSERT_EQ(tracer.spans.size(), 2u);
    EXPECT_EQ(tracer.spans[1].name, "command other") << "a caller's text names nothing";
    EXPECT_EQ(KeepingTracer::text(tracer.spans[1], "cheetah.outcome"), "fenced");
    EXPECT_EQ(events(tracer.spans[1]), Names{"admitted"});
    EXPECT_TRUE(tracer.spans[1].failed);

    disconnect();
    sendTraced(request(lease("a"), "expired", Seconds(1)));
    scheduler.advance(Seconds(2));
    ASSERT_EQ(tracer.spans.size(), 3u);
    EXPECT_EQ(KeepingTracer::text(tracer.spans[2], "cheetah.outcome"), "expired");
}

// SPEC O5: bounded; what nobody tells the end of is let go.
TEST_F(CommandTracing, KeepsABoundedNumberOpen)
{
    for (const char *id : {"c1", "c2", "c3"})
        sendTraced(request(lease(id), id, Seconds(1)));
    EXPECT_EQ(traces.open(), 2u);
    ASSERT_EQ(tracer.spans.size(), 1u) << "the third is known by its admission alone";
    EXPECT_EQ(events(tracer.spans[0]), Names{"admitted"});

    CommandTraces forgetful(&tracer, fleet, 2);
    CommandRecord record = evidence("c1");
    record.id = CommandId::trusted("elsewhere");
    forgetful.admitted(record, forgetful.begin(request(lease("a"), "elsewhere")), false);
    clock.advance(Seconds(60));
    record.id = CommandId::trusted("later");
    record.deadline = fleet.now() + Seconds(1);
    forgetful.admitted(record, forgetful.begin(request(lease("a"), "later")), false);
    EXPECT_EQ(forgetful.open(), 1u);
    EXPECT_EQ(KeepingTracer::text(tracer.spans.back(), "cheetah.outcome"), "not_told");
    forgetful.endAll();
    EXPECT_EQ(forgetful.open(), 0u);
}

// SPEC O5 SPEC D4: the context goes along to the node that sends the command, where garbage is no context.
TEST_F(CommandTracing, AnotherNodesContextReachesTheClient)
{
    const std::string context = "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01";
    sendTraced(request(lease("a"), "c1"));
    const CommandRecord record = evidence("c1");
    traces.endAll();
    const std::size_t before = tracer.spans.size();
    EXPECT_EQ(traced.traceparent(record), "");
    CommandTraces other(&tracer, fleet);
    other.joined(record, context + "x");
    EXPECT_EQ(other.traceparent(record), "");
    other.joined(record, context);
    EXPECT_EQ(other.traceparent(record), context);
    CommandRecord ended = record;
    ended.stage = CommandStage::Terminal;
    ended.outcome = CommandOutcome::Result;
    other.commandEnded(ended);
    EXPECT_EQ(other.open(), 0u);
    EXPECT_EQ(tracer.spans.size(), before) << "its span is kept elsewhere";
}

} // namespace cheetah::test
