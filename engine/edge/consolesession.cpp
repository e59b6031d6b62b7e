// SPDX-License-Identifier: Apache-2.0
#include "edge/consolesession.h"

#include "edge/clientsession.h"
#include "edge/healthsample.h"
#include "wire/consolemessages.h"
#include "wire/statusfields.h"
#include "wire/texthygiene.h"

namespace cheetah {

namespace {

constexpr Micros beatInterval = Seconds(1);
constexpr std::size_t slowBytes = 1 << 20;  ///< unread, beyond which deltas wait
constexpr std::size_t mostChanges = 20'000; ///< collected, beyond which a snapshot is cheaper
constexpr std::size_t journalSlice = 500;
constexpr std::size_t mostCalls = 256; ///< of one socket under way

} // namespace

ConsoleSession::ConsoleSession(EdgeServices &services, InputCounters &counters, FailureLimiter &failures, Owner &owner,
                               std::unique_ptr<WebSocketLink> link, std::optional<Principal> principal)
    : m_services(services),
      m_counters(counters),
      m_failures(failures),
      m_owner(owner),
      m_link(std::move(link)),
      m_principal(std::move(principal)),
      m_connection(ConnectionId::trusted(services.ids.unique())),
      m_openedAt(services.clock.steady()),
      m_pending(mostChanges)
{
    m_link->setHandler(this);
}

ConsoleSession::~ConsoleSession()
{
    m_link->setHandler(nullptr);
}

void ConsoleSession::refuse(ErrorCode reason)
{
    m_counters.refused(reason);
    m_link->close(std::uint16_t(closeCodeOf(reason)), name(reason));
}

void ConsoleSession::message(std::string_view text)
{
    const auto message = parseRpc(text);
    if (!message) {
        m_link->send(rpcError(std::nullopt, message.error()));
        return refuse(message.error().code);
    }
    if (message->kind != RpcMessage::Kind::Request)
        return; // a keep, or an answer to what was not asked
    if (message->method == consolemethod::attach)
        return attach(*message);
    if (!m_attached) {
        m_link->send(rpcError(message->id, Error(ErrorCode::Unauthenticated)));
        return refuse(ErrorCode::Unauthenticated);
    }
    if (message->method == consolemethod::subscribe)
        return subscribe(*message);
    call(*message);
}

void ConsoleSession::attach(const RpcMessage &message)
{
    const auto decoded = fromJson<AttachMessage>(message.params);
    Error error(ErrorCode::BadRequest);
    if (!decoded) {
        error = decoded.error();
    } else if (decoded->protocol != protocolVersion) {
        error = Error(ErrorCode::VersionUnsupported,
                      {{"version", std::to_string(decoded->protocol)}, {"supported", std::to_string(protocolVersion)}});
    } else {
        Result<Principal> principal =
            m_principal ? Result<Principal>(*m_principal) : m_services.auth.authenticate(decoded->token);
        if (!principal)
            m_failures.failed(m_link->peer());
        else if (principal->scope == AccessScope::Client)
            principal = Error(ErrorCode::Forbidden, {{"scope", "viewer"}});
        if (principal) {
            m_principal = *std::move(principal);
            m_attached = true;
            m_actor = cleanText(decoded->actor, 64);
            const NodeIdentity &identity = m_services.diagnostics.identity();
            m_link->send(
                rpcResponse(*message.id, AttachedMessage{identity.deployment, identity.node, identity.incarnation,
                                                         identity.version, std::string(name(m_principal->scope)),
                                                         m_services.fleet.now(), m_services.diagnostics.policies()}));
            return beat();
        }
        error = principal.error();
    }
    m_link->send(rpcError(message.id, error));
    refuse(error.code);
}

void ConsoleSession::subscribe(const RpcMessage &message)
{
    const auto decoded = fromJson<SubscribeMessage>(message.params);
    if (!decoded)
        return (void)m_link->send(rpcError(message.id, decoded.error()));
    // The stream shows all users, so a token that is bound to one does not get it; it asks with methods.
    if (!m_principal->allows(AccessScope::Viewer) || !m_principal->user.empty()) {
        m_counters.refused(ErrorCode::Forbidden);
        return (void)m_link->send(rpcError(message.id, Error(ErrorCode::Forbidden, {{"scope", "viewer"}})));
    }
    m_link->send(rpcResponse(*message.id));
    m_wantsHealth = decoded->health;
    m_wantsFleet = decoded->fleet;
    m_fleet = m_wantsFleet ? m_services.fleet.subscribe(*this) : FleetSource::Subscription();
    if (m_wantsFleet)
        sendSnapshot();
    m_journal.reset();
    if (decoded->journal) {
        const std::uint64_t last = m_services.journal.lastNumber();
        m_journalSent = last > journalSlice ? last - journalSlice : 0;
        m_journal = m_services.journal.listen([this](const JournalEntry &) { scheduleFlush(); });
        scheduleFlush();
    }
}

void ConsoleSession::call(const RpcMessage &message)
{
    if (m_callsUnderWay >= mostCalls)
        return (void)m_link->send(
            rpcError(message.id, Error(ErrorCode::LimitExceeded, {{"limit", std::to_string(mostCalls)},
                                                                  {"what", "calls of one socket under way"}})));
    ++m_callsUnderWay;
    const Caller caller{*m_principal, m_connection, m_link->peer(),
                        m_actor,      {},           m_services.methods.traceOf(message.traceparent)};
    m_services.methods.call(message.method, caller, message.params, m_services.host, m_scope,
                            [this, id = *message.id](Result<std::string> result) {
                                --m_callsUnderWay;
                                if (!result)
                                    m_counters.refused(result.error().code);
                                m_link->send(result ? rpcResponse(id, std::string_view(*result))
                                                    : rpcError(id, result.error()));
                            });
}

void ConsoleSession::sendSnapshot()
{
    m_needsSnapshot = false;
    m_pending.clear();
    for (const std::string &chunk : snapshotNotifications(m_services.fleet.fleet()))
        if (!m_link->send(chunk))
            return;
}

void ConsoleSession::fleetChanged(const Delta &delta)
{
    if (!m_needsSnapshot && !m_pending.add(delta))
        m_needsSnapshot = true;
    scheduleFlush();
}

void ConsoleSession::fleetReset()
{
    m_needsSnapshot = true;
    m_pending.clear();
    scheduleFlush();
}

void ConsoleSession::scheduleFlush()
{
    if (std::exchange(m_flushing, true))
        return;
    m_services.scheduler.post(m_scope.wrap([this] {
        m_flushing = false;
        flush();
    }));
}

bool ConsoleSession::isSlow() const
{
    return m_link->queuedBytes() > slowBytes;
}

void ConsoleSession::flush()
{
    if (isSlow())
        return; // the next beat tries again
    if (m_wantsFleet)
        m_needsSnapshot ? sendSnapshot() : flushDeltas();
    if (m_journal)
        flushJournal();
}

void ConsoleSession::flushDeltas()
{
    for (const Delta &delta : m_pending.take())
        m_link->send(deltaNotification(m_services.fleet.fleet().revisions()[delta.partition].incarnation, delta));
}

void ConsoleSession::flushJournal()
{
    JournalMessage message{m_services.journal.since(m_journalSent, journalSlice)};
    if (message.entries.empty())
        return;
    m_journalSent = message.entries.back().number;
    m_link->send(rpcNotification(consolemethod::journal, message));
    if (m_journalSent < m_services.journal.lastNumber())
        scheduleFlush();
}

void ConsoleSession::beat()
{
    m_heartbeat = m_services.scheduler.after(beatInterval, [this] { beat(); });
    if (isSlow())
        return;
    m_link->send(rpcNotification(consolemethod::heartbeat,
                                 HeartbeatMessage{m_services.fleet.now(), m_services.fleet.fleet().revision()}));
    if (m_wantsHealth)
        m_link->send(
            rpcNotification(consolemethod::health, healthSample(m_services.fleet.now(), m_services.health,
                                                                m_services.diagnostics, m_services.readiness)));
    flush();
}

void ConsoleSession::closed(std::uint16_t, const std::string &)
{
    m_heartbeat.cancel();
    m_journal.reset();
    m_fleet = {};
    // What the requester waits for or holds by a tie ends with its socket (SPEC W12, W19).
    m_services.manager.requesterClosed(m_connection, m_scope, [](Result<void>) {});
    m_owner.consoleFinished(*this);
}

} // namespace cheetah
