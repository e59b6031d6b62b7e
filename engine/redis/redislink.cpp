// SPDX-License-Identifier: Apache-2.0
#include "redis/redislink.h"

#include "redis/rediscommand.h"
#include "redis/rediserror.h"

#include <algorithm>

namespace cheetah {

namespace {

constexpr std::size_t readSize = 16 << 10;
constexpr std::size_t repliesInATurn = 16;
constexpr std::size_t worthAFlush = 1 << 10; // bytes that wait to be sent
constexpr std::size_t briefFlush = 2 << 10;  // bytes; Redis does what they ask in less time than being woken takes
constexpr std::size_t largestKept = 1 << 20; // of a buffer, for the next flush
constexpr Micros stableAfter = Seconds(10);  // a connection that held so long is tried again at once

/// CLIENT SETNAME refuses spaces and all that is not printable ASCII.
std::string connectionName(const std::string &name)
{
    std::string fitting;
    std::ranges::copy_if(name, std::back_inserter(fitting), [](char c) { return c > ' ' && c <= '~'; });
    return fitting.substr(0, 128);
}

} // namespace

RedisLink::RedisLink(const RedisEnvironment &environment, const RedisOptions &options, RedisLogin login, Locate locate,
                     Owner &owner)
    : m_environment(environment),
      m_options(options),
      m_login(std::move(login)),
      m_locate(std::move(locate)),
      m_owner(owner),
      m_reader(options.replies)
{}

void RedisLink::start()
{
    if (m_step == Step::Idle && !m_retry.pending())
        locateNow();
}

void RedisLink::retryNow()
{
    if (!m_retry.pending())
        return;
    m_retry.cancel();
    locateNow();
}

void RedisLink::locateNow()
{
    m_step = Step::Locating;
    m_attemptScope.reset();
    m_attemptLimit = m_environment.scheduler.after(m_options.connectLimit, [this] {
        lose(redisUnavailable(RedisOutcome::NotSent, "timeout", "no login within the time for it"));
    });
    m_locate(m_attemptScope, [this](Result<RedisEndpoint> endpoint) {
        if (endpoint)
            connectTo(*endpoint);
        else
            lose(endpoint.error());
    });
}

void RedisLink::connectTo(const RedisEndpoint &endpoint)
{
    m_step = Step::Connecting;
    m_endpoint = endpoint;
    m_reader.reset();
    ++m_attempt;
    m_transport = RedisTransport::make(endpoint, m_login.tls, *this);
}

void RedisLink::transportConnected()
{
    m_step = Step::LoggingIn;
    logIn();
}

/// Sends all of it at once; the first refusal decides.
void RedisLink::logIn()
{
    std::string bytes;
    m_loginCommands.clear();
    const auto say = [&](const RedisCommand &command, LoginCommand about) {
        bytes += command.encoded();
        m_loginCommands.push_back(about);
    };
    if (!m_login.password.empty()) {
        RedisCommand auth("AUTH");
        if (!m_login.user.empty())
            auth.arg(m_login.user);
        say(auth.arg(m_login.password), {"AUTH", false});
    }
    if (m_login.db != 0)
        say(RedisCommand("SELECT").arg(m_login.db), {"SELECT", false});
    if (const std::string name = connectionName(m_options.name); !name.empty())
        say(RedisCommand("CLIENT").arg("SETNAME").arg(name), {"CLIENT", true});
    if (m_login.needsMaster)
        say(RedisCommand("ROLE"), {"ROLE", false});
    say(RedisCommand("PING"), {"PING", false});
    std::ranges::reverse(m_loginCommands);
    m_transport->write(bytes);
}

void RedisLink::takeLoginReply(const RedisReply &reply)
{
    const LoginCommand command = m_loginCommands.back();
    m_loginCommands.pop_back();
    if (reply.isError() && !command.mayFail)
        return lose(redisError(reply.text()));
    if (command.name == "ROLE" && reply.at(0).text() != "master")
        return lose({ErrorCode::StoreReadOnly, {}, "it is not the master: " + reply.at(0).text()});
    if (m_loginCommands.empty())
        becomeReady();
}

void RedisLink::becomeReady()
{
    m_step = Step::Ready;
    m_attemptLimit.cancel();
    m_readySince = m_environment.clock.steady();
    m_owner.linkReady();
}

/// What the first answers lead to leaves before the others are read, so that Redis works while this process does.
void RedisLink::transportReadable()
{
    if (m_telling) // TLS reads while it writes; whoever tells reads on
        return;
    if (takeReplies(false) == Taken::NotAll)
        m_environment.scheduler.post(m_scope.wrap([this, attempt = m_attempt] {
            if (attempt == m_attempt && m_transport)
                transportReadable();
        }));
}

/// Ended: nothing of this may be touched any more, or the attempt is over.
RedisLink::Taken RedisLink::takeReplies(bool all)
{
    const Scope::Guard alive = m_scope.guard();
    const std::uint64_t attempt = m_attempt;
    std::size_t taken = 0;
    char buffer[readSize];
    while (true) {
        while (auto reply = m_reader.next()) {
            if (m_step == Step::LoggingIn)
                takeLoginReply(*reply);
            else
                tell(*std::move(reply));
            if (!alive.alive() || attempt != m_attempt || !m_transport)
                return Taken::Ended;
            if (!all && (++taken == repliesInATurn || m_out.size() >= worthAFlush))
                return Taken::NotAll;
        }
        if (m_reader.error()) {
            lose(redisUnavailable(RedisOutcome::NotSent, "protocol", m_reader.error()->detail));
            return Taken::Ended;
        }
        const std::size_t count = m_transport->read(buffer, sizeof buffer);
        if (count == 0)
            return Taken::All;
        m_reader.feed({buffer, count});
    }
}

void RedisLink::tell(RedisReply reply)
{
    const Scope::Guard alive = m_scope.guard();
    m_telling = true;
    m_owner.linkReply(std::move(reply));
    if (alive.alive())
        m_telling = false;
}

/// What it answered before it failed still counts.
void RedisLink::transportFailed(const Error &error)
{
    const bool spoke = m_step == Step::LoggingIn || m_step == Step::Ready;
    if (!spoke || takeReplies(true) != Taken::Ended)
        lose(error);
}

void RedisLink::write(std::string_view bytes)
{
    m_out += bytes;
    if (m_flushPlanned)
        return;
    m_flushPlanned = true;
    m_environment.scheduler.post(m_scope.wrap([this] {
        m_flushPlanned = false;
        flush();
    }));
}

void RedisLink::writeAtOnce(std::string_view bytes)
{
    m_out += bytes;
    flush();
}

void RedisLink::flush()
{
    if (m_out.empty() || m_step != Step::Ready)
        return;
    m_sending.swap(m_out);
    m_out.clear();
    if (m_out.capacity() > largestKept)
        m_out = {};
    m_owner.linkFlushed();
    if (m_sending.size() <= briefFlush)
        m_environment.scheduler.expectSoon();
    m_transport->write(m_sending); // the last: TLS reads while it writes, and an answer may end this
}

std::size_t RedisLink::unsentBytes() const
{
    return m_out.size() + (m_transport ? m_transport->unsent() : 0);
}

void RedisLink::drop(Error why)
{
    if (m_step != Step::Idle)
        lose(why);
}

void RedisLink::follow(const RedisEndpoint &endpoint)
{
    const Scope::Guard alive = m_scope.guard();
    if (m_step != Step::Idle && m_step != Step::Locating && m_endpoint != endpoint)
        lose({ErrorCode::StoreReadOnly, {}, "the master is now " + endpoint.display()});
    if (alive.alive())
        retryNow();
}

void RedisLink::lose(const Error &error)
{
    const Error why = error; // the owner of `error` may go
    const bool held = m_step == Step::Ready && m_environment.clock.steady() - m_readySince >= stableAfter;
    m_step = Step::Idle;
    m_transport.reset();
    m_attemptScope.reset();
    m_attemptLimit.cancel();
    m_out.clear();
    m_failures = held ? 0 : m_failures + 1;
    m_retry = m_environment.scheduler.after(nextDelay(why), [this] { locateNow(); });
    m_owner.linkLost(why);
}

/// Between half of the full delay and all of it, so that many nodes do not come back at once.
Micros RedisLink::nextDelay(const Error &error)
{
    Micros full = m_options.firstDelay * (std::int64_t(1) << std::min(m_failures, 16u));
    full = std::min(full, m_options.longestDelay);
    if (error.code == ErrorCode::StoreLoginRefused || error.code == ErrorCode::StoreForbidden
        || error.code == ErrorCode::StoreError)
        full = std::max(full, m_options.refusedDelay);
    return full / 2 + Micros(std::int64_t(m_environment.ids.random() % std::uint64_t(full.count() / 2 + 1)));
}

} // namespace cheetah
