// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "redis/redisconnection.h"
#include "redis/redissentinels.h"

namespace cheetah {

/// The master that sentinels name, and after a failover the next one: proven by ROLE at each login, left when a sentinel
/// announces another or when it answers READONLY. What a failover loses of the newest writes is the registries' to notice.
class SentinelRedisClient final : public RedisClient {
public:
    SentinelRedisClient(const RedisEnvironment &environment, const RedisOptions &options, const RedisUrl &url,
                        RedisLogin login);

    void start();

    void call(RedisCommand command, const Scope &scope, Reply<RedisReply> reply) override
    {
        m_master.send(command, scope, std::move(reply));
    }
    const RedisStatus &status() const override { return m_master.status(); }
    std::optional<Micros> roundTrip() const override { return m_master.roundTrip(); }
    RedisCounters counters() const override { return m_master.counters(); }
    std::size_t inFlight() const override { return m_master.inFlight(); }
    RedisSubscriber &subscriber() override { return m_master.subscriber(); }

private:
    RedisSentinels m_sentinels;
    RedisConnection m_master;
};

} // namespace cheetah
