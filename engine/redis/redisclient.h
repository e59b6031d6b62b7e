// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "base/clock.h"
#include "base/reply.h"
#include "redis/rediscommand.h"
#include "redis/rediserror.h"
#include "redis/redisreply.h"
#include "redis/redisstatus.h"
#include "redis/redissubscriber.h"

#include <cstdint>
#include <optional>

namespace cheetah {

/// What a client did since it was made.
struct RedisCounters {
    std::uint64_t sent = 0;       ///< commands written to a socket, its own PINGs and logins not counted
    std::uint64_t answered = 0;   ///< of them
    std::uint64_t refused = 0;    ///< of the answers those that were errors
    std::uint64_t notSent = 0;    ///< failed without having left: disconnected, overload
    std::uint64_t unknown = 0;    ///< lost in flight
    std::uint64_t connects = 0;   ///< logins that succeeded; the first too
    std::uint64_t failures = 0;   ///< connections lost and attempts that failed
    std::uint64_t flushes = 0;    ///< writes; all commands of one turn of the loop leave in one
    std::uint64_t redirected = 0; ///< MOVED and ASK followed

    RedisCounters &operator+=(const RedisCounters &other);
};

/// The Redis that a deployment shares, as registries, notifier and payload store use it: commands in, replies out, over
/// connections that come back by themselves. Made by createRedisClient(), owned by the host, used on its thread only. It
/// repeats nothing: a command whose answer was lost is the caller's to ask again. Destroying it drops what is in flight
/// without an answer, so the callers' scopes end before it.
class RedisClient {
public:
    virtual ~RedisClient() = default;

    /// Sends `command` and answers it once, in the order of the calls (across a Cluster: in the order per node); possibly
    /// before this returns. Errors: redisError() for what Redis refuses; redisUnavailable() `not_sent` while not
    /// connected (never queued) and with reason `overload` when too much is in flight, `unknown` when the connection was
    /// lost, or given up after the deadline, with the command in flight. An error inside an array is not one of the call.
    virtual void call(RedisCommand command, const Scope &scope, Reply<RedisReply> reply) = 0;

    /// Whether it can be used, why not, and since when; observe() it for changes.
    virtual const RedisStatus &status() const = 0;
    /// The newest PING's round trip; of a Cluster the slowest node's. Nothing before the first.
    virtual std::optional<Micros> roundTrip() const = 0;
    virtual RedisCounters counters() const = 0;
    /// Commands whose answer is awaited.
    virtual std::size_t inFlight() const = 0;

    /// Channels, over connections of their own; made at the first call, owned by the client.
    virtual RedisSubscriber &subscriber() = 0;
};

} // namespace cheetah
