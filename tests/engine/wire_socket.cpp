// SPDX-License-Identifier: Apache-2.0
#include "base/qtscheduler.h"
#include "support/loop.h"
#include "wire/reconnectingsocket.h"

#include <QtNetwork/QTcpServer>
#include <QtNetwork/QTcpSocket>
#include <QtWebSockets/QWebSocket>
#include <QtWebSockets/QWebSocketServer>
#include <gtest/gtest.h>

namespace cheetah {
namespace {

using test::runUntil;

/// A WebSocket server that keeps its connections and what they said.
class Server {
public:
    explicit Server(QStringList subprotocols = {QStringLiteral("cheetah.client.v1")})
        : m_server(QStringLiteral("test"), QWebSocketServer::NonSecureMode)
    {
        m_server.setSupportedSubprotocols(subprotocols);
        EXPECT_TRUE(m_server.listen(QHostAddress::LocalHost));
        QObject::connect(&m_server, &QWebSocketServer::newConnection, &m_server, [this] {
            QWebSocket *const socket = m_server.nextPendingConnection();
            socket->setParent(&m_server);
            sockets.push_back(socket);
            authorizations.push_back(socket->request().rawHeader("Authorization"));
            QObject::connect(socket, &QWebSocket::textMessageReceived, &m_server,
                             [this](const QString &text) { texts.push_back(text); });
            QObject::connect(socket, &QWebSocket::disconnected, &m_server,
                             [this, socket] { closes.push_back(socket->closeCode()); });
        });
    }

    QUrl url() const { return QUrl(QStringLiteral("ws://127.0.0.1:%1/").arg(m_server.serverPort())); }

    void close(std::size_t which, int code, const QString &reason)
    {
        sockets[which]->close(static_cast<QWebSocketProtocol::CloseCode>(code), reason);
    }

    std::vector<QWebSocket *> sockets;
    std::vector<QByteArray> authorizations;
    std::vector<QString> texts;
    std::vector<int> closes;

private:
    QWebSocketServer m_server;
};

class SocketTest : public testing::Test {
protected:
    ReconnectingSocket &make(const QUrl &url, std::string token = "secret")
    {
        ReconnectingSocket::Options options;
        options.url = url;
        options.subprotocol = clientSubprotocol;
        options.token = std::move(token);
        options.firstDelay = Millis(10);
        options.longestDelay = Millis(100);
        options.queueBytes = 1u << 20;
        options.connectTimeout = Millis(200);
        m_socket = std::make_unique<ReconnectingSocket>(options, m_ids, m_scheduler);
        QObject::connect(m_socket.get(), &ReconnectingSocket::opened, m_socket.get(), [this] { ++opened; });
        QObject::connect(m_socket.get(), &ReconnectingSocket::closed, m_socket.get(),
                         [this](quint16 code, const QString &reason, bool retry) {
                             closes.push_back(code);
                             reasons.push_back(reason);
                             retries.push_back(retry);
                         });
        QObject::connect(m_socket.get(), &ReconnectingSocket::message, m_socket.get(),
                         [this](const QByteArray &bytes) { messages.push_back(bytes); });
        m_socket->open();
        return *m_socket;
    }

