// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cstddef>
#include <new>
#include <vector>

#include <sys/mman.h>

namespace cheetah {

/// Allocator of tables that may grow large and are read all over the place. A block of two megabytes and more starts at
/// a border of as much, and the system is asked for pages of that size: where each step touches other pages, finding
/// where they lie costs the processor about as much as reading them. Smaller blocks are ordinary memory. Stateless.
template <class T>
class HugePageAllocator {
public:
    using value_type = T;
    static constexpr std::size_t hugePage = std::size_t(2) << 20; ///< bytes

    HugePageAllocator() = default;
    template <class U>
    HugePageAllocator(const HugePageAllocator<U> &) noexcept
    {}

    T *allocate(std::size_t count)
    {
        if (count > std::size_t(-1) / sizeof(T))
            throw std::bad_array_new_length();
        const std::size_t bytes = count * sizeof(T);
        void *const block = ::operator new(bytes, alignment(bytes));
        if (bytes >= hugePage)
            ::madvise(block, bytes, MADV_HUGEPAGE); // refused: then the pages are small, as they would have been
        return static_cast<T *>(block);
    }
    void deallocate(T *block, std::size_t count) noexcept { ::operator delete(block, alignment(count * sizeof(T))); }

    friend bool operator==(const HugePageAllocator &, const HugePageAllocator &) { return true; }

private:
    static std::align_val_t alignment(std::size_t bytes)
    {
        return std::align_val_t(bytes >= hugePage ? hugePage : std::max(alignof(T), alignof(std::max_align_t)));
    }
};

/// A vector of rows that there may be very many of.
template <class T>
using BigVector = std::vector<T, HugePageAllocator<T>>;

} // namespace cheetah
