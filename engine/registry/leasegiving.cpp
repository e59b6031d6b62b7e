// SPDX-License-Identifier: Apache-2.0
// The part of Leases that decides whether a context may be given, and gives it.
#include "registry/drains.h"
#include "registry/fulfils.h"
#include "registry/leases.h"
#include "registry/prefetch.h"

#include <algorithm>

namespace cheetah {

namespace {

Error notAvailable(Rule rule, std::string_view key = {}, const std::string &value = {})
{
    Error error(ErrorCode::NothingAvailable, {{"rule", std::string(name(rule))}});
    if (!key.empty())
        error.params.emplace_back(key, value);
    return error;
}

} // namespace

void Leases::expect(const Handle &handle) const
{
    const Slot context = handle.context.slot;
    if (context >= m_states.size())
        return;
    prefetch(&m_states[context]);
    prefetch(&m_writer.fleet().context(context), ContextRow::hotBytes);
    prefetchCount(handle.context.name);
}

void Leases::expect(Slot context) const
{
    const Fleet &fleet = m_writer.fleet();
    const ContextRow &row = fleet.context(context);
    prefetch(&m_states[context]);
    prefetch(&m_clients[row.client]);
    m_connections.expect(row.client);
    prefetch(&fleet.window(row.window).name.window); // the manager tells it with the lease
}

/// What the lease's end will change beside its row.
void Leases::expectNeighbours(Slot context) const
{
    const State &state = m_states[context];
    if (state.previous != noSlot)
        prefetch(&m_states[state.previous]);
    if (state.next != noSlot)
        prefetch(&m_states[state.next]);
    m_memory.expect(state.request);
    prefetch(&m_writer.fleet().client(m_writer.fleet().context(context).client));
}

Result<Assigned> Leases::assign(const AssignArgs &args)
{
    if (!args.context.name)
        return ErrorCode::ContextUnknown;
    const Slot slot = m_writer.fleet().find(args.context);
    const RequestMemory::Key key = slot == noSlot ? m_memory.key(args.context.name->user, args.request)
                                                  : m_memory.key(userHash(slot), args.request);
    bool heldForIt = false;
    std::optional<Error> error;
    if (slot != noSlot)
        error = obstacle(slot, args, heldForIt);
    if (const auto request = m_memory.find(key, m_writer.now())) {
        if (!m_waiters.empty())
            m_waiters.removeRequest(args.context.name->user,
                                    args.request); // it has its answer, also if an earlier reply was lost
        return known(request);
    }
    if (!args.tiedTo.empty() && requesterGone(args.tiedTo))
        return Error(ErrorCode::Cancelled, {{"request", args.request.string()}});
    if (args.place != 0)
        if (Result<void> waiting = m_waiters.check(args.context.name->user, args.request, args.place); !waiting)
            return waiting.error();
    if (slot == noSlot)
        return Error(ErrorCode::ContextUnknown, {{"context", args.context.name->context.string()}});
    if (error)
        return *error;
    if (!m_waiters.empty())
        m_waiters.removeRequest(args.context.name->user, args.request);
    if (!m_holds.empty() || !m_writer.fleet().reservations().empty())
        m_reservations.detach(args.context.name->user, args.request);
    return give(slot, args, key);
}

/// The first rule, in the order of SPEC W9's list, that keeps the request from the context.
std::optional<Error> Leases::obstacle(Slot context, const AssignArgs &args, bool &heldForIt)
{
    const Fleet &fleet = m_writer.fleet();
    const ContextRow &row = fleet.context(context);
    if (!fulfils(args.requirements, row.client))
        return notAvailable(unmetRule(*args.requirements, fleet.client(row.client)));
    if (!m_connections.current(row.client, m_writer.now()))
        return notAvailable(Rule::Connected);
    if (const std::optional<Rule> rule = Drains::rule(fleet, row.client, row.window))
        return notAvailable(*rule);
    if (row.keptBack && row.hold) {
        if (Holds::bars(*row.hold, args.request, m_writer.now()))
            return notAvailable(Rule::Reserved);
        heldForIt = row.hold->request == args.request;
    }
    if (row.assignment)
        return notAvailable(Rule::Assigned, "task", row.assignment->task.string());
    if (row.keptBack && row.parent.name)
        return notAvailable(Rule::Assigned, "parent", row.parent.name->context.string());
    if (row.keptBack && row.settling)
        return notAvailable(Rule::Settling);
    if (!args.anyHealth && row.health != Health::Live)
        return notAvailable(Rule::Health, "health", std::string(name(row.health)));
    if (!m_waiters.empty() && !heldForIt) {
        // Asked again without its place, a waiter keeps the one that it has.
        const std::uint64_t place = args.place != 0 ? args.place : m_waiters.placeOf(row.name->user, args.request);
        if (const Waiter *waiter = m_waiters.earlier(context, place); waiter && waiter->request != args.request)
            return notAvailable(Rule::EarlierWaiter, "request", waiter->request.string());
    }
    return std::nullopt;
}

std::uint64_t Leases::userHash(Slot context) const
{
    const Fleet &fleet = m_writer.fleet();
    return m_userHashes[fleet.client(fleet.context(context).client).user];
}

bool Leases::fulfils(const RequirementsPtr &requirements, Slot client)
{
    if (!requirements)
        return true;
    const ClientRow &row = m_writer.fleet().client(client);
    Client &known = m_clients[client];
    if (known.fulfilled == requirements && known.fulfilledIn == row.state)
        return true;
    if (!clientFulfils(requirements.get(), row))
        return false;
    known.fulfilled = requirements;
    known.fulfilledIn = row.state;
    return true;
}

Result<Assigned> Leases::give(Slot slot, const AssignArgs &args, const RequestMemory::Key &requestKey)
{
    m_lastFence = std::max(m_lastFence + 1, Fence(m_writer.now().us));
    m_holds.clear(slot);
    Result<Assigned> assigned(std::in_place);
    assigned->handle.context = m_writer.fleet().key(slot);
    assigned->handle.fence = m_lastFence;
    assigned->handle.request = args.request;
    assigned->at = m_writer.now();
    const bool tied = !args.tiedTo.empty();
    auto &[key, assignment] = m_writer.make<AssignmentStarted>();
    key = assigned->handle.context;
    assignment.task = args.task;
    assignment.request = args.request;
    assignment.fence = m_lastFence;
    assignment.holderNode = args.node;
    assignment.acquiredAt = assignment.renewedAt = m_writer.now();
    assignment.longestHold = args.longestHold;
    assignment.tied = tied;
    State &state = m_states[slot];
    state.request = RequestMemory::home(requestKey);
    state.leased = true;
    m_memory.addLive(requestKey, slot, m_writer.now());
    link(slot);
    if (tied) {
        rare(slot).tiedTo = args.tiedTo;
        rare(slot).tieGrace = args.tieGrace;
        m_tied[args.tiedTo].push_back(slot);
    }
    if (args.longestHold > Micros(0)) {
        rare(slot);
        m_deadlines.set(Deadlines::Kind::LongestHold, slot, m_writer.now() + args.longestHold);
    }
    return assigned;
}

} // namespace cheetah
