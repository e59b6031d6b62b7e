// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "registry/reports.h"

namespace cheetah {

/// Connections, epochs and nodes as they open and end, and what the connection sweep does (SPEC W6, W7, R7). Owned by the
/// registry.
class Connections {
public:
    /// Operators keep clients out by hand, so a fixed bound serves.
    static constexpr std::size_t maxKeptOut = 10'000;

    Connections(FleetWriter &writer, Deadlines &deadlines, const DeploymentPolicies &policies,
                ConnectionLeases &connections, Leases &leases, Holds &holds, Reservations &reservations,
                WaiterQueue &waiters, Reports &reports, Drains &drains)
        : m_writer(writer),
          m_deadlines(deadlines),
          m_policies(policies),
          m_connections(connections),
          m_leases(leases),
          m_holds(holds),
          m_reservations(reservations),
          m_waiters(waiters),
          m_reports(reports),
          m_drains(drains)
    {}

    // The steps of ConnectionRegistry.
    Result<Welcome> hello(const Hello &hello);
    Result<std::uint32_t> closed(const ClientName &client, std::uint64_t generation);
    Result<void> heartbeat(const NodeId &node, const Incarnation &incarnation, const NodeReport &report);
    Result<ConnectionSweepOutcome> sweep(std::uint32_t limit);
    Result<std::uint64_t> disconnect(const ClientName &client, std::uint64_t seen, Micros keepOut);
    Result<void> registerNode(const NodeInfo &node);
    Result<void> unregisterNode(const NodeId &node, const Incarnation &incarnation);

private:
    Result<void> mayEnter(const Hello &hello, Slot client) const;
    void startEpoch(Slot client);
    std::uint32_t connectionEnded(Slot client, bool endNow);
    std::uint32_t endConnectionsOf(ConnectionLeases::Node &node);
    void sweepNodes(std::uint32_t limit, ConnectionSweepOutcome &outcome);
    void sweepDeadline(Deadlines::Due due, std::uint32_t limit, ConnectionSweepOutcome &outcome,
                       std::uint32_t &touched);
    void removeClient(Slot client, std::uint32_t limit, ConnectionSweepOutcome &outcome, std::uint32_t &touched);
    const NodeInfo *findNode(const NodeId &node) const;

    FleetWriter &m_writer;
    Deadlines &m_deadlines;
    const DeploymentPolicies &m_policies;
    ConnectionLeases &m_connections;
    Leases &m_leases;
    Holds &m_holds;
    Reservations &m_reservations;
    WaiterQueue &m_waiters;
    Reports &m_reports;
    Drains &m_drains;

    /// Over all clients, so that one who returns after its removal goes on too; ahead of the time, as fences are, so that a
    /// store that lost its newest steps gives none twice.
    std::uint64_t m_lastGeneration = 0;
    std::map<ClientName, RegistryTime> m_keptOut;
};

} // namespace cheetah
