// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QtCore/QItemSelection>

#include <algorithm>
#include <vector>

namespace cheetah::gui {

/// The rows of a selection in a list or table, each once and from the top; what Qt offers for it takes a column each.
inline std::vector<int> selectedRowsOf(const QItemSelection &selection)
{
    std::vector<int> rows;
    for (const QItemSelectionRange &range : selection)
        for (int row = range.top(); row <= range.bottom(); ++row)
            rows.push_back(row);
    std::sort(rows.begin(), rows.end());
    rows.erase(std::unique(rows.begin(), rows.end()), rows.end());
    return rows;
}

} // namespace cheetah::gui
