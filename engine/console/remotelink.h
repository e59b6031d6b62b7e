// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "base/idsource.h"
#include "base/qtscheduler.h"
#include "console/inbox.h"
#include "wire/consolemessages.h"
#include "wire/reconnectingsocket.h"

#include <functional>
#include <map>

namespace cheetah {

/// The console socket of one node, from its bytes to news: attaches and subscribes at each connection, parses, decodes and
/// builds the fleet, and asks for everything again where a delta cannot be read. Lives on the remote deployment's thread,
/// which it may keep busy.
class RemoteLink final : public QObject {
public:
    struct Options {
        QUrl node; ///< http:// or https://; the socket's URL derives from it
        std::string token;
        std::string actor; ///< who sits here, for the node's journal; may be empty
        bool fleet = true;
        bool journal = true;
        bool health = true;
        std::optional<NodeTls> tls = {}; ///< for https://, see clientTls(); without: as the system has it
    };

    /// Clock and inbox are shared with the deployment's thread.
    RemoteLink(Options options, const Clock &clock, std::shared_ptr<Inbox> inbox);

    void open(std::uint64_t session);
    void close(std::uint64_t session);
    void retryNow() { m_socket.retryNow(); }
    void resync();
    void call(CallId call, std::string_view method, std::string_view params);
    void ping();

private:
    using Answer = std::function<void(Result<JsonValue>)>;

    void opened();
    void closed(quint16 code, const QString &reason, bool willRetry);
    void received(const QByteArray &bytes);
    void notified(const RpcMessage &message);
    void attached(const Result<JsonValue> &result);
    void subscribe();
    void live();
    void refuse(Error error);

    void onSnapshot(const JsonValue &params);
    void onDelta(const JsonValue &params);
    void onHeartbeat(const JsonValue &params);
    void onJournal(const JsonValue &params);
    void onHealth(const JsonValue &params);

    void tell(News news) { m_inbox->tell(m_session, std::move(news)); }
    void heard(RegistryTime at);
    void watch();
    void ask(std::string_view method, std::string_view params, Answer answer);
    void failPending();

    const Options m_options;
    const Clock &m_clock;
    const std::shared_ptr<Inbox> m_inbox;
    SystemIdSource m_ids;
    QtScheduler m_scheduler;
    ReconnectingSocket m_socket;
    std::uint64_t m_session = 0;
    bool m_isWanted = false;
    Error m_lastError{ErrorCode::Unavailable};
    std::int64_t m_lastId = 0;
    std::map<std::int64_t, Answer> m_pending; ///< bounded by the deployment's calls
    std::vector<Change> m_incoming;           ///< of the snapshot that is arriving
    std::uint32_t m_nextChunk = 0;            ///< of it
    std::uint32_t m_unreadable = 0;           ///< deltas of this connection
    SteadyTime m_heardAt;
    SteadyTime m_pingedAt;
    Scheduler::Timer m_watch;
};

} // namespace cheetah
