// SPDX-License-Identifier: Apache-2.0
// The part of Leases that decides whether a context may be given, and gives it.
#include "registry/drains.h"
#include "registry/fulfils.h"
#include "registry/leases.h"

#include <algorithm>

namespace cheetah {

namespace {

void prefetch(const void *from, std::size_t bytes)
{
    const char *at = static_cast<const char *>(from);
    for (std::size_t offset = 0; offset < bytes; offset += 64)
        __builtin_prefetch(at + offset, 1);
}

Error notAvailable(Rule rule, std::string_view key = {}, const std::string &value = {})
{
    Error error(ErrorCode::NothingAvailable, {{"rule", std::string(name(rule))}});
    if (!key.empty())
        error.params.emplace_back(key, value);
    return error;
}

Rule unmetRule(const Requirements &requirements, const ClientRow &client)
{
    if (requirements.kind && *requirements.kind != client.state->kind)
        return Rule::Kind;
    return !requirements.client.empty() && requirements.client != client.name.client ? Rule::Client
                                                                                     : Rule::MetadataMatch;
}

} // namespace

void Leases::expect(const ContextKey &context) const
{
    if (context.slot >= m_states.size())
        return;
    prefetch(&m_states[context.slot], sizeof(State));
    prefetch(&m_writer.fleet().context(context.slot), sizeof(ContextRow));
    // The name's user, and in front of it its count of references.
    prefetch(reinterpret_cast<const char *>(context.name.get()) - 16, 64);
}

/// What the context's row leads to; the second wave, once that row is here.
void Leases::expectRelated(Slot context) const
{
    const ContextRow &row = m_writer.fleet().context(context);
    prefetch(&m_writer.fleet().client(row.client), sizeof(ClientRow));
    prefetch(&row.reported->health, 1);
}

/// What the lease's end will change beside its row.
void Leases::expectNeighbours(Slot context) const
{
    const State &state = m_states[context];
    if (state.previous != noSlot)
        prefetch(&m_states[state.previous], sizeof(State));
    if (state.next != noSlot)
        prefetch(&m_states[state.next], sizeof(State));
    if (state.memory != RequestMemory::none)
        prefetch(&m_memory.entry(state.memory), sizeof(RequestMemory::Entry));
    prefetch(&m_writer.fleet().client(m_writer.fleet().context(context).client).assigned, 1);
}

Result<Assigned> Leases::assign(const AssignArgs &args)
{
    if (!args.context.name)
        return ErrorCode::ContextUnknown;
    const Slot slot = m_writer.fleet().find(args.context);
    const RequestMemory::Key key = slot == noSlot ? m_memory.key(args.context.name->user, args.request)
                                                  : m_memory.key(m_states[slot].userHash, args.request);
    m_memory.prefetch(key);
    bool heldForIt = false;
    std::optional<Error> error;
    if (slot != noSlot) {
        expectRelated(slot);
        error = obstacle(slot, args, heldForIt);
    }
    const auto index = m_memory.find(key, m_writer.now());
    if (index != RequestMemory::none) {
        if (!m_waiters.empty())
            m_waiters.removeRequest(args.context.name->user,
                                    args.request); // it has its answer, also if an earlier reply was lost
        return known(m_memory.entry(index));
    }
    if (!args.tiedTo.empty() && requesterGone(args.tiedTo))
        return Error(ErrorCode::Cancelled, {{"request", args.request.text()}});
    if (args.place != 0)
        if (Result<void> waiting = m_waiters.check(args.context.name->user, args.request, args.place); !waiting)
            return waiting.error();
    if (slot == noSlot)
        return Error(ErrorCode::ContextUnknown, {{"context", args.context.name->context.text()}});
    if (error)
        return *error;
    if (!m_waiters.empty())
        m_waiters.removeRequest(args.context.name->user, args.request);
    if (!m_holds.empty() || !m_writer.fleet().reservations().empty())
        m_reservations.detach(args.context.name->user, args.request);
    return give(slot, args, key);
}

/// The first rule, in the order of SPEC W9's list, that keeps the request from the context.
std::optional<Error> Leases::obstacle(Slot context, const AssignArgs &args, bool &heldForIt) const
{
    const Fleet &fleet = m_writer.fleet();
    const ContextRow &row = fleet.context(context);
    if (!fulfils(args.requirements, row.client))
        return notAvailable(unmetRule(*args.requirements, fleet.client(row.client)));
    if (!m_connections.current(row.client, m_writer.now()))
        return notAvailable(Rule::Connected);
    if (const std::optional<Rule> rule = Drains::rule(fleet, row.client, row.window))
        return notAvailable(*rule);
    if (row.hold) {
        if (Holds::bars(*row.hold, args.request, m_writer.now()))
            return notAvailable(Rule::Reserved);
        heldForIt = row.hold->request == args.request;
    }
    if (row.assignment)
        return notAvailable(Rule::Assigned, "task", row.assignment->task.text());
    if (row.parent.name)
        return notAvailable(Rule::Assigned, "parent", row.parent.name->context.text());
    if (row.settling)
        return notAvailable(Rule::Settling);
    if (!args.anyHealth && row.reported->health != Health::Live)
        return notAvailable(Rule::Health, "health", std::string(name(row.reported->health)));
    if (!m_waiters.empty() && !heldForIt) {
        // Asked again without its place, a waiter keeps the one that it has.
        const std::uint64_t place = args.place != 0 ? args.place : m_waiters.placeOf(row.name->user, args.request);
        if (const Waiter *waiter = m_waiters.earlier(context, place); waiter && waiter->request != args.request)
            return notAvailable(Rule::EarlierWaiter, "request", waiter->request.text());
    }
    return std::nullopt;
}

bool Leases::fulfils(const RequirementsPtr &requirements, Slot client) const
{
    if (!requirements)
        return true;
    if (client >= m_fulfilled.size())
        m_fulfilled.resize(client + 1);
    const ClientRow &row = m_writer.fleet().client(client);
    Fulfilled &last = m_fulfilled[client];
    if (last.requirements == requirements && last.state == row.state)
        return true;
    if (!clientFulfils(requirements.get(), row))
        return false;
    last = {requirements, row.state};
    return true;
}

Assigned Leases::give(Slot slot, const AssignArgs &args, const RequestMemory::Key &key)
{
    m_lastFence = std::max(m_lastFence + 1, Fence(m_writer.now().us));
    m_holds.clear(slot);
    Assigned assigned{Handle{m_writer.fleet().key(slot), m_lastFence, args.request}, m_writer.now(), false, {}};
    const bool tied = !args.tiedTo.empty();
    m_writer.add(AssignmentStarted{assigned.handle.context,
                                   Assignment{args.task, args.request, m_lastFence, args.node, m_writer.now(),
                                              m_writer.now(), 0, args.longestHold, tied}});
    State &state = m_states[slot];
    state.memory = m_memory.addLive(key, slot, m_lastFence, state.nameHash, m_writer.now());
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
