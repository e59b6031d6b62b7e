// SPDX-License-Identifier: Apache-2.0
#include "wire/fastreport.h"

#include "wire/protocol.h"
#include "wire/texthygiene.h"
#include "wire/utf8.h"

#define SIMDJSON_EXCEPTIONS 0 // every answer is looked at
#include <simdjson.h>

#include <algorithm>
#include <array>
#include <cstring>

namespace cheetah {

namespace od = simdjson::ondemand;
using Names = std::string_view;

namespace {

constexpr std::array<Names, 4> envelopeMembers = {"jsonrpc", "id", "method", "params"};
constexpr std::array<Names, 3> reportMembers = {"epoch", "seq", "windows"};
constexpr std::array<Names, 6> windowMembers = {"windowId", "title", "focused", "isolated", "provisionId", "contexts"};
constexpr std::array<Names, 8> contextMembers = {"contextId", "title", "url",         "health",
                                                 "active",    "ours",  "provisionId", "openerId"};
constexpr std::uint32_t contextDepth = 6; ///< envelope, params, windows, window, contexts, context

/// The raw text of a string between its quotes.
struct RawText {
    std::string_view bytes;
    bool escaped = false;
};

std::optional<char32_t> hexUnit(std::string_view text)
{
    if (text.size() < 4)
        return std::nullopt;
    char32_t unit = 0;
    for (const char c : text.substr(0, 4)) {
        const int digit = c >= '0' && c <= '9' ? c - '0'
                        : c >= 'a' && c <= 'f' ? c - 'a' + 10
                        : c >= 'A' && c <= 'F' ? c - 'A' + 10
                                               : -1;
        if (digit < 0)
            return std::nullopt;
        unit = unit << 4 | char32_t(digit);
    }
    return unit;
}

/// Appends the character of the `\u` escape whose digits begin `text`; half a surrogate pair becomes U+FFFD. The number of
/// bytes used up, 0 if malformed.
std::size_t unescapeUnit(std::string_view text, std::string &out)
{
    const auto unit = hexUnit(text);
    if (!unit)
        return 0;
    if (*unit < 0xD800 || *unit > 0xDFFF) {
        appendUtf8(out, *unit);
        return 4;
    }
    if (*unit < 0xDC00 && text.substr(4).starts_with("\\u")) {
        const auto low = hexUnit(text.substr(6));
        if (low && *low >= 0xDC00 && *low <= 0xDFFF) {
            appendUtf8(out, 0x10000 + ((*unit - 0xD800) << 10) + (*low - 0xDC00));
            return 10;
        }
    }
    appendUtf8(out, replacementCharacter);
    return 4;
}

bool unescape(std::string_view raw, std::string &out)
{
    static constexpr std::string_view from = "\"\\/bfnrt", to = "\"\\/\b\f\n\r\t";
    out.clear();
    while (!raw.empty()) {
        const std::size_t plain = std::min(raw.find('\\'), raw.size());
        out.append(raw, 0, plain);
        raw.remove_prefix(plain);
        if (raw.empty())
            break;
        if (raw.size() < 2)
            return false;
        if (raw[1] == 'u') {
            const std::size_t used = unescapeUnit(raw.substr(2), out);
            if (!used)
                return false;
            raw.remove_prefix(2 + used);
            continue;
        }
        const std::size_t kind = from.find(raw[1]);
        if (kind == from.npos)
            return false;
        out += to[kind];
        raw.remove_prefix(2);
    }
    return true;
}

/// Assigns an id whose bytes are known to be valid UTF-8 without escapes.
template <class Tag>
bool assignId(Id<Tag> &id, const RawText &text)
{
    if (text.escaped || text.bytes.empty() || text.bytes.size() > Id<Tag>::maxBytes)
        return false;
    if (id.text() != text.bytes)
        id = Id<Tag>::trusted(text.bytes);
    return true;
}

} // namespace

class FastReport::Pass {
public:
    std::size_t windowsOffset() const { return m_windowsOffset; }

