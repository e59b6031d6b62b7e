// SPDX-License-Identifier: Apache-2.0
// A deployment whose users are divided into eight partitions: to everybody who looks it is one fleet.
#include "redis/rediskeys.h"
#include "support/loop.h"
#include "support/redisdeployment.h"

#include <gtest/gtest.h>

#include <set>

namespace cheetah::test {
namespace {

constexpr std::uint32_t partitions = 8;
constexpr const char *users[] = {"ada", "ben", "cyd", "dov", "eve", "fay", "gus", "hal"};

std::string params(const std::string &user, const std::string &task, const std::string &more = {})
{
    return R"({"userId":")" + user + R"(","taskId":")" + task + '"' + more + '}';
}

class PartitionedFleet : public testing::Test {
protected:
    void SetUp() override
    {
        fleet.setAll({"--partitions", std::to_string(partitions)});
        ASSERT_TRUE(fleet.start("ws1", "websocket"));
        ASSERT_TRUE(fleet.start("ws2", "websocket"));
        ASSERT_TRUE(fleet.start("rest1", "rest"));
        ASSERT_TRUE(fleet.start("app1", "app"));
        ASSERT_TRUE(fleet.start("app2", "app"));
        const RedisKeys keys(DeploymentId::trusted("test"), partitions);
        std::set<std::uint32_t> used;
        for (const char *user : users)
            used.insert(keys.partitionOf(UserId::trusted(user)));
        ASSERT_GE(used.size(), 4u) << "or these users prove little";
    }
    /// A client of each user with two tabs, at the two nodes in turn.
    void connectAll()
    {
        for (std::size_t i = 0; i < std::size(users); ++i)
            ASSERT_TRUE(clients.emplace_back(fleet.client(i % 2 ? "ws2" : "ws1", "c", 2, users[i])));
        for (const char *node : {"ws1", "ws2", "rest1", "app1", "app2"})
            ASSERT_TRUE(fleet.shows(node, 2 * std::size(users))) << node;
    }
    NodeApi::Answer acquire(const char *node, const char *user, const std::string &more = {})
    {
        return fleet.call(node, "acquire", "app", params(user, "t", more));
    }
    /// How many entries of that kind a node's journal has about it.
    int told(const char *node, const std::string &kind, const std::string &parameter, const std::string &value)
    {
        const NodeApi::Answer events = fleet.call(node, "events", "viewer", R"({"limit":1000})");
        int count = 0;
        for (std::size_t i = 0;; ++i) {
            const std::string entry = "entries." + std::to_string(i);
            if (events.at(entry + ".number").empty())
                return count;
            count += events.at(entry + ".kind") == kind && events.at(entry + ".params." + parameter) == value;
        }
    }
    /// The states of all drains that a node shows.
    std::string drains(const char *node)
    {
        const NodeApi::Answer answer = fleet.call(node, "drains", "viewer");
        std::string states;
        for (std::size_t i = 0;; ++i) {
            const std::string state = answer.at("rows." + std::to_string(i) + ".state");
            if (state.empty())
                return states;
            states += (i ? " " : "") + state;
        }
    }

    std::size_t nodesShown(const char *node)
    {
        return fleet.call(node, "nodes", "viewer").body.member("rows")->array()->size();
    }

    RedisDeployment fleet;
    std::vector<std::unique_ptr<ScriptedClient>> clients;
};

} // namespace

// SPEC R1 SPEC R2 SPEC W11: held once, whoever asks where, and everybody sees the same
TEST_F(PartitionedFleet, IsOneForAllNodes)
{
    connectAll();
    std::set<std::string> names;
    std::map<std::string, std::string> handles;
    for (const char *user : users) {
        for (const char *node : {"app1", "app2"}) {
            const NodeApi::Answer lease = acquire(node, user);
            ASSERT_TRUE(lease.ok()) << lease.text;
            EXPECT_EQ(lease.at("userId"), user);
            EXPECT_TRUE(names.insert(lease.at("name")).second) << "held twice";
            handles[user] = lease.at("handle");
        }
        EXPECT_EQ(acquire("app1", user).code(), "nothing_available") << "of others there is more";
    }
    for (const char *node : {"ws1", "rest1", "app1", "app2"})
        EXPECT_TRUE(runUntil([&] { return fleet.held(node) == 2 * std::size(users); })) << node;

    for (std::size_t i = 0; i < std::size(users); ++i) {
        const NodeApi::Answer sent =
            fleet.call("app1", "send", "app", handleParams(handles[users[i]], R"(,"kind":"reload","waitMs":20000)"));
        EXPECT_EQ(sent.at("outcome"), "result") << sent.text;
        EXPECT_EQ(clients[i]->commands().size(), 1u) << "its own alone";
        EXPECT_EQ(fleet.call("app2", "release", "app", handleParams(handles[users[i]])).at("outcome"), "released");
    }
    for (const char *node : {"ws2", "rest1", "app1", "app2"})
        EXPECT_TRUE(runUntil([&] { return fleet.held(node) == std::size(users); })) << node;
}

