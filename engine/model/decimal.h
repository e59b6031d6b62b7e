// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <compare>
#include <optional>
#include <string_view>

namespace cheetah {

/// Compares two finite decimals such as `-12.50` exactly, however long they are; nothing if either is anything else
/// (`1e3`, `.5`, `+1`, `nan`, an empty text).
std::optional<std::strong_ordering> compareDecimals(std::string_view a, std::string_view b);

} // namespace cheetah
