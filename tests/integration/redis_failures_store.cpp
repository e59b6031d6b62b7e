// SPDX-License-Identifier: Apache-2.0
// What may happen to the Redis of a deployment: each has a name, doubles nothing, and is got over (SPEC R4).
#include "support/loop.h"
#include "support/redisdeployment.h"

#include <gtest/gtest.h>

#include <QElapsedTimer>

#include <set>

namespace cheetah::test {
namespace {

/// A node that holds sockets and two that applications ask.
class StoreFailure : public testing::Test {
protected:
    void begin(std::vector<std::string> options = {})
    {
        fleet.setAll(std::move(options));
        ASSERT_TRUE(fleet.start("ws1", "websocket"));
        ASSERT_TRUE(fleet.start("app1", "app"));
        ASSERT_TRUE(fleet.start("app2", "app"));
    }
    static const char *app(int i) { return i % 2 ? "app1" : "app2"; }
    bool becomes(const char *node, const char *code)
    {
        return runUntil([&] { return fleet.obstacle(node) == code; }, Seconds(40));
    }
    NodeApi::Answer acquire(const char *node, const std::string &request, const std::string &more = {})
    {
        return fleet.call(node, "acquire", "app", acquireParams("t-" + request, request, more));
    }
    /// Asks with the same request id until it is answered.
    NodeApi::Answer resolve(const char *node, const std::string &request)
    {
        NodeApi::Answer answer;
        runUntil([&] { return (answer = acquire(node, request)).ok(); }, Seconds(40));
        return answer;
    }
    std::string codeOf(const char *node, const char *method, const std::string &handle)
    {
        return fleet.call(node, method, "app", handleParams(handle)).code();
    }

