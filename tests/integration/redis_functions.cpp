// SPDX-License-Identifier: Apache-2.0
#include "base/idsource.h"
#include "base/qtscheduler.h"
#include "redis/createredisclient.h"
#include "redis/redisregistry.h"
#include "support/loop.h"
#include "support/redisserver.h"

#include <gtest/gtest.h>

namespace cheetah::test {
namespace {

/// A registry of a deployment of its own on a real Redis, over a client that logs in as `url` says.
struct Stage {
    explicit Stage(const RedisUrl &url) : client(*createRedisClient(url, RedisOptions(), {clock, scheduler, ids}))
    {
        EXPECT_TRUE(runUntil([this] { return client->status().isReady(); }));
    }
    template <class T, class Call>
    Result<T> ask(Call &&call)
    {
        std::optional<Result<T>> answer;
        call(Reply<T>([&](Result<T> result) { answer = std::move(result); }));
        EXPECT_TRUE(runUntil([&] { return answer.has_value(); }));
        return answer ? *std::move(answer) : Result<T>(ErrorCode::Internal);
    }
    Result<void> start()
    {
        return ask<void>([this](auto reply) { registry.start(scope, std::move(reply)); });
    }
    Result<void> registerNode()
    {
        NodeInfo node;
        node.id = NodeId::trusted("n");
        node.incarnation = Incarnation::trusted("i1");
        return ask<void>([&](auto reply) { registry.connections().registerNode(node, scope, std::move(reply)); });
    }

    SystemClock clock;
    QtScheduler scheduler{clock};
    SystemIdSource ids;
    std::unique_ptr<RedisClient> client;
    RedisRegistry registry{*client, RedisKeys(DeploymentId::trusted("d"), 1), DeploymentPolicies(), clock, scheduler,
                           ids};
    Scope scope;
};

std::string codeOf(const Result<void> &result)
{
    return result ? "ok" : std::string(name(result.error().code));
}

// SPEC R3 SPEC R4
TEST(RedisFunctions, AreLoadedAgainWhereRedisLostThem)
{
    RedisServer server;
    Stage stage(server.url());
    ASSERT_EQ(codeOf(stage.start()), "ok");
    ASSERT_TRUE(runUntil([&] {
        return !stage.registry.source().fleet().revisions().empty()
            && stage.registry.follower().state().kind == RedisFollower::State::Kind::Live;
    }));
    ASSERT_EQ(codeOf(stage.registerNode()), "ok");
    EXPECT_EQ(server.cli({"FUNCTION", "FLUSH"}), "OK\n");
    EXPECT_EQ(codeOf(stage.registerNode()), "ok") << "the call is sent once more";
    ASSERT_EQ(stage.registry.source().fleet().nodes().size(), 1u);
}

// SPEC R3 SPEC R4
TEST(RedisFunctions, AnAccountWithoutScriptingIsNamed)
{
    RedisServer server;
    server.cli({"ACL", "SETUSER", "default", "-@scripting"});
    Stage stage(server.url());
    EXPECT_EQ(codeOf(stage.start()), "store_forbidden");
}

} // namespace
} // namespace cheetah::test
