// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "support/redisserver.h"

#include <memory>
#include <vector>

namespace cheetah::test {

/// A master, its replica and three sentinels that fail over within about two seconds. Made ready: the sentinels know each
/// other and the replica. Owned by the test.
class RedisSentinelSet {
public:
    RedisSentinelSet();

    RedisServer &first() { return *m_servers[0]; }  ///< the master at first
    RedisServer &second() { return *m_servers[1]; } ///< its replica
    RedisServer &sentinel(std::size_t index) { return *m_sentinels[index]; }
    RedisUrl url() const;
    /// Asks for a failover while the master lives.
    void failOver();

private:
    void awaitAgreement();

    std::vector<std::unique_ptr<RedisServer>> m_servers;
    std::vector<std::unique_ptr<RedisServer>> m_sentinels;
};

/// A Cluster of three masters without replicas, all slots given out. Owned by the test.
class RedisCluster {
public:
    RedisCluster();

    RedisServer &node(std::size_t index) { return *m_nodes[index]; }
    /// Which node holds that slot at first.
    std::size_t holder(unsigned slot) const { return slot < 5461 ? 0 : slot < 10923 ? 1 : 2; }
    RedisUrl url() const;
    /// Begins to move a slot: the source answers ASK for keys that it has no more.
    void beginMove(unsigned slot, std::size_t from, std::size_t to);
    /// Moves that key of the slot, then the slot is the target's on all nodes.
    void moveKey(const std::string &key, std::size_t from, std::size_t to);
    void endMove(unsigned slot, std::size_t to);

private:
    std::string id(std::size_t index) { return m_ids[index]; }

    std::vector<std::unique_ptr<RedisServer>> m_nodes;
    std::vector<std::string> m_ids;
};

} // namespace cheetah::test
