// SPDX-License-Identifier: Apache-2.0
#include "models/rowbuild.h"
#include "models/sorttext.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <random>

namespace cheetah::gui {
namespace {

/// Things with names that never come twice, in all that do.
class Things final : public RowSource {
public:
    struct Thing {
        int name = 0; ///< 0: free
        std::int64_t number = 0;
        std::string text;
        bool isShown = true;
    };

    explicit Things(unsigned seed, bool hasTexts = false) : m_random(seed), m_hasTexts(hasTexts) {}

    std::vector<Thing> things;
    bool descending = false;

    Slot slotCount() const override { return Slot(things.size()); }
    bool shows(Slot slot) const override { return things[slot].name && things[slot].isShown; }
    SortKey key(Slot slot) const override
    {
        const Thing &thing = things[slot];
        return thing.number < 0 ? SortKey{} : SortKey{thing.number, m_hasTexts ? thing.text : ""};
    }
    bool nameLess(Slot a, Slot b) const override { return things[a].name < things[b].name; }
    bool isDescending() const override { return descending; }

    int random(int below) { return int(m_random() % unsigned(below)); }
    Thing make() { return {++m_lastName, random(20) - 1, std::string(std::size_t(random(3)), 'x'), random(4) != 0}; }

    /// One change of one thing, told to everybody as a batch would.
    template <class... Listeners>
    void change(Listeners &...listeners)
    {
        const int what = random(10);
        const auto used = [this](Slot slot) { return things[slot].name != 0; };
        if (things.empty() || what == 0)
            things.emplace_back();
        const Slot slot = Slot(random(int(things.size())));
        if (!used(slot)) {
            things[slot] = make();
        } else if (what < 3) {
            (vacate(listeners, slot), ...);
            things[slot] = what == 1 ? Thing{} : make(); // sometimes another takes the slot at once
        } else if (what < 6) {
            things[slot].isShown = !things[slot].isShown;
        } else {
            things[slot].number = random(20) - 1;
            things[slot].text = std::string(std::size_t(random(3)), 'y');
        }
        (recheck(listeners, slot), ...);
    }

    std::vector<Slot> sorted() const
    {
        std::vector<Slot> all;
        for (Slot slot = 0; slot < slotCount(); ++slot)
            if (shows(slot))
                all.push_back(slot);
        std::sort(all.begin(), all.end(), [this](Slot a, Slot b) {
            const SortKey left = key(a), right = key(b);
            if ((left.number == SortKey::none) != (right.number == SortKey::none))
                return right.number == SortKey::none;
            if (left.number != right.number)
                return (left.number < right.number) != descending;
            if (left.text != right.text)
                return (left.text < right.text) != descending;
            return nameLess(a, b);
        });
        return all;
    }

private:
    static void vacate(RowOrder &order, Slot slot) { order.vacate(slot); }
    static void vacate(RowBuild &build, Slot slot) { build.touch(slot); }
    static void recheck(RowOrder &order, Slot slot) { order.recheck(slot); }
    static void recheck(RowBuild &build, Slot slot) { build.touch(slot); }

