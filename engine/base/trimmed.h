// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string_view>

namespace cheetah {

/// The text without the blanks, tabs and carriage returns around it.
inline std::string_view trimmed(std::string_view text)
{
    constexpr std::string_view blanks = " \t\r";
    const auto first = text.find_first_not_of(blanks);
    return first == text.npos ? std::string_view() : text.substr(first, text.find_last_not_of(blanks) - first + 1);
}

} // namespace cheetah
