// SPDX-License-Identifier: Apache-2.0
// A deployment on a Sentinel set that fails over under load, and on a Cluster whose slots move.
#include "support/loop.h"
#include "support/redisdeployment.h"
#include "support/redisgroups.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <set>

namespace cheetah::test {
namespace {

const std::vector<std::string> patient = {"--connection-lease", "60s", "--disconnect-policy", "keep"};

std::string sentinels(RedisSentinelSet &set)
{
    std::string url = "redis+sentinel://";
    for (std::size_t i = 0; i < 3; ++i)
        url += (i ? "," : "") + std::string("127.0.0.1:") + std::to_string(set.sentinel(i).port());
    return url + "/mymaster";
}

class Failover : public testing::Test {
protected:
    void SetUp() override
    {
        fleet.setAll(patient);
        ASSERT_TRUE(fleet.start("ws1", "websocket"));
        ASSERT_TRUE(fleet.start("app1", "app"));
        ASSERT_TRUE(fleet.start("app2", "app"));
    }
    static const char *app(int i) { return i % 2 ? "app1" : "app2"; }
    NodeApi::Answer acquire(const char *node, const std::string &request)
    {
        return fleet.call(node, "acquire", "app", acquireParams("t", request));
    }
    bool isValid(const std::string &handle)
    {
        NodeApi::Answer answer;
        runUntil([&] {
            answer = fleet.call("app2", "renew", "app", handleParams(handle));
            return answer.ok() || answer.code() == "stale_handle";
        });
        return answer.ok();
    }
    bool recovers(const char *node)
    {
        return runUntil([&] { return fleet.obstacle(node).empty(); }, Seconds(60));
    }
    std::string revisionAt(const char *node) { return fleet.call(node, "assignments", "viewer").at("revision"); }

    RedisSentinelSet set;
    RedisDeployment fleet{sentinels(set)};
};

} // namespace

// SPEC R4 SPEC W11: whoever is granted what while the master dies, no context has two handles that are good.
TEST_F(Failover, UnderLoadNoHandleIsGoodTwice)
{
    auto client = fleet.client("ws1", "c1", 6);
    ASSERT_TRUE(client && fleet.shows("app1", 6) && fleet.shows("app2", 6));
    std::map<std::string, std::vector<std::string>> granted; ///< handles by context
    std::set<std::string> released;
    std::vector<std::string> lost; ///< requests of which it is not known what became of them
    int rounds = 0, grantedAfter = 0;
    const auto turn = [&] { // both nodes at once, a few held while others go
        std::vector<NodeApi::Call> calls;
        for (int i = 0; i < 4; ++i)
            calls.push_back(fleet.begin(app(i), "acquire", acquireParams("t", "r" + std::to_string(4 * rounds + i))));
        ++rounds;
        for (const NodeApi::Call &call : calls) {
            const auto lease = call.answer();
            if (!lease.ok()) {
                lost.push_back("r" + std::to_string(4 * (rounds - 1) + int(&call - calls.data())));
                continue;
            }
            ++grantedAfter;
            granted[lease.at("name")].push_back(lease.at("handle"));
        }
        for (auto &[name, handles] : granted)
            if (!released.contains(handles.back()) && (rounds + handles.size()) % 3 != 0
                && fleet.call(app(rounds), "release", "app", handleParams(handles.back())).ok())
                released.insert(handles.back());
    };
    for (int i = 0; i < 6; ++i)
        turn();
    set.first().kill();
    ASSERT_TRUE(runUntil([&] { return fleet.obstacle("app1") != ""; }, Seconds(30)));
    for (int i = 0; i < 3; ++i)
        turn();
    EXPECT_TRUE(recovers("app1") && recovers("app2") && recovers("ws1"));
    EXPECT_TRUE(client->isOpen() || fleet.connect(*client, "ws1"));
    EXPECT_FALSE(lost.empty()) << "the master died under it";
    for (const std::string &request : lost)
        EXPECT_TRUE(runUntil([&] {
            return fleet.call("app1", "cancel", "app", R"({"userId":"u","requestId":")" + request + "\"}").ok();
        }));
    grantedAfter = 0;
    ASSERT_TRUE(runUntil(
        [&] {
            turn();
            return grantedAfter > 0;
        },
        Seconds(40)))
        << "the deployment goes on";
    for (const auto &[name, handles] : granted) {
        const auto good = std::count_if(handles.begin(), handles.end(), [&](auto &handle) { return isValid(handle); });
        EXPECT_LE(good, 1) << name;
    }
    EXPECT_TRUE(runUntil([&] { return revisionAt("app1") == revisionAt("app2"); }));
}

