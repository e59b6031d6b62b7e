// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "redis/redisconnection.h"

#include <functional>
#include <memory>
#include <string>
#include <vector>

namespace cheetah {

/// The sentinels of a deployment as the source of where its master is: all that answer are asked, and the newest
/// configuration among the answers holds, so that one behind a partition misleads nobody. Owned by a SentinelRedisClient.
class RedisSentinels {
public:
    /// A sentinel announced that the master is elsewhere now.
    using Switched = std::function<void(const RedisEndpoint &)>;

    RedisSentinels(const RedisEnvironment &environment, const RedisOptions &options, const RedisUrl &url,
                   const std::optional<QSslConfiguration> &tls, Switched switched);
    ~RedisSentinels();

    void start();
    /// Where the master is. Waits while sentinels are being connected, as long as the scope lives; `unavailable` with the
    /// reason `sentinel` when none can be; `store_error` when they do not know the master's name.
    void locate(const Scope &scope, Reply<RedisEndpoint> reply);

private:
    struct Sentinel;
    struct Asker {
        Scope::Guard guard;
        Reply<RedisEndpoint> reply;
    };
    /// One round of questions to all sentinels that are connected.
    struct Round {
        std::size_t open = 0;
        std::int64_t newest = -1;
        std::optional<RedisEndpoint> master;
        std::optional<Error> refusal;
    };

    void ask();
    void take(const Result<RedisReply> &answer);
    void finish();
    void hearSwitch(std::string_view message);

    const RedisEnvironment m_environment;
    const std::string m_master;
    const Switched m_switched;
    std::vector<std::unique_ptr<Sentinel>> m_sentinels;
    std::vector<Asker> m_askers;
    std::optional<Round> m_round;
    Scope m_scope;
};

} // namespace cheetah
