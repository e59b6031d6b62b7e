// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "base/idsource.h"
#include "redis/redisconnections.h"
#include "redis/redisevidence.h"
#include "redis/redisfollower.h"
#include "redis/redisleases.h"
#include "redis/rediswindows.h"

namespace cheetah {

/// The registries of a deployment whose processes share a Redis (SPEC R1): the same interfaces as the memory registry's,
/// each step one function inside Redis, and a replica that the follower leads. It gives the parts their common ground and
/// decides nothing itself. Owned by the host; client, clock, scheduler and ids outlive it; used on their thread only.
class RedisRegistry {
public:
    /// `policies` passed DeploymentPolicies::check() and are the deployment's.
    RedisRegistry(RedisClient &client, const RedisKeys &keys, const DeploymentPolicies &policies, const Clock &clock,
                  Scheduler &scheduler, IdSource &ids, const RedisLibrary &library = RedisLibrary::builtIn());
    RedisRegistry(const RedisRegistry &) = delete;
    RedisRegistry &operator=(const RedisRegistry &) = delete;

    /// Proves that the functions can be loaded on every partition's node (SPEC R3) and begins to follow; the replica is
    /// whole once follower().state() is Live. May be repeated, also after a failure. Errors: those of
    /// RedisFunctions::load() and of the client.
    void start(const Scope &scope, Reply<void> reply);

    ContextRegistry &contexts() { return m_leases; }
    BulkTimeoutRelease &bulk() { return m_leases; }
    ConnectionRegistry &connections() { return m_connections; }
    WindowRegistry &windows() { return m_windows; }
    EvidenceStore &evidence() { return m_evidence; }
    FleetSource &source() { return m_follower; }
    const DeploymentPolicies &policies() const { return m_policies; }
    RedisFunctions &functions() { return m_functions; }
    RedisSteps &steps() { return m_steps; }
    const RedisFollower &follower() const { return m_follower; }

private:
    void loadFrom(std::uint32_t partition, const Scope &scope, Reply<void> reply);

    const DeploymentPolicies m_policies;
    const RedisKeys m_keys;
    RedisFunctions m_functions;
    RedisFollower m_follower;
    RedisSteps m_steps;
    RedisLeases m_leases;
    RedisEvidence m_evidence;
    RedisConnections m_connections;
    RedisWindows m_windows;
    bool m_following = false;
};

} // namespace cheetah
