// SPDX-License-Identifier: Apache-2.0
#include "model/requirement.h"

#include "model/decimal.h"
#include "model/semver.h"

#include <algorithm>

namespace cheetah {

namespace {

using Operator = MetadataCondition::Operator;

constexpr std::string_view metadataPrefix = "metadata.";
constexpr std::size_t longestExpression = 4096;

bool isBareKey(char c)
{
    return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_' || c == '.'
        || c == '-' || c == ':' || c == '/' || c == '@' || (c & 0x80);
}

/// Reads one expression from left to right; the first mistake is kept with its position.
class ExpressionParser {
public:
    explicit ExpressionParser(std::string_view text) : m_text(text) {}

    Result<void> addTo(Requirements &requirements)
    {
        if (m_text.size() > longestExpression)
            return bad("a shorter expression");
        skipSpaces();
        if (take("kind") && skipSpaces() && take("="))
            return addKind(requirements);
        m_next = 0;
        skipSpaces();
        if (take("client") && skipSpaces() && take("="))
            return addClient(requirements);
        m_next = 0;
        skipSpaces();
        return addCondition(requirements);
    }

private:
    Error bad(std::string wanted) const
    {
        return Error(ErrorCode::BadExpression, {{"expression", std::string(m_text.substr(0, longestExpression))},
                                                {"position", std::to_string(m_next + 1)},
                                                {"wanted", std::move(wanted)}});
    }
    bool atEnd() const { return m_next == m_text.size(); }
    bool skipSpaces()
    {
        m_next = std::min(m_text.find_first_not_of(' ', m_next), m_text.size());
        return true;
    }
    bool take(std::string_view token)
    {
        const bool there = m_text.substr(m_next).starts_with(token);
        m_next += there ? token.size() : 0;
        return there;
    }

    /// `'text'` in which `''` stands for one quote; nothing if it does not end.
    std::optional<std::string> quoted()
    {
        std::string value;
        const std::size_t begin = m_next;
        for (++m_next; !atEnd(); ++m_next) {
            if (m_text[m_next] != '\'') {
                value += m_text[m_next];
            } else if (m_text.substr(m_next + 1).starts_with('\'')) {
                value += m_text[++m_next];
            } else {
                ++m_next;
                return value;
            }
        }
        m_next = begin;
        return std::nullopt;
    }
    std::optional<std::string> key()
    {
        if (m_text.substr(m_next).starts_with('\''))
            return quoted();
        const std::size_t begin = m_next;
        while (!atEnd() && isBareKey(m_text[m_next]))
            ++m_next;
        return m_next == begin ? std::nullopt : std::optional(std::string(m_text.substr(begin, m_next - begin)));
    }
    /// One value, up to the end or to `separator`; bare ones are neither empty nor begin with `=`.
    std::optional<std::string> value(std::string_view separator = {})
    {
        skipSpaces();
        if (m_text.substr(m_next).starts_with('\''))
            return quoted();
        const std::size_t end =
            separator.empty() ? m_text.size() : std::min(m_text.find(separator, m_next), m_text.size());
        const std::string_view bare = m_text.substr(m_next, end - m_next);
        const std::string_view trimmed = bare.substr(0, bare.find_last_not_of(' ') + 1);
        if (trimmed.empty() || trimmed.starts_with('='))
            return std::nullopt;
        m_next = end;
        return std::string(trimmed);
    }
    /// Like value(), with nothing but spaces after it. Stays before it, so that a mistake in it is shown there.
    std::optional<std::string> lastValue()
    {
        skipSpaces();
        const std::size_t begin = m_next;
        auto result = value();
        skipSpaces();
        const bool complete = atEnd();
        m_next = begin;
        return complete ? result : std::nullopt;
    }

    Result<void> addKind(Requirements &requirements)
    {
        const auto text = lastValue();
        const auto kind = text ? clientKindFromName(*text) : std::nullopt;
        if (!kind)
            return bad("browser, console, web or mobile");
        if (requirements.kind && *requirements.kind != *kind)
            return bad("one kind");
        requirements.kind = kind;
        return {};
    }
    Result<void> addClient(Requirements &requirements)
    {
        const auto text = lastValue();
        auto id = ClientId::parse(text ? std::string_view(*text) : std::string_view());
        if (!id)
            return bad("a client id");
        if (!requirements.client.empty() && requirements.client != *id)
            return bad("one client");
        requirements.client = *std::move(id);
        return {};
    }

