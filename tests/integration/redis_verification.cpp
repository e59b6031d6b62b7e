// SPDX-License-Identifier: Apache-2.0
// The nine points that a deployment's verification should prove, each on five processes over a real Redis: clients'
// sockets at one node, reports through a second, leases at two others, and a fifth that does all of it. What a person
// would type to see a point is typed here too.
#include "support/loop.h"
#include "support/redisdeployment.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <QTemporaryDir>

#include <algorithm>
#include <set>

namespace cheetah::test {
namespace {

using testing::HasSubstr;

constexpr const char *everyNode[] = {"ws", "rest", "app1", "app2", "all"};

class Verification : public testing::Test {
protected:
    /// Five nodes; `more` are options of each.
    void start(std::vector<std::string> more = {})
    {
        fleet.setAll(std::move(more));
        ASSERT_TRUE(fleet.start("ws", "websocket"));
        ASSERT_TRUE(fleet.start("rest", "rest"));
        ASSERT_TRUE(fleet.start("app1", "app"));
        ASSERT_TRUE(fleet.start("app2", "app"));
        ASSERT_TRUE(fleet.start("all", "app,rest,websocket"));
    }
    bool allShow(std::size_t contexts)
    {
        return std::all_of(std::begin(everyNode), std::end(everyNode),
                           [&](const char *node) { return fleet.shows(node, contexts); });
    }
    bool allShowHeld(std::size_t leases)
    {
        return std::all_of(std::begin(everyNode), std::end(everyNode),
                           [&](const char *node) { return runUntil([&] { return fleet.held(node) == leases; }); });
    }
    /// What cheetahctl says, asked at that node.
    Ended ctl(const char *node, std::vector<std::string> arguments)
    {
        arguments.insert(arguments.end(), {"--node", fleet.node(node).urlText()});
        return runProgram("cheetahctl", arguments);
    }
    bool ctlTells(const char *node, const std::vector<std::string> &arguments, const std::string &text)
    {
        return runUntil([&] { return ctl(node, arguments).out.find(text) != std::string::npos; }, Seconds(40));
    }
    /// The error code of an acquire that asks with these further members.
    std::string refusal(const char *node, const std::string &more = {})
    {
        return fleet.call(node, "acquire", "app", R"({"userId":"u","taskId":"x")" + more + '}').code();
    }
    NodeApi::Answer release(const char *node, const std::string &handle)
    {
        return fleet.call(node, "release", "app", handleParams(handle));
    }
    /// How often that node's journal tells of an end with this cause.
    int endings(const char *node, const std::string &cause)
    {
        const NodeApi::Answer events = fleet.call(node, "events", "viewer", R"({"limit":1000})");
        int count = 0;
        for (std::size_t i = 0; !events.at("entries." + std::to_string(i) + ".number").empty(); ++i)
            count += events.at("entries." + std::to_string(i) + ".cause") == cause;
        return count;
    }

