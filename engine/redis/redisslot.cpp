// SPDX-License-Identifier: Apache-2.0
#include "redis/redisslot.h"

#include <array>

namespace cheetah {

namespace {

constexpr std::array<std::uint16_t, 256> makeTable()
{
    std::array<std::uint16_t, 256> table{};
    for (unsigned byte = 0; byte < 256; ++byte) {
        unsigned rest = byte << 8;
        for (int bit = 0; bit < 8; ++bit)
            rest = rest & 0x8000 ? (rest << 1) ^ 0x1021 : rest << 1;
        table[byte] = std::uint16_t(rest);
    }
    return table;
}

constexpr auto table = makeTable();

} // namespace

std::uint16_t redisSlot(std::string_view key)
{
    if (const auto open = key.find('{'); open != key.npos)
        if (const auto close = key.find('}', open + 1); close != key.npos && close > open + 1)
            key = key.substr(open + 1, close - open - 1);
    unsigned crc = 0;
    for (const char c : key)
        crc = (crc << 8 & 0xffff) ^ table[(crc >> 8) ^ std::uint8_t(c)];
    return std::uint16_t(crc % redisSlots);
}

} // namespace cheetah
