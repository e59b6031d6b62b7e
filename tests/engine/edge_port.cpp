// SPDX-License-Identifier: Apache-2.0
// The port on real sockets: hostile, slow and vanishing clients, beside whom others are served.
#include "base/qtscheduler.h"
#include "edge/httpexchange.h"
#include "edge/port.h"
#include "edge/websocketlink.h"
#include "support/loop.h"
#include "support/rawclient.h"

#include <gtest/gtest.h>

namespace cheetah::test {
namespace {

using namespace std::chrono_literals;

/// One link as its owner sees it.
struct Session final : LinkHandler {
    std::unique_ptr<WebSocketLink> link;
    std::vector<std::string> messages;
    bool echo = true;
    bool dropLink = false; ///< destroys the link inside message()
    int closedCode = 0;
    std::string closedReason;

    void message(std::string_view text) override
    {
        messages.emplace_back(text);
        if (dropLink)
            link.reset();
        else if (echo)
            link->send(text);
    }
    void closed(std::uint16_t code, const std::string &reason) override
    {
        EXPECT_EQ(closedCode, 0) << "closed twice";
        closedCode = code;
        closedReason = reason;
    }
};

/// Keeps what comes in until the test answers it; `/now` is answered at once with its own path and body.
struct Handler final : PortHandler {
    std::vector<std::shared_ptr<HttpExchange>> exchanges;
    std::vector<std::unique_ptr<Session>> sessions;
    std::optional<Error> refusal;
    std::size_t bodyLimit = 1000;
    int authorized = 0;
    bool wentDown = false;

    Result<RequestAdmission> authorize(const HttpHead &, const std::string &peer) override
    {
        EXPECT_EQ(peer, "127.0.0.1");
        ++authorized;
        if (refusal)
            return *refusal;
        return RequestAdmission{nullptr, bodyLimit};
    }
    void http(std::shared_ptr<HttpExchange> exchange) override
    {
        if (exchange->head().path == "/now")
            exchange->respondJson(200, exchange->head().query + exchange->body());
        else
            exchanges.push_back(std::move(exchange));
    }
    void webSocket(std::unique_ptr<WebSocketLink> link) override
    {
        sessions.push_back(std::make_unique<Session>());
        sessions.back()->link = std::move(link);
        sessions.back()->link->setHandler(sessions.back().get());
    }
    void stopAccepting() override { wentDown = true; }
};

struct Bench {
    SystemClock clock;
    QtScheduler scheduler{clock};
    Handler handler;
    PortConfig config = {.port = 0, .rules = {{"cheetah.client.v1", "cheetah.console.v1"}, {}, {}}, .tick = 10ms};
    std::unique_ptr<Port> port;

