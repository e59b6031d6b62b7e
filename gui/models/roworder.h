// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/slotindex.h"

#include <limits>
#include <string>
#include <string_view>
#include <vector>

namespace cheetah::gui {

/// What a row is sorted by: the number first, then the text. Rows without a number stand last, whichever way is sorted.
struct SortKey {
    static constexpr std::int64_t none = std::numeric_limits<std::int64_t>::min();
    std::int64_t number = none;
    std::string text = {};
};

/// What an order asks about the things that it puts in rows. They are named by slot; a slot below `slotCount` may be free,
/// then it is not shown and asking it anything is harmless.
class RowSource {
public:
    virtual ~RowSource() = default;
    virtual Slot slotCount() const = 0;
    virtual bool shows(Slot slot) const = 0;
    virtual SortKey key(Slot slot) const = 0;
    /// Decides where keys are equal; a total order that never changes for as long as both exist.
    virtual bool nameLess(Slot a, Slot b) const = 0;
    virtual bool isDescending() const = 0;
};

struct RowEntry {
    std::int64_t number = 0; ///< of the key, turned so that smaller always stands first
    Slot slot = noSlot;      ///< noSlot: what stood here is gone and the row waits to be taken away
};

/// The way from one order of rows to the next. Rows of three kinds are named, everything else keeps its order.
struct RowPlan {
    std::vector<RowEntry> next;
    std::vector<std::uint32_t> removed;  ///< rows before, ascending
    std::vector<std::uint32_t> inserted; ///< rows afterwards, ascending
    std::vector<std::uint32_t> moved;    ///< rows before, ascending; empty of a plan that reorders
    bool reorders = false;               ///< another sorting: any row may have moved
    bool isApplied = false;              ///< `next` is in the order already

    bool isEmpty() const { return removed.empty() && inserted.empty() && moved.empty() && !reorders; }
    /// Cheaper told as one change of the whole layout than run by run, with so many rows before.
    bool isOneTransaction(std::size_t rows) const;
};

/// Runs of following numbers in an ascending list.
struct RowRun {
    std::uint32_t first = 0, count = 0;
};
std::vector<RowRun> runsOf(const std::vector<std::uint32_t> &rows);

/// Which slots stand in which rows: those that the source shows, sorted by keys as they were when each row got its place,
/// so that rows stay where they are until place() is told to move them. Keys are total: ties go by name. Changes are
/// noted as they come and cost next to nothing; place() works out what they mean. It knows no model and no time.
class RowOrder {
public:
    static constexpr std::uint32_t noRow = ~std::uint32_t(0);

    /// Empty. The source outlives it.
    explicit RowOrder(const RowSource &source);

    std::uint32_t size() const { return std::uint32_t(m_rows.size()); }
    Slot slotAt(std::uint32_t row) const { return row < m_rows.size() ? m_rows[row].slot : noSlot; }
    std::uint32_t rowOf(Slot slot) const { return slot < m_rowOf.size() ? m_rowOf[slot] : noRow; }
    const std::vector<RowEntry> &rows() const { return m_rows; }

    /// What stood in the slot is gone, or is another thing now: its row stands empty until the next place().
    void vacate(Slot slot);
    /// All rows stand empty: every slot means something else.
    void vacateAll();
    /// It may have to enter, leave or move.
    void recheck(Slot slot);
    /// It may have to move.
    void recheckKey(Slot slot);
    bool hasToPlace() const { return !m_check.empty() || !m_vacant.empty(); }
    std::size_t toCheck() const { return m_check.list.size(); }
    bool hasToMove() const { return !m_moves.empty(); }
    /// Slots whose key may be another than the one that they stand by.
    const std::vector<Slot> &toMove() const { return m_moves.list; }

    /// What the noted changes come to; with `moves` also rows whose key changed find their place. Linear, and nearly free
    /// where nothing is noted. The plan is to be applied, in one of the two ways, before anything else is asked.
    RowPlan place(bool moves);
    /// The way to an order of the same slots by another source or sorting.
    RowPlan planTo(const RowOrder &next) const;

    // A plan run by run: all removals from the last to the first, then all insertions from the first to the last; finish.
    void remove(RowRun run);
    void insert(RowRun run, const RowPlan &plan);
    // A plan as a transaction: append what is new, reorder, cut what goes; finish.
    void append(const RowPlan &plan);
    /// Where a row stands after reorder(); what goes stands behind the rest. `row` counts as after append().
    std::uint32_t rowAfter(std::uint32_t row, const RowPlan &plan, const std::vector<std::uint32_t> &rowOfNext) const;
    /// Rows of the plan's end by slot.
    std::vector<std::uint32_t> rowsOf(const RowPlan &plan) const;
    void reorder(RowPlan &plan); ///< the plan's rows go into the order, so ask for their number before
    void cut(std::uint32_t size);
    /// `sorted`: the order that planTo() led to; its keys are taken over.
    void finish(RowPlan &&plan, RowOrder *sorted = nullptr);

private:
    friend class RowBuild;

    /// A list without repetition.
    struct SlotSet {
        std::vector<Slot> list;
        std::vector<bool> has;
        bool empty() const { return list.empty(); }
        bool contains(Slot slot) const { return slot < has.size() && has[slot]; }
        void add(Slot slot);
        void clear();
    };

    void noteEntering(RowPlan &plan);
    void noteMoving(RowPlan &plan);
    void mergeFresh(RowPlan &plan);
    RowEntry enter(Slot slot);
    std::int64_t turned(const SortKey &key) const;
    std::string_view textOf(Slot slot) const
    {
        return slot < m_texts.size() ? std::string_view(m_texts[slot]) : std::string_view();
    }
    bool less(const RowEntry &a, const RowEntry &b) const;
    void number(std::size_t from);

    const RowSource *m_source;
    std::vector<RowEntry> m_rows;
    std::vector<std::uint32_t> m_rowOf; ///< by slot
    std::vector<std::string> m_texts;   ///< of keys, by slot
    bool m_hasTexts = false;            ///< some key has one
    SlotSet m_check, m_moves;
    SlotSet m_leaving;                     ///< during place()
    std::vector<std::int64_t> m_numbers;   ///< by slot, of m_moves: read when it changed, while it was near in memory
    std::vector<std::uint32_t> m_vacant;   ///< rows
    std::vector<RowEntry> m_fresh;         ///< what gets a place, during place()
    std::vector<RowEntry> m_left, m_spare; ///< room, kept from one time to the next
};

} // namespace cheetah::gui
