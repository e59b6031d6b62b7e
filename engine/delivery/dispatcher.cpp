// SPDX-License-Identifier: Apache-2.0
#include "delivery/dispatcher.h"

#include <algorithm>

namespace cheetah {

namespace {

Error badField(std::string field)
{
    return Error(ErrorCode::BadRequest, {{"field", std::move(field)}});
}

} // namespace

Dispatcher::Dispatcher(const Ports &ports, NodeId node, Log log, DispatcherLimits limits)
    : m_ports(ports),
      m_node(std::move(node)),
      m_log(std::move(log)),
      m_limits(limits),
      m_deadlines(*this, ports.store, ports.scheduler, ports.clock, limits.deadlines)
{
    m_ports.links.observe(this);
}

Dispatcher::~Dispatcher()
{
    m_ports.links.observe(nullptr);
}

void Dispatcher::start(const Scope &, HookDone done)
{
    if (!m_running) {
        m_running = true;
        m_deadlines.start();
        for (const auto &[name, lane] : m_lanes)
            m_ports.scheduler.post(m_scope.wrap([this, lane_ = name] { pump(lane_); }));
    }
    done({});
}

void Dispatcher::stop(const Scope &, HookDone done)
{
    m_running = false;
    m_deadlines.stop();
    for (auto &[name, lane] : m_lanes)
        lane.retry.cancel();
    if (m_ports.traces)
        m_ports.traces->endAll();
    done({});
}

void Dispatcher::send(const SendRequest &request, const Scope &scope, Reply<CommandRecord> reply)
{
    Span span = m_ports.traces ? m_ports.traces->begin(request) : Span();
    const Result<CommandRecord> record = recordOf(request);
    const Result<void> room = record ? checkRoom(*record->context) : Result<void>();
    if (!record || !room) {
        m_ports.health.refused();
        const Error &error = record ? room.error() : record.error();
        span.fail(cheetah::name(error.code));
        return reply(error);
    }
    ++m_beingAdmitted;
    auto done = [this, span = std::move(span), caller = scope.guard(),
                 reply = std::move(reply)](Result<Admission> admission) mutable {
        admitted(std::move(admission), std::move(span), caller, std::move(reply));
    };
    m_ports.store.admit(*record, m_scope, std::move(done));
}

void Dispatcher::admitted(Result<Admission> admission, Span span, const Scope::Guard &caller,
                          Reply<CommandRecord> reply)
{
    --m_beingAdmitted;
    if (!admission) {
        m_ports.health.refused();
        span.fail(cheetah::name(admission.error().code));
        if (caller.alive())
            reply(admission.error());
        return;
    }
    const CommandRecord record = std::move(admission->record);
    if (!admission->repeated)
        m_ports.health.admitted();
    if (m_ports.traces)
        m_ports.traces->admitted(record, std::move(span), admission->repeated);
    if (record.stage == CommandStage::Admitted)
        enqueue(record);
    const Scope::Guard alive = m_scope.guard();
    if (caller.alive())
        reply(record); // before it is sent, so that no end overtakes it
    if (alive.alive())
        forward(record);
}

Result<CommandRecord> Dispatcher::recordOf(const SendRequest &request) const
{
    if (!m_running)
        return ErrorCode::NotReady;
    if (request.content.kind.empty())
        return badField("kind");
    if (request.deadline < Micros(0) || request.deadline > m_limits.longestDeadline)
        return badField("deadline");
    const std::size_t bytes = request.content.kind.size() + request.content.params.size();
    if (bytes > m_limits.contentBytes)
        return Error(
            ErrorCode::TooLarge,
            {{"what", "command"}, {"limit", std::to_string(m_limits.contentBytes)}, {"bytes", std::to_string(bytes)}});
    const ContextNamePtr &leased = request.handle.context.name;
    const ContextNamePtr &target = request.context ? request.context : leased;
    if (!target || (leased && (target->client != leased->client || target->epoch != leased->epoch)))
        return badField("context");
    if (target->user != request.user || (leased && leased->user != request.user))
        return ErrorCode::Forbidden;

    CommandRecord record;
    record.id = request.command.empty() ? CommandId::trusted(m_ports.ids.unique()) : request.command;
    record.user = request.user;
    record.task = request.task;
    record.context = target;
    record.handle = request.handle;
    record.content = request.content;
    record.node = m_node;
    record.deadline = m_ports.fleet.now() + (request.deadline.count() ? request.deadline : m_limits.defaultDeadline);
    return record;
}

Result<void> Dispatcher::checkRoom(const ContextName &lane) const
{
    const auto full = [](const char *what, std::size_t limit) {
        return Error(ErrorCode::QueueFull, {{"what", what}, {"limit", std::to_string(limit)}});
    };
    if (m_queued.size() + m_beingAdmitted >= m_limits.queued)
        return full("commands", m_limits.queued);
    const auto found = m_lanes.find(lane);
    if (found != m_lanes.end() && found->second.waiting.size() >= m_limits.laneLength)
        return full("commands of the context", m_limits.laneLength);
    return {};
}

std::string Dispatcher::traceparent(const CommandRecord &record) const
{
    return m_ports.traces ? m_ports.traces->traceparent(record) : std::string();
}

void Dispatcher::deliver(const CommandRecord &record, std::string_view traceparent)
{
    if (record.stage != CommandStage::Admitted)
        return;
    if (!checkRoom(*record.context))
        return m_ports.health.refused(); // it stays admitted, and expires unless offered again
    if (m_ports.traces)
        m_ports.traces->joined(record, traceparent);
    enqueue(record);
    pump(*record.context);
}

void Dispatcher::forward(const CommandRecord &record)
{
    if (!m_queued.contains({record.user, record.id}))
        return;
    if (m_ports.relay && !m_ports.links.find(record.context->clientName()))
        m_ports.relay->offer(record);
    pump(*record.context);
}

void Dispatcher::cancelCommand(const UserId &user, const CommandId &command, const Scope &scope,
                               Reply<CommandRecord> reply)
{
    m_ports.health.cancelled();
    CommandEnd end;
    end.user = user;
    end.command = command;
    end.outcome = CommandOutcome::Expired;
    end.error = ErrorCode::Cancelled;
    auto done = [this, caller = scope.guard(), reply = std::move(reply)](Result<CommandRecord> now) mutable {
        const Scope::Guard alive = m_scope.guard();
        if (now && now->stage == CommandStage::Terminal) {
            if (withdraw({now->user, now->id}))
                m_ports.health.ended(CommandOutcome::Expired);
            m_ports.ends.commandEnded(*now);
        } else if (now) {
            cancelSent(*now);
        }
        if (alive.alive() && caller.alive())
            reply(std::move(now));
    };
    m_ports.store.end(end, m_scope, std::move(done));
}

void Dispatcher::cancelSent(const CommandRecord &record)
{
    const CommandKey key{record.user, record.id};
    if (atBeginSend(key)) {
        m_lanes.at(m_queued.at(key)).waiting.front().cancelWhenSent = true;
        return;
    }
    if (const LinkDirectory::Link *link = m_ports.links.find(record.context->clientName()))
        link->link->cancelCommand(record.id);
    else if (m_ports.relay)
        m_ports.relay->cancel(record);
}

std::vector<ContextName> Dispatcher::lanesOf(const ClientName &client) const
{
    std::vector<ContextName> names;
    for (auto lane = m_lanes.lower_bound({client.user, client.client, Epoch(), ContextId()});
         lane != m_lanes.end() && lane->first.clientName() == client; ++lane)
        names.push_back(lane->first);
    return names;
}

void Dispatcher::linkAdded(const ClientName &client)
{
    // At the next turn: the session is not through with its hello yet.
    m_ports.scheduler.post(m_scope.wrap([this, client] {
        for (const ContextName &name : lanesOf(client))
            pump(name);
    }));
}

void Dispatcher::offerWaiting(const ClientName &client)
{
    if (!m_ports.relay || m_ports.links.find(client))
        return;
    for (const ContextName &name : lanesOf(client))
        for (const Waiting &waiting : m_lanes.at(name).waiting)
            m_ports.relay->offer(waiting.record);
}

void Dispatcher::enqueue(const CommandRecord &record)
{
    const CommandKey key{record.user, record.id};
    if (!m_queued.emplace(key, *record.context).second)
        return;
    m_lanes[*record.context].waiting.push_back({record, false});
    m_ports.health.queued(m_queued.size());
    m_deadlines.watch(key, record.deadline - m_ports.fleet.now());
}

bool Dispatcher::withdraw(const CommandKey &key)
{
    const auto queued = m_queued.find(key);
    if (queued == m_queued.end() || atBeginSend(key))
        return false;
    const auto lane = m_lanes.find(queued->second);
    auto &waiting = lane->second.waiting;
    const auto same = [&key](const Waiting &each) { return each.record.id == key.second; };
    waiting.erase(std::find_if(waiting.begin(), waiting.end(), same));
    if (waiting.empty() && !lane->second.pumping)
        m_lanes.erase(lane);
    m_queued.erase(queued);
    m_ports.health.queued(m_queued.size());
    return true;
}

bool Dispatcher::atBeginSend(const CommandKey &key) const
{
    const auto queued = m_queued.find(key);
    if (queued == m_queued.end())
        return false;
    const Lane &lane = m_lanes.at(queued->second);
    return lane.sending && lane.waiting.front().record.id == key.second;
}

void Dispatcher::pump(const ContextName &name)
{
    const auto found = m_lanes.find(name);
    if (found == m_lanes.end() || found->second.pumping)
        return;
    Lane &lane = found->second;
    lane.pumping = true;
    const Scope::Guard alive = m_scope.guard();
    while (m_running && !lane.sending && !lane.retry.pending() && !lane.waiting.empty()) {
        const LinkDirectory::Link *link = m_ports.links.find(found->first.clientName());
        if (!link)
            break;
        beginFirst(found->first, lane, LinkDirectory::Link(*link));
        if (!alive.alive())
            return;
    }
    lane.pumping = false;
    if (lane.waiting.empty())
        m_lanes.erase(found);
}

void Dispatcher::beginFirst(const ContextName &name, Lane &lane, const LinkDirectory::Link &link)
{
    const CommandRecord &first = lane.waiting.front().record;
    const CommandKey key{first.user, first.id};
    if (first.handle.fence == 0 && first.context->epoch != link.epoch) {
        // No lease fences a command of our own; its epoch does.
        withdraw(key);
        return m_deadlines.end(key, CommandOutcome::Fenced, ErrorCode::WrongEpoch);
    }
    lane.sending = true;
    auto done = [this, name, generation = link.generation](Result<CommandRecord> r) { begun(name, generation, r); };
    m_ports.store.beginSend(key.first, key.second, link.generation, m_scope, std::move(done));
}

void Dispatcher::begun(const ContextName &name, std::uint64_t generation, const Result<CommandRecord> &result)
{
    Lane &lane = m_lanes.at(name); // it has what is at its beginSend
    lane.sending = false;
    const bool unsent =
        !result
        && (result.error().code == ErrorCode::Unavailable || result.error().code == ErrorCode::ClientNotConnected);
    const CommandRecord &record = lane.waiting.front().record;
    if (unsent && record.deadline < m_ports.fleet.now()) // it passed meanwhile, and withdraw() left it to this answer
        m_deadlines.watch({record.user, record.id}, Micros(0));
    const LinkDirectory::Link *link = m_ports.links.find(name.clientName());
    if (!result && result.error().code == ErrorCode::Unavailable)
        return retryLater(name, lane); // if it took effect, the next attempt hears `request_known`
    if (!result && result.error().code == ErrorCode::ClientNotConnected) {
        if (link && link->generation == generation)
            return retryLater(name, lane);
        return pump(name);
    }
    const Waiting first = std::move(lane.waiting.front());
    lane.waiting.pop_front();
    m_queued.erase({first.record.user, first.record.id});
    m_ports.health.queued(m_queued.size());
    const Scope::Guard alive = m_scope.guard();
    if (result)
        transmit(first, *result, generation);
    else if (result.error().code == ErrorCode::Fenced || result.error().code == ErrorCode::CommandExpired)
        tellEnd(first.record);
    if (alive.alive())
        pump(name);
}

/// The send attempt is on record; whether the frame really leaves decides only how the command will end.
void Dispatcher::transmit(const Waiting &first, const CommandRecord &record, std::uint64_t generation)
{
    const LinkDirectory::Link *link = m_ports.links.find(record.context->clientName());
    if (!link || link->generation != generation)
        return m_log.warning("delivery", "the connection ended between the send's record and its frame");
    const Micros remaining = record.deadline - m_ports.fleet.now();
    if (remaining <= Micros(0))
        return m_log.warning("delivery", "the deadline passed between the send's record and its frame");
    const Scope::Guard alive = m_scope.guard();
    const bool left = link->link->send(
        {record.id, record.context->epoch, record.content, record.context->context, remaining, traceparent(record)});
    if (!alive.alive())
        return;
    if (!left)
        return m_log.warning("delivery", "a frame did not leave: its connection is closing or reads too slowly");
    m_ports.health.sent();
    if (first.cancelWhenSent)
        cancelSent(record);
}

void Dispatcher::retryLater(const ContextName &name, Lane &lane)
{
    lane.retry = m_ports.scheduler.after(m_limits.retryDelay, m_scope.wrap([this, name] { pump(name); }));
}

/// Fetches how the store ended a command at its beginSend.
void Dispatcher::tellEnd(const CommandRecord &record)
{
    m_ports.store.get(record.user, record.id, m_scope, [this](Result<CommandRecord> now) {
        if (now && now->outcome)
            ended(*now, *now->outcome);
    });
}

void Dispatcher::ended(const CommandRecord &record, CommandOutcome asked)
{
    withdraw({record.user, record.id});
    if (record.outcome == asked)
        m_ports.health.ended(asked);
    m_ports.ends.commandEnded(record);
}

} // namespace cheetah
