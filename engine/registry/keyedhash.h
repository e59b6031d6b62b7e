// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "base/idsource.h"

#include <cstdint>
#include <cstring>
#include <string_view>

namespace cheetah {

/// Hashes of texts under a secret that nobody outside knows, so that ids from outside cannot be chosen to collide.
/// Same text and object: same hash; nothing else is promised, so hashes leave no process.
class KeyedHash {
public:
    explicit KeyedHash(IdSource &ids) : m_first(ids.random() | 1), m_second(ids.random() | 1) {}

    struct Wide {
        std::uint64_t low = 0, high = 0;
        friend bool operator==(const Wide &, const Wide &) = default;
    };

    /// 64 bits over texts whose borders count.
    std::uint64_t operator()(std::uint64_t seed, std::string_view text) const { return run(m_first, seed, text); }

    /// 128 bits over a text, taken for the text itself: that two of the ids which a registry remembers agree is less
    /// likely than 2^-90.
    Wide wide(std::uint64_t seed, std::string_view text) const
    {
        return {run(m_first, seed, text), run(m_second, ~seed, text)};
    }

    /// The last eight bytes of a text as a number, or all of a shorter one: texts of equal length get equal numbers only
    /// if these bytes are equal. Bytes are read twice rather than gathered one by one.
    static std::uint64_t ending(std::string_view text)
    {
        const char *const begin = text.data();
        const char *const end = begin + text.size();
        if (text.size() >= 8)
            return load<std::uint64_t>(end - 8);
        if (text.size() >= 4)
            return load<std::uint32_t>(begin) << 32 | load<std::uint32_t>(end - 4);
        if (text.empty())
            return 0;
        return load<std::uint8_t>(begin) << 16 | load<std::uint8_t>(begin + text.size() / 2) << 8
             | load<std::uint8_t>(end - 1);
    }

private:
    __extension__ using Product = unsigned __int128;

    static std::uint64_t fold(std::uint64_t a, std::uint64_t b)
    {
        const Product product = Product(a) * b;
        return std::uint64_t(product) ^ std::uint64_t(product >> 64);
    }
    template <class Number>
    static std::uint64_t load(const char *bytes)
    {
        Number number;
        std::memcpy(&number, bytes, sizeof number);
        return number;
    }
    std::uint64_t run(std::uint64_t key, std::uint64_t seed, std::string_view text) const
    {
        std::uint64_t hash = fold(seed ^ key, text.size() ^ 0x9e3779b97f4a7c15ull);
        const char *at = text.data();
        std::size_t left = text.size();
        for (; left > 8; at += 8, left -= 8)
            hash = fold(hash ^ load<std::uint64_t>(at) ^ key, m_first ^ 0xa0761d6478bd642full);
        hash = fold(hash ^ ending(text) ^ key, m_second ^ 0xe7037ed1a0b428dbull);
        return fold(hash ^ key, 0x8ebc6af09c88c6e3ull);
    }

    std::uint64_t m_first, m_second;
};

} // namespace cheetah
