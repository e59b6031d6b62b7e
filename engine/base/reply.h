// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "base/callback.h"
#include "base/result.h"
#include "base/scope.h"

namespace cheetah {

/// Continuation of a step that may fail. It runs exactly once, possibly before the call returns, so a call is its caller's
/// last statement; it does not run once the Scope given with it died. `unavailable` means that nobody can know whether
/// the step took effect: ask again with the same request id (SPEC W11), or look at what stands now.
template <class T>
using Reply = Callback<void(Result<T>)>;

} // namespace cheetah
