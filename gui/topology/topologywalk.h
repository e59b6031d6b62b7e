// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "topology/topologylayout.h"

namespace cheetah::gui {

/// Ways over the map with the keyboard: from tab to tab as they stand beside each other, from band to band, and up to what
/// holds one. It stops at tabs, creations under way, windows without tabs and clients without windows. Pure and short-lived:
/// made for one step over the layout as it stands.
class TopologyWalk {
public:
    enum class Way { Left, Right, Up, Down };

    TopologyWalk(const Fleet &fleet, const TopologyLayout &layout) : m_fleet(fleet), m_layout(layout) {}

    /// The neighbour; `from` itself where the map ends, the first stop from nowhere.
    TopologySpot moved(const TopologySpot &from, Way way) const;
    TopologySpot first() const;
    TopologySpot last() const;
    /// First or last stop of the window that `from` stands in.
    TopologySpot edge(const TopologySpot &from, bool last) const;
    /// The next or previous client; None at the end of the map.
    TopologySpot band(const TopologySpot &from, bool forward) const;
    /// What holds it: window, client, user.
    TopologySpot parent(const TopologySpot &from) const;
    /// Everything from one stop to another in reading order, both included; at most `most`.
    std::vector<TopologySpot> range(const TopologySpot &from, const TopologySpot &to, std::size_t most) const;

private:
    using Band = TopologyLayout::Band;
    using Box = TopologyLayout::Box;
    /// Where a stop stands; box and cell −1: the band itself, cell −1: the window itself.
    struct Place {
        const Band *band = nullptr;
        int box = -1, cell = -1;
        const Box &frame() const { return band->boxes[std::size_t(box)]; }
    };

    Place placeOf(const TopologySpot &spot) const;
    TopologySpot spotOf(const Place &place) const;
    Slot clientOf(const TopologySpot &spot) const;
    int cells(const Box &box) const;
    QRect rectOf(const Place &place) const;
    std::vector<const Band *> bands() const;
    std::vector<const Band *> neighbours(const Band &band, Way way) const;
    Place entered(const Band &band, Way way, QPoint from) const;
    Place entered(const Band &band, int box, Way way, QPoint from) const;
    TopologySpot sideways(const Place &place, const TopologySpot &from, bool forward) const;
    TopologySpot upright(const Place &place, const TopologySpot &from, bool forward) const;

    const Fleet &m_fleet;
    const TopologyLayout &m_layout;
};

} // namespace cheetah::gui
