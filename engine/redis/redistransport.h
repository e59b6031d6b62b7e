// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "base/error.h"
#include "redis/redisurl.h"

#include <QtCore/QObject>

#include <cstddef>
#include <memory>
#include <optional>
#include <string>

QT_BEGIN_NAMESPACE
class QIODevice;
class QLocalSocket;
class QSslConfiguration;
class QTcpSocket;
QT_END_NAMESPACE

namespace cheetah {

/// The bytes of one connection to one Redis over TCP, TLS or a Unix socket: one attempt, never again. It blocks nowhere.
/// Owned by a RedisLink, by the unique_ptr of make(), which also may be reset from inside a listener's call.
class RedisTransport final : public QObject {
public:
    class Listener {
    public:
        virtual void transportConnected() = 0; ///< and encrypted
        virtual void transportReadable() = 0;
        /// Once, at the end of an attempt or a connection: `unavailable` with the reason `connect`, `tls` or
        /// `disconnected`.
        virtual void transportFailed(const Error &error) = 0;

    protected:
        ~Listener() = default;
    };
    struct Retire {
        void operator()(RedisTransport *transport) const;
    };
    using Pointer = std::unique_ptr<RedisTransport, Retire>;

    /// Begins to connect; the listener is called from the event loop only. With `tls` the peer must prove that it is
    /// `endpoint.host`, if the configuration verifies.
    static Pointer make(const RedisEndpoint &endpoint, const std::optional<QSslConfiguration> &tls, Listener &listener);

    /// Up to `size` bytes into `buffer`; how many.
    std::size_t read(char *buffer, std::size_t size);
    /// Hands all bytes to the system, as far as it takes them now.
    void write(const std::string &bytes);
    /// Bytes that the system did not take yet.
    std::size_t unsent() const;

private:
    explicit RedisTransport(Listener &listener) : m_listener(listener) {}
    void connectTcp(const RedisEndpoint &endpoint);
    void connectTls(const RedisEndpoint &endpoint, const QSslConfiguration &configuration);
    void connectUnix(const RedisEndpoint &endpoint);
    void watch(QTcpSocket &socket);
    void becomeConnected();
    void fail(std::string reason, const QString &detail);

    Listener &m_listener;
    QIODevice *m_device = nullptr;
    bool m_connected = false;
    bool m_ended = false;
};

} // namespace cheetah
