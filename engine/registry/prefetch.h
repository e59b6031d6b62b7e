// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "model/name.h"

#include <cstdint>

namespace cheetah {

/// Has memory fetched that a step will change: in a large fleet it is far away, and the waits then overlap. Any address
/// will do; nothing is read.
inline void prefetch(const void *from, std::size_t bytes = 1)
{
    for (std::size_t offset = 0; offset < bytes; offset += 64)
        __builtin_prefetch(static_cast<const char *>(from) + offset, 1);
}

/// The same for what a copy of the pointer changes: the count of references, which lies in front of the name.
inline void prefetchCount(const ContextNamePtr &name)
{
    prefetch(reinterpret_cast<const void *>(reinterpret_cast<std::uintptr_t>(name.get()) - 16));
}

} // namespace cheetah
