// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "redis/clustermap.h"
#include "redis/clustersubscriber.h"
#include "redis/redisconnection.h"

#include <map>
#include <memory>
#include <vector>

namespace cheetah {

/// A Cluster: one connection per master, commands by the slot of their routing key, MOVED and ASK followed. The map comes
/// from any node, anew whenever one says that it is old, more often while something is amiss. Usable, in the sense of
/// status(), when all slots are held and all their masters are connected.
class ClusterRedisClient final : public RedisClient {
public:
    ClusterRedisClient(const RedisEnvironment &environment, const RedisOptions &options, const RedisUrl &url,
                       RedisLogin login);
    ~ClusterRedisClient() override;

    void start();

    void call(RedisCommand command, const Scope &scope, Reply<RedisReply> reply) override;
    const RedisStatus &status() const override { return m_status; }
    std::optional<Micros> roundTrip() const override;
    RedisCounters counters() const override;
    std::size_t inFlight() const override;
    RedisSubscriber &subscriber() override;

private:
    struct Call;
    struct Node;
    using Pending = std::unique_ptr<Call>;

    Node &node(const RedisEndpoint &endpoint);
    Node *anyReady();
    void send(Node &node, Pending call, bool asking);
    void sendWaiting(Node &node);
    void take(Pending call, Result<RedisReply> reply);
    void redirect(Pending call, const ClusterRedirect &to);

    void tick();
    void refreshSoon();
    void refresh();
    void takeMap(const RedisEndpoint &asked, const Result<RedisReply> &answer);
    void leaveOthers();
    void updateStatus();

    const RedisEnvironment m_environment;
    const RedisOptions m_options;
    const std::vector<RedisEndpoint> m_seeds;
    const RedisLogin m_login;
    RedisStatus m_status;
    RedisCounters m_past; ///< of nodes that were left, and what is counted here
    ClusterMap m_map;
    std::map<RedisEndpoint, std::unique_ptr<Node>> m_nodes;
    std::vector<std::unique_ptr<Node>> m_left; ///< out of the map; they go when nothing is in flight there
    std::unique_ptr<ClusterSubscriber> m_subscriber;
    bool m_refreshPlanned = false;
    bool m_refreshing = false;
    unsigned m_ticks = 0;
    Scheduler::Timer m_tick;
    Scope m_scope;
};

} // namespace cheetah
