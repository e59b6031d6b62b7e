// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "registry/fleetobservers.h"

namespace cheetah {

/// The one place where a memory registry changes its fleet: a step adds changes, and commit() leads the fleet to the next
/// revision and tells the observers. A step that added nothing publishes nothing. Owned by the registry; decides nothing.
/// What was added is seen in fleet() after flush() or commit(), so a step whose parts build on each other flushes between
/// them; its observers still hear one delta.
class FleetWriter {
public:
    explicit FleetWriter(Incarnation incarnation);

    const Fleet &fleet() const { return m_fleet; }
    /// Registry time of the step under way.
    RegistryTime now() const { return m_now; }

    void begin(RegistryTime now) { m_now = now; }
    template <class C>
    void add(C &&change)
    {
        m_pending.changes.emplace_back(std::forward<C>(change));
    }
    /// Adds a change that the caller fills in where it lies.
    template <class C>
    C &make()
    {
        return std::get<C>(m_pending.changes.emplace_back(std::in_place_type<C>));
    }
    void flush();
    void commit();

    [[nodiscard]] FleetSource::Subscription subscribe(FleetObserver &observer)
    {
        return m_observers.subscribe(observer);
    }

private:
    void applyPending();

    Fleet m_fleet;
    RegistryTime m_now;
    Delta m_pending; ///< added and not yet applied
    Delta m_step;    ///< applied by flush() and not yet told
    FleetObservers m_observers;
};

} // namespace cheetah
