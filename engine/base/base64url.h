// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace cheetah {

/// RFC 4648 base64url without padding.
std::string base64UrlEncode(std::string_view bytes);

/// The bytes, or nothing if `text` is not canonical base64url without padding.
std::optional<std::string> base64UrlDecode(std::string_view text);

} // namespace cheetah
