// SPDX-License-Identifier: Apache-2.0
#include "support/redisdeployment.h"

#include "support/loop.h"

#include <gtest/gtest.h>

#include <csignal>

namespace cheetah::test {

RedisDeployment::RedisDeployment(RedisServer::Options redis) : m_redis(std::move(redis)) {}

std::vector<std::string> RedisDeployment::optionsOf(const std::string &id, const std::string &roles) const
{
    return {"--registry",          "redis+unix://" + m_redis.socketPath(),
            "--deployment",        "test",
            "--node-id",           id,
            "--roles",             roles,
            "--connection-lease",  "3s",
            "--disconnect-policy", "grace:1s",
            "--announce",          "no"};
}

bool RedisDeployment::start(const std::string &id, const std::string &roles, const std::vector<std::string> &more)
{
    std::vector<std::string> options = optionsOf(id, roles);
    for (std::size_t i = 0; i + 1 < more.size(); i += 2) {
        const auto known = std::find(options.begin(), options.end(), more[i]);
        if (known == options.end())
            options.insert(options.end(), {more[i], more[i + 1]});
        else
            *std::next(known) = more[i + 1];
    }
    m_nodes[id] = std::make_unique<NodeProcess>(options);
    EXPECT_TRUE(m_nodes[id]->isReady()) << m_nodes[id]->program().err();
    return m_nodes[id]->isReady();
}

void RedisDeployment::kill(const std::string &id)
{
    m_nodes.at(id)->program().signal(SIGKILL);
    m_nodes.at(id)->program().wait();
    m_nodes.erase(id);
}

NodeApi::Answer RedisDeployment::call(const std::string &id, std::string_view method, std::string_view scope,
                                      const std::string &params)
{
    return m_api.call(node(id).url(), method, node(id).token(scope), params);
}

NodeApi::Answer RedisDeployment::acquire(const std::string &id, const std::string &task, const std::string &more)
{
    auto lease = call(id, "acquire", "app", R"({"userId":"u","taskId":")" + task + '"' + more + '}');
    EXPECT_TRUE(lease.ok()) << lease.text;
    return lease;
}

bool RedisDeployment::shows(const std::string &id, std::size_t contexts)
{
    return runUntil([&] {
        const auto rows = call(id, "contexts", "viewer");
        const JsonValue *list = rows.body.member("rows");
        return list && list->array() && list->array()->size() == contexts;
    });
}

std::unique_ptr<ScriptedClient> RedisDeployment::client(const std::string &id, const char *name, std::uint32_t tabs)
{
    auto made = std::make_unique<ScriptedClient>(ClientName{UserId::trusted("u"), ClientId::trusted(name)},
                                                 Epoch::trusted("e" + std::to_string(++m_epochs)), tabs);
    return made->connectTo(node(id).url(), node(id).token("client")) ? std::move(made) : nullptr;
}

} // namespace cheetah::test
