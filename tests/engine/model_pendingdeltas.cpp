// SPDX-License-Identifier: Apache-2.0
#include "model/pendingdeltas.h"

#include <gtest/gtest.h>

namespace cheetah::test {
namespace {

Delta delta(std::uint32_t partition, std::uint64_t from, std::uint64_t to, std::size_t changes)
{
    return {partition, from, to, RegistryTime{std::int64_t(to)}, std::vector<Change>(changes)};
}

} // namespace

// SPEC R5: what is passed on in one piece leads from where the first began to where the last ended, partition by partition.
TEST(PendingDeltas, DeltasOfAPartitionBecomeOneAndThoseOfOthersStayApart)
{
    PendingDeltas pending(100);
    EXPECT_TRUE(pending.empty());
    EXPECT_TRUE(pending.add(delta(0, 4, 5, 2)));
    EXPECT_TRUE(pending.add(delta(3, 70, 71, 1)));
    EXPECT_TRUE(pending.add(delta(0, 5, 7, 3)));
    const auto taken = pending.take();
    ASSERT_EQ(taken.size(), 2u);
    EXPECT_EQ(taken[0].partition, 0u);
    EXPECT_EQ(taken[0].from, 4u);
    EXPECT_EQ(taken[0].to, 7u);
    EXPECT_EQ(taken[0].at, RegistryTime{7});
    EXPECT_EQ(taken[0].changes.size(), 5u);
    EXPECT_EQ(taken[1].partition, 3u);
    EXPECT_EQ(taken[1].from, 70u);
    EXPECT_EQ(taken[1].changes.size(), 1u);
    EXPECT_TRUE(pending.empty());
}

TEST(PendingDeltas, TooManyChangesAreGivenUpAndCountingBeginsAnew)
{
    PendingDeltas pending(10);
    EXPECT_TRUE(pending.add(delta(0, 1, 2, 6)));
    EXPECT_FALSE(pending.add(delta(1, 1, 2, 5)));
    EXPECT_TRUE(pending.empty()) << "a snapshot follows, which holds all of it";
    EXPECT_TRUE(pending.add(delta(0, 2, 3, 10)));
    EXPECT_EQ(pending.take().size(), 1u);
}

} // namespace cheetah::test
