// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "registry/drains.h"
#include "registry/leases.h"
#include "registry/reportdiff.h"

namespace cheetah {

/// Takes over what clients report of their windows and contexts (SPEC W7), and removes it again. Owned by the registry.
class Reports {
public:
    Reports(FleetWriter &writer, Leases &leases, Reservations &reservations, Drains &drains,
            const ConnectionLeases &connections, const DeploymentPolicies &policies)
        : m_writer(writer),
          m_leases(leases),
          m_reservations(reservations),
          m_drains(drains),
          m_connections(connections),
          m_policies(policies),
          m_comparer(writer.fleet())
    {}

    Result<ReportAccepted> report(const Report &report, ReportSource source);
    Result<ReportAccepted> unchanged(const ClientName &client, const Epoch &epoch, std::uint64_t seq,
                                     ReportSource source);
    /// As report(), with the difference to the rows at hand found elsewhere. It must fit the fleet as it is.
    Result<ReportAccepted> reportDiff(const ClientName &client, const Epoch &epoch, std::uint64_t seq, ReportDiff &diff,
                                      ReportSource source);

    /// Ends the client's assignments as `cause`, and removes at most `limit` contexts; true once no window is left.
    bool removeContexts(Slot client, EndCause cause, std::uint32_t limit, std::uint32_t &ended);

private:
    Result<Slot> check(const ClientName &client, const Epoch &epoch, std::uint64_t seq, ReportSource source) const;
    ReportAccepted take(Slot client, std::uint64_t seq, ReportDiff &diff);
    void removeContexts(const std::vector<Slot> &gone, EndCause cause, std::uint32_t &ended);
    void arrived(const std::vector<ContextChanged> &contexts, ReportAccepted &accepted);
    bool joinsLease(Slot context);
    bool closable(Slot context) const;
    Slot opener(Slot context) const;
    void attribute(Slot client, ReportDiff &diff);

    FleetWriter &m_writer;
    Leases &m_leases;
    Reservations &m_reservations;
    Drains &m_drains;
    const ConnectionLeases &m_connections;
    const DeploymentPolicies &m_policies;
    ReportComparer m_comparer;
    ReportDiff m_diff;
};

} // namespace cheetah
