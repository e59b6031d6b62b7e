// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "edge/clientsession.h"
#include "edge/connectionendings.h"
#include "edge/consolesession.h"
#include "edge/httpapi.h"
#include "edge/port.h"
#include "edge/socketlessconnections.h"
#include "operations/operatoractions.h"

#include <unordered_map>

namespace cheetah {

/// What stands behind the port: it lets in whoever proves to be somebody, and holds the sessions of clients and consoles
/// and the HTTP side (SPEC E1, E2). A socket whose connection the registry has ended is closed, so that its client comes
/// back (SPEC W7, R7). Owned by the node; the port that serves it must be closed before it dies.
class Edge final : public PortHandler,
                   public ConnectionCloser,
                   private FleetObserver,
                   private ClientSession::Owner,
                   private ConsoleSession::Owner {
public:
    Edge(EdgeServices services, HttpApi::Metrics metrics, EdgeLimits limits = {});
    ~Edge() override;

    /// Begins the rounds that say `keep` to quiet sockets and close those that never say who they are.
    void start();
    void stop();

    // PortHandler
    Result<RequestAdmission> authorize(const HttpHead &head, const std::string &peer) override;
    void http(std::shared_ptr<HttpExchange> exchange) override;
    void webSocket(std::unique_ptr<WebSocketLink> link) override;
    std::string errorBody(const Error &error) override;

    // ConnectionCloser
    void closeClient(const ClientName &client, std::uint64_t generation) override;

    const InputCounters &inputs() const { return m_inputs; }
    std::uint64_t failedAuthentications() const { return m_failures.total(); }
    std::size_t clientSessions() const { return m_clients.size(); }
    std::size_t consoleSessions() const { return m_consoles.size(); }

private:
    Result<void> admitClient(const ClientName &client) override;
    void clientWelcomed(ClientSession &session) override;
    void clientFinished(ClientSession &session) override;
    void consoleFinished(ConsoleSession &session) override;
    void fleetChanged(const Delta &delta) override;
    void fleetReset() override;
    void checkLater(const ClientName &client);
    void checkConnections();
    void checkConnection(ClientSession &session);
    void endSocketless();
    void bury();
    void planRound();
    void round();

    EdgeServices m_services;
    InputCounters m_inputs;
    const EdgeLimits m_limits;
    FailureLimiter m_failures;
    ReportReader m_reader; ///< shared by all client sessions
    HttpApi m_http;
    std::unordered_map<ClientSession *, std::unique_ptr<ClientSession>> m_clients;
    std::unordered_map<ConsoleSession *, std::unique_ptr<ConsoleSession>> m_consoles;
    std::unordered_map<ClientName, ClientSession *> m_byName;  ///< the session whose hello is in force
    std::unordered_map<UserId, std::uint32_t> m_socketsByUser; ///< of m_byName
    ConnectionEndings m_endings;
    SocketlessConnections m_socketless;
    FleetSource::Subscription m_fleet;
    std::vector<ClientName> m_toCheck; ///< of m_byName; their connection may have ended without their socket
    std::vector<std::unique_ptr<ClientSession>> m_finishedClients;
    std::vector<std::unique_ptr<ConsoleSession>> m_finishedConsoles;
    bool m_burying = false;
    std::uint32_t m_rounds = 0;
    Scheduler::Timer m_timer;
    Scope m_scope;
};

} // namespace cheetah
