// SPDX-License-Identifier: Apache-2.0
// The Redis client behind real sentinels.
#include "support/redisgroups.h"
#include "support/redisstage.h"

#include <stdexcept>

using namespace cheetah;
using namespace cheetah::test;

namespace {

/// Says SET until a master takes it; what was unavailable meanwhile is no failure.
bool awaitWrite(Stage &stage, int value)
{
    return runUntil(
        [&] {
            const Answer answer = stage.say(RedisCommand("SET").arg("k").arg(value));
            return answer && *answer;
        },
        Seconds(40));
}

/// Empty while the server closes its connections, as it does when its role changes.
std::string roleOf(const RedisServer &server)
{
    try {
        return server.cli({"ROLE"});
    } catch (const std::runtime_error &) {
        return {};
    }
}

// SPEC R4
TEST(RedisSentinels, TheClientFollowsTheMasterWhenItDies)
{
    RedisSentinelSet set;
    onStage([&](Stage &stage) {
        stage.open(set.url());
        ASSERT_TRUE(stage.awaitReady());
        Ear ear;
        const auto wish = stage.client->subscriber().subscribe("c", ear.handlers());
        ASSERT_TRUE(runUntil([&] { return ear.resets == 1; }));
        ASSERT_EQ(textOf(stage.say(RedisCommand("SET").arg("k").arg(1))), "OK");
        EXPECT_EQ(set.first().cli({"GET", "k"}), "1\n");

        set.first().kill();
        ASSERT_TRUE(runUntil([&] { return !stage.client->status().isReady(); }));
        EXPECT_EQ(outcomeOf(stage.say(RedisCommand("PING"))), "unavailable not_sent");
        ASSERT_TRUE(awaitWrite(stage, 2));
        EXPECT_EQ(set.second().cli({"GET", "k"}), "2\n");
        ASSERT_TRUE(runUntil([&] { return ear.resets >= 2; }));
        ASSERT_TRUE(stage.say(RedisCommand("SPUBLISH").arg("c").arg("new")));
        ASSERT_TRUE(runUntil([&] { return !ear.messages.empty(); }));
    });
}

// SPEC R4
TEST(RedisSentinels, TheClientLeavesAMasterThatBecameAReplicaAlsoWhileASentinelIsGone)
{
    RedisSentinelSet set;
    onStage([&](Stage &stage) {
        stage.open(set.url());
        ASSERT_TRUE(stage.awaitReady());
        set.sentinel(2).kill();
        set.failOver();
        ASSERT_TRUE(runUntil(
            [&] { return roleOf(set.second()).starts_with("master") && roleOf(set.first()).starts_with("slave"); },
            Seconds(40)));
        ASSERT_TRUE(awaitWrite(stage, 3));
        EXPECT_EQ(set.second().cli({"GET", "k"}), "3\n");
    });
}

TEST(RedisSentinels, AMasterThatNobodyKnowsIsNamed)
{
    RedisServer::Options options;
    options.sentinel = true;
    RedisServer sentinel(options);
    onStage([&](Stage &stage) {
        RedisUrl url;
        url.kind = RedisUrl::Kind::Sentinel;
        url.master = "other";
        url.endpoints = {{"127.0.0.1", sentinel.port(), {}}};
        stage.open(url);
        ASSERT_TRUE(stage.awaitFailed(ErrorCode::StoreError));
        EXPECT_NE(stage.client->status().state().error->detail.find("No such master"), std::string::npos);
        sentinel.kill();
        ASSERT_TRUE(stage.awaitFailed(ErrorCode::Unavailable));
        EXPECT_EQ(stage.client->status().state().error->param("reason"), "sentinel");
    });
}

} // namespace
