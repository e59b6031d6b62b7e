// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "console/terminaltext.h"

#include <optional>
#include <vector>

namespace cheetah {

/// Rows of text under headings, aligned for a terminal. A value that is filled and rendered once; it knows nothing of
/// what its cells mean.
class TextTable {
public:
    struct Column {
        std::string_view heading;
        enum class Fit {
            Whole, ///< never cut: names and numbers that are to be copied
            Cut,   ///< may be cut where the terminal is narrow
            Right, ///< never cut, aligned to the right
        } fit = Fit::Whole;
    };

    explicit TextTable(std::vector<Column> columns) : m_columns(std::move(columns)) {}

    /// One cell a column; made printable here.
    void addRow(std::vector<std::string> cells) { m_rows.push_back(std::move(cells)); }
    bool empty() const { return m_rows.empty(); }

    /// The lines, each with its end. With `columns`, cells of columns that may be cut give way, the widest first, down to
    /// their heading; without, nothing is cut.
    std::string render(TerminalStyle style, std::optional<std::size_t> columns = std::nullopt) const;

private:
    using Widths = std::vector<std::size_t>;
    void shrink(Widths &widths, std::size_t columns) const;
    std::string line(const std::vector<std::string> &cells, const Widths &widths, TerminalStyle style) const;

    std::vector<Column> m_columns;
    std::vector<std::vector<std::string>> m_rows;
};

} // namespace cheetah
