// SPDX-License-Identifier: Apache-2.0
// The Redis client on a real Cluster of three masters.
#include "redis/redisslot.h"
#include "support/redisgroups.h"
#include "support/redisstage.h"

using namespace cheetah;
using namespace cheetah::test;

namespace {

RedisCommand set(const std::string &key, int value)
{
    return RedisCommand("SET").arg(key).arg(value).route(key);
}

RedisCommand get(const std::string &key)
{
    return RedisCommand("GET").arg(key).route(key);
}

// SPEC R2
TEST(RedisCluster, CommandsGoToTheHolderOfTheirSlotAndStayInTheirOrder)
{
    RedisCluster cluster;
    onStage([&](Stage &stage) {
        stage.open(cluster.url());
        ASSERT_TRUE(stage.awaitReady());
        for (const char *const key : {"foo", "bar", "hello", "{foo}.lease", "{bar}.lease"}) {
            ASSERT_EQ(textOf(stage.say(set(key, 7))), "OK");
            EXPECT_EQ(cluster.node(cluster.holder(redisSlot(key))).cli({"GET", key}), "7\n");
        }
        EXPECT_EQ(stage.client->counters().redirected, 0u);
        EXPECT_EQ(textOf(stage.say(RedisCommand("PING"))), "PONG");
        // Without the key that routes it, a command reaches some node, which sends it on unless it is the right one.
        for (int round = 0; round < 50 && stage.client->counters().redirected == 0; ++round)
            for (const char *const key : {"foo", "bar", "hello"})
                EXPECT_EQ(textOf(stage.say(RedisCommand("GET").arg(key))), "7");
        EXPECT_GE(stage.client->counters().redirected, 1u);
        EXPECT_TRUE(runUntil([&] { return stage.client->roundTrip().has_value(); }));
    });
}

// SPEC R4
TEST(RedisCluster, FollowsAskWhileASlotMovesAndMovedAfterwards)
{
    RedisCluster cluster;
    onStage([&](Stage &stage) {
        stage.open(cluster.url());
        ASSERT_TRUE(stage.awaitReady());
        const std::uint16_t slot = redisSlot("{u}");
        const std::size_t from = cluster.holder(slot), to = (from + 1) % 3;
        Ear ear;
        const auto wish = stage.client->subscriber().subscribe("ch:{u}", ear.handlers());
        ASSERT_TRUE(runUntil([&] { return ear.resets == 1; }));
        ASSERT_EQ(textOf(stage.say(set("{u}a", 1))), "OK");
        cluster.beginMove(slot, from, to);
        cluster.moveKey("{u}a", from, to);
        EXPECT_EQ(textOf(stage.say(get("{u}a"))), "1"); // ASK
        EXPECT_EQ(stage.client->counters().redirected, 1u);
        EXPECT_EQ(textOf(stage.say(set("{u}b", 2))), "OK");
        EXPECT_EQ(textOf(stage.say(get("{u}a"))), "1"); // and the map is as before
        EXPECT_EQ(stage.client->counters().redirected, 3u);

        cluster.endMove(slot, to);
        EXPECT_EQ(textOf(stage.say(get("{u}b"))), "2"); // MOVED
        EXPECT_EQ(stage.client->counters().redirected, 4u);
        EXPECT_EQ(textOf(stage.say(get("{u}a"))), "1"); // known now
        EXPECT_EQ(stage.client->counters().redirected, 4u);

        // The channel moved along, and its followers are told to read what they missed.
        ASSERT_TRUE(runUntil([&] { return ear.resets >= 2; }));
        ASSERT_TRUE(runUntil([&] {
            const Answer heard = stage.say(RedisCommand("SPUBLISH").arg("ch:{u}").arg("m").route("ch:{u}"));
            return heard && *heard && (*heard)->integer() == 1;
        }));
        ASSERT_TRUE(runUntil([&] { return !ear.messages.empty(); }));
    });
}

// SPEC R4
TEST(RedisCluster, ALostMasterIsNamedAndComesBack)
{
    RedisCluster cluster;
    onStage([&](Stage &stage) {
        stage.open(cluster.url());
        ASSERT_TRUE(stage.awaitReady());
        const std::size_t lost = cluster.holder(redisSlot("foo"));
        cluster.node(lost).kill();
        ASSERT_TRUE(stage.awaitFailed(ErrorCode::Unavailable));
        EXPECT_EQ(outcomeOf(stage.say(set("foo", 1))), "unavailable not_sent");
        cluster.node(lost).start();
        ASSERT_TRUE(stage.awaitReady());
        ASSERT_TRUE(runUntil([&] {
            const Answer answer = stage.say(set("foo", 2));
            return answer && *answer;
        }));
    });
}

} // namespace
