// SPDX-License-Identifier: Apache-2.0
// The port behind TLS on real sockets: HTTP and WebSockets, certificates that change, clients that must show one, and
// everything that a port bounds.
#include "base/qtscheduler.h"
#include "edge/httpexchange.h"
#include "edge/port.h"
#include "edge/websocketlink.h"
#include "support/certificates.h"
#include "support/loop.h"
#include "support/rawclient.h"
#include "support/testclock.h"
#include "wire/nodetls.h"

#include <gtest/gtest.h>

#include <QtNetwork/QSslSocket>
#include <QtWebSockets/QWebSocket>
#include <QtWebSockets/QWebSocketHandshakeOptions>

#include <fstream>
#include <sys/stat.h>

namespace cheetah::test {
namespace {

using namespace std::chrono_literals;

struct Session final : LinkHandler {
    std::unique_ptr<WebSocketLink> link;
    int closedCode = 0;

    void message(std::string_view text) override { link->send(text); }
    void closed(std::uint16_t code, const std::string &) override { closedCode = code; }
};

/// Answers every request with its peer and the size of its body, and every message with itself.
struct Handler final : PortHandler {
    std::vector<std::unique_ptr<Session>> sessions;
    std::string peer;

    Result<RequestAdmission> authorize(const HttpHead &, const std::string &from) override
    {
        peer = from;
        return RequestAdmission{nullptr, 32u << 20};
    }
    void http(std::shared_ptr<HttpExchange> exchange) override
    {
        exchange->respondJson(200, exchange->peer() + " " + std::to_string(exchange->body().size()));
    }
    void webSocket(std::unique_ptr<WebSocketLink> link) override
    {
        sessions.push_back(std::make_unique<Session>());
        sessions.back()->link = std::move(link);
        sessions.back()->link->setHandler(sessions.back().get());
    }
};

class TlsPort : public testing::Test {
protected:
    TlsPort() { certificates.issue("node"); }

    void start(const std::string &clientCa = {})
    {
        auto made =
            TlsIdentity::create({certificates.certificate("node"), certificates.key("node"), clientCa}, clock, Log());
        ASSERT_TRUE(made) << made.error().param("wanted") << made.error().param("reason");
        tls = *std::move(made);
        config.tls = tls.get();
        port = std::make_unique<Port>(config, handler, clock, scheduler);
        ASSERT_TRUE(port->bind());
    }
    void TearDown() override
    {
        handler.sessions.clear();
        port.reset();
    }

    NodeTls trusting(const std::string &shown = {}) const
    {
        ClientTls files{certificates.authority(), {}, {}};
        if (!shown.empty())
            files = {certificates.authority(), certificates.certificate(shown), certificates.key(shown)};
        const auto trusting = clientTls(files);
        EXPECT_TRUE(trusting);
        return trusting ? *trusting : NodeTls();
    }

    /// What the port answers to `request`, or the error. `name`: that the certificate should bear.
    QByteArray ask(const QByteArray &request, const NodeTls &security,
                   const QString &name = QStringLiteral("localhost"))
    {
        QSslSocket socket;
        socket.setSslConfiguration(security.configuration);
        socket.ignoreSslErrors(security.accepted());
        socket.connectToHostEncrypted(QStringLiteral("localhost"), port->port(), name);
        QByteArray received;
        QObject::connect(&socket, &QSslSocket::encrypted, &socket, [&] {
            protocol = socket.sessionProtocol();
            peerSerial = socket.peerCertificate().serialNumber();
            socket.write(request);
        });
        QObject::connect(&socket, &QSslSocket::readyRead, &socket, [&] { received += socket.readAll(); });
        bool ended = false;
        QObject::connect(&socket, &QSslSocket::disconnected, &socket, [&] { ended = true; });
        QObject::connect(&socket, &QSslSocket::errorOccurred, &socket, [&] { ended = true; });
        runUntil([&] { return ended || (received.contains("\r\n\r\n") && !request.contains("close")); });
        return received.isEmpty() ? "error: " + socket.errorString().toUtf8() : received;
    }

