// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/fleet.h"
#include "store/fleetbatch.h"
#include "topology/topologymetrics.h"

#include <QtCore/QRect>

#include <optional>
#include <unordered_map>

namespace cheetah::gui {

enum class TopologyOrder { Name, Newest };

/// One place of the map.
struct TopologySpot {
    enum class Kind { None, User, Client, Window, Context, Reservation };
    Kind kind = Kind::None;
    Slot slot = noSlot; ///< group for User, else the row's slot; of a Reservation its client's
    int index = 0;      ///< of a Reservation: which of its client's

    friend bool operator==(const TopologySpot &, const TopologySpot &) = default;
    explicit operator bool() const { return kind != Kind::None; }
};

/// Where everything of a fleet stands on the map: users above each other, in them their clients as bands (side by side when
/// far away), in a band its windows in rows, in a window its tabs as a grid; clients that are away come last. It follows the
/// fleet batch by batch: what did not change in number or order is not laid out again, only moved. Rows are kept by slot.
/// Pure: it knows no widget, no time and no colour. Owned by the map.
class TopologyLayout {
public:
    struct Options {
        int width = 0; ///< of the whole map
        TopologyMetrics metrics;
        bool byUser = true; ///< else all clients stand in one group
        TopologyOrder order = TopologyOrder::Name;

        friend bool operator==(const Options &a, const Options &b)
        {
            return a.width == b.width && a.byUser == b.byUser && a.order == b.order && a.metrics.line == b.metrics.line
                && a.metrics.cellWidth == b.metrics.cellWidth && a.metrics.cellHeight == b.metrics.cellHeight;
        }
    };
    /// A creation under way; in a window, or as a window to be.
    struct Making {
        std::shared_ptr<const Reservation> reservation;
        Slot window = noSlot;
        friend bool operator==(const Making &, const Making &) = default;
    };
    /// A window, or one to be, within its band.
    struct Box {
        Slot window = noSlot; ///< none: the making of that index
        int making = -1;
        QRect rect; ///< relative to the band
        int columns = 1;
        int tabs = 0, reserved = 0; ///< cells in the order tabs, reservations

        friend bool operator==(const Box &, const Box &) = default;
    };
    struct Band {
        Slot client = noSlot; ///< none: free
        int group = -1;
        bool away = false;
        RegistryTime since; ///< connected
        bool isShown = true;
        QRect rect;                ///< on the map
        int height = 0;            ///< that its content needs
        std::vector<Slot> windows; ///< as they were when laid out
        std::vector<Box> boxes;
        std::vector<Making> makings;
    };
    struct Group {
        UserId user; ///< empty: everybody
        bool away = false;
        bool isWaiting = false;
        int top = 0, height = 0; ///< height 0: not shown
        int header = 0;
        std::vector<Slot> clients; ///< in order
    };

    /// Lays out everything. `matches`, by slot of the window and kept by the caller, leaves out windows with 0; null leaves
    /// out none.
    void reset(const Fleet &fleet, const Options &options, const std::vector<std::uint32_t> *matches = nullptr);
    /// Follows a batch that is not `whole`. True if anything moved, came or went.
    bool apply(const Fleet &fleet, const FleetBatch &batch);
    /// After the matches of windows of this client changed; place() must follow. True if it must.
    bool check(const Fleet &fleet, Slot client);
    void place();

    const Options &options() const { return m_options; }
    const TopologyMetrics &metrics() const { return m_options.metrics; }
    QSize size() const { return {m_options.width, m_height}; }
    /// Clients that were laid out since the last reset, for tests and benches.
    std::uint64_t laidOut() const { return m_laidOut; }

    // Groups by number, bands by slot of the client.
    const std::vector<int> &order() const { return m_order; } ///< groups from top to bottom
    const Group &group(int number) const { return m_groups[std::size_t(number)]; }
    int groupOf(const UserId &user) const;
    /// Null if there is none, or it is not shown.
    const Band *band(Slot client) const;
    /// Null if it is not shown.
    const Box *box(const Fleet &fleet, Slot window) const;

    // Rectangles on the map; null where something is not shown.
    QRect groupHeader(int group) const;
    QRect bandHeader(const Band &band) const;
    QRect rect(const Band &band, const Box &box) const { return box.rect.translated(band.rect.topLeft()); }
    QRect title(const Band &band, const Box &box) const;
    /// Tabs first, then reservations; where tabs have no place of their own, that of the window.
    QRect cell(const Band &band, const Box &box, int index) const;
    QRect rect(const Fleet &fleet, const TopologySpot &spot) const;
    /// Indices of the cells that may touch the rectangle, as first and one past the last of rows.
    std::pair<int, int> cellRows(const Band &band, const Box &box, const QRect &area) const;

    TopologySpot spotAt(const Fleet &fleet, QPoint at) const;
    /// Which of the client's makings stands in this cell, -1 if none.
    int makingAt(const Band &band, const Box &box, int index) const;
    /// Calls `visit(int group)` for those that touch the stretch, from top to bottom.
    template <class Visit>
    void visitGroups(int top, int bottom, Visit visit) const
    {
        for (auto it = firstGroup(top); it != m_order.end() && group(*it).top < bottom; ++it)
            if (group(*it).height > 0)
                visit(*it);
    }
    /// Calls `visit(const Band &)` for those of the group that touch the stretch.
    template <class Visit>
    void visitBands(const Group &group, int top, int bottom, Visit visit) const
    {
        for (auto it = firstBand(group, top); it != group.clients.end(); ++it) {
            const Band &band = m_bands[*it];
            if (band.isShown && band.rect.top() >= bottom)
                break;
            if (band.isShown && band.rect.bottom() >= top)
                visit(band);
        }
    }

private:
    int enterGroup(const Fleet &fleet, Slot client);
    int groupFor(const UserId &user);
    void enter(const Fleet &fleet, Slot client);
    void leave(Slot client);
    void sortIn(const Fleet &fleet, Slot client);
    bool isBefore(const Fleet &fleet, Slot a, Slot b) const;
    bool refreshAway(int group);
    void orderGroups();
    bool takeWaiters(const Fleet &fleet);
    bool takeReservations(const Fleet &fleet);
    bool isStill(const Fleet &fleet, const Band &band) const;
    bool isShown(Slot window) const;
    void layOut(const Fleet &fleet, Band &band);
    QSize sizeOf(Box &box) const;
    int innerWidth() const;
    int columnsOfTiles() const;
    void placeBands(Group &group);
    std::vector<int>::const_iterator firstGroup(int top) const;
    std::vector<Slot>::const_iterator firstBand(const Group &group, int top) const;

    Options m_options;
    const std::vector<std::uint32_t> *m_matches = nullptr;
    std::vector<Band> m_bands; ///< by slot of the client
    std::vector<Group> m_groups;
    std::unordered_map<UserId, int> m_groupIndex;
    std::vector<int> m_order;
    int m_height = 0;
    std::uint64_t m_laidOut = 0;
};

} // namespace cheetah::gui
