// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/fleet.h"
#include "store/fleetbatch.h"

namespace cheetah::gui {

/// Contexts in the order of their names: by user, client, id and epoch. What decides most comparisons is kept side by side,
/// since the names themselves lie far apart in memory. Follows the fleet batch by batch; owned by the rows of a table.
class ContextNameOrder {
public:
    /// The fleet outlives it.
    explicit ContextNameOrder(const Fleet &fleet);

    void take(const FleetBatch &batch);
    /// Slots that are free come first.
    bool less(Slot a, Slot b) const;

private:
    struct Head {
        Slot client = noSlot;
        std::uint64_t context = 0; ///< the first bytes of its id
    };
    void rankClients();
    void note(Slot slot);
    Head head(Slot slot) const { return slot < m_heads.size() ? m_heads[slot] : Head{}; }

    const Fleet &m_fleet;
    std::vector<Head> m_heads;          ///< by slot
    std::vector<std::uint32_t> m_ranks; ///< of clients among their names, by slot of the client
};

} // namespace cheetah::gui
