// SPDX-License-Identifier: Apache-2.0
#include "wire/jsonwalker.h"

#include "wire/texthygiene.h"

#define SIMDJSON_EXCEPTIONS 0 // every answer is looked at
#include <simdjson.h>

#include <algorithm>
#include <optional>

namespace cheetah {

namespace {

constexpr std::uint32_t highestDepth = 1000;
constexpr std::size_t briefText = 4 << 10; // bytes of most texts

/// A parser for so many bytes. Making one takes longer than to parse a brief text: for those each thread keeps its own.
simdjson::dom::parser *parserFor(std::size_t bytes, std::optional<simdjson::dom::parser> &own)
{
    thread_local simdjson::dom::parser kept;
    simdjson::dom::parser &parser = bytes <= briefText ? kept : own.emplace();
    if (parser.capacity() >= bytes)
        return &parser;
    return parser.allocate(std::max(bytes, briefText), highestDepth + 2) == simdjson::SUCCESS ? &parser : nullptr;
}

std::optional<unsigned> hexEscape(std::string_view text, std::size_t at)
{
    if (at + 6 > text.size() || text[at] != '\\' || text[at + 1] != 'u')
        return std::nullopt;
    unsigned unit = 0;
    for (std::size_t i = at + 2; i < at + 6; ++i) {
        const char c = text[i];
        const int digit = c >= '0' && c <= '9' ? c - '0'
                        : c >= 'a' && c <= 'f' ? c - 'a' + 10
                        : c >= 'A' && c <= 'F' ? c - 'A' + 10
                                               : -1;
        if (digit < 0)
            return std::nullopt;
        unit = unit << 4 | static_cast<unsigned>(digit);
    }
    return unit;
}

/// Turns simdjson's tree into ours. Recursion is bounded by the depth limit, which simdjson (that does not recurse)
/// has already enforced roughly and this exactly.
class Builder {
public:
    Builder(const JsonLimits &limits, bool repaired) : m_limits(limits), m_repaired(repaired) {}

    bool build(const simdjson::dom::element &from, JsonValue &to, std::uint32_t depth)
    {
        if (++m_values > m_limits.maxValues)
            return fail(
                Error(ErrorCode::TooLarge, {{"limit", std::to_string(m_limits.maxValues)}, {"what", "values"}}));
        using Type = simdjson::dom::element_type;
        switch (from.type()) {
        case Type::NULL_VALUE:
            return true;
        case Type::BOOL:
            return set(to, JsonValue(bool(from.get_bool().value_unsafe())));
        case Type::INT64:
            return set(to, JsonValue(std::int64_t(from.get_int64().value_unsafe())));
        case Type::UINT64:
            return set(to, JsonValue(std::uint64_t(from.get_uint64().value_unsafe())));
        case Type::DOUBLE:
            return set(to, JsonValue(double(from.get_double().value_unsafe())));
        case Type::STRING:
            return set(to, JsonValue(string(from.get_string().value_unsafe())));
        case Type::ARRAY:
            return checkDepth(depth + 1) && buildArray(from.get_array().value_unsafe(), to, depth + 1);
        case Type::OBJECT:
            return checkDepth(depth + 1) && buildObject(from.get_object().value_unsafe(), to, depth + 1);
        }
        return fail(ErrorCode::BadJson);
    }

    const Error &error() const { return *m_error; }

private:
    static bool set(JsonValue &to, JsonValue value)
    {
        to = std::move(value);
        return true;
    }

    JsonValue::String string(std::string_view text) const
    {
        return {std::string(text), m_repaired && text.find("\xEF\xBF\xBD") != text.npos};
    }

    bool fail(Error error)
    {
        m_error = std::move(error);
        return false;
    }

    bool checkDepth(std::uint32_t depth)
    {
        return depth <= m_limits.maxDepth
            || fail(Error(ErrorCode::TooDeep, {{"limit", std::to_string(m_limits.maxDepth)}}));
    }

    bool buildArray(const simdjson::dom::array &from, JsonValue &to, std::uint32_t depth)
    {
        JsonValue::Array elements;
        for (const simdjson::dom::element element : from) {
            m_path.push_back({{}, elements.size()});
            if (!build(element, elements.emplace_back(), depth))
                return false;
            m_path.pop_back();
        }
        return set(to, JsonValue(std::move(elements)));
    }

