// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cassert>
#include <cstddef>
#include <optional>
#include <string_view>

namespace cheetah {

/// The stable wire names of an enumeration whose values count up from 0, in the same order. A constant of the file that
/// defines name() for the enumeration; it deliberately holds no sentences, which are written in engine/wording.
template <class Enum, std::size_t count>
struct NameTable {
    std::array<std::string_view, count> names;

    constexpr std::string_view of(Enum value) const
    {
        assert(std::size_t(value) < count);
        return names[std::size_t(value)];
    }
    constexpr std::optional<Enum> find(std::string_view name) const
    {
        for (std::size_t i = 0; i < count; ++i)
            if (names[i] == name)
                return Enum(i);
        return std::nullopt;
    }
};

/// A NameTable that reaches exactly to `last`; anything else does not compile.
template <class Enum, Enum last, class... Names>
constexpr auto nameTable(Names... names)
{
    static_assert(sizeof...(names) == std::size_t(last) + 1, "one name per value");
    return NameTable<Enum, sizeof...(names)>{{std::string_view(names)...}};
}

} // namespace cheetah
