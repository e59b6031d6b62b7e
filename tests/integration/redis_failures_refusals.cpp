// SPDX-License-Identifier: Apache-2.0
// A Redis that a node must not or cannot use: it ends at the start with the error's name in its log and, as the last word,
// a sentence that tells what to do (SPEC R3, R4).
#include "support/loop.h"
#include "support/redisdeployment.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace cheetah::test {
namespace {

using testing::HasSubstr;

/// What a node says that ended at its start; empty if it did not end, or said that all was well.
std::string refusal(const RedisDeployment &fleet, const std::vector<std::string> &more = {})
{
    std::vector<std::string> options = fleet.optionsOf("a", "app");
    options.insert(options.end(), more.begin(), more.end());
    NodeProcess node(options);
    return !node.isReady() && node.program().wait() == 1 ? node.program().err() : std::string();
}

std::string withUser(const RedisServer &redis, const std::string &userAndPassword)
{
    return "redis://" + userAndPassword + "@127.0.0.1:" + std::to_string(redis.port());
}

} // namespace

// SPEC R4
TEST(StoreRefusal, WrongPassword)
{
    RedisServer redis(RedisServer::Options{.password = "right"});
    const std::string wrong = refusal(RedisDeployment(withUser(redis, ":wrong")));
    EXPECT_THAT(wrong, HasSubstr("store_login_refused"));
    EXPECT_THAT(wrong, HasSubstr("Redis refuses the user or password of this node."));
    EXPECT_THAT(wrong, testing::Not(HasSubstr("wrong@"))) << "no secret is told";
    const std::string none = refusal(RedisDeployment("redis://127.0.0.1:" + std::to_string(redis.port())));
    EXPECT_THAT(none, HasSubstr("Redis refuses the user or password of this node."));
    EXPECT_TRUE(RedisDeployment(withUser(redis, ":right")).start("a", "app,rest,websocket"));
}

// SPEC R4: whoever may not run functions is told which permission is missing, whether at loading or at calling them.
TEST(StoreRefusal, AnAclWithoutScripting)
{
    RedisServer redis;
    redis.cli({"ACL", "SETUSER", "narrow", "on", ">pw", "~*", "&*", "+@all", "-@scripting"});
    redis.cli({"ACL", "SETUSER", "loader", "on", ">pw", "~*", "&*", "+@all", "-fcall"});
    for (const char *user : {"narrow", "loader"}) {
        const std::string said = refusal(RedisDeployment(withUser(redis, std::string(user) + ":pw")));
        EXPECT_THAT(said, HasSubstr("store_forbidden")) << user;
        EXPECT_THAT(said, HasSubstr("Widen the ACL of its user")) << user;
        EXPECT_THAT(said, HasSubstr(std::string(user) == "narrow" ? "function|load" : "fcall")) << user;
    }
    redis.cli({"ACL", "SETUSER", "wide", "on", ">pw", "~cheetah:*", "&cheetah:*", "+@all", "-@dangerous", "-@admin"});
    EXPECT_TRUE(RedisDeployment(withUser(redis, "wide:pw")).start("a", "app,rest,websocket"))
        << "what a node needs is in no dangerous category";
}

// SPEC R4
TEST(StoreRefusal, AReplicaThatOnlyReads)
{
    RedisServer master;
    RedisServer replica(RedisServer::Options{.lines = {"replicaof 127.0.0.1 " + std::to_string(master.port())}});
    ASSERT_TRUE(runUntil([&] {
        return replica.cli({"INFO", "replication"}).find("master_link_status:up") != std::string::npos;
    }));
    const std::string said = refusal(RedisDeployment("redis://127.0.0.1:" + std::to_string(replica.port())));
    EXPECT_THAT(said, HasSubstr("store_read_only"));
    EXPECT_THAT(said, HasSubstr("This Redis only reads"));
}

// SPEC R4
TEST(StoreRefusal, AFullRedis)
{
    RedisDeployment fleet;
    fleet.redis().cli({"CONFIG", "SET", "maxmemory", "1"});
    const std::string said = refusal(fleet);
    EXPECT_THAT(said, HasSubstr("store_full"));
    EXPECT_THAT(said, HasSubstr("Raise its maxmemory"));
}

// SPEC R3 SPEC R4: data of another schema is neither used nor touched.
TEST(StoreRefusal, AnotherSchema)
{
    RedisDeployment fleet;
    ASSERT_TRUE(fleet.start("b", "app,rest,websocket"));
    fleet.kill("b");
    std::string record;
    ASSERT_TRUE(runUntil([&] {
        record = fleet.redis().cli({"--scan", "--pattern", "cheetah:*:deployment"});
        return !record.empty();
    }));
    record.erase(record.find_last_not_of('\n') + 1);
    fleet.redis().cli({"DEL", record});
    fleet.redis().cli({"HSET", record, "schema", "99", "what", "we do not know"});
    const std::string said = refusal(fleet);
    EXPECT_THAT(said, HasSubstr("bad_setting"));
    EXPECT_THAT(said, HasSubstr("of schema 99, written by another version of Cheetah"));
    EXPECT_THAT(said, HasSubstr("choose another --deployment"));
    EXPECT_EQ(fleet.redis().cli({"HLEN", record}), "2\n") << "nothing was written into it";
    EXPECT_TRUE(fleet.start("b", "app,rest,websocket", {"--deployment", "another"}));
}

// SPEC R4: nobody there is an error too, once the time for it has passed.
TEST(StoreRefusal, NobodyThere)
{
    const std::string said = refusal(RedisDeployment("redis://127.0.0.1:" + std::to_string(freePort())));
    EXPECT_THAT(said, HasSubstr("unavailable"));
    EXPECT_THAT(said, HasSubstr("onnection refused")) << "and why";
}

} // namespace cheetah::test
