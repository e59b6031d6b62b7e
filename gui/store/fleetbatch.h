// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/slotindex.h"

#include <vector>

namespace cheetah::gui {

/// What happened to the rows of one kind. Lists are ascending, without repetition. Where a row went and another took its
/// slot within the batch, the slot stands in `removed` and in `added`: take away first, then add, then change.
struct RowChanges {
    std::vector<Slot> removed, added, changed;

    bool empty() const { return removed.empty() && added.empty() && changed.empty(); }
    bool isStructural() const { return !removed.empty() || !added.empty(); }
};

/// What one batch of deltas changed, for models. A parent's row counts as changed when what it sums up changed.
struct FleetBatch {
    bool whole = false; ///< another fleet altogether: every slot may mean something else; the lists are empty
    RowChanges clients, windows, contexts;
    bool reservations = false, waiters = false, drains = false, nodes = false;
};

} // namespace cheetah::gui
