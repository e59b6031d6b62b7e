// SPDX-License-Identifier: Apache-2.0
#include "console/remotedeployment.h"

#include "wire/statusfields.h"
#include "wire/texthygiene.h"

#include <algorithm>

namespace cheetah {

namespace {

constexpr Micros laggingAfter = Seconds(2);
constexpr Micros staleAfter = Seconds(10);
constexpr Micros givenUpAfter = Seconds(30);
constexpr Micros freshnessInterval = Millis(500);
constexpr std::size_t mostPending = 256;
constexpr JsonLimits streamLimits = {64U << 20, 64, 10'000'000};

ReconnectingSocket::Options socketOptions(const RemoteDeployment::Options &options)
{
    ReconnectingSocket::Options socket;
    socket.url = options.node;
    socket.url.setScheme(options.node.scheme() == "https" ? "wss" : "ws");
    socket.subprotocol = consoleSubprotocol;
    socket.token = options.token;
    socket.longestDelay = Seconds(5);
    return socket;
}

/// Why a connection ended, from the reason where it is the name of an error, else from the code.
Error errorOf(quint16 code, const QString &reason)
{
    const std::string text = cleanText(reason.toStdString(), 200);
    if (const ErrorCode named = errorCodeFromName(text); named != ErrorCode::Internal)
        return named;
    switch (CloseCode(code)) {
    case CloseCode::Unauthenticated:
        return ErrorCode::Unauthenticated;
    case CloseCode::Forbidden:
        return Error(ErrorCode::Forbidden, {{"scope", "viewer"}});
    default:
        return Error(ErrorCode::IoError, {{"what", "The connection"}, {"reason", text.empty() ? "it was lost" : text}});
    }
}

} // namespace

RemoteDeployment::RemoteDeployment(Options options, const Clock &clock, IdSource &ids, Scheduler &scheduler,
                                   QObject *parent)
    : Deployment(parent),
      m_options(std::move(options)),
      m_clock(clock),
      m_scheduler(scheduler),
      m_socket(socketOptions(m_options), ids, scheduler)
{
    connect(&m_socket, &ReconnectingSocket::opened, this, &RemoteDeployment::opened);
    connect(&m_socket, &ReconnectingSocket::closed, this, &RemoteDeployment::closed);
    connect(&m_socket, &ReconnectingSocket::message, this, &RemoteDeployment::received);
}

void RemoteDeployment::attach()
{
    m_isWanted = true;
    setStatus({ConnectionState::Connecting, std::nullopt, std::nullopt});
    m_socket.open();
}

void RemoteDeployment::detach()
{
    m_isWanted = false;
    m_freshness.cancel();
    m_socket.close();
    failPending(ErrorCode::Unavailable);
    setStatus({ConnectionState::Lost, std::nullopt, std::nullopt});
}

CallId RemoteDeployment::call(std::string_view method, std::string params)
{
    const CallId call = ++m_lastCall;
    const auto finish = [this, call](const Result<JsonValue> &result) {
        emit callFinished(call, result ? Result<std::string>(result->toJson()) : Result<std::string>(result.error()));
    };
    if (m_socket.isOpen() && m_identity && m_pending.size() < mostPending)
        sendRequest(method, params, finish);
    else
        m_scheduler.post(m_scope.wrap([finish] { finish(Result<JsonValue>(ErrorCode::Unavailable)); }));
    return call;
}

RegistryTime RemoteDeployment::now() const
{
    if (!m_serverOffset)
        return m_asOf;
    return RegistryTime{m_clock.steady().time_since_epoch().count() + m_serverOffset->count()};
}

void RemoteDeployment::opened()
{
    m_hasSnapshot = false;
    m_incoming.clear();
    m_serverOffset.reset();
    AttachMessage message;
    message.actor = m_options.actor;
    sendRequest(consolemethod::attach, toJson(message), [this](const auto &result) { attached(result); });
}

void RemoteDeployment::attached(const Result<JsonValue> &result)
{
    if (!result)
        return refuse(result.error());
    auto message = fromJson<AttachedMessage>(*result);
    if (!message)
        return refuse(message.error());
    m_identity = DeploymentIdentity{message->deployment, message->node,  message->incarnation,
                                    message->version,    message->scope, message->policies};
    heard(message->serverTime);
    measureFreshness();
    subscribe();
    emit identified(*m_identity);
}

/// Refusals of attach and subscribe; the node may close by itself, but trying again would not help either way.
void RemoteDeployment::refuse(Error error)
{
    if (error.code == ErrorCode::Unavailable || error.code == ErrorCode::NotReady || error.code == ErrorCode::GoingDown)
        return m_socket.reconnect(QString::fromUtf8(name(error.code).data()));
    m_freshness.cancel();
    setStatus({ConnectionState::Refused, std::move(error), std::nullopt});
    m_socket.close();
}

void RemoteDeployment::subscribe()
{
    m_hasSnapshot = false;
    m_incoming.clear();
    const SubscribeMessage message{m_options.fleet, m_options.journal, m_options.health};
    sendRequest(consolemethod::subscribe, toJson(message), [this](const Result<JsonValue> &result) {
        if (!result)
            refuse(result.error());
        else if (!m_options.fleet)
            setStatus({ConnectionState::Live, std::nullopt, std::nullopt});
    });
}

void RemoteDeployment::closed(quint16 code, const QString &reason, bool willRetry)
{
    m_freshness.cancel();
    m_hasSnapshot = false;
    failPending(ErrorCode::Unavailable);
    if (m_isWanted && status().state != ConnectionState::Refused)
        setStatus({willRetry ? ConnectionState::Lost : ConnectionState::Refused, errorOf(code, reason), std::nullopt});
}

void RemoteDeployment::received(const QByteArray &bytes)
{
    auto message = parseRpc(std::string_view(bytes.constData(), std::size_t(bytes.size())), streamLimits);
    if (!message)
        return m_socket.reconnect("bad_json");
    if (message->kind == RpcMessage::Kind::Notification)
        return notified(*message);
    const auto *id = message->id ? std::get_if<std::int64_t>(&*message->id) : nullptr;
    const auto found = id ? m_pending.find(*id) : m_pending.end();
    if (found == m_pending.end())
        return;
    const Answer answer = std::move(found->second);
    m_pending.erase(found);
    if (message->kind == RpcMessage::Kind::Error)
        answer(Result<JsonValue>(message->error.value_or(Error(ErrorCode::Internal))));
    else
        answer(Result<JsonValue>(std::move(message->result)));
}

void RemoteDeployment::notified(const RpcMessage &message)
{
    const auto take = [&]<class Message>(void (RemoteDeployment::*handle)(Message)) {
        auto decoded = fromJson<std::remove_cvref_t<Message>>(message.params);
        if (decoded)
            (this->*handle)(*std::move(decoded));
        else
            resync();
    };
    if (message.method == consolemethod::delta) {
        take(&RemoteDeployment::onDelta);
    } else if (message.method == consolemethod::snapshot) {
        take(&RemoteDeployment::onSnapshot);
    } else if (message.method == consolemethod::heartbeat) {
        take(&RemoteDeployment::onHeartbeat);
    } else if (message.method == consolemethod::journal) {
        if (const auto journal = fromJson<JournalMessage>(message.params))
            emit journalArrived(journal->entries);
    } else if (message.method == consolemethod::health) {
        if (const auto sample = fromJson<HealthSample>(message.params))
            emit healthSampled(*sample);
    }
}

void RemoteDeployment::onSnapshot(SnapshotMessage message)
{
    if (message.index == 0)
        m_incoming.clear();
    m_incoming.insert(m_incoming.end(), std::make_move_iterator(message.changes.begin()),
                      std::make_move_iterator(message.changes.end()));
    if (!message.last)
        return;
    m_revisions = message.revisions;
    const auto fleet = std::make_shared<Fleet>();
    fleet->reset(std::move(message.revisions));
    if (!fleet->load(std::exchange(m_incoming, {})))
        return m_socket.reconnect("bad_request");
    m_hasSnapshot = true;
    emit snapshotArrived(fleet);
    setStatus({ConnectionState::Live, std::nullopt, std::nullopt});
}

void RemoteDeployment::onDelta(DeltaMessage message)
{
    if (!m_hasSnapshot)
        return;
    const auto revision = std::find_if(m_revisions.begin(), m_revisions.end(), [&](const Revision &known) {
        return known.partition == message.delta.partition && known.incarnation == message.incarnation;
    });
    if (revision == m_revisions.end() || revision->number != message.delta.from)
        return resync();
    revision->number = message.delta.to;
    m_asOf = std::max(m_asOf, message.delta.at);
    emit deltaArrived(std::make_shared<const Delta>(std::move(message.delta)));
}

void RemoteDeployment::onHeartbeat(const HeartbeatMessage &message)
{
    heard(message.serverTime);
    measureFreshness();
}

/// The replica cannot be trusted any more: everything once again, over the same connection.
void RemoteDeployment::resync()
{
    ++m_resyncs;
    subscribe();
}

void RemoteDeployment::sendRequest(std::string_view method, std::string_view params, Answer answer)
{
    const std::int64_t id = ++m_lastId;
    m_pending.emplace(id, std::move(answer));
    m_socket.send(rpcRequest(id, method, params));
}

/// The best offset is the largest seen: every message took some time, the fastest the least. It may sink slowly, so
/// that a step of either clock heals.
void RemoteDeployment::heard(RegistryTime at)
{
    constexpr Micros sinking = Millis(1);
    m_heardAt = m_clock.steady();
    m_asOf = std::max(m_asOf, at);
    const Micros offset(at.us - m_heardAt.time_since_epoch().count());
    if (!m_serverOffset || std::chrono::abs(offset - *m_serverOffset) > laggingAfter)
        m_serverOffset = offset;
    else
        m_serverOffset = std::max(offset, *m_serverOffset - sinking);
}

void RemoteDeployment::measureFreshness()
{
    m_freshness = m_scheduler.after(freshnessInterval, [this] { measureFreshness(); });
    const Micros age = m_clock.steady() - m_heardAt;
    if (age > givenUpAfter)
        return m_socket.reconnect("no sign of life");
    if (!m_hasSnapshot && m_options.fleet)
        return;
    setStatus({age > staleAfter     ? ConnectionState::Stale
               : age > laggingAfter ? ConnectionState::Lagging
                                    : ConnectionState::Live,
               std::nullopt, std::nullopt});
}

void RemoteDeployment::failPending(const Error &error)
{
    for (auto &[id, answer] : std::exchange(m_pending, {}))
        answer(Result<JsonValue>(error));
}

} // namespace cheetah