    bool begin(std::string_view text, const ReportLimits &limits)
    {
        m_limits = &limits;
        m_contexts = 0;
        m_buffer.reserve(text.size() + simdjson::SIMDJSON_PADDING);
        m_buffer.assign(text);
        m_windowsOffset = std::string::npos;
        if (limits.json.maxDepth < contextDepth)
            return false;
        return m_parser.iterate(m_buffer.data(), m_buffer.size(), m_buffer.capacity()).get(m_document)
            == simdjson::SUCCESS;
    }

    bool frame(Report &report, ReportFrame &found)
    {
        bool isReport = false;
        od::object root;
        if (m_document.get_object().get(root))
            return false;
        const auto take = [&](std::size_t member, od::value value) {
            switch (member) {
            case 0:
                return isText(value, "2.0");
            case 1:
                return readRpcId(value, found.id);
            case 2:
                return isReport = isText(value, clientmethod::report);
            default:
                return isReport && params(value, 2, report, found);
            }
        };
        return members(root, envelopeMembers, 0b1111, 1, take) && atEnd();
    }

    bool body(Report &report, ReportFrame &found)
    {
        od::object root;
        return !m_document.get_object().get(root) && paramMembers(root, 1, report, found) && atEnd();
    }

private:
    bool atEnd()
    {
        const char *rest = nullptr;
        return m_document.current_location().get(rest) == simdjson::OUT_OF_BOUNDS;
    }

    bool params(od::value &value, std::uint32_t depth, Report &report, ReportFrame &found)
    {
        od::object object;
        return !value.get_object().get(object) && paramMembers(object, depth, report, found);
    }

    bool paramMembers(od::object &object, std::uint32_t depth, Report &report, ReportFrame &found)
    {
        const auto take = [&](std::size_t member, od::value value) {
            switch (member) {
            case 0:
                return readId(value, report.epoch);
            case 1:
                return !value.get_uint64().get(report.seq);
            default:
                return windows(value, depth + 1, report.windows, found);
            }
        };
        if (!members(object, reportMembers, 0b111, depth, take))
            return false;
        found.epoch = report.epoch;
        found.seq = report.seq;
        return true;
    }

    bool windows(od::value &value, std::uint32_t depth, std::vector<ReportedWindow> &to, ReportFrame &found)
    {
        const char *const start = value.raw_json_token().data();
        const auto take = [&](od::value element, ReportedWindow &window) {
            return this->window(element, depth + 1, window);
        };
        if (!elements(value, to, m_limits->contexts, take))
            return false;
        const char *end = nullptr;
        if (m_document.current_location().get(end))
            return false;
        while (end > start && end[-1] != ']')
            --end;
        m_windowsOffset = std::size_t(start - m_buffer.data());
        found.rawWindows = {start, std::size_t(end - start)};
        return true;
    }

    bool window(od::value &value, std::uint32_t depth, ReportedWindow &to)
    {
        od::object object;
        if (value.get_object().get(object))
            return false;
        to.title.clear();
        to.focused = to.isolated = false;
        to.provision = {};
        const auto take = [&](std::size_t member, od::value v) {
            switch (member) {
            case 0:
                return readId(v, to.id);
            case 1:
                return readShown(v, to.title, maxTitleCodePoints);
            case 2:
                return readFlag(v, to.focused);
            case 3:
                return readFlag(v, to.isolated);
            case 4:
                return readId(v, to.provision);
            default:
                return contexts(v, depth + 1, to.contexts);
            }
        };
        return members(object, windowMembers, 0b100001, depth, take);
    }

    bool contexts(od::value &value, std::uint32_t depth, std::vector<ReportedContext> &to)
    {
        const auto take = [&](od::value element, ReportedContext &c) { return context(element, depth + 1, c); };
        const std::uint32_t left = m_limits->contexts - m_contexts;
        if (!elements(value, to, left, take))
            return false;
        m_contexts += std::uint32_t(to.size());
        return true;
    }

