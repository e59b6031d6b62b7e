// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "base/result.h"

#include <filesystem>
#include <string>
#include <string_view>

namespace cheetah {

/// The first token of that scope (`client`, `app`, `viewer`, `operator`) in a file of `scope token` lines. Errors:
/// `insecure_token_file` (params path) if others can read it, `io_error`, `not_found` (params path) if it has none.
Result<std::string> readToken(const std::filesystem::path &path, std::string_view scope);

} // namespace cheetah
