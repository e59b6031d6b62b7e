// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "console/deployment.h"
#include "wire/consolemessages.h"
#include "wire/reconnectingsocket.h"

#include <functional>
#include <map>

namespace cheetah {

/// A deployment seen over the console socket of one of its nodes. Asks for everything again where a delta does not follow, and tells from the node's heartbeats how fresh the picture is. Parses
/// on its own thread's loop.
class RemoteDeployment final : public Deployment {
    Q_OBJECT

public:
    struct Options {
        QUrl node; ///< http:// or https://; the socket's URL derives from it
        std::string token;
        std::string actor; ///< who sits here, for the node's journal; may be empty
        bool fleet = true;
        bool journal = true;
        bool health = true;
    };

    /// Clock, ids and scheduler outlive it.
    RemoteDeployment(Options options, const Clock &clock, IdSource &ids, Scheduler &scheduler,
                     QObject *parent = nullptr);

    void attach() override;
    void detach() override;
    CallId call(std::string_view method, std::string params) override;
    void resync() override;
    RegistryTime now() const override;

    /// How often a gap or a broken delta made it ask for everything again.
    std::uint64_t resyncs() const { return m_resyncs; }

private:
    using Answer = std::function<void(const Result<JsonValue> &)>;

    void opened();
    void closed(quint16 code, const QString &reason, bool willRetry);
    void received(const QByteArray &bytes);
    void notified(const RpcMessage &message);
    void attached(const Result<JsonValue> &result);
    void subscribe();
    void refuse(Error error);

    void onSnapshot(SnapshotMessage message);
    void onDelta(DeltaMessage message);
    void onHeartbeat(const HeartbeatMessage &message);

    void sendRequest(std::string_view method, std::string_view params, Answer answer);
    void heard(RegistryTime at);
    void measureFreshness();
    void failPending(const Error &error);

    const Options m_options;
    const Clock &m_clock;
    Scheduler &m_scheduler;
    ReconnectingSocket m_socket;
    std::int64_t m_lastId = 0;
    CallId m_lastCall = 0;
    std::map<std::int64_t, Answer> m_pending;
    std::vector<Revision> m_revisions;    ///< at which the consumer stands
    std::vector<Change> m_incoming;       ///< of the snapshot that is arriving
    bool m_isWanted = false;              ///< between attach() and detach()
    bool m_hasSnapshot = false;           ///< of this connection; before it deltas are ignored
    SteadyTime m_heardAt;                 ///< of the last sign of life
    std::optional<Micros> m_serverOffset; ///< registry time minus our steady clock
    std::uint64_t m_resyncs = 0;
    Scheduler::Timer m_freshness;
    Scope m_scope;
};

} // namespace cheetah