// SPEC R5 SPEC W11: what the old master had not told its replica is gone, and everybody notices.
TEST_F(Failover, ALostTailIsNoticed)
{
    auto client = fleet.client("ws1", "c1", 3);
    ASSERT_TRUE(client && fleet.shows("app1", 3) && fleet.shows("app2", 3));
    const auto kept = acquire("app1", "kept");
    ASSERT_TRUE(kept.ok()) << kept.text;
    ASSERT_TRUE(runUntil([&] { // the replica has it
        const std::string all = set.first().cli({"INFO", "replication"});
        const auto offset = all.substr(all.find("master_repl_offset:") + 19);
        return all.find("offset=" + offset.substr(0, offset.find('\r'))) != std::string::npos;
    }));
    set.second().pause();
    set.first().cli({"CLIENT", "KILL", "TYPE", "replica"}); // else it would find what follows in its socket
    const auto tail = acquire("app1", "tail");
    ASSERT_TRUE(tail.ok()) << tail.text;
    ASSERT_TRUE(runUntil([&] { return fleet.held("app2") == 2; }));
    set.first().kill();
    set.second().resume();

    EXPECT_TRUE(recovers("app1") && recovers("app2") && recovers("ws1"));
    EXPECT_TRUE(runUntil([&] { return fleet.held("app1") == 1 && fleet.held("app2") == 1; }, Seconds(40)))
        << "no replica shows what is lost";
    EXPECT_TRUE(isValid(kept.at("handle")));
    EXPECT_FALSE(isValid(tail.at("handle"))) << "stale at its next use";
    NodeApi::Answer again;
    EXPECT_TRUE(runUntil([&] { return (again = acquire("app2", "again")).ok(); }));
    EXPECT_FALSE(isValid(tail.at("handle")));
    EXPECT_NE(again.at("name"), kept.at("name"));
    EXPECT_TRUE(client->isOpen() || fleet.connect(*client, "ws1"));
    EXPECT_TRUE(client->report());
}

namespace {

class OnCluster : public testing::Test {
protected:
    void SetUp() override
    {
        fleet.setAll({"--partitions", "8", "--connection-lease", "60s", "--disconnect-policy", "keep"});
        ASSERT_TRUE(fleet.start("ws1", "websocket"));
        ASSERT_TRUE(fleet.start("app1", "app"));
        ASSERT_TRUE(fleet.start("app2", "app"));
        for (const char *user : users)
            clients.push_back(fleet.client("ws1", "c", 2, user));
        for (const auto &client : clients)
            ASSERT_TRUE(client);
        ASSERT_TRUE(fleet.shows("app1", 2 * clients.size()) && fleet.shows("app2", 2 * clients.size()));
    }
    NodeApi::Answer acquire(const char *node, const std::string &user, const std::string &task,
                            const std::string &more = {})
    {
        return fleet.call(node, "acquire", "app",
                          R"({"userId":")" + user + R"(","taskId":")" + task + '"' + more + '}');
    }
    /// Where the stream of that partition is: its slot.
    unsigned slotOf(int partition)
    {
        const std::string deployment = "74657374"; // "test"
        const std::string key = "cheetah:{" + deployment + ':' + std::to_string(partition) + "}:meta";
        return unsigned(std::stoul(cluster.node(0).cli({"CLUSTER", "KEYSLOT", key})));
    }
    /// All keys of a slot in one piece: a step finds all of its partition's or none. Keys are no text, so a script does it.
    std::string moveKeys(unsigned slot, std::size_t from, std::size_t to)
    {
        static constexpr const char *script =
            "local keys = redis.call('CLUSTER', 'GETKEYSINSLOT', ARGV[1], 10000) "
            "if #keys == 0 then return 'OK' end "
            "return redis.call('MIGRATE', '127.0.0.1', ARGV[2], '', 0, 5000, 'KEYS', unpack(keys))";
        return cluster.node(from).cli(
            {"EVAL", script, "0", std::to_string(slot), std::to_string(cluster.node(to).port())});
    }

