// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/tablerows.h"

namespace cheetah::gui {

/// What a table can tell of a context, one column each.
enum class ContextCell {
    State,
    Context,
    Title,
    Url,
    Client,
    User,
    Window,
    Task,
    Lease,
    Acquired,
    Renewed,
    Renewals,
    Holder,
    Health,
    Metadata,
    Fence,
    FirstSeen,
    LastEnd,
};

struct ListedCell {
    ContextCell cell;
    bool isShown; ///< unless a person chose otherwise
};

/// The columns in the order of a table of all contexts, and of one of those that are assigned.
std::vector<ListedCell> allContextCells();
std::vector<ListedCell> assignedContextCells();
TableColumn columnOf(ContextCell cell);

} // namespace cheetah::gui
