// SPDX-License-Identifier: GPL-3.0-or-later
#include "filter/valuecounts.h"

#include <algorithm>

namespace cheetah::gui {

void ValueCounts::add(std::string_view text, int rows)
{
    if (text.empty() || text.size() > longestText)
        return;
    if (const auto found = m_counts.find(text); found != m_counts.end())
        found->second += rows;
    else if (m_counts.size() < mostTexts)
        m_counts.emplace(text, rows);
}

std::vector<ValueSuggestion> ValueCounts::best(const QString &part) const
{
    std::vector<ValueSuggestion> best;
    for (const auto &[text, count] : m_counts) {
        const QString value = QString::fromStdString(text);
        if (value.contains(part, Qt::CaseInsensitive))
            best.push_back({value, count, m_isPartial});
    }
    const auto end = best.begin() + std::ptrdiff_t(std::min(best.size(), mostSuggestions));
    std::partial_sort(best.begin(), end, best.end(), [](const auto &a, const auto &b) {
        return a.count != b.count ? a.count > b.count : a.value < b.value;
    });
    best.erase(end, best.end());
    return best;
}

} // namespace cheetah::gui
