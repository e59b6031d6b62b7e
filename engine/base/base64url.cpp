// SPDX-License-Identifier: Apache-2.0
#include "base/base64url.h"

#include <array>
#include <cstdint>

namespace cheetah {

namespace {

constexpr std::string_view alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";

constexpr std::array<std::int8_t, 256> reverse = [] {
    std::array<std::int8_t, 256> table{};
    table.fill(-1);
    for (std::size_t i = 0; i < alphabet.size(); ++i)
        table[std::uint8_t(alphabet[i])] = std::int8_t(i);
    return table;
}();

} // namespace

std::string base64UrlEncode(std::string_view bytes)
{
    std::string out((bytes.size() * 4 + 2) / 3, '\0');
    char *to = out.data();
    std::uint32_t buffer = 0;
    int bits = 0;
    for (const char c : bytes) {
        buffer = buffer << 8 | std::uint8_t(c);
        for (bits += 8; bits >= 6; bits -= 6)
            *to++ = alphabet[buffer >> (bits - 6) & 63];
    }
    if (bits)
        *to = alphabet[buffer << (6 - bits) & 63];
    return out;
}

std::optional<std::string> base64UrlDecode(std::string_view text)
{
    std::string out(text.size() * 3 / 4, '\0');
    char *to = out.data();
    std::uint32_t buffer = 0;
    int bits = 0;
    for (const char c : text) {
        const int value = reverse[std::uint8_t(c)];
        if (value < 0)
            return std::nullopt;
        buffer = buffer << 6 | std::uint32_t(value);
        if ((bits += 6) >= 8)
            *to++ = char(buffer >> (bits -= 8) & 255);
    }
    const bool leftover = bits >= 6 || (buffer & ((1u << bits) - 1));
    if (leftover)
        return std::nullopt;
    return out;
}

} // namespace cheetah
