// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "base/idsource.h"
#include "base/qtscheduler.h"
#include "redis/createredisclient.h"
#include "redis/redisregistry.h"
#include "support/loop.h"

#include <gtest/gtest.h>

namespace cheetah::test {

/// A registry of a deployment of its own on a real Redis, over a client that logs in as `url` says.
struct RegistryStage {
    explicit RegistryStage(const RedisUrl &url, const DeploymentPolicies &policies = {})
        : client(*createRedisClient(url, RedisOptions(), {clock, scheduler, ids})),
          registry(*client, RedisKeys(DeploymentId::trusted("d"), 1), policies, clock, scheduler, ids)
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
    /// The registry stands, with a client that shows so many tabs.
    void connect(std::size_t tabs)
    {
        ASSERT_TRUE(start().ok()
                    && runUntil([&] { return registry.follower().state().kind == RedisFollower::State::Kind::Live; }));
        ASSERT_TRUE(registerNode().ok());
        const auto welcome =
            ask<Welcome>([&](auto reply) { registry.connections().hello(hello(), scope, std::move(reply)); });
        ASSERT_TRUE(welcome.ok());
        Report report{hello().client, hello().epoch, 1, {}};
        report.windows.resize(1);
        report.windows[0].id = WindowId::trusted("w");
        for (std::size_t i = 0; i < tabs; ++i)
            report.windows[0].contexts.emplace_back().id = ContextId::trusted(std::to_string(i));
        ASSERT_TRUE(ask<ReportAccepted>([&](auto reply) {
                        registry.windows().report(report, {welcome->generation}, scope, std::move(reply));
                    }).ok());
    }
    static Hello hello()
    {
        Hello hello;
        hello.client = {UserId::trusted("u"), ClientId::trusted("c")};
        hello.epoch = Epoch::trusted("e");
        hello.node = NodeId::trusted("n");
        hello.connection = ConnectionId::trusted("s");
        return hello;
    }
    static ContextName tab(std::size_t number)
    {
        return {UserId::trusted("u"), ClientId::trusted("c"), Epoch::trusted("e"),
                ContextId::trusted(std::to_string(number))};
    }
    /// Asks for the assignment of the tab, whose answer comes into `answers`.
    void assign(std::size_t number) { assign(number, "r" + std::to_string(++asked)); }
    void assign(std::size_t number, const std::string &request)
    {
        AssignArgs args;
        args.context.name = std::make_shared<ContextName>(tab(number));
        args.task = TaskId::trusted("t");
        args.request = RequestId::trusted(request);
        args.node = NodeId::trusted("n");
        args.tiedTo = ConnectionId::trusted(tiedTo);
        registry.contexts().assign(args, scope,
                                   [this](Result<Assigned> result) { answers.push_back(std::move(result)); });
    }
    bool answered(std::size_t count)
    {
        return runUntil([&] { return answers.size() == count; });
    }
    Result<void> registerNode(const std::string &incarnation = "i1")
    {
        NodeInfo node;
        node.id = NodeId::trusted("n");
        node.incarnation = Incarnation::trusted(incarnation);
        return ask<void>([&](auto reply) { registry.connections().registerNode(node, scope, std::move(reply)); });
    }

    SystemClock clock;
    QtScheduler scheduler{clock};
    SystemIdSource ids;
    std::unique_ptr<RedisClient> client;
    RedisRegistry registry;
    std::vector<Result<Assigned>> answers;
    int asked = 0;
    std::string tiedTo; ///< of what assign() asks for
    Scope scope;
};

} // namespace cheetah::test
