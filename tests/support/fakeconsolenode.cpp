// SPDX-License-Identifier: Apache-2.0
#include "support/fakeconsolenode.h"

#include "support/loop.h"

namespace cheetah::test {

namespace {

const Incarnation incarnation = Incarnation::trusted("i1");
const ClientName client{UserId::trusted("u"), ClientId::trusted("c")};

Change windowTitled(const std::string &title)
{
    WindowChanged change;
    change.name = {client.user, client.client, Epoch::trusted("e"), WindowId::trusted("w")};
    change.title = title;
    return change;
}

} // namespace

FakeConsoleNode::FakeConsoleNode(Setup setup) : m_setup(std::move(setup))
{
    m_thread.post([this] {
        m_server = std::make_unique<QWebSocketServer>(QStringLiteral("fake"), QWebSocketServer::NonSecureMode);
        m_server->setSupportedSubprotocols({QString::fromStdString(m_setup.subprotocol)});
        QObject::connect(m_server.get(), &QWebSocketServer::newConnection, m_server.get(), [this] { accept(); });
        m_port = m_server->listen(QHostAddress::LocalHost, m_setup.port) ? m_server->serverPort() : -1;
    });
    runUntil([this] { return m_port != 0; });
}

FakeConsoleNode::~FakeConsoleNode()
{
    m_thread.post([this] {
        for (const QPointer<QWebSocket> &socket : m_sockets)
            delete socket;
        m_server.reset();
    });
}

QUrl FakeConsoleNode::url() const
{
    return QUrl(QStringLiteral("http://127.0.0.1:%1").arg(m_port.load()));
}

RegistryTime FakeConsoleNode::now() const
{
    return RegistryTime{SystemClock().wall().time_since_epoch().count()} + m_setup.clockAhead;
}

Fleet FakeConsoleNode::fleet() const
{
    auto state = std::make_shared<ClientState>();
    state->epoch = Epoch::trusted("e");
    state->connected = true;
    Fleet fleet;
    fleet.reset({{0, incarnation, m_revision}});
    (void)fleet.load({ClientChanged{client, std::move(state)}, windowTitled(std::to_string(m_revision))});
    return fleet;
}

void FakeConsoleNode::accept()
{
    QWebSocket *const socket = m_server->nextPendingConnection();
    m_sockets.emplace_back(socket);
    QObject::connect(socket, &QWebSocket::textMessageReceived, socket,
                     [this, socket](const QString &text) { received(*socket, text.toStdString()); });
}

void FakeConsoleNode::received(QWebSocket &socket, const std::string &text)
{
    const auto send = [&](const std::string &message) { socket.sendTextMessage(QString::fromStdString(message)); };
    const auto message = parseRpc(text);
    if (!message || !message->id)
        return;
    if (message->method == consolemethod::attach) {
        if (m_setup.refusal)
            return send(rpcError(message->id, *m_setup.refusal));
        return send(rpcResponse(
            *message->id,
            AttachedMessage{
                DeploymentId::trusted("d"), NodeId::trusted("n"), incarnation, "9.9", "operator", now(), {}}));
    }
    send(rpcResponse(*message->id));
    if (message->method != consolemethod::subscribe)
        return;
    for (std::string chunk : snapshotNotifications(fleet())) {
        if (!m_setup.change.empty())
            chunk.insert(chunk.find("\"changes\":[") + 11, m_setup.change + ',');
        send(chunk);
    }
    ++m_subscriptions;
}

void FakeConsoleNode::say(std::string text)
{
    m_thread.post([this, text = QString::fromStdString(text)] {
        for (const QPointer<QWebSocket> &socket : m_sockets)
            if (socket)
                socket->sendTextMessage(text);
    });
}

void FakeConsoleNode::change(int times)
{
    m_thread.post([this, times] {
        for (int i = 0; i < times; ++i) {
            Delta delta{0, m_revision, m_revision + 1, now(), {windowTitled(std::to_string(m_revision + 1))}};
            ++m_revision;
            const QString text = QString::fromStdString(deltaNotification(incarnation, delta));
            for (const QPointer<QWebSocket> &socket : m_sockets)
                if (socket)
                    socket->sendTextMessage(text);
        }
    });
}

void FakeConsoleNode::skipRevision()
{
    m_thread.post([this] { ++m_revision; });
}

void FakeConsoleNode::beat()
{
    m_thread.post([this] { say(rpcNotification(consolemethod::heartbeat, HeartbeatMessage{now(), m_revision})); });
}

} // namespace cheetah::test
