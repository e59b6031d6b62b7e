// SPDX-License-Identifier: Apache-2.0
#include "console/terminaltext.h"

#include <algorithm>
#include <array>
#include <cstdint>

namespace cheetah {

namespace {

constexpr char32_t invalid = ~char32_t(0);

struct Decoded {
    char32_t character = invalid;
    std::size_t bytes = 1;
};

/// The first character of a text that is not empty; an invalid byte stands for itself alone.
Decoded decode(std::string_view text)
{
    const auto first = std::uint8_t(text[0]);
    if (first < 0x80)
        return {first, 1};
    const std::size_t bytes = first >= 0xF0 ? 4 : first >= 0xE0 ? 3 : 2;
    if (first < 0xC2 || first > 0xF4 || text.size() < bytes)
        return {};
    char32_t character = first & (0xFFU >> (bytes + 1));
    for (std::size_t i = 1; i < bytes; ++i) {
        const auto next = std::uint8_t(text[i]);
        if ((next & 0xC0) != 0x80)
            return {};
        character = character << 6 | (next & 0x3F);
    }
    constexpr std::array<char32_t, 5> smallest = {0, 0, 0x80, 0x800, 0x10000};
    if (character < smallest[bytes] || character > 0x10FFFF || (character >= 0xD800 && character <= 0xDFFF))
        return {};
    return {character, bytes};
}

struct Range {
    char32_t first, last;
};

template <std::size_t count>
bool within(const std::array<Range, count> &ranges, char32_t character)
{
    return std::any_of(ranges.begin(), ranges.end(),
                       [=](Range range) { return character >= range.first && character <= range.last; });
}

/// Control, bidi and line-breaking characters, which would move the cursor or reorder the line.
bool isUnsafe(char32_t character)
{
    constexpr std::array ranges = {Range{0, 0x1F},          Range{0x7F, 0x9F},       Range{0x061C, 0x061C},
                                   Range{0x200E, 0x200F},   Range{0x2028, 0x202E},   Range{0x2066, 0x206F},
                                   Range{0xFFF9, 0xFFFC},   Range{0xE0000, 0xE007F}, Range{0xFDD0, 0xFDEF},
                                   Range{0x1D173, 0x1D17A}, Range{0xFEFF, 0xFEFF}};
    return character == invalid || within(ranges, character);
}

bool isCombining(char32_t character)
{
    constexpr std::array ranges = {Range{0x0300, 0x036F}, Range{0x0483, 0x0489}, Range{0x0591, 0x05BD},
                                   Range{0x0610, 0x061A}, Range{0x064B, 0x065F}, Range{0x0E31, 0x0E31},
                                   Range{0x0E34, 0x0E3A}, Range{0x0E47, 0x0E4E}, Range{0x1AB0, 0x1AFF},
                                   Range{0x1DC0, 0x1DFF}, Range{0x200B, 0x200D}, Range{0x20D0, 0x20FF},
                                   Range{0xFE00, 0xFE0F}, Range{0xFE20, 0xFE2F}, Range{0xE0100, 0xE01EF}};
    return within(ranges, character);
}

bool isWide(char32_t character)
{
    constexpr std::array ranges = {
        Range{0x1100, 0x115F},   Range{0x231A, 0x231B},   Range{0x23E9, 0x23EC},   Range{0x25FD, 0x25FE},
        Range{0x2614, 0x2615},   Range{0x2648, 0x2653},   Range{0x26A1, 0x26A1},   Range{0x2705, 0x2705},
        Range{0x2728, 0x2728},   Range{0x274C, 0x274C},   Range{0x2E80, 0x303E},   Range{0x3041, 0xA4CF},
        Range{0xAC00, 0xD7A3},   Range{0xF900, 0xFAFF},   Range{0xFE30, 0xFE6F},   Range{0xFF00, 0xFF60},
        Range{0xFFE0, 0xFFE6},   Range{0x1F300, 0x1F64F}, Range{0x1F680, 0x1F6FF}, Range{0x1F900, 0x1F9FF},
        Range{0x1FA70, 0x1FAFF}, Range{0x20000, 0x3FFFD}};
    return within(ranges, character);
}

std::size_t widthOf(char32_t character)
{
    return isCombining(character) ? 0 : isWide(character) ? 2 : 1;
}

std::string_view colourOf(Tone tone)
{
    switch (tone) {
    case Tone::Plain:
        return "";
    case Tone::Strong:
        return "\x1b[1m";
    case Tone::Dim:
        return "\x1b[2m";
    case Tone::Good:
        return "\x1b[32m";
    case Tone::Busy:
        return "\x1b[36m";
    case Tone::Warning:
        return "\x1b[33m";
    case Tone::Bad:
        return "\x1b[31m";
    }
    return "";
}

} // namespace

std::string printable(std::string_view text, TerminalStyle style)
{
    std::string out;
    out.reserve(text.size());
    while (!text.empty()) {
        const auto [character, bytes] = decode(text);
        if (isUnsafe(character))
            out += style.unicode ? "\uFFFD" : "?";
        else if (!style.unicode && character >= 0x80)
            out += '?';
        else
            out += text.substr(0, bytes);
        text.remove_prefix(bytes);
    }
    return out;
}

std::size_t columnsOf(std::string_view text)
{
    std::size_t columns = 0;
    while (!text.empty()) {
        const auto [character, bytes] = decode(text);
        columns += widthOf(character);
        text.remove_prefix(bytes);
    }
    return columns;
}

std::string cutToColumns(std::string_view text, std::size_t columns, TerminalStyle style)
{
    if (columnsOf(text) <= columns)
        return std::string(text);
    if (columns == 0)
        return {};
    std::size_t kept = 0;
    for (std::size_t used = 0; kept < text.size();) {
        const auto [character, bytes] = decode(text.substr(kept));
        used += widthOf(character);
        if (used > columns - 1)
            break;
        kept += bytes;
    }
    return std::string(text.substr(0, kept)) + (style.unicode ? "\u2026" : "~");
}

std::string fitToColumns(std::string_view text, std::size_t columns, TerminalStyle style)
{
    std::string out = cutToColumns(text, columns, style);
    out.append(columns - std::min(columns, columnsOf(out)), ' ');
    return out;
}

std::string painted(Tone tone, std::string_view text, TerminalStyle style)
{
    if (!style.colour || tone == Tone::Plain || text.empty())
        return std::string(text);
    return std::string(colourOf(tone)).append(text).append("\x1b[0m");
}

} // namespace cheetah
