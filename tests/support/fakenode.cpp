// SPDX-License-Identifier: Apache-2.0
#include "support/fakenode.h"

#include <QNetworkRequest>

namespace cheetah::test {

namespace {

QString text(std::string_view bytes)
{
    return QString::fromUtf8(bytes.data(), qsizetype(bytes.size()));
}

} // namespace

FakeNode::FakeNode() : m_server(QStringLiteral("fake node"), QWebSocketServer::NonSecureMode)
{
    m_server.setSupportedSubprotocols({text(clientSubprotocol)});
    QObject::connect(&m_server, &QWebSocketServer::newConnection, &m_server, [this] { accept(); });
    comeBack();
}

QUrl FakeNode::url() const
{
    return QUrl(QStringLiteral("ws://127.0.0.1:%1/").arg(m_port));
}

void FakeNode::goAway()
{
    m_server.close();
    if (m_socket)
        m_socket->abort();
}

void FakeNode::comeBack()
{
    m_server.listen(QHostAddress::LocalHost, m_port);
    m_port = m_server.serverPort();
}

void FakeNode::refuseWith(std::optional<ErrorCode> error, CloseCode code)
{
    m_refusal = error;
    m_refusalCode = code;
}

void FakeNode::close(CloseCode code, ErrorCode reason)
{
    if (m_socket)
        m_socket->close(QWebSocketProtocol::CloseCode(code), text(name(reason)));
}

void FakeNode::accept()
{
    QWebSocket *socket = m_server.nextPendingConnection();
    if (m_socket)
        m_socket->deleteLater();
    m_socket = socket;
    tokens.push_back(socket->request().rawHeader("Authorization").toStdString());
    QObject::connect(socket, &QWebSocket::textMessageReceived, socket, [this, socket](const QString &message) {
        if (socket == m_socket)
            receive(message.toStdString());
    });
}

void FakeNode::receive(const std::string &bytes)
{
    const auto message = parseRpc(bytes);
    if (!message)
        return;
    const std::string &method = message->method;
    if (message->kind == RpcMessage::Kind::Response) {
        if (const auto answer = fromJson<ProvisionStatusAnswer>(message->result))
            provisionAnswers.push_back(*answer);
    } else if (method == clientmethod::hello) {
        hello(*message);
    } else if (method == clientmethod::report) {
        const auto report = fromJson<ReportMessage>(message->params);
        if (!report)
            return;
        reports.push_back(*report);
        m_lastSeqs[report->epoch.string()] = report->seq;
        reply(rpcResponse(*message->id, SeqMessage{report->seq}));
    } else if (method == clientmethod::unchanged) {
        unchanged.push_back(*fromJson<UnchangedMessage>(message->params));
        m_lastSeqs[unchanged.back().epoch.string()] = unchanged.back().seq;
        reply(rpcResponse(*message->id, SeqMessage{unchanged.back().seq}));
    } else if (method == clientmethod::result) {
        ResultMessage result;
        JsonReading reading(UnknownMembers::Ignored);
        get(reading, message->params, result);
        results.push_back(result);
        reply(rpcResponse(*message->id));
        if (m_keepsResults)
            reply(rpcNotification(clientmethod::resultKept, CommandIdMessage{result.command}));
    } else if (method == clientmethod::ack) {
        acknowledged.push_back(fromJson<AckMessage>(message->params)->command);
    } else if (method == clientmethod::keep) {
        ++keepAlives;
    } else if (method == clientmethod::bye) {
        ++byes;
    }
}

void FakeNode::hello(const RpcMessage &message)
{
    const auto decoded = decodeHello(message.params);
    if (!decoded)
        return;
    hellos.push_back(*decoded);
    if (m_refusal) {
        reply(rpcError(message.id, *m_refusal));
        return close(m_refusalCode, *m_refusal);
    }
    const auto last = m_lastSeqs.find(decoded->epoch.string());
    WelcomeMessage welcome;
    welcome.generation = ++m_generation;
    welcome.resumed = last != m_lastSeqs.end();
    welcome.lastSeq = welcome.resumed ? last->second : 0;
    welcome.keepAlive = Seconds(20);
    welcome.lease = Seconds(15);
    welcome.maxFrameBytes = 16u << 20;
    reply(rpcResponse(*message.id, welcome));
}

void FakeNode::reply(const std::string &message)
{
    if (m_socket)
        m_socket->sendTextMessage(QString::fromStdString(message));
}

void FakeNode::send(const CommandMessage &command)
{
    reply(rpcNotification(clientmethod::command, command));
}

void FakeNode::cancel(const CommandId &command)
{
    reply(rpcNotification(clientmethod::cancel, CommandIdMessage{command}));
}

void FakeNode::requestReport()
{
    reply(rpcNotification(clientmethod::reportRequest));
}

void FakeNode::askProvision(const ProvisionId &provision)
{
    reply(rpcRequest(RpcId(std::int64_t(1)), clientmethod::provisionStatus, ProvisionStatusMessage{provision}));
}

std::vector<ReportedWindow> FakeNode::windows() const
{
    return reports.empty() ? std::vector<ReportedWindow>() : reports.back().windows;
}

std::optional<ReportedContext> FakeNode::context(const ContextId &id) const
{
    for (const ReportedWindow &window : windows())
        for (const ReportedContext &context : window.contexts)
            if (context.id == id)
                return context;
    return std::nullopt;
}

} // namespace cheetah::test
