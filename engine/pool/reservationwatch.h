// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "pool/provisioning.h"
#include "pool/roundtimer.h"
#include "registry/fleetview.h"

#include <set>

namespace cheetah {

/// Asks clients what became of creations that are overdue, and passes their word on to the registry, so that restarts and
/// lost answers neither hold capacity for ever nor create twice (SPEC W13). Owned by the manager of the node that
/// provisions.
class ReservationWatch {
public:
    static constexpr Micros interval = Seconds(1);
    static constexpr Micros askAgainAfter = Seconds(10);
    static constexpr std::size_t maxAsked = 32; ///< at once

    ReservationWatch(WindowRegistry &registry, ProvisionPort &port, FleetView &view, Scheduler &scheduler,
                     const Clock &clock);

    void start() { m_timer.start(); }
    void stop();
    std::uint64_t asked() const { return m_asked; }

private:
    using Key = std::pair<ClientName, ProvisionId>;
    void round();
    void ask(const Reservation &reservation);
    void answered(const Reservation &reservation, const Result<ProvisionStatus> &status);

    WindowRegistry &m_registry;
    ProvisionPort &m_port;
    FleetView &m_view;
    const Clock &m_clock;
    std::map<Key, SteadyTime> m_askedAt;
    std::uint64_t m_asked = 0;
    RoundTimer m_timer;
    Scope m_scope;
};

} // namespace cheetah
