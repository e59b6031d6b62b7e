// SPDX-License-Identifier: GPL-3.0-or-later
#include "filter/expression.h"

#include <algorithm>
#include <charconv>

namespace cheetah::gui {

namespace {

/// The text as a number, if it is nothing else.
std::optional<double> decimal(std::string_view text)
{
    double number = 0;
    const auto [end, failure] =
        std::from_chars(text.data(), text.data() + text.size(), number, std::chars_format::fixed);
    return failure == std::errc() && end == text.data() + text.size() ? std::optional(number) : std::nullopt;
}

} // namespace

bool Expression::matches(const Node &node, const FieldReader &row) const
{
    const auto holds = [&](std::uint32_t child) { return matches(m_nodes[child], row); };
    switch (node.kind) {
    case Node::Kind::All:
        return std::all_of(node.children.begin(), node.children.end(), holds);
    case Node::Kind::Any:
        return std::any_of(node.children.begin(), node.children.end(), holds);
    case Node::Kind::Not:
        return !holds(node.children.front());
    case Node::Kind::Leaf:
        return matches(m_terms[node.children.front()], row);
    }
    return false;
}

bool Expression::matches(const Term &term, const FieldReader &row) const
{
    const auto text = [&] { return term.isKeyed ? row.keyed(term.field, term.key) : row.text(term.field); };
    switch (term.kind) {
    case Term::Kind::Word:
        return std::any_of(m_searched.begin(), m_searched.end(),
                           [&](FieldIndex field) { return term.needle.isIn(row.text(field)); });
    case Term::Kind::Contains: {
        const std::string_view found = text();
        return found.data() && term.needle.isIn(found);
    }
    case Term::Kind::Equals:
        return term.foldsCase ? term.needle.is(text()) : term.exact == text();
    case Term::Kind::Pattern:
        return matchesPattern(term, text());
    case Term::Kind::Range: {
        const auto number = row.number(term.field);
        return number && *number >= term.low && *number <= term.high;
    }
    case Term::Kind::KeyRange: {
        const auto number = decimal(text());
        return number && (*number > term.lowest || (term.holdsLowest && *number == term.lowest))
            && (*number < term.highest || (term.holdsHighest && *number == term.highest));
    }
    case Term::Kind::Flag:
        return row.flag(term.field);
    case Term::Kind::Present:
        return term.isKeyed ? text().data() != nullptr : !text().empty() || row.number(term.field).has_value();
    }
    return false;
}

bool Expression::matchesPattern(const Term &term, std::string_view text) const
{
    if (gaveUp())
        return false;
    const auto size = qsizetype(std::min(text.size(), longestSubject));
    const auto match = term.pattern.match(QString::fromUtf8(text.data(), size));
    // Not valid: the limits that the parser put into the pattern were reached.
    m_slowMatches += !match.isValid();
    return match.hasMatch();
}

} // namespace cheetah::gui
