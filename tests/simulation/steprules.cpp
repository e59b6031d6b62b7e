// SPDX-License-Identifier: Apache-2.0
// The part of Invariants that says what a step may do.
#include "simulation/invariants.h"

#include <algorithm>

namespace cheetah::simulation {

using Against = std::optional<std::string>;

bool Invariants::fulfilled(const RequirementsPtr &requirements, const ClientRow &client)
{
    if (!requirements)
        return true;
    if (requirements->kind && *requirements->kind != client.state->kind)
        return false;
    if (!requirements->client.empty() && requirements->client != client.name.client)
        return false;
    return std::all_of(requirements->metadata.begin(), requirements->metadata.end(),
                       [&](const MetadataCondition &condition) { return fulfils(client.state->metadata, condition); });
}

bool Invariants::drained(const ClientRow &client, Slot window) const
{
    return m_known.fleet.drain(DrainTarget(client.name)) || m_known.fleet.drain(DrainTarget(client.state->node))
        || (window != noSlot && m_known.fleet.drain(DrainTarget(m_known.fleet.window(window).name)));
}

Against Invariants::againstAssign(const AssignArgs &args) const
{
    const Slot slot = m_known.fleet.find(args.context);
    if (slot == noSlot)
        return "the context is not there";
    if (auto against = againstRequest(args))
        return against;
    return againstRow(m_known.fleet.context(slot), args);
}

Against Invariants::againstRequest(const AssignArgs &args) const
{
    const Request request{args.context.name->user, args.request};
    if (m_known.cancelled.contains(request))
        return "the request was cancelled";
    if (m_known.ended.contains(request))
        return "the request held a lease that ended";
    if (!args.tiedTo.empty() && m_known.goneRequesters.contains(args.tiedTo))
        return "its requester is gone";
    if (args.place == 0)
        return std::nullopt;
    const auto &waiters = m_known.fleet.waiters(request.first);
    const auto waiter = waiters.find(args.place);
    if (waiter == waiters.end() || waiter->second->request != args.request)
        return "its waiter is not in the queue";
    if (waiter->second->deadline.isSet() && waiter->second->deadline < now())
        return "its waiter is past its deadline";
    return std::nullopt;
}

Against Invariants::againstRow(const ContextRow &row, const AssignArgs &args) const
{
    const ClientRow &client = m_known.fleet.client(row.client);
    if (row.assignment)
        return "the context is leased";
    if (!connected(client.name))
        return "its client is not connected";
    if (row.name->epoch != client.state->epoch)
        return "it is of another epoch";
    if (!fulfilled(args.requirements, client))
        return "its client does not fulfil the requirements";
    if (drained(client, row.window))
        return "it drains";
    if (row.parent.name)
        return "it belongs to another lease";
    if (row.settling)
        return "it settles";
    if (!args.anyHealth && row.reported->health != Health::Live)
        return "it is not live";
    if (row.hold && row.hold->request == args.request)
        return std::nullopt; // made for it, which stands outside the order of waiters
    if (row.hold && (!row.hold->until.isSet() || row.hold->until > now()))
        return "it is held for request '" + row.hold->request.string() + "'";
    if (const Waiter *waiter = overtaken(row, args))
        return "it overtakes the waiter of request " + waiter->request.string();
    return std::nullopt;
}

const Waiter *Invariants::overtaken(const ContextRow &row, const AssignArgs &args) const
{
    for (const auto &[place, waiter] : m_known.fleet.waiters(row.name->user)) {
        if ((args.place != 0 && place >= args.place) || waiter->request == args.request)
            break; // asked again, a waiter keeps its own place
        const bool alive = (!waiter->deadline.isSet() || waiter->deadline >= now()) && nodeLives(waiter->node);
        const bool wants =
            !waiter->placement.asksForCreation()
            && (!waiter->placement.window || *waiter->placement.window == m_known.fleet.window(row.window).name)
            && (waiter->anyHealth || row.reported->health == Health::Live)
            && fulfilled(waiter->requirements, m_known.fleet.client(row.client));
        if (alive && wants)
            return waiter.get();
    }
    return nullptr;
}

Against Invariants::againstReserve(const ReserveArgs &args) const
{
    if (m_known.fleet.reservations().contains({args.client, args.provision}))
        return std::nullopt; // asked again
    const Slot slot = m_known.fleet.find(args.client);
    if (slot == noSlot || !connected(args.client))
        return "the client is not connected";
    const ClientRow &client = m_known.fleet.client(slot);
    if (client.state->epoch != args.epoch)
        return "the epoch is another one";
    if (m_known.cancelled.contains({args.client.user, args.request}))
        return "the request was cancelled";
    const Slot window = args.placement.window ? m_known.fleet.find(*args.placement.window) : noSlot;
    if (args.placement.window && window == noSlot)
        return "the window is not there";
    if (drained(client, window))
        return "it drains";
    std::uint32_t tabs = client.contexts + 1, windows = std::uint32_t(client.windows.size()) + args.newWindow;
    std::uint32_t inWindow = window == noSlot ? 0 : std::uint32_t(m_known.fleet.window(window).contexts.size()) + 1;
    for (const auto &[key, reservation] : m_known.fleet.reservations()) {
        if (key.first != args.client)
            continue;
        ++tabs;
        windows += reservation->newWindow;
        inWindow += window != noSlot && reservation->placement.window == args.placement.window;
    }
    const CapacityLimits &limits = client.state->limits;
    if ((limits.tabs && tabs > *limits.tabs) || (args.newWindow && limits.windows && windows > *limits.windows)
        || (window != noSlot && limits.tabsPerWindow && inWindow > *limits.tabsPerWindow))
        return "it lifts reported and reserved above the limit";
    return std::nullopt;
}

Against Invariants::againstReport(const ClientName &name, const Epoch &epoch, std::uint64_t seq,
                                  std::uint64_t generation) const
{
    const auto client = m_known.clients.find(name);
    if (client == m_known.clients.end() || m_known.fleet.find(name) == noSlot)
        return "the client is not known";
    if (client->second.epoch != epoch)
        return "epoch " + epoch.string() + " is not its epoch";
    if (generation != 0 && generation != client->second.generation)
        return "generation " + std::to_string(generation) + " is superseded";
    if (seq <= client->second.seq)
        return "seq " + std::to_string(seq) + " is stale";
    return std::nullopt;
}

Against Invariants::againstHello(const Hello &hello) const
{
    const Slot slot = m_known.fleet.find(hello.client);
    const auto client = m_known.clients.find(hello.client);
    if (slot == noSlot || client == m_known.clients.end())
        return std::nullopt;
    if (m_known.fleet.client(slot).state->keptOutUntil > now())
        return "an operator keeps it out";
    if (client->second.epoch == hello.epoch)
        return std::nullopt;
    if (client->second.retired.contains(hello.epoch))
        return "epoch " + hello.epoch.string() + " is retired";
    if (connected(hello.client) && client->second.connection != hello.connection)
        return "another socket of the client is connected";
    return std::nullopt;
}

/// What speaks against the end of a lease with this cause in the step under way (SPEC W4).
Against Invariants::mayEnd(const Account::Lease &lease, EndCause cause) const
{
    const StepFacts &step = *m_step;
    const ContextName &context = lease.handle.name();
    const auto only = [cause](EndCause wanted) -> Against {
        return cause == wanted ? std::nullopt : Against("the cause is " + std::string(name(wanted)));
    };
    switch (step.kind) {
    case Step::Release:
    case Step::ReleaseAndAssign:
        return step.handle && *step.handle == lease.handle ? only(step.cause) : "the step released another lease";
    case Step::ForceRelease:
        if (!step.context || *step.context != context || step.fence != lease.handle.fence)
            return "the operator saw another lease";
        return only(EndCause::Operator);
    case Step::Cancel:
        return step.request && *step.request == lease.handle.request ? only(EndCause::Cancelled)
                                                                     : "another request was cancelled";
    case Step::Expire:
        if (!step.handle || !(*step.handle == lease.handle) || lease.renewedAt > step.seen)
            return "it was renewed since";
        return only(EndCause::Expired);
    case Step::ExpireAll:
        return lease.renewedAt < now() - step.timeout ? only(EndCause::Expired) : "it is not past its timeout";
    case Step::EndAssignments:
        return *step.client == context.clientName() ? only(EndCause::Disconnected) : "it is of another client";
    case Step::Closed:
    case Step::Disconnect:
        if (*step.client != context.clientName() || m_policies.disconnectPolicy.kind != DisconnectPolicy::Kind::Release)
            return "the policy does not release it";
        return only(EndCause::Disconnected);
    case Step::Hello:
        if (step.hello->client != context.clientName() || step.hello->epoch == context.epoch)
            return "its epoch goes on";
        return only(EndCause::EpochEnded);
    case Step::Report:
        for (const ReportedWindow &window : step.report->windows)
            for (const ReportedContext &reported : window.contexts)
                if (reported.id == context.context)
                    return "the report names it";
        return step.report->client == context.clientName() ? only(EndCause::ContextGone) : "it is of another client";
    case Step::Sweep:
        return maySweepEnd(lease, cause);
    default:
        return "such a step ends no lease";
    }
}

Against Invariants::maySweepEnd(const Account::Lease &lease, EndCause cause) const
{
    const ContextName &context = lease.handle.name();
    const Slot slot = m_known.fleet.find(context);
    const ClientRow &client = m_known.fleet.client(m_known.fleet.context(slot).client);
    const auto past = [this](RegistryTime time) { return time.isSet() && time <= now(); };
    bool due = false;
    switch (cause) {
    case EndCause::Disconnected: // under `release` the sweep itself may have found that the connection lapsed
        due = m_policies.disconnectPolicy.kind == DisconnectPolicy::Kind::Release
                ? !connected(client.name)
                : !client.state->connected && past(client.state->graceUntil);
        break;
    case EndCause::ClientRemoved:
        due = !client.state->connected && past(client.state->removeAt);
        break;
    case EndCause::LongestHold:
        due = lease.longestHold > Micros(0) && past(lease.acquiredAt + lease.longestHold);
        break;
    case EndCause::RequesterGone:
        due = lease.tied;
        break;
    case EndCause::Drained:
        for (const Drain &drain : m_known.fleet.drains())
            due = due || (drain.force && past(drain.deadline));
        break;
    default:
        return "a sweep does not end leases so";
    }
    return due ? std::nullopt : Against("that is not due");
}

Against Invariants::mayRemove(const Reservation &reservation, const Delta &delta) const
{
    const StepFacts &step = *m_step;
    const bool proved = reservation.answeredSeq != 0 && reservation.answeredSeq <= step.seq;
    switch (step.kind) {
    case Step::Report:
        for (const ReportedWindow &window : step.report->windows) {
            if (window.provision == reservation.provision)
                return std::nullopt;
            for (const ReportedContext &context : window.contexts)
                if (context.provision == reservation.provision)
                    return std::nullopt;
        }
        return proved ? std::nullopt : Against("the report neither shows it nor proves it absent");
    case Step::Unchanged:
        return proved ? std::nullopt : Against("nothing proves it absent");
    case Step::Answer: {
        const Slot slot = m_known.fleet.find(reservation.client);
        const bool here = step.answer->provision == reservation.provision && step.answer->client == reservation.client
                       && step.answer->epoch == reservation.epoch;
        const bool shown = step.answer->seq != 0 && step.answer->seq <= m_known.fleet.client(slot).seq;
        return here && (step.answer->refused || shown) ? std::nullopt : Against("the client did not say so");
    }
    case Step::Hello:
        return step.hello->client == reservation.client && step.hello->epoch != reservation.epoch
                 ? std::nullopt
                 : Against("its epoch goes on");
    case Step::Sweep:
        for (const Change &change : delta.changes)
            if (const auto *gone = std::get_if<ClientRemoved>(&change); gone && gone->name == reservation.client)
                return std::nullopt;
        return "its client is still there";
    default:
        return "such a step ends no reservation";
    }
}

} // namespace cheetah::simulation
