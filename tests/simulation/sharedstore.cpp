// SPDX-License-Identifier: Apache-2.0
#include "simulation/sharedstore.h"

#include <algorithm>

namespace cheetah::simulation {

namespace {

constexpr std::size_t entriesKept = 400; ///< who is further behind finds the stream cut

/// Nothing that others refer to: a fleet without it goes on.
bool isSmall(const Change &change)
{
    return std::holds_alternative<AssignmentRenewed>(change) || std::holds_alternative<ClientSeqChanged>(change)
        || std::holds_alternative<NodeChanged>(change);
}

} // namespace

StoreMemory::StoreMemory(const DeploymentPolicies &policies, const Clock &clock, std::uint64_t seed)
    : m_policies(policies), m_clock(clock)
{
    makeAnew(seed);
}

void StoreMemory::makeAnew(std::uint64_t seed)
{
    m_seed = seed;
    m_ids.emplace(seed);
    m_registry.emplace(m_policies, m_clock, *m_ids);
}

SharedStore::SharedStore(StoreMemory &memory, Fault fault, bool keepsSteps)
    : InterceptedRegistry(memory.registry()),
      m_memory(memory),
      m_fault(fault),
      m_keepsSteps(keepsSteps),
      m_subscription(m_inner.subscribe(*this))
{}

void SharedStore::fleetChanged(const Delta &delta)
{
    const bool left = !m_keepsSteps
                   || (m_fault == Fault::GapIgnored && delta.to % 20 == 0
                       && std::all_of(delta.changes.begin(), delta.changes.end(), isSmall));
    if (!left) {
        StreamedDelta entry{m_last, {std::uint64_t(delta.at.us), delta.to}, delta};
        if (m_fault == Fault::LostTailUnnoticed)
            entry.id.at = delta.to;
        entry.delta.from = revision();
        m_last = entry.id;
        ++m_made;
        m_entries.push_back(std::move(entry));
        if (m_entries.size() > entriesKept)
            m_entries.pop_front();
    }
    if (m_quiet)
        return;
    m_observers.tell([&](FleetObserver &observer) { observer.fleetChanged(delta); });
    if (!left)
        publish("stream", m_last->text());
}

void SharedStore::publish(const std::string &channel, const std::string &message)
{
    for (Listener *listener : std::vector(m_listeners))
        listener->published(channel, message);
}

std::vector<StreamedDelta> SharedStore::madeSince(std::uint64_t count) const
{
    const std::size_t fresh = std::min(std::size_t(m_made - count), m_entries.size());
    return {m_entries.end() - std::ptrdiff_t(fresh), m_entries.end()};
}

std::vector<StreamedDelta> SharedStore::after(const std::optional<StreamId> &id, std::size_t most) const
{
    std::vector<StreamedDelta> found;
    for (const StreamedDelta &entry : m_entries)
        if ((!id || entry.id > *id) && found.size() < most)
            found.push_back(entry);
    return found;
}

void SharedStore::setReachable(bool reachable)
{
    m_reachable = reachable;
    ++m_connection;
    for (Listener *listener : std::vector(m_listeners))
        listener->reachableChanged();
}

void SharedStore::rewind(std::size_t steps)
{
    m_steps.erase(m_steps.begin() + std::ptrdiff_t(steps), m_steps.end());
    rebuild(m_memory.seed());
}

void SharedStore::restartEmpty(std::uint64_t seed)
{
    m_empty = true;
    m_steps.clear();
    m_claims.clear();
    rebuild(seed);
}

void SharedStore::rebuild(std::uint64_t seed)
{
    m_subscription = {};
    m_entries.clear();
    m_last.reset();
    m_memory.makeAnew(seed);
    m_subscription = m_inner.subscribe(*this);
    m_quiet = true;
    for (const Kept &step : m_steps) {
        m_memory.setTime(step.at);
        step.take();
    }
    m_memory.goOn();
    m_quiet = false;
    m_observers.tell([](FleetObserver &observer) { observer.fleetReset(); });
}

Error SharedStore::mismatch() const
{
    return Error(ErrorCode::BaseMismatch, {{"rev", std::to_string(revision())}});
}

bool SharedStore::holds(const UserId &user, const RequestId &request) const
{
    for (Slot slot = 0; slot < fleet().contextSlots(); ++slot)
        if (const ContextRow &row = fleet().context(slot);
            row.name && row.assignment && row.assignment->request == request && row.name->user == user)
            return true;
    return false;
}

/// What the functions answer before they look at the contexts: in their order, as far as it matters here.
std::optional<Error> SharedStore::against(const AssignArgs &args, const AssignFacts &facts) const
{
    const Slot slot = fleet().find(args.context);
    if (slot == noSlot || holds(args.context.name->user, args.request))
        return std::nullopt;
    const ContextRow &row = fleet().context(slot);
    if (m_fault != Fault::GenerationForgotten && fleet().client(row.client).state->generation != facts.generation)
        return mismatch();
    if (facts.unmet)
        return Error(ErrorCode::NothingAvailable, {{"rule", std::string(cheetah::name(*facts.unmet))}});
    const bool made = row.hold && row.hold->request == args.request;
    if (!facts.earlier.empty() && facts.earlier != args.request && !made)
        return Error(ErrorCode::NothingAvailable, {{"rule", std::string(cheetah::name(Rule::EarlierWaiter))}});
    return std::nullopt;
}

void SharedStore::assign(const AssignArgs &args, const Scope &scope, Reply<Assigned> reply)
{
    const auto facts = std::exchange(m_assignFacts, std::nullopt);
    if (!facts)
        return InterceptedRegistry::assign(args, scope, std::move(reply));
    if (auto refusal = against(args, *facts))
        return reply(*std::move(refusal));
    AssignArgs known = args; // the functions know no metadata
    known.requirements = nullptr;
    InterceptedRegistry::assign(known, scope, std::move(reply));
}

void SharedStore::releaseAndAssign(const Handle &handle, const AssignArgs &args, const Scope &scope,
                                   Reply<Assigned> reply)
{
    const auto facts = std::exchange(m_assignFacts, std::nullopt);
    if (facts)
        if (auto refusal = against(args, *facts); refusal && refusal->code == ErrorCode::BaseMismatch)
            return reply(*std::move(refusal));
    InterceptedRegistry::releaseAndAssign(handle, args, scope, std::move(reply));
}

/// What comes of a difference that was made against another report than the present one: unless there is none such.
std::optional<Report> SharedStore::merged(const Report &report, const ReportFacts &facts) const
{
    const Slot slot = fleet().find(report.client);
    std::map<ContextId, ReportedContext> before;
    for (const ReportedWindow &window : facts.shown)
        for (const ReportedContext &context : window.contexts)
            before[context.id] = context;
    Report result = report;
    for (ReportedWindow &window : result.windows)
        for (ReportedContext &context : window.contexts) {
            const auto known = before.find(context.id);
            if (known == before.end() || known->second.url != context.url || known->second.health != context.health)
                continue; // told in the difference
            const Slot present =
                fleet().find(ContextName{report.client.user, report.client.client, report.epoch, context.id});
            if (present != noSlot)
                context = *fleet().context(present).reported;
        }
    return slot == noSlot ? std::nullopt : std::optional(std::move(result));
}

void SharedStore::report(const Report &report, ReportSource source, const Scope &scope, Reply<ReportAccepted> reply)
{
    const auto facts = std::exchange(m_reportFacts, std::nullopt);
    const Slot slot = fleet().find(report.client);
    if (!facts || slot == noSlot)
        return InterceptedRegistry::report(report, source, scope, std::move(reply));
    const ClientRow &client = fleet().client(slot);
    const bool refused = client.state->epoch != report.epoch || report.seq <= client.seq
                      || (source.generation != 0 && source.generation != client.state->generation);
    if (refused || facts->base == std::int64_t(client.seq))
        return InterceptedRegistry::report(report, source, scope, std::move(reply));
    if (m_fault == Fault::BaseForgotten && facts->base >= 0)
        if (const auto wrong = merged(report, *facts))
            return InterceptedRegistry::report(*wrong, source, scope, std::move(reply));
    reply(mismatch());
}

void SharedStore::reserve(const ReserveArgs &args, const Scope &scope, Reply<void> reply)
{
    if (m_fault == Fault::ClaimOutlivesNode) {
        auto &[owner, until] = m_claims[args.client];
        if (!owner.empty() && owner != args.node && until >= now())
            return reply(Error(ErrorCode::NotProvisioningOwner, {{"owner", owner.string()}}));
    }
    InterceptedRegistry::reserve(args, scope, [&](Result<void> result) {
        if (result)
            m_claims[args.client] = {args.node, now() + m_inner.policies().provisionTimeout};
        if (m_fault == Fault::ClaimUnchecked && !result && result.error().code == ErrorCode::NotProvisioningOwner) {
            ReserveArgs as = args;
            as.node = *NodeId::parse(result.error().param("owner"));
            return InterceptedRegistry::reserve(as, scope, std::move(reply));
        }
        reply(std::move(result));
    });
}

void SharedStore::heartbeat(const NodeId &node, const Incarnation &incarnation, const NodeReport &report,
                            const Scope &scope, Reply<void> reply)
{
    InterceptedRegistry::heartbeat(node, incarnation, report, scope, [&](Result<void> result) {
        const bool old = !result && result.error().code == ErrorCode::Superseded;
        reply(m_fault == Fault::OldHeartbeatAccepted && old ? Result<void>() : std::move(result));
    });
}

void SharedStore::registerNode(const NodeInfo &node, const Scope &scope, Reply<void> reply)
{
    if (m_fault == Fault::LiveNodeReplaced)
        for (const NodeInfo &known : std::vector(fleet().nodes()))
            if (known.id == node.id && known.incarnation != node.incarnation)
                InterceptedRegistry::unregisterNode(known.id, known.incarnation, scope, [](const Result<void> &) {});
    InterceptedRegistry::registerNode(node, scope, std::move(reply));
}

void SharedStore::sweep(std::uint32_t limit, const Scope &scope, Reply<ConnectionSweepOutcome> reply)
{
    InterceptedRegistry::sweep(limit, scope, [&](Result<ConnectionSweepOutcome> result) {
        if (m_fault == Fault::RenewedConnectionCut && ++m_sweeps % 60 == 0)
            for (Slot slot = 0; slot < fleet().clientSlots(); ++slot)
                if (const ClientRow &client = fleet().client(slot);
                    !client.name.client.empty() && client.state->connected) {
                    InterceptedRegistry::closed(ClientName(client.name), client.state->generation, scope,
                                                [](const Result<std::uint32_t> &) {});
                    break;
                }
        reply(std::move(result));
    });
}

void SharedStore::beginSend(const UserId &user, const CommandId &command, std::uint64_t generation, const Scope &scope,
                            Reply<CommandRecord> reply)
{
    InterceptedRegistry::beginSend(user, command, generation, scope, [&](Result<CommandRecord> result) {
        if (m_fault == Fault::AcknowledgedUnasked && result)
            InterceptedRegistry::acknowledge(user, command, result->context->epoch, scope,
                                             [](const Result<CommandRecord> &) {});
        reply(std::move(result));
    });
}

void SharedStore::end(const CommandEnd &end, const Scope &scope, Reply<CommandRecord> reply)
{
    if (m_fault == Fault::ResultNotKept && end.outcome == CommandOutcome::Result && ++m_ends % 5 == 0)
        return InterceptedRegistry::get(end.user, end.command, scope, std::move(reply));
    InterceptedRegistry::end(end, scope, std::move(reply));
}

} // namespace cheetah::simulation
