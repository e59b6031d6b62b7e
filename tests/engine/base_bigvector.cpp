// SPDX-License-Identifier: Apache-2.0
#include "base/bigvector.h"

#include <gtest/gtest.h>

#include <cstdint>

namespace cheetah {
namespace {

template <class T>
std::uintptr_t placeOf(const BigVector<T> &vector)
{
    return reinterpret_cast<std::uintptr_t>(vector.data());
}

TEST(BigVector, keepsItsElementsWhileItGrowsLarge)
{
    BigVector<std::uint32_t> numbers;
    for (std::uint32_t i = 0; i < 2'000'000; ++i)
        numbers.push_back(i);
    const BigVector<std::uint32_t> copy = numbers;
    for (std::uint32_t i = 0; i < 2'000'000; ++i)
        ASSERT_EQ(numbers[i], i);
    EXPECT_EQ(copy, numbers);
}

TEST(BigVector, aLargeBlockStartsWhereAHugePageCan)
{
    constexpr std::size_t hugePage = HugePageAllocator<char>::hugePage;
    EXPECT_EQ(placeOf(BigVector<char>(hugePage)) % hugePage, 0u);
    EXPECT_EQ(placeOf(BigVector<char>(3 * hugePage + 1)) % hugePage, 0u);
}

TEST(BigVector, elementsAreAlignedAsTheyAsk)
{
    struct alignas(64) Line {
        char byte;
    };
    for (const std::size_t count : {1, 3, 100, 100'000})
        EXPECT_EQ(placeOf(BigVector<Line>(count)) % 64, 0u);
}

} // namespace
} // namespace cheetah
