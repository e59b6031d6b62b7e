// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "topology/topologyink.h"
#include "topology/topologylayout.h"
#include "topology/topologywords.h"

#include <QtCore/QVarLengthArray>

#include <unordered_set>

namespace cheetah::gui {

/// What is marked on the map, for one painting.
struct TopologyMarks {
    RegistryTime now;
    const std::vector<bool> *matches = nullptr; ///< by slot of the context; null: no filter
    const std::unordered_set<Slot> *contexts = nullptr, *windows = nullptr, *clients = nullptr; ///< selected
    TopologySpot cursor; ///< None where the map has no focus
    TopologySpot hovered;
};

/// Draws what the layout says, in coordinates of the map and nothing outside the area asked for. Owned by the map; it keeps
/// nothing of the fleet.
class TopologyPainter {
public:
    TopologyPainter(const FleetStore &store, const TopologyLayout &layout, const TopologyWords &words, TopologyInk &ink)
        : m_store(store), m_layout(layout), m_words(words), m_ink(ink)
    {}

    void paint(QPainter &painter, const QRect &area, const TopologyMarks &marks);
    /// Tabs and bars drawn since it was made; for tests and benches.
    std::uint64_t cellsPainted() const { return m_cells; }

private:
    using Band = TopologyLayout::Band;
    using Box = TopologyLayout::Box;

    void paintGroup(QPainter &painter, int number);
    int paintWaiters(QPainter &painter, const TopologyLayout::Group &group, QRect where);
    void paintBand(QPainter &painter, const Band &band, const QRect &area);
    void paintHeader(QPainter &painter, const Band &band);
    void paintTileHeader(QPainter &painter, const Band &band);
    int paintChip(QPainter &painter, QRect where, const QString &text, Tone tone, int glyph = -1);
    void paintWindow(QPainter &painter, const Band &band, const Box &box, const QRect &area);
    void paintTitle(QPainter &painter, const Band &band, const Box &box);
    void paintBar(QPainter &painter, const Box &box, const QRect &where);
    void paintHeat(QPainter &painter, const Band &band, const Box &box, const QRect &area);
    void paintCells(QPainter &painter, const Band &band, const Box &box, const QRect &area);
    /// The surface of what an action by hand is under way for.
    void paintHatched(QPainter &painter, const QRect &where, double radius, const UnderWay &underWay);
    void paintChanging(QPainter &painter, const QRect &where, Slot context, const UnderWay &underWay);
    void paintCell(QPainter &painter, const QRect &where, Slot context, bool isAway);
    void paintSurface(QPainter &painter, const QRect &where, Slot context, const LeaseLeft &lease, bool isAway);
    void paintLine(QPainter &painter, const QRect &where, Slot context, const LeaseLeft &lease);
    void paintCard(QPainter &painter, const QRect &where, Slot context, const LeaseLeft &lease);
    void paintReserved(QPainter &painter, const QRect &where, const Reservation &reservation, bool isWindow);
    void paintMark(QPainter &painter, const QRect &where, bool isSelected, const TopologySpot &spot);
    bool isSelected(const std::unordered_set<Slot> *set, Slot slot) const { return set && set->contains(slot); }
    bool isDimmed(Slot context) const
    {
        return m_marks.matches && (context >= m_marks.matches->size() || !(*m_marks.matches)[context]);
    }
    QString timeLeft(const LeaseLeft &lease) const;
    const Fleet &fleet() const { return m_store.fleet(); }

    const FleetStore &m_store;
    const TopologyLayout &m_layout;
    const TopologyWords &m_words;
    TopologyInk &m_ink;
    TopologyMarks m_marks;
    std::uint64_t m_cells = 0;
};

} // namespace cheetah::gui
