// SPDX-License-Identifier: Apache-2.0
#include "model/fleet.h"

#include <algorithm>

namespace cheetah {

/// Collects the changes that build a fleet, in the order in which they apply, cut into slices.
struct Fleet::SnapshotWriter {
    const Fleet &fleet;
    std::size_t maxChanges;
    std::vector<std::vector<Change>> slices{1};

    void add(Change change)
    {
        if (slices.back().size() >= maxChanges)
            slices.emplace_back();
        slices.back().push_back(std::move(change));
    }

    void addContext(Slot slot, std::uint32_t position)
    {
        const ContextRow &row = fleet.context(slot);
        const ContextKey key = fleet.key(slot);
        add(ContextChanged{key, fleet.window(row.window).name.window, position, row.reported, row.firstSeenAt,
                           row.lastEnd});
        if (row.assignment)
            add(AssignmentStarted{key, *row.assignment});
        if (row.settling)
            add(SettlingChanged{key, row.settling});
        if (row.hold)
            add(HoldChanged{key, row.hold});
    }

    void addWindow(Slot slot, std::uint32_t position)
    {
        const WindowRow &row = fleet.window(slot);
        add(WindowChanged{row.name, row.title, row.focused, row.isolated, row.ours, position});
        for (std::uint32_t i = 0; i < row.contexts.size(); ++i)
            addContext(row.contexts[i], i);
    }

    void addClient(Slot slot)
    {
        const ClientRow &row = fleet.client(slot);
        add(ClientChanged{row.name, row.state});
        if (row.seq != row.state->seq)
            add(ClientSeqChanged{row.name, row.seq});
        for (std::uint32_t i = 0; i < row.windows.size(); ++i)
            addWindow(row.windows[i], i);
        for (const Slot window : row.windows)
            for (const Slot context : fleet.window(window).contexts)
                if (fleet.context(context).parent.name)
                    add(ParentChanged{fleet.key(context), fleet.context(context).parent});
    }
};

std::vector<std::vector<Change>> Fleet::snapshot(std::size_t maxChanges) const
{
    SnapshotWriter writer{*this, std::max<std::size_t>(maxChanges, 1)};
    for (const NodeInfo &node : m_nodes)
        writer.add(NodeChanged{node});
    for (const Drain &drain : m_drains)
        writer.add(DrainChanged{drain});
    for (const UserRow &user : m_users)
        for (const Slot client : user.clients)
            writer.addClient(client);
    for (const auto &[key, reservation] : m_reservations)
        writer.add(ReservationChanged{reservation});
    for (const auto &[user, queue] : m_waiters)
        for (const auto &[place, waiter] : queue)
            writer.add(WaiterAdded{waiter});
    return std::move(writer.slices);
}

} // namespace cheetah
