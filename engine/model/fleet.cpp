// SPDX-License-Identifier: Apache-2.0
#include "model/fleet.h"

#include "model/namehash.h"

#include <algorithm>

namespace cheetah {

namespace {

Error inconsistent(const char *what)
{
    return Error(ErrorCode::Internal, {}, std::string("inconsistent delta: ") + what);
}

/// A row of `rows` that is free, taken from `free` or new.
template <class Rows>
Slot takeRow(Rows &rows, std::vector<Slot> &free)
{
    if (free.empty()) {
        rows.emplace_back();
        return Slot(rows.size() - 1);
    }
    const Slot slot = free.back();
    free.pop_back();
    return slot;
}

void takeOut(std::vector<Slot> &list, Slot slot)
{
    const auto found = std::find(list.begin(), list.end(), slot);
    if (found != list.end())
        list.erase(found);
}

/// Moves (or adds) `slot` to `position`, or to the end if that lies beyond.
void place(std::vector<Slot> &list, Slot slot, std::uint32_t position)
{
    if (position < list.size() && list[position] == slot)
        return;
    takeOut(list, slot);
    list.insert(list.begin() + std::ptrdiff_t(std::min<std::size_t>(position, list.size())), slot);
}

std::size_t hashOf(const UserId &id)
{
    return hashTexts({id.text()});
}

template <class Name>
std::size_t hashOf(const Name &name)
{
    return std::hash<Name>()(name);
}

} // namespace

std::uint64_t Fleet::revision() const
{
    std::uint64_t sum = 0;
    for (const Revision &revision : m_revisions)
        sum += revision.number;
    return sum;
}

Slot Fleet::find(const UserId &id) const
{
    return m_userIndex.find(hashOf(id), [&](Slot slot) { return m_users[slot].id == id; });
}

Slot Fleet::find(const ClientName &name) const
{
    return m_clientIndex.find(hashOf(name), [&](Slot slot) { return m_clients[slot].name == name; });
}

Slot Fleet::find(const WindowName &name) const
{
    return findWindow(name.user, name.client, name.epoch, name.window);
}

Slot Fleet::findWindow(const UserId &user, const ClientId &client, const Epoch &epoch, const WindowId &window) const
{
    const std::size_t hash = hashTexts({user.text(), client.text(), epoch.text(), window.text()});
    return m_windowIndex.find(hash, [&](Slot slot) {
        const WindowName &name = m_windows[slot].name;
        return name.window == window && name.client == client && name.user == user && name.epoch == epoch;
    });
}

Slot Fleet::find(const ContextName &name) const
{
    return m_contextIndex.find(hashOf(name), [&](Slot slot) { return *m_contexts[slot].name == name; });
}

const std::map<std::uint64_t, std::shared_ptr<const Waiter>> &Fleet::waiters(const UserId &user) const
{
    static const std::map<std::uint64_t, std::shared_ptr<const Waiter>> none;
    const auto found = m_waiters.find(user);
    return found == m_waiters.end() ? none : found->second;
}

const Drain *Fleet::drain(const DrainTarget &target) const
{
    const auto found =
        std::find_if(m_drains.begin(), m_drains.end(), [&](const Drain &drain) { return drain.target == target; });
    return found == m_drains.end() ? nullptr : &*found;
}

void Fleet::reset(std::vector<Revision> revisions)
{
    *this = Fleet();
    m_revisions = std::move(revisions);
}

Result<void> Fleet::apply(const Delta &delta)
{
    for (Revision &revision : m_revisions) {
        if (revision.partition != delta.partition || revision.number != delta.from)
            continue;
        if (delta.to < delta.from)
            return inconsistent("a revision goes back");
        if (const Misfit misfit = applyChanges(delta.changes, delta.at))
            return inconsistent(misfit);
        revision.number = delta.to;
        return {};
    }
    return ErrorCode::BaseMismatch;
}

Result<void> Fleet::load(const std::vector<Change> &changes)
{
    if (const Misfit misfit = applyChanges(changes, {}))
        return inconsistent(misfit);
    return {};
}

Fleet::Misfit Fleet::applyChanges(const std::vector<Change> &changes, RegistryTime at)
{
    for (const Change &change : changes)
        if (const Misfit misfit = std::visit([&](const auto &one) { return on(one, at); }, change))
            return misfit;
    return nullptr;
}

void Fleet::setAssignment(ContextRow &row, const Assignment &assignment)
{
    row.assignment = assignment;
    ++m_clients[row.client].assigned;
    ++m_assignedCount;
}

void Fleet::clearAssignment(ContextRow &row)
{
    if (!row.assignment)
        return;
    row.assignment.reset();
    --m_clients[row.client].assigned;
    --m_assignedCount;
}

void Fleet::setSettling(ContextRow &row, std::shared_ptr<const Settling> settling)
{
    if (!row.settling && settling)
        ++m_clients[row.client].settling;
    else if (row.settling && !settling)
        --m_clients[row.client].settling;
    row.settling = std::move(settling);
    updateKeptBack(row);
}

void Fleet::updateKeptBack(ContextRow &row)
{
    row.keptBack = row.settling || row.hold || row.parent.name;
}

Fleet::Misfit Fleet::on(const AssignmentStarted &change, RegistryTime)
{
    const Slot slot = find(change.key);
    if (slot == noSlot)
        return "assignment of an unknown context";
    if (m_contexts[slot].assignment)
        return "second assignment of a context";
    setAssignment(m_contexts[slot], change.assignment);
    return nullptr;
}

Fleet::Misfit Fleet::on(const AssignmentRenewed &change, RegistryTime)
{
    const Slot slot = find(change.key);
    if (slot == noSlot || !m_contexts[slot].assignment || m_contexts[slot].assignment->fence != change.fence)
        return "renewal of no current assignment";
    m_contexts[slot].assignment->renewedAt = change.renewedAt;
    ++m_contexts[slot].assignment->renewals;
    return nullptr;
}

Fleet::Misfit Fleet::on(const AssignmentEnded &change, RegistryTime)
{
    const Slot slot = find(change.key);
    if (slot == noSlot || !m_contexts[slot].assignment || m_contexts[slot].assignment->fence != change.fence)
        return "end of no current assignment";
    clearAssignment(m_contexts[slot]);
    m_contexts[slot].lastEnd = change.cause;
    return nullptr;
}

Fleet::Misfit Fleet::on(const SettlingChanged &change, RegistryTime)
{
    const Slot slot = find(change.key);
    if (slot == noSlot)
        return "settling of an unknown context";
    setSettling(m_contexts[slot], change.settling);
    return nullptr;
}

Fleet::Misfit Fleet::on(const HoldChanged &change, RegistryTime)
{
    const Slot slot = find(change.key);
    if (slot == noSlot)
        return "hold of an unknown context";
    m_contexts[slot].hold = change.hold;
    updateKeptBack(m_contexts[slot]);
    return nullptr;
}

Fleet::Misfit Fleet::on(const ParentChanged &change, RegistryTime)
{
    const Slot slot = find(change.key);
    if (slot == noSlot)
        return "parent of an unknown context";
    // The parent may be gone already, or come later in a snapshot: its slot is a hint, its name is what counts.
    m_contexts[slot].parent = {change.parent.name, find(change.parent)};
    updateKeptBack(m_contexts[slot]);
    return nullptr;
}

Fleet::Misfit Fleet::on(const ContextChanged &change, RegistryTime at)
{
    if (!change.key.name || !change.reported || change.reported->id != change.key.name->context)
        return "context without a name or a report";
    const ContextName &name = *change.key.name;
    Slot slot = find(change.key);
    const Slot before = slot == noSlot ? noSlot : m_contexts[slot].window;
    const Slot window = before != noSlot && m_windows[before].name.window == change.window
                          ? before
                          : findWindow(name.user, name.client, name.epoch, change.window);
    if (window == noSlot)
        return "context in an unknown window";

    if (slot == noSlot) {
        if (name.context.empty())
            return "context with an empty id";
        slot = enterContext(change, window, at);
    } else if (before != window) {
        takeOut(m_windows[before].contexts, slot);
    }
    m_contexts[slot].window = window;
    m_contexts[slot].reported = change.reported;
    m_contexts[slot].health = change.reported->health;
    place(m_windows[window].contexts, slot, change.position);
    return nullptr;
}

Slot Fleet::enterContext(const ContextChanged &change, Slot window, RegistryTime at)
{
    const Slot slot = takeRow(m_contexts, m_freeContexts);
    ContextRow &row = m_contexts[slot];
    row.name = change.key.name;
    row.client = m_windows[window].client;
    row.firstSeenAt = change.firstSeenAt.isSet() ? change.firstSeenAt : at;
    row.lastEnd = change.lastEnd;
    m_contextIndex.insert(hashOf(*row.name), slot);
    ++m_clients[row.client].contexts;
    ++m_contextCount;
    return slot;
}

Fleet::Misfit Fleet::on(const ContextRemoved &change, RegistryTime)
{
    const Slot slot = find(change.key);
    if (slot == noSlot)
        return "removal of an unknown context";
    if (m_contexts[slot].assignment)
        return "removal of an assigned context";
    takeOut(m_windows[m_contexts[slot].window].contexts, slot);
    freeContext(slot);
    return nullptr;
}

/// The caller has taken the slot out of its window.
void Fleet::freeContext(Slot slot)
{
    ContextRow &row = m_contexts[slot];
    clearAssignment(row);
    setSettling(row, nullptr);
    m_contextIndex.erase(hashOf(*row.name), slot);
    --m_clients[row.client].contexts;
    --m_contextCount;
    row = ContextRow();
    m_freeContexts.push_back(slot);
}

Fleet::Misfit Fleet::on(const WindowChanged &change, RegistryTime)
{
    Slot slot = find(change.name);
    if (slot == noSlot) {
        const Slot client = find(change.name.clientName());
        if (client == noSlot || change.name.epoch.empty() || change.name.window.empty())
            return "window of an unknown client or with an empty id";
        slot = takeRow(m_windows, m_freeWindows);
        m_windows[slot].name = change.name;
        m_windows[slot].client = client;
        m_windowIndex.insert(hashOf(change.name), slot);
    }
    WindowRow &row = m_windows[slot];
    row.title = change.title;
    row.focused = change.focused;
    row.isolated = change.isolated;
    row.ours = change.ours;
    place(m_clients[row.client].windows, slot, change.position);
    return nullptr;
}

Fleet::Misfit Fleet::on(const WindowRemoved &change, RegistryTime)
{
    const Slot slot = find(change.name);
    if (slot == noSlot)
        return "removal of an unknown window";
    if (!m_windows[slot].contexts.empty())
        return "removal of a window with contexts";
    takeOut(m_clients[m_windows[slot].client].windows, slot);
    freeWindow(slot);
    return nullptr;
}

/// The caller has taken the slot out of its client.
void Fleet::freeWindow(Slot slot)
{
    m_windowIndex.erase(hashOf(m_windows[slot].name), slot);
    m_windows[slot] = WindowRow();
    m_freeWindows.push_back(slot);
}

Slot Fleet::enterUser(const UserId &id)
{
    Slot slot = find(id);
    if (slot == noSlot) {
        slot = Slot(m_users.size());
        m_users.push_back({id, {}});
        m_userIndex.insert(hashOf(id), slot);
    }
    return slot;
}

Fleet::Misfit Fleet::on(const ClientChanged &change, RegistryTime)
{
    if (!change.state || change.name.user.empty() || change.name.client.empty())
        return "client without a state or with an empty id";
    Slot slot = find(change.name);
    if (slot == noSlot) {
        slot = takeRow(m_clients, m_freeClients);
        m_clients[slot].name = change.name;
        m_clients[slot].user = enterUser(change.name.user);
        m_users[m_clients[slot].user].clients.push_back(slot);
        m_clientIndex.insert(hashOf(change.name), slot);
    }
    m_clients[slot].state = change.state;
    m_clients[slot].seq = change.state->seq;
    return nullptr;
}

Fleet::Misfit Fleet::on(const ClientSeqChanged &change, RegistryTime)
{
    const Slot slot = find(change.name);
    if (slot == noSlot)
        return "seq of an unknown client";
    m_clients[slot].seq = change.seq;
    return nullptr;
}

Fleet::Misfit Fleet::on(const ClientRemoved &change, RegistryTime)
{
    const Slot slot = find(change.name);
    if (slot == noSlot)
        return "removal of an unknown client";
    for (const Slot window : m_clients[slot].windows) {
        for (const Slot context : m_windows[window].contexts)
            freeContext(context);
        freeWindow(window);
    }
    takeOut(m_users[m_clients[slot].user].clients, slot);
    m_clientIndex.erase(hashOf(change.name), slot);
    m_clients[slot] = ClientRow();
    m_freeClients.push_back(slot);
    return nullptr;
}

Fleet::Misfit Fleet::on(const ReservationChanged &change, RegistryTime)
{
    const auto &reservation = change.reservation;
    if (!reservation || reservation->client.user.empty() || reservation->provision.empty())
        return "reservation without a name";
    m_reservations[{reservation->client, reservation->provision}] = reservation;
    return nullptr;
}

Fleet::Misfit Fleet::on(const ReservationRemoved &change, RegistryTime)
{
    if (!m_reservations.erase({change.client, change.provision}))
        return "removal of an unknown reservation";
    return nullptr;
}

Fleet::Misfit Fleet::on(const WaiterAdded &change, RegistryTime)
{
    if (!change.waiter || change.waiter->user.empty())
        return "waiter without a user";
    if (!m_waiters[change.waiter->user].emplace(change.waiter->place, change.waiter).second)
        return "second waiter at a place";
    ++m_waiterCount;
    return nullptr;
}

Fleet::Misfit Fleet::on(const WaiterRemoved &change, RegistryTime)
{
    const auto queue = m_waiters.find(change.user);
    if (queue == m_waiters.end() || !queue->second.erase(change.place))
        return "removal of an unknown waiter";
    if (queue->second.empty())
        m_waiters.erase(queue);
    --m_waiterCount;
    return nullptr;
}

Fleet::Misfit Fleet::on(const DrainChanged &change, RegistryTime)
{
    const auto found = std::find_if(m_drains.begin(), m_drains.end(),
                                    [&](const Drain &drain) { return drain.target == change.drain.target; });
    if (found == m_drains.end())
        m_drains.push_back(change.drain);
    else
        *found = change.drain;
    return nullptr;
}

Fleet::Misfit Fleet::on(const DrainRemoved &change, RegistryTime)
{
    if (!std::erase_if(m_drains, [&](const Drain &drain) { return drain.target == change.target; }))
        return "removal of an unknown drain";
    return nullptr;
}

Fleet::Misfit Fleet::on(const NodeChanged &change, RegistryTime)
{
    if (change.node.id.empty())
        return "node without an id";
    const auto found =
        std::find_if(m_nodes.begin(), m_nodes.end(), [&](const NodeInfo &node) { return node.id == change.node.id; });
    if (found == m_nodes.end())
        m_nodes.push_back(change.node);
    else
        *found = change.node;
    return nullptr;
}

Fleet::Misfit Fleet::on(const NodeRemoved &change, RegistryTime)
{
    if (!std::erase_if(m_nodes, [&](const NodeInfo &node) { return node.id == change.node; }))
        return "removal of an unknown node";
    return nullptr;
}

} // namespace cheetah
