// SPDX-License-Identifier: Apache-2.0
#include "redis/sentinelredisclient.h"

#include <utility>

namespace cheetah {

namespace {

RedisLogin needingMaster(RedisLogin login)
{
    login.needsMaster = true;
    return login;
}

} // namespace

SentinelRedisClient::SentinelRedisClient(const RedisEnvironment &environment, const RedisOptions &options,
                                         const RedisUrl &url, RedisLogin login)
    : m_sentinels(environment, options, url, login.tls,
                  [this](const RedisEndpoint &endpoint) { m_master.follow(endpoint); }),
      m_master(environment, options, needingMaster(std::move(login)),
               [this](const Scope &scope, Reply<RedisEndpoint> reply) { m_sentinels.locate(scope, std::move(reply)); })
{}

void SentinelRedisClient::start()
{
    m_sentinels.start();
    m_master.start();
}

} // namespace cheetah
