// SPDX-License-Identifier: Apache-2.0
#include "support/redisdeployment.h"

#include "support/loop.h"

#include <gtest/gtest.h>

#include <algorithm>

namespace cheetah::test {

namespace {

/// Replaces values of options that are there, and adds the others.
void overrideOptions(std::vector<std::string> &options, const std::vector<std::string> &more)
{
    for (std::size_t i = 0; i + 1 < more.size(); i += 2) {
        const auto known = std::find(options.begin(), options.end(), more[i]);
        if (known == options.end())
            options.insert(options.end(), {more[i], more[i + 1]});
        else
            *std::next(known) = more[i + 1];
    }
}

std::size_t rowsOf(const NodeApi::Answer &answer)
{
    const JsonValue *list = answer.body.member("rows");
    return list && list->array() ? list->array()->size() : std::string::npos;
}

} // namespace

RedisDeployment::RedisDeployment(RedisServer::Options redis)
    : m_redis(std::make_unique<RedisServer>(std::move(redis))), m_registry("redis+unix://" + m_redis->socketPath())
{}

std::vector<std::string> RedisDeployment::optionsOf(const std::string &id, const std::string &roles) const
{
    std::vector<std::string> options = {
        "--registry",         m_registry, "--deployment",        "test",     "--node-id",  id,  "--roles", roles,
        "--connection-lease", "3s",       "--disconnect-policy", "grace:1s", "--announce", "no"};
    overrideOptions(options, m_all);
    return options;
}

bool RedisDeployment::start(const std::string &id, const std::string &roles, const std::vector<std::string> &more)
{
    std::vector<std::string> options = optionsOf(id, roles);
    overrideOptions(options, more);
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

NodeApi::Call RedisDeployment::begin(const std::string &id, std::string_view method, const std::string &params)
{
    return m_api.begin(node(id).url(), method, node(id).token("app"), params);
}

bool RedisDeployment::shows(const std::string &id, std::size_t contexts)
{
    return runUntil([&] { return rowsOf(call(id, "contexts", "viewer")) == contexts; });
}

std::size_t RedisDeployment::held(const std::string &id)
{
    return rowsOf(call(id, "assignments", "viewer"));
}

std::string RedisDeployment::obstacle(const std::string &id, std::string_view condition)
{
    const auto answer = m_api.get(node(id).url(), "/readyz", node(id).token("viewer"));
    const JsonValue *conditions = answer.body.member("conditions");
    if (!conditions || !conditions->array())
        return "no answer";
    for (std::size_t i = 0; i < conditions->array()->size(); ++i) {
        const std::string at = "conditions." + std::to_string(i);
        if (answer.at(at + ".name") == condition)
            return answer.at(at + ".error.code");
    }
    return "no such condition";
}

std::unique_ptr<ScriptedClient> RedisDeployment::client(const std::string &id, const char *name, std::uint32_t tabs,
                                                        const char *user)
{
    auto made = std::make_unique<ScriptedClient>(ClientName{UserId::trusted(user), ClientId::trusted(name)},
                                                 Epoch::trusted("e" + std::to_string(++m_epochs)), tabs);
    return made->connectTo(node(id).url(), node(id).token("client")) ? std::move(made) : nullptr;
}

std::string handleParams(const std::string &handle, const std::string &more)
{
    return R"({"handle":")" + handle + '"' + more + '}';
}

std::string acquireParams(const std::string &task, const std::string &request, const std::string &more)
{
    return R"({"userId":"u","taskId":")" + task + R"(","requestId":")" + request + '"' + more + '}';
}

bool RedisDeployment::connect(ScriptedClient &client, const std::string &id)
{
    client.drop();
    return runUntil([&] { return client.connectTo(node(id).url(), node(id).token("client")); }, Seconds(40));
}

} // namespace cheetah::test
