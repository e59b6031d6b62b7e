// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "base/clock.h"
#include "base/scheduler.h"
#include "edge/retrydelays.h"
#include "registry/connectionregistry.h"

#include <vector>

namespace cheetah {

/// Tells the registry that sockets closed, and tells it again with backoff while it is `unavailable`, until the connection's
/// lease has run out and the sweep ends it anyway (SPEC R4, R7). Owned by the edge, for sessions are gone by then.
class ConnectionEndings {
public:
    /// `lease`: how long a connection lives that nobody renews. All references outlive it.
    ConnectionEndings(ConnectionRegistry &registry, Scheduler &scheduler, const Clock &clock, IdSource &ids,
                      Micros lease)
        : m_registry(registry), m_scheduler(scheduler), m_clock(clock), m_ids(ids), m_lease(lease)
    {}

    void tell(const ClientName &client, std::uint64_t generation);

    /// Those that the registry has not taken in.
    std::size_t waiting() const { return m_waiting.size(); }
    /// Those left to the sweep.
    std::uint64_t givenUp() const { return m_givenUp; }

    static constexpr std::size_t mostWaiting = 20'000;

private:
    struct Ending {
        ClientName client;
        std::uint64_t generation = 0;
        SteadyTime until; ///< the sweep has ended it by then
    };

    void ask(Ending ending);
    void keep(Ending ending);
    void askAgain();

    ConnectionRegistry &m_registry;
    Scheduler &m_scheduler;
    const Clock &m_clock;
    IdSource &m_ids;
    const Micros m_lease;
    RetryDelays m_delays = RetryDelays(Micros::max()); ///< of the present time without registry
    std::vector<Ending> m_waiting;
    std::uint64_t m_givenUp = 0;
    Scheduler::Timer m_retry;
    Scope m_scope;
};

} // namespace cheetah
