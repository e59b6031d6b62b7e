// SPDX-License-Identifier: Apache-2.0
#include "base/idsource.h"
#include "registry/requestmemory.h"

#include <gtest/gtest.h>

#include <map>
#include <random>

namespace cheetah {
namespace {

class RequestMemoryTest : public testing::Test {
protected:
    static constexpr std::uint32_t bound = 3000;
    static constexpr Micros keep = Seconds(60);

    RequestMemory::Key key(int number) const
    {
        return m_memory.key(UserId::trusted("user"), RequestId::trusted("request-" + std::to_string(number)));
    }
    void lease(int number, Slot slot) { m_memory.addLive(key(number), slot, m_now); }
    void end(int number, Slot slot)
    {
        m_memory.end(slot, RequestMemory::home(key(number)), m_now).fence = Fence(number);
    }
    RequestMemory::Found find(int number) const { return m_memory.find(key(number), m_now); }

    SeededIdSource m_ids{7};
    KeyedHash m_hash{m_ids};
    RequestMemory m_memory{m_hash, bound, keep};
    RegistryTime m_now{1'000'000};
};

// SPEC W11
TEST_F(RequestMemoryTest, aRequestIsKnownWhileItHoldsAContextAndForAWhileAfterwards)
{
    EXPECT_FALSE(find(1));
    lease(1, 17);
    EXPECT_EQ(find(1).live, 17u);
    EXPECT_EQ(find(1).past, nullptr);

    end(1, 17);
    EXPECT_EQ(find(1).live, noSlot);
    ASSERT_TRUE(find(1).past);
    EXPECT_EQ(find(1).past->fence, 1u);

    m_now = m_now + keep;
    EXPECT_TRUE(find(1));
    m_now = m_now + Micros(1);
    EXPECT_FALSE(find(1));
}

// SPEC W12
TEST_F(RequestMemoryTest, aBarredRequestIsKnownAsCancelled)
{
    m_memory.bar(key(1), m_now);
    ASSERT_TRUE(find(1).past);
    EXPECT_EQ(find(1).past->fate, RequestMemory::Fate::Barred);
    EXPECT_EQ(find(1).past->cause, EndCause::Cancelled);
}

TEST_F(RequestMemoryTest, whatIsAskedAnewAfterItsTimeStaysWhenItsOldPastIsForgotten)
{
    for (int number = 0; number < 20; ++number) {
        lease(number, Slot(number));
        end(number, Slot(number));
    }
    m_now = m_now + keep + Micros(1);
    lease(19, 40); // only the first few are forgotten by this step
    for (int number = 100; number < 120; ++number)
        lease(number, Slot(number));
    EXPECT_EQ(m_memory.remembered(), 0u);
    EXPECT_EQ(find(19).live, 40u);
    end(19, 40);
    EXPECT_EQ(find(19).past->fence, 19u);
}

// SPEC W11
TEST_F(RequestMemoryTest, theBoundDropsTheOldestAndCountsThem)
{
    for (int number = 0; number < int(bound) + 10; ++number) {
        lease(number, 5);
        end(number, 5);
    }
    EXPECT_EQ(m_memory.remembered(), bound);
    EXPECT_EQ(m_memory.dropped(), 10u);
    EXPECT_FALSE(find(9));
    EXPECT_TRUE(find(10).past);
    EXPECT_TRUE(find(int(bound) + 9).past);
}

TEST_F(RequestMemoryTest, aLongRandomLifeAgreesWithAPlainMap)
{
    struct Known {
        Slot live = noSlot;
        RegistryTime forgetAt;
    };
    std::map<int, Known> model;
    std::map<Slot, int> held;
    std::mt19937 random(1);
    for (int step = 0; step < 100'000; ++step) {
        // Twelve hundred are remembered on average: the bound stays out of it.
        m_now = m_now + Micros(random() % 100'000);
        const Slot slot = Slot(random() % 500);
        if (const auto holder = held.find(slot); holder != held.end()) {
            end(holder->second, slot);
            model[holder->second] = {noSlot, m_now + keep};
            held.erase(holder);
        }
        const int number = int(random() % 5000);
        auto &known = model[number];
        const bool free = known.live == noSlot && known.forgetAt < m_now;
        ASSERT_EQ(!find(number), free) << "step " << step;
        if (!free) {
            ASSERT_EQ(find(number).live, known.live);
            continue;
        }
        lease(number, slot);
        known.live = slot;
        held[slot] = number;
    }
    EXPECT_EQ(m_memory.dropped(), 0u);
    EXPECT_GT(m_memory.remembered(), 600u); // more than its ring first has room for
}

} // namespace
} // namespace cheetah
