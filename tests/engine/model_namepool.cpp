// SPDX-License-Identifier: Apache-2.0
#include "model/namepool.h"

#include <gtest/gtest.h>

#include <cstdint>
#include <set>
#include <string>
#include <thread>
#include <vector>

namespace cheetah {
namespace {

ContextName nameOf(int number)
{
    return {UserId::trusted("user"), ClientId::trusted("a client with an id that needs memory of its own"),
            Epoch::trusted("epoch"), ContextId::trusted("context-" + std::to_string(number))};
}

TEST(NamePool, namesAreWhatWasGivenAndLieApart)
{
    constexpr int many = 40'000; // several rooms of the pool
    NamePool pool;
    std::vector<ContextNamePtr> names;
    std::set<std::uintptr_t> places;
    for (int i = 0; i < many; ++i) {
        names.push_back(pool.make(nameOf(i)));
        places.insert(reinterpret_cast<std::uintptr_t>(names.back().get()));
    }
    for (int i = 0; i < many; ++i)
        ASSERT_EQ(*names[std::size_t(i)], nameOf(i));
    std::uintptr_t last = 0;
    for (const std::uintptr_t place : places) {
        ASSERT_GE(place, last + sizeof(ContextName));
        last = place;
    }
    EXPECT_EQ(places.size(), std::size_t(many));
}

TEST(NamePool, theRoomOfNamesThatAreGoneIsUsedAgain)
{
    NamePool pool;
    std::set<const ContextName *> places;
    for (int i = 0; i < 10'000; ++i)
        places.insert(pool.make(nameOf(i)).get());
    EXPECT_EQ(places.size(), 1u);
}

TEST(NamePool, namesOutliveThePoolAndMayBeDroppedByAnotherThread)
{
    std::vector<ContextNamePtr> kept, given;
    {
        NamePool pool;
        for (int i = 0; i < 1'000; ++i) {
            kept.push_back(pool.make(nameOf(i)));
            given.push_back(pool.make(nameOf(-i)));
        }
        std::thread other([names = std::move(given)]() mutable { names.clear(); });
        for (int i = 0; i < 1'000; ++i)
            kept.push_back(pool.make(nameOf(1'000 + i)));
        other.join();
    }
    for (int i = 0; i < 2'000; ++i)
        ASSERT_EQ(*kept[std::size_t(i)], nameOf(i));
}

} // namespace
} // namespace cheetah
