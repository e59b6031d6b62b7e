// SPDX-License-Identifier: Apache-2.0
// Nodes of a deployment die or stand still at bad moments; the others go on, and nothing is doubled.
#include "support/loop.h"
#include "support/redisdeployment.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>

namespace cheetah::test {
namespace {

class NodeFailure : public testing::Test {
protected:
    void SetUp() override
    {
        fleet.setAll({"--provision-timeout", "5s"});
        ASSERT_TRUE(fleet.start("ws1", "websocket"));
        ASSERT_TRUE(fleet.start("app1", "app"));
        ASSERT_TRUE(fleet.start("app2", "app"));
    }
    std::string codeOf(const char *node, const char *method, const std::string &handle)
    {
        return fleet.call(node, method, "app", handleParams(handle)).code();
    }
    static auto count(const ScriptedClient &client, const char *kind)
    {
        return std::ranges::count_if(client.commands(), [&](const CommandMessage &c) { return c.kind == kind; });
    }

    RedisDeployment fleet;
};

} // namespace

// SPEC R7 SPEC W10 SPEC W11: killed with its sockets; its clients come back to another node in the same epoch.
TEST_F(NodeFailure, KilledWhileHoldingSockets)
{
    ASSERT_TRUE(fleet.start("ws2", "websocket"));
    std::vector<std::unique_ptr<ScriptedClient>> clients;
    for (const char *name : {"c1", "c2", "c3"})
        clients.push_back(fleet.client("ws1", name, 2));
    ASSERT_TRUE(clients[0] && clients[1] && clients[2] && fleet.shows("app1", 6));
    std::vector<NodeApi::Answer> leases;
    for (int i = 0; i < 6; ++i)
        leases.push_back(fleet.acquire("app1", "t" + std::to_string(i)));
    fleet.kill("ws1");
    for (const auto &client : clients)
        EXPECT_TRUE(fleet.connect(*client, "ws2")); // in the same epoch, within the lease
    EXPECT_TRUE(std::ranges::all_of(clients, [](const auto &client) { return client->welcome()->resumed; }));
    for (const auto &lease : leases)
        EXPECT_EQ(codeOf("app2", "renew", lease.at("handle")), "") << "a reconnect ends nothing";
    EXPECT_TRUE(runUntil([&] {
        const auto rows = fleet.call("app2", "connections", "viewer");
        return rows.at("rows.0.nodeId") == "ws2" || rows.at("rows.0.node") == "ws2";
    })) << fleet.call("app2", "connections", "viewer").text;
    EXPECT_EQ(fleet.call("app2", "acquire", "app", acquireParams("t", "more")).code(), "nothing_available");
}

// SPEC W13 SPEC W14: the owner dies while its client makes a tab; another takes the claim over, and the limit holds.
TEST_F(NodeFailure, KilledWhileOwningProvisioning)
{
    auto client = std::make_unique<ScriptedClient>(ClientName{UserId::trusted("u"), ClientId::trusted("c1")},
                                                   Epoch::trusted("p1"), 1);
    client->hello.limits.tabs = 3;
    client->script("openTab", [](const CommandMessage &) { return ScriptedClient::Answer{}; }); // does not answer
    ASSERT_TRUE(client->connectTo(fleet.node("ws1").url(), fleet.node("ws1").token("client")));
    ASSERT_TRUE(fleet.shows("app1", 1) && fleet.shows("app2", 1));
    const std::string wanted = acquireParams("t", "r1", R"(,"placement":"new-tab","waitMs":20000)");
    const auto asked = fleet.begin("app1", "acquire", wanted);
    ASSERT_TRUE(runUntil([&] { return count(*client, "openTab") == 1; }));
    const auto refused = fleet.call("app2", "acquire", "app", acquireParams("t", "r2", R"(,"placement":"new-tab")"));
    EXPECT_FALSE(refused.ok()) << "app1 owns it";
    EXPECT_EQ(count(*client, "openTab"), 1) << refused.text;
    fleet.kill("app1");

    // The tab that the dead node had asked for is there after all.
    ReportedContext tab;
    tab.id = ContextId::trusted("late");
    tab.url = "about:blank";
    tab.ours = true;
    tab.provision = client->commands().front().provision;
    client->windows[0].contexts.push_back(tab);
    ASSERT_TRUE(client->report());
    client->script("openTab", nullptr);
    ASSERT_TRUE(fleet.shows("app2", 2));

    NodeApi::Answer made;
    EXPECT_TRUE(runUntil(
        [&] {
            made = fleet.call("app2", "acquire", "app",
                              acquireParams("t", "r3", R"(,"placement":"new-tab","waitMs":8000)"));
            return made.ok();
        },
        Seconds(40)))
        << made.text;
    EXPECT_EQ(made.at("provisioned"), "true") << made.text;
    EXPECT_TRUE(fleet.shows("app2", 3));
    const auto over =
        fleet.call("app2", "acquire", "app", acquireParams("t", "r4", R"(,"placement":"new-tab","waitMs":2000)"));
    EXPECT_FALSE(over.ok()) << over.text;
    EXPECT_EQ(count(*client, "openTab"), 2) << "one for each node, none twice, none above the limit";
    EXPECT_TRUE(runUntil([&] { return fleet.call("app2", "reservations", "viewer").at("rows") == "[]"; }))
        << "nothing is left of the dead node's wish";
}

// SPEC R7: sweeps are everybody's; who dies at one leaves the rest to the others.
TEST_F(NodeFailure, KilledWhileSweeping)
{
    constexpr int many = 120;
    auto client = fleet.client("ws1", "c1", many);
    ASSERT_TRUE(client && fleet.shows("app1", many) && fleet.shows("app2", many));
    std::vector<NodeApi::Call> calls;
    for (int i = 0; i < many; ++i)
        calls.push_back(fleet.begin("app1", "acquire", acquireParams("t", "r" + std::to_string(i))));
    std::vector<std::string> handles;
    for (const NodeApi::Call &call : calls) {
        const NodeApi::Answer answer = call.answer();
        ASSERT_TRUE(answer.ok()) << answer.text;
        handles.push_back(answer.at("handle"));
    }
    ASSERT_TRUE(runUntil([&] { return fleet.held("app2") == std::size_t(many); }));
    client->drop();
    ASSERT_TRUE(runUntil([&] { return fleet.held("app2") < std::size_t(many); }));
    fleet.kill("app1");
    EXPECT_TRUE(runUntil([&] { return fleet.held("app2") == 0; }));
    EXPECT_EQ(codeOf("app2", "renew", handles.front()), "stale_handle");
    EXPECT_EQ(codeOf("app2", "release", handles.back()), "stale_handle");
    EXPECT_TRUE(fleet.connect(*client, "ws1"));
    EXPECT_TRUE(runUntil([&] { return fleet.call("app2", "acquire", "app", acquireParams("t", "r")).ok(); }));
}

// SPEC R7 SPEC L7: stood still past its lease and continued, a node enters again, and its clients too; what they held is
// over.
TEST_F(NodeFailure, StandingStillPastItsLeaseItEntersAgain)
{
    auto client = fleet.client("ws1", "c1", 2);
    ASSERT_TRUE(client && fleet.shows("app1", 2));
    const auto lease = fleet.acquire("app1", "t");
    fleet.pause("ws1");
    ASSERT_TRUE(runUntil([&] { return codeOf("app1", "renew", lease.at("handle")) == "stale_handle"; }, Seconds(40)));
    EXPECT_EQ(fleet.call("app1", "acquire", "app", acquireParams("t", "r")).code(), "nothing_available");
    fleet.resume("ws1");
    EXPECT_TRUE(runUntil([&] { return !client->isOpen(); }, Seconds(40))) << "its connection is none any more";
    EXPECT_TRUE(fleet.connect(*client, "ws1"));
    EXPECT_TRUE(runUntil([&] { return fleet.call("app1", "acquire", "app", acquireParams("t", "r")).ok(); }));
    EXPECT_EQ(codeOf("app1", "release", lease.at("handle")), "stale_handle");
    EXPECT_TRUE(runUntil([&] { return fleet.obstacle("ws1") == ""; }));
}

// SPEC L7 SPEC W11: stood still while another process took its id; continued, it is refused and ends, and what it gave
// earlier does nothing.
TEST_F(NodeFailure, SupersededWhileItStoodStill)
{
    const auto client = fleet.client("ws1", "c1", 2);
    ASSERT_TRUE(client && fleet.shows("app1", 2) && fleet.shows("app2", 2));
    const auto old = fleet.acquire("app1", "t1");
    ASSERT_EQ(fleet.call("app2", "release", "app", handleParams(old.at("handle"))).at("outcome"), "released");
    fleet.pause("app1");
    const auto answeredLater = fleet.begin("app1", "acquire", acquireParams("t2", "late"));
    NodeProcess heir(fleet.optionsOf("app1", "app"));
    ASSERT_TRUE(heir.isReady()) << heir.program().err();
    const auto both = {fleet.acquire("app2", "t3"), fleet.acquire("app2", "t4")};
    fleet.resume("app1");
    EXPECT_EQ(fleet.node("app1").program().wait(Seconds(30)), 1);
    EXPECT_THAT(fleet.node("app1").program().err(), testing::HasSubstr("another process took over this node's id"));
    EXPECT_FALSE(answeredLater.answer().ok()) << "all was held";
    for (const auto &lease : both)
        EXPECT_EQ(codeOf("app2", "renew", lease.at("handle")), "");
    EXPECT_EQ(codeOf("app2", "renew", old.at("handle")), "stale_handle");
    EXPECT_EQ(fleet.held("app2"), 2U);
    EXPECT_EQ(heir.stop(), 0);
}

} // namespace cheetah::test
