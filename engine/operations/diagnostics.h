// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "model/nodestatus.h"
#include "model/policies.h"
#include "registry/evidencestore.h"
#include "registry/fleetsource.h"

#include <string>
#include <vector>

namespace cheetah {

/// Rows of one kind, all from one revision.
template <class Row>
struct Rows {
    std::uint64_t revision = 0;
    RegistryTime at;
    std::vector<Row> rows;
};

/// Which rows are wanted: empty fields do not restrict.
struct RowFilter {
    UserId user;
    ClientId client;
};

/// Connection of one client as shown (SPEC O1).
struct ConnectionView {
    ClientName client;
    std::uint64_t generation = 0;
    bool connected = false;
    NodeId node;
    RegistryTime since;
    std::optional<Micros> graceRemaining;
    std::optional<Micros> retentionRemaining;
    std::optional<Micros> keptOutRemaining;
};

/// Read-only answers about the fleet (SPEC O1): never asks a browser, never changes anything, and each answer comes from
/// one revision. The same object serves REST, the console socket and an embedded console.
class Diagnostics {
public:
    Diagnostics(const FleetSource &source, const EvidenceStore &evidence, NodeIdentity identity,
                DeploymentPolicies policies);

    /// Identity, revision, fleet and commands; what the other members tell is not known here.
    NodeStatus status() const;
    Rows<ContextView> contexts(const RowFilter &filter = {}) const;
    Rows<WindowView> windows(const RowFilter &filter = {}) const;
    Rows<ClientView> clients(const RowFilter &filter = {}) const;
    Rows<AssignmentView> assignments(const RowFilter &filter = {}) const;
    Rows<WaiterView> waiters(const RowFilter &filter = {}) const;
    Rows<Reservation> reservations(const RowFilter &filter = {}) const;
    Rows<ConnectionView> connections(const RowFilter &filter = {}) const;
    Rows<NodeView> nodes() const;
    Rows<Drain> drains() const;

    EvidenceCounts commands() const { return m_evidence.counts(); }
    const NodeIdentity &identity() const { return m_identity; }
    const DeploymentPolicies &policies() const { return m_policies; }

private:
    template <class Row>
    Rows<Row> at(std::vector<Row> rows) const;

    const FleetSource &m_source;
    const EvidenceStore &m_evidence;
    const NodeIdentity m_identity;
    const DeploymentPolicies m_policies;
};

} // namespace cheetah