    static constexpr const char *users[] = {"anna", "bert", "carla", "dora", "emil", "frida", "gerd", "hanna"};
    RedisCluster cluster;
    RedisDeployment fleet{"redis+cluster://127.0.0.1:" + std::to_string(cluster.node(0).port())};
    std::vector<std::unique_ptr<ScriptedClient>> clients;
};

} // namespace

// SPEC R2 SPEC R6: users in several partitions on several masters, through two nodes.
TEST_F(OnCluster, ServesManyUsers)
{
    for (const char *user : users) {
        const auto first = acquire("app1", user, "t1"), second = acquire("app2", user, "t2");
        ASSERT_TRUE(first.ok() && second.ok()) << first.text << second.text;
        EXPECT_NE(first.at("name"), second.at("name"));
        EXPECT_EQ(first.at("userId"), user);
        EXPECT_EQ(acquire("app1", user, "t3").code(), "nothing_available");
        const auto why =
            fleet.call("app2", "explain", "app", std::string(R"({"userId":")") + user + R"(","taskId":"t3"})");
        EXPECT_TRUE(why.ok()) << why.text;
        EXPECT_NE(why.text.find("assigned"), std::string::npos) << why.text;
        EXPECT_EQ(fleet.call("app2", "release", "app", handleParams(first.at("handle"))).at("outcome"), "released");
        EXPECT_TRUE(acquire("app1", user, "t3", R"(,"waitMs":20000)").ok());
    }
    std::set<std::size_t> masters;
    for (int partition = 0; partition < 8; ++partition)
        masters.insert(cluster.holder(slotOf(partition)));
    EXPECT_GT(masters.size(), 1U);
    EXPECT_TRUE(runUntil([&] { return fleet.held("app1") == 16 && fleet.held("ws1") == 16; }));
}

// SPEC R4 SPEC R5: each partition's slot moves to another master in turn; callers notice nothing that is wrong.
TEST_F(OnCluster, GoesOnWhileSlotsMove)
{
    std::map<std::string, NodeApi::Answer> held;
    for (const char *user : users)
        held[user] = acquire("app1", user, "t1");
    for (int partition = 0; partition < 8; ++partition) {
        const unsigned slot = slotOf(partition);
        const std::size_t from = cluster.holder(slot), to = (from + 1) % 3;
        cluster.beginMove(slot, from, to);
        ASSERT_EQ(moveKeys(slot, from, to), "OK\n");
        cluster.endMove(slot, to);
        for (const char *user : users) {
            const auto lease = acquire("app2", user, "t2", R"(,"waitMs":20000)"); // the release was another node's
            ASSERT_TRUE(lease.ok()) << partition << ' ' << lease.text;
            EXPECT_NE(lease.at("name"), held[user].at("name"));
            EXPECT_TRUE(fleet.call("app1", "release", "app", handleParams(lease.at("handle"))).ok());
        }
    }
    for (const char *user : users)
        EXPECT_TRUE(fleet.call("app2", "renew", "app", handleParams(held[user].at("handle"))).ok());
    EXPECT_TRUE(runUntil([&] { return fleet.held("app1") == 8 && fleet.held("app2") == 8; }));
    for (const auto &client : clients)
        EXPECT_TRUE(client->isOpen() && client->report());
    EXPECT_TRUE(runUntil([&] { return fleet.obstacle("app1").empty() && fleet.obstacle("ws1").empty(); }, Seconds(40)))
        << fleet.obstacle("app1");
}

} // namespace cheetah::test
