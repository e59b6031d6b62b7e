// SPDX-License-Identifier: Apache-2.0
#include "redis/nodedrains.h"

#include <gtest/gtest.h>

namespace cheetah {
namespace {

/// A fleet of three partitions that is told what they say of the drain of node `n`.
class NodeDrainsTest : public testing::Test {
protected:
    NodeDrainsTest() { fleet.reset({{0, Incarnation::trusted("i"), 0}, {1, {}, 0}, {2, {}, 0}}); }

    static Drain drain(Drain::State state, RegistryTime startedAt)
    {
        Drain drain;
        drain.target = NodeId::trusted("n");
        drain.state = state;
        drain.startedAt = startedAt;
        return drain;
    }
    /// What the fleet shows afterwards; `-` where nothing was published.
    std::string lead(std::uint32_t partition, Change change)
    {
        std::vector<Change> changes{std::move(change)};
        drains.lead(partition, changes, fleet);
        if (changes.empty())
            return "-";
        const Revision before = fleet.revisions()[partition];
        EXPECT_TRUE(fleet.apply({partition, before.number, before.number + 1, {1}, changes}).ok());
        return shown(fleet);
    }
    std::string says(std::uint32_t partition, Drain::State state, std::int64_t startedAt)
    {
        return lead(partition, DrainChanged{drain(state, {startedAt})});
    }
    std::string undoes(std::uint32_t partition) { return lead(partition, DrainRemoved{NodeId::trusted("n")}); }
    static std::string shown(const Fleet &fleet)
    {
        const Drain *drain = fleet.drain(NodeId::trusted("n"));
        return drain ? std::string(name(drain->state)) : "none";
    }

    Fleet fleet;
    NodeDrains drains{3};
};

} // namespace

// SPEC W16: it begins with the first partition, ends with the last, and is told once each time
TEST_F(NodeDrainsTest, ShowsOneDrainForAllPartitions)
{
    EXPECT_EQ(says(0, Drain::State::Done, 10), "draining") << "nothing is leased there; of the others nobody knows";
    EXPECT_EQ(says(1, Drain::State::Draining, 11), "-");
    EXPECT_EQ(says(2, Drain::State::Done, 12), "-");
    EXPECT_EQ(fleet.drain(NodeId::trusted("n"))->startedAt, RegistryTime{10});
    EXPECT_EQ(says(1, Drain::State::Kept, 11), "kept") << "what was kept anywhere is told";
    EXPECT_EQ(undoes(1), "-");
    EXPECT_EQ(undoes(0), "-");
    EXPECT_EQ(undoes(2), "none");
    EXPECT_EQ(undoes(2), "-");
}

// SPEC W16 SPEC R5: a partition that is loaded anew
TEST_F(NodeDrainsTest, BeginsAnewFromWhatAPartitionHas)
{
    for (const std::uint32_t partition : {0u, 1u, 2u})
        says(partition, Drain::State::Done, 10);
    EXPECT_EQ(shown(fleet), "done");
    Fleet loaded;
    loaded.reset({{1, Incarnation::trusted("i"), 0}});
    const auto showsAfter = [&](const std::vector<Change> &changes) {
        EXPECT_TRUE(loaded.load(changes).ok());
        drains.restart(1, loaded);
        Fleet whole;
        whole.reset({{0, Incarnation::trusted("i"), 0}, {1, {}, 0}, {2, {}, 0}});
        EXPECT_TRUE(whole.load(drains.all()).ok());
        return shown(whole);
    };
    EXPECT_EQ(showsAfter({}), "draining") << "its store lost the drain";
    EXPECT_EQ(showsAfter({DrainChanged{drain(Drain::State::Forced, {20})}}), "forced");
    EXPECT_EQ(NodeDrains::concerns(DrainRemoved{ClientName{UserId::trusted("u"), ClientId::trusted("c")}}), false);
}

} // namespace cheetah
