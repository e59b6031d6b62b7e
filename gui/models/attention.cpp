// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/attention.h"

#include "session/session.h"

#include <algorithm>

namespace cheetah::gui {

namespace {

std::int64_t secondOf(RegistryTime at)
{
    return at.us / 1'000'000;
}

bool isBroken(Health health)
{
    return health == Health::Crashed || health == Health::Unresponsive;
}

} // namespace

void Attention::setAwake(bool awake)
{
    if (m_isAwake == awake)
        return;
    m_isAwake = awake;
    m_disconnects.clear();
    rebuild();
    if (awake)
        takeJournal(int(m_session.journal().entries().size()));
}

void Attention::rebuild()
{
    m_flags.clear();
    m_wakeAt.clear();
    m_alarms.clear();
    for (auto *set : {&m_broken, &m_unrenewed, &m_ending, &m_unsettled, &m_away})
        set->clear();
    if (!m_isAwake)
        return;
    const Fleet &fleet = m_session.fleet().fleet();
    m_flags.resize(fleet.contextSlots());
    m_wakeAt.resize(fleet.contextSlots());
    for (Slot slot = 0; slot < fleet.contextSlots(); ++slot)
        look(slot);
    for (Slot slot = 0; slot < fleet.clientSlots(); ++slot)
        lookAtClient(slot);
}

void Attention::take(const FleetBatch &batch)
{
    if (!m_isAwake)
        return;
    if (batch.whole)
        return rebuild();
    m_flags.resize(m_session.fleet().fleet().contextSlots());
    m_wakeAt.resize(m_session.fleet().fleet().contextSlots());
    for (const auto *list : {&batch.contexts.removed, &batch.contexts.added, &batch.contexts.changed})
        for (const Slot slot : *list)
            look(slot);
    for (const auto *list : {&batch.clients.removed, &batch.clients.added, &batch.clients.changed})
        for (const Slot slot : *list)
            lookAtClient(slot);
}

/// What is true of this context now, and when something else may become true by itself.
void Attention::look(Slot context)
{
    const FleetStore &store = m_session.fleet();
    const ContextRow &row = store.fleet().context(context);
    if (!row.name)
        return mark(context, 0);
    const RegistryTime now = store.now();
    std::uint8_t flags = 0;
    RegistryTime next;
    const auto from = [&](RegistryTime at, Flag flag) {
        if (now >= at)
            flags |= flag;
        else if (!next.isSet() || at < next)
            next = at;
    };
    if (isBroken(row.reported->health))
        flags |= Broken;
    if (const Micros timeout = store.taskTimeout(); row.assignment && timeout.count() > 0) {
        if (row.assignment->renewals == 0)
            from(row.assignment->acquiredAt + timeout / 2, Unrenewed);
        else
            from(row.assignment->renewedAt + timeout - std::min(almostOver, timeout / 5), Ending);
    }
    if (row.settling)
        from(row.settling->deadline, Unsettled);
    mark(context, flags);
    if (next.isSet())
        wake(context, next);
}

void Attention::mark(Slot context, std::uint8_t flags)
{
    const std::uint8_t changed = m_flags[context] ^ flags;
    if (!changed)
        return;
    m_flags[context] = flags;
    const auto set = [&](Flag flag, std::set<Slot> &marked) {
        if (!(changed & flag))
            return;
        if (flags & flag)
            marked.insert(context);
        else
            marked.erase(context);
    };
    set(Broken, m_broken);
    set(Unrenewed, m_unrenewed);
    set(Ending, m_ending);
    set(Unsettled, m_unsettled);
}

/// An alarm that rings too early costs one look; so a renewal need not move it.
void Attention::wake(Slot context, RegistryTime at)
{
    const std::int64_t second = secondOf(at) + 1;
    if (m_wakeAt[context] != 0 && m_wakeAt[context] <= second)
        return;
    m_wakeAt[context] = second;
    m_alarms[second].push_back(context);
}

void Attention::advance(RegistryTime now)
{
    while (!m_alarms.empty() && m_alarms.begin()->first <= secondOf(now)) {
        const auto alarm = m_alarms.extract(m_alarms.begin());
        for (const Slot slot : alarm.mapped())
            if (m_wakeAt[slot] == alarm.key()) {
                m_wakeAt[slot] = 0;
                look(slot);
            }
    }
}

void Attention::lookAtClient(Slot client)
{
    const ClientRow &row = m_session.fleet().fleet().client(client);
    if (row.state && !row.state->connected && row.assigned > 0)
        m_away.insert(client);
    else
        m_away.erase(client);
}

void Attention::takeJournal(int added)
{
    if (!m_isAwake)
        return;
    const auto &entries = m_session.journal().entries();
    const RegistryTime from = m_session.fleet().now() - flapWindow;
    for (std::size_t at = entries.size() - std::min(entries.size(), std::size_t(added)); at < entries.size(); ++at) {
        const JournalEntry &entry = entries[at];
        if (entry.kind != JournalKind::ClientDisconnected || entry.at < from)
            continue;
        const ClientName name{entry.user, entry.client};
        if (m_disconnects.size() >= mostFlapping && !m_disconnects.contains(name))
            continue;
        auto &times = m_disconnects[name];
        times.push_back(entry.at);
        if (times.size() > flaps)
            times.pop_front();
    }
}

std::vector<AttentionItem> Attention::items()
{
    Items items;
    addConnection(items);
    if (m_session.fleet().isLoaded() && m_isAwake) {
        advance(m_session.fleet().now());
        addConditions(items);
        addNodes(items);
        addAway(items);
        addFlapping(items);
        addTabs(items);
        addReservations(items);
        addWaiters(items);
        addDrains(items);
    }
    addRest(items);
    const auto rank = [](const AttentionItem &item) {
        // What the rest stands for comes behind what it is the rest of.
        return std::tuple(item.tone != Tone::Danger, item.rule, item.count > 1, item.since, std::string_view(item.key));
    };
    std::sort(items.begin(), items.end(),
              [&](const AttentionItem &a, const AttentionItem &b) { return rank(a) < rank(b); });
    return items;
}

} // namespace cheetah::gui
