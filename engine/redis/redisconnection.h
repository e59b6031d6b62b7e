// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "redis/redisclient.h"
#include "redis/redislink.h"

#include <deque>
#include <memory>

namespace cheetah {

class RedisNodeSubscriber;

/// All commands of a process to one Redis, multiplexed and pipelined over one connection: written once a turn of the
/// loop, but at once where an answer leads to it and nothing else is in flight; answered in order. One timer watches the
/// oldest command in flight, so that a server that stands still is noticed; then everything in flight is unknown. The
/// client itself where there is a single server, and the part of it that talks to one node elsewhere.
class RedisConnection final : public RedisClient, private RedisLink::Owner {
public:
    /// Does nothing before start().
    RedisConnection(const RedisEnvironment &environment, const RedisOptions &options, RedisLogin login,
                    RedisLink::Locate locate);
    ~RedisConnection() override;

    void start();

    void call(RedisCommand command, const Scope &scope, Reply<RedisReply> reply) override
    {
        send(command, scope, std::move(reply));
    }
    /// call() for who may need the command again.
    void send(const RedisCommand &command, const Scope &scope, Reply<RedisReply> reply);

    const RedisStatus &status() const override { return m_status; }
    std::optional<Micros> roundTrip() const override { return m_roundTrip; }
    RedisCounters counters() const override { return m_counters; }
    std::size_t inFlight() const override { return m_pending.size(); }
    RedisSubscriber &subscriber() override;

    /// Gives up the present connection or attempt, with everything in flight, and tries again.
    void drop(Error why) { m_link.drop(std::move(why)); }
    void retryNow() { m_link.retryNow(); }
    /// The server that is meant is there now: leaves another one, and goes there at once; its subscriber too.
    void follow(const RedisEndpoint &endpoint);
    const std::optional<RedisEndpoint> &endpoint() const { return m_link.endpoint(); }

private:
    struct Pending {
        Scope::Guard asker;
        Reply<RedisReply> reply; ///< none: a PING of ours
        SteadyTime sentAt;
        SteadyTime due;
    };

    void ping();
    void planPing();
    void watch();
    void look();
    void answer(Pending &pending, RedisReply reply);

    void linkReady() override;
    void linkReply(RedisReply reply) override;
    void linkFlushed() override;
    void linkLost(const Error &error) override;

    const RedisEnvironment m_environment;
    const RedisOptions m_options;
    const RedisLogin m_login;
    const RedisLink::Locate m_locate;
    RedisStatus m_status;
    RedisCounters m_counters;
    std::optional<Micros> m_roundTrip;

    std::deque<Pending> m_pending; ///< the first m_written left, the others leave with the next flush
    std::size_t m_written = 0;
    bool m_overdue = false; ///< the oldest was overdue at the last look; this one decides
    Scheduler::Timer m_watch;
    SteadyTime m_watchAt; ///< when it looks
    Scheduler::Timer m_nextPing;
    std::unique_ptr<RedisNodeSubscriber> m_subscriber;
    RedisLink m_link;
    Scope m_scope;
};

} // namespace cheetah
