// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>

namespace cheetah {

/// Has the cache line at the address fetched that a step will change: in a large fleet it is far away, and the waits then
/// overlap. Any address will do; nothing is read.
inline void prefetch(const void *at)
{
#if defined(__x86_64__)
    // The compiler's own choice for any x86-64 is prefetcht0, which gives up where the translation of the page is not at
    // hand, so just where the wait is longest. This one fetches that too; processors that don't know it pass over it.
    asm volatile("prefetchw %0" : : "m"(*static_cast<const char *>(at)));
#else
    __builtin_prefetch(at, 1);
#endif
}

/// The same for several lines.
inline void prefetch(const void *from, std::size_t bytes)
{
    for (std::size_t offset = 0; offset < bytes; offset += 64)
        prefetch(static_cast<const char *>(from) + offset);
}

} // namespace cheetah
