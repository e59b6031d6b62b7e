// SPDX-License-Identifier: Apache-2.0
#include "support/wiresamples.h"

#include <QtCore/QProcess>
#include <gtest/gtest.h>

namespace cheetah {
namespace {

using namespace test;

std::string sourcePath(const char *path)
{
    return qEnvironmentVariable("CHEETAH_SOURCE_DIR", QStringLiteral(".")).toStdString() + '/' + path;
}

/// Lines for validate_messages.py.
class Messages {
public:
    void fits(const char *root, const std::string &json) { m_lines += std::string(root) + ' ' + json + '\n'; }
    void doesNotFit(const char *root, const std::string &json) { fits((std::string("!") + root).c_str(), json); }

    /// What the schema says against them; empty if nothing.
    std::string against(const char *schema) const
    {
        QProcess check;
        check.start(qEnvironmentVariable("CHEETAH_PYTHON", QStringLiteral("/usr/bin/python3")),
                    {QStringLiteral("-B"), QString::fromStdString(sourcePath("tests/support/validate_messages.py")),
                     QString::fromStdString(sourcePath(schema))});
        check.write(m_lines.data(), qint64(m_lines.size()));
        check.closeWriteChannel();
        if (!check.waitForFinished(60'000))
            return "the validator did not end";
        const QByteArray said = check.readAllStandardOutput() + check.readAllStandardError();
        return check.exitCode() == 0 && said.isEmpty() ? std::string() : "refused:\n" + said.toStdString();
    }

private:
    std::string m_lines;
};

const RpcId one{std::int64_t(1)};

HelloMessage hello()
{
    HelloMessage m;
    m.token = "secret";
    m.client = {UserId::trusted("u"), ClientId::trusted("c")};
    m.kind = ClientKind::Console;
    m.epoch = Epoch::trusted("e");
    m.agent = "agent";
    m.metadata = {{"region", "eu"}};
    m.limits = clientState().limits;
    return m;
}

ReportMessage report()
{
    ReportedWindow window;
    window.id = WindowId::trusted("w");
    window.provision = ProvisionId::trusted("p");
    window.contexts = {reportedContext(), {}};
    window.contexts[1].id = ContextId::trusted("t2");
    return {Epoch::trusted("e"), 3, {window}};
}

CommandMessage command(std::string kind, std::string params)
{
    return {CommandId::trusted("k"),
            Epoch::trusted("e"),
            std::move(kind),
            ContextId::trusted("t"),
            WindowId::trusted("w"),
            ProvisionId::trusted("p"),
            std::move(params),
            Seconds(60),
            "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01"};
}

TEST(Schemas, DescribeWhatTheClientSocketSays)
{
    Messages m;
    const Epoch epoch = Epoch::trusted("e");
    const CommandId id = CommandId::trusted("k");
    const Error error(ErrorCode::NavigationFailed, {{"reason", "dns"}}, "detail");
    m.fits("fromClient", rpcRequest(one, clientmethod::hello, hello()));
    m.fits("fromClient", rpcRequest(RpcId(std::string("r")), clientmethod::report, report()));
    m.fits("fromClient", rpcRequest(one, clientmethod::unchanged, UnchangedMessage{epoch, 4}));
    m.fits("fromClient", rpcRequest(one, clientmethod::result, ResultMessage{epoch, id, "[1]", {}, 4}));
    m.fits("fromClient", rpcRequest(one, clientmethod::result, ResultMessage{epoch, id, "", {}, 0}));
    m.fits("fromClient", rpcRequest(one, clientmethod::result, ResultMessage{epoch, id, "", error, 0}));
    m.fits("fromClient", rpcNotification(clientmethod::ack, AckMessage{epoch, id}));
    m.fits("fromClient", rpcNotification(clientmethod::keep));
    m.fits("fromClient", rpcNotification(clientmethod::bye, ByeMessage{"going"}));
    m.fits("fromClient", rpcResponse(one, ProvisionStatusAnswer{4, true}));
    m.fits("fromClient", rpcError(one, error));

    m.fits("fromNode", rpcResponse(one, WelcomeMessage{1, 2, true, clientState().limits, Seconds(5), Seconds(15), 9}));
    m.fits("fromNode", rpcResponse(one, SeqMessage{4}));
    m.fits("fromNode", rpcResponse(one));
    m.fits("fromNode", rpcError(std::nullopt, error));
    m.fits("fromNode",
           rpcNotification(clientmethod::command, command("navigate", R"({"url":"u","waitUntil":"load"})")));
    m.fits("fromNode", rpcNotification(clientmethod::command, command("evaluate", R"({"script":"1"})")));
    m.fits("fromNode", rpcNotification(clientmethod::command, command("closeTab", "{}")));
    m.fits("fromNode", rpcNotification(clientmethod::command, command("productSpecific", R"({"any":[1]})")));
    m.fits("fromNode", rpcNotification(clientmethod::cancel, CommandIdMessage{id}));
    m.fits("fromNode", rpcNotification(clientmethod::resultKept, CommandIdMessage{id}));
    m.fits("fromNode", rpcNotification(clientmethod::reportRequest));
    m.fits("fromNode", rpcNotification(clientmethod::keep));
    m.fits("fromNode",
           rpcRequest(one, clientmethod::provisionStatus, ProvisionStatusMessage{ProvisionId::trusted("p")}));

    m.doesNotFit("fromClient", rpcNotification(clientmethod::cancel, CommandIdMessage{id}));
    m.doesNotFit("fromClient", R"({"jsonrpc":"2.0","id":1,"method":"unchanged","params":{"epoch":"e"}})");
    m.doesNotFit("fromClient", R"({"jsonrpc":"2.0","id":1,"method":"unchanged","params":{"epoch":"","seq":1}})");
    m.doesNotFit("fromClient", R"({"jsonrpc":"2.0","id":1,"method":"unchanged","params":{"epoch":"e","seq":-1}})");
    m.doesNotFit("fromClient", R"({"jsonrpc":"2.0","id":1,"method":"unchanged","params":{"epoch":"e","seq":1,"x":1}})");
    m.doesNotFit("fromNode", rpcNotification(clientmethod::command, command("navigate", "{}")));
    EXPECT_EQ(m.against("resources/schemas/cheetah.client.v1.json"), "");
}

TEST(Schemas, DescribeWhatTheConsoleSocketSays)
{
    Messages m;
    m.fits("fromConsole", rpcRequest(one, consolemethod::attach, AttachMessage{protocolVersion, "token", "Ada"}));
    m.fits("fromConsole", rpcRequest(one, consolemethod::subscribe, SubscribeMessage{true, true, true}));
    m.fits("fromConsole", rpcRequest(one, "acquire", acquireRequest()));
    m.fits("fromConsole", rpcNotification(clientmethod::keep));

    m.fits("fromNode", rpcResponse(one, AttachedMessage{DeploymentId::trusted("d"),
                                                        NodeId::trusted("n"),
                                                        Incarnation::trusted("i"),
                                                        "0.1",
                                                        "viewer",
                                                        {7},
                                                        {}}));
    m.fits("fromNode", rpcResponse(one));
    m.fits("fromNode", rpcResponse(one, explanation()));
    m.fits("fromNode", rpcError(one, Error(ErrorCode::Forbidden, {{"scope", "viewer"}})));
    const std::vector<Revision> revisions = {{0, Incarnation::trusted("i"), 42}};
    m.fits("fromNode", rpcNotification(consolemethod::snapshot, SnapshotMessage{0, false, changes(), {}}));
    m.fits("fromNode", rpcNotification(consolemethod::snapshot, SnapshotMessage{1, true, {}, revisions}));
    m.fits("fromNode", snapshotNotifications(Fleet()).front());
    m.fits("fromNode", deltaNotification(Incarnation::trusted("i"), {0, 41, 42, {7}, changes()}));
    for (const Change &change : changes())
        m.fits("change", toJson(change));
    m.fits("fromNode", rpcNotification(consolemethod::journal, JournalMessage{{journalEntry(), refusedEntry(), {}}}));
    m.fits("fromNode", rpcNotification(consolemethod::heartbeat, HeartbeatMessage{{7}, 42}));
    m.fits("policies", toJson(DeploymentPolicies{}));

    m.doesNotFit("fromConsole", rpcRequest(one, "noSuchMethod", acquireRequest()));
    m.doesNotFit("change", R"({"change":"waiterRemoved","userId":"u"})");
    m.doesNotFit("change", R"({"change":"other"})");
    m.doesNotFit("fromNode", R"({"jsonrpc":"2.0","method":"heartbeat","params":{"revision":1}})");
    EXPECT_EQ(m.against("resources/schemas/cheetah.console.v1.json"), "");
}

} // namespace
} // namespace cheetah
