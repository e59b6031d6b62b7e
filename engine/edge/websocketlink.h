// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "edge/portcontext.h"
#include "edge/porthandler.h"

#include <QtCore/QObject>
#include <QtCore/QPointer>

class QSslSocket;
class QTcpSocket;
class QWebSocket;

namespace cheetah {

/// Why a WebSocket of ours is closed; the reason beside it is the error code's name.
namespace closecode {
constexpr std::uint16_t badInput = 4000;
constexpr std::uint16_t slowReader = 4005;
constexpr std::uint16_t goingDown = 4006;
constexpr std::uint16_t idle = 4008;
constexpr std::uint16_t limitExceeded = 4009;
} // namespace closecode

/// Receives what comes over one WebSocketLink. It may destroy the link inside either call.
class LinkHandler {
public:
    virtual ~LinkHandler() = default;
    /// One whole text message, at most PortLimits::messageBytes of valid UTF-8; the view dies with the call.
    virtual void message(std::string_view text) = 0;
    /// The socket is closed, by whom and for whatever reason; nothing follows. Never called inside a call to the link.
    virtual void closed(std::uint16_t code, const std::string &reason) = 0;
};

/// One WebSocket that was let in: bounded text messages in and out (SPEC E4, D7). Owned by whoever it was handed to;
/// destroying it closes the socket. It speaks no JSON, knows no sessions and sends no keep-alive. The socket closes
/// itself on broken frames and messages over the limit, with the WebSocket protocol's own codes. As Qt's sockets do, it
/// accepts unmasked frames and refuses a character that is split over two fragments.
class WebSocketLink final : public QObject {
public:
    /// Takes over `socket` (carried by `transport`), which is connected.
    WebSocketLink(std::shared_ptr<PortContext> context, QWebSocket *socket, QTcpSocket *transport,
                  ConnectionCount::Place place, HttpHead head, std::shared_ptr<const Grant> grant);
    ~WebSocketLink() override;

    /// The one that hears of messages and the end; outlives the link or is set to null.
    void setHandler(LinkHandler *handler) { m_handler = handler; }

    std::string_view subprotocol() const { return m_subprotocol; }
    const std::string &peer() const { return m_place.address(); }
    const std::shared_ptr<const Grant> &grant() const { return m_grant; }
    /// Path of the handshake, as sent.
    const std::string &path() const { return m_path; }
    bool open() const { return m_open; }

    /// Queues one text message of valid UTF-8. False if the link is closed, or closes now because what the other side
    /// has not read yet would grow beyond PortLimits::outgoingBytes (4005 `slow_reader`). A message of any size may be
    /// sent while nothing waits.
    bool send(std::string_view text);
    /// Bytes that the other side has yet to take.
    std::size_t queuedBytes() const;

    /// Begins the end: nothing more is sent or received. `reason` is at most 123 bytes. closed() comes once the other
    /// side answered, or after PortLimits::closeTime.
    void close(std::uint16_t code, std::string_view reason);

private:
    void received(const QString &text);
    void turnRead();
    void disconnected();
    void tellClosed();
    void expired();
    void heard();
    bool takeToken();
    void readsTooSlowly();

    std::shared_ptr<PortContext> m_context;
    QPointer<QWebSocket> m_socket;
    QPointer<QSslSocket> m_secure; ///< that carries it, where there is TLS
    ConnectionCount::Place m_place;
    LinkHandler *m_handler = nullptr;
    std::shared_ptr<const Grant> m_grant;
    std::string m_subprotocol;
    std::string m_path;
    Wheel::Entry m_timeout;
    std::uint64_t m_lastTick = 0;  ///< of the last message
    std::uint64_t m_tokenTick = 0; ///< up to which tokens were handed out
    std::uint32_t m_tokens;
    bool m_open = true;
    bool m_calling = false;        ///< inside a call of Qt's that may end the socket under our hands
    std::uint16_t m_closeCode = 0; ///< ours, if we closed
    std::string m_closeReason;
};

} // namespace cheetah
