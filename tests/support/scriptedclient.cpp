// SPDX-License-Identifier: Apache-2.0
#include "support/scriptedclient.h"

#include "support/loop.h"

#include <QNetworkRequest>
#include <QWebSocketHandshakeOptions>

#include <algorithm>

namespace cheetah::test {

QUrl socketUrl(const QUrl &node)
{
    QUrl url = node;
    url.setScheme(node.scheme() == "https" ? "wss" : "ws");
    return url;
}

ScriptedClient::ScriptedClient(ClientName name, Epoch epoch, std::uint32_t tabs)
{
    hello.client = std::move(name);
    hello.epoch = std::move(epoch);
    hello.agent = "scripted 1";
    ReportedWindow window;
    window.id = WindowId::trusted("w1");
    window.title = "Window";
    for (std::uint32_t i = 1; i <= tabs; ++i) {
        ReportedContext tab;
        tab.id = ContextId::trusted("t" + std::to_string(i));
        tab.title = "Tab " + std::to_string(i);
        tab.url = "https://example.test/" + std::to_string(i);
        tab.active = i == 1;
        window.contexts.push_back(std::move(tab));
    }
    windows.push_back(std::move(window));
    connect(&m_socket, &QWebSocket::textMessageReceived, this, &ScriptedClient::onText);
}

bool ScriptedClient::openSocket(const QUrl &node, const std::string &token)
{
    QNetworkRequest request(socketUrl(node));
    if (!token.empty())
        request.setRawHeader("Authorization", "Bearer " + QByteArray::fromStdString(token));
    QWebSocketHandshakeOptions options;
    options.setSubprotocols({QString::fromUtf8(clientSubprotocol.data(), qsizetype(clientSubprotocol.size()))});
    m_answers.clear();
    bool isOver = false;
    const auto opened = connect(&m_socket, &QWebSocket::connected, this, [&] { isOver = true; });
    const auto failed = connect(&m_socket, &QWebSocket::disconnected, this, [&] { isOver = true; });
    m_socket.open(request, options);
    runUntil([&] { return isOver; });
    disconnect(opened);
    disconnect(failed);
    return isOpen();
}

bool ScriptedClient::connectTo(const QUrl &node, const std::string &token)
{
    if (!openSocket(node, token))
        return false;
    const auto answer = request(clientmethod::hello, toJson(hello));
    if (!answer || answer->kind != RpcMessage::Kind::Response)
        return false;
    auto welcome = fromJson<WelcomeMessage>(answer->result);
    if (!welcome)
        return false;
    m_welcome = *std::move(welcome);
    m_seq = std::max(m_seq, m_welcome->lastSeq);
    return report();
}

void ScriptedClient::drop()
{
    m_socket.abort();
}

void ScriptedClient::leave(const std::string &reason)
{
    notify(clientmethod::bye, toJson(ByeMessage{reason}));
    m_socket.close();
    runUntil([this] { return m_socket.state() == QAbstractSocket::UnconnectedState; });
}

bool ScriptedClient::report()
{
    const auto answer = request(clientmethod::report, toJson(ReportMessage{hello.epoch, ++m_seq, windows}));
    return answer && answer->kind == RpcMessage::Kind::Response;
}

void ScriptedClient::sendReport()
{
    sendText(rpcRequest(++m_lastRequest, clientmethod::report, ReportMessage{hello.epoch, ++m_seq, windows}));
}

std::optional<RpcMessage> ScriptedClient::request(std::string_view method, const std::string &params)
{
    const std::int64_t id = ++m_lastRequest;
    sendText(rpcRequest(id, method, std::string_view(params)));
    runUntil([&] { return m_answers.contains(id) || !isOpen(); });
    const auto found = m_answers.find(id);
    if (found == m_answers.end())
        return std::nullopt;
    m_lastError = found->second.error;
    return found->second;
}

void ScriptedClient::sendText(const std::string &text)
{
    if (onTraffic)
        onTraffic(true, text);
    m_socket.sendTextMessage(QString::fromStdString(text));
}

void ScriptedClient::notify(std::string_view method, const std::string &params)
{
    sendText(rpcNotification(method, std::string_view(params)));
}

void ScriptedClient::sendResult(const ResultMessage &message)
{
    std::string params;
    JsonWriter out(params);
    put(out, message);
    sendText(rpcRequest(++m_lastRequest, clientmethod::result, std::string_view(params)));
}

ContextName ScriptedClient::contextName(const char *id) const
{
    return {hello.client.user, hello.client.client, hello.epoch, ContextId::trusted(id)};
}

WindowName ScriptedClient::windowName(const char *id) const
{
    return {hello.client.user, hello.client.client, hello.epoch, WindowId::trusted(id)};
}

void ScriptedClient::onText(const QString &text)
{
    if (onTraffic)
        onTraffic(false, text.toStdString());
    auto message = parseRpc(text.toStdString());
    if (!message)
        return;
    if (message->kind == RpcMessage::Kind::Response || message->kind == RpcMessage::Kind::Error) {
        if (message->id)
            if (const auto *id = std::get_if<std::int64_t>(&*message->id))
                m_answers[*id] = *std::move(message);
        return;
    }
    if (message->method == clientmethod::command) {
        if (auto command = fromJson<CommandMessage>(message->params))
            onCommand(*command);
    } else if (message->method == clientmethod::resultKept) {
        if (auto kept = fromJson<CommandIdMessage>(message->params))
            m_kept.push_back(kept->command);
    } else if (message->method == clientmethod::cancel) {
        if (auto cancelled = fromJson<CommandIdMessage>(message->params))
            m_cancelled.push_back(cancelled->command);
    } else if (message->method == clientmethod::reportRequest) {
        sendReport();
    } else if (message->method == clientmethod::keep) {
        notify(clientmethod::keep);
    } else if (message->method == clientmethod::provisionStatus && message->id) {
        sendText(rpcResponse(*message->id, ProvisionStatusAnswer{m_seq, false}));
    }
}

void ScriptedClient::onCommand(const CommandMessage &command)
{
    m_commands.push_back(command);
    if (m_acknowledges)
        notify(clientmethod::ack, toJson(AckMessage{hello.epoch, command.command}));
    const auto script = m_scripts.find(command.kind);
    if (script == m_scripts.end() || !script->second)
        return carryOut(command);
    const Answer answer = script->second(command);
    if (answer.result || answer.error)
        sendResult({hello.epoch, command.command, answer.result.value_or(""), answer.error, 0});
}

void ScriptedClient::carryOut(const CommandMessage &command)
{
    ResultMessage message{hello.epoch, command.command, "{}", std::nullopt, 0};
    bool isChanged = false;
    if (command.kind == commandkind::openTab || command.kind == commandkind::openWindow) {
        if (auto made = openTab(command, command.kind == commandkind::openWindow)) {
            message.result = *std::move(made);
            message.seq = m_seq + 1;
            isChanged = true;
        } else {
            message.error = ErrorCode::WindowUnknown;
        }
    } else if (command.kind == commandkind::closeTab || command.kind == commandkind::closeWindow) {
        isChanged = close(command);
    }
    sendResult(message);
    if (isChanged)
        sendReport();
}

std::optional<std::string> ScriptedClient::openTab(const CommandMessage &command, bool inNewWindow)
{
    const std::string number = std::to_string(++m_opened);
    if (inNewWindow) {
        ReportedWindow window;
        window.id = WindowId::trusted("made-w" + number);
        window.provision = command.provision;
        windows.push_back(std::move(window));
    }
    const auto window =
        inNewWindow ? std::prev(windows.end()) : std::find_if(windows.begin(), windows.end(), [&](const auto &w) {
            return command.window.empty() || w.id == command.window;
        });
    if (window == windows.end())
        return std::nullopt;
    ReportedContext tab;
    tab.id = ContextId::trusted("made-t" + number);
    tab.url = "about:blank";
    tab.ours = true;
    tab.provision = command.provision;
    window->contexts.push_back(tab);
    std::string text;
    JsonWriter(text)
        .beginObject()
        .member("contextId", std::string_view(tab.id.text()))
        .member("windowId", std::string_view(window->id.text()))
        .endObject();
    return text;
}

bool ScriptedClient::close(const CommandMessage &command)
{
    if (command.kind == commandkind::closeWindow)
        return std::erase_if(windows, [&](const auto &window) { return window.id == command.window; }) > 0;
    for (ReportedWindow &window : windows)
        if (std::erase_if(window.contexts, [&](const auto &tab) { return tab.id == command.context; }) > 0)
            return true;
    return false;
}

} // namespace cheetah::test
