// SPDX-License-Identifier: Apache-2.0
#include "model/views.h"

#include <algorithm>
#include <array>

namespace cheetah {

namespace {

constexpr std::array stateNames = {
    std::string_view("assigned"),    std::string_view("settling"), std::string_view("disconnected"),
    std::string_view("unavailable"), std::string_view("held"),     std::string_view("draining"),
    std::string_view("idle"),
};
constexpr Micros soon = Seconds(30);

std::optional<Micros> remainingOf(const Assignment &assignment, RegistryTime now, Micros taskTimeout)
{
    if (taskTimeout.count() == 0)
        return std::nullopt;
    return std::max(Micros(0), assignment.renewedAt + taskTimeout - now);
}

std::uint32_t reservationsOf(const Fleet &fleet, const ClientName &client)
{
    const auto &all = fleet.reservations();
    std::uint32_t count = 0;
    for (auto it = all.lower_bound({client, ProvisionId()}); it != all.end() && it->first.first == client; ++it)
        ++count;
    return count;
}

std::uint32_t reservationsIn(const Fleet &fleet, const WindowName &window)
{
    const auto &all = fleet.reservations();
    std::uint32_t count = 0;
    const ClientName client = window.clientName();
    for (auto it = all.lower_bound({client, ProvisionId()}); it != all.end() && it->first.first == client; ++it)
        count += it->second->placement.window == window;
    return count;
}

/// Calls `visit` for each window of the fleet, ordered by user, client and report order.
template <class Visit>
void visitClients(const Fleet &fleet, Visit visit)
{
    std::vector<Slot> slots;
    for (Slot slot = 0; slot < fleet.clientSlots(); ++slot)
        if (fleet.client(slot).state)
            slots.push_back(slot);
    std::sort(slots.begin(), slots.end(), [&](Slot a, Slot b) { return fleet.client(a).name < fleet.client(b).name; });
    for (const Slot slot : slots)
        visit(slot);
}

} // namespace

std::string_view name(ContextState state)
{
    return stateNames[std::size_t(state)];
}

std::optional<ContextState> contextStateFromName(std::string_view name)
{
    for (std::size_t i = 0; i < stateNames.size(); ++i)
        if (stateNames[i] == name)
            return ContextState(i);
    return std::nullopt;
}

bool isDraining(const Fleet &fleet, const ClientRow &client, const WindowRow *window)
{
    if (fleet.drains().empty())
        return false;
    return fleet.drain(client.name) || fleet.drain(client.state->node) || (window && fleet.drain(window->name));
}

ContextState stateOf(const Fleet &fleet, const ContextRow &row)
{
    const ClientRow &client = fleet.client(row.client);
    if (row.assignment || row.parent.name)
        return ContextState::Assigned;
    if (row.settling)
        return ContextState::Settling;
    if (!client.state->connected)
        return ContextState::Disconnected;
    if (row.health != Health::Live)
        return ContextState::Unavailable;
    if (row.hold)
        return ContextState::Held;
    if (isDraining(fleet, client, &fleet.window(row.window)))
        return ContextState::Draining;
    return ContextState::Idle;
}

ContextView contextView(const Fleet &fleet, Slot context, RegistryTime now, Micros taskTimeout)
{
    const ContextRow &row = fleet.context(context);
    ContextView view;
    view.name = *row.name;
    view.window = fleet.window(row.window).name.window;
    view.title = row.reported->title;
    view.url = row.reported->url;
    view.state = stateOf(fleet, row);
    view.health = row.reported->health;
    view.active = row.reported->active;
    view.ours = row.reported->ours;
    view.assignment = row.assignment;
    if (row.assignment)
        view.remaining = remainingOf(*row.assignment, now, taskTimeout);
    if (row.settling)
        view.settling = *row.settling;
    if (row.hold)
        view.heldFor = row.hold->request;
    if (row.parent.name)
        view.parent = *row.parent.name;
    return view;
}

WindowView windowView(const Fleet &fleet, Slot window)
{
    const WindowRow &row = fleet.window(window);
    const ClientRow &client = fleet.client(row.client);
    WindowView view;
    view.name = row.name;
    view.title = row.title;
    view.focused = row.focused;
    view.isolated = row.isolated;
    view.ours = row.ours;
    view.tabs = std::uint32_t(row.contexts.size());
    for (const Slot slot : row.contexts)
        view.assigned += fleet.context(slot).assignment.has_value();
    view.reserved = reservationsIn(fleet, row.name);
    view.tabLimit = client.state->limits.tabsPerWindow;
    view.draining = isDraining(fleet, client, &row);
    return view;
}

ClientView clientView(const Fleet &fleet, Slot client)
{
    const ClientRow &row = fleet.client(client);
    ClientView view;
    view.name = row.name;
    view.state = *row.state;
    view.seq = row.seq;
    view.windows = std::uint32_t(row.windows.size());
    view.contexts = row.contexts;
    view.assigned = row.assigned;
    view.settling = row.settling;
    view.reserved = reservationsOf(fleet, row.name);
    if (const Drain *drain = fleet.drain(row.name))
        view.drain = *drain;
    return view;
}

AssignmentView assignmentView(const Fleet &fleet, Slot context, RegistryTime now, Micros taskTimeout)
{
    const ContextRow &row = fleet.context(context);
    return {*row.name,         fleet.window(row.window).name.window,
            *row.assignment,   remainingOf(*row.assignment, now, taskTimeout),
            row.reported->url, row.reported->title};
}

FleetCounts countsOf(const Fleet &fleet, RegistryTime now, Micros taskTimeout)
{
    FleetCounts counts;
    counts.contexts = fleet.contextCount();
    counts.assigned = fleet.assignedCount();
    counts.reservations = std::uint32_t(fleet.reservations().size());
    counts.waiters = std::uint32_t(fleet.waiterCount());
    counts.nodes = std::uint32_t(fleet.nodes().size());
    for (Slot slot = 0; slot < fleet.userSlots(); ++slot)
        counts.users += !fleet.user(slot).clients.empty();
    for (Slot slot = 0; slot < fleet.clientSlots(); ++slot) {
        const ClientRow &row = fleet.client(slot);
        if (!row.state)
            continue;
        ++counts.clients;
        counts.connected += row.state->connected;
        counts.windows += std::uint32_t(row.windows.size());
        counts.settling += row.settling;
    }
    for (Slot slot = 0; slot < fleet.contextSlots(); ++slot) {
        const ContextRow &row = fleet.context(slot);
        if (!row.name)
            continue;
        counts.available += stateOf(fleet, row) == ContextState::Idle;
        if (row.assignment) {
            const auto remaining = remainingOf(*row.assignment, now, taskTimeout);
            counts.expiringSoon += remaining && *remaining < soon;
        }
    }
    return counts;
}

std::vector<ContextView> contextViews(const Fleet &fleet, RegistryTime now, Micros taskTimeout)
{
    std::vector<ContextView> views;
    views.reserve(fleet.contextCount());
    visitClients(fleet, [&](Slot client) {
        for (const Slot window : fleet.client(client).windows)
            for (const Slot context : fleet.window(window).contexts)
                views.push_back(contextView(fleet, context, now, taskTimeout));
    });
    return views;
}

std::vector<WindowView> windowViews(const Fleet &fleet)
{
    std::vector<WindowView> views;
    visitClients(fleet, [&](Slot client) {
        for (const Slot window : fleet.client(client).windows)
            views.push_back(windowView(fleet, window));
    });
    return views;
}

std::vector<ClientView> clientViews(const Fleet &fleet)
{
    std::vector<ClientView> views;
    visitClients(fleet, [&](Slot client) { views.push_back(clientView(fleet, client)); });
    return views;
}

std::vector<AssignmentView> assignmentViews(const Fleet &fleet, RegistryTime now, Micros taskTimeout)
{
    std::vector<AssignmentView> views;
    views.reserve(fleet.assignedCount());
    for (Slot slot = 0; slot < fleet.contextSlots(); ++slot)
        if (fleet.context(slot).name && fleet.context(slot).assignment)
            views.push_back(assignmentView(fleet, slot, now, taskTimeout));
    std::sort(views.begin(), views.end(), [](const AssignmentView &a, const AssignmentView &b) {
        return std::tie(a.assignment.renewedAt, a.assignment.fence)
             < std::tie(b.assignment.renewedAt, b.assignment.fence);
    });
    return views;
}

std::vector<WaiterView> waiterViews(const Fleet &fleet, RegistryTime now)
{
    std::vector<WaiterView> views;
    views.reserve(fleet.waiterCount());
    for (const auto &[user, waiters] : fleet.waiters())
        for (const auto &[place, waiter] : waiters)
            views.push_back({*waiter, std::max(Micros(0), waiter->deadline - now)});
    return views;
}

std::map<NodeId, std::vector<ClientName>> provisionedClients(const Fleet &fleet, RegistryTime now)
{
    std::map<NodeId, std::vector<ClientName>> clients;
    for (Slot slot = 0; slot < fleet.clientSlots(); ++slot) {
        const ClientRow &row = fleet.client(slot);
        if (row.state && row.state->provisionsUntil >= now && !row.state->provisioner.empty())
            clients[row.state->provisioner].push_back(row.name);
    }
    for (auto &[node, names] : clients)
        std::sort(names.begin(), names.end());
    return clients;
}

std::vector<NodeView> nodeViews(const Fleet &fleet, RegistryTime now)
{
    auto clients = provisionedClients(fleet, now);
    std::vector<NodeView> views;
    for (const NodeInfo &node : fleet.nodes())
        views.push_back({node, std::move(clients[node.id])});
    return views;
}

} // namespace cheetah
