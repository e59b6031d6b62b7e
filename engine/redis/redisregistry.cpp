// SPDX-License-Identifier: Apache-2.0
#include "redis/redisregistry.h"

namespace cheetah {

namespace {

RedisFollower::Options followerOptions(IdSource &ids, const DeploymentPolicies &policies)
{
    RedisFollower::Options options;
    options.incarnation = Incarnation::trusted(ids.unique());
    options.policies = packPolicies(policies);
    return options;
}

} // namespace

RedisRegistry::RedisRegistry(RedisClient &client, const RedisKeys &keys, const DeploymentPolicies &policies,
                             const Clock &clock, Scheduler &scheduler, IdSource &ids, const RedisLibrary &library)
    : m_policies(policies),
      m_keys(keys),
      m_functions(client, library),
      m_follower(client, m_functions, m_keys, clock, scheduler, followerOptions(ids, policies)),
      m_steps(m_functions, m_follower, scheduler, m_keys, m_policies),
      m_leases(m_steps),
      m_evidence(m_steps),
      m_connections(m_steps, m_evidence),
      m_windows(m_steps)
{}

void RedisRegistry::start(const Scope &scope, Reply<void> reply)
{
    loadFrom(0, scope, std::move(reply));
}

void RedisRegistry::loadFrom(std::uint32_t partition, const Scope &scope, Reply<void> reply)
{
    if (partition == m_keys.partitions()) {
        if (!std::exchange(m_following, true))
            m_follower.start();
        return reply({});
    }
    m_functions.load(m_keys.meta(partition), scope,
                     [this, partition, &scope, reply = std::move(reply)](Result<void> loaded) mutable {
                         if (!loaded)
                             return reply(loaded.error());
                         loadFrom(partition + 1, scope, std::move(reply));
                     });
}

} // namespace cheetah
