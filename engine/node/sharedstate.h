// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "node/statestore.h"
#include "redis/deploymentrecord.h"
#include "redis/redispayloadstore.h"
#include "redis/redisregistry.h"
#include "redis/redisrelay.h"

#include <vector>

namespace cheetah {

/// The state of a deployment whose nodes share a Redis. Opening it waits for the connection up to a limit, loads the
/// functions, compares the deployment record and loads the replica; after that it goes on by itself through everything that
/// may happen to Redis, and tells in conditions() how it stands. The client is the caller's.
class SharedState final : public StateStore {
public:
    struct Given {
        NodeId node;
        DeploymentPolicies policies;
        Scheduler &scheduler;
        const Clock &clock;
        IdSource &ids;
        Log log;
    };
    /// How long opening waits for a Redis that does not answer.
    static constexpr Micros connectLimit = Seconds(15);
    /// How often it is asked whether Redis would take a step that adds something (SPEC R4, L6).
    static constexpr Micros probeEvery = Seconds(1);

    SharedState(RedisClient &client, RedisKeys keys, Given given);

    RegistryPorts registries() override;
    PayloadStore &payloads() override { return m_payloads; }
    std::unique_ptr<NodeRelay> makeRelay(CommandEndSink &ends, CreationSink &creations) override;

    /// Errors: those of the client's status, of RedisRegistry::start() and of DeploymentRecord::agree().
    void open(const Scope &scope, HookDone done) override;
    void close() override;

    std::vector<Condition> conditions() const override;
    std::uint64_t payloadBytes() const override { return m_limits.totalBytes; }
    std::uint64_t droppedRequests() const override { return m_registry.follower().droppedRequests(); }

    DeploymentRecord &record() { return m_record; }

private:
    /// An opening under way.
    struct Opening {
        Scope::Guard caller;
        HookDone done;
        Scheduler::Timer limit;
        Scheduler::Timer replica;
        RedisStatus::Observation status;
    };

    void look();
    void start();
    void awaitReplica();
    void opened(Result<void> result);
    void probe();

    RedisClient &m_client;
    const RedisKeys m_keys;
    const Given m_given;
    const PayloadLimits m_limits;
    RedisRegistry m_registry;
    RedisPayloadStore m_payloads;
    DeploymentRecord m_record;
    const RedisRelay *m_relay = nullptr; ///< once made; owned by the components
    std::optional<Opening> m_opening;
    std::vector<std::optional<Error>> m_refusals; ///< by partition: why its Redis takes nothing at present
    Scheduler::Timer m_probe;
    Scope m_scope;
};

} // namespace cheetah
