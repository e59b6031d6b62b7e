// SPDX-License-Identifier: Apache-2.0
#include "registry/requestmemory.h"

namespace cheetah {

namespace {
constexpr std::uint32_t initialCells = 1024;
}

RequestMemory::RequestMemory(const KeyedHash &hash, std::uint32_t bound, Micros keep)
    : m_hash(hash), m_bound(bound), m_keep(keep), m_cells(initialCells), m_mask(initialCells - 1)
{}

RequestMemory::Index RequestMemory::find(const Key &key, RegistryTime now) const
{
    const std::uint32_t wanted = tag(key);
    for (std::uint32_t at = wanted & m_mask; m_cells[at].index != none; at = (at + 1) & m_mask) {
        if (m_cells[at].tag != wanted)
            continue;
        const Entry &found = m_entries[m_cells[at].index];
        if (found.key == key)
            return found.state != State::Live && found.forgetAt < now ? none : m_cells[at].index;
    }
    return none;
}

RequestMemory::Index RequestMemory::addLive(const Key &key, Slot slot, Fence fence, std::uint32_t context,
                                            RegistryTime now)
{
    const Index index = insert(key, now);
    Entry &added = m_entries[index];
    added.fence = fence;
    added.context = context;
    added.slot = slot;
    added.state = State::Live;
    return index;
}

void RequestMemory::end(Index index, State state, EndCause cause, RegistryTime now)
{
    Entry &ended = m_entries[index];
    ended.state = state;
    ended.cause = cause;
    ended.slot = noSlot;
    ended.forgetAt = now + m_keep;
    append(index);
}

void RequestMemory::bar(const Key &key, RegistryTime now)
{
    const Index index = insert(key, now);
    m_entries[index].fence = 0;
    m_entries[index].context = 0;
    end(index, State::Barred, EndCause::Cancelled, now);
}

RequestMemory::Index RequestMemory::insert(const Key &key, RegistryTime now)
{
    forgetPast(now);
    if ((m_used + 1) * 2 > m_cells.size())
        growTable();
    const std::uint32_t wanted = tag(key);
    std::uint32_t at = wanted & m_mask;
    while (m_cells[at].index != none) {
        if (m_cells[at].tag == wanted && m_entries[m_cells[at].index].key == key) {
            forget(m_cells[at].index); // past its time, and not yet reached by forgetPast()
            at = wanted & m_mask;
        } else {
            at = (at + 1) & m_mask;
        }
    }
    Index index = m_free;
    if (index != none) {
        m_free = m_entries[index].next;
    } else {
        index = Index(m_entries.size());
        m_entries.emplace_back();
    }
    m_entries[index].key = key;
    m_cells[at] = {wanted, index};
    ++m_used;
    return index;
}

void RequestMemory::append(Index index)
{
    Entry &last = m_entries[index];
    last.next = none;
    last.previous = m_newest;
    (m_newest == none ? m_oldest : m_entries[m_newest].next) = index;
    m_newest = index;
    if (++m_ended > m_bound) {
        ++m_dropped;
        forget(m_oldest);
    }
}

void RequestMemory::forget(Index index)
{
    Entry &gone = m_entries[index];
    (gone.previous == none ? m_oldest : m_entries[gone.previous].next) = gone.next;
    (gone.next == none ? m_newest : m_entries[gone.next].previous) = gone.previous;
    --m_ended;
    eraseCell(index);
    if (m_oldest != none) { // the next to go: its entry was brought here by the one before it
        const Entry &next = m_entries[m_oldest];
        prefetch(next.key);
        if (next.next != none)
            __builtin_prefetch(&m_entries[next.next], 1);
    }
    gone.state = State::Free;
    gone.next = m_free;
    m_free = index;
}

/// All times of keeping are equal, so the oldest are at the front; a step forgets at most a few, which outruns what it adds.
void RequestMemory::forgetPast(RegistryTime now)
{
    for (int i = 0; i < 4 && m_oldest != none && m_entries[m_oldest].forgetAt < now; ++i)
        forget(m_oldest);
}

void RequestMemory::eraseCell(Index index)
{
    std::uint32_t hole = tag(m_entries[index].key) & m_mask;
    while (m_cells[hole].index != index)
        hole = (hole + 1) & m_mask;
    for (std::uint32_t at = (hole + 1) & m_mask; m_cells[at].index != none; at = (at + 1) & m_mask) {
        const std::uint32_t home = m_cells[at].tag & m_mask;
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
    std::vector<Cell> old(m_cells.size() * 2);
    old.swap(m_cells);
    m_mask = std::uint32_t(m_cells.size() - 1);
    for (const Cell &cell : old) {
        if (cell.index == none)
            continue;
        std::uint32_t at = cell.tag & m_mask;
        while (m_cells[at].index != none)
            at = (at + 1) & m_mask;
        m_cells[at] = cell;
    }
}

} // namespace cheetah
