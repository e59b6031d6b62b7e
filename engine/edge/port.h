// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "edge/connection.h"
#include "edge/tlsidentity.h"
#include "lifecycle/listener.h"

#include <QtCore/QObject>
#include <QtWebSockets/QWebSocketServer>

#include <map>
#include <unordered_set>
#include <vector>

namespace cheetah {

/// Where and how a port listens.
struct PortConfig {
    std::string address = "127.0.0.1"; ///< or `::1`, `localhost`
    std::uint16_t port = 7744;         ///< 0: the system chooses
    PortRules rules = {};
    const TlsIdentity *tls = nullptr; ///< shown in each handshake; null: plain TCP. Outlives the port
    PortLimits limits = {};
    Micros tick = std::chrono::milliseconds(250); ///< grain of all timeouts
};

/// The edge's one listening port: HTTP and WebSockets side by side, everything bounded (SPEC E1, E4, E5). Each connection
/// begins as HTTP; a granted handshake becomes a WebSocketLink. Owned by the node. It authorizes nobody, answers nothing
/// by itself but refusals. With a TLS identity every connection begins with its handshake, HTTP and WebSockets alike. Without
/// one it listens beyond loopback only for trusted proxies, whose connections alone it then takes (SPEC E3).
class Port final : public QObject, public Listener, private Connection::Owner {
public:
    /// All references outlive the port.
    Port(PortConfig config, PortHandler &handler, const Clock &clock, Scheduler &scheduler);
    ~Port() override;

    std::string_view name() const override { return "port"; }
    /// `insecure_listener` (params address) beyond loopback without TLS and trusted proxies, `port_in_use` (params address), `io_error`, `bad_setting`.
    Result<void> bind();
    void bind(const Scope &scope, HookDone done) override;
    void stopAccepting() override;
    /// Answers once no request is being read or worked on. WebSockets are their handlers' business.
    void drain(const Scope &scope, HookDone done) override;
    /// Cuts off HTTP connections and closes links with 4006 `going_down`.
    void close() override;

    /// The number in use once bound, else 0.
    std::uint16_t port() const;
    /// Such as `127.0.0.1:7744`, `[::1]:7744`; as configured until bound.
    std::string address() const;
    /// The same as programs of this machine may connect to: loopback where it listens at every address.
    std::string localAddress() const;

    const PortCounters &counters() const { return m_context->counters; }
    /// HTTP connections and WebSockets now open, by what they are.
    std::size_t httpConnections() const { return m_connections.size(); }
    std::size_t webSockets() const { return m_context->links.size(); }

private:
    class Acceptor;

    std::string withPort(const std::string &host) const;
    void accepted(qintptr descriptor);
    bool mayConnect(const std::string &peer, bool isProxy) const;
    void refuseDescriptor(qintptr descriptor);
    void webSocketReady();
    void answerDrained();

    void upgrade(Connection &connection) override;
    void workChanged(int by) override;
    void finished(Connection &connection) override;

    const PortConfig m_config;
    bool m_isPublic = false; ///< bound beyond loopback
    std::shared_ptr<PortContext> m_context;
    std::unique_ptr<Acceptor> m_acceptor;
    QWebSocketServer m_handshakes; ///< listens to nothing: it is given sockets
    std::unordered_set<Connection *> m_connections;
    std::map<std::pair<std::string, std::uint16_t>, Connection *> m_upgrading; ///< by the peer's address and port
    int m_inWork = 0;
    std::vector<Callback<void()>> m_draining;
    Scheduler::Timer m_resumeAccepting;
    Scope m_scope;
};

} // namespace cheetah
