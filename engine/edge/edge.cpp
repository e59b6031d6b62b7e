// SPDX-License-Identifier: Apache-2.0
#include "edge/edge.h"

#include "wording/wording.h"

namespace cheetah {

namespace {

constexpr Micros roundInterval = Seconds(5);
constexpr std::uint32_t roundsPerKeep = 4; ///< 20 s: what a browser's background worker needs to hear to stay alive
constexpr Micros helloTime = Seconds(10);

} // namespace

Edge::Edge(EdgeServices services, HttpApi::Metrics metrics, EdgeLimits limits)
    : m_services(std::move(services)),
      m_limits(limits),
      m_failures(m_services.clock),
      m_http(m_services, std::move(metrics)),
      m_endings(m_services.connections, m_services.scheduler, m_services.clock, m_services.ids,
                m_services.diagnostics.policies().connectionLease),
      m_socketless(m_services.diagnostics.identity().node)
{}

Edge::~Edge() = default;

void Edge::start()
{
    m_fleet = m_services.fleet.subscribe(*this);
    planRound();
}

void Edge::planRound()
{
    m_timer = m_services.scheduler.after(roundInterval, [this] { round(); });
}

void Edge::stop()
{
    m_timer.cancel();
    m_fleet = {};
}

void Edge::round()
{
    const bool keep = ++m_rounds % roundsPerKeep == 0;
    const SteadyTime now = m_services.clock.steady();
    std::vector<ClientSession *> silent;
    for (const auto &[session, owned] : m_clients) {
        if (!session->welcomed() && !session->helloUnderWay() && now - session->openedAt() > helloTime)
            silent.push_back(session);
        else if (keep && session->welcomed())
            session->keepAlive();
    }
    for (ClientSession *session : silent)
        session->refuse(ErrorCode::Unauthenticated);
    for (const auto &[session, owned] : m_consoles)
        if (!session->attached() && now - session->openedAt() > helloTime)
            session->refuse(ErrorCode::Unauthenticated);
    endSocketless();
    planRound();
}

void Edge::endSocketless()
{
    const auto bears = [this](const ClientName &client, std::uint64_t generation) {
        const LinkDirectory::Link *link = m_services.links.find(client);
        return link && link->generation >= generation;
    };
    for (const auto &[client, generation] : m_socketless.round(m_services.fleet.fleet(), bears))
        m_endings.tell(client, generation);
}

void Edge::fleetChanged(const Delta &delta)
{
    for (const Change &change : delta.changes)
        if (const auto *changed = std::get_if<ClientChanged>(&change))
            checkLater(changed->name);
        else if (const auto *removed = std::get_if<ClientRemoved>(&change))
            checkLater(removed->name);
}

void Edge::fleetReset()
{
    for (const auto &[client, session] : m_byName)
        checkLater(client);
}

void Edge::checkLater(const ClientName &client)
{
    if (!m_byName.contains(client))
        return;
    if (m_toCheck.empty())
        m_services.scheduler.post(m_scope.wrap([this] { checkConnections(); }));
    m_toCheck.push_back(client);
}

void Edge::checkConnections()
{
    for (const ClientName &client : std::exchange(m_toCheck, {}))
        if (const auto found = m_byName.find(client); found != m_byName.end())
            checkConnection(*found->second);
}

/// What the replica does not know yet says nothing: its generation is older than the session's.
void Edge::checkConnection(ClientSession &session)
{
    if (session.helloUnderWay())
        return;
    const Fleet &fleet = m_services.fleet.fleet();
    const Slot slot = fleet.find(session.client());
    if (slot == noSlot)
        return session.refuse(ErrorCode::ClientNotConnected);
    const ClientState &state = *fleet.client(slot).state;
    if (state.generation > session.generation())
        return session.refuse(ErrorCode::Superseded);
    if (state.generation == session.generation() && !state.connected)
        session.refuse(state.keptOutUntil > m_services.fleet.now() ? ErrorCode::KeptOut
                                                                   : ErrorCode::ClientNotConnected);
}

Result<RequestAdmission> Edge::authorize(const HttpHead &head, const std::string &peer)
{
    const Millis delay = m_failures.delay(peer);
    auto principal = m_http.authenticate(head);
    if (!principal) {
        m_failures.failed(peer);
        m_inputs.refused(principal.error().code);
        // A valid token always passes: one misconfigured program must not lock out the others of its machine.
        if (delay.count() > 0)
            return Error(ErrorCode::RateLimited, {{"retryAfterMs", std::to_string(delay.count())}});
        return principal.error();
    }
    RequestAdmission admission;
    admission.bodyLimit = HttpApi::bodyLimit(head.path);
    if (*principal)
        admission.grant = std::make_shared<const PrincipalGrant>(**principal);
    return admission;
}

void Edge::http(std::shared_ptr<HttpExchange> exchange)
{
    m_http.handle(std::move(exchange));
}

void Edge::webSocket(std::unique_ptr<WebSocketLink> link)
{
    std::optional<Principal> principal;
    if (const auto *grant = dynamic_cast<const PrincipalGrant *>(link->grant().get()))
        principal = grant->principal;
    if (link->subprotocol() == clientSubprotocol) {
        auto session = std::make_unique<ClientSession>(m_services, m_inputs, m_failures, m_reader, m_limits,
                                                       static_cast<ClientSession::Owner &>(*this), std::move(link),
                                                       std::move(principal));
        m_clients.emplace(session.get(), std::move(session));
    } else {
        auto session = std::make_unique<ConsoleSession>(m_services, m_inputs, m_failures,
                                                        static_cast<ConsoleSession::Owner &>(*this), std::move(link),
                                                        std::move(principal));
        m_consoles.emplace(session.get(), std::move(session));
    }
}

std::string Edge::errorBody(const Error &error)
{
    std::string text;
    JsonWriter out(text);
    out.beginObject().key("error").beginObject().member("code", name(error.code)).key("params");
    put(out, error.params);
    out.member("message", Wording().error(error)).endObject().endObject();
    return text;
}

void Edge::closeClient(const ClientName &client, std::uint64_t generation)
{
    const auto found = m_byName.find(client);
    if (found != m_byName.end() && found->second->generation() == generation)
        found->second->close(ErrorCode::KeptOut);
}

Result<void> Edge::admitClient(const ClientName &client)
{
    const auto sockets = m_socketsByUser.find(client.user);
    if (m_byName.contains(client) || sockets == m_socketsByUser.end() || sockets->second < m_limits.socketsPerUser)
        return {};
    return Error(ErrorCode::LimitExceeded,
                 {{"limit", std::to_string(m_limits.socketsPerUser)}, {"what", "client sockets of one user"}});
}

void Edge::clientWelcomed(ClientSession &session)
{
    const auto [entry, added] = m_byName.try_emplace(session.client(), nullptr);
    m_socketsByUser[session.client().user] += added;
    ClientSession *older = std::exchange(entry->second, &session);
    if (older && older != &session)
        older->refuse(ErrorCode::Superseded);
}

void Edge::clientFinished(ClientSession &session)
{
    const auto named = m_byName.find(session.client());
    if (named != m_byName.end() && named->second == &session) {
        m_byName.erase(named);
        const auto sockets = m_socketsByUser.find(session.client().user);
        if (--sockets->second == 0)
            m_socketsByUser.erase(sockets);
    }
    if (session.welcomed())
        m_endings.tell(session.client(), session.generation());
    if (auto node = m_clients.extract(&session))
        m_finishedClients.push_back(std::move(node.mapped()));
    bury();
}

void Edge::consoleFinished(ConsoleSession &session)
{
    if (auto node = m_consoles.extract(&session))
        m_finishedConsoles.push_back(std::move(node.mapped()));
    bury();
}

void Edge::bury()
{
    if (std::exchange(m_burying, true))
        return;
    m_services.scheduler.post(m_scope.wrap([this] {
        m_burying = false;
        const auto clients = std::exchange(m_finishedClients, {});
        const auto consoles = std::exchange(m_finishedConsoles, {});
    }));
}

} // namespace cheetah