    RedisDeployment fleet;
};

std::string reportOf(const ScriptedClient &client, std::uint64_t seq)
{
    return R"({"userId":"u","clientId":"c1","epoch":")" + client.hello.epoch.string() + R"(","seq":)"
         + std::to_string(seq) + R"(,"windows":[{"windowId":"w1","title":"","contexts":[)"
         + R"({"contextId":"t1","title":"fresh","url":"","health":"live"}]}]})";
}

} // namespace

// SPEC W10: 1. disconnected clients cannot be selected even when an old context snapshot exists
TEST_F(Verification, DisconnectedClientsAreNotSelected)
{
    start({"--disconnect-policy", "keep"});
    const auto client = fleet.client("ws", "c1", 1);
    ASSERT_TRUE(client && allShow(1));
    ASSERT_TRUE(release("app2", fleet.acquire("app1", "t").at("handle")).ok());

    client->drop();
    for (const char *node : {"app1", "app2", "all"})
        EXPECT_TRUE(runUntil([&] { return refusal(node) == "nothing_available"; })) << node;
    EXPECT_TRUE(fleet.call("rest", "report", "client", reportOf(*client, 100)).ok());
    for (const char *node : {"app1", "app2", "all"}) {
        EXPECT_TRUE(runUntil([&] { return fleet.call(node, "contexts", "viewer").at("rows.0.title") == "fresh"; }))
            << "the snapshot is there, and fresh";
        EXPECT_EQ(refusal(node), "nothing_available") << node;
        EXPECT_THAT(ctl(node, {"explain", "--user", "u", "--task", "x"}).out, HasSubstr("1 client disconnected"));
    }
    ASSERT_TRUE(fleet.connect(*client, "all"));
    EXPECT_TRUE(runUntil([&] { return refusal("app1").empty(); })) << "it is back, at another node";
}

// SPEC W8 SPEC W9: 2. metadata requirements admit only the intended clients
TEST_F(Verification, MetadataAdmitOnlyTheIntended)
{
    start();
    std::vector<std::unique_ptr<ScriptedClient>> clients;
    for (const auto &[name, node, region, release] :
         {std::tuple("eu", "ws", "eu", "1.4.0"), {"us", "all", "us", "1.9.2"}, {"old", "ws", "us", "0.9.0"}}) {
        auto &client = *clients.emplace_back(std::make_unique<ScriptedClient>(
            ClientName{UserId::trusted("u"), ClientId::trusted(name)}, Epoch::trusted("e"), 2));
        client.hello.metadata = {{"region", region}, {"release", release}};
        ASSERT_TRUE(client.connectTo(fleet.node(node).url(), fleet.node(node).token("client")));
    }
    ASSERT_TRUE(allShow(6));
    const std::string wanted = R"(,"require":["metadata.region=us","metadata.release~>=1.2 <2"])";
    for (const char *node : {"app1", "app2"})
        EXPECT_EQ(fleet.acquire(node, "t", wanted).at("clientId"), "us") << node;
    EXPECT_EQ(refusal("all", wanted), "nothing_available") << "four more are idle, none is meant";
    EXPECT_THAT(ctl("app2", {"explain", "--user", "u", "--task", "x", "--require", "metadata.region=us", "--require",
                             "metadata.release~>=1.2 <2"})
                    .out,
                HasSubstr("4 metadata do not fit, 2 assigned"));
}

// SPEC W11 SPEC R1: 3. two concurrent callers cannot acquire the same context
TEST_F(Verification, ConcurrentCallersNeverShare)
{
    start();
    const auto client = fleet.client("ws", "c1", 6), other = fleet.client("all", "c2", 6);
    ASSERT_TRUE(client && other && allShow(12));
    for (int round = 0; round < 3; ++round) {
        std::vector<NodeApi::Call> calls;
        for (int i = 0; i < 24; ++i)
            calls.push_back(fleet.begin(i % 3 == 0   ? "app1"
                                        : i % 3 == 1 ? "app2"
                                                     : "all",
                                        "acquire", R"({"userId":"u","taskId":"t"})"));
        std::set<std::string> names, handles;
        for (const NodeApi::Call &call : calls) {
            const NodeApi::Answer answer = call.answer();
            if (!answer.ok()) {
                EXPECT_EQ(answer.code(), "nothing_available");
                continue;
            }
            EXPECT_TRUE(names.insert(answer.at("name")).second) << "held twice";
            handles.insert(answer.at("handle"));
        }
        EXPECT_EQ(names.size(), 12u) << "each once, and half of the callers got none";
        EXPECT_TRUE(allShowHeld(12));
        for (const std::string &handle : handles)
            EXPECT_EQ(release("app2", handle).at("outcome"), "released");
        EXPECT_TRUE(allShowHeld(0));
    }
}

// SPEC W4 SPEC D1: 4. a stale handle cannot send, renew, or release a later task's assignment
TEST_F(Verification, AStaleHandleCanDoNothing)
{
    start();
    const auto client = fleet.client("ws", "c1", 1);
    ASSERT_TRUE(client && allShow(1));
    const std::string stale = fleet.acquire("app1", "first").at("handle");
    ASSERT_EQ(release("app2", stale).at("outcome"), "released");
    const NodeApi::Answer later = fleet.acquire("app2", "later");
    for (const char *node : {"app1", "app2", "all"}) {
        EXPECT_EQ(fleet.call(node, "renew", "app", handleParams(stale)).code(), "stale_handle") << node;
        EXPECT_EQ(release(node, stale).at("outcome"), "already_released") << node;
        const NodeApi::Answer sent = fleet.call(
            node, "send", "app", handleParams(stale, R"(,"kind":"evaluate","params":{"script":"1"},"waitMs":20000)"));
        EXPECT_TRUE(sent.code() == "stale_handle" || sent.at("outcome") == "fenced") << sent.text;
        EXPECT_EQ(ctl(node, {"renew", stale}).status, 4);
    }
    EXPECT_TRUE(client->commands().empty()) << "nothing of it reached the client";
    const NodeApi::Answer held = fleet.call("rest", "assignments", "viewer");
    EXPECT_EQ(held.at("rows.0.taskId"), "later") << held.text;
    EXPECT_EQ(held.at("rows.0.fence"), later.at("fence"));
    EXPECT_TRUE(fleet.call("app1", "renew", "app", handleParams(later.at("handle"))).ok());
}

// SPEC W2 SPEC W3: 5. legitimate long work renews before the timeout and abandoned work is released
TEST_F(Verification, LongWorkRenewsAndAbandonedWorkEnds)
{
    constexpr Seconds timeout(4);
    start({"--task-timeout", "4s", "--sweep-interval", "250ms"});
    const auto client = fleet.client("ws", "c1", 2);
    ASSERT_TRUE(client && allShow(2));
    const std::string working = fleet.acquire("app1", "working").at("handle");
    const NodeApi::Answer abandoned = fleet.acquire("app2", "abandoned");
    const SystemClock clock;
    const SteadyTime begun = clock.steady();
    int renewals = 0;
    for (SteadyTime next = begun; clock.steady() - begun < 2 * timeout; next += Millis(500)) {
        ASSERT_TRUE(fleet.call(renewals++ % 2 ? "app1" : "app2", "renew", "app", handleParams(working)).ok());
        runUntil([&] { return clock.steady() >= next; });
    }
    EXPECT_EQ(fleet.call("app1", "renew", "app", handleParams(abandoned.at("handle"))).code(), "stale_handle");
    EXPECT_EQ(fleet.call("app2", "renew", "app", handleParams(working)).code(), "");
    EXPECT_EQ(endings("all", "expired"), 1) << "once, though every node sweeps";
    EXPECT_THAT(ctl("rest", {"events"}).out, HasSubstr("abandoned"));
    EXPECT_EQ(fleet.acquire("app1", "next").at("contextId"), abandoned.at("contextId")) << "it is free";
}

// SPEC W6: 6. disconnect handling releases exactly the selected client's tasks
TEST_F(Verification, ADisconnectReleasesThatClientsTasksAlone)
{
    start();
    const auto gone = fleet.client("ws", "gone", 3), stays = fleet.client("ws", "stays", 2),
               elsewhere = fleet.client("all", "elsewhere", 2);
    ASSERT_TRUE(gone && stays && elsewhere && allShow(7));
    std::map<std::string, std::string> clientOf;
    for (int i = 0; i < 7; ++i) {
        const NodeApi::Answer lease = fleet.acquire(i % 2 ? "app1" : "app2", "t" + std::to_string(i));
        clientOf[lease.at("handle")] = lease.at("clientId");
    }
    gone->drop();
    EXPECT_TRUE(allShowHeld(4));
    for (const auto &[handle, client] : clientOf)
        EXPECT_EQ(fleet.call("app2", "renew", "app", handleParams(handle)).code(),
                  client == "gone" ? "stale_handle" : "")
            << client;
    for (const char *node : everyNode)
        EXPECT_TRUE(runUntil([&] { return endings(node, "disconnected") == 3; })) << node;

    EXPECT_EQ(ctl("rest", {"disconnect", "u", "stays", "--keep-out", "1m"}).status, 0);
    EXPECT_TRUE(allShowHeld(2));
    EXPECT_THAT(ctl("app1", {"assignments"}).out, HasSubstr("elsewhere"));
}

// SPEC W13: 7. browser creation respects negotiated window and tab limits
TEST_F(Verification, ARealBrowserIsNeverAskedBeyondItsLimits)
{
    start({"--max-tabs-per-window", "2"});
    const QTemporaryDir profile; // its windows share it, so that a new tab may stand in any
    Program browser("cheetah-browser",
                    {"--user", "u", "--client", "c1", "--headless", "--max-windows", "2", "--max-tabs", "4",
                     "--profile", profile.path().toStdString(), "--node", fleet.node("ws").urlText()});
    ASSERT_TRUE(
        runUntil([&] { return fleet.call("app1", "contexts", "viewer").at("rows.0.clientId") == "c1"; }, Seconds(60)))
        << browser.err();
    std::vector<NodeApi::Call> calls;
    for (int i = 0; i < 6; ++i)
        calls.push_back(
            fleet.begin("app1", "acquire",
                        acquireParams("t", "r" + std::to_string(i), R"(,"placement":"new-tab","waitMs":15000)")));
    std::size_t most = 0;
    ASSERT_TRUE(runUntil(
        [&] {
            for (const char *node : {"app1", "all"}) {
                const NodeApi::Answer contexts = fleet.call(node, "contexts", "viewer");
                most = std::max(most, contexts.body.member("rows")->array()->size());
            }
            return std::all_of(calls.begin(), calls.end(), [](const auto &call) { return call.isDone(); });
        },
        Seconds(60)));
    EXPECT_EQ(std::count_if(calls.begin(), calls.end(), [](const auto &call) { return call.answer().ok(); }), 3)
        << "one tab was there, and four are allowed";
    EXPECT_EQ(most, 4u);
    const NodeApi::Answer windows = fleet.call("rest", "windows", "viewer");
    EXPECT_EQ(windows.at("rows.0.tabs") + windows.at("rows.1.tabs") + windows.at("rows.2.tabs"), "22") << windows.text;
    EXPECT_TRUE(ctlTells("app1", {"explain", "--user", "u", "--task", "x", "--placement", "new-tab"},
                         "Creation is at the limit of tabs: 4 there, 0 being made, 4 allowed."));
    browser.signal(SIGTERM);
    EXPECT_EQ(browser.wait(), 0);
}

// SPEC W14: 8. only the elected process auto-provisions browser resources: the one that the deployment names
TEST_F(Verification, OnlyTheNodeThatTheDeploymentNamesCreates)
{
    start({"--provision-owner", "app1"});
    const auto client = fleet.client("ws", "c1", 1);
    ASSERT_TRUE(client && allShow(1));
    const std::string creation = R"(,"placement":"new-tab","waitMs":20000)";
    for (const char *node : {"app2", "all"}) {
        const NodeApi::Answer refused =
            fleet.call(node, "acquire", "app", R"({"userId":"u","taskId":"x")" + creation + '}');
        EXPECT_EQ(refused.code(), "not_provisioning_owner");
        EXPECT_EQ(refused.at("error.params.owner"), "app1");
        const Ended explained = ctl(node, {"explain", "--user", "u", "--task", "x", "--placement", "new-tab"});
        EXPECT_EQ(explained.out,
                  "This node does not create contexts (app1 does).\nAsk node app1, which may create one.\n");
    }
    EXPECT_TRUE(client->commands().empty());
    EXPECT_EQ(fleet.acquire("app1", "t", creation).at("provisioned"), "true");
    EXPECT_EQ(client->commands().size(), 1u);
    EXPECT_THAT(ctl("rest", {"deployment", "show"}).out, HasSubstr("provision-owner"));

    NodeProcess other(fleet.optionsOf("app3", "app"));
    EXPECT_TRUE(other.isReady()) << other.program().err();
    std::vector<std::string> unpinned = fleet.optionsOf("app4", "app");
    *std::next(std::find(unpinned.begin(), unpinned.end(), "--provision-owner")) = "app2";
    NodeProcess refused(unpinned);
    EXPECT_FALSE(refused.isReady()) << "all nodes agree on it";
    EXPECT_THAT(refused.program().err(), HasSubstr("provision-owner"));
}

// SPEC W14: 8. only the elected process auto-provisions browser resources: whichever holds the claim
TEST_F(Verification, OnlyTheElectedNodeCreates)
{
    start();
    const auto client = fleet.client("ws", "c1", 1);
    ASSERT_TRUE(client && allShow(1));
    const std::string creation = R"(,"placement":"new-tab","waitMs":20000)";
    EXPECT_EQ(fleet.acquire("app1", "t1", creation).at("provisioned"), "true");
    const std::vector<std::string> asking = {"explain", "--user", "u", "--task", "x", "--placement", "new-tab"};
    for (const char *node : {"app2", "all"})
        EXPECT_TRUE(ctlTells(node, asking, "Node app1 creates contexts for client c1 at present")) << node;
    const Ended refused =
        ctl("app2", {"acquire", "--user", "u", "--task", "x", "--placement", "new-tab", "--wait", "200ms"});
    EXPECT_EQ(refused.status, 3);
    EXPECT_THAT(refused.err, HasSubstr("Node app1 creates contexts for client c1 at present"));
    EXPECT_EQ(client->commands().size(), 1u) << "nobody else asked it";
    EXPECT_EQ(fleet.call("rest", "clients", "viewer").at("rows.0.provisioner"), "app1");
    EXPECT_EQ(fleet.acquire("app1", "t2", creation).at("provisioned"), "true") << "whoever holds it goes on";

    fleet.kill("app1");
    EXPECT_TRUE(ctlTells("app2", asking, "A new context could be made by node app2."));
    EXPECT_EQ(fleet.acquire("app2", "t3", creation).at("provisioned"), "true");
    EXPECT_EQ(client->commands().size(), 3u);
    EXPECT_TRUE(ctlTells("all", asking, "Node app2 creates contexts for client c1 at present"));
}

// SPEC D3 SPEC D4: 9. task retry waits for the evidence required by the product's side-effect policy
TEST_F(Verification, ARetryWaitsForEvidence)
{
    start({"--disconnect-policy", "keep"});
    const auto client = fleet.client("ws", "c1", 1);
    ASSERT_TRUE(client && allShow(1));
    client->script("evaluate", [](const CommandMessage &) { return ScriptedClient::Answer{}; }); // answers elsewhere
    const std::string handle = fleet.acquire("app1", "order").at("handle");
    const auto send = [&](const char *command, const char *deadlineMs) {
        return fleet.call("app1", "send", "app",
                          handleParams(handle, std::string(R"(,"kind":"evaluate","commandId":")") + command
                                                   + R"(","deadlineMs":)" + deadlineMs));
    };
    const auto verdicts = [&](const char *node, const char *command) {
        std::string all;
        for (const char *policy : {"only_if_unsent", "needs_confirmation", "idempotent"})
            all +=
                fleet
                    .call(node, "mayRepeat", "app",
                          R"({"userId":"u","commandId":")" + std::string(command) + R"(","policy":")" + policy + "\"}")
                    .at("verdict")
                + ' ';
        return all;
    };
    const auto become = [&](const char *command, const std::string &expected) {
        for (const char *node : {"app1", "app2", "all"})
            EXPECT_TRUE(runUntil([&] { return verdicts(node, command) == expected; }))
                << node << ": " << verdicts(node, command);
    };
    ASSERT_TRUE(send("sent", "60000").ok());
    ASSERT_TRUE(runUntil([&] { return client->commands().size() == 1; }));
    become("sent", "no ask_product yes ");

    client->drop();
    ASSERT_TRUE(runUntil([&] { return refusal("app2") == "nothing_available"; }));
    EXPECT_EQ(release("app2", handle).at("outcome"), "released");
    become("sent", "no ask_product yes "); // an end of the lease proves nothing
    EXPECT_TRUE(fleet
                    .call("rest", "result", "client",
                          R"({"userId":"u","clientId":"c1","epoch":")" + client->hello.epoch.string()
                              + R"(","commandId":"sent","state":"result","result":{"value":42}})")
                    .ok());
    EXPECT_TRUE(ctlTells("app2", {"evidence", "sent", "--user", "u", "--json"}, R"("terminalRetained":"yes")"));
    EXPECT_THAT(ctl("all", {"evidence", "--user", "u", "--task", "order"}).out, HasSubstr("its result is kept"));

    ASSERT_TRUE(fleet.connect(*client, "ws"));
    const NodeApi::Answer again = fleet.acquire("app1", "order");
    client->drop();
    ASSERT_TRUE(runUntil([&] { return fleet.call("app1", "clients", "viewer").at("rows.0.connected") == "false"; }));
    const NodeApi::Answer unsent =
        fleet.call("app1", "send", "app",
                   handleParams(again.at("handle"), R"(,"kind":"evaluate","commandId":"unsent","deadlineMs":1500)"));
    ASSERT_TRUE(unsent.ok()) << unsent.text;
    EXPECT_EQ(verdicts("app2", "unsent"), "no no yes ") << "it may yet be sent, beside its repetition";
    become("unsent", "yes yes yes ");
}

} // namespace cheetah::test