    SystemClock clock;
    QtScheduler scheduler{clock};
    Certificates certificates;
    Handler handler;
    PortConfig config = {.port = 0, .rules = {{"cheetah.client.v1"}, {}, {}}, .tick = 10ms};
    std::unique_ptr<TlsIdentity> tls;
    std::unique_ptr<Port> port;
    QByteArray peerSerial;
    QSsl::SslProtocol protocol = QSsl::UnknownProtocol;
};

const QByteArray simple = "GET / HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n";

} // namespace

// SPEC E1 SPEC E3
TEST_F(TlsPort, ServesHttpAndLargeBodiesAndWhatIsPipelined)
{
    start();
    EXPECT_TRUE(ask(simple, trusting()).contains("127.0.0.1 0"));
    EXPECT_GE(protocol, QSsl::TlsV1_2);
    // More than the bounded buffer holds, so that Qt must be made to decrypt the rest.
    const QByteArray large =
        "POST / HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\nContent-Length: 8000000\r\n\r\n"
        + QByteArray(8'000'000, 'b');
    EXPECT_TRUE(ask(large, trusting()).contains("127.0.0.1 8000000"));
    QByteArray many;
    for (int i = 0; i < 5'000; ++i)
        many += "GET / HTTP/1.1\r\nHost: localhost\r\nX-Filler: " + QByteArray(100, 'f') + "\r\n\r\n";
    const QByteArray answers = ask(many + simple, trusting());
    EXPECT_EQ(answers.count("HTTP/1.1 200 OK"), 5'001);
}

// SPEC E3: old protocols are not spoken, and neither is plain HTTP.
TEST_F(TlsPort, RefusesOldProtocolsAndPlainText)
{
    start();
    EXPECT_EQ(tls->configuration().protocol(), QSsl::TlsV1_2OrLater);
    RawClient plain(port->port());
    ASSERT_TRUE(plain.sendAll(simple.toStdString()));
    ASSERT_TRUE(runUntil([&] { return plain.closedByPeer(); }));
    EXPECT_EQ(plain.received().find("HTTP"), std::string::npos);
    EXPECT_GE(port->counters().badTls, 1u);
    EXPECT_TRUE(ask(simple, trusting()).contains("127.0.0.1 0")) << "others are served";
    EXPECT_TRUE(runUntil([&] { return port->httpConnections() == 0; }));
}

// SPEC E4 SPEC E5: who says nothing, or stops within the handshake, is cut off in time.
TEST_F(TlsPort, BoundsTheHandshake)
{
    config.limits.headTime = 200ms;
    config.limits.connectionsPerAddress = 3;
    start();
    RawClient silent(port->port()), halfway(port->port());
    ASSERT_TRUE(halfway.sendAll(std::string("\x16\x03\x01\x02\x00\x01", 6)));
    EXPECT_TRUE(runUntil([&] { return silent.closedByPeer() && halfway.closedByPeer(); }));
    EXPECT_EQ(port->counters().slowHeads, 2u);
    EXPECT_TRUE(runUntil([&] { return port->httpConnections() == 0; }));
    RawClient a(port->port()), b(port->port()), c(port->port()), d(port->port());
    EXPECT_TRUE(runUntil([&] { return d.closedByPeer(); }));
    EXPECT_EQ(port->counters().overAddress, 1u);
}

// SPEC E1 SPEC E4 SPEC D7
TEST_F(TlsPort, CarriesWebSocketsAndEndsThoseThatReadTooSlowly)
{
    start();
    const auto open = [&](QWebSocket &socket) {
        socket.setSslConfiguration(trusting().configuration);
        QWebSocketHandshakeOptions options;
        options.setSubprotocols({QStringLiteral("cheetah.client.v1")});
        socket.open(QUrl(QStringLiteral("wss://localhost:%1/").arg(port->port())), options);
        return runUntil([&] { return socket.state() == QAbstractSocket::ConnectedState; });
    };
    QWebSocket good;
    ASSERT_TRUE(open(good));
    qsizetype received = 0;
    QObject::connect(&good, &QWebSocket::textMessageReceived, &good,
                     [&](const QString &text) { received = text.size(); });
    good.sendTextMessage(QString(3'000'000, u'm'));
    EXPECT_TRUE(runUntil([&] { return received == 3'000'000; }));

    // One that reads nothing beyond its small buffer, while messages leave turn by turn and are encrypted at once.
    QSslSocket slow;
    slow.setSslConfiguration(trusting().configuration);
    slow.setReadBufferSize(4096);
    slow.connectToHostEncrypted(QStringLiteral("localhost"), port->port());
    QObject::connect(&slow, &QSslSocket::encrypted, &slow, [&] {
        slow.write("GET / HTTP/1.1\r\nHost: localhost\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
                   "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Version: 13\r\n"
                   "Sec-WebSocket-Protocol: cheetah.client.v1\r\n\r\n");
    });
    ASSERT_TRUE(runUntil([&] { return handler.sessions.size() == 2; }));
    const std::string large(100'000, 'x');
    ASSERT_TRUE(runUntil([&] {
        handler.sessions[1]->link->send(large);
        return port->counters().slowReaders == 1;
    })) << "what is encrypted counts as unread too";
    EXPECT_LE(port->counters().messagesOut, 400u);
    good.sendTextMessage(QStringLiteral("still"));
    EXPECT_TRUE(runUntil([&] { return received == 5; })) << "nobody else is slowed";
}

// SPEC E3
TEST_F(TlsPort, DemandsAClientCertificateOfItsAuthority)
{
    certificates.issue("client");
    certificates.issue("stranger", 30, true);
    certificates.issue("late", -1);
    start(certificates.authority());
    EXPECT_TRUE(ask(simple, trusting("client")).contains("127.0.0.1 0"));
    for (const char *refused : {"", "stranger", "late"})
        EXPECT_TRUE(ask(simple, trusting(refused)).startsWith("error")) << refused;
    EXPECT_TRUE(runUntil([&] { return port->httpConnections() == 0; }));
    EXPECT_GE(port->counters().badTls, 3u);
    EXPECT_EQ(port->counters().requests, 1u) << "refused by the handshake, before any byte of HTTP";
}

// SPEC E3: a renewed certificate is shown to whoever comes next; a broken one leaves the old in force.
TEST_F(TlsPort, TakesARenewedCertificateAndKeepsTheOldOneFromABrokenOne)
{
    start();
    ask(simple, trusting());
    const QByteArray first = peerSerial;
    tls->reloadIfChanged();
    EXPECT_EQ(tls->reloads(), 0u);

    certificates.issue("node");
    tls->reloadIfChanged();
    EXPECT_EQ(tls->reloads(), 1u);
    ask(simple, trusting());
    const QByteArray second = peerSerial;
    EXPECT_NE(second, first);

    const auto breaks = [&](const char *how) {
        tls->reloadIfChanged();
        EXPECT_TRUE(tls->problem()) << how;
        EXPECT_TRUE(ask(simple, trusting()).contains("127.0.0.1 0")) << how;
        EXPECT_EQ(peerSerial, second) << how;
    };
    certificates.issue("other");
    std::filesystem::copy_file(certificates.certificate("other"), certificates.certificate("node"),
                               std::filesystem::copy_options::overwrite_existing);
    touch(certificates.certificate("node"));
    breaks("a certificate without its key");
    std::ofstream(certificates.certificate("node"), std::ios::trunc) << "half a cert";
    touch(certificates.certificate("node"));
    breaks("no certificate");
    std::filesystem::remove(certificates.certificate("node"));
    breaks("no file");
    certificates.issue("node", -1);
    breaks("an expired certificate");

    certificates.issue("node");
    tls->reloadIfChanged();
    EXPECT_FALSE(tls->problem());
    ask(simple, trusting());
    EXPECT_NE(peerSerial, second);
}

// SPEC E3: what cannot be served is named before anybody is let in.
TEST_F(TlsPort, FilesThatCannotServeAreNamed)
{
    certificates.issue("other");
    certificates.issue("late", -1);
    const auto refusal = [&](const std::string &certificate, const std::string &key, const std::string &ca = {}) {
        const auto made = TlsIdentity::create({certificate, key, ca}, clock, Log());
        return made ? std::string() : std::string(made.error().param("setting")) + std::string(name(made.error().code));
    };
    const std::string certificate = certificates.certificate("node"), key = certificates.key("node");
    EXPECT_EQ(refusal(certificate, key), "");
    EXPECT_EQ(refusal(certificates.path("none"), key), "io_error");
    EXPECT_EQ(refusal(certificate, certificates.path("none")), "io_error");
    EXPECT_EQ(refusal(key, key), "tls-certbad_setting");
    ::chmod(certificate.c_str(), 0600);
    EXPECT_EQ(refusal(certificate, certificate), "tls-keybad_setting");
    EXPECT_EQ(refusal(certificate, certificates.key("other")), "tls-keybad_setting");
    EXPECT_EQ(refusal(certificates.certificate("late"), certificates.key("late")), "tls-certbad_setting");
    EXPECT_EQ(refusal(certificate, key, key), "certificatesbad_setting");
    ::chmod(key.c_str(), 0604);
    EXPECT_EQ(refusal(certificate, key), "insecure_token_file");
}

// SPEC E3: the server's certificate and its name are always verified.
TEST_F(TlsPort, ClientsTrustNobodyElse)
{
    start();
    const auto system = clientTls({});
    ASSERT_TRUE(system);
    EXPECT_TRUE(ask(simple, *system).startsWith("error")) << "no authority of the system's issued it";
    const auto foreign = clientTls({certificates.path("foreign.pem"), {}, {}});
    ASSERT_TRUE(foreign);
    EXPECT_TRUE(ask(simple, *foreign).startsWith("error"));
    EXPECT_EQ(clientTls({certificates.key("node"), {}, {}}).error().code, ErrorCode::BadSetting);
    EXPECT_EQ(clientTls({{}, certificates.certificate("node"), {}}).error().code, ErrorCode::BadSetting);
}

// SPEC E3: the certificate that a node announced to this account is taken for it, whatever its name and authority, also
// once it was renewed; no other one is.
TEST_F(TlsPort, AnAnnouncedCertificateIsTakenForTheNodes)
{
    start();
    const QString elsewhere = QStringLiteral("node1.example.com");
    certificates.issue("other");
    const auto announced = clientTls({.nodeCertFile = certificates.certificate("node")});
    const auto another = clientTls({.nodeCertFile = certificates.certificate("other")});
    const auto nothing = clientTls({.nodeCertFile = certificates.path("none.pem")});
    ASSERT_TRUE(announced && another && nothing) << "the file is read when it is needed";
    EXPECT_TRUE(ask(simple, trusting(), elsewhere).startsWith("error")) << "another name";
    EXPECT_TRUE(ask(simple, *announced, elsewhere).contains("127.0.0.1 0"));
    EXPECT_TRUE(ask(simple, *another).startsWith("error"));
    EXPECT_TRUE(ask(simple, *nothing).startsWith("error"));

    certificates.issue("node");
    touch(certificates.certificate("node"));
    EXPECT_TRUE(ask(simple, *announced).startsWith("error")) << "the node does not show it yet";
    tls->reloadIfChanged();
    EXPECT_TRUE(ask(simple, *announced, elsewhere).contains("127.0.0.1 0"));
}

} // namespace cheetah::test