    std::uint16_t start()
    {
        port = std::make_unique<Port>(config, handler, clock, scheduler);
        const auto bound = port->bind();
        EXPECT_TRUE(bound) << name(bound.error().code);
        return port->port();
    }
    ~Bench()
    {
        handler.exchanges.clear();
        handler.sessions.clear();
        port.reset();
    }
};

/// Everything the server sent until it closed.
std::string untilClosed(RawClient &client)
{
    EXPECT_TRUE(runUntil([&] { return client.closedByPeer(); }));
    return client.received();
}

bool receives(RawClient &client, std::string_view text)
{
    return runUntil([&] { return client.received().find(text) != std::string::npos || client.closedByPeer(); })
        && client.received().find(text) != std::string::npos;
}

std::size_t occurrences(std::string_view text, std::string_view what)
{
    std::size_t count = 0;
    for (auto at = text.find(what); at != text.npos; at = text.find(what, at + 1))
        ++count;
    return count;
}

TEST(EdgePort, answersInOrderHoweverRequestsArePipelined)
{
    onEngineThread([] {
        Bench bench;
        RawClient client(bench.start());
        ASSERT_TRUE(
            client.sendAll("POST /later?1 HTTP/1.1\r\nHost: h\r\nContent-Length: 2\r\n\r\nab"
                           "GET /now?second HTTP/1.1\r\nHost: h\r\n\r\n"
                           "POST /now HTTP/1.1\r\nHost: h\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nthird\r\n0\r\n\r\n"
                           "GET /later?4 HTTP/1.1\r\nHost: h\r\nConnection: close\r\n\r\n"));
        ASSERT_TRUE(runUntil([&] { return bench.handler.exchanges.size() == 1; }));
        EXPECT_EQ(bench.handler.exchanges[0]->body(), "ab");
        EXPECT_EQ(client.received(), "");
        bench.handler.exchanges[0]->respondJson(200, "first");
        bench.handler.exchanges[0]->respondJson(200, "again");
        ASSERT_TRUE(runUntil([&] { return bench.handler.exchanges.size() == 2; }));
        bench.handler.exchanges[1]->respondJson(200, "fourth");
        const std::string all = untilClosed(client);
        EXPECT_EQ(occurrences(all, "HTTP/1.1 200 OK"), 4U);
        EXPECT_EQ(occurrences(all, "again"), 0U);
        EXPECT_LT(all.find("first"), all.find("second"));
        EXPECT_LT(all.find("second"), all.find("third"));
        EXPECT_LT(all.find("third"), all.find("fourth"));
    });
}

// SPEC E4: 100 MB are refused by their length alone, and in chunks as soon as they pass the limit.
TEST(EdgePort, refusesAHundredMegabytesWithoutReadingThem)
{
    onEngineThread([] {
        Bench bench;
        const auto number = bench.start();
        RawClient declared(number);
        ASSERT_TRUE(declared.sendAll("POST /now HTTP/1.1\r\nHost: h\r\nContent-Length: 104857600\r\n\r\nabc"));
        EXPECT_EQ(untilClosed(declared).rfind("HTTP/1.1 413 ", 0), 0U);

        RawClient chunked(number);
        ASSERT_TRUE(chunked.sendAll("POST /now HTTP/1.1\r\nHost: h\r\nTransfer-Encoding: chunked\r\n\r\n"));
        const std::string chunk = "1f4\r\n" + std::string(500, 'x') + "\r\n";
        for (int sent = 0; sent < 104'857'600 && !chunked.closedByPeer(); sent += 500)
            chunked.send(chunk);
        EXPECT_EQ(untilClosed(chunked).rfind("HTTP/1.1 413 ", 0), 0U);
        EXPECT_EQ(bench.port->counters().largeBodies, 2U);
        EXPECT_TRUE(bench.handler.exchanges.empty());
    });
}

// SPEC E2 SPEC E4: what is not granted is answered before its body is read or its socket upgraded.
TEST(EdgePort, refusesWhatIsNotGrantedBeforeReadingOn)
{
    onEngineThread([] {
        Bench bench;
        const auto number = bench.start();
        bench.handler.refusal = Error(ErrorCode::Unauthenticated);
        RawClient body(number);
        ASSERT_TRUE(body.sendAll("POST /now HTTP/1.1\r\nHost: h\r\nContent-Length: 900\r\n\r\n"));
        const std::string answer = untilClosed(body);
        EXPECT_EQ(answer.rfind("HTTP/1.1 401 ", 0), 0U);
        EXPECT_NE(answer.find("{\"error\":{\"code\":\"unauthenticated\"}}"), std::string::npos);

        RawClient socket(number);
        EXPECT_FALSE(socket.upgrade("cheetah.client.v1"));
        EXPECT_EQ(untilClosed(socket).rfind("HTTP/1.1 401 ", 0), 0U);

        bench.handler.refusal = Error(ErrorCode::RateLimited, {{"retryAfterMs", "1500"}});
        RawClient bodiless(number);
        ASSERT_TRUE(bodiless.sendAll("GET /now HTTP/1.1\r\nHost: h\r\n\r\n"));
        ASSERT_TRUE(receives(bodiless, "Retry-After: 2\r\n"));
        bench.handler.refusal.reset();
        bodiless.forget();
        ASSERT_TRUE(bodiless.sendAll("GET /now?alive HTTP/1.1\r\nHost: h\r\n\r\n"));
        EXPECT_TRUE(receives(bodiless, "alive"));
        EXPECT_EQ(bench.port->counters().unauthorized, 3U);
    });
}

TEST(EdgePort, answersHeadWithoutBodyAndExpectationsWithContinue)
{
    onEngineThread([] {
        Bench bench;
        RawClient client(bench.start());
        ASSERT_TRUE(client.sendAll("HEAD /now?hidden HTTP/1.1\r\nHost: h\r\n\r\n"));
        ASSERT_TRUE(receives(client, "\r\n\r\n"));
        EXPECT_NE(client.received().find("Content-Length: 6\r\n"), std::string::npos);
        EXPECT_EQ(client.received().find("hidden"), std::string::npos);
        client.forget();
        ASSERT_TRUE(
            client.sendAll("POST /now HTTP/1.1\r\nHost: h\r\nContent-Length: 4\r\nExpect: 100-continue\r\n\r\n"));
        ASSERT_TRUE(receives(client, "HTTP/1.1 100 Continue\r\n\r\n"));
        EXPECT_EQ(client.received(), "HTTP/1.1 100 Continue\r\n\r\n");
        ASSERT_TRUE(client.sendAll("body"));
        EXPECT_TRUE(receives(client, "\r\n\r\nbody"));
    });
}

TEST(EdgePort, closesAfterAnswersThatEndTheConnection)
{
    onEngineThread([] {
        Bench bench;
        const auto number = bench.start();
        for (const char *bytes :
             {"GET /now HTTP/1.0\r\nHost: h\r\n\r\n", "GET /now HTTP/1.1\r\nHost: h\r\nConnection: close\r\n\r\n"}) {
            RawClient client(number);
            ASSERT_TRUE(client.sendAll(bytes));
            EXPECT_NE(untilClosed(client).find("Connection: close\r\n"), std::string::npos);
        }
        RawClient bad(number);
        ASSERT_TRUE(bad.sendAll("GET /now HTTP/1.1\r\nHost: h\r\nContent-Length: 3, 3\r\n\r\nGET /now?smuggled "
                                "HTTP/1.1\r\nHost: h\r\n\r\n"));
        const std::string answer = untilClosed(bad);
        EXPECT_EQ(answer.rfind("HTTP/1.1 400 ", 0), 0U);
        EXPECT_EQ(occurrences(answer, "HTTP/1.1"), 1U);
        EXPECT_TRUE(runUntil([&] { return bench.port->httpConnections() == 1; })); // lingers until its client closes
        bad.close();
        EXPECT_TRUE(runUntil([&] { return bench.port->httpConnections() == 0; }));
    });
}

// SPEC E5: an answer to a client that left goes nowhere and harms nobody.
TEST(EdgePort, dropsTheAnswerToAClientThatLeft)
{
    onEngineThread([] {
        Bench bench;
        const auto number = bench.start();
        for (int i = 0; i < 20; ++i) {
            RawClient client(number);
            ASSERT_TRUE(client.sendAll("GET /later HTTP/1.1\r\nHost: h\r\n\r\n"));
            ASSERT_TRUE(runUntil([&] { return bench.handler.exchanges.size() == 1; }));
            bool gone = false;
            bench.handler.exchanges[0]->onGone([&gone] { gone = true; });
            client.close();
            ASSERT_TRUE(runUntil([&] { return gone; }));
            EXPECT_FALSE(bench.handler.exchanges[0]->open());
            bench.handler.exchanges[0]->respondJson(200, "late");
            bench.handler.exchanges.clear();
        }
        EXPECT_EQ(bench.port->counters().answersDropped, 20U);
        EXPECT_TRUE(runUntil([&] { return bench.port->httpConnections() == 0; }));
    });
}

TEST(EdgePort, answersAnExchangeThatWasDropped)
{
    onEngineThread([] {
        Bench bench;
        RawClient client(bench.start());
        ASSERT_TRUE(client.sendAll("GET /later HTTP/1.1\r\nHost: h\r\n\r\n"));
        ASSERT_TRUE(runUntil([&] { return bench.handler.exchanges.size() == 1; }));
        bench.handler.exchanges.clear();
        EXPECT_TRUE(receives(client, "HTTP/1.1 500 "));
    });
}

// SPEC E4 SPEC E5: a thousand half-open sockets are served others beside, and go when their time is up.
TEST(EdgePort, closesAThousandHalfOpenSocketsAndServesOthers)
{
    onEngineThread([] {
        Bench bench;
        bench.config.limits.headTime = 1s;
        const auto number = bench.start();
        std::vector<RawClient> halfOpen;
        for (int i = 0; i < 1000; ++i) {
            halfOpen.emplace_back(number);
            ASSERT_TRUE(halfOpen.back().open());
            if (i % 2)
                halfOpen.back().send("GET / HTTP/1.1\r\nHo");
        }
        RawClient other(number);
        ASSERT_TRUE(other.sendAll("GET /now?served HTTP/1.1\r\nHost: h\r\n\r\n"));
        EXPECT_TRUE(receives(other, "served"));
        for (RawClient &client : halfOpen)
            ASSERT_TRUE(runUntil([&] { return client.closedByPeer(); }));
        EXPECT_EQ(bench.port->counters().slowHeads, 1000U);
        EXPECT_EQ(halfOpen[0].received(), "");
        EXPECT_EQ(halfOpen[1].received().rfind("HTTP/1.1 408 ", 0), 0U);
        other.forget();
        ASSERT_TRUE(other.sendAll("GET /now?still HTTP/1.1\r\nHost: h\r\n\r\n"));
        EXPECT_TRUE(receives(other, "still"));
    });
}

// SPEC E4: a head that trickles has no more time than one that stands still; so have bodies, and idle connections go.
TEST(EdgePort, closesTricklingHeadsSlowBodiesAndIdleConnections)
{
    onEngineThread([] {
        Bench bench;
        bench.config.limits.headTime = 150ms;
        bench.config.limits.bodyTime = 150ms;
        bench.config.limits.idleTime = 150ms;
        const auto number = bench.start();
        RawClient trickling(number);
        std::string head = "GET /now HTTP/1.1\r\nX: " + std::string(10'000, 'x');
        std::size_t sent = 0;
        ASSERT_TRUE(runUntil([&] {
            sent += trickling.send(std::string_view(head).substr(sent, 1));
            return trickling.closedByPeer();
        }));
        EXPECT_EQ(trickling.received().rfind("HTTP/1.1 408 ", 0), 0U);

        RawClient slowBody(number);
        ASSERT_TRUE(slowBody.sendAll("POST /now HTTP/1.1\r\nHost: h\r\nContent-Length: 4\r\n\r\nab"));
        EXPECT_EQ(untilClosed(slowBody).rfind("HTTP/1.1 408 ", 0), 0U);

        RawClient idle(number);
        ASSERT_TRUE(idle.sendAll("GET /now HTTP/1.1\r\nHost: h\r\n\r\n"));
        EXPECT_EQ(untilClosed(idle).rfind("HTTP/1.1 200 ", 0), 0U);
        EXPECT_EQ(bench.port->counters().slowHeads, 1U);
        EXPECT_EQ(bench.port->counters().slowBodies, 1U);
        EXPECT_EQ(bench.port->counters().idle, 1U);
    });
}

// SPEC E4: no more connections than allowed, in all and from one address.
TEST(EdgePort, refusesConnectionsBeyondItsLimits)
{
    onEngineThread([] {
        Bench bench;
        bench.config.limits.connections = 3;
        const auto number = bench.start();
        std::vector<RawClient> clients;
        for (int i = 0; i < 3; ++i)
            clients.emplace_back(number);
        ASSERT_TRUE(runUntil([&] { return bench.port->httpConnections() == 3; }));
        RawClient fourth(number);
        EXPECT_EQ(untilClosed(fourth).rfind("HTTP/1.1 503 ", 0), 0U);
        clients.pop_back();
        ASSERT_TRUE(runUntil([&] { return bench.port->httpConnections() == 2; }));
        RawClient third(number);
        ASSERT_TRUE(third.sendAll("GET /now?in HTTP/1.1\r\nHost: h\r\n\r\n"));
        EXPECT_TRUE(receives(third, "in"));
        EXPECT_EQ(bench.port->counters().overTotal, 1U);
    });
    onEngineThread([] {
        Bench bench;
        bench.config.limits.connectionsPerAddress = 1;
        const auto number = bench.start();
        RawClient first(number);
        ASSERT_TRUE(runUntil([&] { return bench.port->httpConnections() == 1; }));
        RawClient second(number);
        EXPECT_EQ(untilClosed(second), "");
        EXPECT_EQ(bench.port->counters().overAddress, 1U);
    });
}

// SPEC E3: beyond loopback there must be TLS, so it is refused; a port in use is named.
TEST(EdgePort, refusesToListenOpenlyAndNamesAPortInUse)
{
    onEngineThread([] {
        Bench bench;
        const auto number = bench.start();
        for (const char *open : {"0.0.0.0", "::", "192.0.2.1"}) {
            Port port({.address = open, .port = 0}, bench.handler, bench.clock, bench.scheduler);
            const auto bound = port.bind();
            ASSERT_FALSE(bound);
            EXPECT_EQ(bound.error().code, ErrorCode::InsecureListener);
        }
        Port second({.port = number}, bench.handler, bench.clock, bench.scheduler);
        const auto bound = second.bind();
        ASSERT_FALSE(bound);
        EXPECT_EQ(bound.error().code, ErrorCode::PortInUse);
        EXPECT_EQ(bound.error().param("address"), "127.0.0.1:" + std::to_string(number));
        Port nowhere({.address = "not an address"}, bench.handler, bench.clock, bench.scheduler);
        EXPECT_EQ(nowhere.bind().error().code, ErrorCode::BadSetting);
    });
}

// SPEC L5: going down, what is in work is answered before the port is drained, and it still lets work in that ends work.
TEST(EdgePort, drainsWhatIsInWork)
{
    onEngineThread([] {
        Bench bench;
        const auto number = bench.start();
        RawClient client(number);
        ASSERT_TRUE(client.sendAll("GET /later HTTP/1.1\r\nHost: h\r\n\r\n"));
        ASSERT_TRUE(runUntil([&] { return bench.handler.exchanges.size() == 1; }));
        bench.port->stopAccepting();
        EXPECT_TRUE(bench.handler.wentDown);
        const Scope scope;
        bool drained = false;
        bench.port->drain(scope, [&](Result<void> result) { drained = result.ok(); });
        RawClient release(number);
        ASSERT_TRUE(release.sendAll("POST /now?released HTTP/1.1\r\nHost: h\r\n\r\n"));
        EXPECT_TRUE(receives(release, "released"));
        EXPECT_FALSE(drained);
        bench.handler.exchanges[0]->respondJson(200, "done");
        EXPECT_TRUE(runUntil([&] { return drained; }));
        EXPECT_NE(untilClosed(client).find("done"), std::string::npos);
        bench.port->close();
        bench.port->close();
        EXPECT_FALSE(RawClient(number).open());
    });
}

// SPEC E3: a page of another origin is refused before anything else; our own host's is let in.
TEST(EdgePort, checksTheOrigin)
{
    onEngineThread([] {
        Bench bench;
        const auto number = bench.start();
        const std::string host = "127.0.0.1:" + std::to_string(number);
        const auto status = [&](const std::string &headers) {
            RawClient client(number);
            EXPECT_TRUE(client.sendAll("GET /now HTTP/1.1\r\nConnection: close\r\n" + headers + "\r\n"));
            return untilClosed(client).substr(9, 3);
        };
        EXPECT_EQ(status("Host: " + host + "\r\nOrigin: http://" + host + "\r\n"), "200");
        EXPECT_EQ(status("Host: " + host + "\r\nOrigin: http://evil.test\r\n"), "403");
        EXPECT_EQ(status("Host: " + host + "\r\nOrigin: null\r\n"), "403");
        EXPECT_EQ(status("Host: evil.test\r\nOrigin: http://evil.test\r\n"), "403");
        EXPECT_EQ(status("Host: " + host + "\r\nOrigin: http://" + host + "\r\nOrigin: http://evil.test\r\n"), "403");
        EXPECT_EQ(bench.handler.authorized, 1);
        RawClient socket(number);
        EXPECT_FALSE(socket.upgrade("cheetah.client.v1", "Origin: http://evil.test\r\n"));
        EXPECT_EQ(bench.port->counters().badOrigins, 5U);
    });
}

TEST(EdgePortSocket, passesMessagesBothWays)
{
    onEngineThread([] {
        Bench bench;
        RawClient client(bench.start());
        ASSERT_TRUE(client.upgrade("foo, cheetah.client.v1"));
        ASSERT_EQ(bench.handler.sessions.size(), 1U);
        EXPECT_EQ(bench.handler.sessions[0]->link->subprotocol(), "cheetah.client.v1");
        EXPECT_EQ(bench.handler.sessions[0]->link->peer(), "127.0.0.1");
        const std::string text = "z\xc3\xbcrich \xf0\x9f\x90\x86";
        ASSERT_TRUE(client.sendAll(maskedFrame(text) + maskedFrame("", 1) + maskedFrame("ping", 9)));
        EXPECT_EQ(client.nextFrame()->payload, text);
        EXPECT_EQ(client.nextFrame()->payload, "");
        EXPECT_EQ(client.nextFrame()->opcode, 10);
        EXPECT_TRUE(bench.handler.sessions[0]->link->send("pushed"));
        EXPECT_EQ(client.nextFrame()->payload, "pushed");
        ASSERT_TRUE(client.sendAll(maskedFrame("\x03\xe8"
                                               "bye",
                                               8)));
        EXPECT_EQ(client.nextFrame()->closeCode(), 1000);
        EXPECT_TRUE(runUntil([&] { return bench.handler.sessions[0]->closedCode == 1000; }));
        EXPECT_EQ(bench.handler.sessions[0]->closedReason, "bye");
        EXPECT_FALSE(bench.handler.sessions[0]->link->send("late"));
    });
}

// SPEC E4: an unknown subprotocol is no socket of ours; neither is one whose client did not wait for the answer.
TEST(EdgePortSocket, refusesUnknownSubprotocolsAndBytesBehindTheHandshake)
{
    onEngineThread([] {
        Bench bench;
        const auto number = bench.start();
        for (const char *offered : {"cheetah.client.v2", "", "cheetah", ", ,", "CHEETAH.CLIENT.V1"}) {
            RawClient client(number);
            EXPECT_FALSE(client.upgrade(offered)) << offered;
            EXPECT_EQ(untilClosed(client).rfind("HTTP/1.1 400 ", 0), 0U);
        }
        RawClient eager(number);
        EXPECT_FALSE(eager.upgrade("cheetah.client.v1", "\r\n" + maskedFrame("early")));
        EXPECT_EQ(untilClosed(eager).rfind("HTTP/1.1 400 ", 0), 0U);
        RawClient longLine(number); // within our limits, beyond those of Qt's handshake
        EXPECT_FALSE(longLine.upgrade("cheetah.client.v1", "X: " + std::string(10'000, 'x') + "\r\n"));
        EXPECT_TRUE(runUntil([&] { return bench.port->counters().badHandshakes == 2; }));
        EXPECT_TRUE(bench.handler.sessions.empty());
        EXPECT_EQ(bench.port->counters().badSubprotocols, 5U);
    });
}

// SPEC E4: a message of exactly the limit passes, one byte more closes the socket that sent it.
TEST(EdgePortSocket, limitsFramesAndMessagesToTheByte)
{
    onEngineThread([] {
        Bench bench;
        bench.config.limits.messageBytes = 1000;
        const auto number = bench.start();
        RawClient client(number);
        ASSERT_TRUE(client.upgrade("cheetah.client.v1"));
        for (std::size_t size : {std::size_t(999), std::size_t(1000)}) {
            ASSERT_TRUE(client.sendAll(maskedFrame(std::string(size, 'm'))));
            EXPECT_EQ(client.nextFrame()->payload.size(), size);
        }
        ASSERT_TRUE(
            client.sendAll(maskedFrame(std::string(500, 'm'), 1, false) + maskedFrame(std::string(500, 'm'), 0, true)));
        EXPECT_EQ(client.nextFrame()->payload.size(), 1000U);
        ASSERT_TRUE(client.sendAll(maskedFrame(std::string(1001, 'm'))));
        EXPECT_EQ(client.nextFrame()->closeCode(), 1009);

        RawClient pieces(number);
        ASSERT_TRUE(pieces.upgrade("cheetah.client.v1"));
        ASSERT_TRUE(
            pieces.sendAll(maskedFrame(std::string(500, 'm'), 1, false) + maskedFrame(std::string(501, 'm'), 0, true)));
        EXPECT_EQ(pieces.nextFrame()->closeCode(), 1009);
        EXPECT_TRUE(runUntil([&] { return bench.port->counters().badFrames == 2; }));
    });
}

// SPEC E4: hostile frames close the socket that sent them, and no other.
TEST(EdgePortSocket, takesTenThousandFragmentsAndClosesOnBrokenFrames)
{
    onEngineThread([] {
        Bench bench;
        const auto number = bench.start();
        RawClient client(number);
        ASSERT_TRUE(client.upgrade("cheetah.client.v1"));
        std::string bytes = maskedFrame("a", 1, false);
        for (int i = 0; i < 9'998; ++i)
            bytes += maskedFrame(i % 2 ? "b" : "", 0, false);
        ASSERT_TRUE(client.sendAll(bytes + maskedFrame("c", 0, true)));
        ASSERT_TRUE(runUntil([&] { return bench.handler.sessions[0]->messages.size() == 1; }));
        EXPECT_EQ(bench.handler.sessions[0]->messages[0].size(), 5001U);
        EXPECT_EQ(client.nextFrame()->payload.size(), 5001U);

        const std::vector<std::pair<std::string, int>> broken = {
            {maskedFrame("\xff\xfe"), 1007}, {maskedFrame("x", 0), 1002},
            {maskedFrame("x", 3), 1002},     {maskedFrame(std::string(126, 'p'), 9), 1002},
            {maskedFrame("x", 2), 4000},
        };
        for (const auto &[frame, code] : broken) {
            RawClient bad(number);
            ASSERT_TRUE(bad.upgrade("cheetah.client.v1"));
            ASSERT_TRUE(bad.sendAll(frame));
            EXPECT_EQ(bad.nextFrame()->closeCode(), code);
        }
        ASSERT_TRUE(client.sendAll(maskedFrame("alive")));
        EXPECT_EQ(client.nextFrame()->payload, "alive");
    });
}

// SPEC D7 SPEC E5: who does not read is closed at the limit of its queue; others go on.
TEST(EdgePortSocket, closesASlowReaderAndNobodyElse)
{
    onEngineThread([] {
        Bench bench;
        bench.config.limits.outgoingBytes = 1'000'000;
        bench.config.limits.closeTime = 200ms;
        const auto number = bench.start();
        RawClient slow(number);
        slow.shrinkReceiveBuffer();
        ASSERT_TRUE(slow.upgrade("cheetah.client.v1"));
        RawClient other(number);
        ASSERT_TRUE(other.upgrade("cheetah.client.v1"));
        ASSERT_EQ(bench.handler.sessions.size(), 2U);
        Session &session = *bench.handler.sessions[0];
        const std::string text(100'000, 'x');
        std::size_t sent = 0;
        std::size_t most = 0;
        ASSERT_TRUE(runUntil([&] { // without reading: RawClient reads only when asked
            sent += session.link->send(text);
            most = std::max(most, session.link->queuedBytes());
            return !session.link->open();
        }));
        EXPECT_GT(sent, 5U);
        EXPECT_LE(most, 1'000'200U);
        ASSERT_TRUE(other.sendAll(maskedFrame("hello")));
        EXPECT_EQ(other.nextFrame()->payload, "hello");
        ASSERT_TRUE(runUntil([&] { return session.closedCode != 0; }));
        EXPECT_EQ(session.closedCode, closecode::slowReader);
        EXPECT_EQ(session.closedReason, "slow_reader");
        EXPECT_EQ(bench.port->counters().slowReaders, 1U);
        EXPECT_TRUE(bench.handler.sessions[1]->link->open());
    });
}

// SPEC D7: pongs that nobody reads count as well.
TEST(EdgePortSocket, closesWhoPingsWithoutReading)
{
    onEngineThread([] {
        Bench bench;
        bench.config.limits.outgoingBytes = 100'000;
        bench.config.limits.closeTime = 200ms;
        RawClient client(bench.start());
        client.shrinkReceiveBuffer();
        ASSERT_TRUE(client.upgrade("cheetah.client.v1"));
        std::string pings;
        for (int i = 0; i < 1000; ++i)
            pings += maskedFrame(std::string(125, 'p'), 9);
        ASSERT_TRUE(runUntil([&] {
            client.send(pings);
            return bench.handler.sessions[0]->closedCode != 0;
        }));
        EXPECT_EQ(bench.handler.sessions[0]->closedCode, closecode::slowReader);
    });
}

// SPEC E4: messages faster than allowed, and none at all for too long, end the socket by name.
TEST(EdgePortSocket, closesFloodsAndSilence)
{
    onEngineThread([] {
        Bench bench;
        bench.config.limits.messageBurst = 100;
        bench.config.limits.messagesPerSecond = 1;
        bench.config.limits.idleTime = 300ms;
        const auto number = bench.start();
        RawClient flood(number);
        ASSERT_TRUE(flood.upgrade("cheetah.client.v1"));
        bench.handler.sessions[0]->echo = false;
        std::string bytes;
        for (int i = 0; i < 200; ++i)
            bytes += maskedFrame("m");
        flood.sendAll(bytes);
        EXPECT_EQ(flood.nextFrame()->closeCode(), closecode::limitExceeded);
        EXPECT_EQ(bench.handler.sessions[0]->messages.size(), 100U);

        RawClient silent(number);
        ASSERT_TRUE(silent.upgrade("cheetah.client.v1"));
        EXPECT_EQ(silent.nextFrame()->closeCode(), closecode::idle);
        EXPECT_EQ(bench.port->counters().floods, 1U);
        EXPECT_EQ(bench.port->counters().idle, 1U);
    });
}

// SPEC E4: who only listens keeps its socket by pings.
TEST(EdgePortSocket, takesPingsForSignsOfLife)
{
    onEngineThread([] {
        Bench bench;
        bench.config.limits.idleTime = 300ms;
        const auto number = bench.start();
        RawClient listener(number);
        ASSERT_TRUE(listener.upgrade("cheetah.client.v1"));
        for (int outlived = 0; outlived < 3; ++outlived) {
            RawClient silent(number);
            ASSERT_TRUE(silent.upgrade("cheetah.client.v1"));
            ASSERT_TRUE(runUntil([&] {
                listener.send(maskedFrame("", 9));
                return silent.closedByPeer();
            }));
        }
        EXPECT_EQ(bench.port->counters().idle, 3U);
        EXPECT_EQ(bench.handler.sessions[0]->closedCode, 0);
    });
}

TEST(EdgePortSocket, mayBeDestroyedInsideAMessage)
{
    onEngineThread([] {
        Bench bench;
        RawClient client(bench.start());
        ASSERT_TRUE(client.upgrade("cheetah.client.v1"));
        bench.handler.sessions[0]->dropLink = true;
        ASSERT_TRUE(client.sendAll(maskedFrame("one") + maskedFrame("two")));
        EXPECT_EQ(client.nextFrame()->closeCode(), 1001);
        EXPECT_TRUE(runUntil([&] { return client.closedByPeer(); }));
        EXPECT_EQ(bench.handler.sessions[0]->messages.size(), 1U);
        EXPECT_EQ(bench.port->webSockets(), 0U);
    });
}

// SPEC L5: closing the port says so to every socket; a link may outlive its port.
TEST(EdgePortSocket, saysThatThePortGoesDown)
{
    onEngineThread([] {
        Bench bench;
        RawClient client(bench.start());
        ASSERT_TRUE(client.upgrade("cheetah.client.v1"));
        bench.port->close();
        EXPECT_EQ(client.nextFrame()->closeCode(), closecode::goingDown);
        client.close();
        EXPECT_TRUE(runUntil([&] { return bench.handler.sessions[0]->closedCode == closecode::goingDown; }));
        bench.port.reset();
        EXPECT_FALSE(bench.handler.sessions[0]->link->send("x"));
    });
}

} // namespace
} // namespace cheetah::test