    int opened = 0;
    std::vector<quint16> closes;
    std::vector<QString> reasons;
    std::vector<bool> retries;
    std::vector<QByteArray> messages;

private:
    SystemClock m_clock;
    SeededIdSource m_ids{1};
    QtScheduler m_scheduler{m_clock};
    std::unique_ptr<ReconnectingSocket> m_socket;
};

TEST_F(SocketTest, SpeaksBothWaysWithItsTokenInTheHeader)
{
    Server server;
    ReconnectingSocket &socket = make(server.url());
    EXPECT_FALSE(socket.send("too early"));
    ASSERT_TRUE(runUntil([&] { return opened == 1 && server.sockets.size() == 1; }));
    EXPECT_EQ(server.authorizations[0], "Bearer secret");
    EXPECT_TRUE(socket.send("grüße"));
    server.sockets[0]->sendTextMessage(QStringLiteral("日本"));
    ASSERT_TRUE(runUntil([&] { return server.texts.size() == 1 && messages.size() == 1; }));
    EXPECT_EQ(server.texts[0], QStringLiteral("grüße"));
    EXPECT_EQ(messages[0], QByteArray("日本"));
}

TEST_F(SocketTest, SendsALongMessageWithoutCuttingCharacters)
{
    Server server;
    ReconnectingSocket &socket = make(server.url());
    ASSERT_TRUE(runUntil([&] { return opened == 1; }));
    std::string text = "x";
    while (text.size() < 900'000)
        text += "日";
    EXPECT_TRUE(socket.send(text));
    ASSERT_TRUE(runUntil([&] { return server.texts.size() == 1; }));
    EXPECT_EQ(server.texts[0].toStdString(), text);
}

TEST_F(SocketTest, ComesBackAfterALoss)
{
    Server server;
    make(server.url());
    ASSERT_TRUE(runUntil([&] { return opened == 1 && server.sockets.size() == 1; }));
    server.close(0, 4006, QStringLiteral("going_down"));
    ASSERT_TRUE(runUntil([&] { return opened == 2 && server.sockets.size() == 2; }));
    EXPECT_EQ(closes, std::vector<quint16>{4006});
    EXPECT_EQ(reasons[0], QStringLiteral("going_down"));
    EXPECT_TRUE(retries[0]);
    server.sockets[1]->abort();
    ASSERT_TRUE(runUntil([&] { return opened == 3; }));
}

// SPEC W7
TEST_F(SocketTest, StaysAwayWhenToldSo)
{
    for (const int code : {4001, 4002, 4003, 4010}) {
        Server server;
        opened = 0;
        closes.clear();
        retries.clear();
        ReconnectingSocket &socket = make(server.url());
        ASSERT_TRUE(runUntil([&] { return opened == 1 && server.sockets.size() == 1; }));
        server.close(0, code, QStringLiteral("reason"));
        ASSERT_TRUE(runUntil([&] { return closes.size() == 1; }));
        EXPECT_EQ(closes[0], code);
        EXPECT_FALSE(retries[0]);
        socket.open();
        ASSERT_TRUE(runUntil([&] { return opened == 2; })) << "only its owner brings it back";
    }
}

TEST_F(SocketTest, ClosesOnDemandAndStaysClosed)
{
    Server server;
    ReconnectingSocket &socket = make(server.url());
    ASSERT_TRUE(runUntil([&] { return opened == 1 && server.sockets.size() == 1; }));
    socket.send("last words");
    socket.close(1000, QStringLiteral("bye"));
    EXPECT_EQ(closes, std::vector<quint16>{1000});
    EXPECT_FALSE(retries[0]);
    EXPECT_FALSE(socket.send("nothing"));
    ASSERT_TRUE(runUntil([&] { return server.closes.size() == 1; }));
    EXPECT_EQ(server.closes[0], 1000);
    ASSERT_EQ(server.texts.size(), 1u);
    EXPECT_EQ(server.texts[0], QStringLiteral("last words"));
}

TEST_F(SocketTest, TriesAgainWhileNobodyListens)
{
    QTcpServer reserved;
    ASSERT_TRUE(reserved.listen(QHostAddress::LocalHost));
    const QUrl url(QStringLiteral("ws://127.0.0.1:%1/").arg(reserved.serverPort()));
    reserved.close();
    make(url);
    ASSERT_TRUE(runUntil([&] { return closes.size() >= 3; }));
    EXPECT_EQ(closes[0], 1006);
    EXPECT_TRUE(retries[2]);
}

TEST_F(SocketTest, GivesUpAHandshakeThatIsNotAnswered)
{
    QTcpServer silent;
    ASSERT_TRUE(silent.listen(QHostAddress::LocalHost));
    make(QUrl(QStringLiteral("ws://127.0.0.1:%1/").arg(silent.serverPort())));
    ASSERT_TRUE(runUntil([&] { return closes.size() >= 2; }));
    EXPECT_EQ(closes[0], 1006);
}

TEST_F(SocketTest, UnderstandsARefusedUpgrade)
{
    QTcpServer refusing;
    ASSERT_TRUE(refusing.listen(QHostAddress::LocalHost));
    QObject::connect(&refusing, &QTcpServer::newConnection, &refusing, [&] {
        QTcpSocket *const socket = refusing.nextPendingConnection();
        QObject::connect(socket, &QTcpSocket::readyRead, socket, [socket] {
            if (!socket->peek(1 << 16).contains("\r\n\r\n"))
                return;
            socket->write("HTTP/1.1 401 Unauthorized\r\nContent-Length: 0\r\nConnection: close\r\n\r\n");
            socket->disconnectFromHost();
        });
    });
    make(QUrl(QStringLiteral("ws://127.0.0.1:%1/").arg(refusing.serverPort())));
    ASSERT_TRUE(runUntil([&] { return closes.size() == 1; }));
    EXPECT_EQ(closes[0], 4002);
    EXPECT_FALSE(retries[0]);
}

TEST_F(SocketTest, RefusesAServerThatSpeaksAnotherProtocol)
{
    Server server({QStringLiteral("cheetah.client.v9")});
    make(server.url());
    ASSERT_TRUE(runUntil([&] { return closes.size() == 1; }));
    EXPECT_EQ(closes[0], 4010);
    EXPECT_EQ(opened, 0);
}

// SPEC D7
TEST_F(SocketTest, BoundsWhatItHoldsForAPeerThatDoesNotRead)
{
    QTcpServer tcp;
    ASSERT_TRUE(tcp.listen(QHostAddress::LocalHost));
    QWebSocketServer server(QStringLiteral("test"), QWebSocketServer::NonSecureMode);
    server.setSupportedSubprotocols({QStringLiteral("cheetah.client.v1")});
    QTcpSocket *raw = nullptr;
    QObject::connect(&tcp, &QTcpServer::newConnection, &tcp, [&] {
        raw = tcp.nextPendingConnection();
        server.handleConnection(raw);
    });
    ReconnectingSocket &socket = make(QUrl(QStringLiteral("ws://127.0.0.1:%1/").arg(tcp.serverPort())));
    ASSERT_TRUE(runUntil([&] { return opened == 1; }));
    const std::string message(100'000, 'x');
    std::size_t sent = 0;
    while (sent < 1000 && socket.send(message)) // the loop does not run, so nothing is read
        ++sent;
    EXPECT_LT(sent, 1000u);
    ASSERT_EQ(closes.size(), 1u);
    EXPECT_EQ(closes[0], 4005);
    EXPECT_TRUE(retries[0]);
    ASSERT_TRUE(runUntil([&] { return opened == 2; }));
}

} // namespace
} // namespace cheetah
