// SPDX-License-Identifier: Apache-2.0
#include "redis/packing.h"

#include <simdjson.h>

#include <charconv>

namespace cheetah {

namespace {

// First bytes of the values that are understood; see the msgpack specification.
constexpr std::uint8_t fixArray = 0x90, fixText = 0xa0, nilHead = 0xc0, bytes8 = 0xc4, bytes32 = 0xc6, unsigned8 = 0xcc,
                       unsigned64 = 0xcf, signed8 = 0xd0, signed64 = 0xd3, text8 = 0xd9, text32 = 0xdb, array16 = 0xdc,
                       array32 = 0xdd, fixNegative = 0xe0;

/// Heads of one family stand in a row: 1, 2, 4 and 8 bytes follow.
unsigned width(std::uint8_t head, std::uint8_t first)
{
    return 1u << (head - first);
}

bool between(std::uint8_t head, std::uint8_t first, std::uint8_t last)
{
    return head >= first && head <= last;
}

} // namespace

void PackReader::fail(const char *what)
{
    if (m_failed)
        return;
    m_failed = true;
    m_mistake = what;
    m_mistakeAt = m_next;
    m_next = m_bytes.size();
}

Error PackReader::error() const
{
    const std::string what = m_failed ? m_mistake : "more bytes than expected";
    return Error(ErrorCode::StoreError, {{"prefix", "malformed"}},
                 "not understood from Redis: " + what + " at byte " + std::to_string(m_failed ? m_mistakeAt : m_next));
}

/// The first byte of the next value; nil's after a mistake, which no caller takes for what it wants.
std::uint8_t PackReader::head()
{
    if (left() == 0) {
        fail("an end");
        return nilHead;
    }
    return std::uint8_t(m_bytes[m_next++]);
}

std::uint64_t PackReader::bigEndian(unsigned bytes)
{
    if (left() < bytes) {
        fail("an end");
        return 0;
    }
    std::uint64_t number = 0;
    for (; bytes > 0; --bytes)
        number = number << 8 | std::uint8_t(m_bytes[m_next++]);
    return number;
}

std::size_t PackReader::array()
{
    const std::uint8_t first = head();
    std::uint64_t elements = 0;
    if (between(first, fixArray, fixText - 1))
        elements = first - fixArray;
    else if (between(first, array16, array32))
        elements = bigEndian(2 * width(first, array16));
    else
        fail("no array");
    if (elements > left()) // each takes a byte at least
        fail("an array longer than its bytes");
    return m_failed ? 0 : std::size_t(elements);
}

void PackReader::array(std::size_t elements)
{
    if (array() != elements)
        fail("an array of another length");
}

/// The bytes of the text or blob that begins with `first`.
std::string_view PackReader::body(std::uint8_t first)
{
    std::uint64_t size = 0;
    if (between(first, fixText, nilHead - 1))
        size = first - fixText;
    else if (between(first, text8, text32))
        size = bigEndian(width(first, text8));
    else if (between(first, bytes8, bytes32))
        size = bigEndian(width(first, bytes8));
    else
        fail("no text");
    if (size > left())
        fail("a text longer than its bytes");
    if (m_failed)
        return {};
    const std::string_view bytes = m_bytes.substr(m_next, size);
    m_next += size;
    return bytes;
}

std::string_view PackReader::bytes()
{
    return body(head());
}

std::string_view PackReader::text()
{
    const std::string_view text = bytes();
    if (!simdjson::validate_utf8(text.data(), text.size())) {
        fail("a text that is no UTF-8");
        return {};
    }
    return text;
}

PackReader::Number PackReader::anyNumber()
{
    const std::uint8_t first = head();
    if (first < 0x80)
        return {first, false};
    if (first >= fixNegative)
        return {std::uint64_t(std::int8_t(first)), true};
    if (between(first, unsigned8, unsigned64))
        return {bigEndian(width(first, unsigned8)), false};
    if (between(first, signed8, signed64)) {
        const unsigned bytes = width(first, signed8);
        const unsigned unused = 64 - 8 * bytes;
        const std::int64_t number = std::int64_t(bigEndian(bytes) << unused) >> unused;
        return {std::uint64_t(number), number < 0};
    }
    return decimal(body(first));
}

PackReader::Number PackReader::decimal(std::string_view text)
{
    Number number;
    number.negative = text.starts_with('-');
    std::int64_t below = 0;
    const char *end = text.data() + text.size();
    const auto [stop, mistake] =
        number.negative ? std::from_chars(text.data(), end, below) : std::from_chars(text.data(), end, number.bits);
    if (mistake != std::errc() || stop != end || text.empty()) {
        fail("no number");
        return {};
    }
    if (number.negative)
        number.bits = std::uint64_t(below);
    return number;
}

bool PackReader::nil()
{
    if (left() == 0 || std::uint8_t(m_bytes[m_next]) != nilHead)
        return false;
    ++m_next;
    return true;
}

} // namespace cheetah
