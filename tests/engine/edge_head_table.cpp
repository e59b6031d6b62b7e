// SPDX-License-Identifier: Apache-2.0
// What is a request and what is refused: shapes on which two readers could disagree, limits, and how a head arrives.
#include "base/idsource.h"
#include "edge/bodyreader.h"
#include "edge/headreader.h"

#include <gtest/gtest.h>

#include <memory>
#include <ostream>

namespace cheetah {
namespace {

using Outcome = HeadReader::Outcome;

/// What the reader says when given everything at once: the status of the refusal, 0 for a head, -1 for more.
int statusOf(const Outcome &outcome)
{
    if (const auto *error = std::get_if<HeadError>(&outcome))
        return error->status;
    return std::holds_alternative<HttpHead>(outcome) ? 0 : -1;
}

Outcome readAtOnce(std::string_view bytes, const HeadLimits &limits = {})
{
    return HeadReader(limits).read(bytes);
}

/// Each call in memory of its own size, so that a sanitizer sees any byte read too many.
Outcome readInPieces(std::string_view bytes, IdSource &random, const HeadLimits &limits = {})
{
    HeadReader reader(limits);
    Outcome outcome = HeadReader::NeedMore();
    for (std::size_t given = 0; given < bytes.size() && statusOf(outcome) == -1;) {
        given = std::min(bytes.size(), given + 1 + std::size_t(random.random() % 7));
        const std::unique_ptr<char[]> copy(new char[given]);
        std::copy_n(bytes.data(), given, copy.get());
        outcome = reader.read({copy.get(), given});
    }
    return outcome;
}

Outcome readByteByByte(std::string_view bytes, const HeadLimits &limits = {})
{
    HeadReader reader(limits);
    Outcome outcome = HeadReader::NeedMore();
    for (std::size_t given = 1; given <= bytes.size() && statusOf(outcome) == -1; ++given)
        outcome = reader.read(bytes.substr(0, given));
    return outcome;
}

struct Shape {
    const char *name;
    std::string bytes;
    int status;
};
std::ostream &operator<<(std::ostream &out, const Shape &shape)
{
    return out << shape.name;
}

std::string get(std::string_view headers, std::string_view line = "GET / HTTP/1.1")
{
    return std::string(line).append("\r\n").append(headers).append("\r\n");
}
const std::string host = "Host: h\r\n";
const std::string upgrade = "Upgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 13\r\n"
                            "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n";

std::vector<Shape> shapes()
{
    const std::string nul(1, '\0');
    return {
        {"plain", get(host), 0},
        {"post_with_length", get(host + "Content-Length: 5\r\n", "POST /a HTTP/1.1"), 0},
        {"post_chunked", get(host + "Transfer-Encoding: Chunked\r\n", "POST /a HTTP/1.1"), 0},
        {"http10", get(host, "GET / HTTP/1.0"), 0},
        {"handshake", get(host + upgrade), 0},
        {"unfinished", "GET / HTTP/1.1\r\nHost: h\r\n", -1},
        {"te_with_length", get(host + "Content-Length: 5\r\nTransfer-Encoding: chunked\r\n", "POST / HTTP/1.1"), 400},
        {"length_with_te", get(host + "Transfer-Encoding: chunked\r\nContent-Length: 5\r\n", "POST / HTTP/1.1"), 400},
        {"te_gzip_chunked", get(host + "Transfer-Encoding: gzip, chunked\r\n", "POST / HTTP/1.1"), 501},
        {"te_identity", get(host + "Transfer-Encoding: identity\r\n", "POST / HTTP/1.1"), 501},
        {"te_twice", get(host + "Transfer-Encoding: chunked\r\nTransfer-Encoding: chunked\r\n", "POST / HTTP/1.1"),
         400},
        {"te_chunked_chunked", get(host + "Transfer-Encoding: chunked, chunked\r\n", "POST / HTTP/1.1"), 501},
        {"te_xchunked", get(host + "Transfer-Encoding: xchunked\r\n", "POST / HTTP/1.1"), 501},
        {"te_quoted", get(host + "Transfer-Encoding: \"chunked\"\r\n", "POST / HTTP/1.1"), 501},
        {"te_tab", get(host + "Transfer-Encoding:\vchunked\r\n", "POST / HTTP/1.1"), 400},
        {"te_on_http10", get(host + "Transfer-Encoding: chunked\r\n", "POST / HTTP/1.0"), 400},
        {"te_empty", get(host + "Transfer-Encoding:\r\n", "POST / HTTP/1.1"), 501},
        {"length_twice", get(host + "Content-Length: 5\r\nContent-Length: 5\r\n", "POST / HTTP/1.1"), 400},
        {"length_differing", get(host + "Content-Length: 5\r\nContent-Length: 6\r\n", "POST / HTTP/1.1"), 400},
        {"length_listed", get(host + "Content-Length: 5, 5\r\n", "POST / HTTP/1.1"), 400},
        {"length_negative", get(host + "Content-Length: -1\r\n", "POST / HTTP/1.1"), 400},
        {"length_plus", get(host + "Content-Length: +5\r\n", "POST / HTTP/1.1"), 400},
        {"length_hex", get(host + "Content-Length: 0x5\r\n", "POST / HTTP/1.1"), 400},
        {"length_overflow", get(host + "Content-Length: 18446744073709551621\r\n", "POST / HTTP/1.1"), 400},
        {"length_empty", get(host + "Content-Length:\r\n", "POST / HTTP/1.1"), 400},
        {"folded", get(host + "X: a\r\n b\r\n"), 400},
        {"folded_first", get(" Host: h\r\n"), 400},
        {"blank_before_colon", get("Host : h\r\n"), 400},
        {"blank_before_te_colon", get(host + "Transfer-Encoding : chunked\r\n", "POST / HTTP/1.1"), 400},
        {"no_colon", get(host + "Broken\r\n"), 400},
        {"empty_name", get(host + ": x\r\n"), 400},
        {"bare_lf", "GET / HTTP/1.1\nHost: h\n\n", 400},
        {"bare_lf_header", "GET / HTTP/1.1\r\nHost: h\nX: y\r\n\r\n", 400},
        {"bare_cr", "GET / HTTP/1.1\r\nHost: h\rX: y\r\n\r\n", 400},
        {"nul_in_value", get(host + "X: a" + nul + "b\r\n"), 400},
        {"nul_in_name", get(host + "X" + nul + ": b\r\n"), 400},
        {"nul_in_target", get(host, "GET /" + nul + " HTTP/1.1"), 400},
        {"control_in_value", get(host + "X: \x1b[2J\r\n"), 400},
        {"no_host", get("X: y\r\n"), 400},
        {"two_hosts", get("Host: a\r\nHost: b\r\n"), 400},
        {"host_listed", get("Host: a, b\r\n"), 400},
        {"host_empty", get("Host:\r\n"), 400},
        {"host_userinfo", get("Host: u@h\r\n"), 400},
        {"http10_without_host", get("", "GET / HTTP/1.0"), 400},
        {"connect", get(host, "CONNECT h:80 HTTP/1.1"), 405},
        {"put", get(host, "PUT / HTTP/1.1"), 405},
        {"options_star", get(host, "OPTIONS * HTTP/1.1"), 405},
        {"trace", get(host, "TRACE / HTTP/1.1"), 405},
        {"brew", get(host, "BREW / HTTP/1.1"), 501},
        {"lower_case_get", get(host, "get / HTTP/1.1"), 501},
        {"absolute_form", get(host, "GET http://h/ HTTP/1.1"), 400},
        {"fragment", get(host, "GET /#x HTTP/1.1"), 400},
        {"target_not_ascii", get(host, "GET /\xc3\xa4 HTTP/1.1"), 400},
        {"two_spaces", get(host, "GET  / HTTP/1.1"), 400},
        {"no_version", get(host, "GET /"), 400},
        {"http2", get(host, "GET / HTTP/2.0"), 505},
        {"http12", get(host, "GET / HTTP/1.2"), 505},
        {"leading_line", "\r\nGET / HTTP/1.1\r\nHost: h\r\n\r\n", 400},
        {"tls_hello", std::string("\x16\x03\x01\x02\x00", 5), 400},
        {"expect_other", get(host + "Expect: the-moon\r\n", "POST / HTTP/1.1"), 417},
        {"upgrade_without_connection", get(host + "Upgrade: websocket\r\n"), 400},
        {"upgrade_by_post", get(host + upgrade, "POST / HTTP/1.1"), 400},
        {"upgrade_with_body", get(host + upgrade + "Content-Length: 3\r\n"), 400},
        {"upgrade_listed", get(host + "Upgrade: websocket, h2c\r\nConnection: Upgrade\r\n"), 400},
        {"upgrade_old_version", get(host + "Upgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 8\r\n"),
         426},
        {"upgrade_without_key",
         get(host + "Upgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 13\r\n"), 400},
        {"upgrade_two_keys", get(host + upgrade + "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n"), 400},
        {"upgrade_h2c_is_ignored", get(host + "Upgrade: h2c\r\nConnection: Upgrade\r\n"), 0},
    };
}

class HeadShapes : public testing::TestWithParam<Shape> {};

// SPEC E4: each shape is a head or refused with its status, in whatever pieces it comes.
TEST_P(HeadShapes, isJudgedAlikeInAnyPieces)
{
    const Outcome outcome = readAtOnce(GetParam().bytes);
    EXPECT_EQ(statusOf(outcome), GetParam().status);
    EXPECT_EQ(readByteByByte(GetParam().bytes), outcome);
    SeededIdSource random(7);
    EXPECT_EQ(readInPieces(GetParam().bytes, random), outcome);
}

INSTANTIATE_TEST_SUITE_P(All, HeadShapes, testing::ValuesIn(shapes()),
                         [](const auto &shape) { return std::string(shape.param.name); });

TEST(EdgeHead, givesWhatTheRequestSays)
{
    const std::string bytes =
        "POST /v1/acquire?a=b%20c HTTP/1.1\r\nHost: 127.0.0.1:7744\r\nAuthorization:  Bearer x \r\n"
        "Content-Length: 12\r\nExpect: 100-continue\r\nConnection: close\r\n\r\n";
    const Outcome outcome = readAtOnce(bytes + "{\"user\":\"u\"}");
    const auto &head = std::get<HttpHead>(outcome);
    EXPECT_EQ(head.method, "POST");
    EXPECT_EQ(head.path, "/v1/acquire");
    EXPECT_EQ(head.query, "a=b%20c");
    EXPECT_EQ(head.header("authorization"), "Bearer x");
    EXPECT_EQ(head.contentLength, 12U);
    EXPECT_TRUE(head.expectContinue);
    EXPECT_FALSE(head.keepAlive);
    EXPECT_FALSE(head.webSocket);
    EXPECT_EQ(head.size, bytes.size());
}

TEST(EdgeHead, keepsAliveAsItsVersionSays)
{
    const auto keepAlive = [](const std::string &bytes) { return std::get<HttpHead>(readAtOnce(bytes)).keepAlive; };
    EXPECT_TRUE(keepAlive(get(host)));
    EXPECT_FALSE(keepAlive(get(host + "Connection: foo, Close\r\n")));
    EXPECT_FALSE(keepAlive(get(host, "GET / HTTP/1.0")));
    EXPECT_TRUE(keepAlive(get(host + "Connection: keep-alive\r\n", "GET / HTTP/1.0")));
}

// SPEC E4: every limit holds to the byte and has its own status.
TEST(EdgeHead, limitsHoldToTheByte)
{
    HeadLimits limits;
    limits.headBytes = 200;
    limits.targetBytes = 20;
    limits.headers = 3;
    const std::string target = '/' + std::string(19, 'a');
    EXPECT_EQ(statusOf(readAtOnce(get(host, "GET " + target + " HTTP/1.1"), limits)), 0);
    EXPECT_EQ(statusOf(readAtOnce(get(host, "GET " + target + "a HTTP/1.1"), limits)), 414);
    EXPECT_EQ(statusOf(readAtOnce(get(host + "A: b\r\nB: c\r\n"), limits)), 0);
    EXPECT_EQ(statusOf(readAtOnce(get(host + "A: b\r\nB: c\r\nC: d\r\n"), limits)), 431);
    const std::string almost = get(host + "A: " + std::string(200 - 32, 'a') + "\r\n");
    ASSERT_EQ(almost.size(), 200U);
    EXPECT_EQ(statusOf(readAtOnce(almost, limits)), 0);
    EXPECT_EQ(statusOf(readAtOnce(get(host + "A: " + std::string(200 - 31, 'a') + "\r\n"), limits)), 431);
    // An endless line is refused when it passes the limit, not when it ends.
    EXPECT_EQ(statusOf(readAtOnce("GET / HTTP/1.1\r\nA: " + std::string(300, 'a'), limits)), 431);
    EXPECT_EQ(statusOf(readAtOnce(std::string(201, 'G'), limits)), 431);
}

// SPEC E4: whatever the bytes, the reader answers, and answers the same however they arrive.
TEST(EdgeHead, mutationsAreJudgedAlikeInAnyPieces)
{
    SeededIdSource random(20'261);
    const std::vector<Shape> all = shapes();
    constexpr std::string_view spice("\r\n\0 :,;\t/?#%@\x7f\xff\x01chunked5", 24);
    for (int round = 0; round < 20'000; ++round) {
        std::string bytes = all[random.random() % all.size()].bytes;
        for (std::uint64_t edits = 1 + random.random() % 4; edits > 0 && !bytes.empty(); --edits) {
            const std::size_t at = random.random() % bytes.size();
            const char c = spice[random.random() % spice.size()];
            switch (random.random() % 4) {
            case 0:
                bytes[at] = c;
                break;
            case 1:
                bytes.insert(at, 1, c);
                break;
            case 2:
                bytes.erase(at, 1 + random.random() % 3);
                break;
            default:
                bytes.insert(at, bytes.substr(random.random() % bytes.size(), random.random() % 30));
                break;
            }
        }
        const Outcome outcome = readAtOnce(bytes);
        ASSERT_EQ(readInPieces(bytes, random), outcome) << testing::PrintToString(bytes);
    }
}

HttpHead bodyHead(std::optional<std::uint64_t> length)
{
    HttpHead head;
    head.contentLength = length;
    head.chunked = !length;
    return head;
}

/// The body, or the status of its refusal as text; `used` tells what was taken.
std::string readBody(std::optional<std::uint64_t> length, std::string_view bytes, std::size_t piece,
                     std::size_t *used = nullptr)
{
    BodyReader reader(bodyHead(length), 16);
    std::size_t taken = 0;
    while (reader.state() == BodyReader::State::NeedMore && taken < bytes.size())
        taken += reader.feed(bytes.substr(taken, piece));
    if (used)
        *used = taken;
    switch (reader.state()) {
    case BodyReader::State::NeedMore:
        return "more";
    case BodyReader::State::Failed:
        return std::to_string(reader.error().status);
    case BodyReader::State::Done:
        break;
    }
    return reader.take();
}

// SPEC E4: bodies are bounded and chunks are strict, in whatever pieces they come.
TEST(EdgeHead, bodiesAreBoundedAndStrict)
{
    using namespace std::string_literals;
    const std::string longExtension = "5;" + std::string(5000, 'x') + "\r\nhello\r\n0\r\n\r\n";
    const std::string longTrailer = "0\r\nT: " + std::string(5000, 'x') + "\r\n\r\n";
    const std::vector<std::tuple<std::optional<std::uint64_t>, std::string, std::string>> bodies = {
        {5, "hello", "hello"},
        {0, "", ""},
        {5, "hell", "more"},
        {16, "0123456789abcdef", "0123456789abcdef"},
        {17, "", "413"},
        {100'000'000, "", "413"},
        {{}, "5\r\nhello\r\n0\r\n\r\n", "hello"},
        {{}, "5;a=\"b\"\r\nhello\r\n3\r\n, w\r\n0\r\nTrailer: x\r\n\r\n", "hello, w"},
        {{}, "00000005\r\nhello\r\n0\r\n\r\n", "hello"},
        {{}, "10\r\n0123456789abcdef\r\n0\r\n\r\n", "0123456789abcdef"},
        {{}, "11\r\n", "413"},
        {{}, "8\r\n01234567\r\n9\r\n", "413"},
        {{}, "ffffffff\r\n", "413"},
        {{}, "fffffffff\r\n", "400"},
        {{}, "000000005\r\nhello", "400"},
        {{}, "\r\n", "400"},
        {{}, "-1\r\n", "400"},
        {{}, "0x5\r\nhello", "400"},
        {{}, "5 \r\nhello", "400"},
        {{}, "5\nhello", "400"},
        {{}, "5\r\nhello!\r\n", "400"},
        {{}, "5\r\nhello\n0\r\n\r\n", "400"},
        {{}, "5;a\nb\r\nhello", "400"},
        {{}, "5;a\0b\r\nhello"s, "400"},
        {{}, longExtension, "400"},
        {{}, longTrailer, "400"},
        {{}, "0\r\nT: a\nb\r\n\r\n", "400"},
    };
    for (const auto &[length, bytes, expected] : bodies)
        for (std::size_t piece : {std::size_t(1), std::size_t(3), std::size_t(10'000)})
            EXPECT_EQ(readBody(length, bytes, piece), expected) << bytes.substr(0, 40) << " by " << piece;

    std::size_t used = 0;
    EXPECT_EQ(readBody({}, "2\r\nhi\r\n0\r\n\r\nGET / HTTP/1.1", 100, &used), "hi");
    EXPECT_EQ(used, 12U);
    EXPECT_EQ(readBody(2, "hiGET", 100, &used), "hi");
    EXPECT_EQ(used, 2U);
}

} // namespace
} // namespace cheetah
