// SPDX-License-Identifier: Apache-2.0
#include "simulation/plantedregistry.h"

#include <algorithm>

namespace cheetah::simulation {

const char *name(Fault fault)
{
    static const char *const names[faultCount] = {
        "none",
        "forgotten epoch check",
        "stale seq accepted",
        "superseded close",
        "unfenced release",
        "unfenced force release",
        "double grant",
        "grant to a dead waiter",
        "grant to a cancelled request",
        "overtaken waiter",
        "reservation lost",
        "expired though renewed",
        "settling forgotten",
        "drain ignored",
        "disconnected given",
        "unfenced send",
        "sent twice",
        "command ended twice",
        "ended twice",
        "delta skipped",
        "generation forgotten",
        "base forgotten",
        "claim unchecked",
        "claim outlives node",
        "gap ignored",
        "lost tail unnoticed",
        "slice left out",
        "old heartbeat accepted",
        "live node replaced",
        "renewed connection cut",
        "acknowledged unasked",
        "result not kept",
    };
    return names[int(fault)];
}

Result<Assigned> PlantedRegistry::assignNow(const AssignArgs &args)
{
    Result<Assigned> answer = ErrorCode::Internal;
    m_inner.assign(args, m_scope, [&](Result<Assigned> result) { answer = std::move(result); });
    return answer;
}

void PlantedRegistry::assign(const AssignArgs &args, const Scope &, Reply<Assigned> reply)
{
    Result<Assigned> answer = assignNow(args);
    if (m_fault == Fault::DoubleGrant && answer && answer->repeated) {
        AssignArgs again = args;
        again.request = RequestId::trusted(args.request.string() + '+' + std::to_string(++m_again));
        if (Result<Assigned> second = assignNow(again))
            answer = std::move(second);
    } else if (!answer) {
        if (auto wrong = assignWrongly(args, answer.error()))
            answer = std::move(*wrong);
    }
    reply(std::move(answer));
}

std::optional<Result<Assigned>> PlantedRegistry::assignWrongly(const AssignArgs &args, const Error &error)
{
    const std::string_view rule = error.param("rule");
    AssignArgs unasked = args;
    unasked.place = 0;
    switch (m_fault) {
    case Fault::GrantToDeadWaiter:
        if (args.place != 0 && (error.code == ErrorCode::DeadlineExceeded || error.code == ErrorCode::Cancelled))
            return assignNow(unasked);
        break;
    case Fault::OvertakenWaiter:
        if (rule == cheetah::name(Rule::EarlierWaiter))
            return assignWithoutWaiters(args);
        break;
    case Fault::DrainIgnored:
        if (rule == cheetah::name(Rule::DrainingClient) || rule == cheetah::name(Rule::DrainingWindow)
            || rule == cheetah::name(Rule::DrainingNode))
            return assignWithoutDrains(args);
        break;
    case Fault::DisconnectedGiven:
        if (rule == cheetah::name(Rule::Connected))
            return assignToDisconnected(args);
        break;
    default:
        break;
    }
    return std::nullopt;
}

Result<Assigned> PlantedRegistry::assignWithoutDrains(const AssignArgs &args)
{
    const std::vector<Drain> drains = fleet().drains();
    for (const Drain &drain : drains)
        m_inner.undrain(drain.target, m_scope, [](const Result<void> &) {});
    Result<Assigned> answer = assignNow(args);
    for (const Drain &drain : drains)
        m_inner.drain(drain, m_scope, [](const Result<Drain> &) {});
    return answer;
}

Result<Assigned> PlantedRegistry::assignWithoutWaiters(const AssignArgs &args)
{
    const auto waiters = fleet().waiters(args.context.name->user);
    for (const auto &[place, waiter] : waiters)
        if (waiter->request != args.request)
            m_inner.dequeue(waiter->user, place, m_scope, [](const Result<void> &) {});
    Result<Assigned> answer = assignNow(args);
    for (const auto &[place, waiter] : waiters)
        if (waiter->request != args.request)
            m_inner.enqueue(*waiter, m_scope, [](const Result<std::uint64_t> &) {});
    return answer;
}

Result<Assigned> PlantedRegistry::assignToDisconnected(const AssignArgs &args)
{
    const Slot slot = fleet().find(args.context.name->clientName());
    const ClientState &state = *fleet().client(slot).state;
    Hello hello;
    hello.client = args.context.name->clientName();
    hello.kind = state.kind;
    hello.epoch = state.epoch;
    hello.metadata = state.metadata;
    hello.limits = state.limits;
    hello.node = state.node;
    hello.connection = ConnectionId::trusted("planted");
    std::uint64_t generation = 0;
    m_inner.hello(hello, m_scope,
                  [&](const Result<Welcome> &welcome) { generation = welcome ? welcome->generation : 0; });
    Result<Assigned> answer = assignNow(args);
    m_inner.closed(hello.client, generation, m_scope, [](const Result<std::uint32_t> &) {});
    return answer;
}

void PlantedRegistry::release(const Handle &handle, EndCause cause, const Scope &scope, Reply<Released> reply)
{
    if (m_fault == Fault::UnfencedRelease) {
        const Slot slot = fleet().find(handle.context);
        if (slot != noSlot && fleet().context(slot).assignment) {
            const Assignment &holder = *fleet().context(slot).assignment;
            return m_inner.release({fleet().key(slot), holder.fence, holder.request}, cause, scope, std::move(reply));
        }
    }
    m_inner.release(handle, cause, scope, [&](Result<Released> result) {
        if (m_fault == Fault::SettlingForgotten && result && !result->already)
            m_inner.settle(handle.name(), {}, m_scope, [](const Result<void> &) {});
        reply(std::move(result));
    });
}

void PlantedRegistry::resolveRequest(const UserId &user, const RequestId &request, const Scope &scope,
                                     Reply<Assigned> reply)
{
    if (m_fault == Fault::DoubleGrant)
        return reply(Error(ErrorCode::NothingAvailable));
    m_inner.resolveRequest(user, request, scope, std::move(reply));
}

void PlantedRegistry::cancel(const UserId &user, const RequestId &request, const Scope &scope,
                             Reply<CancelOutcome> reply)
{
    if (m_fault == Fault::GrantToCancelled)
        return reply(CancelOutcome{});
    if (m_fault == Fault::ReservationLost) {
        const auto reservations = fleet().reservations();
        for (const auto &[key, reservation] : reservations)
            if (key.first.user == user && reservation->request == request)
                m_inner.answerReservation({key.first, reservation->epoch, key.second, true, 0}, m_scope,
                                          [](const Result<void> &) {});
    }
    m_inner.cancel(user, request, scope, std::move(reply));
}

void PlantedRegistry::forceRelease(const ContextName &context, Fence fence, const Scope &scope, Reply<Released> reply)
{
    if (m_fault == Fault::UnfencedForceRelease)
        if (const Slot slot = fleet().find(context); slot != noSlot && fleet().context(slot).assignment)
            fence = fleet().context(slot).assignment->fence;
    m_inner.forceRelease(context, fence, scope, std::move(reply));
}

void PlantedRegistry::expire(const Handle &handle, RegistryTime seen, const Scope &scope, Reply<Released> reply)
{
    m_inner.expire(handle, m_fault == Fault::ExpiredThoughRenewed ? m_inner.now() : seen, scope, std::move(reply));
}

void PlantedRegistry::expireAll(Micros timeout, std::uint32_t limit, const Scope &scope, Reply<SliceOutcome> reply)
{
    // Leases that were renewed within the timeout end too.
    const Micros cut = m_fault == Fault::ExpiredThoughRenewed ? timeout / 2 : timeout;
    m_inner.expireAll(cut, limit, scope, std::move(reply));
}

void PlantedRegistry::closed(const ClientName &client, std::uint64_t generation, const Scope &scope,
                             Reply<std::uint32_t> reply)
{
    if (m_fault == Fault::SupersededClose)
        if (const Slot slot = fleet().find(client); slot != noSlot)
            generation = fleet().client(slot).state->generation;
    m_inner.closed(client, generation, scope, std::move(reply));
}

void PlantedRegistry::report(const Report &report, ReportSource source, const Scope &scope, Reply<ReportAccepted> reply)
{
    const Slot slot = fleet().find(report.client);
    const bool changes = m_fault == Fault::ForgottenEpochCheck || m_fault == Fault::StaleSeqAccepted;
    if (!changes || slot == noSlot)
        return m_inner.report(report, source, scope, std::move(reply));
    const ClientRow &client = fleet().client(slot);
    Report taken = report;
    if (m_fault == Fault::ForgottenEpochCheck && report.epoch != client.state->epoch) {
        taken.epoch = client.state->epoch;
        taken.seq = client.seq + 1;
        source.generation = 0;
    }
    if (m_fault == Fault::StaleSeqAccepted && report.epoch == client.state->epoch && report.seq <= client.seq)
        taken.seq = client.seq + 1;
    m_inner.report(taken, source, scope, std::move(reply));
}

void PlantedRegistry::beginSend(const UserId &user, const CommandId &command, std::uint64_t generation,
                                const Scope &scope, Reply<CommandRecord> reply)
{
    m_inner.beginSend(user, command, generation, scope, [&](Result<CommandRecord> result) {
        const bool wrongly = !result
                          && ((m_fault == Fault::UnfencedSend && result.error().code == ErrorCode::Fenced)
                              || (m_fault == Fault::SentTwice && result.error().code == ErrorCode::RequestKnown));
        if (!wrongly)
            return reply(std::move(result));
        m_inner.get(user, command, m_scope, [&](Result<CommandRecord> record) {
            if (record && m_fault == Fault::UnfencedSend) {
                record->stage = CommandStage::SendAttempted;
                record->outcome.reset();
                record->sentAt = m_inner.now();
            }
            reply(std::move(record));
        });
    });
}

void PlantedRegistry::end(const CommandEnd &end, const Scope &scope, Reply<CommandRecord> reply)
{
    m_inner.end(end, scope, [&](Result<CommandRecord> result) {
        if (m_fault == Fault::CommandEndedTwice && result && result->stage == CommandStage::Terminal)
            result->outcome = end.outcome;
        reply(std::move(result));
    });
}

void PlantedStream::fleetChanged(const Delta &delta)
{
    ++m_deltas;
    Delta told = delta;
    if (m_fault == Fault::EndedTwice)
        for (const Change &change : delta.changes)
            if (const auto *ended = std::get_if<AssignmentEnded>(&change)) {
                told.changes.push_back(*ended);
                break;
            }
    if (m_fault == Fault::DeltaSkipped && m_deltas % 100 == 0)
        std::erase_if(told.changes, [](const Change &change) {
            return std::holds_alternative<AssignmentRenewed>(change)
                || std::holds_alternative<ClientSeqChanged>(change);
        });
    m_observers.tell([&](FleetObserver &observer) { observer.fleetChanged(told); });
}

void PlantedStream::fleetReset()
{
    m_observers.tell([](FleetObserver &observer) { observer.fleetReset(); });
}

} // namespace cheetah::simulation
