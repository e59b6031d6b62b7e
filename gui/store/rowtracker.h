// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/fleet.h"
#include "store/fleetbatch.h"

namespace cheetah::gui {

/// Finds out which rows of a fleet a batch of deltas touches: look at each delta before and after it is applied, then take
/// the batch. It keeps what bore a slot when it was first touched, so that a slot given to another row is told from one
/// that only changed. Owned by the FleetStore.
class RowTracker {
public:
    explicit RowTracker(const Fleet &fleet) : m_fleet(fleet) {}

    /// Has the rows fetched that the delta will touch: in a large fleet they are far away, and the waits then overlap.
    void expect(const Delta &delta) const;
    void before(const Delta &delta);
    void after(const Delta &delta);
    FleetBatch take();
    /// Forgets what was noted: a whole fleet replaces this one.
    void clear();

private:
    /// Slots of one kind that were touched in this batch.
    template <class Name>
    struct Kind {
        enum State : std::uint8_t { Untouched, Same, Named };
        std::vector<std::uint8_t> states;         ///< by slot
        std::vector<Slot> same;                   ///< some of them may be named meanwhile
        std::vector<std::pair<Slot, Name>> named; ///< with what they bore before; empty: the row was free
        bool isTouched(Slot slot) const { return slot < states.size() && states[slot] != Untouched; }
        /// It goes on to bear what it bears. False if it was noted before.
        bool noteSame(Slot slot);
        /// It may bear another thing from now on.
        void note(Slot slot, const Name &name);
        void clear();
    };

    void before(const Change &change);
    void after(const Change &change);
    void touchContext(Slot slot);
    void touchWindow(Slot slot);
    void touchClient(Slot slot);
    void touchContextsOf(Slot client);
    void noteRemoved(const ClientName &name);
    void touchTarget(const DrainTarget &target);

    const Fleet &m_fleet;
    Kind<ContextNamePtr> m_contexts;
    Kind<WindowName> m_windows;
    Kind<ClientName> m_clients;
    FleetBatch m_batch; ///< its flags only
};

} // namespace cheetah::gui
