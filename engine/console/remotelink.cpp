// SPDX-License-Identifier: Apache-2.0
#include "console/remotelink.h"

#include "wire/statusfields.h"
#include "wire/texthygiene.h"

namespace cheetah {

namespace {

constexpr Micros givenUpAfter = Seconds(30);
constexpr Micros watchInterval = Seconds(1);
constexpr std::uint32_t mostUnreadable = 3;
constexpr JsonLimits streamLimits = {64U << 20, 64, 10'000'000};

ReconnectingSocket::Options socketOptions(const RemoteLink::Options &options)
{
    ReconnectingSocket::Options socket;
    socket.url = options.node;
    socket.url.setScheme(options.node.scheme() == "https" ? "wss" : "ws");
    socket.subprotocol = consoleSubprotocol;
    socket.token = options.token;
    socket.tls = options.tls;
    socket.longestDelay = Seconds(5);
    return socket;
}

/// Why a connection ended, from the reason where it is the name of an error, else from the code.
Error errorOf(quint16 code, const QString &reason)
{
    const std::string text = cleanText(reason.toStdString(), 200);
    if (CloseCode(code) == CloseCode::VersionUnsupported)
        return Error(ErrorCode::VersionUnsupported, {{"version", std::to_string(protocolVersion)}});
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

/// Names the older side where the node says what it speaks.
Error withOlderSide(Error error)
{
    if (error.code != ErrorCode::VersionUnsupported || error.param("supported").empty())
        return error;
    const bool isNewerNode = error.param("supported") > std::to_string(protocolVersion);
    error.params.emplace_back("older", isNewerNode ? "console" : "node");
    return error;
}

/// A node whose words we do not know is newer than we are.
Error notUnderstood(const Error &error)
{
    return Error(ErrorCode::VersionUnsupported, {{"version", std::to_string(protocolVersion)},
                                                 {"older", "console"},
                                                 {"field", std::string(error.param("field"))},
                                                 {"reason", std::string(error.param("reason"))}});
}

} // namespace

RemoteLink::RemoteLink(Options options, const Clock &clock, std::shared_ptr<Inbox> inbox)
    : m_options(std::move(options)),
      m_clock(clock),
      m_inbox(std::move(inbox)),
      m_scheduler(clock),
      m_socket(socketOptions(m_options), m_ids, m_scheduler)
{
    connect(&m_socket, &ReconnectingSocket::opened, this, &RemoteLink::opened);
    connect(&m_socket, &ReconnectingSocket::closed, this, &RemoteLink::closed);
    connect(&m_socket, &ReconnectingSocket::message, this, &RemoteLink::received);
    connect(&m_socket, &ReconnectingSocket::answered, this,
            [this] { tell(news::RoundTrip{m_clock.steady() - m_pingedAt}); });
    connect(&m_socket, &ReconnectingSocket::retrying, this, [this] {
        tell(news::State{{ConnectionState::Lost, m_lastError, Millis(0)}});
    });
}

void RemoteLink::open(std::uint64_t session)
{
    m_session = session;
    m_isWanted = true;
    if (m_socket.isOpen())
        opened(); // who attaches again wants everything again
    else
        m_socket.open();
}

void RemoteLink::close(std::uint64_t session)
{
    m_session = session;
    m_isWanted = false;
    m_watch.cancel();
    m_socket.close();
    m_pending.clear();
    tell(news::Detached{});
}

void RemoteLink::call(CallId call, std::string_view method, std::string_view params)
{
    const auto finish = [this, call](const Result<JsonValue> &result) {
        tell(news::Answered{call, result ? Result<std::string>(result->toJson()) : result.error()});
    };
    if (!m_socket.isOpen())
        return finish(ErrorCode::Unavailable);
    // Text that is none would cost us the socket, with all other calls.
    if (const auto parsed = parseJson(params); !parsed)
        return finish(parsed.error());
    else if (!parsed->object())
        return finish(Error(ErrorCode::BadRequest, {{"reason", "params are no object"}}));
    ask(method, params, finish);
}

void RemoteLink::ping()
{
    m_pingedAt = m_clock.steady();
    m_socket.ping();
}

void RemoteLink::resync()
{
    if (m_socket.isOpen())
        subscribe();
}

void RemoteLink::opened()
{
    m_unreadable = 0;
    m_heardAt = m_clock.steady();
    watch();
    AttachMessage message;
    message.actor = m_options.actor;
    ask(consolemethod::attach, toJson(message), [this](const auto &result) { attached(result); });
}

void RemoteLink::attached(const Result<JsonValue> &result)
{
    if (!result)
        return refuse(withOlderSide(result.error()));
    auto message = fromJson<AttachedMessage>(*result);
    if (!message)
        return refuse(notUnderstood(message.error()));
    heard(message->serverTime);
    tell(news::Identified{{message->deployment, message->node, message->incarnation, message->version, message->scope,
                           message->policies, m_options.node.toString(QUrl::RemovePath).toStdString()}});
    subscribe();
}

/// Refusals of attach and subscribe; the node may close by itself, but trying again would not help either way.
void RemoteLink::refuse(Error error)
{
    if (error.code == ErrorCode::Unavailable || error.code == ErrorCode::NotReady || error.code == ErrorCode::GoingDown)
        return m_socket.reconnect(QString::fromUtf8(name(error.code).data()));
    m_watch.cancel();
    m_isWanted = false;
    m_socket.close();
    failPending();
    tell(news::State{{ConnectionState::Refused, std::move(error), std::nullopt}});
}

void RemoteLink::subscribe()
{
    m_incoming.clear();
    m_nextChunk = 0;
    if (!m_options.fleet && !m_options.journal && !m_options.health)
        return live();
    const SubscribeMessage message{m_options.fleet, m_options.journal, m_options.health};
    ask(consolemethod::subscribe, toJson(message), [this](const Result<JsonValue> &result) {
        if (!result)
            refuse(result.error());
        else if (!m_options.fleet)
            live();
    });
}

void RemoteLink::live()
{
    tell(news::State{{ConnectionState::Live, std::nullopt, std::nullopt}});
}

void RemoteLink::closed(quint16 code, const QString &reason, bool willRetry)
{
    m_watch.cancel();
    failPending();
    if (!m_isWanted)
        return;
    m_lastError = errorOf(code, reason);
    if (!willRetry)
        return tell(news::State{{ConnectionState::Refused, m_lastError, std::nullopt}});
    const auto delay = std::chrono::duration_cast<Millis>(m_socket.retryDelay());
    tell(news::State{{ConnectionState::Lost, m_lastError, delay}});
}

void RemoteLink::received(const QByteArray &bytes)
{
    auto message = parseRpc(std::string_view(bytes.constData(), std::size_t(bytes.size())), streamLimits);
    if (!message)
        return m_socket.reconnect("bad_json");
    m_heardAt = m_clock.steady();
    if (message->kind == RpcMessage::Kind::Notification)
        return notified(*message);
    const auto *id = message->id ? std::get_if<std::int64_t>(&*message->id) : nullptr;
    const auto found = id ? m_pending.find(*id) : m_pending.end();
    if (found == m_pending.end())
        return;
    const Answer answer = std::move(found->second);
    m_pending.erase(found);
    if (message->kind == RpcMessage::Kind::Error)
        answer(message->error.value_or(Error(ErrorCode::Internal)));
    else
        answer(std::move(message->result));
}

/// What it does not know, it does not need.
void RemoteLink::notified(const RpcMessage &message)
{
    if (message.method == consolemethod::delta)
        onDelta(message.params);
    else if (message.method == consolemethod::snapshot)
        onSnapshot(message.params);
    else if (message.method == consolemethod::heartbeat)
        onHeartbeat(message.params);
    else if (message.method == consolemethod::journal)
        onJournal(message.params);
    else if (message.method == consolemethod::health)
        onHealth(message.params);
}

void RemoteLink::onSnapshot(const JsonValue &params)
{
    auto message = fromJson<SnapshotMessage>(params);
    if (!message)
        return refuse(notUnderstood(message.error()));
    if (message->index == 0) {
        m_incoming.clear();
        m_nextChunk = 0;
    }
    if (message->index != m_nextChunk)
        return; // the rest of one that was given up
    ++m_nextChunk;
    m_incoming.insert(m_incoming.end(), std::make_move_iterator(message->changes.begin()),
                      std::make_move_iterator(message->changes.end()));
    if (!message->last)
        return;
    auto fleet = std::make_shared<Fleet>();
    fleet->reset(std::move(message->revisions));
    m_nextChunk = 0;
    if (!fleet->load(std::exchange(m_incoming, {})))
        return m_socket.reconnect("bad_request");
    tell(news::Snapshot{std::move(fleet)});
    live();
}

void RemoteLink::onDelta(const JsonValue &params)
{
    if (m_inbox->isFull())
        return; // nobody would see it
    auto message = fromJson<DeltaMessage>(params);
    if (message)
        return tell(
            news::Changed{std::move(message->incarnation), std::make_shared<const Delta>(std::move(message->delta))});
    if (++m_unreadable > mostUnreadable)
        return refuse(notUnderstood(message.error()));
    subscribe();
}

void RemoteLink::onHeartbeat(const JsonValue &params)
{
    if (const auto message = fromJson<HeartbeatMessage>(params))
        heard(message->serverTime);
}

/// Entries of kinds that a newer node knows are left out; their numbers show it.
void RemoteLink::onJournal(const JsonValue &params)
{
    const JsonValue *entries = params.member("entries");
    const JsonValue::Array *array = entries ? entries->array() : nullptr;
    if (!array)
        return;
    news::Journal journal;
    for (const JsonValue &json : *array)
        if (auto entry = fromJson<JournalEntry>(json))
            journal.entries.push_back(*std::move(entry));
    tell(std::move(journal));
}

void RemoteLink::onHealth(const JsonValue &params)
{
    if (auto sample = fromJson<HealthSample>(params))
        tell(news::Health{*std::move(sample)});
}

void RemoteLink::ask(std::string_view method, std::string_view params, Answer answer)
{
    const std::int64_t id = ++m_lastId;
    m_pending.emplace(id, std::move(answer));
    m_socket.send(rpcRequest(id, method, params));
}

void RemoteLink::heard(RegistryTime at)
{
    m_heardAt = m_clock.steady();
    tell(news::Alive{at, m_heardAt});
}

/// A socket to a machine that went away stays open for long.
void RemoteLink::watch()
{
    m_watch = m_scheduler.after(watchInterval, [this] { watch(); });
    if (m_clock.steady() - m_heardAt > givenUpAfter)
        m_socket.reconnect("no sign of life");
}

void RemoteLink::failPending()
{
    for (auto &[id, answer] : std::exchange(m_pending, {}))
        answer(ErrorCode::Unavailable);
}

} // namespace cheetah
