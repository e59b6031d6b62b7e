// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "wire/messages.h"

#include <QPointer>
#include <QWebSocket>
#include <QWebSocketServer>

#include <map>
#include <optional>
#include <string>
#include <vector>

namespace cheetah::test {

/// The node's end of one client's socket, without a node behind it: accepts every hello, keeps what the client says,
/// and sends what a test wants. It can go away and come back on the same port.
class FakeNode {
public:
    FakeNode();

    QUrl url() const;
    /// Closes the socket and listens no more, as a node that ended.
    void goAway();
    void comeBack();
    /// Refuses hellos with this error and close code from now on; nothing: accepts them.
    void refuseWith(std::optional<ErrorCode> error, CloseCode code = CloseCode::BadInput);
    void close(CloseCode code, ErrorCode reason);
    /// Whether results are answered with resultKept.
    void keepsResults(bool keeps) { m_keepsResults = keeps; }

    void send(const CommandMessage &command);
    void cancel(const CommandId &command);
    void requestReport();
    /// Asks for the state of a creation; the answer shows up in provisionAnswers.
    void askProvision(const ProvisionId &provision);

    bool hasReport() const { return !reports.empty(); }
    /// Windows of the last report, none if there is none.
    std::vector<ReportedWindow> windows() const;
    std::optional<ReportedContext> context(const ContextId &id) const;

    std::vector<HelloMessage> hellos;
    std::vector<std::string> tokens; ///< of the Authorization headers
    std::vector<ReportMessage> reports;
    std::vector<UnchangedMessage> unchanged;
    std::vector<CommandId> acknowledged;
    std::vector<ResultMessage> results;
    std::vector<ProvisionStatusAnswer> provisionAnswers;
    int keepAlives = 0;
    int byes = 0;

private:
    void accept();
    void receive(const std::string &text);
    void hello(const RpcMessage &message);
    void reply(const std::string &text);

    QWebSocketServer m_server;
    quint16 m_port = 0;
    QPointer<QWebSocket> m_socket;
    std::map<std::string, std::uint64_t> m_lastSeqs; ///< by epoch
    std::optional<ErrorCode> m_refusal;
    CloseCode m_refusalCode = CloseCode::BadInput;
    bool m_keepsResults = true;
    std::uint64_t m_generation = 0;
};

} // namespace cheetah::test
