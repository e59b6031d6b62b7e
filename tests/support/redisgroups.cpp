// SPDX-License-Identifier: Apache-2.0
#include "support/redisgroups.h"

#include <QDeadlineTimer>

#include <unistd.h>

#include <functional>
#include <stdexcept>

namespace cheetah::test {

namespace {

void await(const char *what, const std::function<bool()> &condition)
{
    const QDeadlineTimer deadline(Seconds(40));
    while (!condition()) {
        if (deadline.hasExpired())
            throw std::runtime_error(std::string("in vain: ") + what);
        ::usleep(20'000);
    }
}

bool contains(const std::string &text, const std::string &part)
{
    return text.find(part) != std::string::npos;
}

} // namespace

RedisSentinelSet::RedisSentinelSet()
{
    m_servers.push_back(std::make_unique<RedisServer>());
    RedisServer::Options replica;
    replica.lines = {"replicaof 127.0.0.1 " + std::to_string(first().port()), "repl-diskless-sync-delay 0"};
    m_servers.push_back(std::make_unique<RedisServer>(replica));
    RedisServer::Options sentinel;
    sentinel.sentinel = true;
    sentinel.lines = {"sentinel monitor mymaster 127.0.0.1 " + std::to_string(first().port()) + " 2",
                      "sentinel down-after-milliseconds mymaster 800", "sentinel failover-timeout mymaster 3000"};
    for (int i = 0; i < 3; ++i)
        m_sentinels.push_back(std::make_unique<RedisServer>(sentinel));
    awaitAgreement();
}

void RedisSentinelSet::awaitAgreement()
{
    await("replication", [&] { return contains(second().cli({"INFO", "replication"}), "master_link_status:up"); });
    for (const auto &sentinel : m_sentinels)
        await("sentinels that know each other", [&] {
            const std::string state = sentinel->cli({"INFO", "sentinel"});
            return contains(state, "slaves=1") && contains(state, "sentinels=3") && contains(state, "status=ok");
        });
}

RedisUrl RedisSentinelSet::url() const
{
    RedisUrl url;
    url.kind = RedisUrl::Kind::Sentinel;
    url.master = "mymaster";
    for (const auto &sentinel : m_sentinels)
        url.endpoints.push_back({"127.0.0.1", sentinel->port(), {}});
    return url;
}

void RedisSentinelSet::failOver()
{
    await("a failover", [&] { return contains(sentinel(0).cli({"SENTINEL", "FAILOVER", "mymaster"}), "OK"); });
}

RedisCluster::RedisCluster()
{
    for (int i = 0; i < 3; ++i) {
        RedisServer::Options options;
        options.cluster = true;
        const std::uint16_t bus = freePort();
        options.lines = {"cluster-port " + std::to_string(bus)};
        m_nodes.push_back(std::make_unique<RedisServer>(options));
        m_ids.push_back(m_nodes.back()->cli({"CLUSTER", "MYID"}).substr(0, 40));
        if (i > 0)
            m_nodes.back()->cli({"CLUSTER", "SET-CONFIG-EPOCH", std::to_string(i + 1)});
        m_nodes[0]->cli({"CLUSTER", "MEET", "127.0.0.1", std::to_string(m_nodes.back()->port()), std::to_string(bus)});
    }
    const int bounds[] = {0, 5461, 10923, 16384};
    for (std::size_t i = 0; i < 3; ++i)
        m_nodes[i]->cli({"CLUSTER", "ADDSLOTSRANGE", std::to_string(bounds[i]), std::to_string(bounds[i + 1] - 1)});
    for (const auto &node : m_nodes)
        await("a whole cluster", [&] {
            const std::string state = node->cli({"CLUSTER", "INFO"});
            return contains(state, "cluster_state:ok") && contains(state, "cluster_known_nodes:3");
        });
}

RedisUrl RedisCluster::url() const
{
    RedisUrl url;
    url.kind = RedisUrl::Kind::Cluster;
    url.endpoints = {{"127.0.0.1", m_nodes[0]->port(), {}}};
    return url;
}

void RedisCluster::beginMove(unsigned slot, std::size_t from, std::size_t to)
{
    m_nodes[to]->cli({"CLUSTER", "SETSLOT", std::to_string(slot), "IMPORTING", id(from)});
    m_nodes[from]->cli({"CLUSTER", "SETSLOT", std::to_string(slot), "MIGRATING", id(to)});
}

void RedisCluster::moveKey(const std::string &key, std::size_t from, std::size_t to)
{
    m_nodes[from]->cli({"MIGRATE", "127.0.0.1", std::to_string(m_nodes[to]->port()), key, "0", "5000"});
}

void RedisCluster::endMove(unsigned slot, std::size_t to)
{
    m_nodes[to]->cli({"CLUSTER", "SETSLOT", std::to_string(slot), "NODE", id(to)});
    for (const auto &node : m_nodes)
        node->cli({"CLUSTER", "SETSLOT", std::to_string(slot), "NODE", id(to)});
}

} // namespace cheetah::test
