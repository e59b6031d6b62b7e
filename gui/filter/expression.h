// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "filter/fieldset.h"
#include "filter/needle.h"

#include <QtCore/QRegularExpression>

#include <memory>

namespace cheetah::gui {

/// A filter that was understood: says for a row whether it passes. Made by FilterParser; shared and never changed. It knows
/// fields by their place in the FieldSet that it was parsed with.
class Expression {
public:
    /// A part of the text that has to hold by itself: the filter is all of them together.
    struct Part {
        int position = 0, length = 0; ///< in the text
        FieldIndex field = noField;   ///< where it is `field=value` or `field=(a|b)`: mergeable, else none
        QString name;                 ///< of that field as it was written, with its key
        QStringList values;
    };

    bool matches(const FieldReader &row) const { return m_nodes.empty() || matches(m_nodes.back(), row); }
    bool isEmpty() const { return m_nodes.empty(); }
    /// Rows can begin or cease to match as time goes, without a change of theirs.
    bool dependsOnTime() const { return m_dependsOnTime; }
    const QString &text() const { return m_text; }
    /// None for the empty filter.
    const std::vector<Part> &parts() const { return m_parts; }
    /// A pattern turned out to need too long for some rows, and counts as not matching since.
    bool gaveUp() const { return m_slowMatches >= mostSlowMatches; }

private:
    friend class FilterParser;

    struct Term {
        enum class Kind { Word, Contains, Equals, Pattern, Range, KeyRange, Flag, Present };
        Kind kind = Kind::Word;
        FieldIndex field = noField;
        bool isKeyed = false;
        std::string key;
        Needle needle;
        std::string exact;      ///< of Equals; empty for a Code, which compares by `needle`
        bool foldsCase = false; ///< Equals regardless of case
        QRegularExpression pattern;
        std::int64_t low = 0, high = 0; ///< of Range, both included
        double lowest = 0, highest = 0; ///< of KeyRange
        bool holdsLowest = true, holdsHighest = true;
    };
    struct Node {
        enum class Kind { All, Any, Not, Leaf };
        Kind kind = Kind::Leaf;
        std::vector<std::uint32_t> children; ///< of a Leaf: its term
    };
    /// Longest text that a pattern is tried on, in bytes, and how often it may fail for want of time.
    static constexpr std::size_t longestSubject = 2'048;
    static constexpr int mostSlowMatches = 16;

    bool matches(const Node &node, const FieldReader &row) const;
    bool matches(const Term &term, const FieldReader &row) const;
    bool matchesPattern(const Term &term, std::string_view text) const;

    QString m_text;
    std::vector<Node> m_nodes; ///< the last one is the root
    std::vector<Term> m_terms;
    std::vector<FieldIndex> m_searched;
    std::vector<Part> m_parts;
    bool m_dependsOnTime = false;
    mutable int m_slowMatches = 0;
};

using ExpressionPtr = std::shared_ptr<const Expression>;

} // namespace cheetah::gui