    bool context(od::value &value, std::uint32_t depth, ReportedContext &to)
    {
        od::object object;
        if (value.get_object().get(object))
            return false;
        to.title.clear();
        to.url.clear();
        to.health = Health::Live;
        to.active = to.ours = false;
        to.provision = {};
        to.opener = {};
        const auto take = [&](std::size_t member, od::value v) {
            switch (member) {
            case 0:
                return readId(v, to.id);
            case 1:
                return readShown(v, to.title, maxTitleCodePoints);
            case 2:
                return readShown(v, to.url, maxUrlCodePoints);
            case 3:
                return readHealth(v, to.health);
            case 4:
                return readFlag(v, to.active);
            case 5:
                return readFlag(v, to.ours);
            case 6:
                return readId(v, to.provision);
            default:
                return readId(v, to.opener);
            }
        };
        return members(object, contextMembers, 0b1, depth, take);
    }

    /// Reads an array into `to`, whose elements and their memory are used again.
    template <class T, class Take>
    bool elements(od::value &value, std::vector<T> &to, std::uint32_t limit, Take take)
    {
        od::array array;
        if (value.get_array().get(array))
            return false;
        std::size_t count = 0;
        for (auto result : array) {
            od::value element;
            if (count == limit || std::move(result).get(element))
                return false;
            if (count == to.size())
                to.emplace_back();
            if (!take(element, to[count++]))
                return false;
        }
        to.resize(count);
        return true;
    }

    /// Reads each member once: known ones by `take(index, value)`, others are checked and ignored. `required` is the mask
    /// of those that must be there.
    template <std::size_t N, class Take>
    bool members(od::object &object, const std::array<Names, N> &names, unsigned required, std::uint32_t depth,
                 Take take)
    {
        unsigned seen = 0;
        std::size_t next = 0;
        std::vector<Names> unknown;
        for (auto result : object) {
            od::field field;
            if (std::move(result).get(field))
                return false;
            const std::size_t index = memberIndex(field.key().raw(), names, next);
            if (index == N) {
                if (!ignore(field, unknown, depth))
                    return false;
                continue;
            }
            if (seen & 1u << index || !take(index, field.value()))
                return false;
            seen |= 1u << index;
            next = index + 1;
        }
        return (seen & required) == required && !findDuplicate(unknown);
    }

    template <std::size_t N>
    std::size_t memberIndex(const char *key, const std::array<Names, N> &names, std::size_t next) const
    {
        const auto left = std::size_t(m_buffer.data() + m_buffer.size() - key);
        for (std::size_t i = 0; i < N; ++i) {
            const std::size_t index = (next + i) % N;
            const Names name = names[index];
            if (left > name.size() && key[name.size()] == '"' && !std::memcmp(key, name.data(), name.size()))
                return index;
        }
        return N;
    }

    /// Checks a member that nobody asked for; escapes in its key are unusual.
    bool ignore(od::field &field, std::vector<Names> &keys, std::uint32_t depth)
    {
        const auto key = rawText(field.key().raw());
        if (!key || key->escaped)
            return false;
        keys.push_back(key->bytes);
        return walk(field.value(), depth);
    }

    /// Checks a value as the strict walker would. `depth` is that of what contains it.
    bool walk(od::value &value, std::uint32_t depth)
    {
        od::json_type type;
        if (value.type().get(type))
            return false;
        switch (type) {
        case od::json_type::object:
            return depth < m_limits->json.maxDepth && walkObject(value, depth + 1);
        case od::json_type::array:
            return depth < m_limits->json.maxDepth && walkArray(value, depth + 1);
        case od::json_type::string: {
            RawText text;
            return readRaw(value, text) && (!text.escaped || unescape(text.bytes, m_scratch));
        }
        case od::json_type::number: {
            od::number number;
            return !value.get_number().get(number);
        }
        case od::json_type::boolean: {
            bool flag;
            return readFlag(value, flag);
        }
        case od::json_type::null: {
            bool null = false;
            return !value.is_null().get(null) && null;
        }
        }
        return false;
    }