// SPEC W13 SPEC E1 SPEC R7: reports, creations, and the end of a node that holds sockets
TEST_F(PartitionedFleet, GoesOnWithoutOneOfItsNodes)
{
    connectAll();
    const std::string report = R"({"userId":"ada","clientId":"c","epoch":")" + clients[0]->hello.epoch.string()
                             + R"(","seq":50,"windows":[{"windowId":"w1","title":"","contexts":[{"contextId":"t1",)"
                             + R"("title":"","url":"","health":"live"}]}]})";
    EXPECT_TRUE(fleet.call("rest1", "report", "client", report).ok());
    const NodeApi::Answer made = acquire("app2", "ben", R"(,"placement":"new-tab","waitMs":20000)");
    EXPECT_EQ(made.at("provisioned"), "true") << made.text;
    EXPECT_TRUE(fleet.shows("app1", 2 * std::size(users))) << "one less, one more";

    for (const char *user : {"ada", "cyd", "dov", "fay"})
        ASSERT_TRUE(acquire("app1", user).ok());
    fleet.kill("ws1"); // which held ada and cyd
    EXPECT_TRUE(runUntil([&] { return fleet.held("app2") == 3; }, Seconds(40)));
    for (const char *user : {"ada", "cyd", "eve", "gus"})
        EXPECT_EQ(acquire("app2", user).code(), "nothing_available") << user;
    for (const char *user : {"dov", "fay", "hal"})
        EXPECT_TRUE(acquire("app2", user).ok()) << user;
    EXPECT_TRUE(runUntil([&] { return nodesShown("app1") == 4; })) << "the killed one is gone";
}

// SPEC W16: it is drained in every partition, shown as one, and ended once nothing is leased in any
TEST_F(PartitionedFleet, ShowsANodesDrainOnce)
{
    connectAll();
    const NodeApi::Answer lease = acquire("app1", "eve"); // at ws1
    ASSERT_TRUE(lease.ok()) << lease.text;
    ASSERT_TRUE(fleet.call("app1", "drain", "operator", R"({"nodeId":"ws1"})").ok());
    for (const char *node : {"app1", "app2", "rest1", "ws2"})
        EXPECT_TRUE(runUntil([&] { return drains(node) == "draining"; })) << node << ": " << drains(node);
    for (const char *user : {"ada", "cyd", "eve", "gus"})
        EXPECT_EQ(acquire("app2", user).code(), "nothing_available") << user;
    EXPECT_TRUE(acquire("app2", "ben").ok()) << "at another node";
    const std::string asking =
        runProgram("cheetahctl", {"explain", "--user", "ada", "--task", "t", "--node", fleet.node("app2").urlText()})
            .out;
    EXPECT_NE(asking.find("2 node draining"), std::string::npos) << asking;
    EXPECT_EQ(drains("app2"), "draining") << "while one lease is left";

    ASSERT_TRUE(fleet.call("app2", "release", "app", handleParams(lease.at("handle"))).ok());
    for (const char *node : {"app1", "app2", "rest1", "ws2"}) {
        EXPECT_TRUE(runUntil([&] { return drains(node) == "done"; })) << node << ": " << drains(node);
        EXPECT_EQ(told(node, "drain_started", "target", "node ws1"), 1) << node;
        EXPECT_EQ(told(node, "drain_ended", "target", "node ws1"), 1) << node;
    }
    ASSERT_TRUE(fleet.call("app2", "undrain", "operator", R"({"nodeId":"ws1"})").ok());
    for (const char *node : {"app1", "app2", "rest1", "ws2"}) {
        EXPECT_TRUE(runUntil([&] { return drains(node).empty(); })) << node << ": " << drains(node);
        EXPECT_EQ(told(node, "drain_ended", "state", "undone"), 1) << node;
    }
    EXPECT_TRUE(runUntil([&] { return acquire("app1", "ada").ok(); }));
}

// SPEC L6 SPEC L7: a node that comes and goes is told of once
TEST_F(PartitionedFleet, TellsOfANodeOnce)
{
    ASSERT_TRUE(fleet.start("late", "app"));
    for (const char *node : {"app1", "app2", "ws1"})
        EXPECT_TRUE(runUntil([&] { return told(node, "node_started", "node", "late") == 1; })) << node;
    EXPECT_EQ(nodesShown("app1"), 6u);
    EXPECT_EQ(fleet.node("late").stop(), 0);
    for (const char *node : {"app1", "app2", "ws1"}) {
        EXPECT_TRUE(runUntil([&] { return told(node, "node_stopped", "node", "late") == 1; })) << node;
        EXPECT_EQ(told(node, "node_started", "node", "late"), 1) << node;
    }
}

} // namespace cheetah::test
