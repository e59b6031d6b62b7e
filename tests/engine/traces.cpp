// SPDX-License-Identifier: Apache-2.0
// Trace context as it comes from anybody, what a span may hold, and what an exporter makes of its receiver's answers.
#include "node/otlptracer.h"
#include "support/keepingtracer.h"

#include <gtest/gtest.h>

#include <QtCore/QTemporaryDir>

#include <filesystem>
#include <fstream>

namespace cheetah::test {

namespace {

SpanRecord spanNumber(std::uint64_t number)
{
    SpanRecord span;
    span.context.span = number;
    return span;
}

} // namespace

// SPEC O5: a caller's context is joined to the letter; garbage is none.
TEST(Traceparent, IsReadToTheLetterAndGarbageIsNone)
{
    const std::string trace = "0af7651916cd43dd8448eb211c80319c", span = "b7ad6b7169203331";
    const std::string good = "00-" + trace + '-' + span + "-01";
    const auto read = parseTraceparent(good);
    ASSERT_TRUE(read);
    EXPECT_EQ(read->traceId(), trace);
    EXPECT_EQ(read->spanId(), span);
    EXPECT_TRUE(read->sampled);
    EXPECT_EQ(read->traceparent(), good);
    EXPECT_FALSE(parseTraceparent("00-" + trace + '-' + span + "-00")->sampled);
    EXPECT_TRUE(parseTraceparent("00-" + trace + '-' + span + "-ff")->sampled) << "flags that are not known yet";
    EXPECT_TRUE(parseTraceparent("cc-" + trace + '-' + span + "-01"));
    EXPECT_TRUE(parseTraceparent("cc-" + trace + '-' + span + "-01-what-comes-later"));

    const std::string hostile[] = {
        "",
        "00",
        good.substr(0, 54),
        good + "-",
        good + "-more",
        good + " ",
        " " + good,
        good + '\n',
        "ff-" + trace + '-' + span + "-01",
        "cc-" + trace + '-' + span + "-01.later",
        "cc-" + trace + '-' + span + "-01" + std::string(600, '-'),
        "0-" + trace + '-' + span + "-001",
        "00-" + std::string(32, '0') + '-' + span + "-01",
        "00-" + trace + '-' + std::string(16, '0') + "-01",
        "00-0AF7651916CD43DD8448EB211C80319C-" + span + "-01",
        "00-" + trace + "-B7AD6B7169203331-01",
        "00-" + trace + '-' + span + "-0A",
        "00-" + trace + '-' + span + "-0g",
        "0x-" + trace + '-' + span + "-01",
        "00_" + trace + '-' + span + "-01",
        "00-" + trace + '_' + span + "-01",
        "00-" + trace + '-' + span + "_01",
        "00-" + trace.substr(1) + "--" + span + "-01",
        "00-+af7651916cd43dd8448eb211c80319c-" + span + "-01",
        "00-" + trace.substr(0, 31) + std::string(1, '\0') + '-' + span + "-01",
        "00-" + trace.substr(0, 30) + "\xc3\xa9-" + span + "-01",
        std::string(100'000, 'a'),
    };
    for (const std::string &text : hostile)
        EXPECT_FALSE(parseTraceparent(text)) << text.substr(0, 80);
    EXPECT_EQ(TraceContext().traceparent(), "") << "no trace is told to nobody";
}

// SPEC O5
TEST(TraceSampler, PicksThePartThatItWasTold)
{
    SeededIdSource ids(7);
    const auto part = [&](double ratio) {
        const TraceSampler sampler(ratio);
        int picked = 0;
        for (int i = 0; i < 20'000; ++i)
            picked += sampler.samples({ids.random(), ids.random(), 1, false});
        return picked / 20'000.0;
    };
    EXPECT_EQ(part(0), 0);
    EXPECT_EQ(part(1), 1);
    EXPECT_EQ(part(-1), 0);
    EXPECT_EQ(part(7), 1);
    EXPECT_NEAR(part(0.1), 0.1, 0.01);
    EXPECT_NEAR(part(0.5), 0.5, 0.02);
    const TraceContext trace{ids.random(), ids.random(), 1, false};
    EXPECT_EQ(TraceSampler(0.3).samples(trace), TraceSampler(0.3).samples(trace)) << "the trace decides, not chance";
}

// SPEC O5 SPEC E4: bounded, whatever is told to it.
TEST(Span, IsBoundedInNumberAndLength)
{
    static const std::vector<std::string> keys = [] {
        std::vector<std::string> made;
        for (int i = 0; i < 100; ++i)
            made.push_back("key" + std::to_string(i));
        return made;
    }();
    KeepingTracer tracer;
    {
        Span span = Span::begin(&tracer, SpanKind::Server, std::string(500, 'n'), {});
        for (const std::string &key : keys)
            span.set(key, std::string(127, 'x') + "\xc3\xa9");
        for (int i = 0; i < 100; ++i)
            span.event("event", {{"text", std::string(1'000, 'y')}});
        tracer.time.advance(Millis(5));
        tracer.time.jumpWall(Seconds(-100));
    }
    ASSERT_EQ(tracer.spans.size(), 1u);
    const SpanRecord &span = tracer.spans.front();
    EXPECT_EQ(span.name.size(), SpanRecord::textBytes);
    EXPECT_EQ(span.attributes.size(), SpanRecord::mostAttributes);
    EXPECT_EQ(span.droppedAttributes, 100u - SpanRecord::mostAttributes);
    EXPECT_EQ(std::get<std::string>(span.attributes[0].value), std::string(127, 'x')) << "cut between characters";
    EXPECT_EQ(span.events.size(), SpanRecord::mostEvents);
    EXPECT_EQ(span.droppedEvents, 100u - SpanRecord::mostEvents);
    EXPECT_EQ(std::get<std::string>(span.events[0].attributes[0].value).size(), SpanRecord::textBytes);
    EXPECT_EQ(span.end - span.begin, Millis(5)) << "the wall clock's jump is no duration";
}

// SPEC O5
TEST(Span, JoinsItsParentAndWithoutATracerIsNothing)
{
    KeepingTracer tracer;
    Span parent = Span::begin(&tracer, SpanKind::Server, "parent", {});
    EXPECT_FALSE(tracer.current().valid());
    {
        const Tracer::Within within(&tracer, parent.context());
        Span child = Span::begin(&tracer, SpanKind::Internal, "child", tracer.current());
        EXPECT_EQ(child.context().traceId(), parent.context().traceId());
        child.fail("nothing_available");
    }
    EXPECT_FALSE(tracer.current().valid()) << "given back";
    ASSERT_EQ(tracer.spans.size(), 1u);
    EXPECT_EQ(tracer.spans[0].parent, parent.context().span);
    EXPECT_TRUE(tracer.spans[0].failed);
    parent.end();
    parent.end();
    EXPECT_EQ(tracer.spans.size(), 2u) << "ended once";

    tracer.sampled = false;
    const Span unsampled = Span::begin(&tracer, SpanKind::Server, "parent", {});
    EXPECT_TRUE(unsampled.context().valid());
    EXPECT_FALSE(unsampled.recording());
    EXPECT_FALSE(Span::begin(&tracer, SpanKind::Internal, "child", unsampled.context()).recording());
    EXPECT_EQ(tracer.spans.size(), 2u);

    Span nothing = Span::begin(nullptr, SpanKind::Server, "nothing", {});
    nothing.set("key", "value");
    nothing.event("event");
    EXPECT_FALSE(nothing);
    EXPECT_FALSE(nothing.context().valid());
    const Tracer::Within nowhere(nullptr, parent.context());
}

// SPEC O5
TEST(SpanQueue, TurnsAwayWhatComesWhileItIsFull)
{
    SpanQueue queue(3);
    for (std::uint64_t i = 1; i <= 3; ++i)
        EXPECT_TRUE(queue.push(spanNumber(i)));
    EXPECT_FALSE(queue.push(spanNumber(4)));
    auto batch = queue.take(2);
    ASSERT_EQ(batch.size(), 2u);
    EXPECT_EQ(batch[0].context.span, 1u);
    EXPECT_EQ(batch[1].context.span, 2u);
    EXPECT_TRUE(queue.push(spanNumber(5)));
    batch = queue.take(9);
    ASSERT_EQ(batch.size(), 2u);
    EXPECT_EQ(batch[0].context.span, 3u);
    EXPECT_EQ(batch[1].context.span, 5u);
    EXPECT_TRUE(queue.empty());
}

// SPEC O5
TEST(OtlpAnswers, SayWhetherToTryAgainAndWhen)
{
    for (const int status : {200, 202})
        EXPECT_EQ(otlpVerdict(status), OtlpVerdict::Accepted) << status;
    for (const int status : {0, 429, 502, 503, 504})
        EXPECT_EQ(otlpVerdict(status), OtlpVerdict::TryAgain) << status;
    for (const int status : {301, 307, 400, 401, 404, 413, 500, 501})
        EXPECT_EQ(otlpVerdict(status), OtlpVerdict::Rejected) << status;

    const WallTime now{Seconds(1'700'000'000)}; // Tue, 14 Nov 2023 22:13:20 GMT
    EXPECT_EQ(retryAfter("7", now), Micros(Seconds(7)));
    EXPECT_EQ(retryAfter("0", now), Micros(0));
    EXPECT_EQ(retryAfter("Tue, 14 Nov 2023 22:13:50 GMT", now), Micros(Seconds(30)));
    EXPECT_EQ(retryAfter("Tue, 14 Nov 2023 22:00:00 GMT", now), Micros(0)) << "it has passed";
    EXPECT_EQ(retryAfter("999999999", now), Micros(Seconds(3600)));
    for (const char *text :
         {"", "soon", "-1", "7s", " 7", "1e3", "99999999999999999999", "Tue, 99 Nov 2023 22:13:50 GMT"})
        EXPECT_FALSE(retryAfter(text, now)) << text;

    EXPECT_EQ(rejectedSpans(R"({"partialSuccess":{"rejectedSpans":"3","errorMessage":"x"}})"), 3u);
    EXPECT_EQ(rejectedSpans(R"({"partialSuccess":{"rejectedSpans":4}})"), 4u);
    for (const char *text :
         {"", "{}", "[]", "no json", R"({"partialSuccess":{}})", R"({"partialSuccess":{"rejectedSpans":-3}})",
          R"({"partialSuccess":{"rejectedSpans":"x"}})"})
        EXPECT_EQ(rejectedSpans(text), 0u) << text;
}

// SPEC E2: what opens the receiver is its owner's alone, and is never repeated.
TEST(OtlpHeadersFile, IsItsOwnersAloneAndHoldsHeadersAlone)
{
    QTemporaryDir folder;
    const std::filesystem::path file = folder.filePath("headers").toStdString();
    const auto write = [&](const std::string &text) {
        std::ofstream(file) << text;
        std::filesystem::permissions(file, std::filesystem::perms::owner_read | std::filesystem::perms::owner_write);
    };
    write("# of our tenant\n\nAuthorization: Bearer abc\r\nX-Tenant:seven  \n");
    const auto headers = readHeadersFile(file);
    ASSERT_TRUE(headers);
    const std::vector<std::pair<std::string, std::string>> wanted = {{"Authorization", "Bearer abc"},
                                                                     {"X-Tenant", "seven"}};
    EXPECT_EQ(*headers, wanted);
    std::filesystem::permissions(file, std::filesystem::perms::others_read, std::filesystem::perm_options::add);
    EXPECT_EQ(readHeadersFile(file).error().code, ErrorCode::InsecureTokenFile);
    for (const char *line : {"Authorization", ": secret", "Authorization:", "A b: secret", "Host: secret",
                             "content-length: 7", "X: secret\x01", "X: secr\xc3\xa9t"}) {
        write(std::string("X-Good: 1\n") + line + '\n');
        const auto refused = readHeadersFile(file);
        ASSERT_FALSE(refused) << line;
        EXPECT_EQ(refused.error().code, ErrorCode::BadSetting);
        EXPECT_EQ(refused.error().param("value"), file.string() + ":2");
    }
    EXPECT_EQ(readHeadersFile("/nonexistent/headers").error().code, ErrorCode::IoError);
}

} // namespace cheetah::test
