// SPDX-License-Identifier: Apache-2.0
#include "redis/registryclock.h"
#include "redis/snapshotload.h"
#include "redis/streamposition.h"
#include "support/testclock.h"

#include <gtest/gtest.h>

namespace cheetah {
namespace {

using Fit = StreamPosition::Fit;

template <class I>
I id(std::string_view text)
{
    return *I::parse(text);
}

ClientName client(std::string_view name)
{
    return {id<UserId>("u"), id<ClientId>(name)};
}

ClientChanged shown(std::string_view name, std::string agent)
{
    auto state = std::make_shared<ClientState>();
    state->agent = std::move(agent);
    return {client(name), state};
}

WindowChanged window(std::string_view of)
{
    return {{id<UserId>("u"), id<ClientId>(of), id<Epoch>("e"), id<WindowId>("w")}, "title"};
}

WaiterAdded waits(std::string_view user)
{
    auto waiter = std::make_shared<Waiter>();
    waiter->place = 1;
    waiter->user = id<UserId>(user);
    return {waiter};
}

StreamId idOf(std::uint64_t revision)
{
    return {1000 + revision, revision};
}

StreamedDelta entry(std::uint64_t to, std::vector<Change> changes = {})
{
    return {to == 1 ? std::nullopt : std::optional(idOf(to - 1)),
            idOf(to),
            {0, to - 1, to, {std::int64_t(1000 + to)}, std::move(changes)}};
}

SnapshotLoad::Slice slice(std::uint64_t revision, std::vector<Change> changes)
{
    return {revision, idOf(revision), id<Incarnation>("i"), std::move(changes)};
}

// SPEC R5
TEST(StreamPosition, KnowsWhatFollowsWhatWasThereAndWhatIsOfAnotherHistory)
{
    StreamPosition position;
    EXPECT_EQ(position.fit(entry(1)), Fit::Next);
    EXPECT_EQ(position.fit(entry(2)), Fit::Ahead);
    for (std::uint64_t to = 1; to <= 5; ++to) {
        ASSERT_EQ(position.fit(entry(to)), Fit::Next);
        position.advance(idOf(to));
    }
    EXPECT_EQ(position.fit(entry(3)), Fit::Known);
    EXPECT_EQ(position.fit(idOf(5)), Fit::Known);
    EXPECT_EQ(position.fit(idOf(6)), Fit::Ahead);
    EXPECT_EQ(position.fit(StreamId{7, 4}), Fit::Astray) << "the same revision at another time";
    StreamedDelta other = entry(6);
    other.previous = StreamId{7, 5};
    EXPECT_EQ(position.fit(other), Fit::Astray) << "follows another than we have";
    other.previous.reset();
    EXPECT_EQ(position.fit(other), Fit::Astray) << "a first entry beyond our start";

    position.restart(5, idOf(5));
    EXPECT_EQ(position.fit(entry(4)), Fit::Known) << "in the snapshot";
    EXPECT_EQ(position.fit(entry(6)), Fit::Next);
    EXPECT_EQ(position.fit(StreamId{7, 5}), Fit::Astray);
}

// SPEC R5
TEST(StreamPosition, WhatIsLongPastIsTakenAsKnown)
{
    StreamPosition position;
    for (std::uint64_t to = 1; to <= 10'000; ++to)
        position.advance(idOf(to));
    EXPECT_EQ(position.fit(entry(1)), Fit::Known);
    EXPECT_EQ(position.fit(StreamId{7, 9'000}), Fit::Astray);
}

// SPEC R5
TEST(SnapshotLoad, EachEntryAddsOnlyWhatItsClientsSliceDoesNotShow)
{
    SnapshotLoad load(0);
    ASSERT_TRUE(load.add(slice(10, {})).ok());
    ASSERT_TRUE(load.add(slice(12, {shown("a", "at 12"), window("a")})).ok());
    ASSERT_TRUE(load.add(slice(14, {shown("b", "at 14"), shown("a", "again"), window("a")})).ok());
    EXPECT_FALSE(load.complete());
    ASSERT_TRUE(load.add(entry(11, {shown("a", "at 11"), shown("b", "at 11"), window("a")})).ok());
    ASSERT_TRUE(load.add(entry(12, {waits("u")})).ok());
    ASSERT_TRUE(
        load.add(entry(13, {shown("a", "at 13"), shown("b", "at 13"), shown("new", "at 13"), window("new")})).ok());
    ASSERT_TRUE(load.add(entry(14)).ok());
    ASSERT_TRUE(load.complete());
    const Result<Fleet> fleet = load.finish();
    ASSERT_TRUE(fleet.ok());
    const auto agent = [&](std::string_view name) { return fleet->client(fleet->find(client(name))).state->agent; };
    EXPECT_EQ(agent("a"), "at 13");
    EXPECT_EQ(agent("b"), "at 14");
    EXPECT_EQ(agent("new"), "at 13");
    EXPECT_EQ(fleet->waiterCount(), 1u) << "what belongs to no client counts from the first slice on";
    EXPECT_EQ(fleet->revision(), 14u);
}

/// A client that was there at first, changed, and went before its turn came; then it came back.
// SPEC R5
TEST(SnapshotLoad, ClientsThatNoSliceShowsCountFromTheirLastEnd)
{
    SnapshotLoad load(0);
    ASSERT_TRUE(load.add(slice(1, {})).ok());
    ASSERT_TRUE(load.add(entry(2, {WindowRemoved{window("gone").name}})).ok()); // which we never saw
    ASSERT_TRUE(load.add(entry(3, {ClientRemoved{client("gone")}})).ok());
    ASSERT_TRUE(load.add(entry(4, {shown("gone", "back"), window("gone")})).ok());
    const Result<Fleet> fleet = load.finish();
    ASSERT_TRUE(fleet.ok());
    EXPECT_NE(fleet->find(window("gone").name), noSlot);
}

// SPEC R5
TEST(SnapshotLoad, HistoriesDoNotMix)
{
    SnapshotLoad load(0);
    ASSERT_TRUE(load.add(slice(10, {})).ok());
    EXPECT_FALSE(load.add(slice(9, {})).ok()) << "a revision goes back";
    SnapshotLoad::Slice other = slice(11, {});
    other.incarnation = id<Incarnation>("j");
    EXPECT_FALSE(load.add(other).ok());
    EXPECT_FALSE(load.add(entry(12)).ok()) << "an entry is missing";
    EXPECT_TRUE(load.add(entry(11)).ok());
}

// SPEC R5
TEST(RegistryClock, GoesOnBetweenTheTimesHeardAndNeverBack)
{
    test::ManualClock clock;
    RegistryClock time(clock);
    EXPECT_FALSE(time.now().isSet());
    time.heard({1'000'000});
    EXPECT_EQ(time.now().us, 1'000'000);
    clock.advance(Millis(5));
    EXPECT_EQ(time.now().us, 1'005'000);
    time.heard({1'002'000}); // came late
    EXPECT_EQ(time.now().us, 1'005'000);
    time.heard({1'500'000}); // nearer to the truth
    EXPECT_EQ(time.now().us, 1'500'000);

    // Our clock runs fast: what was heard long ago stops counting, and time waits.
    for (int second = 1; second <= 40; ++second) {
        clock.advance(Seconds(1));
        time.heard({1'500'000 + second * 900'000});
    }
    const RegistryTime last = time.now();
    EXPECT_LT(last.us, 1'500'000 + 40 * 1'000'000);
    EXPECT_GE(last.us, 1'500'000 + 40 * 900'000);
}

} // namespace
} // namespace cheetah
