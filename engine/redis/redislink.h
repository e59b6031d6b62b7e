// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "base/idsource.h"
#include "base/reply.h"
#include "base/scheduler.h"
#include "redis/redisoptions.h"
#include "redis/redisreply.h"
#include "redis/redistransport.h"

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace cheetah {

/// One connection to Redis that comes back by itself: finds its server, connects, logs in (AUTH, SELECT, CLIENT SETNAME,
/// on demand ROLE, and a PING that shows that the server takes commands), then carries bytes out and replies in. After any
/// loss it tries again with growing, jittered delays; slowly when the login was refused. What a reply belongs to is its
/// owner's business. Owned by a RedisConnection or a subscriber.
class RedisLink final : private RedisTransport::Listener {
public:
    /// Its calls may destroy the link.
    class Owner {
    public:
        virtual void linkReady() = 0;
        virtual void linkReply(RedisReply reply) = 0;
        /// What was written so far leaves now, in one write.
        virtual void linkFlushed() = 0;
        /// A connection ended or an attempt failed; another follows.
        virtual void linkLost(const Error &error) = 0;

    protected:
        ~Owner() = default;
    };
    /// Tells where the server is at the moment; asked before each attempt.
    using Locate = std::function<void(const Scope &, Reply<RedisEndpoint>)>;

    /// `login` is what a connection says first. Does nothing before start().
    RedisLink(const RedisEnvironment &environment, const RedisOptions &options, RedisLogin login, Locate locate,
              Owner &owner);

    void start();
    /// Takes bytes along with the next flush, in the next turn of the loop. Only while ready.
    void write(std::string_view bytes);
    /// The same, and flushes; the last that a caller does, as an answer may come at once and end it. Only while ready.
    void writeAtOnce(std::string_view bytes);
    /// Gives up the present connection or attempt and tries again.
    void drop(Error why);
    /// While an attempt is planned: makes it now.
    void retryNow();
    /// The server that is meant is there now: leaves another one, and asks at once where to go.
    void follow(const RedisEndpoint &endpoint);

    bool isReady() const { return m_step == Step::Ready; }
    /// While its owner is told a reply. More of them may be there, which are told before the turn ends.
    bool isTelling() const { return m_telling; }
    /// Where the present or last attempt went.
    const std::optional<RedisEndpoint> &endpoint() const { return m_endpoint; }
    std::size_t unsentBytes() const;

private:
    enum class Step { Idle, Locating, Connecting, LoggingIn, Ready };
    enum class Taken { All, NotAll, Ended };
    /// One command of the login, and whether its refusal ends the attempt.
    struct LoginCommand {
        std::string_view name;
        bool mayFail;
    };

    void locateNow();
    void connectTo(const RedisEndpoint &endpoint);
    void logIn();
    void takeLoginReply(const RedisReply &reply);
    Taken takeReplies(bool all);
    void tell(RedisReply reply);
    void becomeReady();
    void flush();
    void lose(const Error &error);
    Micros nextDelay(const Error &error);

    void transportConnected() override;
    void transportReadable() override;
    void transportFailed(const Error &error) override;

    const RedisEnvironment m_environment;
    const RedisOptions m_options;
    const RedisLogin m_login;
    const Locate m_locate;
    Owner &m_owner;

    Step m_step = Step::Idle;
    std::optional<RedisEndpoint> m_endpoint;
    RedisTransport::Pointer m_transport;
    std::uint64_t m_attempt = 0;
    RedisReplyReader m_reader;
    std::vector<LoginCommand> m_loginCommands; ///< unanswered, the next one last
    std::string m_out;                         ///< for the next flush
    std::string m_sending;                     ///< that of the last one, kept for its room
    bool m_flushPlanned = false;
    bool m_telling = false;
    unsigned m_failures = 0; ///< in a row
    SteadyTime m_readySince;
    Scheduler::Timer m_attemptLimit;
    Scheduler::Timer m_retry;
    Scope m_attemptScope; ///< of the question where the server is
    Scope m_scope;
};

} // namespace cheetah
