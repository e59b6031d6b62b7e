// SPDX-License-Identifier: GPL-3.0-or-later
// What comparisons mean, by the kind of their field.
#include "filter/filterparser.h"

#include "filter/filterquantity.h"

#include <algorithm>
#include <limits>

namespace cheetah::gui {

namespace {

constexpr auto smallest = std::numeric_limits<std::int64_t>::min();
constexpr auto largest = std::numeric_limits<std::int64_t>::max();

} // namespace

FilterParser::NodeIndex FilterParser::flagTerm(bool has, const Value &value)
{
    Term term;
    term.kind = Term::Kind::Flag;
    term.field = m_fields.findFlag(has, value.text);
    if (term.field != noField) {
        m_expression->m_dependsOnTime |= m_fields.flag(term.field).passes;
        return add(std::move(term));
    }
    // Every field may be asked for whether a row has it, and a field that is yes or no for what it is.
    term.field = m_fields.find(value.text);
    if (term.field != noField && has) {
        term.kind = Term::Kind::Present;
        term.isKeyed = m_fields.field(term.field).keyed;
        term.key = toUtf8(QStringView(value.text).mid(value.text.indexOf(u'.') + 1));
        return add(std::move(term));
    }
    if (term.field != noField && m_fields.field(term.field).kind == FieldKind::Flag) {
        term.kind = Term::Kind::Range;
        term.low = term.high = 1;
        return add(std::move(term));
    }
    const QString near = m_fields.nearestFlag(has, value.text);
    const QString asked = (has ? QStringLiteral("has:") : QStringLiteral("is:")) + value.text.left(40);
    return fail(value.position, value.length,
                near.isEmpty() ? tr("There is no `%1`.").arg(asked)
                               : tr("There is no `%1` — did you mean `%2`?").arg(asked, near));
}

FilterParser::NodeIndex FilterParser::compare(const FieldName &name, Operator op, const Value &value)
{
    const Field &field = m_fields.field(name.field);
    Term term;
    term.field = name.field;
    term.isKeyed = field.keyed;
    term.key = name.key;
    const bool isText = field.kind == FieldKind::Text || field.kind == FieldKind::Code;
    const bool isOrdered = op >= Operator::Less;
    if (op == Operator::Pattern)
        return isText ? comparePattern(value, std::move(term))
                      : fail(name.position, m_at - name.position,
                             tr("`%1` is no text, so there is nothing a pattern could fit.").arg(name.name));
    if (!isText)
        return compareQuantity(name, op, value, std::move(term));
    if (isOrdered)
        return field.keyed ? compareKeyedNumber(op, value, std::move(term))
                           : fail(name.position, m_at - name.position,
                                  tr("`%1` is text: compare it by : = != or ~.").arg(name.name));
    if (field.kind == FieldKind::Code)
        return compareCode(name, op, value, std::move(term));
    term.kind = op == Operator::Contains ? Term::Kind::Contains : Term::Kind::Equals;
    term.needle = Needle(toUtf8(value.text));
    term.exact = toUtf8(value.text);
    return add(std::move(term));
}

FilterParser::NodeIndex FilterParser::compareCode(const FieldName &name, Operator op, const Value &value, Term term)
{
    const Field &field = m_fields.field(name.field);
    term.needle = Needle(toUtf8(value.text));
    term.foldsCase = true;
    bool contained = false;
    for (const std::string_view known : field.values) {
        if (term.needle.is(known))
            op = Operator::Equals; // `idle` is not meant to find another word around it
        contained |= term.needle.isIn(known);
    }
    if (op == Operator::Equals || !contained) {
        const bool isKnown =
            std::any_of(field.values.begin(), field.values.end(), [&](auto known) { return term.needle.is(known); });
        if (!isKnown && !value.text.isEmpty()) {
            if (m_fields.findFlag(false, value.text) != noField)
                return flagTerm(false, value);
            const QString near = nearestWord(value.text, field.values);
            const QString word = value.text.left(40);
            return fail(value.position, value.length,
                        near.isEmpty() ? tr("`%1` is never `%2`.").arg(name.name, word)
                                       : tr("`%1` is never `%2` — did you mean `%3`?").arg(name.name, word, near));
        }
        term.kind = Term::Kind::Equals;
        return add(std::move(term));
    }
    term.kind = Term::Kind::Contains;
    return add(std::move(term));
}

FilterParser::NodeIndex FilterParser::comparePattern(const Value &value, Term term)
{
    if (value.text.size() > longestPattern)
        return fail(value.position, value.length, tr("A pattern has at most %n letters.", nullptr, longestPattern));
    // Within these limits a row takes well below a millisecond, whatever the pattern is.
    term.kind = Term::Kind::Pattern;
    term.pattern = QRegularExpression(QStringLiteral("(*LIMIT_MATCH=4000)(*LIMIT_DEPTH=500)") + value.text,
                                      QRegularExpression::CaseInsensitiveOption | QRegularExpression::DontCaptureOption
                                          | QRegularExpression::UseUnicodePropertiesOption);
    if (!term.pattern.isValid()) {
        const QString why = term.pattern.errorString();
        return fail(value.position, value.length, tr("This is no pattern: %1.").arg(why));
    }
    return add(std::move(term));
}

FilterParser::NodeIndex FilterParser::compareKeyedNumber(Operator op, const Value &value, Term term)
{
    bool isNumber = false;
    const double number = value.text.toDouble(&isNumber);
    if (!isNumber)
        return fail(value.position, value.length, tr("`%1` is no number.").arg(value.text.left(40)));
    const bool isLess = op == Operator::Less || op == Operator::LessOrEqual;
    const bool isEqualToo = op == Operator::LessOrEqual || op == Operator::GreaterOrEqual;
    term.kind = Term::Kind::KeyRange;
    term.lowest = isLess ? -std::numeric_limits<double>::infinity() : number;
    term.highest = isLess ? number : std::numeric_limits<double>::infinity();
    term.holdsLowest = isLess || isEqualToo;
    term.holdsHighest = !isLess || isEqualToo;
    return add(std::move(term));
}

FilterParser::NodeIndex FilterParser::compareQuantity(const FieldName &name, Operator op, const Value &value, Term term)
{
    const Field &field = m_fields.field(name.field);
    m_expression->m_dependsOnTime |= field.passes;
    const auto quantity = readQuantity(field.kind, value.text);
    if (quantity)
        return range(op, quantity->from, quantity->unit, std::move(term));
    const QString word = value.text.left(40);
    switch (field.kind) {
    case FieldKind::Number:
        return fail(value.position, value.length, tr("`%1` is no whole number.").arg(word));
    case FieldKind::Duration:
        return fail(value.position, value.length, tr("`%1` is no duration such as 30s, 5m, 2h or 4:32.").arg(word));
    case FieldKind::Time:
        return fail(value.position, value.length,
                    tr("`%1` is no time such as 14:05, 2026-03-31 or 2026-03-31T14:05.").arg(word));
    default:
        return fail(value.position, value.length, tr("`%1` is yes or no.").arg(name.name));
    }
}

FilterParser::NodeIndex FilterParser::range(Operator op, std::int64_t from, std::int64_t unit, Term term)
{
    term.kind = Term::Kind::Range;
    term.low = smallest;
    term.high = largest;
    if (op == Operator::Less)
        term.high = from - 1;
    else if (op == Operator::LessOrEqual)
        term.high = from;
    else if (op == Operator::Greater)
        term.low = from + 1;
    else if (op == Operator::GreaterOrEqual)
        term.low = from;
    else { // to the unit that was written
        term.low = from;
        term.high = from + unit - 1;
    }
    return add(std::move(term));
}

} // namespace cheetah::gui
