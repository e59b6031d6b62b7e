// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace cheetah {

inline constexpr char32_t replacementCharacter = 0xFFFD;

/// One step of decoding: a code point and the bytes it took, at least one. Malformed input gives U+FFFD for its longest
/// prefix that could have begun a character, as Unicode recommends and browsers do.
struct Utf8Step {
    char32_t codePoint = replacementCharacter;
    std::size_t bytes = 1;
    bool valid = false;
};

/// Decodes at the start of `text`, which must not be empty.
inline Utf8Step decodeUtf8(std::string_view text)
{
    const auto byte = [&](std::size_t i) { return static_cast<unsigned char>(text[i]); };
    const unsigned lead = byte(0);
    if (lead < 0x80)
        return {lead, 1, true};
    const std::size_t length = lead >= 0xC2 && lead < 0xE0 ? 2
                             : (lead & 0xF0) == 0xE0       ? 3
                             : lead >= 0xF0 && lead < 0xF5 ? 4
                                                           : 0;
    if (length == 0)
        return {};
    char32_t point = lead & (0x7Fu >> length);
    for (std::size_t i = 1; i < length; ++i) {
        unsigned low = 0x80, high = 0xBF;
        if (i == 1) {
            low = lead == 0xE0 ? 0xA0 : lead == 0xF0 ? 0x90 : 0x80;
            high = lead == 0xED ? 0x9F : lead == 0xF4 ? 0x8F : 0xBF;
        }
        if (i >= text.size() || byte(i) < low || byte(i) > high)
            return {replacementCharacter, i, false};
        point = (point << 6) | (byte(i) & 0x3Fu);
    }
    return {point, length, true};
}

/// Appends a code point below 0x110000 that is no surrogate.
inline void appendUtf8(std::string &out, char32_t point)
{
    if (point < 0x80) {
        out += static_cast<char>(point);
    } else if (point < 0x800) {
        out += static_cast<char>(0xC0 | (point >> 6));
        out += static_cast<char>(0x80 | (point & 0x3F));
    } else if (point < 0x10000) {
        out += static_cast<char>(0xE0 | (point >> 12));
        out += static_cast<char>(0x80 | ((point >> 6) & 0x3F));
        out += static_cast<char>(0x80 | (point & 0x3F));
    } else {
        out += static_cast<char>(0xF0 | (point >> 18));
        out += static_cast<char>(0x80 | ((point >> 12) & 0x3F));
        out += static_cast<char>(0x80 | ((point >> 6) & 0x3F));
        out += static_cast<char>(0x80 | (point & 0x3F));
    }
}

} // namespace cheetah
