// SPDX-License-Identifier: Apache-2.0
#include "redis/redisconnection.h"

#include "redis/redisnodesubscriber.h"

#include <utility>

namespace cheetah {

namespace {

/// Between the first look that finds a command overdue and the one that decides: it may be we who stood still, with the
/// answer unread.
constexpr Micros secondLook = Millis(50);

} // namespace

RedisCounters &RedisCounters::operator+=(const RedisCounters &other)
{
    sent += other.sent;
    answered += other.answered;
    refused += other.refused;
    notSent += other.notSent;
    unknown += other.unknown;
    connects += other.connects;
    failures += other.failures;
    flushes += other.flushes;
    redirected += other.redirected;
    return *this;
}

RedisConnection::RedisConnection(const RedisEnvironment &environment, const RedisOptions &options, RedisLogin login,
                                 RedisLink::Locate locate)
    : m_environment(environment),
      m_options(options),
      m_login(std::move(login)),
      m_locate(std::move(locate)),
      m_status(environment.clock),
      m_link(environment, options, m_login, m_locate, *this)
{}

RedisConnection::~RedisConnection() = default;

void RedisConnection::start()
{
    m_link.start();
}

RedisSubscriber &RedisConnection::subscriber()
{
    if (!m_subscriber)
        m_subscriber = std::make_unique<RedisNodeSubscriber>(m_environment, m_options, m_login, m_locate);
    return *m_subscriber;
}

void RedisConnection::follow(const RedisEndpoint &endpoint)
{
    if (m_subscriber)
        m_subscriber->follow(endpoint);
    m_link.follow(endpoint); // the last, since it may end this
}

void RedisConnection::send(const RedisCommand &command, const Scope &scope, Reply<RedisReply> reply)
{
    const std::string_view bytes = command.encoded();
    const char *obstacle = nullptr;
    if (!m_link.isReady())
        obstacle = "disconnected";
    else if (m_pending.size() >= m_options.mostInFlight || m_link.unsentBytes() + bytes.size() > m_options.mostUnsent)
        obstacle = "overload";
    if (obstacle) {
        ++m_counters.notSent;
        const auto &known = m_status.state().error;
        return reply(redisUnavailable(RedisOutcome::NotSent, obstacle, known ? known->detail : std::string()));
    }
    const SteadyTime now = m_environment.clock.steady();
    m_pending.push_back({scope.guard(), std::move(reply), now, now + command.limit().value_or(m_options.deadline)});
    watch();
    if (m_link.isTelling() && m_written == 0) // Redis would stand still until all is told
        m_link.writeAtOnce(bytes);
    else
        m_link.write(bytes);
}

void RedisConnection::ping()
{
    const SteadyTime now = m_environment.clock.steady();
    m_pending.push_back({m_scope.guard(), nullptr, now, now + m_options.deadline});
    m_link.write(RedisCommand("PING").encoded());
    watch();
}

void RedisConnection::planPing()
{
    m_nextPing = m_environment.scheduler.after(m_options.pingEvery, [this] { ping(); });
}

/// The timer stays as long as it looks early enough: answers come far more often than deadlines.
void RedisConnection::watch()
{
    if (m_pending.empty() || (m_watch.pending() && m_watchAt <= m_pending.front().due))
        return;
    m_watchAt = m_pending.front().due;
    m_watch = m_environment.scheduler.after(m_watchAt - m_environment.clock.steady(), [this] { look(); });
}

void RedisConnection::look()
{
    if (m_pending.empty())
        return;
    if (m_environment.clock.steady() < m_pending.front().due) {
        m_overdue = false;
        return watch();
    }
    if (std::exchange(m_overdue, true))
        return m_link.drop(redisUnavailable(RedisOutcome::Unknown, "timeout", "no answer within the deadline"));
    m_watchAt = m_environment.clock.steady() + secondLook;
    m_watch = m_environment.scheduler.after(secondLook, [this] { look(); });
}

void RedisConnection::linkReady()
{
    ++m_counters.connects;
    planPing();
    m_status.setReady();
}

void RedisConnection::linkFlushed()
{
    for (; m_written < m_pending.size(); ++m_written)
        if (m_pending[m_written].reply)
            ++m_counters.sent;
    ++m_counters.flushes;
}

void RedisConnection::linkReply(RedisReply reply)
{
    if (m_written == 0)
        return m_link.drop(redisUnavailable(RedisOutcome::Unknown, "protocol", "an answer that nobody asked for"));
    Pending pending = std::move(m_pending.front());
    m_pending.pop_front();
    --m_written;
    m_overdue = false;
    watch();
    if (pending.reply)
        return answer(pending, std::move(reply));
    m_roundTrip = m_environment.clock.steady() - pending.sentAt;
    planPing();
}

void RedisConnection::answer(Pending &pending, RedisReply reply)
{
    ++m_counters.answered;
    if (!reply.isError()) {
        if (pending.asker.alive())
            pending.reply(std::move(reply));
        return;
    }
    ++m_counters.refused;
    Error error = redisError(reply.text());
    // What was the master is none any more: look for the new one, once those that wait were told.
    if (m_login.needsMaster && error.code == ErrorCode::StoreReadOnly)
        m_environment.scheduler.post(m_scope.wrap([this, error, connects = m_counters.connects] {
            if (connects == m_counters.connects)
                m_link.drop(error);
        }));
    if (pending.asker.alive())
        pending.reply(std::move(error));
}

void RedisConnection::linkLost(const Error &error)
{
    ++m_counters.failures;
    m_watch.cancel();
    m_nextPing.cancel();
    m_overdue = false;
    std::deque<Pending> lost = std::exchange(m_pending, {});
    const std::size_t written = std::exchange(m_written, 0);
    for (std::size_t i = 0; i < lost.size(); ++i)
        if (lost[i].reply)
            ++(i < written ? m_counters.unknown : m_counters.notSent);

    const std::string given(error.param("reason"));
    const std::string reason = given.empty() ? std::string(name(error.code)) : given;
    const std::string detail = error.detail;
    m_status.setFailed(error); // from here on this may be gone
    for (std::size_t i = 0; i < lost.size(); ++i)
        if (lost[i].reply && lost[i].asker.alive())
            lost[i].reply(
                redisUnavailable(i < written ? RedisOutcome::Unknown : RedisOutcome::NotSent, reason, detail));
}

} // namespace cheetah
