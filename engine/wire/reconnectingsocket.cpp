// SPDX-License-Identifier: Apache-2.0
#include "wire/reconnectingsocket.h"

#include <QtCore/QPointer>
#include <QtCore/QRegularExpression>
#include <QtNetwork/QNetworkRequest>
#include <QtWebSockets/QWebSocket>
#include <QtWebSockets/QWebSocketHandshakeOptions>

#include <algorithm>

namespace cheetah {

namespace {

constexpr std::uint16_t abnormal = 1006;

/// QWebSocket tells the status of a refused upgrade only inside its text; 0 if there is none.
int httpStatus(const QString &error)
{
    static const QRegularExpression status(QStringLiteral("status code:? ?([1-5][0-9][0-9])"));
    const auto match = status.match(error);
    return match.hasMatch() ? match.captured(1).toInt() : 0;
}

std::uint16_t closeCodeOf(int status)
{
    switch (status) {
    case 401:
        return std::uint16_t(CloseCode::Unauthenticated);
    case 403:
        return std::uint16_t(CloseCode::Forbidden);
    case 503:
        return std::uint16_t(CloseCode::GoingDown);
    default:
        return abnormal;
    }
}

} // namespace

ReconnectingSocket::ReconnectingSocket(Options options, IdSource &ids, Scheduler &scheduler, QObject *parent)
    : QObject(parent), m_options(std::move(options)), m_ids(ids), m_scheduler(scheduler)
{}

ReconnectingSocket::~ReconnectingSocket()
{
    dropSocket();
}

void ReconnectingSocket::open()
{
    m_wanted = true;
    m_attempts = 0;
    if (!m_socket)
        connectNow();
}

void ReconnectingSocket::close(std::uint16_t code, const QString &reason)
{
    m_wanted = false;
    m_retry.cancel();
    if (!m_open)
        return dropSocket();
    QWebSocket *const leaving = std::exchange(m_socket, nullptr);
    leaving->disconnect(this);
    connect(leaving, &QWebSocket::disconnected, leaving, &QObject::deleteLater);
    leaving->close(QWebSocketProtocol::CloseCode(code), reason); // what was sent before still goes out
    dropSocket();
    emit closed(code, reason, false);
}

void ReconnectingSocket::reconnect(const QString &why)
{
    if (m_socket)
        fail(abnormal, why);
}

bool ReconnectingSocket::send(const std::string &message)
{
    if (!m_open)
        return false;
    if (queuedBytes() + message.size() > m_options.queueBytes) {
        fail(std::uint16_t(CloseCode::SlowReader), QStringLiteral("slow_reader"));
        return false;
    }
    m_socket->sendTextMessage(QString::fromUtf8(message.data(), qsizetype(message.size())));
    return true;
}

std::size_t ReconnectingSocket::queuedBytes() const
{
    return m_socket ? std::size_t(m_socket->bytesToWrite()) : 0;
}

void ReconnectingSocket::connectNow()
{
    m_socket = new QWebSocket(QString(), QWebSocketProtocol::VersionLatest, this);
    m_socket->setMaxAllowedIncomingFrameSize(m_options.incomingBytes);
    m_socket->setMaxAllowedIncomingMessageSize(m_options.incomingBytes);
    m_socket->setOutgoingFrameSize(QWebSocket::maxOutgoingFrameSize()); // a cut inside a character would be refused
    connect(m_socket, &QWebSocket::connected, this, &ReconnectingSocket::onConnected);
    connect(m_socket, &QWebSocket::disconnected, this, &ReconnectingSocket::onDisconnected);
    connect(m_socket, QOverload<QAbstractSocket::SocketError>::of(&QWebSocket::error), this, [this] {
        m_scheduler.post([this, socket = QPointer(m_socket)] {
            if (socket && socket == m_socket && socket->state() == QAbstractSocket::UnconnectedState)
                onDisconnected();
        });
    });
    connect(m_socket, &QWebSocket::textMessageReceived, this,
            [this](const QString &text) { emit message(text.toUtf8()); });
    connect(m_socket, &QWebSocket::pong, this, &ReconnectingSocket::answered);

    if (m_options.tls) {
        m_socket->setSslConfiguration(m_options.tls->configuration);
        m_socket->ignoreSslErrors(m_options.tls->accepted());
    }
    QNetworkRequest request(m_options.url);
    if (!m_options.token.empty())
        request.setRawHeader("Authorization", QByteArray("Bearer ").append(m_options.token));
    QWebSocketHandshakeOptions handshake;
    handshake.setSubprotocols({QString::fromStdString(m_options.subprotocol)});
    m_connectTimeout = m_scheduler.after(
        m_options.connectTimeout, [this] { fail(abnormal, QStringLiteral("no answer to the handshake in time")); });
    m_socket->open(request, handshake);
}

void ReconnectingSocket::onConnected()
{
    m_connectTimeout.cancel();
    if (m_socket->subprotocol().toStdString() != m_options.subprotocol)
        return fail(std::uint16_t(CloseCode::VersionUnsupported), QStringLiteral("version_unsupported"));
    m_open = true;
    m_leastDelay = Micros(0);
    m_stable = m_scheduler.after(m_options.stableAfter, [this] { m_attempts = 0; });
    emit opened();
}

void ReconnectingSocket::onDisconnected()
{
    if (m_open)
        return fail(std::uint16_t(m_socket->closeCode()), m_socket->closeReason());
    fail(closeCodeOf(httpStatus(m_socket->errorString())), m_socket->errorString());
}

void ReconnectingSocket::fail(std::uint16_t code, const QString &reason)
{
    dropSocket();
    m_wanted = m_wanted && mayReconnect(code);
    const bool retry = m_wanted;
    if (retry)
        planRetry();
    emit closed(code, reason, retry);
}

/// Ends the present attempt without waiting for the peer; nothing of it is heard any more.
void ReconnectingSocket::dropSocket()
{
    m_open = false;
    m_connectTimeout.cancel();
    m_stable.cancel();
    if (!m_socket)
        return;
    QWebSocket *const dropped = std::exchange(m_socket, nullptr);
    dropped->disconnect(this);
    dropped->abort();
    dropped->deleteLater();
}

void ReconnectingSocket::planRetry()
{
    m_plannedDelay = nextDelay();
    m_retry = m_scheduler.after(m_plannedDelay, [this] { retry(); });
}

void ReconnectingSocket::retry()
{
    if (m_socket)
        return;
    connectNow();
    emit retrying();
}

void ReconnectingSocket::retryNow()
{
    if (!m_retry.pending())
        return;
    m_retry.cancel();
    retry();
}

void ReconnectingSocket::ping()
{
    if (m_open)
        m_socket->ping();
}

/// Doubles from attempt to attempt, of which between half and all is taken, so that many clients spread out (SPEC E5).
Micros ReconnectingSocket::nextDelay()
{
    constexpr std::uint32_t highestShift = 20;
    const Micros full =
        std::min(m_options.longestDelay, m_options.firstDelay * (1 << std::min(m_attempts, highestShift)));
    ++m_attempts;
    const Micros half = full / 2;
    const Micros jitter(std::int64_t(m_ids.random() % std::uint64_t(half.count() + 1)));
    return std::max(half + jitter, std::exchange(m_leastDelay, Micros(0)));
}

} // namespace cheetah
