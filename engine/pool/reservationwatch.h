// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "pool/provisioning.h"
#include "pool/roundtimer.h"
#include "registry/fleetview.h"

#include <set>

namespace cheetah {

/// Asks the clients whose sockets this node holds what became of creations that are overdue, whichever node asked for
/// them, and passes their word on to the registry, so that restarts and lost answers neither hold capacity for ever nor
/// create twice (SPEC W13). It creates nothing, so it stands at nodes that must not, too. Owned by the manager.
class ReservationWatch {
public:
    static constexpr Micros interval = Seconds(1);
    static constexpr Micros askAgainAfter = Seconds(10);
    static constexpr std::size_t maxAsked = 32; ///< at once

    ReservationWatch(NodeId node, WindowRegistry &registry, ProvisionPort &port, FleetView &view, Scheduler &scheduler,
                     const Clock &clock);

    void start() { m_timer.start(); }
    void stop();
    std::uint64_t asked() const { return m_asked; }

private:
    using Key = std::pair<ClientName, ProvisionId>;
    void round();
    void ask(const Reservation &reservation);
    void answered(const Reservation &reservation, const Result<ProvisionStatus> &status);

    bool isAskable(const Reservation &reservation) const;

    const NodeId m_node;
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
