// SPDX-License-Identifier: Apache-2.0
#include "wire/texthygiene.h"

#include "wire/utf8.h"

#include <algorithm>
#include <array>
#include <cstdint>
#include <cstring>

namespace cheetah {

namespace {

struct Range {
    char32_t first, last;
};

/// Characters that show nothing and may change how others are shown or compared.
constexpr std::array invisible = {
    Range{0x0000, 0x001F},   Range{0x007F, 0x009F},   Range{0x00AD, 0x00AD}, Range{0x034F, 0x034F},
    Range{0x061C, 0x061C},   Range{0x115F, 0x1160},   Range{0x17B4, 0x17B5}, Range{0x180E, 0x180E},
    Range{0x200B, 0x200F},   Range{0x202A, 0x202E},   Range{0x2060, 0x206F}, Range{0x3164, 0x3164},
    Range{0xFEFF, 0xFEFF},   Range{0xFFA0, 0xFFA0},   Range{0xFFF0, 0xFFFB}, Range{0xFFFE, 0xFFFF},
    Range{0x1D173, 0x1D17A}, Range{0xE0000, 0xE0FFF},
};

bool isInvisible(char32_t point)
{
    const auto range = std::lower_bound(invisible.begin(), invisible.end(), point,
                                        [](const Range &r, char32_t p) { return r.last < p; });
    return range != invisible.end() && point >= range->first;
}

bool isBreak(char32_t point)
{
    return (point >= 0x09 && point <= 0x0D) || point == 0x85 || point == 0x2028 || point == 0x2029;
}

constexpr std::uint64_t everyByte(std::uint64_t byte)
{
    return byte * 0x0101010101010101u;
}

/// Whether all eight bytes are printable ASCII.
bool isPlain(std::uint64_t eight)
{
    const std::uint64_t control = eight - everyByte(0x20);
    const std::uint64_t del = (eight ^ everyByte(0x7F)) - everyByte(0x01);
    return ((eight | control | del) & everyByte(0x80)) == 0;
}

/// Length of the longest prefix that is printable ASCII; nearly all text is, so eight bytes are looked at together.
std::size_t plainPrefix(std::string_view bytes)
{
    std::size_t i = 0;
    for (std::uint64_t eight = 0; i + sizeof eight <= bytes.size(); i += sizeof eight) {
        std::memcpy(&eight, bytes.data() + i, sizeof eight);
        if (!isPlain(eight))
            break;
    }
    while (i < bytes.size() && bytes[i] >= 0x20 && bytes[i] < 0x7F)
        ++i;
    return i;
}

} // namespace

void cleanTextInto(std::string &out, std::string_view bytes, std::size_t maxCodePoints)
{
    const std::size_t plain = std::min(plainPrefix(bytes), maxCodePoints);
    out.assign(bytes, 0, plain);
    std::size_t count = plain;
    std::size_t lastStart = plain ? plain - 1 : 0; // of the last character kept, which an ellipsis replaces
    bytes.remove_prefix(plain);
    while (!bytes.empty()) {
        const Utf8Step step = decodeUtf8(bytes);
        bytes.remove_prefix(step.bytes);
        const char32_t point = isBreak(step.codePoint) ? U' ' : step.codePoint;
        if (isInvisible(point))
            continue;
        if (count == maxCodePoints) {
            out.resize(lastStart);
            appendUtf8(out, 0x2026);
            return;
        }
        lastStart = out.size();
        appendUtf8(out, point);
        ++count;
    }
}

std::string cleanText(std::string_view bytes, std::size_t maxCodePoints)
{
    std::string out;
    cleanTextInto(out, bytes, maxCodePoints);
    return out;
}

} // namespace cheetah
