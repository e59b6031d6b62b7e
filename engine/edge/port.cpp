// SPDX-License-Identifier: Apache-2.0
#include "edge/port.h"

#include "edge/websocketlink.h"

#include <QtCore/QPointer>
#include <QtNetwork/QHostAddress>
#include <QtNetwork/QSslSocket>
#include <QtNetwork/QTcpServer>
#include <QtWebSockets/QWebSocket>

#include <algorithm>

#include <sys/socket.h>
#include <unistd.h>

namespace cheetah {

namespace {

constexpr int backlog = 4096;
constexpr Micros acceptPause = Seconds(1); ///< when descriptors ran out

/// Of an IPv4 address in IPv6's clothes, the IPv4 address.
std::string plainAddress(const QHostAddress &address)
{
    bool isV4 = false;
    const quint32 v4 = address.toIPv4Address(&isV4);
    return (isV4 ? QHostAddress(v4) : address).toString().toStdString();
}

std::pair<std::string, std::uint16_t> peerOf(const QAbstractSocket &socket)
{
    return {plainAddress(socket.peerAddress()), socket.peerPort()};
}

} // namespace

/// Gives descriptors on as they are accepted: what is refused never becomes a socket object.
class Port::Acceptor final : public QTcpServer {
public:
    explicit Acceptor(Port &port) : m_port(port) { setListenBacklogSize(backlog); }

protected:
    void incomingConnection(qintptr descriptor) override { m_port.accepted(descriptor); }

private:
    Port &m_port;
};

Port::Port(PortConfig config, PortHandler &handler, const Clock &clock, Scheduler &scheduler)
    : m_config(std::move(config)),
      m_context(
          std::make_shared<PortContext>(clock, scheduler, handler, m_config.limits, m_config.rules, m_config.tick)),
      m_acceptor(std::make_unique<Acceptor>(*this)),
      m_handshakes(QStringLiteral("cheetah"), QWebSocketServer::NonSecureMode)
{
    QStringList subprotocols;
    for (const std::string &each : m_config.rules.subprotocols)
        subprotocols.append(QString::fromStdString(each));
    m_handshakes.setSupportedSubprotocols(subprotocols);
    m_handshakes.setHandshakeTimeout(-1); // the wheel sees to it
    m_handshakes.setMaxPendingConnections(1 << 20);
    connect(&m_handshakes, &QWebSocketServer::newConnection, this, &Port::webSocketReady);
    connect(m_acceptor.get(), &QTcpServer::acceptError, this, [this] {
        ++m_context->counters.acceptErrors;
        m_resumeAccepting = m_context->scheduler.after(acceptPause, [this] { m_acceptor->resumeAccepting(); });
    });
}

Port::~Port()
{
    close();
    for (Connection *connection : m_connections)
        delete connection;
}

Result<void> Port::bind()
{
    const QHostAddress address = m_config.address == "localhost"
                                   ? QHostAddress(QHostAddress::LocalHost)
                                   : QHostAddress(QString::fromStdString(m_config.address));
    if (address.isNull())
        return Error(ErrorCode::BadSetting, {{"name", "listen"}, {"value", m_config.address}});
    m_isPublic = !address.isLoopback();
    if (m_isPublic && !m_config.tls && m_config.rules.trustedProxies.empty())
        return Error(ErrorCode::InsecureListener, {{"address", this->address()}});
    if (m_acceptor->listen(address, m_config.port))
        return {};
    if (m_acceptor->serverError() == QAbstractSocket::AddressInUseError)
        return Error(ErrorCode::PortInUse, {{"address", this->address()}});
    return Error(ErrorCode::IoError, {{"address", this->address()}}, m_acceptor->errorString().toStdString());
}

void Port::bind(const Scope &, HookDone done)
{
    done(bind());
}

void Port::stopAccepting()
{
    m_context->goingDown = true;
    m_context->handler.stopAccepting();
}

void Port::drain(const Scope &scope, HookDone done)
{
    m_draining.push_back(scope.wrap([done = std::move(done)]() mutable { done({}); }));
    answerDrained();
}

void Port::answerDrained()
{
    if (m_inWork > 0)
        return;
    for (auto &done : std::exchange(m_draining, {}))
        m_context->scheduler.post([done = std::make_shared<Callback<void()>>(std::move(done))] { (*done)(); });
}

void Port::close()
{
    m_acceptor->close();
    m_resumeAccepting.cancel();
    for (Connection *connection : std::vector<Connection *>(m_connections.begin(), m_connections.end()))
        connection->abort();
    std::vector<QPointer<WebSocketLink>> links;
    for (WebSocketLink *link : m_context->links)
        links.emplace_back(link);
    for (const auto &link : links)
        if (link)
            link->close(closecode::goingDown, cheetah::name(ErrorCode::GoingDown));
}

std::uint16_t Port::port() const
{
    return m_acceptor->serverPort();
}

std::string Port::address() const
{
    return withPort(m_config.address);
}

std::string Port::localAddress() const
{
    if (m_config.address == "0.0.0.0")
        return withPort("127.0.0.1");
    return withPort(m_config.address == "::" ? "::1" : m_config.address);
}

std::string Port::withPort(const std::string &host) const
{
    const std::uint16_t number = m_acceptor->isListening() ? port() : m_config.port;
    return (host.find(':') != std::string::npos ? '[' + host + ']' : host) + ':' + std::to_string(number);
}

void Port::accepted(qintptr descriptor)
{
    if (m_context->count.full()) {
        ++m_context->counters.overTotal;
        return refuseDescriptor(descriptor);
    }
    std::unique_ptr<QTcpSocket> socket(m_config.tls ? new QSslSocket : new QTcpSocket);
    if (!socket->setSocketDescriptor(descriptor)) {
        ::close(int(descriptor));
        return;
    }
    const std::string peer = plainAddress(socket->peerAddress());
    const bool isProxy = m_config.rules.trustedProxies.contains(peer);
    ConnectionCount::Place place =
        m_context->count.take(peer, isProxy ? ConnectionCount::Kind::Proxy : ConnectionCount::Kind::Limited);
    if (!place) {
        ++m_context->counters.overAddress;
        return;
    }
    if (!mayConnect(peer, isProxy)) {
        ++m_context->counters.notAdmitted;
        return;
    }
    ++m_context->counters.connections;
    socket->setSocketOption(QAbstractSocket::LowDelayOption, 1);
    if (m_config.tls)
        static_cast<QSslSocket &>(*socket).setSslConfiguration(m_config.tls->configuration());
    m_connections.insert(new Connection(m_context, *this, std::move(socket), std::move(place)));
}

/// Without TLS nobody speaks to an open port but its proxies and this machine (SPEC E3).
bool Port::mayConnect(const std::string &peer, bool isProxy) const
{
    if (m_isPublic && !m_config.tls && !isProxy) {
        const auto address = NetworkAddress::parse(peer);
        if (!address || !address->isLoopback())
            return false;
    }
    return m_context->handler.admit(peer);
}

/// A word on the way out, if it fits the kernel's buffer.
void Port::refuseDescriptor(qintptr descriptor)
{
    if (m_config.tls) { // it would not be understood before a handshake
        ::close(int(descriptor));
        return;
    }
    constexpr std::string_view answer =
        "HTTP/1.1 503 Service Unavailable\r\nRetry-After: 2\r\nContent-Length: 0\r\nConnection: close\r\n\r\n";
    (void)!::send(int(descriptor), answer.data(), answer.size(), MSG_DONTWAIT | MSG_NOSIGNAL);
    ::close(int(descriptor));
}

/// Passes the socket, head unread, to Qt's handshake, which answers at the next turn of the loop.
void Port::upgrade(Connection &connection)
{
    connection.beginUpgrade();
    m_upgrading[peerOf(connection.socket())] = &connection;
    m_handshakes.handleConnection(&connection.socket());
}

void Port::webSocketReady()
{
    QWebSocket *socket = m_handshakes.nextPendingConnection();
    if (!socket)
        return;
    const auto found = m_upgrading.find({plainAddress(socket->peerAddress()), socket->peerPort()});
    if (found == m_upgrading.end()) {
        socket->abort();
        socket->deleteLater();
        return;
    }
    Connection &connection = *found->second;
    m_upgrading.erase(found);
    socket->setMaxAllowedIncomingFrameSize(m_config.limits.messageBytes);
    socket->setMaxAllowedIncomingMessageSize(m_config.limits.messageBytes);
    QTcpSocket *transport = connection.releaseSocket();
    transport->setParent(socket);
    socket->setParent(nullptr);
    ++m_context->counters.upgrades;
    auto link = std::make_unique<WebSocketLink>(m_context, socket, transport, connection.takePlace(), connection.head(),
                                                connection.takeGrant());
    m_connections.erase(&connection);
    connection.deleteLater();
    m_context->handler.webSocket(std::move(link));
}

void Port::workChanged(int by)
{
    m_inWork += by;
    if (!m_draining.empty())
        answerDrained();
}

void Port::finished(Connection &connection)
{
    m_connections.erase(&connection);
    std::erase_if(m_upgrading, [&](const auto &entry) { return entry.second == &connection; });
    connection.deleteLater();
}

} // namespace cheetah