    bool buildObject(const simdjson::dom::object &from, JsonValue &to, std::uint32_t depth)
    {
        std::vector<std::string_view> names;
        for (const auto &field : from)
            names.push_back(field.key);
        JsonValue::Object members;
        members.reserve(names.size());
        if (const std::string_view *duplicate = findDuplicate(names)) {
            m_path.push_back({*duplicate, 0});
            return fail(Error(ErrorCode::DuplicateKey, {{"key", path()}}));
        }
        for (const auto &field : from) {
            m_path.push_back({field.key, 0});
            if (!build(field.value, members.emplace_back(field.key, JsonValue()).second, depth))
                return false;
            m_path.pop_back();
        }
        return set(to, JsonValue(std::move(members)));
    }

    std::string path() const
    {
        std::string text;
        for (const auto &[name, index] : m_path) {
            if (name.data())
                text.append(text.empty() ? "" : ".").append(name);
            else
                text.append("[").append(std::to_string(index)).append("]");
        }
        return cleanText(text, 200);
    }

    struct Step {
        std::string_view name; ///< without data for an index
        std::size_t index;
    };

    const JsonLimits &m_limits;
    const bool m_repaired;
    std::uint32_t m_values = 0;
    std::vector<Step> m_path;
    std::optional<Error> m_error;
};

} // namespace

bool repairSurrogates(std::string &json)
{
    bool repaired = false;
    for (std::size_t at = json.find('\\'); at != json.npos; at = json.find('\\', at)) {
        const auto unit = hexEscape(json, at);
        if (!unit) {
            at += 2;
            continue;
        }
        const bool isHigh = *unit >= 0xD800 && *unit < 0xDC00;
        const bool isLow = *unit >= 0xDC00 && *unit < 0xE000;
        const auto next = isHigh ? hexEscape(json, at + 6) : std::nullopt;
        if (next && *next >= 0xDC00 && *next < 0xE000) {
            at += 12;
            continue;
        }
        if (isHigh || isLow) {
            json.replace(at + 2, 4, "fffd");
            repaired = true;
        }
        at += 6;
    }
    return repaired;
}

const std::string_view *findDuplicate(std::vector<std::string_view> &names)
{
    constexpr std::size_t few = 12;
    if (names.size() > few) {
        std::sort(names.begin(), names.end());
        const auto found = std::adjacent_find(names.begin(), names.end());
        return found == names.end() ? nullptr : &*found;
    }
    for (std::size_t i = 0; i < names.size(); ++i)
        for (std::size_t j = 0; j < i; ++j)
            if (names[i] == names[j])
                return &names[i];
    return nullptr;
}

Result<JsonValue> parseJson(std::string_view text, const JsonLimits &limits)
{
    if (text.size() > limits.maxBytes)
        return Error(ErrorCode::TooLarge, {{"limit", std::to_string(limits.maxBytes)}, {"what", "bytes"}});
    if (text.empty())
        return Error(ErrorCode::BadJson, {{"reason", "empty"}});
    std::string padded;
    padded.reserve(text.size() + simdjson::SIMDJSON_PADDING);
    padded = text;
    const bool repaired = repairSurrogates(padded);

    JsonLimits bounded = limits;
    bounded.maxDepth = std::min(limits.maxDepth, highestDepth);
    std::optional<simdjson::dom::parser> own;
    simdjson::dom::parser *parser = parserFor(padded.size(), own);
    if (!parser)
        return Error(ErrorCode::Internal, {}, "out of memory");
    simdjson::dom::element root;
    const auto status = parser->parse(padded.data(), padded.size(), false).get(root);
    if (status == simdjson::DEPTH_ERROR)
        return Error(ErrorCode::TooDeep, {{"limit", std::to_string(bounded.maxDepth)}});
    if (status != simdjson::SUCCESS)
        return Error(ErrorCode::BadJson, {{"reason", simdjson::error_message(status)}});

    Builder builder(bounded, repaired);
    JsonValue value;
    if (!builder.build(root, value, 0))
        return builder.error();
    return value;
}

} // namespace cheetah
