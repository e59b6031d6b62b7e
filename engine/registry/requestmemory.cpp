// SPDX-License-Identifier: Apache-2.0
#include "registry/requestmemory.h"

#include <algorithm>
#include <cassert>
#include <utility>

namespace cheetah {

namespace {
constexpr std::uint32_t initialCells = 1024;
constexpr std::uint32_t initialPast = 512;
} // namespace

RequestMemory::RequestMemory(const KeyedHash &hash, std::uint32_t bound, Micros keep)
    : m_hash(hash),
      m_bound(std::min(bound, pastBit / 2)), // so that numbers of the past never meet while they turn over
      m_keep(keep),
      m_cells(initialCells),
      m_mask(initialCells - 1),
      m_past(initialPast),
      m_pastMask(initialPast - 1)
{}

RequestMemory::Found RequestMemory::find(const Key &key, RegistryTime now) const
{
    for (std::uint32_t at = home(key) & m_mask; m_cells[at].target != nowhere; at = (at + 1) & m_mask) {
        const Cell &cell = m_cells[at];
        if (!cell.holds(key))
            continue;
        if (!(cell.target & pastBit))
            return {cell.target, nullptr};
        const Past &found = past(cell.target);
        return {noSlot, found.forgetAt < now ? nullptr : &found};
    }
    return {};
}

void RequestMemory::addLive(const Key &key, Slot slot, RegistryTime now)
{
    forgetPast(now);
    insert(key, slot);
}

RequestMemory::Past &RequestMemory::end(Slot slot, Home home, RegistryTime now)
{
    Past &past = append(home, now);
    const std::uint32_t cell = cellOf(home, slot);
    assert(m_cells[cell].target == slot);
    m_cells[cell].target = last();
    dropBeyondBound();
    return past;
}

void RequestMemory::bar(const Key &key, RegistryTime now)
{
    forgetPast(now);
    Past &past = append(home(key), now);
    past.fate = Fate::Barred;
    past.cause = EndCause::Cancelled;
    insert(key, last());
    dropBeyondBound();
}

/// A key that is there still is past its time and not yet reached by forgetPast(): its cell leads elsewhere from now on.
void RequestMemory::insert(const Key &key, Target target)
{
    if ((m_used + 1) * 3ull > m_cells.size() * 2ull)
        growTable();
    std::uint32_t at = home(key) & m_mask;
    while (m_cells[at].target != nowhere && !m_cells[at].holds(key))
        at = (at + 1) & m_mask;
    m_used += m_cells[at].target == nowhere;
    m_cells[at] = {key.low, std::uint32_t(key.high), target};
}

RequestMemory::Past &RequestMemory::append(Home home, RegistryTime now)
{
    if (remembered() == m_past.size())
        growRing();
    Past &added = past(m_end++);
    added = Past();
    added.home = home;
    added.forgetAt = now + m_keep;
    return added;
}

void RequestMemory::dropBeyondBound()
{
    if (remembered() <= m_bound)
        return;
    ++m_dropped;
    forgetOldest();
}

void RequestMemory::forgetOldest()
{
    const std::uint32_t number = m_begin++;
    if (const std::uint32_t cell = cellOf(past(number).home, number | pastBit); m_cells[cell].target != nowhere)
        erase(cell);
    expect(past(m_begin).home); // the next to go
}

/// All times of keeping are equal, so the oldest are in front; a step forgets at most a few, which outruns what it adds.
void RequestMemory::forgetPast(RegistryTime now)
{
    for (int i = 0; i < 4 && m_begin != m_end && past(m_begin).forgetAt < now; ++i)
        forgetOldest();
}

/// The cell that leads to `target`, or the empty one behind all that could.
std::uint32_t RequestMemory::cellOf(Home home, Target target) const
{
    std::uint32_t at = home & m_mask;
    while (m_cells[at].target != target && m_cells[at].target != nowhere)
        at = (at + 1) & m_mask;
    return at;
}

void RequestMemory::erase(std::uint32_t hole)
{
    for (std::uint32_t at = (hole + 1) & m_mask; m_cells[at].target != nowhere; at = (at + 1) & m_mask) {
        const std::uint32_t home = std::uint32_t(m_cells[at].low) & m_mask;
        if (((at - home) & m_mask) >= ((at - hole) & m_mask)) {
            m_cells[hole] = m_cells[at];
            hole = at;
        }
    }
    m_cells[hole] = Cell();
    --m_used;
}

void RequestMemory::growTable()
{
    BigVector<Cell> old(m_cells.size() * 2);
    old.swap(m_cells);
    m_mask = std::uint32_t(m_cells.size() - 1);
    for (const Cell &cell : old) {
        if (cell.target == nowhere)
            continue;
        std::uint32_t at = std::uint32_t(cell.low) & m_mask;
        while (m_cells[at].target != nowhere)
            at = (at + 1) & m_mask;
        m_cells[at] = cell;
    }
}

void RequestMemory::growRing()
{
    BigVector<Past> old(m_past.size() * 2);
    old.swap(m_past);
    const std::uint32_t oldMask = std::exchange(m_pastMask, std::uint32_t(m_past.size() - 1));
    for (std::uint32_t number = m_begin; number != m_end; ++number)
        past(number) = old[number & oldMask];
}

} // namespace cheetah
