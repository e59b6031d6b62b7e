// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "session/selection.h"
#include "topology/topologylayout.h"

#include <unordered_set>

namespace cheetah::gui {

/// The session's selection as the map needs it: by slot, to be found in one look, and changed by places. The session's keeps
/// names and is the truth. Owned by the map.
class TopologySelection {
public:
    TopologySelection(const Fleet &fleet, const TopologyLayout &layout, Selection &selection)
        : m_fleet(fleet), m_layout(layout), m_selection(selection)
    {}

    const std::unordered_set<Slot> &contexts() const { return m_contexts; }
    const std::unordered_set<Slot> &windows() const { return m_windows; }
    const std::unordered_set<Slot> &clients() const { return m_clients; }
    /// Looks the names up again: the selection or the fleet changed.
    void resolve();

    bool contains(const TopologySpot &spot) const;
    void set(const TopologySpot &spot) { m_selection.select(nameOf(spot)); }
    void set(const std::vector<TopologySpot> &spots, const TopologySpot &current);
    void add(const std::vector<TopologySpot> &spots, const TopologySpot &current);
    void toggle(const TopologySpot &spot);
    void clear() { m_selection.clear(); }

    /// Monostate for what has no name of its own.
    ObjectId nameOf(const TopologySpot &spot) const;
    /// None if the fleet does not have it (any more).
    TopologySpot spotOf(const ObjectId &object) const;

private:
    const Fleet &m_fleet;
    const TopologyLayout &m_layout;
    Selection &m_selection;
    std::unordered_set<Slot> m_contexts, m_windows, m_clients;
};

} // namespace cheetah::gui
