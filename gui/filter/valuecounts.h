// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "filter/filtertarget.h"

#include <algorithm>
#include <chrono>
#include <string>
#include <unordered_map>

namespace cheetah::gui {

/// Counts how many rows have which text, for completion: so many texts and no more, and none of great length. Value.
class ValueCounts {
public:
    static constexpr std::size_t mostTexts = 2'000;
    static constexpr std::size_t mostSuggestions = 50;
    static constexpr std::size_t longestText = 200;

    void add(std::string_view text, int rows = 1);
    /// Not all rows were counted.
    void setPartial() { m_isPartial = true; }
    /// Those that contain `part` in any case, the most frequent first.
    std::vector<ValueSuggestion> best(const QString &part) const;

private:
    struct Hash {
        using is_transparent = void;
        std::size_t operator()(std::string_view text) const { return std::hash<std::string_view>()(text); }
    };
    std::unordered_map<std::string, int, Hash, std::equal_to<>> m_counts;
    bool m_isPartial = false;
};

/// Values of a field over `rows` rows, each of which `read` gives a reader of, within some milliseconds. Of a Code the
/// values that no row has stand at the end.
template <class Read>
std::vector<ValueSuggestion> countValues(const FieldSet &fields, FieldIndex index, const QString &name,
                                         const QString &part, std::size_t rows, Read read)
{
    constexpr std::chrono::milliseconds longest(8);
    const Field &field = fields.field(index);
    const std::string key = name.mid(name.indexOf(QLatin1Char('.')) + 1).remove(QLatin1Char('"')).toStdString();
    ValueCounts counts;
    const auto start = std::chrono::steady_clock::now();
    for (std::size_t i = 0; i < rows; ++i) {
        if (i % 256 == 255 && std::chrono::steady_clock::now() - start > longest) {
            counts.setPartial();
            break;
        }
        const auto &reader = read(i);
        counts.add(field.keyed ? reader.keyed(index, key) : reader.text(index));
    }
    auto best = counts.best(part);
    for (const std::string_view value : field.values) {
        const auto word = QString::fromLatin1(value.data(), qsizetype(value.size()));
        const bool isThere =
            std::any_of(best.begin(), best.end(), [&](const auto &known) { return known.value == word; });
        if (!isThere && word.contains(part, Qt::CaseInsensitive))
            best.push_back({word, 0, false});
    }
    return best;
}

} // namespace cheetah::gui
