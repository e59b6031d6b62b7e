// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "model/verdict.h"
#include "registry/fleetwriter.h"

namespace cheetah {

class Leases;

/// Drains of clients, windows and nodes and how they end (SPEC W16). Owned by the registry; the fleet has the drains. A
/// node's drain covers the clients whose socket it holds.
class Drains {
public:
    /// Operators make drains by hand, so a fixed bound serves.
    static constexpr std::size_t maxDrains = 10'000;

    Drains(FleetWriter &writer, Leases &leases) : m_writer(writer), m_leases(leases) {}

    /// Starts or changes. `client_unknown`, `window_unknown`, `not_found` (node), `limit_exceeded`.
    Result<Drain> start(const Drain &drain);
    void undo(const DrainTarget &target);
    /// The window is gone, and with it its drain.
    void windowGone(const WindowName &window);
    /// Moves drains on: done at zero leases, kept or forced at the deadline; ends at most `limit` assignments.
    std::uint32_t sweep(std::uint32_t limit, bool &more);

    /// Which drain keeps new assignments from a context there; `window` may be noSlot.
    static std::optional<Rule> rule(const Fleet &fleet, Slot client, Slot window)
    {
        return fleet.drains().empty() ? std::nullopt : find(fleet, client, window);
    }

private:
    static std::optional<Rule> find(const Fleet &fleet, Slot client, Slot window);
    template <class F>
    void eachLeased(const DrainTarget &target, F &&f) const;
    std::uint32_t count(const DrainTarget &target) const;

    FleetWriter &m_writer;
    Leases &m_leases;
};

} // namespace cheetah
