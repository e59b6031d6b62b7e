// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "browser/chromiumhost.h"
#include "wire/messages.h"
#include "wire/reconnectingsocket.h"

#include <QObject>

#include <map>
#include <memory>
#include <string>
#include <unordered_set>
#include <vector>

namespace cheetah {

struct BrowserClientSettings {
    ClientName name;
    Metadata metadata;
    std::string version; ///< of this program, for the agent text
    ChromiumSettings chromium;
    ReconnectingSocket::Options socket; ///< URL and token; the subprotocol is set here
    Micros shapeDelay = Millis(50);     ///< from a change to its report
    Micros titleDelay = Millis(500);    ///< the same, for titles and URLs alone
    Micros reportInterval = Seconds(15);
    Micros keepInterval = Seconds(20);
};

/// A Chromium that serves a node as an ordinary client: says hello with its epoch, reports its windows on every change,
/// executes commands, and keeps their results until the node has them. A lost connection or node costs nothing but
/// time: it comes back in the same epoch. A lost Chromium is a new epoch on the same connection.
class BrowserClient : public QObject {
    Q_OBJECT

public:
    static constexpr std::size_t maxRemembered = 10'000; ///< provision ids of this epoch

    BrowserClient(const BrowserClientSettings &settings, Scheduler &scheduler, IdSource &ids, const Log &log);

    /// Starts Chromium and then connects; the errors of ChromiumHost::start().
    Result<void> start();
    /// Ends Chromium first, then tells the node that its tabs are gone; finished() follows.
    void stop();

    ChromiumHost &host() { return m_host; }
    bool isWelcome() const { return m_welcome; }

signals:
    /// It is over: after stop() without error, or because the node sent it away for good (`superseded`,
    /// `unauthenticated`, `forbidden`, `version_unsupported`).
    void finished(const std::optional<cheetah::Error> &error);

private:
    enum class Asked { Hello, Report, Result };
    struct Question {
        Asked what;
        CommandId command;
    };

    void browserReady();
    void browserDied();
    void browserStopped();
    void socketClosed(quint16 code, const QString &reason, bool willRetry);
    void hello();
    void ask(Asked what, std::string_view method, const std::string &params, const CommandId &command = {});
    void receive(const QByteArray &bytes);
    void heard(const RpcMessage &message);
    void answered(const RpcMessage &message);
    void welcomed(const JsonValue &result);
    void refused(const Question &question, const Error &error);
    void provisionAsked(const RpcMessage &message);
    void answerProvision(const RpcId &id, const ProvisionId &provision);

    void changed(bool onlyTitles);
    void reportSoon(Micros delay);
    /// Sends a report if the windows differ from the last one; its seq, or that of the last one.
    std::uint64_t reportChanges();
    void report(std::vector<ReportedWindow> windows);
    void repeatReport();
    void keepAlive();
    void ended(const KeptEnd &end);
    void sendResult(const KeptEnd &end);

    BrowserClientSettings m_settings;
    Scheduler &m_scheduler;
    Log m_log;
    ChromiumHost m_host;
    ReconnectingSocket m_socket;
    bool m_welcome = false;
    bool m_stopping = false;
    std::int64_t m_lastQuestion = 0;
    std::map<std::int64_t, Question> m_questions;
    std::uint64_t m_seq = 0; ///< of the last report of the epoch
    bool m_reported = false; ///< over this connection, in this epoch
    std::vector<ReportedWindow> m_lastWindows;
    std::unordered_set<ProvisionId> m_made;
    std::vector<std::pair<ProvisionId, RpcId>> m_provisionQuestions; ///< about creations under way
    Scheduler::Timer m_reportTimer, m_repeatTimer, m_keepTimer;
    bool m_soonIsShape = false;
    Scope m_scope;
};

} // namespace cheetah
