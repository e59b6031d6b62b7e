// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/roworder.h"

#include <algorithm>

namespace cheetah::gui {

namespace {

/// Rows that runs may push about, all runs together, before one transaction is cheaper.
constexpr std::size_t mostPushed = 200'000;

/// The first position from `at` on whose entry does not stand before `entry`; quick where it is near.
template <class Less>
std::size_t gallop(const std::vector<RowEntry> &rows, std::size_t at, const RowEntry &entry, Less less)
{
    std::size_t step = 1, low = at;
    while (low + step <= rows.size() && less(rows[low + step - 1], entry)) {
        low += step;
        step *= 2;
    }
    const auto end = rows.begin() + std::ptrdiff_t(std::min(low + step, rows.size()));
    return std::size_t(std::lower_bound(rows.begin() + std::ptrdiff_t(low), end, entry, less) - rows.begin());
}

/// `rows` without those that are named, into `left`.
void without(const std::vector<RowEntry> &rows, const std::vector<std::uint32_t> &gone, std::vector<RowEntry> &left)
{
    left.clear();
    left.reserve(rows.size());
    auto from = rows.begin();
    for (const std::uint32_t row : gone) {
        left.insert(left.end(), from, rows.begin() + row);
        from = rows.begin() + row + 1;
    }
    left.insert(left.end(), from, rows.end());
}

} // namespace

bool RowPlan::isOneTransaction(std::size_t rows) const
{
    const std::size_t runs = runsOf(removed).size() + runsOf(inserted).size();
    return reorders || !moved.empty() || (runs > 2 && runs * std::max(rows, next.size()) > mostPushed);
}

std::vector<RowRun> runsOf(const std::vector<std::uint32_t> &rows)
{
    std::vector<RowRun> runs;
    for (const std::uint32_t row : rows)
        if (!runs.empty() && runs.back().first + runs.back().count == row)
            ++runs.back().count;
        else
            runs.push_back({row, 1});
    return runs;
}

void RowOrder::SlotSet::add(Slot slot)
{
    if (slot >= has.size())
        has.resize(std::max<std::size_t>(slot + 1, has.size() * 2));
    if (has[slot])
        return;
    has[slot] = true;
    list.push_back(slot);
}

void RowOrder::SlotSet::clear()
{
    for (const Slot slot : list)
        has[slot] = false;
    list.clear();
}

RowOrder::RowOrder(const RowSource &source) : m_source(&source) {}

void RowOrder::vacate(Slot slot)
{
    const std::uint32_t row = rowOf(slot);
    if (row == noRow)
        return;
    m_rows[row].slot = noSlot;
    m_rowOf[slot] = noRow;
    m_vacant.push_back(row);
}

void RowOrder::vacateAll()
{
    m_check.clear();
    m_moves.clear();
    m_vacant.clear();
    m_rowOf.clear();
    m_texts.clear();
    m_hasTexts = false;
    for (std::uint32_t row = 0; row < size(); ++row) {
        m_rows[row].slot = noSlot;
        m_vacant.push_back(row);
    }
}

void RowOrder::recheck(Slot slot)
{
    m_check.add(slot);
    recheckKey(slot);
}

void RowOrder::recheckKey(Slot slot)
{
    const std::uint32_t row = rowOf(slot);
    if (row == noRow)
        return; // its key is read when it enters
    if (m_hasTexts)
        return m_moves.add(slot);
    const SortKey key = m_source->key(slot);
    m_hasTexts = !key.text.empty();
    const std::int64_t number = turned(key);
    if (!m_hasTexts && number == m_rows[row].number && !m_moves.contains(slot))
        return;
    m_moves.add(slot);
    if (m_numbers.size() <= slot)
        m_numbers.resize(m_source->slotCount());
    m_numbers[slot] = number;
}

/// So that smaller stands first.
std::int64_t RowOrder::turned(const SortKey &key) const
{
    if (key.number == SortKey::none)
        return std::numeric_limits<std::int64_t>::max();
    return m_source->isDescending() ? ~key.number : key.number;
}

/// The slot with its key as it is now; the caller gives it a row.
RowEntry RowOrder::enter(Slot slot)
{
    const SortKey key = m_source->key(slot);
    m_hasTexts |= !key.text.empty();
    if (m_hasTexts && m_texts.size() <= slot)
        m_texts.resize(std::max<std::size_t>(slot + 1, m_source->slotCount()));
    if (slot < m_texts.size())
        m_texts[slot] = key.text;
    const std::int64_t number = turned(key);
    if (slot < m_numbers.size())
        m_numbers[slot] = number;
    return {number, slot};
}

bool RowOrder::less(const RowEntry &a, const RowEntry &b) const
{
    if (a.number != b.number)
        return a.number < b.number;
    if (m_hasTexts)
        if (const int order = textOf(a.slot).compare(textOf(b.slot)); order != 0)
            return (order < 0) != m_source->isDescending();
    return a.slot != b.slot && m_source->nameLess(a.slot, b.slot);
}

/// Writes the rows of slots from that row on.
void RowOrder::number(std::size_t from)
{
    if (m_rowOf.size() < m_source->slotCount())
        m_rowOf.resize(m_source->slotCount(), noRow);
    for (std::size_t row = from; row < m_rows.size(); ++row)
        if (const Slot slot = m_rows[row].slot; slot != noSlot)
            m_rowOf[slot] = std::uint32_t(row);
}

RowPlan RowOrder::place(bool moves)
{
    RowPlan plan;
    plan.removed = std::exchange(m_vacant, {});
    m_fresh.clear();
    noteEntering(plan);
    if (moves)
        noteMoving(plan);
    m_leaving.clear();
    std::sort(plan.removed.begin(), plan.removed.end());
    std::sort(plan.moved.begin(), plan.moved.end());
    if (!plan.removed.empty() || !m_fresh.empty())
        mergeFresh(plan);
    return plan;
}

/// What comes into the table and what goes out of it.
void RowOrder::noteEntering(RowPlan &plan)
{
    for (const Slot slot : m_check.list) {
        const std::uint32_t row = rowOf(slot);
        const bool isShown = m_source->shows(slot);
        if (row == noRow && isShown) {
            m_fresh.push_back(enter(slot));
        } else if (row != noRow && !isShown) {
            plan.removed.push_back(row);
            m_leaving.add(slot);
        }
    }
    m_check.clear();
}

void RowOrder::noteMoving(RowPlan &plan)
{
    for (const Slot slot : m_moves.list) {
        const std::uint32_t row = rowOf(slot);
        if (row == noRow || m_leaving.contains(slot))
            continue;
        const std::string before(textOf(slot));
        const RowEntry entry = m_hasTexts ? enter(slot) : RowEntry{m_numbers[slot], slot};
        if (entry.number == m_rows[row].number && before == textOf(slot))
            continue;
        plan.moved.push_back(row);
        m_fresh.push_back(entry);
    }
    m_moves.clear();
}

/// What stays, with what gets a place in between.
void RowOrder::mergeFresh(RowPlan &plan)
{
    std::vector<std::uint32_t> gone;
    gone.reserve(plan.removed.size() + plan.moved.size());
    std::merge(plan.removed.begin(), plan.removed.end(), plan.moved.begin(), plan.moved.end(),
               std::back_inserter(gone));
    without(m_rows, gone, m_left);
    const auto isLess = [this](const RowEntry &a, const RowEntry &b) { return less(a, b); };
    std::sort(m_fresh.begin(), m_fresh.end(), isLess);
    plan.next = std::move(m_spare);
    plan.next.clear();
    plan.next.reserve(m_left.size() + m_fresh.size() + plan.removed.size());
    std::size_t at = 0;
    for (const RowEntry &entry : m_fresh) {
        const std::size_t to = gallop(m_left, at, entry, isLess);
        plan.next.insert(plan.next.end(), m_left.begin() + std::ptrdiff_t(at), m_left.begin() + std::ptrdiff_t(to));
        at = to;
        if (rowOf(entry.slot) == noRow)
            plan.inserted.push_back(std::uint32_t(plan.next.size()));
        plan.next.push_back(entry);
    }
    plan.next.insert(plan.next.end(), m_left.begin() + std::ptrdiff_t(at), m_left.end());
}

RowPlan RowOrder::planTo(const RowOrder &next) const
{
    RowPlan plan;
    plan.next = next.m_rows;
    std::uint32_t previous = 0;
    for (std::uint32_t row = 0; row < size(); ++row) {
        const std::uint32_t to = m_rows[row].slot == noSlot ? noRow : next.rowOf(m_rows[row].slot);
        if (to == noRow) {
            plan.removed.push_back(row);
            continue;
        }
        plan.reorders |= to < previous;
        previous = to;
    }
    for (std::uint32_t row = 0; row < next.size(); ++row)
        if (rowOf(next.m_rows[row].slot) == noRow)
            plan.inserted.push_back(row);
    return plan;
}

void RowOrder::remove(RowRun run)
{
    const auto first = m_rows.begin() + run.first;
    for (auto row = first; row != first + run.count; ++row)
        if (row->slot != noSlot)
            m_rowOf[row->slot] = noRow;
    m_rows.erase(first, first + run.count);
    number(run.first);
}

void RowOrder::insert(RowRun run, const RowPlan &plan)
{
    const auto from = plan.next.begin() + run.first;
    m_rows.insert(m_rows.begin() + run.first, from, from + run.count);
    number(run.first);
}

void RowOrder::append(const RowPlan &plan)
{
    const std::size_t before = m_rows.size();
    for (const std::uint32_t row : plan.inserted)
        m_rows.push_back(plan.next[row]);
    number(before);
}

std::vector<std::uint32_t> RowOrder::rowsOf(const RowPlan &plan) const
{
    std::vector<std::uint32_t> rows(m_rowOf.size(), noRow);
    for (std::uint32_t row = 0; row < plan.next.size(); ++row)
        rows[plan.next[row].slot] = row;
    return rows;
}

std::uint32_t RowOrder::rowAfter(std::uint32_t row, const RowPlan &plan,
                                 const std::vector<std::uint32_t> &rowOfNext) const
{
    const auto gone = std::lower_bound(plan.removed.begin(), plan.removed.end(), row);
    if (gone != plan.removed.end() && *gone == row)
        return std::uint32_t(plan.next.size() + std::size_t(gone - plan.removed.begin()));
    return rowOfNext[m_rows[row].slot];
}

void RowOrder::reorder(RowPlan &plan)
{
    for (const std::uint32_t row : plan.removed)
        plan.next.push_back(m_rows[row]);
    m_rows.swap(plan.next);
    plan.isApplied = true;
    number(0);
}

void RowOrder::cut(std::uint32_t newSize)
{
    for (std::size_t row = newSize; row < m_rows.size(); ++row)
        if (m_rows[row].slot != noSlot)
            m_rowOf[m_rows[row].slot] = noRow;
    m_rows.resize(newSize);
}

void RowOrder::finish(RowPlan &&plan, RowOrder *sorted)
{
    if (!plan.isApplied)
        m_rows.swap(plan.next);
    m_spare = std::move(plan.next);
    if (!sorted)
        return;
    m_source = sorted->m_source;
    m_texts = std::move(sorted->m_texts);
    m_hasTexts = sorted->m_hasTexts;
    m_check = std::move(sorted->m_check);
    m_moves = std::move(sorted->m_moves);
    m_vacant.clear();
}

} // namespace cheetah::gui
