// SPDX-License-Identifier: Apache-2.0
#include "redis/redissentinels.h"

#include <algorithm>
#include <array>

namespace cheetah {

namespace {

constexpr Micros answerLimit = Seconds(1); // of a sentinel; another one may know

/// Flat pairs of names and values, as SENTINEL MASTER gives them; empty if there is no such name.
const std::string &field(const RedisReply &pairs, std::string_view name)
{
    static const std::string none;
    for (std::size_t i = 0; i + 1 < pairs.size(); i += 2)
        if (pairs.at(i).text() == name)
            return pairs.at(i + 1).text();
    return none;
}

RedisLogin loginOf(const std::optional<QSslConfiguration> &tls)
{
    RedisLogin login;
    login.tls = tls;
    return login;
}

} // namespace

struct RedisSentinels::Sentinel {
    Sentinel(const RedisEnvironment &environment, const RedisOptions &options, const RedisLogin &login,
             const RedisEndpoint &endpoint)
        : connection(environment, options, login,
                     [endpoint](const Scope &, Reply<RedisEndpoint> reply) { reply(endpoint); })
    {}

    RedisConnection connection;
    RedisStatus::Observation observation;
    RedisSubscription switches;
};

RedisSentinels::RedisSentinels(const RedisEnvironment &environment, const RedisOptions &options, const RedisUrl &url,
                               const std::optional<QSslConfiguration> &tls, Switched switched)
    : m_environment(environment), m_master(url.master), m_switched(std::move(switched))
{
    for (const RedisEndpoint &endpoint : url.endpoints)
        m_sentinels.push_back(std::make_unique<Sentinel>(environment, options, loginOf(tls), endpoint));
}

RedisSentinels::~RedisSentinels() = default;

void RedisSentinels::start()
{
    for (const auto &sentinel : m_sentinels) {
        sentinel->observation = sentinel->connection.status().observe([this](const RedisState &state) {
            if (state.kind != RedisState::Kind::Connecting && !m_askers.empty())
                m_environment.scheduler.post(m_scope.wrap([this] { ask(); }));
        });
        sentinel->switches = sentinel->connection.subscriber().subscribe(
            "+switch-master", {[] {}, [this](std::string_view message) { hearSwitch(message); }},
            RedisSubscriber::ChannelKind::Plain);
        sentinel->connection.start();
    }
}

void RedisSentinels::locate(const Scope &scope, Reply<RedisEndpoint> reply)
{
    std::erase_if(m_askers, [](const Asker &asker) { return !asker.guard.alive(); });
    m_askers.push_back({scope.guard(), std::move(reply)});
    m_environment.scheduler.post(m_scope.wrap([this] { ask(); }));
}

void RedisSentinels::ask()
{
    if (m_round || m_askers.empty())
        return;
    m_round.emplace();
    for (const auto &sentinel : m_sentinels)
        m_round->open += sentinel->connection.status().isReady();
    if (m_round->open == 0) {
        if (std::ranges::all_of(m_sentinels, [](const auto &sentinel) {
                return sentinel->connection.status().state().kind == RedisState::Kind::Failed;
            }))
            return finish();
        m_round.reset(); // asked again when one is connected, or none can be
        return;
    }
    for (const auto &sentinel : m_sentinels)
        if (sentinel->connection.status().isReady())
            sentinel->connection.call(RedisCommand("SENTINEL").arg("MASTER").arg(m_master).within(answerLimit), m_scope,
                                      [this](Result<RedisReply> answer) { take(answer); });
}

void RedisSentinels::take(const Result<RedisReply> &answer)
{
    if (!answer) {
        m_round->refusal = answer.error();
    } else {
        const RedisReply epoch = RedisReply::text(field(*answer, "config-epoch"));
        const auto port = RedisReply::text(field(*answer, "port")).integer();
        const std::string &host = field(*answer, "ip");
        if (epoch.integer() > m_round->newest && !host.empty() && port > 0 && port < 65536) {
            m_round->newest = epoch.integer();
            m_round->master = RedisEndpoint{host, std::uint16_t(port), {}};
        }
    }
    if (--m_round->open == 0)
        finish();
}

void RedisSentinels::finish()
{
    const Round round = *std::exchange(m_round, std::nullopt);
    Result<RedisEndpoint> answer = ErrorCode::Internal;
    if (round.master)
        answer = *round.master;
    else
        answer = round.refusal.value_or(
            redisUnavailable(RedisOutcome::NotSent, "sentinel", "no sentinel says where the master is"));
    for (Asker &asker : std::exchange(m_askers, {}))
        if (asker.guard.alive())
            asker.reply(answer);
}

/// `<master> <old host> <old port> <new host> <new port>`
void RedisSentinels::hearSwitch(std::string_view message)
{
    std::array<std::string_view, 5> words;
    for (auto &word : words) {
        word = message.substr(0, message.find(' '));
        message.remove_prefix(std::min(message.size(), word.size() + 1));
    }
    const auto port = RedisReply::text(std::string(words[4])).integer();
    if (words[0] == m_master && !words[3].empty() && port > 0 && port < 65536)
        m_switched({std::string(words[3]), std::uint16_t(port), {}});
}

} // namespace cheetah
