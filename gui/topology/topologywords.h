// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "actions/underway.h"
#include "session/words.h"
#include "store/fleetstore.h"
#include "topology/topologylayout.h"

#include <QtCore/QCoreApplication>

namespace cheetah::gui {

class PendingActions;

/// How the lease on a tab stands.
struct LeaseLeft {
    bool isHeld = false; ///< by a task, its own or that of the tab that opened it
    bool ends = false;   ///< runs out by itself
    double share = 1;    ///< of the time from a renewal to the end
    Micros left{0};
    Tone tone = Tone::Accent; ///< Warn at a fifth, Danger at a twentieth
};
LeaseLeft leaseLeft(const FleetStore &store, Slot context, RegistryTime now);
/// The assignment that a tab is held by, its own or its opener's; null if none.
const Assignment *heldBy(const Fleet &fleet, Slot context);

/// What the map says about things, in the language that is set: short texts for the drawing, sentences for those who hear
/// it, rows for the card. Everything from outside comes out as plain text in one line. Owned by the map.
class TopologyWords {
    Q_DECLARE_TR_FUNCTIONS(cheetah::gui::TopologyWords)

public:
    TopologyWords(const FleetStore &store, const TopologyLayout &layout, const PendingActions &pending)
        : m_store(store), m_layout(layout), m_pending(pending)
    {}

    using Rows = std::vector<std::pair<QString, QString>>;

    QString clientName(Slot client) const;
    QString usage(Slot client) const;                                      ///< `2/4 windows · 5/8 tabs · 1 reserved`
    QString usage(Slot client, const TopologyLayout::Box &box) const;      ///< `3/8 tabs, 1 reserved`
    QString shortUsage(Slot client, const TopologyLayout::Box &box) const; ///< `3/8 +1`
    QString usage(const TopologyLayout::Group &group) const;
    QString drain(const Drain &drain, RegistryTime now) const;
    QString title(Slot context) const;         ///< never empty
    QString windowTitle(Slot window) const;    ///< never empty
    QString task(Slot context) const;          ///< that holds it
    QString stateAndPlace(Slot context) const; ///< second line of a tab that nobody holds
    QString connection(Slot client, RegistryTime now) const;
    QString chip(const std::pair<const std::string, std::string> &metadata) const;
    QString waiting(std::size_t count) const;
    QString making(const Reservation &reservation) const;
    static QString epoch(const Epoch &epoch); ///< shortened

    /// The action by hand that this very thing is waiting for the end of; null: none.
    const UnderWay *underWay(const TopologySpot &spot) const;
    /// The whole of it in one sentence, for screen readers.
    QString sentence(const TopologySpot &spot, RegistryTime now) const;
    /// Everything there is to know, for the card.
    QString heading(const TopologySpot &spot) const;
    Rows rows(const TopologySpot &spot, RegistryTime now) const;

private:
    QString usualSentence(const TopologySpot &spot, RegistryTime now) const;
    Rows usualRows(const TopologySpot &spot, RegistryTime now) const;
    Rows contextRows(Slot context, RegistryTime now) const;
    Rows windowRows(Slot window, RegistryTime now) const;
    Rows clientRows(Slot client, RegistryTime now) const;
    Rows reservationRows(const Reservation &reservation, RegistryTime now) const;
    Rows userRows(const UserId &user, RegistryTime now) const;
    QString contextSentence(Slot context, RegistryTime now) const;
    const TopologyLayout::Making *making(const TopologySpot &spot) const;
    QString used(Slot client, const TopologyLayout::Box &box) const;
    bool isFlow(Slot client) const;
    const Fleet &fleet() const { return m_store.fleet(); }

    const FleetStore &m_store;
    const TopologyLayout &m_layout;
    const PendingActions &m_pending;
};

} // namespace cheetah::gui
