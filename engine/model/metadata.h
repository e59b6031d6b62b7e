// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <map>
#include <string>

namespace cheetah {

/// Facts that a client tells about itself in its hello, by key (SPEC W8). Ordered, so that equal metadata compare
/// and print equal.
using Metadata = std::map<std::string, std::string, std::less<>>;

} // namespace cheetah
