// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "store/fleetbatch.h"

#include <algorithm>
#include <map>
#include <utility>
#include <vector>

namespace cheetah::gui {

/// Slots for things that the fleet knows by name alone: each has one for as long as it is there, and one that is free is
/// given again. Who is there is found out by looking at all of them. A free slot keeps the row of who was there last.
/// Value, owned by the rows of a table.
template <class Name, class Row>
class NamedSlots {
public:
    Slot count() const { return Slot(m_places.size()); }
    bool isEmpty() const { return m_byName.empty(); }
    bool holds(Slot slot) const { return slot < m_places.size() && m_places[slot].isTaken; }
    const Row &operator[](Slot slot) const { return m_places[slot].row; }
    /// noSlot if it is not there.
    Slot find(const Name &name) const
    {
        const auto found = m_byName.find(name);
        return found == m_byName.end() ? noSlot : found->second;
    }

    /// One look at all that are there; what the last one saw and this one does not is gone at its end.
    class Look {
    public:
        explicit Look(NamedSlots &all) : m_all(all), m_before(std::exchange(all.m_byName, {})) {}

        /// `isSame` says whether the row that is known tells all of it still, `make` makes one that does.
        template <class IsSame, class Make>
        void see(const Name &name, IsSame isSame, Make make)
        {
            if (auto known = m_before.extract(name); !known.empty()) {
                const Slot slot = known.mapped();
                m_all.m_byName.insert(m_all.m_byName.end(), std::move(known));
                if (isSame(m_all[slot]))
                    return;
                m_all.m_places[slot].row = make();
                m_changes.changed.push_back(slot);
            } else {
                const Slot slot = m_all.take();
                m_all.m_places[slot] = {make(), true};
                m_all.m_byName.emplace_hint(m_all.m_byName.end(), name, slot);
                m_changes.added.push_back(slot);
            }
        }
        RowChanges end()
        {
            for (const auto &[name, slot] : m_before) {
                m_all.m_places[slot].isTaken = false;
                m_all.m_free.push_back(slot);
                m_changes.removed.push_back(slot);
            }
            for (auto *list : {&m_changes.removed, &m_changes.added, &m_changes.changed})
                std::sort(list->begin(), list->end());
            return std::move(m_changes);
        }

    private:
        NamedSlots &m_all;
        std::map<Name, Slot> m_before;
        RowChanges m_changes;
    };

private:
    struct Place {
        Row row;
        bool isTaken = false;
    };

    Slot take()
    {
        if (m_free.empty()) {
            m_free.push_back(count());
            m_places.emplace_back();
        }
        const Slot slot = m_free.back();
        m_free.pop_back();
        return slot;
    }

    std::vector<Place> m_places; ///< by slot
    std::vector<Slot> m_free;
    std::map<Name, Slot> m_byName;
};

} // namespace cheetah::gui
