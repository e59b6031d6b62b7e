// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "wire/messages.h"

#include <QUrl>
#include <QWebSocket>

#include <functional>
#include <map>

namespace cheetah::test {

/// A client that does what a test says: speaks cheetah.client.v1 like a browser, without one. It answers commands with
/// what the script for their kind gives, and by itself opens and closes tabs and windows, so that provisioning works. It
/// never reconnects by itself. Owned by the test; waits run the test's event loop and fail after some seconds.
class ScriptedClient : public QObject {
public:
    /// What a script answers to a command: a result as JSON text, an error, or nothing, where it stays unanswered.
    struct Answer {
        std::optional<std::string> result;
        std::optional<Error> error;
    };
    using Script = std::function<Answer(const CommandMessage &)>;

    /// A client with one window `w1` and tabs `t1`…`t<tabs>`.
    ScriptedClient(ClientName name, Epoch epoch, std::uint32_t tabs = 2);

    HelloMessage hello; ///< what it will say of itself; change it before connecting
    std::vector<ReportedWindow> windows;

    /// Connects, says hello and reports once; false with `lastError()` set where the node refuses.
    bool connectTo(const QUrl &node, const std::string &token);
    /// Connects without saying anything.
    bool openSocket(const QUrl &node, const std::string &token);
    /// Closes the socket as a killed process does: without a word.
    void drop();
    /// Says bye and closes.
    void leave(const std::string &reason = "test");

    /// Reports `windows` under the next seq and waits for the answer.
    bool report();
    /// Answers commands of a kind from now on; without a script (null) they get the result `{}`.
    void script(const std::string &kind, Script answer) { m_scripts[kind] = std::move(answer); }
    /// Commands are not acknowledged while this is off.
    void acknowledges(bool on) { m_acknowledges = on; }

    /// Sends a request and waits for its answer; nothing if none came.
    std::optional<RpcMessage> request(std::string_view method, const std::string &params);
    void notify(std::string_view method, const std::string &params = "{}");
    void sendText(const std::string &text);
    /// Sees every message: whether the client said it, and its text.
    std::function<void(bool fromClient, const std::string &text)> onTraffic;
    void sendResult(const ResultMessage &message);

    bool isOpen() const { return m_socket.state() == QAbstractSocket::ConnectedState; }
    int closeCode() const { return int(m_socket.closeCode()); }
    std::string closeReason() const { return m_socket.closeReason().toStdString(); }
    const std::vector<CommandMessage> &commands() const { return m_commands; }
    const std::vector<CommandId> &keptResults() const { return m_kept; }
    const std::vector<CommandId> &cancelled() const { return m_cancelled; }
    const std::optional<WelcomeMessage> &welcome() const { return m_welcome; }
    const std::optional<Error> &lastError() const { return m_lastError; }
    std::uint64_t seq() const { return m_seq; }
    QWebSocket &socket() { return m_socket; }

    ContextName contextName(const char *id) const;
    WindowName windowName(const char *id) const;

private:
    void onText(const QString &text);
    void onCommand(const CommandMessage &command);
    void carryOut(const CommandMessage &command);
    std::optional<std::string> openTab(const CommandMessage &command, bool inNewWindow);
    bool close(const CommandMessage &command);
    void sendReport();

    QWebSocket m_socket;
    std::map<std::string, Script, std::less<>> m_scripts;
    std::map<std::int64_t, RpcMessage> m_answers;
    std::vector<CommandMessage> m_commands;
    std::vector<CommandId> m_kept, m_cancelled;
    std::optional<WelcomeMessage> m_welcome;
    std::optional<Error> m_lastError;
    std::int64_t m_lastRequest = 0;
    std::uint64_t m_seq = 0;
    std::uint32_t m_opened = 0;
    bool m_acknowledges = true;
};

/// `ws://…` of a node's `http://…`.
QUrl socketUrl(const QUrl &node);

} // namespace cheetah::test
