// SPDX-License-Identifier: GPL-3.0-or-later
#include "filter/filtertext.h"

#include "filter/filterparser.h"

#include <algorithm>

namespace cheetah::gui {

namespace {

bool isOperator(QChar c)
{
    return QStringView(u"=~<>!:").contains(c);
}

bool needsQuotes(const QString &value)
{
    return value.isEmpty() || isOperator(value.front()) || std::any_of(value.begin(), value.end(), [](QChar c) {
               return c.isSpace() || !c.isPrint() || QStringView(u"()|\"\\").contains(c);
           });
}

QString quoted(const QString &value)
{
    if (!needsQuotes(value))
        return value;
    QString text(u'"');
    for (const QChar c : value) {
        if (c == u'"' || c == u'\\')
            text += QStringLiteral("\\") + c;
        else if (c == u'\n')
            text += QStringLiteral("\\n");
        else if (c == u'\t')
            text += QStringLiteral("\\t");
        else if (!c.isPrint() && !c.isSurrogate()) // unseen letters are shown as what they are
            text += QStringLiteral("\\u%1").arg(ushort(c.unicode()), 4, 16, QLatin1Char('0'));
        else
            text += c;
    }
    return text + u'"';
}

QString partText(const Expression &expression, const Expression::Part &part)
{
    return expression.text().mid(part.position, part.length);
}

/// The parts one after the other, which means all of them, with `replacement` instead of one; empty drops that.
QString joined(const Expression &expression, std::size_t replaced, const QString &replacement)
{
    QStringList texts;
    for (std::size_t i = 0; i < expression.parts().size(); ++i)
        if (i != replaced)
            texts += partText(expression, expression.parts()[i]);
        else if (!replacement.isEmpty())
            texts += replacement;
    QString text;
    for (const QString &part : texts) {
        // What begins like a comparison must not become one with what is before it.
        text += text.isEmpty() ? QString() : isOperator(part.front()) ? QStringLiteral(" AND ") : QStringLiteral(" ");
        text += part;
    }
    return text;
}

/// Whether it is `a OR b`, which needs brackets before something is put beside it.
bool isAlternative(const Expression &expression, const FieldSet &fields)
{
    const auto beside = parseFilter(expression.text() + QStringLiteral(" x"), fields);
    return expression.parts().size() == 1 && beside && beside->parts().size() == 1;
}

QString conjoined(const QString &text, const FieldSet &fields, const QString &term)
{
    const ExpressionPtr expression = parseFilter(text, fields);
    if (!expression || expression->isEmpty())
        return term;
    const auto &parts = expression->parts();
    const bool isThere =
        std::any_of(parts.begin(), parts.end(), [&](const auto &part) { return partText(*expression, part) == term; });
    if (isThere)
        return text;
    const QString old = text.trimmed();
    return isAlternative(*expression, fields) ? QStringLiteral("(%1) %2").arg(old, term) : old + u' ' + term;
}

} // namespace

QString filterTerm(const QString &field, const QString &value, QLatin1String op)
{
    return field + op + quoted(value);
}

QString filterFor(const QString &text, const FieldSet &fields, const QString &field, const QString &value)
{
    return conjoined(text, fields, filterTerm(field, value));
}

QString filterOut(const QString &text, const FieldSet &fields, const QString &field, const QString &value)
{
    return conjoined(text, fields, filterTerm(field, value, QLatin1String("!=")));
}

QString filterOr(const QString &text, const FieldSet &fields, const QString &field, const QString &value)
{
    const ExpressionPtr expression = parseFilter(text, fields);
    if (!expression || expression->isEmpty())
        return filterTerm(field, value);
    const auto &parts = expression->parts();
    for (std::size_t i = 0; i < parts.size(); ++i) {
        if (parts[i].name != field)
            continue;
        QStringList values = parts[i].values;
        if (values.contains(value))
            return text;
        values += value;
        std::transform(values.begin(), values.end(), values.begin(), quoted);
        return joined(*expression, i, QStringLiteral("%1=(%2)").arg(field, values.join(u'|')));
    }
    return QStringLiteral("%1 OR %2").arg(text.trimmed(), filterTerm(field, value));
}

QString withoutPart(const Expression &expression, std::size_t part)
{
    return joined(expression, part, {});
}

} // namespace cheetah::gui
