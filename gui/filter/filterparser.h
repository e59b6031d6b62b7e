// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "filter/expression.h"

#include <QtCore/QCoreApplication>

#include <variant>

namespace cheetah::gui {

/// What is wrong with the text of a filter, as a sentence, and where.
struct FilterError {
    int position = 0, length = 0; ///< UTF-16 units of the text
    QString message;
    bool isUnfinished = false; ///< more text may make it right
};

/// Reads the one filter language of the console:
///
///     words "in quotes"              somewhere in what is shown, in any case
///     field:value field=exact        contains, is; also != and ~ (a pattern)
///     lease<30s renewals>=3          numbers, durations (500ms, 30s, 5m, 2h, 1d, 4:32) and times
///     meta.region:eu                 a key of the metadata
///     state:(assigned|expiring)      one of
///     is:stale has:task              yes or no
///     -term NOT term a AND b a OR b ( )   AND may be left out and binds closer than OR
///
/// Values with spaces or brackets stand in quotes, with \" \\ \n \t \uXXXX inside. Everything is bounded: length, depth,
/// number of terms, size and time of patterns. One object reads one text.
class FilterParser {
    Q_DECLARE_TR_FUNCTIONS(FilterParser)

public:
    static constexpr int mostLetters = 2'000;
    static constexpr int mostTerms = 128;
    static constexpr int deepest = 32;
    static constexpr int longestPattern = 256;

    /// `searched`: where words look; empty: where the fields say.
    FilterParser(const QString &text, const FieldSet &fields, std::vector<FieldIndex> searched = {});

    using Outcome = std::variant<ExpressionPtr, FilterError>;
    Outcome parse();

private:
    using NodeIndex = std::uint32_t;
    using Term = Expression::Term;
    using Node = Expression::Node;
    enum class Operator { Contains, Equals, Differs, Pattern, Less, LessOrEqual, Greater, GreaterOrEqual };
    struct Value {
        int position = 0, length = 0;
        QString text;
    };
    struct FieldName {
        int position = 0, length = 0;
        FieldIndex field = noField;
        QString name; ///< as it was written
        std::string key;
    };

    // The grammar, from the outside in.
    NodeIndex parseAny(int depth);
    NodeIndex parseAll(int depth);
    NodeIndex parseNot(int depth);
    NodeIndex parsePrimary(int depth);
    NodeIndex parseWord();
    NodeIndex parseComparison(const FieldName &name, Operator op);
    NodeIndex parseFlags(bool has, const FieldName &name);

    // What comparisons mean.
    NodeIndex compare(const FieldName &name, Operator op, const Value &value);
    NodeIndex compareCode(const FieldName &name, Operator op, const Value &value, Term term);
    NodeIndex compareKeyedNumber(Operator op, const Value &value, Term term);
    NodeIndex flagTerm(bool has, const Value &value);
    NodeIndex comparePattern(const Value &value, Term term);
    NodeIndex compareQuantity(const FieldName &name, Operator op, const Value &value, Term term);
    NodeIndex range(Operator op, std::int64_t from, std::int64_t unit, Term term);

    // Pieces of text.
    void skipSpace();
    bool atEnd() const { return m_at >= m_text.size(); }
    bool atKeyword(QLatin1String word) const;
    bool takeKeyword(QLatin1String word);
    bool takeFieldName(FieldName &name, Operator &op);
    std::optional<Operator> takeOperator();
    std::vector<Value> takeValues(const FieldName &name, Operator op);
    std::vector<Value> takeList();
    Value takeQuoted();
    Value takeBare();
    QChar takeEscaped();

    static std::string toUtf8(QStringView text) { return text.toUtf8().toStdString(); }
    NodeIndex add(Term term);
    NodeIndex add(Node::Kind kind, std::vector<std::uint32_t> children);
    /// Notes the first failure and ends the reading: nothing is left of the text afterwards. The node counts for nothing.
    NodeIndex fail(int position, int length, const QString &message, bool isUnfinished = false);
    NodeIndex failUnknownField(const FieldName &name);
    bool hasFailed() const { return !m_error.message.isEmpty(); }

    const QString m_text;
    const FieldSet &m_fields;
    int m_at = 0;
    FilterError m_error;
    std::shared_ptr<Expression> m_expression;
    Expression::Part m_simple; ///< the comparison read last, if it can be merged with another
};

/// Reads `text` once; null and `error` set where it is no filter.
ExpressionPtr parseFilter(const QString &text, const FieldSet &fields, FilterError *error = nullptr,
                          std::vector<FieldIndex> searched = {});

} // namespace cheetah::gui
