// SPDX-License-Identifier: Apache-2.0
// The part of Leases that ends them, and what hangs on an end: children, settling, ties.
#include "registry/leases.h"

#include <algorithm>

namespace cheetah {

bool Leases::end(Slot context, EndCause cause)
{
    const bool leased = m_states[context].leased;
    end(context, cause, false, nullptr);
    return leased;
}

void Leases::end(Slot context, EndCause cause, bool byHolder, std::vector<ContextNamePtr> *closable)
{
    State &state = m_states[context];
    if (!state.leased)
        return; // not leased, or ended earlier in this step
    const ContextRow &row = m_writer.fleet().context(context);
    m_writer.add(AssignmentEnded{m_writer.fleet().key(context), row.assignment->fence, cause});
    unlink(context);
    RequestMemory::Past &past = m_memory.end(context, state.request, m_writer.now());
    past.fence = row.assignment->fence;
    past.context = state.nameHash;
    past.fate = byHolder ? RequestMemory::Fate::Released : RequestMemory::Fate::Ended;
    past.cause = cause;
    state.leased = false;
    if (state.rare)
        endRare(context, byHolder, closable);
}

void Leases::endRare(Slot context, bool byHolder, std::vector<ContextNamePtr> *closable)
{
    Rare &rare = *m_states[context].rare;
    untie(context, rare);
    m_deadlines.clear(Deadlines::Kind::LongestHold, context);
    for (const Slot child : std::exchange(rare.children, {})) {
        const ContextRow &row = m_writer.fleet().context(child);
        m_writer.add(ParentChanged{m_writer.fleet().key(child), {}});
        startSettling(child);
        if (byHolder && closable && row.reported->ours) {
            closable->push_back(row.name);
            keepClosing(child);
        }
    }
    startSettling(context);
}

void Leases::startSettling(Slot context)
{
    State &state = m_states[context];
    if (!state.rare)
        return;
    std::vector<Unresolved> &unresolved = state.rare->unresolved;
    std::erase_if(unresolved, [&](const Unresolved &one) { return one.deadline <= m_writer.now(); });
    if (unresolved.empty()) {
        endSettling(context);
        state.rare.reset();
        return;
    }
    auto settling = std::make_shared<Settling>();
    for (const Unresolved &one : unresolved) {
        settling->commands.push_back(one.command);
        settling->deadline = std::max(settling->deadline, one.deadline);
    }
    m_deadlines.set(Deadlines::Kind::SettlingEnd, context, settling->deadline);
    m_writer.add(SettlingChanged{m_writer.fleet().key(context), std::move(settling)});
}

void Leases::endSettling(Slot context)
{
    State &state = m_states[context];
    if (state.rare)
        state.rare->unresolved.clear();
    if (!m_writer.fleet().context(context).settling)
        return;
    state.rare.reset();
    m_deadlines.clear(Deadlines::Kind::SettlingEnd, context);
    m_writer.add(SettlingChanged{m_writer.fleet().key(context), nullptr});
}

void Leases::commandSent(Slot context, const CommandId &command, RegistryTime deadline)
{
    rare(context).unresolved.push_back({command, deadline});
}

void Leases::commandResolved(Slot context, const CommandId &command)
{
    State &state = m_states[context];
    if (!state.rare
        || std::erase_if(state.rare->unresolved, [&](const Unresolved &one) { return one.command == command; }) == 0)
        return;
    if (!m_writer.fleet().context(context).settling)
        return;
    startSettling(context);
}

void Leases::added(Slot context)
{
    if (context >= m_states.size())
        m_states.resize(context + 1);
    m_states[context] = State();
    const ContextRow &row = m_writer.fleet().context(context);
    m_states[context].nameHash = nameHash(*row.name);
    if (row.client >= m_clients.size())
        m_clients.resize(row.client + 1);
    const Slot user = m_writer.fleet().client(row.client).user;
    if (user >= m_userHashes.size())
        m_userHashes.resize(user + 1);
    m_userHashes[user] = m_hash(1, row.name->user.text());
}

void Leases::forget(Slot context)
{
    const ContextRow &row = m_writer.fleet().context(context);
    if (row.parent.name) {
        const Slot parent = m_writer.fleet().find(row.parent);
        if (parent != noSlot && m_states[parent].rare)
            std::erase(m_states[parent].rare->children, context);
    }
    m_deadlines.clear(Deadlines::Kind::SettlingEnd, context);
    m_holds.forget(context);
    m_states[context] = State();
}

void Leases::setParent(Slot context, Slot parent)
{
    rare(parent).children.push_back(context);
    m_writer.add(ParentChanged{m_writer.fleet().key(context), m_writer.fleet().key(parent)});
}

Slot Leases::carrier(Slot opener) const
{
    const ContextRow &row = m_writer.fleet().context(opener);
    if (row.assignment)
        return opener;
    return row.parent.name ? m_writer.fleet().find(row.parent) : noSlot;
}

void Leases::untie(Slot context, Rare &rare)
{
    m_deadlines.clear(Deadlines::Kind::RequesterGone, context);
    if (rare.tiedTo.empty())
        return;
    if (const auto tied = m_tied.find(rare.tiedTo); tied != m_tied.end()) {
        std::erase(tied->second, context);
        if (tied->second.empty())
            m_tied.erase(tied);
    }
    rare.tiedTo = ConnectionId();
}

Leases::Rare &Leases::rare(Slot context)
{
    std::unique_ptr<Rare> &rare = m_states[context].rare;
    if (!rare)
        rare = std::make_unique<Rare>();
    return *rare;
}

void Leases::link(Slot context)
{
    State &state = m_states[context];
    state.previous = m_newest;
    state.next = noSlot;
    (m_newest == noSlot ? m_oldest : m_states[m_newest].next) = context;
    m_newest = context;
}

void Leases::unlink(Slot context)
{
    const State &state = m_states[context];
    (state.previous == noSlot ? m_oldest : m_states[state.previous].next) = state.next;
    (state.next == noSlot ? m_newest : m_states[state.next].previous) = state.previous;
}

std::uint32_t Leases::nameHash(const ContextName &name) const
{
    return std::uint32_t(m_hash(m_hash(m_hash(m_hash(0, name.user.text()), name.client.text()), name.epoch.text()),
                                name.context.text()));
}

} // namespace cheetah
