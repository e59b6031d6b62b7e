// SPDX-License-Identifier: GPL-3.0-or-later
#include "store/rowtracker.h"

#include "base/prefetch.h"

#include <algorithm>

namespace cheetah::gui {

namespace {

bool isEmpty(const ContextNamePtr &name)
{
    return !name;
}
bool isEmpty(const WindowName &name)
{
    return name.window.empty();
}
bool isEmpty(const ClientName &name)
{
    return name.client.empty();
}
bool isSame(const ContextNamePtr &a, const ContextNamePtr &b)
{
    return a == b || (a && b && *a == *b);
}
template <class Name>
bool isSame(const Name &a, const Name &b)
{
    return a == b;
}

/// Sorts every touched slot into the list that tells what became of it.
template <class Kind, class NameNow>
RowChanges classify(const Kind &kind, NameNow nameNow)
{
    RowChanges changes;
    for (const Slot slot : kind.same)
        if (kind.states[slot] == Kind::Same)
            changes.changed.push_back(slot);
    for (const auto &[slot, before] : kind.named) {
        const auto &now = nameNow(slot);
        if (isSame(before, now)) {
            if (!isEmpty(now))
                changes.changed.push_back(slot);
            continue;
        }
        if (!isEmpty(before))
            changes.removed.push_back(slot);
        if (!isEmpty(now))
            changes.added.push_back(slot);
    }
    for (auto *list : {&changes.removed, &changes.added, &changes.changed})
        std::sort(list->begin(), list->end());
    return changes;
}

} // namespace

template <class Name>
bool RowTracker::Kind<Name>::noteSame(Slot slot)
{
    if (slot >= states.size())
        states.resize(slot + 1);
    if (states[slot] != Untouched)
        return false;
    states[slot] = Same;
    same.push_back(slot);
    return true;
}

template <class Name>
void RowTracker::Kind<Name>::note(Slot slot, const Name &name)
{
    if (slot >= states.size())
        states.resize(slot + 1);
    if (states[slot] == Named)
        return;
    states[slot] = Named;
    named.emplace_back(slot, name);
}

template <class Name>
void RowTracker::Kind<Name>::clear()
{
    for (const Slot slot : same)
        states[slot] = Untouched;
    for (const auto &row : named)
        states[row.first] = Untouched;
    same.clear();
    named.clear();
}

void RowTracker::expect(const Delta &delta) const
{
    const auto expectContext = [this]<class T>(const T &change) {
        if constexpr (requires { change.key; })
            if (change.key.slot < m_fleet.contextSlots())
                prefetch(&m_fleet.context(change.key.slot), ContextRow::hotBytes);
    };
    for (const Change &change : delta.changes)
        std::visit(expectContext, change);
}

void RowTracker::before(const Delta &delta)
{
    for (const Change &change : delta.changes)
        before(change);
}

void RowTracker::after(const Delta &delta)
{
    for (const Change &change : delta.changes)
        after(change);
}

/// Everything that has its row already.
void RowTracker::before(const Change &change)
{
    std::visit(
        [this]<class T>(const T &c) {
            if constexpr (requires { c.key; }) {
                const Slot context = m_fleet.find(c.key);
                touchContext(context);
                if (std::is_same_v<T, ContextRemoved> && context != noSlot)
                    m_contexts.note(context, m_fleet.context(context).name);
            } else if constexpr (std::is_same_v<T, ClientRemoved>) {
                noteRemoved(c.name);
            } else if constexpr (std::is_same_v<T, ClientChanged>) {
                const Slot client = m_fleet.find(c.name);
                if (client == noSlot)
                    return;
                touchClient(client);
                // What its contexts can be used for depends on these.
                const auto &old = m_fleet.client(client).state;
                if (!old || old->connected != c.state->connected || old->node != c.state->node)
                    touchContextsOf(client);
            } else if constexpr (std::is_same_v<T, ClientSeqChanged>) {
                touchClient(m_fleet.find(c.name));
            } else if constexpr (std::is_same_v<T, WindowChanged> || std::is_same_v<T, WindowRemoved>) {
                const Slot window = m_fleet.find(c.name);
                touchWindow(window);
                if (std::is_same_v<T, WindowRemoved> && window != noSlot)
                    m_windows.note(window, m_fleet.window(window).name);
                touchClient(m_fleet.find(c.name.clientName()));
            } else if constexpr (std::is_same_v<T, ReservationChanged> || std::is_same_v<T, ReservationRemoved>) {
                m_batch.reservations = true;
            } else if constexpr (std::is_same_v<T, WaiterAdded> || std::is_same_v<T, WaiterRemoved>) {
                m_batch.waiters = true;
            } else if constexpr (std::is_same_v<T, DrainChanged>) {
                m_batch.drains = true;
                touchTarget(c.drain.target);
            } else if constexpr (std::is_same_v<T, DrainRemoved>) {
                m_batch.drains = true;
                touchTarget(c.target);
            } else {
                m_batch.nodes = true;
            }
        },
        change);
}

/// Everything that got its row only now. A slot that is not noted by now was free before.
void RowTracker::after(const Change &change)
{
    if (const auto *context = std::get_if<ContextChanged>(&change)) {
        const Slot slot = m_fleet.find(context->key);
        if (slot == noSlot)
            return;
        if (!m_contexts.isTouched(slot))
            m_contexts.note(slot, nullptr);
        touchWindow(m_fleet.context(slot).window); // it may stand in another window than before
        touchClient(m_fleet.context(slot).client);
    } else if (const auto *window = std::get_if<WindowChanged>(&change)) {
        const Slot slot = m_fleet.find(window->name);
        if (slot != noSlot && !m_windows.isTouched(slot))
            m_windows.note(slot, {});
    } else if (const auto *client = std::get_if<ClientChanged>(&change)) {
        const Slot slot = m_fleet.find(client->name);
        if (slot != noSlot && !m_clients.isTouched(slot))
            m_clients.note(slot, {});
    }
}

/// With all that it has.
void RowTracker::noteRemoved(const ClientName &name)
{
    const Slot client = m_fleet.find(name);
    if (client == noSlot)
        return;
    m_clients.note(client, name);
    for (const Slot window : m_fleet.client(client).windows) {
        m_windows.note(window, m_fleet.window(window).name);
        for (const Slot context : m_fleet.window(window).contexts)
            m_contexts.note(context, m_fleet.context(context).name);
    }
}

void RowTracker::touchContext(Slot slot)
{
    if (slot == noSlot || !m_contexts.noteSame(slot))
        return;
    touchWindow(m_fleet.context(slot).window);
    touchClient(m_fleet.context(slot).client);
}

void RowTracker::touchWindow(Slot slot)
{
    if (slot != noSlot)
        m_windows.noteSame(slot);
}

void RowTracker::touchClient(Slot slot)
{
    if (slot != noSlot)
        m_clients.noteSame(slot);
}

void RowTracker::touchContextsOf(Slot client)
{
    for (const Slot window : m_fleet.client(client).windows)
        for (const Slot context : m_fleet.window(window).contexts)
            touchContext(context);
}

void RowTracker::touchTarget(const DrainTarget &target)
{
    if (const auto *client = std::get_if<ClientName>(&target)) {
        if (const Slot slot = m_fleet.find(*client); slot != noSlot) {
            touchClient(slot);
            touchContextsOf(slot);
        }
    } else if (const auto *window = std::get_if<WindowName>(&target)) {
        const Slot slot = m_fleet.find(*window);
        touchWindow(slot);
        if (slot != noSlot)
            for (const Slot context : m_fleet.window(slot).contexts)
                touchContext(context);
    } else {
        for (Slot slot = 0; slot < m_fleet.clientSlots(); ++slot) {
            const ClientRow &row = m_fleet.client(slot);
            if (row.state && row.state->node == std::get<NodeId>(target)) {
                touchClient(slot);
                touchContextsOf(slot);
            }
        }
    }
}

FleetBatch RowTracker::take()
{
    FleetBatch batch = std::exchange(m_batch, {});
    batch.contexts =
        classify(m_contexts, [this](Slot slot) -> const ContextNamePtr & { return m_fleet.context(slot).name; });
    batch.windows = classify(m_windows, [this](Slot slot) -> const WindowName & { return m_fleet.window(slot).name; });
    batch.clients = classify(m_clients, [this](Slot slot) -> const ClientName & { return m_fleet.client(slot).name; });
    clear();
    return batch;
}

void RowTracker::clear()
{
    m_contexts.clear();
    m_windows.clear();
    m_clients.clear();
    m_batch = {};
}

} // namespace cheetah::gui