    std::mt19937 m_random;
    const bool m_hasTexts;
    int m_lastName = 0;
};

std::vector<Slot> slotsOf(const RowOrder &order)
{
    std::vector<Slot> all;
    for (std::uint32_t row = 0; row < order.size(); ++row)
        all.push_back(order.slotAt(row));
    return all;
}

/// Applies it in the way a model would, checking what each step promises.
void apply(RowOrder &order, RowPlan plan, bool atOnce, RowOrder *sorted = nullptr)
{
    if (plan.isEmpty())
        return sorted ? order.finish(std::move(plan), sorted) : void();
    std::vector<Slot> next;
    for (const RowEntry &entry : plan.next)
        next.push_back(entry.slot);
    if (atOnce || plan.reorders || !plan.moved.empty()) {
        order.append(plan);
        const auto before = slotsOf(order);
        const auto rowOfNext = order.rowsOf(plan);
        std::vector<std::uint32_t> to;
        for (std::uint32_t row = 0; row < order.size(); ++row)
            to.push_back(order.rowAfter(row, plan, rowOfNext));
        order.reorder(plan);
        ASSERT_TRUE(plan.isApplied);
        for (std::size_t row = 0; row < before.size(); ++row)
            ASSERT_EQ(order.slotAt(to[row]), before[row]);
        order.cut(std::uint32_t(next.size()));
    } else {
        const auto removals = runsOf(plan.removed);
        for (auto run = removals.rbegin(); run != removals.rend(); ++run)
            order.remove(*run);
        for (const RowRun run : runsOf(plan.inserted))
            order.insert(run, plan);
    }
    ASSERT_EQ(slotsOf(order), next);
    order.finish(std::move(plan), sorted);
}

void checkRows(const RowOrder &order, const Things &things)
{
    for (Slot slot = 0; slot < things.slotCount(); ++slot) {
        const std::uint32_t row = order.rowOf(slot);
        ASSERT_EQ(row != RowOrder::noRow, things.shows(slot)) << slot;
        if (row != RowOrder::noRow) {
            ASSERT_EQ(order.slotAt(row), slot);
        }
    }
}

// SPEC G2
TEST(RowOrder, ComesToWhatSortingAnewGivesWhateverHappens)
{
    for (unsigned seed = 1; seed <= 60; ++seed) {
        SCOPED_TRACE(seed);
        Things things(seed, seed % 3 == 0);
        things.descending = seed % 2;
        RowOrder order(things);
        for (int round = 0; round < 60; ++round) {
            for (int i = things.random(12); i >= 0; --i)
                things.change(order);
            apply(order, order.place(true), things.random(2));
            ASSERT_EQ(slotsOf(order), things.sorted());
            checkRows(order, things);
        }
    }
}

// SPEC G2
TEST(RowOrder, RowsStandWhereTheyAreUntilTheyMayMove)
{
    for (unsigned seed = 1; seed <= 40; ++seed) {
        SCOPED_TRACE(seed);
        Things things(seed);
        RowOrder order(things);
        for (int round = 0; round < 40; ++round) {
            const auto before = slotsOf(order);
            for (int i = things.random(6); i >= 0; --i)
                things.change(order);
            std::vector<Slot> stayed;
            for (std::size_t row = 0; row < before.size(); ++row)
                if (order.slotAt(std::uint32_t(row)) == before[row] && things.shows(before[row]))
                    stayed.push_back(before[row]);
            RowPlan plan = order.place(false);
            ASSERT_TRUE(plan.moved.empty());
            apply(order, std::move(plan), things.random(2));
            checkRows(order, things);
            auto after = slotsOf(order);
            std::erase_if(after, [&](Slot s) { return std::find(stayed.begin(), stayed.end(), s) == stayed.end(); });
            ASSERT_EQ(after, stayed);
        }
        apply(order, order.place(true), true);
        ASSERT_EQ(slotsOf(order), things.sorted());
    }
}

// SPEC G2
TEST(RowOrder, WhatIsGoneIsGoneAtOnce)
{
    Things things(1);
    things.things = {{1, 5, "", true}, {2, 6, "", true}};
    RowOrder order(things);
    order.recheck(0);
    order.recheck(1);
    apply(order, order.place(false), false);
    order.vacate(0);
    EXPECT_EQ(order.slotAt(0), noSlot);
    EXPECT_EQ(order.rowOf(0), RowOrder::noRow);
    EXPECT_EQ(order.slotAt(1), 1U);
    EXPECT_EQ(order.size(), 2U);
}

TEST(RowOrder, ManyScatteredChangesAreOneTransaction)
{
    RowPlan plan;
    for (std::uint32_t i = 0; i < 40; ++i)
        plan.removed.push_back(i * 3);
    EXPECT_TRUE(plan.isOneTransaction(100'000));
    EXPECT_FALSE(plan.isOneTransaction(200));
    RowPlan block;
    for (std::uint32_t i = 0; i < 5'000; ++i)
        block.removed.push_back(i);
    EXPECT_FALSE(block.isOneTransaction(100'000));
}

// SPEC G2
TEST(RowBuild, SetsRightWhatChangedWhileItSorted)
{
    for (unsigned seed = 1; seed <= 40; ++seed) {
        SCOPED_TRACE(seed);
        Things things(seed, seed % 2);
        for (int i = 0; i < 3'000; ++i)
            things.things.push_back(things.make());
        RowOrder order(things);
        for (Slot slot = 0; slot < things.slotCount(); ++slot)
            order.recheck(slot);
        apply(order, order.place(true), true);
        for (int i = 0; i < 100; ++i)
            things.change(order); // noted, not placed yet
        const bool keepsSorting = seed % 3;
        if (!keepsSorting)
            things.descending = !things.descending;
        RowBuild build(things, keepsSorting ? &order : nullptr);
        int slices = 0;
        while (!build.step({})) {
            ++slices;
            for (int i = things.random(4); i > 0; --i)
                things.change(order, build);
        }
        EXPECT_GT(slices, 10);
        RowOrder sorted = build.take();
        ASSERT_EQ(slotsOf(sorted), things.sorted());
        apply(order, order.planTo(sorted), things.random(2), &sorted);
        ASSERT_EQ(slotsOf(order), things.sorted());
        for (int i = 0; i < 50; ++i)
            things.change(order);
        apply(order, order.place(true), true);
        ASSERT_EQ(slotsOf(order), things.sorted());
        checkRows(order, things);
    }
}

TEST(SortText, PutsTextsWherePeopleLookForThem)
{
    const std::vector<std::string> expected{"2",         "10",    "a 1 b",  "A 02 b",  "a 2 c", "Äpfel",
                                            "apfelsine", "tab-2", "Tab-10", "tab-100", "Über",  "z"};
    std::vector<std::string> sorted = expected;
    std::shuffle(sorted.begin(), sorted.end(), std::mt19937(7));
    std::sort(sorted.begin(), sorted.end(), [](const std::string &a, const std::string &b) {
        const SortKey left = sortText(a), right = sortText(b);
        return std::tie(left.number, left.text) < std::tie(right.number, right.text);
    });
    EXPECT_EQ(sorted, expected);
    EXPECT_EQ(sortText("").number, SortKey::none);
}

} // namespace
} // namespace cheetah::gui
