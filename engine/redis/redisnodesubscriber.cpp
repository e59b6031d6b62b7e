// SPDX-License-Identifier: Apache-2.0
#include "redis/redisnodesubscriber.h"

#include "redis/rediscommand.h"
#include "redis/rediserror.h"

#include <algorithm>

namespace cheetah {

namespace {

constexpr Micros lookAgain = Millis(50); // it may be we who stood still

} // namespace

RedisNodeSubscriber::RedisNodeSubscriber(const RedisEnvironment &environment, const RedisOptions &options,
                                         RedisLogin login, RedisLink::Locate locate, Moved moved)
    : m_environment(environment),
      m_options(options),
      m_moved(std::move(moved)),
      m_status(environment.clock),
      m_link(environment, options, std::move(login), std::move(locate), *this)
{}

RedisNodeSubscriber::~RedisNodeSubscriber() = default;

RedisSubscription RedisNodeSubscriber::subscribe(std::string name, Handlers handlers, ChannelKind kind)
{
    const Key key(kind, std::move(name));
    Channel &channel = m_channels[key];
    const std::uint64_t wish = m_nextWish++;
    channel.wishes.emplace(wish, std::make_shared<const Handlers>(std::move(handlers)));
    if (!m_link.isReady())
        m_environment.scheduler.post(m_scope.wrap([this] { m_link.start(); }));
    else if (channel.wishes.size() == 1)
        ask(key, channel);
    else if (channel.confirmed)
        m_environment.scheduler.post(m_scope.wrap([this, key, wish] {
            const auto found = m_channels.find(key);
            if (found == m_channels.end() || !found->second.confirmed || !found->second.wishes.contains(wish))
                return;
            const auto handler = found->second.wishes.at(wish);
            handler->reset();
        }));
    return RedisSubscription(m_scope.wrap([this, key, wish] { end(key, wish); }));
}

void RedisNodeSubscriber::end(const Key &key, std::uint64_t wish)
{
    const auto channel = m_channels.find(key);
    if (channel == m_channels.end())
        return;
    channel->second.wishes.erase(wish);
    if (!channel->second.wishes.empty())
        return;
    m_channels.erase(channel);
    if (m_link.isReady())
        say(Awaited::What::Unsubscribe, key, key.first == ChannelKind::Sharded ? "SUNSUBSCRIBE" : "UNSUBSCRIBE");
}

void RedisNodeSubscriber::ask(const Key &key, Channel &channel)
{
    ++channel.asked;
    channel.confirmed = false;
    say(Awaited::What::Subscribe, key, key.first == ChannelKind::Sharded ? "SSUBSCRIBE" : "SUBSCRIBE");
}

void RedisNodeSubscriber::say(Awaited::What what, const Key &key, std::string_view verb)
{
    RedisCommand command(verb);
    if (what != Awaited::What::Ping)
        command.arg(key.second);
    m_awaited.push_back({what, key, m_environment.clock.steady() + m_options.deadline});
    m_link.write(command.encoded());
}

void RedisNodeSubscriber::plan(Micros delay)
{
    m_look = m_environment.scheduler.after(delay, [this] { look(); });
}

/// A PING whenever nothing else is awaited; a peer that owes an answer for too long is gone.
void RedisNodeSubscriber::look()
{
    if (m_awaited.empty()) {
        say(Awaited::What::Ping, {}, "PING");
        return plan(m_options.pingEvery);
    }
    const SteadyTime now = m_environment.clock.steady();
    if (now < m_awaited.front().due) {
        m_overdue = false;
        return plan(std::min(m_options.pingEvery, m_awaited.front().due - now));
    }
    if (std::exchange(m_overdue, true))
        return m_link.drop(redisUnavailable(RedisOutcome::Unknown, "timeout", "no sign of life on the subscriber"));
    plan(lookAgain);
}

void RedisNodeSubscriber::linkReady()
{
    for (auto &[key, channel] : m_channels)
        ask(key, channel);
    plan(m_options.pingEvery);
    updateStatus();
}

void RedisNodeSubscriber::linkLost(const Error &error)
{
    m_look.cancel();
    m_overdue = false;
    m_awaited.clear();
    for (auto &[key, channel] : m_channels) {
        channel.asked = 0;
        channel.confirmed = false;
    }
    m_status.setFailed(error);
}

void RedisNodeSubscriber::linkReply(RedisReply reply)
{
    const std::string &kind = reply.at(0).text();
    if (kind == "smessage")
        takeMessage(ChannelKind::Sharded, reply);
    else if (kind == "message")
        takeMessage(ChannelKind::Plain, reply);
    else
        takeAnswer(reply);
}

template <class Call>
void RedisNodeSubscriber::tell(const Key &key, const Call &call)
{
    const Scope::Guard alive = m_scope.guard();
    std::uint64_t told = 0;
    while (alive.alive()) { // handlers may subscribe, end wishes and end this
        const auto channel = m_channels.find(key);
        if (channel == m_channels.end())
            return;
        const auto next = channel->second.wishes.upper_bound(told);
        if (next == channel->second.wishes.end())
            return;
        told = next->first;
        const auto handlers = next->second;
        call(*handlers);
    }
}

void RedisNodeSubscriber::takeMessage(ChannelKind kind, const RedisReply &reply)
{
    tell({kind, reply.at(1).text()}, [&](const Handlers &handlers) { handlers.message(reply.at(2).text()); });
}

void RedisNodeSubscriber::takeAnswer(const RedisReply &reply)
{
    const std::string &verb = reply.at(0).text();
    const bool left = verb == "sunsubscribe" || verb == "unsubscribe";
    const Key about(verb.starts_with('s') && verb != "subscribe" ? ChannelKind::Sharded : ChannelKind::Plain,
                    reply.at(1).text());
    if (left
        && (m_awaited.empty() || m_awaited.front().what != Awaited::What::Unsubscribe
            || m_awaited.front().key != about))
        return takeUnasked(about);
    if (m_awaited.empty())
        return m_link.drop(redisUnavailable(RedisOutcome::Unknown, "protocol", "an answer that nobody asked for"));
    const Awaited awaited = std::move(m_awaited.front());
    m_awaited.pop_front();
    m_overdue = false;
    if (reply.isError())
        return takeRefusal(awaited, reply.text());
    if (awaited.what == Awaited::What::Subscribe)
        takeConfirmation(awaited.key);
}

void RedisNodeSubscriber::takeConfirmation(const Key &key)
{
    const auto found = m_channels.find(key);
    if (found == m_channels.end() || found->second.asked == 0 || --found->second.asked > 0)
        return;
    found->second.confirmed = true;
    const Scope::Guard alive = m_scope.guard();
    updateStatus();
    if (alive.alive())
        tell(key, [](const Handlers &handlers) { handlers.reset(); });
}

void RedisNodeSubscriber::takeRefusal(const Awaited &awaited, const std::string &text)
{
    if (awaited.what == Awaited::What::Subscribe && m_moved && text.starts_with("MOVED "))
        return m_moved(text);
    m_link.drop(redisError(text));
}

/// Redis ends the subscriptions of a slot that moves away.
void RedisNodeSubscriber::takeUnasked(const Key &key)
{
    const auto channel = m_channels.find(key);
    if (channel == m_channels.end())
        return;
    channel->second.confirmed = false;
    if (m_moved)
        return m_moved({});
    ask(key, channel->second);
}

void RedisNodeSubscriber::updateStatus()
{
    if (m_link.isReady() && std::ranges::all_of(m_channels, [](const auto &entry) { return entry.second.confirmed; }))
        m_status.setReady();
}

} // namespace cheetah
