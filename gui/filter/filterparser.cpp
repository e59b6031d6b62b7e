// SPDX-License-Identifier: GPL-3.0-or-later
#include "filter/filterparser.h"

namespace cheetah::gui {

namespace {

bool isNameLetter(QChar c)
{
    return (c.unicode() < 0x80 && c.isLetterOrNumber()) || c == u'_' || c == u'-' || c == u'.';
}

/// Keys of metadata may be written in any alphabet.
bool isKeyLetter(QChar c)
{
    return isNameLetter(c) || (c.unicode() >= 0x80 && !c.isSpace()) || c == u'/';
}

} // namespace

FilterParser::FilterParser(const QString &text, const FieldSet &fields, std::vector<FieldIndex> searched)
    : m_text(text), m_fields(fields), m_expression(std::make_shared<Expression>())
{
    m_expression->m_text = text;
    m_expression->m_searched = searched.empty() ? fields.searched() : std::move(searched);
}

FilterParser::Outcome FilterParser::parse()
{
    if (m_text.size() > mostLetters) {
        fail(mostLetters, int(m_text.size()) - mostLetters,
             tr("A filter has at most %n letters.", nullptr, mostLetters));
        return m_error;
    }
    skipSpace();
    if (atEnd())
        return ExpressionPtr(m_expression);
    parseAny(0);
    if (!hasFailed() && !atEnd())
        fail(m_at, 1, tr("There is no ( before this )."));
    if (hasFailed())
        return m_error;
    return ExpressionPtr(m_expression);
}

FilterParser::NodeIndex FilterParser::parseAny(int depth)
{
    const int start = m_at;
    std::vector<NodeIndex> nodes = {parseAll(depth)};
    while (!hasFailed() && takeKeyword(QLatin1String("OR")))
        nodes.push_back(parseAll(depth));
    if (nodes.size() == 1)
        return nodes.front();
    if (depth == 0) {
        // Only as a whole does it have to hold.
        int end = int(m_text.size());
        while (end > start && m_text[end - 1].isSpace())
            --end;
        m_expression->m_parts = {{start, end - start, noField, {}, {}}};
    }
    return add(Node::Kind::Any, std::move(nodes));
}

FilterParser::NodeIndex FilterParser::parseAll(int depth)
{
    std::vector<NodeIndex> nodes;
    for (bool wanted = true; !hasFailed();) {
        skipSpace();
        if (atEnd() || m_text[m_at] == u')' || atKeyword(QLatin1String("OR"))) {
            if (!wanted)
                break;
            const bool isUnfinished = atEnd();
            return isUnfinished ? fail(std::max(0, m_at - 1), 1, tr("Something has to follow here."), true)
                                : fail(m_at, m_text[m_at] == u')' ? 1 : 2, tr("Something has to stand before this."));
        }
        if (atKeyword(QLatin1String("AND"))) {
            if (nodes.empty() || wanted)
                return fail(m_at, 3, tr("Something has to stand before this."));
            takeKeyword(QLatin1String("AND"));
            wanted = true;
            continue;
        }
        wanted = false;
        const int start = m_at;
        m_simple = {};
        nodes.push_back(parseNot(depth));
        if (depth == 0) {
            m_simple.position = start;
            m_simple.length = m_at - start;
            m_expression->m_parts.push_back(m_simple);
        }
    }
    return nodes.size() == 1 ? nodes.front() : add(Node::Kind::All, std::move(nodes));
}

FilterParser::NodeIndex FilterParser::parseNot(int depth)
{
    if (depth > deepest)
        return fail(m_at, 1, tr("This is nested too deeply."));
    skipSpace();
    const int start = m_at;
    const bool isDash =
        m_at + 1 < m_text.size() && m_text[m_at] == u'-' && !m_text[m_at + 1].isSpace() && m_text[m_at + 1] != u')';
    if (!isDash && !takeKeyword(QLatin1String("NOT")))
        return parsePrimary(depth);
    if (isDash)
        ++m_at;
    skipSpace();
    if (atEnd() || m_text[m_at] == u')')
        return fail(start, m_at - start, tr("Say what shall not be so."), atEnd());
    const NodeIndex node = parseNot(depth + 1);
    m_simple = {};
    return add(Node::Kind::Not, {node});
}

FilterParser::NodeIndex FilterParser::parsePrimary(int depth)
{
    if (m_text[m_at] == u'(') {
        const int start = m_at++;
        const NodeIndex node = parseAny(depth + 1);
        m_simple = {};
        skipSpace();
        if (hasFailed())
            return 0;
        if (atEnd())
            return fail(start, 1, tr("This ( is not closed."), true);
        ++m_at;
        return node;
    }
    FieldName name;
    Operator op{};
    return takeFieldName(name, op) ? parseComparison(name, op) : parseWord();
}

FilterParser::NodeIndex FilterParser::parseWord()
{
    const Value value = m_text[m_at] == u'"' ? takeQuoted() : takeBare();
    Term term;
    term.kind = Term::Kind::Word;
    term.needle = Needle(toUtf8(value.text));
    return add(std::move(term));
}

FilterParser::NodeIndex FilterParser::parseComparison(const FieldName &name, Operator op)
{
    if (hasFailed())
        return 0;
    const bool is = name.name.compare(QLatin1String("is"), Qt::CaseInsensitive) == 0;
    const bool has = name.name.compare(QLatin1String("has"), Qt::CaseInsensitive) == 0;
    if (is || has)
        return op == Operator::Contains || op == Operator::Equals
                 ? parseFlags(has, name)
                 : fail(m_at - 1, 1,
                        tr("After %1 there is a colon, as in %2.").arg(name.name, has ? "has:task" : "is:idle"));
    if (name.field == noField)
        return failUnknownField(name);
    const auto values = takeValues(name, op);
    std::vector<NodeIndex> nodes;
    for (const Value &value : values)
        if (!hasFailed())
            nodes.push_back(compare(name, op == Operator::Differs ? Operator::Equals : op, value));
    if (hasFailed())
        return 0;
    if (op == Operator::Equals) {
        m_simple.field = name.field;
        m_simple.name = name.name;
        for (const Value &value : values)
            m_simple.values += value.text;
    }
    const NodeIndex node = nodes.size() == 1 ? nodes.front() : add(Node::Kind::Any, std::move(nodes));
    return op == Operator::Differs ? add(Node::Kind::Not, {node}) : node;
}

FilterParser::NodeIndex FilterParser::parseFlags(bool has, const FieldName &name)
{
    std::vector<NodeIndex> nodes;
    for (const Value &value : takeValues(name, Operator::Contains))
        if (!hasFailed())
            nodes.push_back(flagTerm(has, value));
    if (hasFailed())
        return 0;
    return nodes.size() == 1 ? nodes.front() : add(Node::Kind::Any, std::move(nodes));
}

void FilterParser::skipSpace()
{
    while (!atEnd() && m_text[m_at].isSpace())
        ++m_at;
}

bool FilterParser::atKeyword(QLatin1String word) const
{
    const QStringView rest = QStringView(m_text).mid(m_at);
    if (!rest.startsWith(word))
        return false;
    const QChar after = rest.size() > word.size() ? rest[word.size()] : QChar(u' ');
    return after.isSpace() || after == u'(' || after == u')';
}

bool FilterParser::takeKeyword(QLatin1String word)
{
    skipSpace();
    if (!atKeyword(word))
        return false;
    m_at += int(word.size());
    return true;
}

/// A name with what compares it; otherwise moves nowhere.
bool FilterParser::takeFieldName(FieldName &name, Operator &op)
{
    const int start = m_at;
    if (m_text[start].unicode() >= 0x80 || !m_text[start].isLetter())
        return false;
    int at = start;
    while (at < m_text.size()
           && (isNameLetter(m_text[at]) || (isKeyLetter(m_text[at]) && m_text.mid(start, at - start).contains(u'.'))))
        ++at;
    QString whole = m_text.mid(start, at - start);
    m_at = at;
    const bool isKeyQuoted =
        whole.endsWith(u'.') && m_fields.find(whole) != noField && !atEnd() && m_text[m_at] == u'"';
    if (isKeyQuoted) {
        whole += takeQuoted().text;
        if (hasFailed())
            return true;
    }
    name.position = start;
    name.length = m_at - start;
    name.name = m_text.mid(start, name.length);
    name.field = m_fields.find(whole);
    name.key = toUtf8(QStringView(whole).mid(whole.indexOf(u'.') + 1));
    // Spaces around an operator only where a field is meant for sure.
    const int end = m_at;
    if (name.field != noField && m_fields.field(name.field).kind >= FieldKind::Number)
        skipSpace();
    const auto found = takeOperator();
    const bool isAddress = found == Operator::Contains && QStringView(m_text).mid(m_at).startsWith(u"//");
    const bool isColonApart = found == Operator::Contains && m_at - 1 > end;
    if (!found && isKeyQuoted) {
        fail(name.position, name.length, tr("Say which `%1`.").arg(name.name), atEnd());
        return true;
    }
    if (!found || isAddress || isColonApart) {
        m_at = start;
        return false;
    }
    op = *found;
    return true;
}

std::optional<FilterParser::Operator> FilterParser::takeOperator()
{
    static constexpr std::pair<const char16_t *, Operator> operators[] = {
        {u"!=", Operator::Differs},        {u"==", Operator::Equals},  {u"<=", Operator::LessOrEqual},
        {u">=", Operator::GreaterOrEqual}, {u":", Operator::Contains}, {u"=", Operator::Equals},
        {u"~", Operator::Pattern},         {u"<", Operator::Less},     {u">", Operator::Greater},
    };
    for (const auto &[sign, op] : operators)
        if (QStringView(m_text).mid(m_at).startsWith(QStringView(sign))) {
            m_at += int(QStringView(sign).size());
            return op;
        }
    return std::nullopt;
}

/// At least one, unless it failed.
std::vector<FilterParser::Value> FilterParser::takeValues(const FieldName &name, Operator op)
{
    const int operatorEnd = m_at;
    if (name.field != noField && m_fields.field(name.field).kind >= FieldKind::Number)
        skipSpace();
    const auto isMissing = [&] { return atEnd() || m_text[m_at].isSpace() || m_text[m_at] == u')'; };
    if (isMissing()) {
        fail(name.position, operatorEnd - name.position, tr("Say which `%1`.").arg(name.name), m_at >= m_text.size());
        return {};
    }
    if (m_text[m_at] == u'"')
        return {takeQuoted()};
    if (m_text[m_at] != u'(' || op == Operator::Pattern)
        return {takeBare()};
    if (op >= Operator::Less) {
        fail(m_at, 1, tr("Only one value can be compared with."));
        return {};
    }
    return takeList();
}

std::vector<FilterParser::Value> FilterParser::takeList()
{
    const int start = m_at++;
    std::vector<Value> values;
    for (bool closed = false; !closed;) {
        skipSpace();
        Value value{m_at, 0, {}};
        if (!atEnd() && m_text[m_at] == u'"') {
            value = takeQuoted();
            skipSpace();
        } else {
            while (!atEnd() && m_text[m_at] != u'|' && m_text[m_at] != u')' && m_text[m_at] != u'(')
                value.text += m_text[m_at++];
            value.text = value.text.trimmed();
            value.length = int(value.text.size());
            if (!atEnd() && value.text.isEmpty()) {
                fail(m_at, 1, tr("A value is missing here."));
                return values;
            }
        }
        if (hasFailed())
            return values;
        if (atEnd()) {
            fail(start, 1, tr("This ( is not closed."), true);
            return values;
        }
        if (m_text[m_at] != u'|' && m_text[m_at] != u')') {
            fail(m_at, 1, tr("Values stand apart by |, and in quotes if they have brackets."));
            return values;
        }
        closed = m_text[m_at++] == u')';
        values.push_back(std::move(value));
    }
    return values;
}

FilterParser::Value FilterParser::takeQuoted()
{
    Value value{m_at, 0, {}};
    ++m_at;
    while (!atEnd() && m_text[m_at] != u'"')
        value.text += m_text[m_at] == u'\\' ? takeEscaped() : m_text[m_at++];
    if (atEnd()) {
        fail(value.position, int(m_text.size()) - value.position, tr("This quote is not closed."), true);
        return value;
    }
    ++m_at;
    value.length = m_at - value.position;
    return value;
}

/// Up to a space or a bracket that closes more than this text opened.
FilterParser::Value FilterParser::takeBare()
{
    Value value{m_at, 0, {}};
    int open = 0;
    for (; !atEnd() && !m_text[m_at].isSpace(); ++m_at) {
        if (m_text[m_at] == u'\\' && m_at + 1 < m_text.size() && !m_text[m_at + 1].isSpace()) {
            ++m_at; // as in a pattern, the next one opens and closes nothing
            continue;
        }
        open += m_text[m_at] == u'(' ? 1 : m_text[m_at] == u')' ? -1 : 0;
        if (open < 0)
            break;
    }
    value.length = m_at - value.position;
    value.text = m_text.mid(value.position, value.length);
    return value;
}

QChar FilterParser::takeEscaped()
{
    const int start = m_at++;
    if (atEnd())
        return u'\\';
    const QChar escaped = m_text[m_at++];
    if (escaped == u'n')
        return u'\n';
    if (escaped == u't')
        return u'\t';
    if (escaped != u'u')
        return escaped;
    bool isHex = false;
    const QString digits = m_text.mid(m_at, 4);
    const uint unit = digits.toUInt(&isHex, 16);
    if (!isHex || digits.size() < 4) {
        const bool isUnfinished = digits.isEmpty() || (isHex && digits.size() < 4);
        fail(start, 2, tr("Four hexadecimal digits have to follow \\u."), isUnfinished);
        return {};
    }
    m_at += 4;
    return QChar(char16_t(unit));
}

FilterParser::NodeIndex FilterParser::add(Term term)
{
    m_expression->m_terms.push_back(std::move(term));
    if (m_expression->m_terms.size() > std::size_t(mostTerms))
        return fail(m_at - 1, 1, tr("A filter has at most %n terms.", nullptr, mostTerms));
    return add(Node::Kind::Leaf, {NodeIndex(m_expression->m_terms.size() - 1)});
}

FilterParser::NodeIndex FilterParser::add(Node::Kind kind, std::vector<std::uint32_t> children)
{
    m_expression->m_nodes.push_back({kind, std::move(children)});
    return NodeIndex(m_expression->m_nodes.size() - 1);
}

FilterParser::NodeIndex FilterParser::fail(int position, int length, const QString &message, bool isUnfinished)
{
    if (!hasFailed())
        m_error = {position, std::max(1, length), message, isUnfinished};
    m_at = int(m_text.size());
    return 0;
}

FilterParser::NodeIndex FilterParser::failUnknownField(const FieldName &name)
{
    const QString near = m_fields.nearest(name.name.section(u'.', 0, 0));
    const QString shown = name.name.left(40);
    return fail(name.position, name.length,
                near.isEmpty() ? tr("Unknown field `%1`. To search for this text, put it in quotes.").arg(shown)
                               : tr("Unknown field `%1` — did you mean `%2`?").arg(shown, near));
}

ExpressionPtr parseFilter(const QString &text, const FieldSet &fields, FilterError *error,
                          std::vector<FieldIndex> searched)
{
    auto outcome = FilterParser(text, fields, std::move(searched)).parse();
    if (const auto *expression = std::get_if<ExpressionPtr>(&outcome)) {
        if (error)
            *error = {};
        return *expression;
    }
    if (error)
        *error = std::get<FilterError>(outcome);
    return nullptr;
}

} // namespace cheetah::gui
