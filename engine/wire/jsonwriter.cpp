// SPDX-License-Identifier: Apache-2.0
#include "wire/jsonwriter.h"

#include "wire/utf8.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>

namespace cheetah {

namespace {

void appendEscaped(std::string &out, unsigned char byte)
{
    static constexpr char digits[] = "0123456789abcdef";
    switch (byte) {
    case '"':
        out += "\\\"";
        break;
    case '\\':
        out += "\\\\";
        break;
    case '\n':
        out += "\\n";
        break;
    case '\r':
        out += "\\r";
        break;
    case '\t':
        out += "\\t";
        break;
    default:
        out += "\\u00";
        out += digits[byte >> 4];
        out += digits[byte & 15];
    }
}

constexpr std::array<bool, 256> plainBytes = [] {
    std::array<bool, 256> plain{};
    for (unsigned byte = 0x20; byte < 0x7F; ++byte)
        plain[byte] = byte != '"' && byte != '\\';
    return plain;
}();

/// Stands for itself in a JSON string.
bool isPlain(char c)
{
    return plainBytes[static_cast<unsigned char>(c)];
}

/// What follows the plain bytes that a text begins with.
void appendRest(std::string &out, std::string_view text)
{
    std::size_t done = 0, at = 0;
    const auto flush = [&] { out.append(text, done, at - done); };
    while (at < text.size()) {
        const auto byte = static_cast<unsigned char>(text[at]);
        if (isPlain(text[at])) {
            ++at;
        } else if (byte < 0x80) {
            flush();
            appendEscaped(out, byte);
            done = ++at;
        } else {
            const Utf8Step step = decodeUtf8(text.substr(at));
            if (!step.valid) {
                flush();
                appendUtf8(out, replacementCharacter);
                done = at + step.bytes;
            }
            at += step.bytes;
        }
    }
    flush();
}

template <class T>
void appendNumber(std::string &out, T number)
{
    char buffer[32];
    const auto end = std::to_chars(buffer, buffer + sizeof buffer, number).ptr;
    out.append(buffer, end);
}

} // namespace

void appendJsonString(std::string &out, std::string_view text)
{
    const auto plain = std::find_if_not(text.begin(), text.end(), isPlain);
    const auto prefix = std::size_t(plain - text.begin());
    const std::size_t begin = out.size();
    out.resize(begin + 1 + prefix); // at once, for most texts are plain, and short
    out[begin] = '"';
    text.copy(out.data() + begin + 1, prefix);
    appendRest(out, text.substr(prefix));
    out += '"';
}

JsonWriter &JsonWriter::key(std::string_view name)
{
    separate();
    appendJsonString(m_out, name);
    m_out += ':';
    m_comma = false;
    return *this;
}

JsonWriter &JsonWriter::value(std::string_view text)
{
    separate();
    appendJsonString(m_out, text);
    return *this;
}

JsonWriter &JsonWriter::value(double number)
{
    if (!std::isfinite(number))
        return null();
    separate();
    const std::size_t begin = m_out.size();
    appendNumber(m_out, number);
    if (m_out.find_first_of(".e", begin) == m_out.npos)
        m_out += ".0"; // stays a number that is no integer
    return *this;
}

JsonWriter &JsonWriter::raw(std::string_view json)
{
    separate();
    m_out += json;
    return *this;
}

JsonWriter &JsonWriter::integer(std::int64_t number)
{
    separate();
    appendNumber(m_out, number);
    return *this;
}

JsonWriter &JsonWriter::integer(std::uint64_t number)
{
    separate();
    appendNumber(m_out, number);
    return *this;
}

JsonWriter &JsonWriter::open(char bracket)
{
    separate();
    m_out += bracket;
    m_comma = false;
    return *this;
}

JsonWriter &JsonWriter::close(char bracket)
{
    m_out += bracket;
    m_comma = true;
    return *this;
}

void JsonWriter::separate()
{
    if (m_comma)
        m_out += ',';
    m_comma = true;
}

} // namespace cheetah
