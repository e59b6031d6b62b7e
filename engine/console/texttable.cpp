// SPDX-License-Identifier: Apache-2.0
#include "console/texttable.h"

#include <algorithm>
#include <numeric>

namespace cheetah {

namespace {

constexpr std::size_t gap = 2;

} // namespace

std::string TextTable::render(TerminalStyle style, std::optional<std::size_t> columns) const
{
    std::vector<std::string> headings;
    Widths widths;
    for (const Column &column : m_columns) {
        headings.emplace_back(column.heading);
        widths.push_back(column.heading.size());
    }
    std::vector<std::vector<std::string>> rows = m_rows;
    for (auto &row : rows) {
        row.resize(m_columns.size());
        for (std::size_t i = 0; i < row.size(); ++i) {
            row[i] = printable(row[i], style);
            widths[i] = std::max(widths[i], columnsOf(row[i]));
        }
    }
    if (columns)
        shrink(widths, *columns);

    std::string text = painted(Tone::Strong, line(headings, widths, style), style) + '\n';
    for (const auto &row : rows)
        text += line(row, widths, style) + '\n';
    return text;
}

void TextTable::shrink(Widths &widths, std::size_t columns) const
{
    const std::size_t gaps = gap * (widths.size() - std::min<std::size_t>(1, widths.size()));
    std::size_t total = std::accumulate(widths.begin(), widths.end(), gaps);
    while (total > columns) {
        std::size_t widest = widths.size();
        for (std::size_t i = 0; i < widths.size(); ++i)
            if (m_columns[i].fit == Column::Fit::Cut && widths[i] > m_columns[i].heading.size()
                && (widest == widths.size() || widths[i] > widths[widest]))
                widest = i;
        if (widest == widths.size())
            return;
        --widths[widest];
        --total;
    }
}

std::string TextTable::line(const std::vector<std::string> &cells, const Widths &widths, TerminalStyle style) const
{
    std::string text;
    for (std::size_t i = 0; i < cells.size(); ++i) {
        const std::size_t taken = columnsOf(cells[i]);
        if (m_columns[i].fit == Column::Fit::Right && taken < widths[i])
            text.append(widths[i] - taken, ' ').append(cells[i]);
        else
            text += fitToColumns(cells[i], widths[i], style);
        text.append(gap, ' ');
    }
    text.erase(text.find_last_not_of(' ') + 1);
    return text;
}

} // namespace cheetah
