// SPDX-License-Identifier: Apache-2.0
#include "redis/clustersubscriber.h"

#include "redis/rediserror.h"

#include <algorithm>

namespace cheetah {

ClusterSubscriber::ClusterSubscriber(const RedisEnvironment &environment, const RedisOptions &options, RedisLogin login,
                                     std::function<void()> stale)
    : m_environment(environment),
      m_options(options),
      m_login(std::move(login)),
      m_stale(std::move(stale)),
      m_status(environment.clock)
{}

ClusterSubscriber::~ClusterSubscriber() = default;

RedisSubscription ClusterSubscriber::subscribe(std::string channel, Handlers handlers, ChannelKind kind)
{
    const std::uint64_t id = m_nextWish++;
    Wish &wish = m_wishes[id];
    wish.channel = std::move(channel);
    wish.kind = kind;
    wish.handlers = std::make_shared<const Handlers>(std::move(handlers));
    place(wish);
    return RedisSubscription(m_scope.wrap([this, id] { m_wishes.erase(id); }));
}

void ClusterSubscriber::follow(const ClusterMap &map)
{
    m_map = map;
    for (auto &[id, wish] : m_wishes)
        place(wish);
    leaveUnused();
    for (auto &[endpoint, node] : m_nodes)
        if (std::exchange(node.refused, false)) // the map still gives it what it refused: ask it again
            node.subscriber->drop(redisUnavailable(RedisOutcome::NotSent, "moved", "the slot is on its way"));
    updateStatus();
}

void ClusterSubscriber::place(Wish &wish)
{
    const RedisEndpoint *const holder = m_map.holder(redisSlot(wish.channel));
    if (!holder || wish.at == *holder)
        return;
    wish.at = *holder;
    const auto handlers = wish.handlers;
    wish.held = node(*holder).subscriber->subscribe(
        wish.channel,
        {[handlers] { handlers->reset(); }, [handlers](std::string_view bytes) { handlers->message(bytes); }},
        wish.kind);
}

ClusterSubscriber::Node &ClusterSubscriber::node(const RedisEndpoint &endpoint)
{
    Node &node = m_nodes[endpoint];
    if (node.subscriber)
        return node;
    node.subscriber = std::make_unique<RedisNodeSubscriber>(
        m_environment, m_options, m_login, [endpoint](const Scope &, Reply<RedisEndpoint> reply) { reply(endpoint); },
        [this, endpoint](const std::string &) {
            m_nodes.at(endpoint).refused = true;
            m_stale();
        });
    node.observation = node.subscriber->status().observe([this](const RedisState &) { updateStatus(); });
    return node;
}

void ClusterSubscriber::leaveUnused()
{
    std::erase_if(m_nodes, [this](const auto &entry) {
        return std::ranges::none_of(m_wishes, [&](const auto &wish) { return wish.second.at == entry.first; });
    });
}

void ClusterSubscriber::updateStatus()
{
    for (const auto &[endpoint, node] : m_nodes)
        if (const RedisState &state = node.subscriber->status().state(); state.kind == RedisState::Kind::Failed)
            return m_status.setFailed(*state.error);
    const bool allReady =
        std::ranges::all_of(m_nodes, [](const auto &entry) { return entry.second.subscriber->status().isReady(); });
    const bool allPlaced = std::ranges::all_of(m_wishes, [](const auto &entry) { return entry.second.at.has_value(); });
    if (!m_nodes.empty() && allReady && allPlaced)
        m_status.setReady();
}

} // namespace cheetah
