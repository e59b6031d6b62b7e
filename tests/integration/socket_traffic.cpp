// SPDX-License-Identifier: Apache-2.0
// What really goes over both sockets, held against their published schemas.
#include "support/loop.h"
#include "support/nodefixture.h"
#include "wire/consolemessages.h"

#include <gtest/gtest.h>

#include <QtCore/QProcess>
#include <QtWebSockets/QWebSocketHandshakeOptions>

namespace cheetah::test {
namespace {

/// Keeps messages by the schema's root that they must fit.
class Recorder {
public:
    void add(const char *root, const std::string &text)
    {
        m_lines += std::string(root) + ' ' + text + '\n';
        ++m_count;
    }
    int count() const { return m_count; }

    std::string problems(const char *schema) const
    {
        const QString source = QString::fromLocal8Bit(qgetenv("CHEETAH_SOURCE_DIR"));
        QProcess check;
        check.start(qEnvironmentVariable("CHEETAH_PYTHON", "python3"),
                    {source + "/tests/support/validate_messages.py", source + "/resources/schemas/" + schema});
        check.write(QByteArray::fromStdString(m_lines));
        check.closeWriteChannel();
        if (!check.waitForFinished(60'000))
            return "the check did not end";
        return check.exitCode() == 0 ? std::string()
                                     : (check.readAllStandardOutput() + check.readAllStandardError()).toStdString();
    }

private:
    std::string m_lines;
    int m_count = 0;
};

/// A console that records what it says and hears.
class Console {
public:
    Console(const QUrl &node, const std::string &token, Recorder &recorder) : m_recorder(recorder)
    {
        QObject::connect(&m_socket, &QWebSocket::textMessageReceived, &m_socket, [this](const QString &text) {
            m_recorder.add("fromNode", text.toStdString());
            if (auto message = parseRpc(text.toStdString()))
                messages.push_back(*std::move(message));
        });
        QNetworkRequest request(socketUrl(node));
        request.setRawHeader("Authorization", "Bearer " + QByteArray::fromStdString(token));
        QWebSocketHandshakeOptions options;
        options.setSubprotocols({QString::fromUtf8(consoleSubprotocol.data(), qsizetype(consoleSubprotocol.size()))});
        m_socket.open(request, options);
        runUntil([&] { return m_socket.state() == QAbstractSocket::ConnectedState; });
    }

    std::optional<RpcMessage> ask(std::string_view method, const std::string &params)
    {
        const RpcId id(++m_lastId);
        const std::string text = rpcRequest(id, method, std::string_view(params));
        m_recorder.add("fromConsole", text);
        m_socket.sendTextMessage(QString::fromStdString(text));
        const RpcMessage *found = nullptr;
        runUntil([&] {
            for (const RpcMessage &message : messages)
                if (message.id == id)
                    found = &message;
            return found != nullptr;
        });
        return found ? std::optional(*found) : std::nullopt;
    }
    bool heard(std::string_view method)
    {
        return runUntil([&] {
            return std::any_of(messages.begin(), messages.end(),
                               [&](const RpcMessage &m) { return m.method == method; });
        });
    }

    std::vector<RpcMessage> messages;

private:
    Recorder &m_recorder;
    QWebSocket m_socket;
    std::int64_t m_lastId = 0;
};

} // namespace

// SPEC E1 SPEC D1 SPEC D2 SPEC W13
TEST(SocketTraffic, TheClientSocketIsAsItsSchemaSays)
{
    NodeFixture node;
    ASSERT_TRUE(node.started());
    Recorder recorder;
    ScriptedClient client({*UserId::parse("u"), *ClientId::parse("c")}, *Epoch::parse("e"), 2);
    client.onTraffic = [&](bool fromClient, const std::string &text) {
        recorder.add(fromClient ? "fromClient" : "fromNode", text);
    };
    client.hello.metadata = {{"region", "eu"}};
    client.hello.limits.tabs = 5;
    ASSERT_TRUE(client.connectTo(node.url(), node.token("client")));
    client.script("evaluate", [](const CommandMessage &) {
        return ScriptedClient::Answer{{}, Error(ErrorCode::ScriptFailed, {{"reason", "x"}})};
    });
    client.script("navigate", [](const CommandMessage &) { return ScriptedClient::Answer{}; });

    const auto lease = node.call("acquire", "app", R"({"userId":"u","taskId":"t","placement":"new-window"})");
    ASSERT_EQ(lease.status, 200) << lease.text;
    const auto send = [&](const std::string &more) {
        return node.call("send", "app", "{\"handle\":\"" + lease.textAt("handle") + '"' + more + '}');
    };
    EXPECT_EQ(send(R"(,"kind":"evaluate","params":{"script":"x"},"waitMs":10000)").textAt("outcome"), "error");
    EXPECT_EQ(send(R"(,"kind":"navigate","params":{"url":"https://example.test/"},"commandId":"slow")").status, 200);
    ASSERT_TRUE(runUntil([&] { return client.commands().size() == 3; }));
    EXPECT_EQ(node.call("cancelCommand", "app", R"({"userId":"u","commandId":"slow"})").status, 200);
    ASSERT_TRUE(runUntil([&] { return client.cancelled().size() == 1 && client.keptResults().size() == 2; }));
    client.notify("keep");
    client.leave();
    EXPECT_GT(recorder.count(), 15);
    EXPECT_EQ(recorder.problems("cheetah.client.v1.json"), "");
}

// SPEC E1 SPEC O1 SPEC R5
TEST(SocketTraffic, TheConsoleSocketIsAsItsSchemaSaysAndLeadsAReplica)
{
    NodeFixture node;
    ASSERT_TRUE(node.started());
    const auto first = node.client("u", "c1", 3);
    ASSERT_TRUE(first);
    Recorder recorder;
    Console console(node.url(), node.token("operator"), recorder);
    ASSERT_TRUE(console.ask("contexts", "{}")) << "not attached yet";
    Console attached(node.url(), node.token("operator"), recorder);
    const auto answer = attached.ask("attach", R"({"protocol":1,"actor":"Ada"})");
    ASSERT_TRUE(answer && answer->kind == RpcMessage::Kind::Response);
    ASSERT_TRUE(attached.ask("subscribe", R"({"fleet":true,"journal":true,"health":true})"));
    ASSERT_TRUE(attached.heard("snapshot"));
    const auto second = node.client("v", "c2", 2);
    const auto lease = node.call("acquire", "app", R"({"userId":"u","taskId":"t"})");
    ASSERT_TRUE(attached.heard("delta") && attached.heard("journal") && attached.heard("heartbeat")
                && attached.heard("health"));
    const std::string fence = std::to_string(*lease.body.member("fence")->unsignedInteger());
    EXPECT_EQ(attached.ask("forceRelease", "{\"name\":\"" + lease.textAt("name") + "\",\"fence\":" + fence + "}")->kind,
              RpcMessage::Kind::Response);
    EXPECT_EQ(attached.ask("acquire", R"({"userId":"u","taskId":"t"})")->error->code, ErrorCode::Forbidden);
    EXPECT_EQ(recorder.problems("cheetah.console.v1.json"), "");
    EXPECT_EQ(attached.ask("nonsense", "{}")->error->code, ErrorCode::UnknownMethod);

    // A replica led by these messages alone stands where the node stands.
    const std::uint64_t target = node.node().fleet().fleet().revision();
    Fleet replica;
    std::size_t applied = 0;
    const bool caughtUp = runUntil([&] {
        for (; applied < attached.messages.size(); ++applied) {
            const RpcMessage &message = attached.messages[applied];
            if (message.method == "snapshot") {
                const auto chunk = fromJson<SnapshotMessage>(message.params);
                if (!chunk)
                    return false;
                if (chunk->last)
                    replica.reset(chunk->revisions);
                EXPECT_TRUE(replica.load(chunk->changes));
            } else if (message.method == "delta") {
                const auto delta = fromJson<DeltaMessage>(message.params);
                EXPECT_TRUE(delta && replica.apply(delta->delta));
            }
        }
        return replica.revision() >= target;
    });
    EXPECT_TRUE(caughtUp);
    EXPECT_EQ(replica.contextCount(), 5u);
    EXPECT_EQ(replica.assignedCount(), 0u);
    const auto events = node.call("events", "viewer");
    EXPECT_NE(events.text.find("Ada"), std::string::npos) << "the journal names who acted (SPEC O3)";
}

} // namespace cheetah::test
