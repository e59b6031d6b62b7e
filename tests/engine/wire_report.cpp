// SPDX-License-Identifier: Apache-2.0
#include "base/idsource.h"
#include "wire/fastreport.h"
#include "wire/messages.h"
#include "wire/reportreader.h"

#include <gtest/gtest.h>

namespace cheetah {
namespace {

ReportedContext tab(const std::string &id, std::string title, std::string url = "https://example.test/")
{
    ReportedContext context;
    context.id = ContextId::trusted(id);
    context.title = std::move(title);
    context.url = std::move(url);
    return context;
}

ReportMessage sample(std::size_t windows = 2, std::size_t tabs = 3)
{
    ReportMessage message;
    message.epoch = Epoch::trusted("e1");
    message.seq = 7;
    for (std::size_t w = 0; w < windows; ++w) {
        ReportedWindow window;
        window.id = WindowId::trusted("w" + std::to_string(w));
        window.title = "Window";
        window.focused = w == 0;
        for (std::size_t t = 0; t < tabs; ++t)
            window.contexts.push_back(tab("t" + std::to_string(w * tabs + t), "Übersicht \"quoted\""));
        message.windows.push_back(std::move(window));
    }
    if (windows && tabs) {
        message.windows[0].provision = ProvisionId::trusted("p1");
        message.windows[0].contexts[0].health = Health::Crashed;
        message.windows[0].contexts[0].ours = true;
        message.windows[0].contexts[0].provision = ProvisionId::trusted("p1");
        message.windows[0].contexts[0].opener = ContextId::trusted("t9");
    }
    return message;
}

std::string frameOf(const ReportMessage &message)
{
    return rpcRequest(RpcId(std::int64_t(5)), clientmethod::report, message);
}

std::string framed(std::string_view params)
{
    return rpcRequest(RpcId(std::int64_t(5)), clientmethod::report, params);
}

/// What a read came to, for comparison.
struct Outcome {
    std::string code;
    Error::Params params;
    std::optional<RpcId> id;
    Epoch epoch;
    std::uint64_t seq = 0;
    std::vector<ReportedWindow> windows;
    friend bool operator==(const Outcome &, const Outcome &) = default;
};

Outcome outcomeOf(const std::optional<Result<ReportFrame>> &read)
{
    if (!read)
        return {"no report", {}, {}, {}, 0, {}};
    if (!*read)
        return {std::string(name(read->error().code)), read->error().params, {}, {}, 0, {}};
    const ReportFrame &frame = **read;
    return {"ok", {}, frame.id, frame.epoch, frame.seq, frame.report->windows};
}

/// What the strict walker alone makes of the frame.
Outcome strictly(std::string_view bytes, const ReportLimits &limits)
{
    ReportReader reader;
    const auto message = parseRpc(bytes, limits.json);
    if (!message)
        return outcomeOf(Result<ReportFrame>(message.error()));
    if (message->kind != RpcMessage::Kind::Request || message->method != "report")
        return {"no report", {}, {}, {}, 0, {}};
    auto read = reader.fromParams(message->params, limits);
    if (read)
        read->id = message->id;
    return outcomeOf(read);
}

bool fastAccepts(std::string_view bytes, const ReportLimits &limits = {})
{
    FastReport fast;
    Report report;
    ReportFrame frame;
    return fast.readFrame(bytes, limits, report, frame);
}

TEST(ReportReader, ReadsEveryMember)
{
    const ReportMessage message = sample();
    const std::string frame = frameOf(message);
    ReportReader reader;
    const auto read = reader.read(frame, {});
    ASSERT_TRUE(read && *read);
    EXPECT_TRUE(fastAccepts(frame));
    EXPECT_EQ((*read)->id, RpcId(std::int64_t(5)));
    EXPECT_EQ((*read)->epoch, message.epoch);
    EXPECT_EQ((*read)->seq, 7u);
    EXPECT_EQ((*read)->report->windows, message.windows);
    EXPECT_EQ((*read)->report->epoch, message.epoch);
    EXPECT_EQ((*read)->rawWindows, toJson(message.windows));
    EXPECT_EQ(outcomeOf(read), strictly(frame, {}));
}

TEST(ReportReader, ForgetsThePreviousReport)
{
    ReportReader reader;
    ASSERT_TRUE(*reader.read(frameOf(sample(3, 5)), {}));
    ReportMessage smaller = sample(1, 1);
    smaller.windows[0].contexts[0] = {};
    smaller.windows[0].contexts[0].id = ContextId::trusted("x");
    smaller.windows[0].provision = {};
    const std::string bare =
        framed(R"({"epoch":"e2","seq":1,"windows":[{"windowId":"w","contexts":[{"contextId":"x"}]}]})");
    const auto read = reader.read(bare, {});
    ASSERT_TRUE(read && *read);
    EXPECT_TRUE(fastAccepts(bare));
    ASSERT_EQ((*read)->report->windows.size(), 1u);
    EXPECT_EQ((*read)->report->windows[0].contexts, smaller.windows[0].contexts);
    EXPECT_EQ((*read)->report->windows[0].title, "");
    EXPECT_FALSE((*read)->report->windows[0].focused);
    EXPECT_TRUE((*read)->report->windows[0].provision.empty());
}

TEST(ReportReader, FindsUnchangedWindowsByTheirBytes)
{
    ReportMessage message = sample();
    ReportReader reader;
    const std::string previous((*reader.read(frameOf(message), {}))->rawWindows);
    message.seq = 8;
    auto read = reader.read(frameOf(message), {}, previous);
    ASSERT_TRUE(read && *read);
    EXPECT_EQ((*read)->report, nullptr);
    EXPECT_EQ((*read)->seq, 8u);
    EXPECT_EQ((*read)->rawWindows, previous);
    EXPECT_EQ((*read)->id, RpcId(std::int64_t(5)));

    message.windows[1].contexts[2].title = "changed";
    read = reader.read(frameOf(message), {}, previous);
    ASSERT_TRUE(read && *read);
    ASSERT_NE((*read)->report, nullptr);
    EXPECT_EQ((*read)->report->windows, message.windows);

    const std::string elsewhere =
        R"({"jsonrpc":"2.0","id":1,"method":"report","params":{"epoch":"e","seq":9,"x":{"windows":)" + previous
        + R"(},"windows":[]}})";
    read = reader.read(elsewhere, {}, previous);
    ASSERT_TRUE(read && *read);
    ASSERT_NE((*read)->report, nullptr);
    EXPECT_TRUE((*read)->report->windows.empty());

    const std::string damaged =
        R"({"jsonrpc":"2.0","id":1,"method":"report","params":{"epoch":"e","seq":9,"windows":)" + previous + "x}}";
    EXPECT_EQ(outcomeOf(reader.read(damaged, {}, previous)).code, "bad_json");
}

TEST(ReportReader, LeavesOtherMessagesToOthers)
{
    ReportReader reader;
    EXPECT_FALSE(reader.read(R"({"jsonrpc":"2.0","id":1,"method":"hello","params":{}})", {}));
    EXPECT_FALSE(reader.read(R"({"jsonrpc":"2.0","id":1,"method":"hello","params":{"method":"report"}})", {}));
    EXPECT_FALSE(reader.read(R"({"jsonrpc":"2.0","method":"report","params":{}})", {}));
    EXPECT_FALSE(reader.read("", {}));
    const std::string late =
        R"({"jsonrpc":"2.0","params":{"epoch":"e","seq":1,"windows":[]},"id":1,"method":"report"})";
    EXPECT_EQ(outcomeOf(reader.read(late, {})), strictly(late, {}));
}

TEST(ReportReader, ReadsABodyWithoutEnvelope)
{
    const ReportMessage message = sample();
    ReportReader reader;
    auto read = reader.readBody(toJson(message), {});
    ASSERT_TRUE(read);
    EXPECT_EQ(read->report->windows, message.windows);
    EXPECT_FALSE(read->id);
    EXPECT_EQ(reader.readBody("[]", {}).error().code, ErrorCode::BadRequest);
    EXPECT_EQ(reader.readBody(toJson(message) + "}", {}).error().code, ErrorCode::BadJson);
}

// SPEC E4
TEST(ReportReader, CleansALoneSurrogateInOneTitleAndTakesTheReport)
{
    const std::string frame =
        framed(R"({"epoch":"e","seq":1,"windows":[{"windowId":"w","contexts":[{"contextId":"a","title":"x\ud800y"},)"
               R"({"contextId":"b","title":"n\u0000\u202eb","url":"u\\\u0041\n"}]}]})");
    EXPECT_TRUE(fastAccepts(frame));
    ReportReader reader;
    const auto read = reader.read(frame, {});
    ASSERT_TRUE(read && *read);
    EXPECT_EQ((*read)->report->windows[0].contexts[0].title, "x\xEF\xBF\xBDy");
    EXPECT_EQ((*read)->report->windows[0].contexts[1].title, "nb");
    EXPECT_EQ((*read)->report->windows[0].contexts[1].url, "u\\A ");
    EXPECT_EQ(outcomeOf(read), strictly(frame, {}));

    const std::string badId =
        framed(R"({"epoch":"e","seq":1,"windows":[{"windowId":"w","contexts":[{"contextId":"a\ud800"}]}]})");
    EXPECT_EQ(outcomeOf(reader.read(badId, {})).code, "bad_id");
}

// SPEC E4
TEST(ReportReader, RefusesByName)
{
    ReportReader reader;
    ReportLimits limits;
    limits.contexts = 6;
    const auto code = [&](const std::string &frame) { return outcomeOf(reader.read(frame, limits)).code; };
    const auto windows = [&](std::string_view inner) {
        return framed(R"({"epoch":"e","seq":1,"windows":[)" + std::string(inner) + "]}");
    };
    EXPECT_EQ(code(frameOf(sample(2, 3))), "ok");
    EXPECT_EQ(code(frameOf(sample(7, 1))), "limit_exceeded");
    EXPECT_EQ(code(frameOf(sample(2, 4))), "limit_exceeded");
    EXPECT_EQ(code(frameOf(sample(7, 0))), "limit_exceeded");
    EXPECT_EQ(code(windows(R"({"windowId":"w","contexts":[{"contextId":"a","contextId":"a"}]})")), "duplicate_key");
    EXPECT_EQ(code(windows(R"({"windowId":"w","contexts":[{"contextId":"a","x":1,"x":1}]})")), "duplicate_key");
    EXPECT_EQ(code(windows(R"({"windowId":"w","x":{"y":[{"z":1,"z":2}]},"contexts":[]})")), "duplicate_key");
    EXPECT_EQ(code(windows(R"({"windowId":"w","contexts":[{"contextId":"a","\u0063ontextId":"a"}]})")),
              "duplicate_key");
    EXPECT_EQ(code(windows(R"({"windowId":"","contexts":[]})")), "bad_id");
    EXPECT_EQ(code(windows(R"({"windowId":"a\u0000","contexts":[]})")), "bad_id");
    EXPECT_EQ(code(windows("{\"windowId\":\"" + std::string(129, 'x') + "\",\"contexts\":[]}")), "bad_id");
    EXPECT_EQ(code(windows(R"({"windowId":"w"})")), "bad_request");
    EXPECT_EQ(code(windows(R"({"contexts":[]})")), "bad_request");
    EXPECT_EQ(code(windows(R"({"windowId":"w","contexts":[{"contextId":"a","health":"fine"}]})")), "bad_request");
    EXPECT_EQ(code(windows(R"({"windowId":"w","contexts":[{"contextId":7}]})")), "bad_request");
    EXPECT_EQ(code(framed(R"({"epoch":"e","seq":-1,"windows":[]})")), "bad_request");
    EXPECT_EQ(code(framed(R"({"epoch":"e","seq":1.5,"windows":[]})")), "bad_request");
    EXPECT_EQ(code(framed(R"({"seq":1,"windows":[]})")), "bad_request");
    EXPECT_EQ(code(windows("{\"x\":" + std::string(100'000, '[') + std::string(100'000, ']') + "}")), "too_deep");
    EXPECT_EQ(code(windows("{\"x\":\"\xFF\"}")), "bad_json");

    const auto refused = reader.read(windows(R"({"windowId":"w","contexts":[{"contextId":7}]})"), limits);
    EXPECT_EQ(refused->error().param("field"), "windows[0].contexts[0].contextId");

    limits.json.maxBytes = 1000;
    EXPECT_EQ(code(windows("{\"windowId\":\"w\",\"contexts\":[],\"x\":\"" + std::string(1000, 'x') + "\"}")),
              "too_large");
}

TEST(ReportReader, IgnoresUnknownMembersAndTakesNullForMissing)
{
    const std::string frame = framed(
        R"({"epoch":"e","seq":1,"later":{"a":[1,2.5,null,true,"x\"y"]},"windows":[{"windowId":"w","pinned":false,)"
        R"("contexts":[{"contextId":"a","favicon":{"w":16},"url":"u"}]}]})");
    EXPECT_TRUE(fastAccepts(frame));
    ReportReader reader;
    EXPECT_EQ(outcomeOf(reader.read(frame, {})).code, "ok");
    EXPECT_EQ(outcomeOf(reader.read(frame, {})), strictly(frame, {}));
    const std::string nulls = framed(
        R"({"epoch":"e","seq":1,"windows":[{"windowId":"w","title":null,"contexts":[{"contextId":"a","openerId":null}]}]})");
    EXPECT_EQ(outcomeOf(reader.read(nulls, {})).code, "ok");
}

TEST(ReportReader, DepthCountsTheSameOnBothWays)
{
    ReportReader reader;
    for (std::uint32_t deep = 0; deep < 12; ++deep)
        for (std::uint32_t limit = 1; limit < 16; ++limit) {
            ReportLimits limits;
            limits.json.maxDepth = limit;
            const std::string frame = framed(R"({"epoch":"e","seq":1,"windows":[{"windowId":"w","x":)"
                                             + std::string(deep, '[') + std::string(deep ? 0 : 1, '1')
                                             + std::string(deep, ']') + R"(,"contexts":[{"contextId":"a"}]}]})");
            EXPECT_EQ(outcomeOf(reader.read(frame, limits)), strictly(frame, limits)) << deep << ' ' << limit;
        }
}

/// The same frame read both ways, also with the bytes of an earlier report at hand.
void expectSame(ReportReader &reader, const std::string &frame, const ReportLimits &limits, std::string_view previous)
{
    const auto read = reader.read(frame, limits);
    if (!read)
        return;
    const Outcome strict = strictly(frame, limits);
    ASSERT_EQ(outcomeOf(read), strict) << frame;
    const auto again = reader.read(frame, limits, previous);
    if (again && *again && !(*again)->report) {
        ASSERT_EQ(strict.code, "ok") << frame;
        ASSERT_EQ(toJson(strict.windows), previous) << frame;
        ASSERT_EQ((*again)->seq, strict.seq);
        ASSERT_EQ((*again)->epoch, strict.epoch);
    } else {
        ASSERT_EQ(outcomeOf(again), strict) << frame;
    }
}

TEST(ReportReader, AgreesWithTheStrictWalkerWhenCutAtEveryByte)
{
    ReportReader reader;
    const std::string whole = frameOf(sample(1, 2));
    for (std::size_t size = 0; size < whole.size(); ++size) {
        const auto read = reader.read(whole.substr(0, size), {});
        EXPECT_TRUE(!read || !*read) << size;
        expectSame(reader, whole.substr(0, size), {}, {});
    }
    for (const char *tail : {" ", "x", "}", "{}", ",", "\"", " \n"})
        expectSame(reader, whole + tail, {}, {});
}

TEST(ReportReader, AgreesWithTheStrictWalkerUnderRandomMutation)
{
    static const std::vector<std::string> pieces = {
        "\"",
        "\\",
        "\\ud800",
        "\\udc00",
        "\\u0061",
        "{",
        "}",
        "[",
        "]",
        ",",
        ":",
        "null",
        "true",
        "1",
        "-0",
        "01",
        "1e5",
        "1.0",
        "\"x\":1,",
        "\"seq\":2,",
        "{\"a\":1,\"a\":2}",
        "\xFF",
        "\xE2\x80\xAE",
        "\\n",
        "\\",
        " ",
        "\"\"",
        "\"contexts\":[],",
        "\"x\":[1,{\"y\":2}],",
        "\"contextId\":\"q\",",
        "99999999999999999999",
    };
    SeededIdSource random(2026);
    ReportReader reader;
    ReportLimits limits;
    limits.contexts = 4;
    const std::string base = frameOf(sample(2, 2));
    const std::string previous((*reader.read(base, limits))->rawWindows);
    std::size_t accepted = 0;
    for (int round = 0; round < 30'000; ++round) {
        std::string frame = base;
        for (auto left = 1 + random.random() % 3; left; --left) {
            const std::size_t at = random.random() % frame.size();
            const std::string &piece = pieces[random.random() % pieces.size()];
            switch (random.random() % 4) {
            case 0:
                frame[at] = static_cast<char>(random.random());
                break;
            case 1:
                frame.insert(at, piece);
                break;
            case 2:
                frame.erase(at, 1 + random.random() % 8);
                break;
            default:
                frame.replace(at, std::min(piece.size(), frame.size() - at), piece);
            }
        }
        ASSERT_NO_FATAL_FAILURE(expectSame(reader, frame, limits, previous));
        accepted += fastAccepts(frame, limits);
    }
    EXPECT_GT(accepted, 1000u);
}

} // namespace
} // namespace cheetah
