// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <functional>
#include <initializer_list>
#include <string_view>

namespace cheetah {

/// Hash of a sequence of texts, each hashed once; the place of a text counts, and every bit reaches every other.
inline std::size_t hashTexts(std::initializer_list<std::string_view> texts)
{
    std::uint64_t hash = texts.size();
    for (const std::string_view text : texts) {
        hash = (hash ^ std::hash<std::string_view>()(text)) * 0x9e3779b97f4a7c15ull;
        hash ^= hash >> 32;
    }
    return std::size_t(hash * 0xd6e8feb86659fd93ull ^ hash >> 29);
}

} // namespace cheetah
