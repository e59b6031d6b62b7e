// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "base/prefetch.h"
#include "model/name.h"

#include <cstdint>

namespace cheetah {

/// Has fetched what a copy of the pointer changes: the count of references, which lies in front of the name.
inline void prefetchCount(const ContextNamePtr &name)
{
    prefetch(reinterpret_cast<const void *>(reinterpret_cast<std::uintptr_t>(name.get()) - 16));
}

} // namespace cheetah
