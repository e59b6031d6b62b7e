// SPDX-License-Identifier: Apache-2.0
#include "registry/connections.h"

#include <algorithm>
#include <limits>

namespace cheetah {

namespace {

constexpr std::uint32_t all = std::numeric_limits<std::uint32_t>::max();

std::string milliseconds(Micros duration)
{
    return std::to_string(std::max<std::int64_t>(1, (duration.count() + 999) / 1000));
}

} // namespace

Result<void> Connections::mayEnter(const Hello &hello, Slot client) const
{
    const RegistryTime now = m_writer.now();
    if (const auto kept = m_keptOut.find(hello.client); kept != m_keptOut.end() && kept->second > now)
        return Error(ErrorCode::KeptOut, {{"remainingMs", milliseconds(kept->second - now)}});
    if (client == noSlot || m_writer.fleet().client(client).state->epoch == hello.epoch)
        return {};
    if (m_connections.retired(client, hello.epoch))
        return Error(ErrorCode::EpochRetired, {{"epoch", hello.epoch.string()}});
    if (m_connections.current(client, now)
        && (hello.connection.empty() || m_connections.connection(client) != hello.connection))
        return Error(ErrorCode::ClientIdInUse, {{"retryAfterMs", milliseconds(m_connections.remaining(client, now))}});
    return {};
}

Result<Welcome> Connections::hello(const Hello &hello)
{
    Slot slot = m_writer.fleet().find(hello.client);
    if (Result<void> may = mayEnter(hello, slot); !may)
        return may.error();
    const bool resumed = slot != noSlot && m_writer.fleet().client(slot).state->epoch == hello.epoch;
    if (slot != noSlot && !resumed)
        startEpoch(slot);

    auto state = std::make_shared<ClientState>();
    state->kind = hello.kind;
    state->epoch = hello.epoch;
    m_lastGeneration = std::max(m_lastGeneration + 1, std::uint64_t(m_writer.now().us));
    state->generation = m_lastGeneration;
    state->seq = resumed ? m_writer.fleet().client(slot).seq : 0;
    state->connected = true;
    state->node = hello.node;
    state->agent = hello.agent;
    state->metadata = hello.metadata;
    state->limits = minimum(hello.limits, m_policies.serverLimits);
    state->connectedAt = m_writer.now();
    if (slot != noSlot) {
        state->provisioner = m_writer.fleet().client(slot).state->provisioner;
        state->provisionsUntil = m_writer.fleet().client(slot).state->provisionsUntil;
    }
    const Welcome welcome{state->generation, state->seq, resumed, state->limits, m_policies.connectionLease};
    m_writer.add(ClientChanged{hello.client, std::move(state)});
    m_writer.flush();
    slot = m_writer.fleet().find(hello.client);
    m_connections.open(slot, hello.node, hello.connection, m_writer.now());
    m_deadlines.clear(Deadlines::Kind::GraceEnd, slot);
    m_deadlines.clear(Deadlines::Kind::ClientRemoval, slot);
    m_keptOut.erase(hello.client);
    return welcome;
}

/// The epoch that stood until now ends: nothing of it is inherited (SPEC W7).
void Connections::startEpoch(Slot client)
{
    m_connections.retire(client, m_writer.fleet().client(client).state->epoch);
    m_reservations.dropAll(client);
    std::uint32_t ended = 0;
    m_reports.removeContexts(client, EndCause::EpochEnded, all, ended);
}

Result<std::uint32_t> Connections::closed(const ClientName &client, std::uint64_t generation)
{
    const Slot slot = m_writer.fleet().find(client);
    if (slot == noSlot || !m_writer.fleet().client(slot).state->connected
        || m_writer.fleet().client(slot).state->generation != generation)
        return 0u;
    return connectionEnded(slot, true);
}

/// Starts the disconnect policy (SPEC W6). With `endNow` the policy `release` ends at once; else the sweep does it in
/// slices. Returns the number of assignments ended.
std::uint32_t Connections::connectionEnded(Slot client, bool endNow)
{
    const RegistryTime now = m_writer.now();
    const ClientRow &row = m_writer.fleet().client(client);
    const DisconnectPolicy &policy = m_policies.disconnectPolicy;
    std::uint32_t ended = 0;
    auto state = std::make_shared<ClientState>(*row.state);
    state->seq = row.seq;
    state->connected = false;
    state->disconnectedAt = now;
    state->removeAt = now + m_policies.contextRetention;
    if (policy.kind == DisconnectPolicy::Kind::Release && endNow)
        ended = m_leases.endClient(client, EndCause::Disconnected, all).ended;
    else if (policy.kind != DisconnectPolicy::Kind::Keep)
        state->graceUntil = policy.kind == DisconnectPolicy::Kind::Grace ? now + policy.grace : now;
    if (state->graceUntil.isSet())
        m_deadlines.set(Deadlines::Kind::GraceEnd, client, state->graceUntil);
    m_deadlines.set(Deadlines::Kind::ClientRemoval, client, state->removeAt);
    m_connections.close(client);
    m_writer.add(ClientChanged{row.name, std::move(state)});
    m_writer.flush();
    return ended;
}

Result<std::uint64_t> Connections::disconnect(const ClientName &client, std::uint64_t seen, Micros keepOut)
{
    const Slot slot = m_writer.fleet().find(client);
    if (slot == noSlot)
        return Error(ErrorCode::ClientUnknown, {{"client", client.client.string()}});
    if (!m_writer.fleet().client(slot).state->connected)
        return Error(ErrorCode::ClientNotConnected, {{"client", client.client.string()}});
    const std::uint64_t generation = m_writer.fleet().client(slot).state->generation;
    if (seen != 0 && seen != generation)
        return Error(ErrorCode::GenerationMismatch, {{"generation", std::to_string(generation)}});
    if (keepOut > Micros(0)) {
        std::erase_if(m_keptOut, [&](const auto &kept) { return kept.second <= m_writer.now(); });
        if (m_keptOut.size() >= maxKeptOut)
            return Error(ErrorCode::LimitExceeded, {{"which", "kept_out"}, {"limit", std::to_string(maxKeptOut)}});
    }
    connectionEnded(slot, true);
    if (keepOut > Micros(0)) {
        auto state = std::make_shared<ClientState>(*m_writer.fleet().client(slot).state);
        state->seq = m_writer.fleet().client(slot).seq;
        state->keptOutUntil = m_writer.now() + keepOut;
        m_keptOut[client] = state->keptOutUntil;
        m_writer.add(ClientChanged{client, std::move(state)});
    }
    return generation;
}

const NodeInfo *Connections::findNode(const NodeId &node) const
{
    for (const NodeInfo &info : m_writer.fleet().nodes())
        if (info.id == node)
            return &info;
    return nullptr;
}

Result<void> Connections::registerNode(const NodeInfo &node)
{
    const RegistryTime now = m_writer.now();
    ConnectionLeases::Node *known = m_connections.node(node.id);
    if (!known || !known->registered || known->incarnation != node.incarnation) { // what an earlier life left ends
        if (known && known->registered && known->live(now))
            return Error(ErrorCode::NodeIdLive,
                         {{"node", node.id.string()}, {"retryAfterMs", milliseconds(known->until - now)}});
        if (known)
            endConnectionsOf(*known);
        m_waiters.removeNode(node.id);
    }
    ConnectionLeases::Node &entry = m_connections.makeNode(node.id);
    entry.incarnation = node.incarnation;
    entry.registered = true;
    m_connections.renewNode(entry, now);
    NodeInfo info = node;
    if (!info.startedAt.isSet())
        info.startedAt = now;
    info.heartbeatAt = now;
    m_writer.add(NodeChanged{std::move(info)});
    return {};
}

Result<void> Connections::heartbeat(const NodeId &node, const Incarnation &incarnation, const NodeReport &report)
{
    ConnectionLeases::Node *known = m_connections.node(node);
    if (!known || !known->registered)
        return Error(ErrorCode::NotFound, {{"node", node.string()}});
    if (known->incarnation != incarnation)
        return Error(ErrorCode::Superseded, {{"node", node.string()}});
    m_connections.renewNode(*known, m_writer.now());
    const NodeInfo *info = findNode(node);
    if (info && (info->heartbeatAt != m_writer.now() || info->report != report)) {
        NodeInfo changed = *info;
        changed.heartbeatAt = m_writer.now();
        changed.report = report;
        m_writer.add(NodeChanged{std::move(changed)});
    }
    return {};
}

Result<void> Connections::unregisterNode(const NodeId &node, const Incarnation &incarnation)
{
    ConnectionLeases::Node *known = m_connections.node(node);
    if (!known || !known->registered)
        return {};
    if (known->incarnation != incarnation)
        return Error(ErrorCode::Superseded, {{"node", node.string()}});
    endConnectionsOf(*known);
    m_waiters.removeNode(node);
    m_writer.add(NodeRemoved{node});
    m_connections.dropNode(node);
    return {};
}

std::uint32_t Connections::endConnectionsOf(ConnectionLeases::Node &node)
{
    const std::vector<Slot> clients = node.clients;
    for (const Slot client : clients)
        connectionEnded(client, false);
    return std::uint32_t(clients.size());
}

Result<ConnectionSweepOutcome> Connections::sweep(std::uint32_t limit)
{
    ConnectionSweepOutcome outcome;
    std::uint32_t touched = 0;
    sweepNodes(limit, outcome);
    m_writer.flush();
    while (const std::optional<Deadlines::Due> due = m_deadlines.due(m_writer.now())) {
        if (touched >= limit) {
            outcome.more = true;
            break;
        }
        sweepDeadline(*due, limit - touched, outcome, touched);
        m_writer.flush();
    }
    if (touched < limit)
        outcome.ended += m_drains.sweep(limit - touched, outcome.more);
    m_waiters.sweep();
    std::erase_if(m_keptOut, [&](const auto &kept) { return kept.second <= m_writer.now(); });
    return outcome;
}

void Connections::sweepNodes(std::uint32_t limit, ConnectionSweepOutcome &outcome)
{
    const RegistryTime now = m_writer.now();
    std::vector<Slot> lapsed;
    std::vector<NodeId> gone;
    for (const auto &[id, node] : m_connections.nodes()) {
        if (node.live(now))
            continue;
        for (const Slot client : node.clients) {
            if (m_connections.current(client, now))
                continue;
            if (lapsed.size() == limit) {
                outcome.more = true;
                break;
            }
            lapsed.push_back(client);
        }
        if (node.registered && !outcome.more)
            gone.push_back(id);
    }
    for (const Slot client : lapsed)
        connectionEnded(client, false);
    for (const NodeId &node : gone) {
        m_waiters.removeNode(node);
        m_writer.add(NodeRemoved{node});
        m_connections.dropNode(node);
    }
    outcome.lapsed += std::uint32_t(lapsed.size());
}

void Connections::sweepDeadline(Deadlines::Due due, std::uint32_t limit, ConnectionSweepOutcome &outcome,
                                std::uint32_t &touched)
{
    using Kind = Deadlines::Kind;
    switch (due.kind) {
    case Kind::GraceEnd: {
        const SliceOutcome slice = m_leases.endClient(due.slot, EndCause::Disconnected, limit);
        touched += slice.ended;
        outcome.ended += slice.ended;
        if (!slice.more)
            m_deadlines.clear(due.kind, due.slot);
        return;
    }
    case Kind::ClientRemoval:
        return removeClient(due.slot, limit, outcome, touched);
    case Kind::HoldEnd:
        m_holds.clear(due.slot);
        break;
    case Kind::SettlingEnd:
        m_leases.endSettling(due.slot);
        break;
    case Kind::LongestHold:
        outcome.ended += m_leases.end(due.slot, EndCause::LongestHold);
        break;
    case Kind::RequesterGone:
        outcome.ended += m_leases.end(due.slot, EndCause::RequesterGone);
        break;
    }
    m_deadlines.clear(due.kind, due.slot);
    ++touched;
}

void Connections::removeClient(Slot client, std::uint32_t limit, ConnectionSweepOutcome &outcome,
                               std::uint32_t &touched)
{
    const std::uint32_t before = m_writer.fleet().client(client).contexts;
    const bool removed = m_reports.removeContexts(client, EndCause::ClientRemoved, limit, outcome.ended);
    touched += before - m_writer.fleet().client(client).contexts;
    if (!removed)
        return;
    m_reservations.dropAll(client);
    m_deadlines.clear(Deadlines::Kind::GraceEnd, client);
    m_deadlines.clear(Deadlines::Kind::ClientRemoval, client);
    m_connections.forget(client);
    m_writer.add(ClientRemoved{m_writer.fleet().client(client).name});
    ++outcome.removedClients;
    ++touched;
}

} // namespace cheetah