    bool walkObject(od::value &value, std::uint32_t depth)
    {
        od::object object;
        if (value.get_object().get(object))
            return false;
        std::vector<Names> keys;
        for (auto result : object) {
            od::field field;
            if (std::move(result).get(field) || !ignore(field, keys, depth))
                return false;
        }
        return !findDuplicate(keys);
    }

    bool walkArray(od::value &value, std::uint32_t depth)
    {
        od::array array;
        if (value.get_array().get(array))
            return false;
        for (auto result : array) {
            od::value element;
            if (std::move(result).get(element) || !walk(element, depth))
                return false;
        }
        return true;
    }

    /// The text from just behind an opening quote to its closing one.
    std::optional<RawText> rawText(const char *start) const
    {
        const char *const end = m_buffer.data() + m_buffer.size();
        const auto *quote = static_cast<const char *>(std::memchr(start, '"', std::size_t(end - start)));
        if (!quote)
            return std::nullopt;
        if (!std::memchr(start, '\\', std::size_t(quote - start)))
            return RawText{{start, std::size_t(quote - start)}, false};
        for (const char *at = start; at < end; ++at) {
            if (*at == '"')
                return RawText{{start, std::size_t(at - start)}, true};
            if (*at == '\\')
                ++at;
        }
        return std::nullopt;
    }

    bool readRaw(od::value &value, RawText &text) const
    {
        od::raw_json_string raw;
        if (value.get_raw_json_string().get(raw))
            return false;
        const auto found = rawText(raw.raw());
        if (found)
            text = *found;
        return found.has_value();
    }

    template <class Tag>
    bool readId(od::value &value, Id<Tag> &id) const
    {
        RawText text;
        return readRaw(value, text) && assignId(id, text);
    }

    bool readShown(od::value &value, std::string &to, std::size_t codePoints)
    {
        RawText text;
        if (!readRaw(value, text) || (text.escaped && !unescape(text.bytes, m_scratch)))
            return false;
        cleanTextInto(to, text.escaped ? std::string_view(m_scratch) : text.bytes, codePoints);
        return true;
    }

    static bool readFlag(od::value &value, bool &flag) { return !value.get_bool().get(flag); }

    bool readHealth(od::value &value, Health &health) const
    {
        RawText text;
        if (!readRaw(value, text) || text.escaped)
            return false;
        const auto found = healthFromName(text.bytes);
        if (found)
            health = *found;
        return found.has_value();
    }

    bool isText(od::value &value, std::string_view expected) const
    {
        RawText text;
        return readRaw(value, text) && !text.escaped && text.bytes == expected;
    }

    bool readRpcId(od::value &value, std::optional<RpcId> &id) const
    {
        std::int64_t number = 0;
        RawText text;
        if (!value.get_int64().get(number)) {
            id = number;
            return true;
        }
        if (!readRaw(value, text) || text.escaped || text.bytes.empty() || text.bytes.size() > 128)
            return false;
        id = std::string(text.bytes);
        return true;
    }

    od::parser m_parser;
    od::document m_document;
    std::string m_buffer;
    std::string m_scratch;
    const ReportLimits *m_limits = nullptr;
    std::uint32_t m_contexts = 0;
    std::size_t m_windowsOffset = std::string::npos;
};

FastReport::FastReport() : m_pass(std::make_unique<Pass>()) {}
FastReport::~FastReport() = default;

bool FastReport::readFrame(std::string_view frame, const ReportLimits &limits, Report &report, ReportFrame &found)
{
    return m_pass->begin(frame, limits) && m_pass->frame(report, found);
}

bool FastReport::readBody(std::string_view body, const ReportLimits &limits, Report &report, ReportFrame &found)
{
    return m_pass->begin(body, limits) && m_pass->body(report, found);
}

std::size_t FastReport::windowsOffset() const
{
    return m_pass->windowsOffset();
}

} // namespace cheetah
