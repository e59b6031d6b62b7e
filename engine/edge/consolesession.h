// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "edge/edgeservices.h"
#include "edge/websocketlink.h"
#include "model/pendingdeltas.h"
#include "wire/envelope.h"

#include <optional>

namespace cheetah {

/// One console's (or app's) socket: calls of the method table, and the live stream of fleet, journal and health that it
/// subscribed to (SPEC E1, O1). Deltas of one turn of the loop leave as one; a console that reads slowly misses deltas and
/// gets a fresh snapshot once it has caught up, so that nothing is queued without bound. Owned by the Edge.
class ConsoleSession final : public LinkHandler, private FleetObserver {
public:
    class Owner {
    public:
        virtual ~Owner() = default;
        /// The socket is closed; destroy the session, but not inside this call.
        virtual void consoleFinished(ConsoleSession &session) = 0;
    };

    ConsoleSession(EdgeServices &services, InputCounters &counters, FailureLimiter &failures, Owner &owner,
                   std::unique_ptr<WebSocketLink> link, std::optional<Principal> principal);
    ~ConsoleSession() override;

    bool attached() const { return m_attached; }
    SteadyTime openedAt() const { return m_openedAt; }
    void refuse(ErrorCode reason);

    void message(std::string_view text) override;
    void closed(std::uint16_t code, const std::string &reason) override;

private:
    void attach(const RpcMessage &message);
    void subscribe(const RpcMessage &message);
    void call(const RpcMessage &message);
    void sendSnapshot();
    void fleetChanged(const Delta &delta) override;
    void fleetReset() override;
    void scheduleFlush();
    void flush();
    void flushDeltas();
    void flushJournal();
    void beat();
    bool isSlow() const;

    EdgeServices &m_services;
    InputCounters &m_counters;
    FailureLimiter &m_failures;
    Owner &m_owner;
    std::unique_ptr<WebSocketLink> m_link;
    std::optional<Principal> m_principal;
    const ConnectionId m_connection;
    const SteadyTime m_openedAt;
    std::string m_actor;
    bool m_attached = false;
    std::size_t m_callsUnderWay = 0;

    FleetSource::Subscription m_fleet;
    bool m_wantsFleet = false;
    bool m_wantsHealth = false;
    bool m_needsSnapshot = false; ///< deltas were missed
    bool m_flushing = false;
    PendingDeltas m_pending; ///< everything since the last flush
    std::uint64_t m_journalSent = 0;
    std::shared_ptr<void> m_journal;
    Scheduler::Timer m_heartbeat;
    Scope m_scope;
};

} // namespace cheetah
