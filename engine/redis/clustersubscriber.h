// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "redis/clustermap.h"
#include "redis/redisnodesubscriber.h"

#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <string>

namespace cheetah {

/// Channels of a Cluster: each at the master that holds its slot, over one connection per master that holds any, and
/// after the slot moved at the next one. Owned by a ClusterRedisClient, which tells it the map.
class ClusterSubscriber final : public RedisSubscriber {
public:
    /// `stale` is called when a node says that it does not serve a channel, so that the map is old.
    ClusterSubscriber(const RedisEnvironment &environment, const RedisOptions &options, RedisLogin login,
                      std::function<void()> stale);
    ~ClusterSubscriber() override;

    [[nodiscard]] RedisSubscription subscribe(std::string channel, Handlers handlers,
                                              ChannelKind kind = ChannelKind::Sharded) override;
    const RedisStatus &status() const override { return m_status; }

    /// The map as it is now: moves what is elsewhere.
    void follow(const ClusterMap &map);

private:
    struct Wish {
        std::string channel;
        ChannelKind kind;
        std::shared_ptr<const Handlers> handlers;
        std::optional<RedisEndpoint> at;
        RedisSubscription held;
    };
    struct Node {
        std::unique_ptr<RedisNodeSubscriber> subscriber;
        RedisStatus::Observation observation;
        bool refused = false; ///< it did not serve a channel that the map gives it
    };

    void place(Wish &wish);
    Node &node(const RedisEndpoint &endpoint);
    void leaveUnused();
    void updateStatus();

    const RedisEnvironment m_environment;
    const RedisOptions m_options;
    const RedisLogin m_login;
    const std::function<void()> m_stale;
    RedisStatus m_status;
    ClusterMap m_map;
    std::map<RedisEndpoint, Node> m_nodes;
    std::map<std::uint64_t, Wish> m_wishes; ///< ends before the nodes at which they are
    std::uint64_t m_nextWish = 1;
    Scope m_scope;
};

} // namespace cheetah
