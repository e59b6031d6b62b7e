// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "base/clock.h"
#include "base/idsource.h"
#include "base/scheduler.h"
#include "redis/redisreply.h"

#include <QtNetwork/QSslConfiguration>

#include <cstddef>
#include <optional>
#include <string>

namespace cheetah {

/// What every part of the Redis client gets from its host. All of it outlives the client.
struct RedisEnvironment {
    const Clock &clock;
    Scheduler &scheduler;
    IdSource &ids;
};

/// How a client treats its connections.
struct RedisOptions {
    std::string name; ///< CLIENT SETNAME; what does not fit there is left out of it

    std::string caFile;          ///< PEM; empty: the system's authorities. For `rediss`
    std::string certificateFile; ///< PEM, with keyFile: what we prove ourselves with
    std::string keyFile;
    bool verifyPeer = true;

    Micros deadline = Seconds(5);        ///< of a command; then the connection is given up
    Micros connectLimit = Seconds(5);    ///< from connecting to the end of the login
    Micros pingEvery = Seconds(3);       ///< while nothing else says that the peer lives, and to measure it
    Micros firstDelay = Millis(100);     ///< before the second attempt; doubled for each further one
    Micros longestDelay = Seconds(10);   ///< of these
    Micros refusedDelay = Seconds(15);   ///< instead of a shorter one, after a refused login
    std::size_t mostInFlight = 100'000;  ///< commands
    std::size_t mostUnsent = 128u << 20; ///< bytes that Redis did not take yet
    RedisReplyReader::Limits replies;
};

/// What a connection says first.
struct RedisLogin {
    std::string user, password;
    int db = 0;
    std::optional<QSslConfiguration> tls; ///< set: encrypted
    bool needsMaster = false;             ///< ROLE must answer `master`
};

} // namespace cheetah
