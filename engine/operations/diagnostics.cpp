// SPDX-License-Identifier: Apache-2.0
#include "operations/diagnostics.h"

#include <algorithm>

namespace cheetah {

namespace {

template <class Name>
bool passes(const RowFilter &filter, const Name &name)
{
    return (filter.user.empty() || filter.user == name.user) && (filter.client.empty() || filter.client == name.client);
}

std::optional<Micros> left(RegistryTime until, RegistryTime now)
{
    if (!until.isSet())
        return std::nullopt;
    return std::max(Micros(0), until - now);
}

} // namespace

Diagnostics::Diagnostics(const FleetSource &source, const EvidenceStore &evidence, NodeIdentity identity,
                         DeploymentPolicies policies)
    : m_source(source), m_evidence(evidence), m_identity(std::move(identity)), m_policies(std::move(policies))
{}

template <class Row>
Rows<Row> Diagnostics::at(std::vector<Row> rows) const
{
    return {m_source.fleet().revision(), m_source.now(), std::move(rows)};
}

NodeStatus Diagnostics::status() const
{
    const RegistryTime now = m_source.now();
    NodeStatus status;
    status.identity = m_identity;
    status.revision = m_source.fleet().revision();
    status.at = now;
    status.counts = countsOf(m_source.fleet(), now, m_policies.taskTimeout);
    status.commands = m_evidence.counts();
    return status;
}

Rows<ContextView> Diagnostics::contexts(const RowFilter &filter) const
{
    auto rows = contextViews(m_source.fleet(), m_source.now(), m_policies.taskTimeout);
    std::erase_if(rows, [&](const ContextView &row) { return !passes(filter, row.name); });
    return at(std::move(rows));
}

Rows<WindowView> Diagnostics::windows(const RowFilter &filter) const
{
    auto rows = windowViews(m_source.fleet());
    std::erase_if(rows, [&](const WindowView &row) { return !passes(filter, row.name); });
    return at(std::move(rows));
}

Rows<ClientView> Diagnostics::clients(const RowFilter &filter) const
{
    auto rows = clientViews(m_source.fleet());
    std::erase_if(rows, [&](const ClientView &row) { return !passes(filter, row.name); });
    return at(std::move(rows));
}

Rows<AssignmentView> Diagnostics::assignments(const RowFilter &filter) const
{
    auto rows = assignmentViews(m_source.fleet(), m_source.now(), m_policies.taskTimeout);
    std::erase_if(rows, [&](const AssignmentView &row) { return !passes(filter, row.context); });
    return at(std::move(rows));
}

Rows<WaiterView> Diagnostics::waiters(const RowFilter &filter) const
{
    auto rows = waiterViews(m_source.fleet(), m_source.now());
    std::erase_if(rows, [&](const WaiterView &row) { return !filter.user.empty() && filter.user != row.waiter.user; });
    return at(std::move(rows));
}

Rows<Reservation> Diagnostics::reservations(const RowFilter &filter) const
{
    std::vector<Reservation> rows;
    for (const auto &[key, reservation] : m_source.fleet().reservations())
        if (passes(filter, reservation->client))
            rows.push_back(*reservation);
    return at(std::move(rows));
}

Rows<ConnectionView> Diagnostics::connections(const RowFilter &filter) const
{
    const RegistryTime now = m_source.now();
    std::vector<ConnectionView> rows;
    for (const ClientView &client : clientViews(m_source.fleet())) {
        if (!passes(filter, client.name))
            continue;
        const ClientState &state = client.state;
        rows.push_back({client.name, state.generation, state.connected, state.node,
                        state.connected ? state.connectedAt : state.disconnectedAt, left(state.graceUntil, now),
                        left(state.removeAt, now), left(state.keptOutUntil, now)});
    }
    return at(std::move(rows));
}

Rows<NodeView> Diagnostics::nodes() const
{
    return at(nodeViews(m_source.fleet(), m_source.now()));
}

Rows<Drain> Diagnostics::drains() const
{
    return at(m_source.fleet().drains());
}

} // namespace cheetah
