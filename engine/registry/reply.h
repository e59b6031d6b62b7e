// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "base/callback.h"
#include "base/result.h"
#include "base/scope.h"

namespace cheetah {

/// Continuation of a registry step. It runs exactly once, possibly before the call returns, so a call is its caller's
/// last statement; it does not run once the Scope given with it died. A registry answers `unavailable` when it cannot
/// know whether the step took effect: ask again with the same request id (SPEC W11).
template <class T>
using Reply = Callback<void(Result<T>)>;

} // namespace cheetah
