// SPDX-License-Identifier: Apache-2.0
// One fleet across processes: nodes of different roles on one real Redis.
#include "support/loop.h"
#include "support/redisdeployment.h"

#include <gtest/gtest.h>

#include <csignal>
#include <set>

namespace cheetah::test {
namespace {

std::string withHandle(const std::string &handle, const std::string &more = {})
{
    return R"({"handle":")" + handle + '"' + more + '}';
}

/// Two app nodes, two that hold sockets, one that takes reports and results over HTTP.
class RedisFleet : public testing::Test {
protected:
    void SetUp() override
    {
        ASSERT_TRUE(fleet.start("ws1", "websocket"));
        ASSERT_TRUE(fleet.start("ws2", "websocket"));
        ASSERT_TRUE(fleet.start("rest1", "rest"));
        ASSERT_TRUE(fleet.start("app1", "app"));
        ASSERT_TRUE(fleet.start("app2", "app"));
    }

    RedisDeployment fleet;
};

} // namespace

// SPEC R1 SPEC R5 SPEC W11: whatever is held is held once, whoever asks where, and everybody sees the same.
TEST_F(RedisFleet, IsOneForAllNodes)
{
    const auto first = fleet.client("ws1", "c1", 3);
    const auto second = fleet.client("ws2", "c2", 3);
    ASSERT_TRUE(first && second);
    for (const char *node : {"ws1", "ws2", "rest1", "app1", "app2"})
        EXPECT_TRUE(fleet.shows(node, 6)) << node;

    std::set<std::string> names;
    for (int i = 0; i < 6; ++i) {
        const auto lease = fleet.acquire(i % 2 ? "app1" : "app2", "t" + std::to_string(i));
        EXPECT_TRUE(names.insert(lease.at("name")).second) << "held twice";
    }
    EXPECT_EQ(fleet.call("app1", "acquire", "app", R"({"userId":"u","taskId":"more"})").code(), "nothing_available");
    for (const char *node : {"ws1", "app1", "app2"})
        EXPECT_TRUE(runUntil([&] {
            const auto rows = fleet.call(node, "assignments", "viewer");
            return rows.body.member("rows") && rows.body.member("rows")->array()->size() == 6;
        })) << node;
    const auto revision = [&](const char *node) { return fleet.call(node, "assignments", "viewer").at("revision"); };
    EXPECT_TRUE(runUntil([&] { return revision("app1") == revision("rest1"); }));
}

// SPEC R1: a lost reply is resolved, and a handle is good, at any node.
TEST_F(RedisFleet, TakesAHandleAtAnyNode)
{
    const auto client = fleet.client("ws1", "c1", 1);
    ASSERT_TRUE(client);
    ASSERT_TRUE(fleet.shows("app1", 1));
    const auto lease = fleet.acquire("app1", "t", R"(,"requestId":"r1")");
    EXPECT_EQ(fleet.acquire("app2", "t", R"(,"requestId":"r1")").at("handle"), lease.at("handle"));
    EXPECT_TRUE(fleet.call("app2", "renew", "app", withHandle(lease.at("handle"))).ok());
    EXPECT_EQ(fleet.call("app2", "release", "app", withHandle(lease.at("handle"))).at("outcome"), "released");
    EXPECT_EQ(fleet.call("app1", "release", "app", withHandle(lease.at("handle"))).at("outcome"), "already_released");
    EXPECT_EQ(fleet.call("app1", "renew", "app", withHandle(lease.at("handle"))).code(), "stale_handle");
}

// SPEC D4: admitted at one node, sent by another, answered through a third.
TEST_F(RedisFleet, LeadsCommandsAcrossNodes)
{
    const auto client = fleet.client("ws1", "c1", 1);
    ASSERT_TRUE(client);
    ASSERT_TRUE(fleet.shows("app1", 1));
    client->script("evaluate", [](const CommandMessage &) { return ScriptedClient::Answer{"{\"value\":42}", {}}; });
    client->script("reload", [](const CommandMessage &) { return ScriptedClient::Answer{}; }); // answers elsewhere
    const auto lease = fleet.acquire("app1", "t");

    const auto sent = fleet.call(
        "app2", "send", "app", withHandle(lease.at("handle"), R"(,"kind":"evaluate","commandId":"k1","waitMs":20000)"));
    EXPECT_EQ(sent.at("outcome"), "result") << sent.text;
    const auto known = fleet.call("app1", "await", "app", R"({"userId":"u","commandId":"k1","waitMs":0})");
    EXPECT_EQ(known.at("stage"), "terminal") << known.text;

    ASSERT_TRUE(
        fleet.call("app1", "send", "app", withHandle(lease.at("handle"), R"(,"kind":"reload","commandId":"k2")")).ok());
    ASSERT_TRUE(runUntil([&] { return client->commands().size() == 2; }));
    EXPECT_TRUE(
        fleet
            .call("rest1", "result", "client",
                  R"({"userId":"u","clientId":"c1","epoch":"e1","commandId":"k2","state":"result","result":{}})")
            .ok());
    const auto ended = fleet.call("app2", "await", "app", R"({"userId":"u","commandId":"k2","waitMs":20000})");
    EXPECT_EQ(ended.at("outcome"), "result") << ended.text;
}

