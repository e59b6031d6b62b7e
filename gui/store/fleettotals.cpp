// SPDX-License-Identifier: GPL-3.0-or-later
#include "store/fleettotals.h"

#include "base/prefetch.h"

#include <algorithm>
#include <limits>

namespace cheetah::gui {

namespace {

/// Any time that a node may tell, as a second that is kept.
std::uint32_t secondOf(RegistryTime time)
{
    constexpr std::int64_t last = std::numeric_limits<std::uint32_t>::max();
    return std::uint32_t(std::clamp<std::int64_t>(time.us / 1'000'000, 1, last));
}

} // namespace

void FleetTotals::reset(const Fleet &fleet, Micros taskTimeout)
{
    *this = {};
    m_taskTimeout = taskTimeout;
    m_rows.resize(fleet.contextSlots());
    for (Slot slot = 0; slot < fleet.contextSlots(); ++slot)
        set(slot, rowOf(fleet, slot));
    for (Slot slot = 0; slot < fleet.windowSlots(); ++slot)
        m_windows += !fleet.window(slot).name.window.empty();
    for (Slot slot = 0; slot < fleet.clientSlots(); ++slot)
        setClient(slot, clientOf(fleet, slot));
}

void FleetTotals::apply(const Fleet &fleet, const FleetBatch &batch)
{
    if (m_rows.size() < fleet.contextSlots())
        m_rows.resize(fleet.contextSlots());
    for (const auto *list : {&batch.contexts.removed, &batch.contexts.added, &batch.contexts.changed})
        for (const Slot slot : *list)
            prefetch(&m_rows[slot]);
    for (const auto *list : {&batch.contexts.removed, &batch.contexts.added, &batch.contexts.changed})
        for (const Slot slot : *list)
            set(slot, rowOf(fleet, slot));
    m_windows += std::uint32_t(batch.windows.added.size());
    m_windows -= std::uint32_t(batch.windows.removed.size());
    for (const auto *list : {&batch.clients.removed, &batch.clients.added, &batch.clients.changed})
        for (const Slot slot : *list)
            setClient(slot, clientOf(fleet, slot));
}

std::uint32_t FleetTotals::expiringWithin(RegistryTime now, Micros within) const
{
    const std::uint32_t end = secondOf(now + within);
    std::uint32_t count = 0;
    for (auto at = m_expiries.begin(); at != m_expiries.end() && at->first < end; ++at)
        count += at->second;
    return count;
}

FleetTotals::Row FleetTotals::rowOf(const Fleet &fleet, Slot context) const
{
    const ContextRow &found = fleet.context(context);
    Row row;
    if (!found.name)
        return row;
    row.exists = true;
    row.state = stateOf(fleet, found);
    row.unhealthy = found.health != Health::Live;
    if (found.assignment && m_taskTimeout.count() > 0)
        row.expirySecond = secondOf(found.assignment->renewedAt + m_taskTimeout);
    return row;
}

FleetTotals::Client FleetTotals::clientOf(const Fleet &fleet, Slot client)
{
    const ClientRow &row = fleet.client(client);
    if (!row.state)
        return Client::None;
    return row.state->connected ? Client::Connected : Client::Away;
}

void FleetTotals::set(Slot context, const Row &now)
{
    Row &row = m_rows[context];
    if (row == now)
        return;
    count(row, -1);
    count(now, 1);
    row = now;
}

void FleetTotals::count(const Row &row, int by)
{
    if (!row.exists)
        return;
    m_contexts += std::uint32_t(by);
    m_counts[std::size_t(row.state)] += std::uint32_t(by);
    m_unhealthy += row.unhealthy ? std::uint32_t(by) : 0;
    if (row.expirySecond == 0)
        return;
    const auto at = m_expiries.try_emplace(row.expirySecond).first;
    if ((at->second += std::uint32_t(by)) == 0)
        m_expiries.erase(at);
}

void FleetTotals::setClient(Slot client, Client now)
{
    if (client >= m_clientStates.size())
        m_clientStates.resize(client + 1);
    const Client before = std::exchange(m_clientStates[client], now);
    m_clients += std::uint32_t(now != Client::None) - std::uint32_t(before != Client::None);
    m_connected += std::uint32_t(now == Client::Connected) - std::uint32_t(before == Client::Connected);
}

} // namespace cheetah::gui
