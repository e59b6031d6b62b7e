// SPDX-License-Identifier: GPL-3.0-or-later
#include "store/fleettotals.h"

namespace cheetah::gui {

void FleetTotals::reset(const Fleet &fleet, Micros taskTimeout)
{
    *this = {};
    m_taskTimeout = taskTimeout;
    m_rows.resize(fleet.contextSlots());
    for (Slot slot = 0; slot < fleet.contextSlots(); ++slot)
        enter(fleet, slot);
    for (Slot slot = 0; slot < fleet.windowSlots(); ++slot)
        m_windows += !fleet.window(slot).name.window.empty();
    countClients(fleet);
}

void FleetTotals::apply(const Fleet &fleet, const FleetBatch &batch)
{
    if (m_rows.size() < fleet.contextSlots())
        m_rows.resize(fleet.contextSlots());
    for (const Slot slot : batch.contexts.removed)
        leave(slot);
    for (const auto *list : {&batch.contexts.added, &batch.contexts.changed})
        for (const Slot slot : *list) {
            leave(slot);
            enter(fleet, slot);
        }
    m_windows += std::uint32_t(batch.windows.added.size());
    m_windows -= std::uint32_t(batch.windows.removed.size());
    if (!batch.clients.empty())
        countClients(fleet);
}

std::uint32_t FleetTotals::expiringWithin(RegistryTime now, Micros within) const
{
    const std::int64_t end = (now + within).us / 1'000'000;
    std::uint32_t count = 0;
    for (auto at = m_expiries.begin(); at != m_expiries.end() && at->first < end; ++at)
        count += at->second;
    return count;
}

void FleetTotals::leave(Slot slot)
{
    Row &row = m_rows[slot];
    if (!row.exists)
        return;
    --m_contexts;
    --m_counts[std::size_t(row.state)];
    m_unhealthy -= row.unhealthy;
    if (const auto found = m_expiries.find(row.expirySecond); found != m_expiries.end() && --found->second == 0)
        m_expiries.erase(found);
    row = {};
}

void FleetTotals::enter(const Fleet &fleet, Slot slot)
{
    const ContextRow &context = fleet.context(slot);
    if (!context.name)
        return;
    Row &row = m_rows[slot];
    row.exists = true;
    row.state = stateOf(fleet, context);
    row.unhealthy = context.reported && context.health != Health::Live;
    if (context.assignment && m_taskTimeout.count() > 0)
        row.expirySecond = (context.assignment->renewedAt + m_taskTimeout).us / 1'000'000;
    ++m_contexts;
    ++m_counts[std::size_t(row.state)];
    m_unhealthy += row.unhealthy;
    if (row.expirySecond)
        ++m_expiries[row.expirySecond];
}

void FleetTotals::countClients(const Fleet &fleet)
{
    m_clients = m_connected = 0;
    for (Slot slot = 0; slot < fleet.clientSlots(); ++slot) {
        const ClientRow &client = fleet.client(slot);
        if (client.name.client.empty())
            continue;
        ++m_clients;
        m_connected += client.state && client.state->connected;
    }
}

} // namespace cheetah::gui