    Result<void> addCondition(Requirements &requirements)
    {
        MetadataCondition condition;
        const bool absent = take("!");
        if (!take(metadataPrefix))
            return bad("metadata.KEY, kind=KIND or client=ID");
        auto conditionKey = key();
        if (!conditionKey || conditionKey->empty())
            return bad("a metadata key");
        condition.key = *std::move(conditionKey);
        skipSpaces();
        if (atEnd()) {
            condition.op = absent ? Operator::Absent : Operator::Exists;
        } else if (absent) {
            return bad("the end, since the condition begins with !");
        } else if (const auto read = readDemand(condition); !read) {
            return read;
        }
        if (requirements.metadata.size() >= Requirements::maxConditions)
            return bad("at most " + std::to_string(Requirements::maxConditions) + " conditions");
        requirements.metadata.push_back(std::move(condition));
        return {};
    }

    /// Operator and values behind the key.
    Result<void> readDemand(MetadataCondition &condition)
    {
        if (take("in ")) {
            condition.op = Operator::OneOf;
            do {
                auto one = value("|");
                if (!one)
                    return bad("a value");
                condition.values.push_back(*std::move(one));
                skipSpaces();
            } while (take("|"));
            return atEnd() ? Result<void>() : bad("| or the end");
        }
        constexpr std::pair<std::string_view, Operator> operators[] = {
            {"=", Operator::Equals},       {">=", Operator::GreaterOrEqual},
            {"<=", Operator::LessOrEqual}, {">", Operator::Greater},
            {"<", Operator::Less},         {"~", Operator::SemVerRange},
        };
        const auto *const found = std::find_if(std::begin(operators), std::end(operators),
                                               [this](const auto &candidate) { return take(candidate.first); });
        if (found == std::end(operators))
            return bad("one of = in >= <= > < ~");
        condition.op = found->second;
        auto only = lastValue();
        if (!only)
            return bad("a value");
        if (condition.op == Operator::SemVerRange && !SemVerRange::parse(*only))
            return bad("a version range such as >=1.2 <2");
        if (condition.op != Operator::SemVerRange && condition.op != Operator::Equals && !compareDecimals(*only, "0"))
            return bad("a number");
        condition.values.push_back(*std::move(only));
        return {};
    }

    std::string_view m_text;
    std::size_t m_next = 0;
};

std::string quote(std::string_view text)
{
    std::string result = "'";
    for (const char c : text)
        result.append(c == '\'' ? 2 : 1, c);
    return result + "'";
}

std::string keyText(std::string_view key)
{
    return std::all_of(key.begin(), key.end(), isBareKey) && !key.empty() ? std::string(key) : quote(key);
}

std::string valueText(std::string_view value)
{
    const bool bare =
        !value.empty() && !value.starts_with('=') && value.find_first_of("'|, ") == std::string_view::npos;
    return bare ? std::string(value) : quote(value);
}

std::string_view operatorText(Operator op)
{
    switch (op) {
    case Operator::Equals:
        return "=";
    case Operator::Less:
        return "<";
    case Operator::LessOrEqual:
        return "<=";
    case Operator::Greater:
        return ">";
    case Operator::GreaterOrEqual:
        return ">=";
    case Operator::SemVerRange:
        return "~";
    case Operator::OneOf:
        return " in ";
    case Operator::Exists:
    case Operator::Absent:
        break;
    }
    return {};
}

} // namespace

bool fulfils(const Metadata &metadata, const MetadataCondition &condition)
{
    const auto found = metadata.find(condition.key);
    if (condition.op == Operator::Absent)
        return found == metadata.end();
    if (found == metadata.end())
        return false;
    const std::string &actual = found->second;
    if (condition.op == Operator::Exists)
        return true;
    if (condition.op == Operator::OneOf)
        return std::find(condition.values.begin(), condition.values.end(), actual) != condition.values.end();
    if (condition.values.empty())
        return false;
    const std::string &wanted = condition.values.front();
    if (condition.op == Operator::Equals)
        return actual == wanted;
    if (condition.op == Operator::SemVerRange)
        return semVerInRange(actual, wanted).value_or(false);
    const auto order = compareDecimals(actual, wanted);
    if (!order)
        return false;
    switch (condition.op) {
    case Operator::Less:
        return *order < 0;
    case Operator::LessOrEqual:
        return *order <= 0;
    case Operator::Greater:
        return *order > 0;
    default:
        return *order >= 0;
    }
}

Result<void> addExpression(Requirements &requirements, std::string_view expression)
{
    return ExpressionParser(expression).addTo(requirements);
}

std::string toText(const MetadataCondition &condition)
{
    std::string text = condition.op == Operator::Absent ? "!" : "";
    text.append(metadataPrefix).append(keyText(condition.key)).append(operatorText(condition.op));
    for (std::size_t i = 0; i < condition.values.size(); ++i)
        text.append(i ? "|" : "").append(valueText(condition.values[i]));
    return text;
}

} // namespace cheetah
