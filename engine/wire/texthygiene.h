// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace cheetah {

inline constexpr std::size_t maxTitleCodePoints = 256;
inline constexpr std::size_t maxUrlCodePoints = 2048;
inline constexpr std::size_t maxTextCodePoints = 1024;

/// `bytes` from outside as text that can be shown anywhere without lying: malformed UTF-8 becomes U+FFFD; tabs, line
/// breaks and line separators become a space; other control characters, bidi controls, zero-width and further invisible
/// format characters are dropped; what is longer than `maxCodePoints` (at least 1) is cut and ends with an ellipsis.
/// Pure, and cleaning twice changes nothing more (SPEC, Words).
std::string cleanText(std::string_view bytes, std::size_t maxCodePoints = maxTextCodePoints);

inline std::string cleanTitle(std::string_view bytes)
{
    return cleanText(bytes, maxTitleCodePoints);
}
inline std::string cleanUrl(std::string_view bytes)
{
    return cleanText(bytes, maxUrlCodePoints);
}

/// As cleanText, into `out`, whose capacity is reused.
void cleanTextInto(std::string &out, std::string_view bytes, std::size_t maxCodePoints);

} // namespace cheetah
