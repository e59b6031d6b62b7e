// SPDX-License-Identifier: Apache-2.0
#include "edge/websocketlink.h"

#include <QtNetwork/QSslSocket>
#include <QtWebSockets/QWebSocket>

#include <algorithm>

namespace cheetah {

namespace {

/// Sees a socket to its end that nobody holds any more. Owned by that socket.
class Farewell final : public QObject {
public:
    Farewell(std::shared_ptr<PortContext> context, QWebSocket *socket, ConnectionCount::Place place)
        : QObject(socket),
          m_context(std::move(context)),
          m_place(std::move(place)),
          m_socket(socket),
          m_timeout(this, [](void *self) { static_cast<Farewell *>(self)->m_socket->abort(); })
    {
        connect(socket, &QWebSocket::disconnected, socket, &QObject::deleteLater);
        m_context->wheel.start(m_timeout, m_context->limits.closeTime);
    }

private:
    std::shared_ptr<PortContext> m_context;
    ConnectionCount::Place m_place;
    QWebSocket *m_socket;
    Wheel::Entry m_timeout;
};

} // namespace

WebSocketLink::WebSocketLink(std::shared_ptr<PortContext> context, QWebSocket *socket, QTcpSocket *transport,
                             ConnectionCount::Place place, HttpHead head, std::shared_ptr<const Grant> grant)
    : m_context(std::move(context)),
      m_socket(socket),
      m_secure(qobject_cast<QSslSocket *>(transport)),
      m_place(std::move(place)),
      m_grant(std::move(grant)),
      m_subprotocol(socket->subprotocol().toStdString()),
      m_path(std::move(head.path)),
      m_timeout(this, [](void *self) { static_cast<WebSocketLink *>(self)->expired(); }),
      m_lastTick(m_context->wheel.tick()),
      m_tokenTick(m_lastTick),
      m_tokens(m_context->limits.messageBurst)
{
    connect(socket, &QWebSocket::textMessageReceived, this, &WebSocketLink::received);
    connect(socket, &QWebSocket::binaryMessageReceived, this, [this] { close(closecode::badInput, "binary"); });
    connect(socket, &QWebSocket::disconnected, this, &WebSocketLink::disconnected);
    // Connected after the WebSocket's own slot, so it runs once all messages of a turn were handled.
    connect(transport, &QTcpSocket::readyRead, this, &WebSocketLink::turnRead);
    m_context->wheel.start(m_timeout, m_context->limits.idleTime);
    m_context->links.insert(this);
}

WebSocketLink::~WebSocketLink()
{
    m_context->links.erase(this);
    if (!m_socket)
        return;
    disconnect(m_socket, nullptr, this, nullptr);
    if (m_socket->state() == QAbstractSocket::UnconnectedState) {
        m_socket->deleteLater();
        return;
    }
    if (m_open)
        m_socket->close(QWebSocketProtocol::CloseCodeGoingAway);
    if (m_socket->state() == QAbstractSocket::UnconnectedState)
        m_socket->deleteLater();
    else
        new Farewell(m_context, m_socket, std::move(m_place)); // its parent is the socket
}

void WebSocketLink::received(const QString &text)
{
    if (!m_open)
        return;
    heard();
    ++m_context->counters.messagesIn;
    if (!takeToken()) {
        ++m_context->counters.floods;
        return close(closecode::limitExceeded, name(ErrorCode::LimitExceeded));
    }
    if (!m_handler)
        return;
    const QByteArray utf8 = text.toUtf8();
    m_handler->message({utf8.constData(), std::size_t(utf8.size())});
}

void WebSocketLink::heard()
{
    m_lastTick = m_context->wheel.tick();
}

/// Messages per second, counted in ticks of the wheel: the bucket fills by the rate up to the burst.
bool WebSocketLink::takeToken()
{
    if (m_tokens == 0) {
        const std::uint64_t passed = std::min<std::uint64_t>(m_lastTick - m_tokenTick, 1 << 20);
        const auto gained = std::uint64_t(Micros(m_context->wheel.tickLength()).count()) * passed
                          * m_context->limits.messagesPerSecond / 1'000'000;
        m_tokens = std::uint32_t(std::min<std::uint64_t>(gained, m_context->limits.messageBurst));
        if (m_tokens)
            m_tokenTick = m_lastTick;
    }
    return m_tokens && m_tokens--;
}

/// What was written while reading (answers, pongs to any number of pings) leaves in one piece. Who only listens may keep
/// its connection by pings, of which nobody else tells.
void WebSocketLink::turnRead()
{
    heard();
    if (!m_open || !queuedBytes())
        return;
    m_calling = true;
    m_socket->flush();
    m_calling = false;
    if (m_open && queuedBytes() > m_context->limits.outgoingBytes)
        readsTooSlowly();
}

/// Qt's count ends at the encryption; what waits behind it is as unread.
std::size_t WebSocketLink::queuedBytes() const
{
    const qint64 encrypted = m_secure ? m_secure->encryptedBytesToWrite() : 0;
    return m_socket ? std::size_t(m_socket->bytesToWrite() + encrypted) : 0;
}

bool WebSocketLink::send(std::string_view text)
{
    if (!m_open || !m_socket)
        return false;
    if (const std::size_t queued = queuedBytes(); queued && queued + text.size() > m_context->limits.outgoingBytes) {
        readsTooSlowly();
        return false;
    }
    ++m_context->counters.messagesOut;
    m_socket->sendTextMessage(QString::fromUtf8(text.data(), qsizetype(text.size())));
    return true;
}

void WebSocketLink::readsTooSlowly()
{
    ++m_context->counters.slowReaders;
    close(closecode::slowReader, name(ErrorCode::SlowReader));
}

void WebSocketLink::close(std::uint16_t code, std::string_view reason)
{
    if (!m_open)
        return;
    m_open = false;
    m_closeCode = code;
    m_closeReason = reason.substr(0, 123);
    m_context->wheel.start(m_timeout, m_context->limits.closeTime);
    if (!m_socket)
        return;
    m_calling = true;
    m_socket->close(QWebSocketProtocol::CloseCode(code), QString::fromStdString(m_closeReason));
    m_calling = false;
}

void WebSocketLink::expired()
{
    if (!m_open) {
        m_socket->abort(); // may end with this link
        return;
    }
    const Micros silent = m_context->wheel.tickLength() * std::int64_t(m_context->wheel.tick() - m_lastTick);
    if (silent < m_context->limits.idleTime) {
        m_context->wheel.start(m_timeout, m_context->limits.idleTime - silent);
        return;
    }
    ++m_context->counters.idle;
    close(closecode::idle, "idle");
}

void WebSocketLink::disconnected()
{
    m_open = false;
    m_timeout.stop();
    if (!m_closeCode) {
        m_closeCode = std::uint16_t(m_socket->closeCode());
        m_closeReason = m_socket->closeReason().toStdString();
        if (m_closeCode == 1002 || m_closeCode == 1003 || m_closeCode == 1007 || m_closeCode == 1009)
            ++m_context->counters.badFrames;
    }
    if (m_calling)
        QMetaObject::invokeMethod(this, &WebSocketLink::tellClosed, Qt::QueuedConnection);
    else
        tellClosed();
}

void WebSocketLink::tellClosed()
{
    if (m_handler)
        m_handler->closed(m_closeCode, std::string(m_closeReason));
}

} // namespace cheetah
