// SPDX-License-Identifier: Apache-2.0
#include "edge/clientsession.h"

namespace cheetah {

namespace {

constexpr std::string_view category = "client";
constexpr std::size_t maxQueries = 64;
constexpr Micros keepAliveInterval = Seconds(20);

/// Errors after which a client's answer will never be accepted: it may drop the result.
bool isFinal(ErrorCode code)
{
    return code == ErrorCode::CommandUnknown || code == ErrorCode::WrongEpoch || code == ErrorCode::TooLarge;
}

} // namespace

CloseCode closeCodeOf(ErrorCode reason)
{
    switch (reason) {
    case ErrorCode::Superseded:
        return CloseCode::Superseded;
    case ErrorCode::Unauthenticated:
        return CloseCode::Unauthenticated;
    case ErrorCode::Forbidden:
        return CloseCode::Forbidden;
    case ErrorCode::ClientIdInUse:
        return CloseCode::ClientIdInUse;
    case ErrorCode::SlowReader:
        return CloseCode::SlowReader;
    case ErrorCode::GoingDown:
        return CloseCode::GoingDown;
    case ErrorCode::NotReady:
    case ErrorCode::Unavailable:
    case ErrorCode::ClientNotConnected: // its lease lapsed; a new hello mends that
        return CloseCode::GoingDown;
    case ErrorCode::KeptOut:
        return CloseCode::KeptOut;
    case ErrorCode::LimitExceeded:
        return CloseCode::LimitExceeded;
    case ErrorCode::TooLarge:
        return CloseCode::LimitExceeded;
    case ErrorCode::VersionUnsupported:
        return CloseCode::VersionUnsupported;
    default:
        return CloseCode::BadInput;
    }
}

ClientSession::ClientSession(EdgeServices &services, InputCounters &counters, FailureLimiter &failures,
                             ReportReader &reader, const EdgeLimits &limits, Owner &owner,
                             std::unique_ptr<WebSocketLink> link, std::optional<Principal> principal)
    : m_services(services),
      m_counters(counters),
      m_failures(failures),
      m_reader(reader),
      m_limits(limits),
      m_owner(owner),
      m_link(std::move(link)),
      m_principal(std::move(principal)),
      m_connection(ConnectionId::trusted(services.ids.unique())),
      m_openedAt(services.clock.steady()),
      m_hello(services.connections, services.scheduler, services.ids)
{
    m_link->setHandler(this);
}

ClientSession::~ClientSession()
{
    m_link->setHandler(nullptr);
    endQueries();
}

void ClientSession::keepAlive()
{
    m_link->send(rpcNotification(clientmethod::keep));
}

void ClientSession::refuse(ErrorCode reason)
{
    m_counters.refused(reason);
    close(reason);
}

void ClientSession::close(ErrorCode reason)
{
    m_link->close(std::uint16_t(closeCodeOf(reason)), name(reason));
}

void ClientSession::message(std::string_view text)
{
    if (welcomed() && readReport(text))
        return;
    auto message = parseRpc(text);
    if (!message) {
        m_link->send(rpcError(std::nullopt, message.error()));
        return refuse(message.error().code);
    }
    handle(*message);
}

void ClientSession::handle(RpcMessage &message)
{
    if (message.kind == RpcMessage::Kind::Response || message.kind == RpcMessage::Kind::Error)
        return queryAnswered(message);
    if (message.method == clientmethod::keep || message.method == clientmethod::bye)
        return;
    if (message.method == clientmethod::hello)
        return hello(message);
    if (!welcomed()) {
        answer(message.id, Error(ErrorCode::BadRequest, {{"reason", "hello comes first"}}));
        return refuse(ErrorCode::BadRequest);
    }
    if (message.method == clientmethod::report)
        return report(m_reader.fromParams(message.params, reportLimits()), message.id);
    if (message.method == clientmethod::unchanged)
        return unchanged(message);
    if (message.method == clientmethod::result)
        return result(message);
    if (message.method == clientmethod::ack)
        return acknowledge(message);
    answer(message.id, Error(ErrorCode::UnknownMethod, {{"method", message.method.substr(0, 64)}}));
}

Result<Hello> ClientSession::admitHello(HelloMessage hello)
{
    if (auto admitted = m_services.host.admit(WorkKind::New); !admitted)
        return admitted.error();
    if (!m_principal) {
        auto principal = m_services.auth.authenticate(hello.token);
        if (!principal) {
            m_failures.failed(m_link->peer());
            return principal.error();
        }
        m_principal = std::move(*principal);
    }
    if (!m_principal->allows(AccessScope::Client) || !m_principal->actsFor(hello.client))
        return Error(ErrorCode::Forbidden, {{"scope", "client"}});
    if (auto admitted = m_owner.admitClient(hello.client); !admitted)
        return admitted.error();
    for (const auto &[key, value] : m_principal->fixed)
        hello.metadata[key] = value;
    return Hello{std::move(hello.client),
                 hello.kind,
                 std::move(hello.epoch),
                 std::move(hello.agent),
                 std::move(hello.metadata),
                 minimum(hello.limits, m_principal->limits),
                 m_services.diagnostics.identity().node,
                 m_connection};
}

void ClientSession::hello(const RpcMessage &message)
{
    if (!message.id || m_hello.isUnderWay())
        return refuse(ErrorCode::BadRequest);
    auto decoded = decodeHello(message.params);
    if (!decoded) {
        answer(message.id, decoded.error());
        return close(decoded.error().code);
    }
    auto hello = admitHello(*std::move(decoded));
    if (hello && welcomed() && hello->client != m_client)
        hello = Error(ErrorCode::BadRequest, {{"reason", "a socket serves one client"}});
    if (!hello) {
        answer(message.id, hello.error());
        return close(hello.error().code);
    }
    m_hello.ask(*hello, [this, id = *message.id, hello = *hello](Result<Welcome> result) {
        if (result)
            return welcome(id, hello, *result);
        answer(id, result.error());
        close(result.error().code);
    });
}

void ClientSession::welcome(const RpcId &id, const Hello &hello, const Welcome &welcome)
{
    m_client = hello.client;
    m_epoch = hello.epoch;
    m_generation = welcome.generation;
    m_lastReport = {};
    WelcomeMessage message;
    message.generation = welcome.generation;
    message.lastSeq = welcome.lastSeq;
    message.resumed = welcome.resumed;
    message.limits = welcome.limits;
    message.keepAlive = keepAliveInterval;
    message.lease = welcome.connectionLease;
    message.maxFrameBytes = m_limits.messageBytes;
    m_link->send(rpcResponse(id, message));
    m_owner.clientWelcomed(*this);
    m_registration = m_services.links.add(m_client, m_epoch, m_generation, *this);
}

ReportLimits ClientSession::reportLimits() const
{
    ReportLimits limits;
    limits.contexts = m_services.diagnostics.policies().contextsPerClient;
    return limits;
}

bool ClientSession::readReport(std::string_view text)
{
    const std::string_view previous = isCurrent(m_lastReport) ? m_lastReport.rawWindows : std::string_view();
    auto frame = m_reader.read(text, reportLimits(), previous);
    if (!frame)
        return false;
    const auto id = *frame ? (*frame)->id : std::nullopt;
    report(*std::move(frame), id);
    return true;
}

/// Another socket or REST may have reported since: then what came over this one says nothing of what is known now.
bool ClientSession::isCurrent(const LastReport &last) const
{
    const Fleet &fleet = m_services.fleet.fleet();
    const Slot slot = fleet.find(m_client);
    return last.seq && slot != noSlot && fleet.client(slot).seq == last.seq
        && fleet.client(slot).state->epoch == m_epoch;
}

void ClientSession::report(Result<ReportFrame> frame, const std::optional<RpcId> &id)
{
    if (!frame) {
        answer(id, frame.error());
        return close(frame.error().code);
    }
    if (!id)
        return refuse(ErrorCode::BadRequest);
    if (!frame->report)
        return m_services.windows.unchanged(
            m_client, frame->epoch, frame->seq, {m_generation}, m_scope,
            [this, id = *id, last = LastReport{frame->seq, m_lastReport.rawWindows}](
                Result<ReportAccepted> accepted) mutable { reported(id, std::move(last), std::move(accepted)); });
    Report &report = *frame->report;
    report.client = m_client;
    m_services.windows.report(
        report, {m_generation}, m_scope,
        [this, id = *id, last = LastReport{frame->seq, std::string(frame->rawWindows)}](
            Result<ReportAccepted> accepted) mutable { reported(id, std::move(last), std::move(accepted)); });
}

void ClientSession::unchanged(const RpcMessage &message)
{
    auto decoded = fromJson<UnchangedMessage>(message.params);
    if (!message.id || !decoded)
        return refuse(ErrorCode::BadRequest);
    m_services.windows.unchanged(
        m_client, decoded->epoch, decoded->seq, {m_generation}, m_scope,
        [this, id = *message.id, last = LastReport{decoded->seq, m_lastReport.rawWindows}](
            Result<ReportAccepted> accepted) mutable { reported(id, std::move(last), std::move(accepted)); });
}

void ClientSession::reported(const RpcId &id, LastReport report, Result<ReportAccepted> accepted)
{
    if (accepted) {
        m_lastReport = std::move(report);
        m_link->send(rpcResponse(id, SeqMessage{accepted->seq}));
        if (!accepted->closable.empty())
            m_services.provisioner.closeContexts(accepted->closable);
        return;
    }
    answer(id, accepted.error());
    if (accepted.error().code == ErrorCode::Superseded)
        close(ErrorCode::Superseded);
    else if (accepted.error().code == ErrorCode::BaseMismatch)
        m_link->send(rpcNotification(clientmethod::reportRequest));
}

void ClientSession::result(const RpcMessage &message)
{
    auto decoded = fromJson<ResultMessage>(message.params);
    if (!message.id || !decoded) {
        if (!decoded)
            answer(message.id, decoded.error());
        return refuse(ErrorCode::BadRequest);
    }
    IncomingResult incoming{
        m_client,    std::move(decoded->epoch), decoded->command, std::move(decoded->result), std::move(decoded->error),
        decoded->seq};
    m_services.correlator.result(std::move(incoming), m_scope,
                                 [this, id = *message.id, command = decoded->command](Result<CommandRecord> record) {
                                     if (record) {
                                         m_link->send(rpcResponse(id));
                                         return;
                                     }
                                     answer(id, record.error());
                                     if (isFinal(record.error().code))
                                         resultKept(command);
                                 });
}

void ClientSession::acknowledge(const RpcMessage &message)
{
    const auto decoded = fromJson<AckMessage>(message.params);
    if (!decoded)
        return refuse(ErrorCode::BadRequest);
    m_services.correlator.acknowledge(m_client, decoded->epoch, decoded->command, m_scope,
                                      [this](Result<CommandRecord> record) {
                                          if (!record)
                                              m_counters.refused(record.error().code);
                                      });
}

bool ClientSession::send(const CommandFrame &frame)
{
    CommandMessage message;
    message.command = frame.id;
    message.epoch = frame.epoch;
    message.kind = frame.content.kind;
    message.context = frame.context;
    message.window = frame.content.window;
    message.provision = frame.content.provision;
    message.params = frame.content.params;
    message.remaining = frame.remaining;
    message.traceparent = frame.traceparent;
    return m_link->send(rpcNotification(clientmethod::command, message));
}

void ClientSession::cancelCommand(const CommandId &command)
{
    m_link->send(rpcNotification(clientmethod::cancel, CommandIdMessage{command}));
}

void ClientSession::resultKept(const CommandId &command)
{
    m_link->send(rpcNotification(clientmethod::resultKept, CommandIdMessage{command}));
}

void ClientSession::queryProvision(const ProvisionId &provision, const Scope &scope, Reply<CreationStatus> reply)
{
    if (m_queries.size() >= maxQueries || !m_link->open())
        return reply(ErrorCode::ClientNotConnected);
    const std::int64_t id = m_nextQuery++;
    m_queries[id] = {scope.guard(), std::move(reply)};
    m_link->send(rpcRequest(RpcId(id), clientmethod::provisionStatus, ProvisionStatusMessage{provision}));
}

void ClientSession::queryAnswered(const RpcMessage &message)
{
    const auto *id = message.id ? std::get_if<std::int64_t>(&*message.id) : nullptr;
    const auto found = id ? m_queries.find(*id) : m_queries.end();
    if (found == m_queries.end())
        return; // answers to what nobody asked do no harm
    Query query = std::move(found->second);
    m_queries.erase(found);
    if (!query.asker.alive())
        return;
    if (message.error)
        return query.reply(*message.error);
    const auto status = fromJson<ProvisionStatusAnswer>(message.result);
    if (!status)
        return query.reply(status.error());
    query.reply(CreationStatus{status->seq, status->known});
}

void ClientSession::endQueries()
{
    auto queries = std::move(m_queries);
    m_queries.clear();
    for (auto &[id, query] : queries)
        if (query.asker.alive())
            query.reply(ErrorCode::ClientNotConnected);
}

void ClientSession::answer(const std::optional<RpcId> &id, const Error &error)
{
    m_counters.refused(error.code);
    m_services.log.debug(category,
                         m_client.client.string() + ": " + std::string(name(error.code)) + ' ' + error.detail);
    m_link->send(rpcError(id, error));
}

void ClientSession::closed(std::uint16_t, const std::string &)
{
    m_registration = {};
    endQueries();
    m_owner.clientFinished(*this);
}

} // namespace cheetah
