// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "base/result.h"

#include <filesystem>
#include <string>

namespace cheetah {

/// The whole content of a file that nobody but its owner may read, at most 4 MiB. `io_error`, `insecure_token_file` (param
/// path), `too_large`.
Result<std::string> readPrivateFile(const std::filesystem::path &path);

} // namespace cheetah
