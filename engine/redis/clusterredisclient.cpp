// SPDX-License-Identifier: Apache-2.0
#include "redis/clusterredisclient.h"

#include <algorithm>
#include <utility>

namespace cheetah {

namespace {

constexpr unsigned mostRedirects = 5; // of one command
constexpr Micros tickEvery = Seconds(1);
constexpr unsigned ticksBetweenMaps = 15; // while all is well

Error noNode()
{
    return redisUnavailable(RedisOutcome::NotSent, "disconnected", "no master of the cluster is known for it");
}

} // namespace

/// A command until it is answered: a redirection needs it again.
struct ClusterRedisClient::Call {
    RedisCommand command;
    Scope::Guard asker;
    Reply<RedisReply> reply;
    RedisEndpoint asked;
    unsigned redirects = 0;
};

struct ClusterRedisClient::Node {
    Node(const RedisEnvironment &environment, const RedisOptions &options, const RedisLogin &login,
         const RedisEndpoint &endpoint)
        : at(endpoint), connection(environment, options, login, [endpoint](const Scope &, Reply<RedisEndpoint> reply) {
              reply(endpoint);
          })
    {}

    struct Waiting {
        Pending call;
        bool asking;
    };
    const RedisEndpoint at;
    RedisConnection connection;
    std::vector<Waiting> waiting; ///< for the first login
    RedisStatus::Observation observation;
};

ClusterRedisClient::ClusterRedisClient(const RedisEnvironment &environment, const RedisOptions &options,
                                       const RedisUrl &url, RedisLogin login)
    : m_environment(environment),
      m_options(options),
      m_seeds(url.endpoints),
      m_login(std::move(login)),
      m_status(environment.clock)
{}

ClusterRedisClient::~ClusterRedisClient() = default;

void ClusterRedisClient::start()
{
    for (const RedisEndpoint &seed : m_seeds)
        node(seed);
    tick();
}

// --- commands ---

void ClusterRedisClient::call(RedisCommand command, const Scope &scope, Reply<RedisReply> reply)
{
    const RedisEndpoint *const holder = command.route() ? m_map.holder(redisSlot(*command.route())) : nullptr;
    Node *const to = command.route() ? (holder ? &node(*holder) : nullptr) : anyReady();
    if (!to) {
        ++m_past.notSent;
        return reply(noNode());
    }
    send(*to, std::make_unique<Call>(Call{std::move(command), scope.guard(), std::move(reply), {}}), false);
}

/// While a node was never connected, its commands wait for that; RedisConnection refuses them at once otherwise.
void ClusterRedisClient::send(Node &node, Pending call, bool asking)
{
    RedisConnection &connection = node.connection;
    if (connection.status().state().kind == RedisState::Kind::Connecting
        && node.waiting.size() < m_options.mostInFlight) {
        node.waiting.push_back({std::move(call), asking});
        return;
    }
    if (asking)
        connection.send(RedisCommand("ASKING"), m_scope, [](Result<RedisReply>) {});
    call->asked = node.at;
    const RedisCommand &command = call->command;
    connection.send(command, m_scope, [this, call = std::move(call)](Result<RedisReply> reply) mutable {
        take(std::move(call), std::move(reply));
    });
}

void ClusterRedisClient::sendWaiting(Node &node)
{
    const Scope::Guard alive = m_scope.guard();
    for (Node::Waiting &waiting : std::exchange(node.waiting, {})) {
        send(node, std::move(waiting.call), waiting.asking);
        if (!alive.alive())
            return;
    }
}

void ClusterRedisClient::take(Pending call, Result<RedisReply> reply)
{
    if (!reply) {
        if (const auto to = ClusterRedirect::read(reply.error().detail, call->asked);
            to && reply.error().code == ErrorCode::StoreError)
            return redirect(std::move(call), *to);
        if (reply.error().code == ErrorCode::Unavailable)
            refreshSoon();
    }
    if (call->asker.alive())
        call->reply(std::move(reply));
}

void ClusterRedisClient::redirect(Pending call, const ClusterRedirect &to)
{
    if (++call->redirects > mostRedirects) {
        if (call->asker.alive())
            call->reply(redisUnavailable(RedisOutcome::NotSent, "redirects", "sent from node to node too often"));
        return;
    }
    ++m_past.redirected;
    if (!to.ask) {
        m_map.move(to.slot, to.holder);
        refreshSoon();
    }
    send(node(to.holder), std::move(call), to.ask);
}

// --- nodes and their map ---

ClusterRedisClient::Node &ClusterRedisClient::node(const RedisEndpoint &endpoint)
{
    std::unique_ptr<Node> &place = m_nodes[endpoint];
    if (place)
        return *place;
    place = std::make_unique<Node>(m_environment, m_options, m_login, endpoint);
    Node *const made = place.get();
    made->observation = made->connection.status().observe([this, made](const RedisState &state) {
        if (m_map.masters().empty() || state.kind == RedisState::Kind::Failed)
            refreshSoon();
        const Scope::Guard alive = m_scope.guard();
        sendWaiting(*made);
        if (alive.alive())
            updateStatus();
    });
    made->connection.start();
    return *made;
}

ClusterRedisClient::Node *ClusterRedisClient::anyReady()
{
    for (const auto &[endpoint, node] : m_nodes)
        if (node->connection.status().isReady())
            return node.get();
    return nullptr;
}

void ClusterRedisClient::tick()
{
    std::erase_if(m_left, [this](const std::unique_ptr<Node> &node) {
        if (node->connection.status().isReady() && node->connection.inFlight() > 0)
            return false;
        m_past += node->connection.counters();
        return true;
    });
    if (!m_status.isReady() || ++m_ticks % ticksBetweenMaps == 0)
        refreshSoon();
    m_tick = m_environment.scheduler.after(tickEvery, [this] { tick(); });
}

void ClusterRedisClient::refreshSoon()
{
    if (!std::exchange(m_refreshPlanned, true))
        m_environment.scheduler.post(m_scope.wrap([this] { refresh(); }));
}

void ClusterRedisClient::refresh()
{
    m_refreshPlanned = false;
    if (m_refreshing)
        return;
    Node *const asked = anyReady();
    if (!asked) {
        for (const RedisEndpoint &seed : m_seeds) // all that was known may be gone
            node(seed);
        return;
    }
    m_refreshing = true;
    asked->connection.call(RedisCommand("CLUSTER").arg("SLOTS"), m_scope,
                           [this, at = asked->at](Result<RedisReply> answer) { takeMap(at, answer); });
}

void ClusterRedisClient::takeMap(const RedisEndpoint &asked, const Result<RedisReply> &answer)
{
    m_refreshing = false;
    auto map = answer ? ClusterMap::read(*answer, asked) : Result<ClusterMap>(answer.error());
    if (!map)
        return m_status.setFailed(map.error()); // asked again at the next tick
    m_map = *std::move(map);
    for (const RedisEndpoint &master : m_map.masters())
        node(master);
    leaveOthers();
    if (m_subscriber)
        m_subscriber->follow(m_map);
    updateStatus();
}

void ClusterRedisClient::leaveOthers()
{
    if (m_map.masters().empty())
        return;
    for (auto at = m_nodes.begin(); at != m_nodes.end();) {
        if (std::ranges::find(m_map.masters(), at->first) != m_map.masters().end() || !at->second->waiting.empty()) {
            ++at;
            continue;
        }
        at->second->observation = {};
        m_left.push_back(std::move(at->second));
        at = m_nodes.erase(at);
    }
}

void ClusterRedisClient::updateStatus()
{
    bool allReady = true;
    for (const auto &[endpoint, node] : m_nodes) {
        const RedisState &state = node->connection.status().state();
        if (state.kind == RedisState::Kind::Failed)
            return m_status.setFailed(*state.error);
        allReady = allReady && state.kind == RedisState::Kind::Ready;
    }
    if (m_map.masters().empty() || !allReady)
        return;
    if (m_map.isWhole())
        m_status.setReady();
    else
        m_status.setFailed(redisError("CLUSTERDOWN not all slots are held by a node"));
}

// --- what a client tells ---

std::optional<Micros> ClusterRedisClient::roundTrip() const
{
    std::optional<Micros> slowest;
    for (const auto &[endpoint, node] : m_nodes)
        slowest = std::max(slowest, node->connection.roundTrip());
    return slowest;
}

RedisCounters ClusterRedisClient::counters() const
{
    RedisCounters all = m_past;
    for (const auto &[endpoint, node] : m_nodes)
        all += node->connection.counters();
    for (const auto &node : m_left)
        all += node->connection.counters();
    return all;
}

std::size_t ClusterRedisClient::inFlight() const
{
    std::size_t all = 0;
    for (const auto &[endpoint, node] : m_nodes)
        all += node->connection.inFlight() + node->waiting.size();
    for (const auto &node : m_left)
        all += node->connection.inFlight();
    return all;
}

RedisSubscriber &ClusterRedisClient::subscriber()
{
    if (!m_subscriber) {
        m_subscriber =
            std::make_unique<ClusterSubscriber>(m_environment, m_options, m_login, [this] { refreshSoon(); });
        m_subscriber->follow(m_map);
    }
    return *m_subscriber;
}

} // namespace cheetah
