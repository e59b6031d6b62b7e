// SPDX-License-Identifier: Apache-2.0
#include "operations/journal.h"

#include <algorithm>

namespace cheetah {

namespace {

std::string describe(const DrainTarget &target)
{
    if (const auto *client = std::get_if<ClientName>(&target))
        return "client " + client->client.string();
    if (const auto *window = std::get_if<WindowName>(&target))
        return "window " + window->window.string() + " of " + window->client.string();
    return "node " + std::get<NodeId>(target).string();
}

} // namespace

Journal::Journal(FleetSource &source, std::size_t capacity) : m_source(source), m_capacity(capacity)
{
    learn(source.fleet());
    m_subscription = source.subscribe(*this);
}

void Journal::append(JournalEntry entry)
{
    entry.number = ++m_last;
    entry.at = m_source.now();
    if (m_entries.size() == m_capacity) {
        m_entries.pop_front();
        ++m_dropped;
    }
    m_entries.push_back(std::move(entry));
    m_refusals.entriesAdded(m_entries, 1);
    std::erase_if(m_listeners, [](const auto &listener) { return listener.expired(); });
    for (const auto &weak : std::vector(m_listeners))
        if (const auto listener = weak.lock())
            (*listener)(m_entries.back());
}

std::vector<JournalEntry> Journal::since(std::uint64_t after, std::size_t limit) const
{
    const std::uint64_t first = m_last - m_entries.size() + 1;
    const std::size_t skip = after < first ? 0 : std::min<std::uint64_t>(after - first + 1, m_entries.size());
    const auto begin = m_entries.begin() + std::ptrdiff_t(skip);
    return {begin, begin + std::ptrdiff_t(std::min(limit, m_entries.size() - skip))};
}

std::vector<JournalEntry> Journal::latest(std::size_t limit) const
{
    return {m_entries.end() - std::ptrdiff_t(std::min(limit, m_entries.size())), m_entries.end()};
}

std::shared_ptr<void> Journal::listen(Listener listener)
{
    auto entry = std::make_shared<Listener>(std::move(listener));
    m_listeners.push_back(entry);
    return entry;
}

void Journal::fleetChanged(const Delta &delta)
{
    for (const Change &change : delta.changes)
        std::visit([this](const auto &c) { on(c); }, change);
}

void Journal::fleetReset()
{
    m_held.clear();
    m_health.clear();
    m_clients.clear();
    m_windows.clear();
    m_reservations.clear();
    m_nodes.clear();
    learn(m_source.fleet());
}

void Journal::learn(const Fleet &fleet)
{
    for (Slot slot = 0; slot < fleet.contextSlots(); ++slot) {
        const ContextRow &row = fleet.context(slot);
        if (!row.name)
            continue;
        m_health[*row.name] = row.reported->health;
        if (row.assignment)
            m_held[row.assignment->fence] = {row.assignment->task, row.assignment->request};
    }
    for (Slot slot = 0; slot < fleet.clientSlots(); ++slot)
        if (const ClientRow &row = fleet.client(slot); row.state)
            m_clients[row.name] = {row.state->epoch, row.state->connected};
    for (Slot slot = 0; slot < fleet.windowSlots(); ++slot)
        if (!fleet.window(slot).name.window.empty())
            m_windows[fleet.window(slot).name] = 1;
    for (const auto &[key, reservation] : fleet.reservations())
        m_reservations[key] = 1;
    for (const NodeInfo &node : fleet.nodes())
        m_nodes[node.id] = node.incarnation;
}

JournalEntry Journal::entryFor(JournalKind kind, const ClientName &client) const
{
    JournalEntry entry;
    entry.kind = kind;
    entry.user = client.user;
    entry.client = client.client;
    return entry;
}

JournalEntry Journal::entryFor(JournalKind kind, const ContextKey &key) const
{
    JournalEntry entry = entryFor(kind, key.name->clientName());
    entry.context = key.name;
    return entry;
}

void Journal::on(const AssignmentStarted &change)
{
    JournalEntry entry = entryFor(JournalKind::Acquired, change.key);
    entry.task = change.assignment.task;
    entry.request = change.assignment.request;
    entry.fence = change.assignment.fence;
    entry.by = change.assignment.holderNode.text();
    m_held[entry.fence] = {entry.task, entry.request};
    append(std::move(entry));
}

void Journal::on(const AssignmentRenewed &change)
{
    JournalEntry entry = entryFor(JournalKind::Renewed, change.key);
    entry.fence = change.fence;
    if (const auto held = m_held.find(change.fence); held != m_held.end())
        entry.task = held->second.task;
    append(std::move(entry));
}

void Journal::on(const AssignmentEnded &change)
{
    JournalEntry entry = entryFor(JournalKind::Ended, change.key);
    entry.fence = change.fence;
    entry.cause = change.cause;
    if (const auto held = m_held.find(change.fence); held != m_held.end()) {
        entry.task = held->second.task;
        entry.request = held->second.request;
        m_held.erase(held);
    }
    append(std::move(entry));
}

void Journal::on(const ContextChanged &change)
{
    const auto [known, added] = m_health.try_emplace(*change.key.name, change.reported->health);
    if (added) {
        append(entryFor(JournalKind::ContextOpened, change.key));
    } else if (known->second != change.reported->health) {
        known->second = change.reported->health;
        JournalEntry entry = entryFor(JournalKind::HealthChanged, change.key);
        entry.params = {{"health", std::string(name(change.reported->health))}};
        append(std::move(entry));
    }
}

void Journal::on(const ContextRemoved &change)
{
    m_health.erase(*change.key.name);
    append(entryFor(JournalKind::ContextClosed, change.key));
}

void Journal::on(const SettlingChanged &change)
{
    JournalEntry entry =
        entryFor(change.settling ? JournalKind::SettlingStarted : JournalKind::SettlingEnded, change.key);
    if (change.settling && !change.settling->commands.empty())
        entry.command = change.settling->commands.front();
    append(std::move(entry));
}

void Journal::on(const WindowChanged &change)
{
    if (!m_windows.try_emplace(change.name, 1).second)
        return;
    JournalEntry entry = entryFor(JournalKind::WindowOpened, change.name.clientName());
    entry.params = {{"window", change.name.window.string()}};
    append(std::move(entry));
}

void Journal::on(const WindowRemoved &change)
{
    m_windows.erase(change.name);
    JournalEntry entry = entryFor(JournalKind::WindowClosed, change.name.clientName());
    entry.params = {{"window", change.name.window.string()}};
    append(std::move(entry));
}

void Journal::on(const ClientChanged &change)
{
    Known &known = m_clients[change.name];
    const bool connected = change.state->connected && !known.connected;
    const bool disconnected = !change.state->connected && known.connected;
    const bool newEpoch = known.epoch != change.state->epoch;
    known = {change.state->epoch, change.state->connected};
    if (disconnected || connected) {
        JournalEntry entry =
            entryFor(connected ? JournalKind::ClientConnected : JournalKind::ClientDisconnected, change.name);
        entry.by = change.state->node.text();
        append(std::move(entry));
    }
    if (newEpoch) {
        JournalEntry entry = entryFor(JournalKind::EpochStarted, change.name);
        entry.params = {{"epoch", change.state->epoch.string()}};
        append(std::move(entry));
    }
}

void Journal::on(const ClientRemoved &change)
{
    // The contexts and windows of a client go with it, without changes of their own.
    std::erase_if(m_health, [&](const auto &entry) { return entry.first.clientName() == change.name; });
    std::erase_if(m_windows, [&](const auto &entry) { return entry.first.clientName() == change.name; });
    m_clients.erase(change.name);
    append(entryFor(JournalKind::ClientRemoved, change.name));
}

void Journal::on(const ReservationChanged &change)
{
    const Reservation &reservation = *change.reservation;
    if (!m_reservations.try_emplace({reservation.client, reservation.provision}, 1).second)
        return;
    JournalEntry entry = entryFor(JournalKind::ProvisionStarted, reservation.client);
    entry.request = reservation.request;
    entry.params = {{"provision", reservation.provision.string()}};
    append(std::move(entry));
}

void Journal::on(const ReservationRemoved &change)
{
    m_reservations.erase({change.client, change.provision});
    JournalEntry entry = entryFor(JournalKind::ProvisionEnded, change.client);
    entry.params = {{"provision", change.provision.string()}};
    append(std::move(entry));
}

void Journal::on(const DrainChanged &change)
{
    JournalEntry entry;
    entry.kind = change.drain.state == Drain::State::Draining ? JournalKind::DrainStarted : JournalKind::DrainEnded;
    entry.by = change.drain.by;
    entry.params = {{"target", describe(change.drain.target)}, {"state", std::string(name(change.drain.state))}};
    append(std::move(entry));
}

void Journal::on(const DrainRemoved &change)
{
    JournalEntry entry;
    entry.kind = JournalKind::DrainEnded;
    entry.params = {{"target", describe(change.target)}, {"state", "undone"}};
    append(std::move(entry));
}

void Journal::on(const NodeChanged &change)
{
    Incarnation &known = m_nodes[change.node.id];
    if (known == change.node.incarnation)
        return;
    known = change.node.incarnation;
    JournalEntry entry;
    entry.kind = JournalKind::NodeStarted;
    entry.by = change.node.id.text();
    entry.params = {{"node", change.node.id.string()}};
    append(std::move(entry));
}

void Journal::on(const NodeRemoved &change)
{
    m_nodes.erase(change.node);
    JournalEntry entry;
    entry.kind = JournalKind::NodeStopped;
    entry.by = change.node.text();
    entry.params = {{"node", change.node.string()}};
    append(std::move(entry));
}

} // namespace cheetah
