// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/contextnameorder.h"

#include <algorithm>
#include <numeric>

namespace cheetah::gui {

ContextNameOrder::ContextNameOrder(const Fleet &fleet) : m_fleet(fleet)
{
    FleetBatch everything;
    everything.whole = true;
    take(everything);
}

void ContextNameOrder::take(const FleetBatch &batch)
{
    if (batch.whole || batch.clients.isStructural())
        rankClients();
    m_heads.resize(m_fleet.contextSlots());
    if (batch.whole)
        for (Slot slot = 0; slot < m_fleet.contextSlots(); ++slot)
            note(slot);
    for (const Slot slot : batch.contexts.added)
        note(slot);
}

void ContextNameOrder::rankClients()
{
    std::vector<Slot> clients(m_fleet.clientSlots());
    std::iota(clients.begin(), clients.end(), Slot(0));
    std::sort(clients.begin(), clients.end(),
              [this](Slot a, Slot b) { return m_fleet.client(a).name < m_fleet.client(b).name; });
    m_ranks.resize(clients.size());
    for (std::size_t rank = 0; rank < clients.size(); ++rank)
        m_ranks[clients[rank]] = std::uint32_t(rank);
}

void ContextNameOrder::note(Slot slot)
{
    Head head;
    if (const ContextRow &row = m_fleet.context(slot); row.name) {
        const std::string_view id = row.name->context.text();
        head.client = row.client;
        for (std::size_t i = 0; i < sizeof head.context; ++i)
            head.context = head.context << 8 | (i < id.size() ? static_cast<unsigned char>(id[i]) : 0U);
    }
    m_heads[slot] = head;
}

bool ContextNameOrder::less(Slot a, Slot b) const
{
    const Head left = head(a), right = head(b);
    if (left.client != right.client && left.client < m_ranks.size() && right.client < m_ranks.size())
        return m_ranks[left.client] < m_ranks[right.client];
    if (left.context != right.context)
        return left.context < right.context;
    const ContextNamePtr &nameA = m_fleet.context(a).name, &nameB = m_fleet.context(b).name;
    if (!nameA || !nameB)
        return !nameA && nameB;
    return std::tie(nameA->context, nameA->epoch) < std::tie(nameB->context, nameB->epoch);
}

} // namespace cheetah::gui
