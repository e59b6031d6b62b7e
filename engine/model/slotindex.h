// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "model/handle.h"

#include <cstdint>
#include <utility>
#include <vector>

namespace cheetah {

/// Finds slots by the hash of the name that their row bears. It holds no names: the caller, who owns the rows, compares
/// them, so that a name is stored once and hashed once a look. Open addressing with linear probing; removal moves what
/// follows, so that nothing piles up. Plain value.
class SlotIndex {
public:
    /// The slot for which `bears(slot)` holds among those entered under `hash`; noSlot if there is none.
    template <class Bears>
    Slot find(std::size_t hash, Bears &&bears) const
    {
        if (m_cells.empty())
            return noSlot;
        const auto tag = std::uint32_t(hash);
        for (std::size_t at = tag & mask();; at = (at + 1) & mask()) {
            const Cell &cell = m_cells[at];
            if (cell.slot == noSlot)
                return noSlot;
            if (cell.tag == tag && bears(cell.slot))
                return cell.slot;
        }
    }

    /// Enters a slot that is not there yet.
    void insert(std::size_t hash, Slot slot)
    {
        if ((m_size + 1) * 4 > m_cells.size() * 3)
            grow();
        place({std::uint32_t(hash), slot});
        ++m_size;
    }

    /// Takes a slot out that was entered under `hash`; unknown ones are fine.
    void erase(std::size_t hash, Slot slot)
    {
        if (m_cells.empty())
            return;
        std::size_t hole = std::uint32_t(hash) & mask();
        while (m_cells[hole].slot != slot) {
            if (m_cells[hole].slot == noSlot)
                return;
            hole = (hole + 1) & mask();
        }
        for (std::size_t at = (hole + 1) & mask(); m_cells[at].slot != noSlot; at = (at + 1) & mask()) {
            const std::size_t distance = (at - m_cells[at].tag) & mask();
            if (distance >= ((at - hole) & mask()))
                m_cells[std::exchange(hole, at)] = m_cells[at];
        }
        m_cells[hole] = {};
        --m_size;
    }

    void clear()
    {
        m_cells.clear();
        m_size = 0;
    }
    std::size_t size() const { return m_size; }

private:
    struct Cell {
        std::uint32_t tag = 0;
        Slot slot = noSlot;
    };

    std::size_t mask() const { return m_cells.size() - 1; }
    void place(Cell cell)
    {
        std::size_t at = cell.tag & mask();
        while (m_cells[at].slot != noSlot)
            at = (at + 1) & mask();
        m_cells[at] = cell;
    }
    void grow()
    {
        const auto cells = std::exchange(m_cells, std::vector<Cell>(m_cells.empty() ? 16 : m_cells.size() * 2));
        for (const Cell &cell : cells)
            if (cell.slot != noSlot)
                place(cell);
    }

    std::vector<Cell> m_cells; ///< none or a power of two
    std::size_t m_size = 0;
};

} // namespace cheetah
