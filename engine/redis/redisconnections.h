// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "redis/redisevidence.h"
#include "registry/connectionregistry.h"

namespace cheetah {

/// Clients' connections as leases, and nodes, in Redis. A client's steps are taken on the partition of its user, those of
/// nodes and the sweep on every partition; partition 0 alone publishes nodes. Owned by RedisRegistry.
class RedisConnections final : public ConnectionRegistry {
public:
    RedisConnections(RedisSteps &steps, RedisEvidence &evidence) : m_steps(steps), m_evidence(evidence) {}

    void hello(const Hello &hello, const Scope &scope, Reply<Welcome> reply) override;
    void closed(const ClientName &client, std::uint64_t generation, const Scope &scope,
                Reply<std::uint32_t> reply) override;
    /// Has the evidence counted again as well.
    void heartbeat(const NodeId &node, const Incarnation &incarnation, const NodeReport &report, const Scope &scope,
                   Reply<void> reply) override;
    void sweep(std::uint32_t limit, const Scope &scope, Reply<ConnectionSweepOutcome> reply) override;
    void disconnect(const ClientName &client, std::uint64_t seen, Micros keepOut, const Scope &scope,
                    Reply<std::uint64_t> reply) override;
    /// Partition 0 decides whether the node may have its id; a registration that fails halfway is repeated by its caller.
    void registerNode(const NodeInfo &node, const Scope &scope, Reply<void> reply) override;
    void unregisterNode(const NodeId &node, const Incarnation &incarnation, const Scope &scope,
                        Reply<void> reply) override;

private:
    RedisCommand registration(std::uint32_t partition, const NodeInfo &node) const;

    RedisSteps &m_steps;
    RedisEvidence &m_evidence;
};

} // namespace cheetah
