// SPDX-License-Identifier: Apache-2.0
#include "base/id.h"

#include <gtest/gtest.h>

#include <thread>
#include <unordered_set>
#include <vector>

namespace cheetah::test {
namespace {

struct ProbeTag {
    static constexpr std::string_view kind = "probe";
};
using ProbeId = Id<ProbeTag>;

std::string textOf(std::size_t size, char fill = 'a')
{
    return std::string(size, fill);
}

/// None, one, the longest that lies within, the first that does not, and the longest id.
constexpr std::size_t sizes[] = {0,  1,  7, 8, 16, IdText::shortBytes - 1, IdText::shortBytes, IdText::shortBytes + 1,
                                 36, 128};

TEST(IdText, KeepsBytesOfEveryLength)
{
    for (const std::size_t size : sizes) {
        const std::string text = textOf(size);
        const IdText id(text);
        EXPECT_EQ(id.view(), text);
        EXPECT_EQ(id.empty(), size == 0);
    }
    EXPECT_EQ(IdText("\xc3\xa4\xff\x80").view(), "\xc3\xa4\xff\x80") << "bytes beyond ASCII";
}

TEST(IdText, CopiesOutliveTheirOrigin)
{
    for (const std::size_t size : sizes) {
        IdText copy, assigned("before"), moved;
        {
            const IdText origin(textOf(size));
            copy = origin;
            assigned = copy;
            moved = IdText(origin);
        }
        EXPECT_EQ(copy.view(), textOf(size));
        EXPECT_EQ(assigned.view(), textOf(size));
        EXPECT_EQ(moved.view(), textOf(size));
    }
}

TEST(IdText, TakesTheValueOfEveryOther)
{
    for (const std::size_t from : sizes)
        for (const std::size_t to : sizes) {
            IdText left(textOf(from)), right(textOf(to, 'b'));
            left = right;
            EXPECT_EQ(left.view(), right.view());
            IdText third(textOf(from));
            third = std::move(right);
            EXPECT_EQ(third, left);
        }
}

TEST(IdText, StaysWhenAssignedToItself)
{
    for (const std::size_t size : sizes) {
        IdText id(textOf(size));
        const IdText &same = id;
        id = same;
        EXPECT_EQ(id.view(), textOf(size));
    }
}

TEST(IdText, WhatWasMovedAwayIsEmpty)
{
    for (const std::size_t size : sizes) {
        IdText from(textOf(size));
        const IdText to(std::move(from));
        EXPECT_EQ(to.view(), textOf(size));
        EXPECT_TRUE(from.empty());
        EXPECT_EQ(from, IdText());
    }
}

TEST(IdText, EqualsWhatHasTheSameBytesAndNothingElse)
{
    for (const std::size_t size : sizes) {
        EXPECT_EQ(IdText(textOf(size)), IdText(textOf(size))) << size << " bytes, made twice";
        for (std::size_t at = 0; at < size; ++at) {
            std::string other = textOf(size);
            other[at] = 'b';
            EXPECT_FALSE(IdText(textOf(size)) == IdText(other)) << "byte " << at << " of " << size;
        }
        EXPECT_FALSE(IdText(textOf(size)) == IdText(textOf(size + 1)));
    }
}

TEST(IdText, SharedOneMayBeCopiedOnAnyThread)
{
    const IdText id(textOf(100));
    std::vector<std::thread> threads;
    for (int i = 0; i < 4; ++i)
        threads.emplace_back([&id] {
            for (int turn = 0; turn < 10'000; ++turn) {
                IdText copy(id);
                const IdText other = std::move(copy);
                ASSERT_EQ(other.view().size(), 100U);
            }
        });
    for (std::thread &thread : threads)
        thread.join();
    EXPECT_EQ(id.view(), textOf(100));
}

TEST(Id, IsOrderedAndHashedByItsBytes)
{
    const auto id = [](std::string_view text) { return ProbeId::trusted(text); };
    EXPECT_LT(id("a"), id("b"));
    EXPECT_LT(id("a"), id("aa"));
    EXPECT_LT(id(""), id("a"));
    EXPECT_LT(id("z"), id("\xc3\xa4")) << "bytes count as unsigned";
    EXPECT_LT(id(textOf(40)), id(textOf(23, 'b')));
    const std::unordered_set<ProbeId> set{id("a"), id(textOf(40))};
    EXPECT_TRUE(set.contains(id("a")));
    EXPECT_TRUE(set.contains(id(textOf(40))));
    EXPECT_FALSE(set.contains(id(textOf(41))));
}

} // namespace
} // namespace cheetah::test
