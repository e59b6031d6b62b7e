// SPDX-License-Identifier: Apache-2.0
#include "simulation/invariants.h"

#include "model/fleetequal.h"

namespace cheetah::simulation {

Invariants::Invariants(FleetSource &stream, const DeploymentPolicies &policies, EventLog &log)
    : m_source(stream), m_policies(policies), m_log(log), m_commands(log)
{
    m_known.fleet.reset(stream.fleet().revisions());
    m_subscription = stream.subscribe(*this);
}

void Invariants::violated(const std::string &what)
{
    m_log.violated((m_step ? std::string(name(m_step->kind)) + ": " : std::string()) + what);
}

std::uint64_t Invariants::ended(EndCause cause) const
{
    const auto found = m_ends.find(cause);
    return found == m_ends.end() ? 0 : found->second;
}

bool Invariants::live(const Handle &handle) const
{
    if (!handle.context.name)
        return false;
    const auto lease = m_known.live.find(handle.name());
    return lease != m_known.live.end() && lease->second.handle == handle;
}

std::optional<Handle> Invariants::heldBy(const Request &request) const
{
    const auto found = m_known.liveByRequest.find(request);
    return found == m_known.liveByRequest.end() ? std::nullopt : std::optional(m_known.live.at(found->second).handle);
}

bool Invariants::nodeLives(const NodeId &node) const
{
    const auto found = m_known.nodes.find(node);
    return found != m_known.nodes.end() && found->second.until > now();
}

bool Invariants::connected(const ClientName &name) const
{
    const Slot slot = m_known.fleet.find(name);
    if (slot == noSlot || !m_known.fleet.client(slot).state->connected)
        return false;
    const auto client = m_known.clients.find(name);
    return client != m_known.clients.end()
        && (client->second.until > now() || nodeLives(m_known.fleet.client(slot).state->node));
}

void Invariants::requestCancelled(const Request &request)
{
    m_known.cancelled.emplace(request, now());
    if (m_known.liveByRequest.contains(request))
        violated("request " + request.second.string() + " was cancelled and keeps its lease");
}

/// One process lives under an id at a time (SPEC L7).
void Invariants::nodeEntered(const NodeInfo &node)
{
    const auto known = m_known.nodes.find(node.id);
    if (known != m_known.nodes.end() && known->second.incarnation != node.incarnation && known->second.until > now())
        violated("node " + node.id.string() + " was entered as " + node.incarnation.string() + " while "
                 + known->second.incarnation.string() + " lives");
    m_known.nodes[node.id] = {node.incarnation, now() + m_policies.connectionLease};
}

void Invariants::nodeBeat(const NodeId &node, const Incarnation &incarnation)
{
    const auto known = m_known.nodes.find(node);
    if (known == m_known.nodes.end() || known->second.incarnation != incarnation)
        return violated("the heartbeat of " + incarnation.string() + " renewed the node that replaced it");
    known->second.until = now() + m_policies.connectionLease;
}

void Invariants::reserved(const ReserveArgs &args, bool again, const Result<void> &result)
{
    if (again)
        return;
    const auto claim = m_known.claims.find(args.client);
    const auto othersAt = [&](RegistryTime time) {
        if (claim == m_known.claims.end() || claim->second.node == args.node || claim->second.until <= time)
            return false;
        const auto node = m_known.nodes.find(claim->second.node);
        return node != m_known.nodes.end() && node->second.until > time;
    };
    if (!result && result.error().code == ErrorCode::NotProvisioningOwner) {
        if (!othersAt(now() - Micros(1)))
            violated("node " + args.node.string() + " may not provision for " + args.client.client.string()
                     + ", though nobody holds the claim");
        return;
    }
    if (!result)
        return;
    if (othersAt(now()))
        violated("node " + args.node.string() + " reserves at " + args.client.client.string() + ", which "
                 + claim->second.node.string() + " provisions for");
    m_known.claims[args.client] = {args.node, now() + m_policies.provisionTimeout};
    m_reservedBy[args.provision] = args.node;
}

void Invariants::creationAsked(const CommandRecord &record)
{
    if (record.content.provision.empty())
        return;
    const auto found = m_reservedBy.find(record.content.provision);
    if (found == m_reservedBy.end() || found->second != record.node)
        violated("node " + record.node.string() + " asks for a creation that it did not reserve");
}

void Invariants::helloAccepted(const Hello &hello, const Welcome &welcome)
{
    Account::Client &client = m_known.clients[hello.client];
    if (welcome.generation <= m_lastGeneration)
        violated("generation " + std::to_string(welcome.generation) + " does not grow");
    m_lastGeneration = welcome.generation;
    if (client.epoch != hello.epoch) {
        if (!client.epoch.empty())
            client.retired.insert(client.epoch);
        client.seq = 0;
        client.retired.erase(hello.epoch);
    }
    client.epoch = hello.epoch;
    client.generation = welcome.generation;
    client.connection = hello.connection;
    client.until = now() + m_policies.connectionLease;
    if (welcome.lastSeq != client.seq)
        violated("the welcome names seq " + std::to_string(welcome.lastSeq) + " instead of "
                 + std::to_string(client.seq));
}

/// The fleet shows what the report named, in its order, and nothing else of that client (SPEC W7).
void Invariants::reportAccepted(const Report &report)
{
    m_known.clients[report.client].seq = report.seq;
    const Slot slot = m_known.fleet.find(report.client);
    if (slot == noSlot)
        return violated("a report was accepted of a client that is not there");
    const auto &windows = m_known.fleet.client(slot).windows;
    if (windows.size() != report.windows.size())
        return violated("the fleet shows other windows than the report");
    for (std::size_t i = 0; i < windows.size(); ++i) {
        const WindowRow &row = m_known.fleet.window(windows[i]);
        bool same = row.name.window == report.windows[i].id && row.contexts.size() == report.windows[i].contexts.size();
        for (std::size_t j = 0; same && j < row.contexts.size(); ++j) {
            const ReportedContext &wanted = report.windows[i].contexts[j];
            const ReportedContext &shown = *m_known.fleet.context(row.contexts[j]).reported;
            same = shown.id == wanted.id && shown.health == wanted.health && shown.url == wanted.url;
        }
        if (!same)
            return violated("window " + row.name.window.string() + " is not as reported");
    }
}

void Invariants::fleetReset()
{
    if (!std::exchange(m_resetExpected, false))
        return violated("the registry lost its memory");
    const std::vector<Revision> &revisions = m_source.fleet().revisions();
    if (m_known.fleet.revisions().empty()
        || m_known.fleet.revisions().front().incarnation != revisions.front().incarnation)
        m_known.fleet.reset(revisions);
    checkSame(m_source.fleet(), "the store that went back");
}

Account Invariants::account() const
{
    Account account = m_known;
    account.commands = m_commands.account();
    return account;
}

/// What was granted since stays granted and not valid: no fence and no generation is given twice (SPEC W11).
void Invariants::goesBack(const Account &before)
{
    m_resetExpected = true;
    for (const auto &[context, lease] : m_known.live) {
        const auto kept = before.live.find(context);
        if (kept == before.live.end() || kept->second.handle.fence != lease.handle.fence) {
            m_lost.insert({context, lease.handle.fence});
            ++m_lostGrants;
        }
    }
    m_known = before;
    m_commands.goesBack(before.commands);
    forgiveAll();
}

void Invariants::beginsAnew()
{
    Account nothing;
    nothing.fleet.reset({});
    goesBack(nothing);
}

void Invariants::on(const ClientChanged &change, const Delta &)
{
    if (m_step->kind == Step::Sweep && !change.state->connected && connected(change.name))
        violated("the connection of " + change.name.client.string() + " was swept, though its lease is current");
}

void Invariants::fleetChanged(const Delta &delta)
{
    if (!m_step)
        return violated("the fleet changed without a step");
    // A request that has its answer leaves the queue, whatever the step answers.
    for (const Change &change : delta.changes)
        m_changesInStep += !(m_step->assign && std::holds_alternative<WaiterRemoved>(change));
    // In their order, each seen before the changes of its delta are applied: nothing here needs what comes between.
    for (const Change &change : delta.changes)
        std::visit([&](const auto &concrete) { on(concrete, delta); }, change);
    if (const auto applied = m_known.fleet.apply(delta); !applied)
        violated("a delta does not fit: " + std::string(name(applied.error().code)) + ' ' + applied.error().detail);
}

void Invariants::on(const AssignmentStarted &change, const Delta &delta)
{
    const ContextName &context = *change.key.name;
    const Assignment &given = change.assignment;
    const Request request{context.user, given.request};
    const bool asked =
        m_step->assign && m_step->assign->request == given.request && *m_step->assign->context.name == context;
    if (!asked)
        violated("an assignment to request " + given.request.string() + " that this step did not ask for");
    if (!m_asked.contains(request))
        violated("nobody asked as request " + given.request.string());
    if (m_known.live.contains(context))
        violated("context " + context.context.string() + " is leased twice");
    if (m_known.liveByRequest.contains(request))
        violated("request " + given.request.string() + " holds two contexts");
    if (given.fence <= m_lastFence)
        violated("fence " + std::to_string(given.fence) + " does not grow");
    m_lastFence = given.fence;
    m_known.live[context] = {Handle{change.key, given.fence, given.request}, delta.at, delta.at, given.longestHold,
                             given.tied};
    m_known.liveByRequest[request] = context;
    m_granted.insert({context, given.fence});
    if (const auto command = m_commands.unresolved(context, delta.at))
        violated("context " + context.context.string() + " settles on command " + command->string());
}

void Invariants::on(const AssignmentRenewed &change, const Delta &delta)
{
    const auto lease = m_known.live.find(*change.key.name);
    if (lease == m_known.live.end() || lease->second.handle.fence != change.fence)
        return violated("a lease was renewed that is not current");
    if (m_step->kind != Step::Renew || !m_step->handle || !(lease->second.handle == *m_step->handle))
        violated("another lease was renewed than the step named");
    lease->second.renewedAt = delta.at;
}

void Invariants::on(const AssignmentEnded &change, const Delta &delta)
{
    const auto lease = m_known.live.find(*change.key.name);
    if (lease == m_known.live.end() || lease->second.handle.fence != change.fence)
        return violated("the lease on " + change.key.name->context.string() + " ended twice, or never was");
    if (const auto against = mayEnd(lease->second, change.cause))
        violated("the lease on " + change.key.name->context.string() + " ended as " + std::string(name(change.cause))
                 + ", but " + *against);
    ++m_ends[change.cause];
    const Request request{change.key.name->user, lease->second.handle.request};
    m_known.ended[request] = delta.at;
    m_known.liveByRequest.erase(request);
    m_known.live.erase(lease);
}

void Invariants::on(const SettlingChanged &change, const Delta &)
{
    if (!change.settling && m_step->kind == Step::Settle)
        m_commands.settled(*change.key.name);
}

void Invariants::on(const ReservationChanged &change, const Delta &)
{
    if (m_step->kind == Step::Reserve && change.reservation->answeredSeq == 0)
        ++m_reservationsMade;
}

void Invariants::on(const ReservationRemoved &change, const Delta &delta)
{
    const auto found = m_known.fleet.reservations().find({change.client, change.provision});
    if (found == m_known.fleet.reservations().end())
        return violated("reservation " + change.provision.string() + " ended twice");
    if (const auto against = mayRemove(*found->second, delta))
        violated("reservation " + change.provision.string() + " ended, but " + *against);
}

void Invariants::on(const ContextRemoved &change, const Delta &)
{
    if (m_known.live.contains(*change.key.name))
        violated("context " + change.key.name->context.string() + " was removed with its lease");
    m_commands.contextGone(*change.key.name);
}

void Invariants::checkAbandoned()
{
    for (auto at = m_abandoned.begin(); at != m_abandoned.end();) {
        if (at->second > now()) {
            ++at;
            continue;
        }
        if (m_known.liveByRequest.contains(at->first))
            violated("request " + at->first.second.string() + " keeps a lease that nobody was told of");
        at = m_abandoned.erase(at);
    }
}

void Invariants::checkEmpty()
{
    if (!m_known.live.empty())
        violated("context " + m_known.live.begin()->first.context.string() + " is still leased in the end");
    if (m_known.fleet.waiterCount() > 0)
        violated("a waiter is left in the end");
    if (!m_known.fleet.reservations().empty())
        violated("reservation " + m_known.fleet.reservations().begin()->first.second.string() + " is left in the end");
    for (Slot slot = 0; slot < m_known.fleet.contextSlots(); ++slot) {
        const ContextRow &row = m_known.fleet.context(slot);
        if (row.name && (row.settling || row.hold))
            violated("context " + row.name->context.string() + (row.settling ? " settles" : " is held")
                     + " in the end");
    }
    m_commands.checkAllEnded();
}

void Invariants::checkSame(const Fleet &other, const std::string &whose)
{
    if (other.revisions() != m_known.fleet.revisions())
        return;
    if (const auto difference = firstDifference(m_known.fleet, other))
        violated(whose + " differs at revision " + std::to_string(m_known.fleet.revision()) + ": " + *difference);
}

void Invariants::checkSnapshot()
{
    Fleet loaded;
    loaded.reset(m_known.fleet.revisions());
    for (const auto &slice : m_source.fleet().snapshot(16))
        if (!loaded.load(slice))
            return violated("a snapshot does not load");
    checkSame(loaded, "a loaded snapshot");
}

} // namespace cheetah::simulation