    RedisDeployment fleet{RedisServer::Options{.unixSocket = true, .keepData = true}};
};

/// Long enough that nothing lapses while Redis is away.
const std::vector<std::string> patient = {"--connection-lease", "60s", "--disconnect-policy", "keep"};

} // namespace

// SPEC R4 SPEC W11: killed and come back with its data, all that was held is held, and by nobody else.
TEST_F(StoreFailure, KilledItComesBackWithItsData)
{
    begin(patient);
    const auto client = fleet.client("ws1", "c1", 3);
    ASSERT_TRUE(client && fleet.shows("app1", 3));
    const auto lease = acquire("app1", "r1");
    ASSERT_TRUE(lease.ok()) << lease.text;
    fleet.redis().kill();
    EXPECT_TRUE(becomes("app1", "unavailable"));
    EXPECT_EQ(acquire("app1", "r2").code(), "unavailable");
    fleet.redis().start();
    for (const char *node : {"app1", "app2", "ws1"})
        EXPECT_TRUE(becomes(node, "")) << node;
    EXPECT_EQ(codeOf("app2", "renew", lease.at("handle")), "");
    EXPECT_EQ(resolve("app2", "r1").at("handle"), lease.at("handle")) << "the same request is the same lease";
    std::set<std::string> names{lease.at("name")};
    EXPECT_TRUE(names.insert(resolve("app1", "r2").at("name")).second);
    EXPECT_TRUE(names.insert(resolve("app2", "r3").at("name")).second);
    EXPECT_TRUE(client->isOpen()) << "nobody was thrown out";
    EXPECT_TRUE(client->report());
}

// SPEC R4 SPEC R7 SPEC W3: away for longer than the leases of connections, nobody could renew them; that ends nothing.
TEST_F(StoreFailure, AwayForLongItEndsNoLease)
{
    begin({"--connection-lease", "6s", "--disconnect-policy", "release"});
    const auto client = fleet.client("ws1", "c1", 2);
    ASSERT_TRUE(client && fleet.shows("app1", 2));
    const auto lease = acquire("app1", "r1");
    ASSERT_TRUE(lease.ok()) << lease.text;
    QElapsedTimer away;
    fleet.redis().kill();
    away.start();
    ASSERT_TRUE(becomes("app1", "unavailable"));
    runUntil([&] { return away.elapsed() >= 8'000; });
    fleet.redis().start();
    for (const char *node : {"app1", "app2", "ws1"})
        EXPECT_TRUE(becomes(node, ""));
    const auto roundsOf = [&](const char *node) {
        const std::string text =
            NodeApi().get(fleet.node(node).url(), "/metrics", fleet.node(node).token("viewer")).text;
        const auto at = text.find("\ncheetah_connection_sweeps_total ");
        return at == std::string::npos ? -1 : std::stoi(text.substr(text.find(' ', at) + 1));
    };
    const int before = roundsOf("app2");
    ASSERT_GE(before, 0);
    EXPECT_TRUE(runUntil([&] { return roundsOf("app2") > before + 2; }, Seconds(40))) << "swept again";
    EXPECT_EQ(codeOf("app2", "renew", lease.at("handle")), "");
    EXPECT_TRUE(client->isOpen());
    EXPECT_TRUE(client->report());
}

// SPEC R4 SPEC R5: killed and come back empty twice; each time it is another registry, and clients come back into it.
TEST_F(StoreFailure, EmptiedItBeginsAnewEachTime)
{
    begin();
    auto client = fleet.client("ws1", "c1", 2);
    ASSERT_TRUE(client && fleet.shows("app1", 2));
    for (const char *request : {"r1", "r2"}) {
        NodeApi::Answer lease;
        EXPECT_TRUE(runUntil([&] { // its node enters anew as well, and whoever came before that is asked to come again
            return (client->isOpen() || fleet.connect(*client, "ws1")) && (lease = acquire("app1", request)).ok();
        })) << lease.text;
        fleet.redis().cli({"FLUSHALL"});
        EXPECT_TRUE(runUntil([&] { return !client->isOpen(); }, Seconds(40)))
            << "its node must know that it is unknown";
        EXPECT_TRUE(fleet.connect(*client, "ws1"));
        EXPECT_TRUE(fleet.shows("app2", 2));
        EXPECT_EQ(codeOf("app1", "renew", lease.at("handle")), "stale_handle");
        EXPECT_EQ(codeOf("app2", "release", lease.at("handle")), "stale_handle");
        EXPECT_TRUE(runUntil([&] { return fleet.held("app2") == 0; }));
    }
    EXPECT_TRUE(
        runUntil([&] { return (client->isOpen() || fleet.connect(*client, "ws1")) && acquire("app2", "r3").ok(); }));
}

// SPEC R4 SPEC W11 SPEC L6: Redis stands still for ten seconds with requests on their way.
TEST_F(StoreFailure, StandingStillItGrantsNothingTwice)
{
    begin(patient);
    const auto client = fleet.client("ws1", "c1", 6);
    ASSERT_TRUE(client && fleet.shows("app1", 6) && fleet.shows("app2", 6));
    const auto kept = acquire("app1", "before");
    ASSERT_TRUE(kept.ok()) << kept.text;

    QElapsedTimer still;
    fleet.redis().pause();
    still.start();
    std::vector<NodeApi::Call> calls;
    for (int i = 0; i < 4; ++i)
        calls.push_back(fleet.begin(app(i), "acquire", acquireParams("t", "r" + std::to_string(i))));
    EXPECT_TRUE(becomes("app1", "unavailable")) << "readiness says so";
    EXPECT_TRUE(becomes("ws1", "unavailable"));
    for (const NodeApi::Call &call : calls)
        EXPECT_EQ(call.answer().code(), "unavailable") << "answered, while Redis stands";
    EXPECT_EQ(codeOf("app2", "renew", kept.at("handle")), "unavailable");
    runUntil([&] { return still.elapsed() >= 10'000; });
    fleet.redis().resume();

    EXPECT_TRUE(becomes("app1", ""));
    EXPECT_TRUE(becomes("app2", ""));
    EXPECT_TRUE(becomes("ws1", ""));
    EXPECT_EQ(codeOf("app2", "renew", kept.at("handle")), "");
    std::set<std::string> names{kept.at("name")};
    for (int i = 0; i < 4; ++i) // what Redis did of it at last is found again, at the other node
        EXPECT_TRUE(names.insert(resolve(app(i + 1), "r" + std::to_string(i)).at("name")).second) << "granted twice";
    EXPECT_TRUE(runUntil([&] { return fleet.held("app1") == 5; })) << "none is held that nobody knows of";
    EXPECT_TRUE(client->isOpen());
}

// SPEC R4 SPEC W11: connections are cut while assigns are on their way; each request is one lease in the end.
TEST_F(StoreFailure, CutInTheMiddleARequestIsOneLease)
{
    constexpr int many = 60;
    begin(patient);
    const auto client = fleet.client("ws1", "c1", many);
    ASSERT_TRUE(client && fleet.shows("app1", many) && fleet.shows("app2", many));
    std::vector<NodeApi::Call> calls;
    for (int i = 0; i < many; ++i)
        calls.push_back(fleet.begin(app(i), "acquire", acquireParams("t", "r" + std::to_string(i))));
    int cut = 0;
    const auto done = [&] {
        return std::count_if(calls.begin(), calls.end(), [](auto &call) { return call.isDone(); });
    };
    for (int round = 0; round < 12 && done() < many; ++round) {
        const auto before = done();
        runUntil([&] { return done() > before; });
        cut += std::stoi(fleet.redis().cli({"CLIENT", "KILL", "TYPE", "normal", "SKIPME", "yes"}));
    }
    EXPECT_GT(cut, 0);

    std::map<std::string, std::string> granted;
    int unavailable = 0;
    for (int i = 0; i < many; ++i) {
        const auto answer = calls[std::size_t(i)].answer();
        if (answer.ok())
            granted["r" + std::to_string(i)] = answer.at("handle");
        else
            unavailable += answer.code() == "unavailable" ? 1 : 0;
    }
    EXPECT_EQ(int(granted.size()) + unavailable, many);
    std::set<std::string> names;
    for (int i = 0; i < many; ++i) {
        const std::string request = "r" + std::to_string(i);
        const auto lease = resolve(app(i + 1), request);
        EXPECT_TRUE(names.insert(lease.at("name")).second) << "two requests hold " << lease.at("name");
        EXPECT_TRUE(!granted.contains(request) || lease.at("handle") == granted.at(request)) << request;
    }
    EXPECT_TRUE(runUntil([&] { return fleet.held("app1") == many && fleet.held("app2") == many; }));
}

// SPEC R4: scripts and functions are flushed between and during requests; nobody notices.
TEST_F(StoreFailure, FlushedFunctionsAreLoadedAgain)
{
    begin(patient);
    const auto client = fleet.client("ws1", "c1", 20);
    ASSERT_TRUE(client && fleet.shows("app1", 20) && fleet.shows("app2", 20));
    std::vector<NodeApi::Call> calls;
    for (int i = 0; i < 20; ++i) {
        calls.push_back(fleet.begin(app(i), "acquire", acquireParams("t", "r" + std::to_string(i))));
        if (i % 4 == 0)
            fleet.redis().cli({"FUNCTION", "FLUSH"});
        if (i % 4 == 2)
            fleet.redis().cli({"SCRIPT", "FLUSH"});
    }
    std::set<std::string> names;
    for (const NodeApi::Call &call : calls) {
        const auto lease = call.answer();
        EXPECT_TRUE(lease.ok() && names.insert(lease.at("name")).second) << lease.text;
    }
    fleet.redis().cli({"FUNCTION", "FLUSH"});
    client->windows[0].contexts.pop_back();
    EXPECT_TRUE(client->report());
    EXPECT_EQ(fleet.obstacle("app1"), "");
}

// SPEC R4 SPEC L6: a full Redis lets go and takes nothing, says so, and goes on when it has room.
TEST_F(StoreFailure, FullItLetsGoAndTakesNothing)
{
    begin({"--connection-lease", "3s", "--disconnect-policy", "grace:1s"});
    auto client = fleet.client("ws1", "c1", 4);
    const auto other = fleet.client("ws1", "c2", 1);
    ASSERT_TRUE(client && other && fleet.shows("app1", 5) && fleet.shows("app2", 5));
    const auto inClient = [](const char *id) { return std::string(R"(,"require":["client=)") + id + R"("])"; };
    const auto first = acquire("app1", "r1", inClient("c1"));
    const auto second = acquire("app1", "r2", inClient("c1"));
    ASSERT_TRUE(first.ok() && second.ok()) << first.text << second.text;
    fleet.redis().cli({"CONFIG", "SET", "maxmemory", "1"});

    EXPECT_TRUE(becomes("app1", "store_full"));
    EXPECT_TRUE(becomes("ws1", "store_full"));
    EXPECT_EQ(acquire("app2", "r3").code(), "store_full");
    EXPECT_EQ(fleet.held("app2"), 2U);
    EXPECT_EQ(codeOf("app2", "renew", second.at("handle")), "") << "what is in use stays in use";
    client->windows[0].contexts.pop_back();
    EXPECT_FALSE(client->report());
    EXPECT_TRUE(client->lastError() && client->lastError()->code == ErrorCode::StoreFull);
    EXPECT_TRUE(fleet.shows("app2", 5)) << "the report changed nothing";
    EXPECT_TRUE(client->isOpen());
    EXPECT_EQ(fleet.call("app2", "release", "app", handleParams(first.at("handle"))).at("outcome"), "released");
    EXPECT_TRUE(runUntil([&] { return fleet.held("app1") == 1; })) << "replicas still follow";
    client->drop();
    EXPECT_TRUE(runUntil([&] { return fleet.held("app1") == 0; })) << "the sweep ends what the grace is over for";
    EXPECT_EQ(codeOf("app1", "renew", second.at("handle")), "stale_handle");

    fleet.redis().cli({"CONFIG", "SET", "maxmemory", "0"});
    EXPECT_TRUE(becomes("app1", ""));
    EXPECT_TRUE(becomes("ws1", ""));
    EXPECT_TRUE(fleet.connect(*client, "ws1"));
    EXPECT_TRUE(fleet.shows("app2", 4));
    EXPECT_TRUE(resolve("app2", "r3").ok());
}

// SPEC R4 SPEC L6: a Redis that becomes a replica only reads; it is named, and taken up again once it writes.
TEST_F(StoreFailure, ReadingOnlyItIsNamed)
{
    begin(patient);
    const auto client = fleet.client("ws1", "c1", 2);
    ASSERT_TRUE(client && fleet.shows("app1", 2));
    const auto lease = acquire("app1", "r1");
    fleet.redis().cli({"CONFIG", "SET", "min-replicas-to-write", "1"});
    EXPECT_TRUE(becomes("app1", "unavailable")) << "it wants replicas that it has not";
    EXPECT_EQ(acquire("app1", "r2").code(), "unavailable");
    fleet.redis().cli({"CONFIG", "SET", "min-replicas-to-write", "0"});
    EXPECT_TRUE(becomes("app1", ""));

    fleet.redis().cli({"REPLICAOF", "127.0.0.1", std::to_string(freePort())});
    EXPECT_TRUE(becomes("app1", "store_read_only"));
    EXPECT_EQ(acquire("app1", "r2").code(), "store_read_only");
    EXPECT_EQ(codeOf("app1", "release", lease.at("handle")), "store_read_only");
    fleet.redis().cli({"REPLICAOF", "NO", "ONE"});
    EXPECT_TRUE(becomes("app1", ""));
    EXPECT_EQ(codeOf("app2", "renew", lease.at("handle")), "");
    EXPECT_NE(resolve("app2", "r2").at("name"), lease.at("name"));
}

} // namespace cheetah::test
