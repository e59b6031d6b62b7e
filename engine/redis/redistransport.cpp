// SPDX-License-Identifier: Apache-2.0
#include "redis/redistransport.h"

#include "redis/rediserror.h"

#include <QtNetwork/QLocalSocket>
#include <QtNetwork/QSslConfiguration>
#include <QtNetwork/QSslError>
#include <QtNetwork/QSslSocket>
#include <QtNetwork/QTcpSocket>

#include <utility>

namespace cheetah {

void RedisTransport::Retire::operator()(RedisTransport *transport) const
{
    transport->m_ended = true;
    transport->m_device->disconnect(transport);
    transport->m_device->close();
    transport->deleteLater(); // the device may be in the middle of a signal
}

RedisTransport::Pointer RedisTransport::make(const RedisEndpoint &endpoint, const std::optional<QSslConfiguration> &tls,
                                             Listener &listener)
{
    Pointer transport(new RedisTransport(listener));
    if (endpoint.host.empty())
        transport->connectUnix(endpoint);
    else if (tls)
        transport->connectTls(endpoint, *tls);
    else
        transport->connectTcp(endpoint);
    return transport;
}

void RedisTransport::connectTcp(const RedisEndpoint &endpoint)
{
    auto *const socket = new QTcpSocket(this);
    m_device = socket;
    // Queued: loopback may connect while connectToHost runs.
    connect(
        socket, &QTcpSocket::connected, this,
        [this, socket] {
            socket->setSocketOption(QAbstractSocket::LowDelayOption, 1);
            becomeConnected();
        },
        Qt::QueuedConnection);
    watch(*socket);
    socket->connectToHost(QString::fromStdString(endpoint.host), endpoint.port);
}

void RedisTransport::connectTls(const RedisEndpoint &endpoint, const QSslConfiguration &configuration)
{
    auto *const socket = new QSslSocket(this);
    m_device = socket;
    socket->setSslConfiguration(configuration);
    connect(socket, &QSslSocket::encrypted, this, [this, socket] {
        socket->setSocketOption(QAbstractSocket::LowDelayOption, 1);
        becomeConnected();
    });
    watch(*socket);
    socket->connectToHostEncrypted(QString::fromStdString(endpoint.host), endpoint.port);
}

void RedisTransport::watch(QTcpSocket &socket)
{
    connect(&socket, &QTcpSocket::readyRead, this, [this] {
        if (m_connected)
            m_listener.transportReadable();
    });
    // Queued: errors also come while connectToHost and write run.
    connect(
        &socket, &QTcpSocket::errorOccurred, this,
        [this, device = &socket](QAbstractSocket::SocketError error) {
            const bool isTls = error == QAbstractSocket::SslHandshakeFailedError
                            || error == QAbstractSocket::SslInternalError
                            || error == QAbstractSocket::SslInvalidUserDataError;
            fail(isTls ? "tls" : m_connected ? "disconnected" : "connect", device->errorString());
        },
        Qt::QueuedConnection);
    connect(
        &socket, &QTcpSocket::disconnected, this, [this] { fail("disconnected", QStringLiteral("closed by Redis")); },
        Qt::QueuedConnection);
}

void RedisTransport::connectUnix(const RedisEndpoint &endpoint)
{
    auto *const socket = new QLocalSocket(this);
    m_device = socket;
    // Queued: a Unix socket may connect or fail while connectToServer runs.
    connect(
        socket, &QLocalSocket::connected, this, [this] { becomeConnected(); }, Qt::QueuedConnection);
    connect(socket, &QLocalSocket::readyRead, this, [this] {
        if (m_connected)
            m_listener.transportReadable();
    });
    connect(
        socket, &QLocalSocket::errorOccurred, this,
        [this, socket] { fail(m_connected ? "disconnected" : "connect", socket->errorString()); },
        Qt::QueuedConnection);
    connect(
        socket, &QLocalSocket::disconnected, this, [this] { fail("disconnected", QStringLiteral("closed by Redis")); },
        Qt::QueuedConnection);
    socket->connectToServer(QString::fromStdString(endpoint.path));
}

void RedisTransport::becomeConnected()
{
    if (m_ended) // the call was queued before
        return;
    m_connected = true;
    m_listener.transportConnected();
    if (!m_ended && m_device->bytesAvailable() > 0) // a full Redis refuses before it is asked anything
        m_listener.transportReadable();
}

std::size_t RedisTransport::read(char *buffer, std::size_t size)
{
    const qint64 count = m_device->read(buffer, qint64(size));
    return count > 0 ? std::size_t(count) : 0;
}

void RedisTransport::write(const std::string &bytes)
{
    m_device->write(bytes.data(), qint64(bytes.size()));
    if (auto *const socket = qobject_cast<QAbstractSocket *>(m_device))
        socket->flush();
    else if (auto *const local = qobject_cast<QLocalSocket *>(m_device))
        local->flush();
}

std::size_t RedisTransport::unsent() const
{
    qint64 bytes = m_device->bytesToWrite();
    if (auto *const tls = qobject_cast<QSslSocket *>(m_device))
        bytes += tls->encryptedBytesToWrite();
    return std::size_t(bytes);
}

void RedisTransport::fail(std::string reason, const QString &detail)
{
    if (std::exchange(m_ended, true))
        return;
    m_listener.transportFailed(redisUnavailable(RedisOutcome::NotSent, std::move(reason), detail.toStdString()));
}

} // namespace cheetah