// SPEC E1 SPEC W10: a report over HTTP changes what all see, and makes nobody connected.
TEST_F(RedisFleet, TakesReportsThroughARestNode)
{
    const auto client = fleet.client("ws1", "c1", 1);
    ASSERT_TRUE(client && fleet.shows("rest1", 1));
    const std::string two = R"({"userId":"u","clientId":"c1","epoch":"e1","seq":50,"windows":[{"windowId":"w1",)"
                            R"("title":"","contexts":[{"contextId":"t1","title":"","url":"","health":"live"},)"
                            R"({"contextId":"t2","title":"","url":"","health":"live"}]}]})";
    const auto reported = fleet.call("rest1", "report", "client", two);
    EXPECT_TRUE(reported.ok()) << reported.text;
    EXPECT_TRUE(fleet.shows("app2", 2));
}

// SPEC W13 SPEC W14: a tab is made by a client at another node, and goes to whoever asked.
TEST_F(RedisFleet, ProvisionsAcrossNodes)
{
    const auto client = fleet.client("ws2", "c1", 1);
    ASSERT_TRUE(client && fleet.shows("app1", 1));
    const auto made = fleet.acquire("app1", "t", R"(,"placement":"new-tab","waitMs":20000)");
    EXPECT_EQ(made.at("provisioned"), "true") << made.text;
    EXPECT_TRUE(fleet.shows("app2", 2));
}

// SPEC R7 SPEC W10: a killed node's clients look connected for one lease and no longer; then they may come back elsewhere.
TEST_F(RedisFleet, OutlivesTheNodeThatHoldsItsSockets)
{
    auto client = fleet.client("ws1", "c1", 1);
    ASSERT_TRUE(client && fleet.shows("app1", 1));
    const auto lease = fleet.acquire("app1", "t");
    fleet.kill("ws1");
    EXPECT_TRUE(runUntil([&] {
        return fleet.call("app1", "renew", "app", withHandle(lease.at("handle"))).code() == "stale_handle";
    })) << "the policy's grace began when the lease of the connection ended";
    EXPECT_EQ(fleet.call("app1", "acquire", "app", R"({"userId":"u","taskId":"t2"})").code(), "nothing_available");
    EXPECT_TRUE(client->connectTo(fleet.node("ws2").url(), fleet.node("ws2").token("client")));
    EXPECT_TRUE(runUntil([&] { return fleet.call("app2", "acquire", "app", R"({"userId":"u","taskId":"t3"})").ok(); }));
}

// SPEC L7
TEST_F(RedisFleet, RefusesAnIdThatAnotherProcessLivesUnder)
{
    NodeProcess second(fleet.optionsOf("app1", "app"));
    EXPECT_FALSE(second.isReady());
    EXPECT_NE(second.program().err().find("app1"), std::string::npos) << second.program().err();
    fleet.kill("app2");
    EXPECT_TRUE(fleet.start("app2", "app")) << "a lapsed one is taken over";
}

// SPEC R3
TEST_F(RedisFleet, RefusesANodeWithOtherSettingsAndNamesBoth)
{
    std::vector<std::string> options = fleet.optionsOf("app3", "app");
    options.insert(options.end(), {"--task-timeout", "77s"});
    NodeProcess other(options);
    EXPECT_FALSE(other.isReady());
    EXPECT_NE(other.program().err().find("task-timeout"), std::string::npos) << other.program().err();
    EXPECT_NE(other.program().err().find("5m"), std::string::npos) << other.program().err();
}

// SPEC R4: killed and empty, Redis comes back, clients come back, and nothing is held that was not given anew.
TEST_F(RedisFleet, BeginsAnewOnAnEmptyRedis)
{
    auto client = fleet.client("ws1", "c1", 2);
    ASSERT_TRUE(client && fleet.shows("app1", 2));
    const auto lease = fleet.acquire("app1", "t");
    fleet.redis().kill();
    EXPECT_TRUE(runUntil([&] {
        return fleet.call("app1", "acquire", "app", R"({"userId":"u","taskId":"x"})").code() == "unavailable";
    }));
    fleet.redis().start();
    EXPECT_TRUE(runUntil([&] { return !client->isOpen(); }, Seconds(40))) << "its node no longer knows it";
    EXPECT_TRUE(runUntil([&] {
        return client->isOpen() || client->connectTo(fleet.node("ws1").url(), fleet.node("ws1").token("client"));
    }));
    EXPECT_TRUE(fleet.shows("app2", 2));
    EXPECT_TRUE(runUntil([&] { return fleet.obstacle("app1").empty() && fleet.obstacle("app2").empty(); }));
    EXPECT_EQ(fleet.call("app1", "renew", "app", withHandle(lease.at("handle"))).code(), "stale_handle");
    EXPECT_TRUE(runUntil([&] { // its node enters anew as well, and whoever came before that is asked to come again
        return (client->isOpen() || fleet.connect(*client, "ws1"))
            && fleet.call("app2", "acquire", "app", R"({"userId":"u","taskId":"t2"})").ok();
    }));
}

// SPEC R4: functions that were flushed are loaded again, and nobody notices.
TEST_F(RedisFleet, LoadsItsFunctionsAgain)
{
    const auto client = fleet.client("ws1", "c1", 2);
    ASSERT_TRUE(client && fleet.shows("app1", 2));
    fleet.redis().cli({"FUNCTION", "FLUSH"});
    fleet.redis().cli({"SCRIPT", "FLUSH"});
    fleet.acquire("app1", "t");
}

} // namespace cheetah::test
