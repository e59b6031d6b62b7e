// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/reportages.h"

namespace cheetah::gui {

void ReportAges::take(const FleetBatch &batch)
{
    if (batch.whole) {
        m_seen.clear();
        for (Slot client = 0; client < m_store.fleet().clientSlots(); ++client)
            look(client, true);
        return;
    }
    for (const Slot client : batch.clients.added)
        look(client, true);
    for (const Slot client : batch.clients.changed)
        look(client, false);
}

void ReportAges::look(Slot client, bool isNew)
{
    if (client >= m_seen.size())
        m_seen.resize(client + 1);
    const ClientRow &row = m_store.fleet().client(client);
    if (!row.state)
        return;
    Seen &seen = m_seen[client];
    if (isNew)
        seen = {row.state->generation, row.seq, {}};
    else if (seen.seq != row.seq || seen.generation != row.state->generation)
        seen = {row.state->generation, row.seq, m_store.now()};
}

} // namespace cheetah::gui
