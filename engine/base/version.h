// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

namespace cheetah {

/// Of this build, such as `0.1.0`; the build gives it.
inline const std::string version = CHEETAH_VERSION;

} // namespace cheetah
