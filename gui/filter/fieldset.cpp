// SPDX-License-Identifier: GPL-3.0-or-later
#include "filter/fieldset.h"

#include <algorithm>
#include <array>

namespace cheetah::gui {

namespace {

bool isName(QStringView name, const char *candidate)
{
    return name.compare(QLatin1String(candidate), Qt::CaseInsensitive) == 0;
}

/// Letters to add, drop or change, at most two of which make a slip of the hand; two swapped letters count once.
std::size_t distance(QStringView a, std::string_view b)
{
    constexpr std::size_t longest = 32;
    const std::size_t width = b.size() + 1;
    if (std::size_t(a.size()) > longest || width > longest)
        return longest;
    std::array<std::array<std::size_t, longest>, 3> rows{};
    for (std::size_t j = 0; j < width; ++j)
        rows[0][j] = j;
    for (std::size_t i = 1; i <= std::size_t(a.size()); ++i) {
        auto &row = rows[i % 3];
        const auto &above = rows[(i + 2) % 3], &twoAbove = rows[(i + 1) % 3];
        const auto letter = [&](std::size_t at) { return a[qsizetype(at)].toLower(); };
        row[0] = i;
        for (std::size_t j = 1; j < width; ++j) {
            const bool same = letter(i - 1) == QLatin1Char(b[j - 1]);
            row[j] = std::min({above[j] + 1, row[j - 1] + 1, above[j - 1] + (same ? 0 : 1)});
            if (i > 1 && j > 1 && letter(i - 1) == QLatin1Char(b[j - 2]) && letter(i - 2) == QLatin1Char(b[j - 1]))
                row[j] = std::min(row[j], twoAbove[j - 2] + 1);
        }
    }
    return rows[std::size_t(a.size()) % 3][b.size()];
}

} // namespace

FieldSet::FieldSet(std::vector<Field> fields, std::vector<Flag> flags)
    : m_fields(std::move(fields)), m_flags(std::move(flags))
{
    for (std::size_t i = 0; i < m_fields.size(); ++i)
        if (m_fields[i].searched)
            m_searched.push_back(FieldIndex(i));
}

FieldIndex FieldSet::find(QStringView name) const
{
    const qsizetype dot = name.indexOf(u'.');
    const QStringView head = dot < 0 ? name : name.left(dot);
    for (std::size_t i = 0; i < m_fields.size(); ++i) {
        const Field &field = m_fields[i];
        if (!field.name || field.keyed != (dot >= 0))
            continue;
        if (isName(head, field.name)
            || std::any_of(field.synonyms.begin(), field.synonyms.end(), [&](auto s) { return isName(head, s); }))
            return FieldIndex(i);
    }
    return noField;
}

FieldIndex FieldSet::findFlag(bool has, QStringView name) const
{
    for (std::size_t i = 0; i < m_flags.size(); ++i)
        if (m_flags[i].has == has && isName(name, m_flags[i].name))
            return FieldIndex(i);
    return noField;
}

QString FieldSet::nearest(QStringView name) const
{
    std::vector<std::string_view> names = {"is", "has"};
    for (const Field &field : m_fields)
        if (field.name)
            names.emplace_back(field.name);
    return nearestWord(name, names);
}

QString FieldSet::nearestFlag(bool has, QStringView name) const
{
    std::vector<std::string_view> names;
    for (const Flag &flag : m_flags)
        if (flag.has == has)
            names.emplace_back(flag.name);
    return nearestWord(name, names);
}

QString nearestWord(QStringView word, const std::vector<std::string_view> &words)
{
    const std::size_t most = word.size() < 3 ? 1 : 2;
    std::size_t least = most + 1;
    std::string_view nearest;
    for (const std::string_view candidate : words) {
        // What is only half typed is near, too.
        const bool begins = word.size() >= 3
                         && QLatin1String(candidate.data(), qsizetype(candidate.size()))
                                .startsWith(word.toString(), Qt::CaseInsensitive);
        const std::size_t far = begins ? 1 : distance(word, candidate);
        if (far < least && far < candidate.size()) {
            least = far;
            nearest = candidate;
        }
    }
    return QString::fromLatin1(nearest.data(), qsizetype(nearest.size()));
}

} // namespace cheetah::gui
