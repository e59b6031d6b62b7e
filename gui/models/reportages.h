// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "store/fleetstore.h"

namespace cheetah::gui {

/// When each client was last heard reporting, as this console saw it: the fleet keeps only the number of the last report.
/// Nothing is known of reports from before. Feed it every batch; owned by whom it serves.
class ReportAges {
public:
    explicit ReportAges(const FleetStore &store) : m_store(store) {}

    void take(const FleetBatch &batch);
    /// Unset: none was seen.
    RegistryTime last(Slot client) const { return client < m_seen.size() ? m_seen[client].at : RegistryTime{}; }

private:
    struct Seen {
        std::uint64_t generation = 0, seq = 0;
        RegistryTime at;
    };
    void look(Slot client, bool isNew);

    const FleetStore &m_store;
    std::vector<Seen> m_seen; ///< by slot of the client
};

} // namespace cheetah::gui
