// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "base/clock.h"
#include "base/result.h"

#include <string>
#include <string_view>

namespace cheetah {

/// Parses `250ms`, `30s`, `1.5m`, `2h` or `0`; anything else, negative or over ten years is `bad_setting`.
Result<Micros> parseDuration(std::string_view text);

/// Shortest exact form that parseDuration reads back, such as `30s` or `1500ms`.
std::string formatDuration(Micros duration);

} // namespace cheetah
