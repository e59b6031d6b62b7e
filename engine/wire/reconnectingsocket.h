// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "base/idsource.h"
#include "base/scheduler.h"
#include "base/scope.h"
#include "wire/nodetls.h"
#include "wire/protocol.h"

#include <QtCore/QByteArray>
#include <QtCore/QObject>
#include <QtCore/QString>
#include <QtCore/QUrl>

#include <optional>
#include <string>

QT_BEGIN_NAMESPACE
class QWebSocket;
QT_END_NAMESPACE

namespace cheetah {

/// An authenticated WebSocket to a node that comes back by itself: after any loss it tries again with growing, jittered
/// delays, except after a close that says not to (mayReconnect) and after close(). Owned by whoever speaks over it, on
/// the thread of its loop. It keeps nothing for the next connection: what to say again after `opened` (hello, results
/// not yet kept) is its owner's business, and so is keeping alive.
class ReconnectingSocket final : public QObject {
    Q_OBJECT
public:
    struct Options {
        QUrl url;                        ///< ws:// or wss://
        std::string subprotocol;         ///< clientSubprotocol or consoleSubprotocol
        std::string token;               ///< sent as `Authorization: Bearer`; empty: none
        std::optional<NodeTls> tls = {}; ///< for wss://, see clientTls(); without: as the system has it
        Micros firstDelay = Millis(250);
        Micros longestDelay = Seconds(30);
        Micros connectTimeout = Seconds(10);
        Micros stableAfter = Seconds(10);      ///< open for that long, the next delay starts small again
        std::size_t queueBytes = 16u << 20;    ///< unsent bytes above which the connection is given up
        std::size_t incomingBytes = 64u << 20; ///< largest message taken
    };

    ReconnectingSocket(Options options, IdSource &ids, Scheduler &scheduler, QObject *parent = nullptr);
    ~ReconnectingSocket() override;

    /// Connects now, also after close() and after a close that said not to come back.
    void open();
    /// Closes and stays closed until open(); `closed` follows only if it was open.
    void close(std::uint16_t code = 1000, const QString &reason = {});
    /// Gives up the present connection, as if it were lost, and tries again.
    void reconnect(const QString &why);

    /// While an attempt is planned: makes it now.
    void retryNow();
    /// Asks the peer for a sign of life; answered() comes if it lives. Only while open.
    void ping();

    bool isOpen() const { return m_open; }
    /// How long the planned attempt was put off; zero if none is planned.
    Micros retryDelay() const { return m_retry.pending() ? m_plannedDelay : Micros(0); }
    /// Sends a text message, UTF-8. False, and nothing is sent, while not open, and when the queue would overflow:
    /// then the connection is given up as `slow_reader`.
    bool send(const std::string &message);
    std::size_t queuedBytes() const;

    /// The next attempt waits at least that long, as a node asked with `retryAfterMs`.
    void delayNext(Micros atLeast) { m_leastDelay = atLeast; }
    /// Takes effect at the next connection.
    void setToken(std::string token) { m_options.token = std::move(token); }

signals:
    void opened();
    /// A connection ended, or an attempt failed (then `code` is 1006, or that which fits the HTTP status). `reason` names
    /// the error, or is the system's text; show it only cleaned. A new attempt follows iff `willRetry`.
    void closed(quint16 code, const QString &reason, bool willRetry);
    /// A planned attempt begins.
    void retrying();
    /// The peer answered a ping after that many milliseconds.
    void answered(quint64 ms);
    /// One text message, UTF-8.
    void message(const QByteArray &bytes);

private:
    void connectNow();
    void onConnected();
    void onDisconnected();
    void fail(std::uint16_t code, const QString &reason);
    void dropSocket();
    void planRetry();
    void retry();
    Micros nextDelay();

    Options m_options;
    IdSource &m_ids;
    Scheduler &m_scheduler;
    QWebSocket *m_socket = nullptr; ///< of the present attempt; dropped by deleteLater
    Scheduler::Timer m_retry, m_connectTimeout, m_stable;
    Micros m_leastDelay{0}, m_plannedDelay{0};
    std::uint32_t m_attempts = 0; ///< since the connection was last stable
    bool m_open = false;
    bool m_wanted = false;
};

} // namespace cheetah
