// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "edge/bodyreader.h"
#include "edge/portcontext.h"
#include "edge/porthandler.h"

#include <QtCore/QObject>
#include <QtCore/QPointer>
#include <QtNetwork/QSslSocket>

#include <optional>

namespace cheetah {

/// One accepted TCP connection until it ends or becomes a WebSocket: it peeks at the head, has it authorized, reads the
/// body and keeps one exchange in work at a time (SPEC E4, E5). Every wait of it has a timeout. Owned by the port. On
/// a QSslSocket it begins with the handshake, which it waits for like for a head. It speaks HTTP/1 only, and takes a client that closes its sending side for gone.
class Connection final : public QObject {
public:
    /// What becomes of a connection.
    class Owner {
    public:
        virtual ~Owner() = default;
        /// The handshake in `head` is sound and granted: its bytes are still in the socket.
        virtual void upgrade(Connection &connection) = 0;
        /// An exchange came in or was answered.
        virtual void workChanged(int by) = 0;
        /// The connection is at its end; destroy it, but not inside this call.
        virtual void finished(Connection &connection) = 0;
    };

    /// Takes over `socket`, which is connected.
    Connection(std::shared_ptr<PortContext> context, Owner &owner, std::unique_ptr<QTcpSocket> socket,
               ConnectionCount::Place place);
    ~Connection() override;

    /// Answers the exchange in work; called by it.
    void answer(int status, const HttpHeaders &headers, const std::string &body);
    void answerError(int status, const Error &error);
    /// Cuts it off.
    void abort();

    /// For the upgrade: what was granted, and the way out of the HTTP part.
    const HttpHead &head() const { return m_head; }
    /// Address of who asked for it, past trusted proxies.
    const std::string &peer() const { return m_peer; }
    std::shared_ptr<const Grant> takeGrant() { return std::move(m_admission.grant); }
    ConnectionCount::Place takePlace() { return std::move(m_place); }
    QTcpSocket &socket() { return *m_socket; }
    /// Lets go of the socket, which now belongs to the caller.
    QTcpSocket *releaseSocket();
    /// Stops looking at the socket and waits to be told; the handshake's time runs.
    void beginUpgrade();

private:
    enum class Phase { Handshake, Idle, Head, Body, Work, Upgrade, Ending, Finished };

    void beginHandshake();
    void advance();
    bool step();
    bool readHead();
    bool takeHead(HttpHead head);
    Result<RequestAdmission> admit();
    qint64 unsentBytes() const;
    void decryptMore();
    bool checkUpgrade();
    bool beginBody();
    bool readBody();
    void beginWork();
    void refuse(const HeadError &error);
    void write(const HttpHead &head, int status, const HttpHeaders &headers, const std::string &body, bool keepAlive);
    void end();
    void wait(Phase phase, Micros time);
    void bytesWritten();
    void disconnected();
    void expired();

    std::shared_ptr<PortContext> m_context;
    Owner &m_owner;
    QTcpSocket *m_socket;
    QSslSocket *m_secure = nullptr; ///< the same, where there is TLS
    ConnectionCount::Place m_place;
    std::string m_peer; ///< of the request in work
    Phase m_phase = Phase::Head;
    bool m_advancing = false;
    bool m_shutDown = false;
    HeadReader m_headReader;
    HttpHead m_head; ///< until its request is in work: the exchange has it then
    RequestAdmission m_admission;
    std::optional<BodyReader> m_body;
    HttpExchange *m_exchange = nullptr; ///< in work; it tells when it is answered or dropped
    Wheel::Entry m_timeout;
};

} // namespace cheetah
