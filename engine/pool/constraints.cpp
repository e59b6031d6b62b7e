// SPDX-License-Identifier: Apache-2.0
#include "pool/constraints.h"

#include "registry/fulfils.h"

#include <algorithm>
#include <array>

namespace cheetah {

namespace {

const Requirements &requirementsOf(const Demand &demand)
{
    static const Requirements nothing;
    return demand.requirements ? *demand.requirements : nothing;
}

std::optional<Micros> positive(Micros remaining)
{
    return remaining.count() > 0 ? std::optional(remaining) : std::nullopt;
}

bool kindHolds(const Candidate &candidate, const Demand &demand)
{
    const auto &kind = requirementsOf(demand).kind;
    return !kind || *kind == candidate.client.state->kind;
}

void tellKind(const Candidate &candidate, const Demand &demand, std::vector<Verdict> &out)
{
    out.push_back({Rule::Kind, "kind", std::string(name(candidate.client.state->kind)),
                   std::string(name(*requirementsOf(demand).kind)), std::nullopt});
}

bool clientHolds(const Candidate &candidate, const Demand &demand)
{
    const ClientId &client = requirementsOf(demand).client;
    return client.empty() || client == candidate.client.name.client;
}

void tellClient(const Candidate &candidate, const Demand &demand, std::vector<Verdict> &out)
{
    out.push_back({Rule::Client, "client", candidate.client.name.client.string(),
                   requirementsOf(demand).client.string(), std::nullopt});
}

bool metadataHolds(const Candidate &candidate, const Demand &demand)
{
    const auto &conditions = requirementsOf(demand).metadata;
    return std::all_of(conditions.begin(), conditions.end(), [&](const MetadataCondition &condition) {
        return fulfils(candidate.client.state->metadata, condition);
    });
}

void tellMetadata(const Candidate &candidate, const Demand &demand, std::vector<Verdict> &out)
{
    const Metadata &metadata = candidate.client.state->metadata;
    for (const MetadataCondition &condition : requirementsOf(demand).metadata)
        if (!fulfils(metadata, condition)) {
            const auto value = metadata.find(condition.key);
            const bool equals = condition.op == MetadataCondition::Operator::Equals && condition.values.size() == 1;
            out.push_back({Rule::MetadataMatch, "metadata." + condition.key,
                           value == metadata.end() ? std::string() : value->second,
                           equals ? condition.values.front() : toText(condition), std::nullopt});
        }
}

bool connectedHolds(const Candidate &candidate, const Demand &)
{
    return candidate.client.state->connected;
}

void tellConnected(const Candidate &candidate, const Demand &demand, std::vector<Verdict> &out)
{
    const ClientState &state = *candidate.client.state;
    out.push_back({Rule::Connected, candidate.client.name.client.string(), "disconnected", "connected",
                   state.removeAt.isSet() ? positive(state.removeAt - demand.now) : std::nullopt});
}

bool nodeOpen(const Candidate &candidate, const Demand &)
{
    return candidate.fleet.drains().empty() || !candidate.fleet.drain(candidate.client.state->node);
}

void tellNodeDraining(const Candidate &candidate, const Demand &, std::vector<Verdict> &out)
{
    out.push_back({Rule::DrainingNode, candidate.client.state->node.string(), "draining", {}, std::nullopt});
}

bool clientOpen(const Candidate &candidate, const Demand &)
{
    return candidate.fleet.drains().empty() || !candidate.fleet.drain(candidate.client.name);
}

void tellClientDraining(const Candidate &candidate, const Demand &, std::vector<Verdict> &out)
{
    out.push_back({Rule::DrainingClient, candidate.client.name.client.string(), "draining", {}, std::nullopt});
}

const WindowName &windowOf(const Candidate &candidate)
{
    return candidate.fleet.window(candidate.context->window).name;
}

bool windowHolds(const Candidate &candidate, const Demand &demand)
{
    return !demand.window || *demand.window == windowOf(candidate);
}

void tellWindow(const Candidate &candidate, const Demand &demand, std::vector<Verdict> &out)
{
    out.push_back(
        {Rule::Window, "window", windowOf(candidate).window.string(), demand.window->window.string(), std::nullopt});
}

bool windowOpen(const Candidate &candidate, const Demand &)
{
    return candidate.fleet.drains().empty() || !candidate.fleet.drain(windowOf(candidate));
}

void tellWindowDraining(const Candidate &candidate, const Demand &, std::vector<Verdict> &out)
{
    out.push_back({Rule::DrainingWindow, windowOf(candidate).window.string(), "draining", {}, std::nullopt});
}

bool madeForIt(const Candidate &candidate, const Demand &demand)
{
    return candidate.context->hold && !demand.request.empty() && candidate.context->hold->request == demand.request;
}

bool notReserved(const Candidate &candidate, const Demand &demand)
{
    return !candidate.context->hold || madeForIt(candidate, demand);
}

void tellReserved(const Candidate &candidate, const Demand &demand, std::vector<Verdict> &out)
{
    const Hold &hold = *candidate.context->hold;
    out.push_back({Rule::Reserved,
                   hold.request.string(),
                   hold.request.empty() ? "origin not known yet" : "made for another",
                   {},
                   hold.until.isSet() ? positive(hold.until - demand.now) : std::nullopt});
}

bool notAssigned(const Candidate &candidate, const Demand &)
{
    return !candidate.context->assignment && !candidate.context->parent.name;
}

void tellAssigned(const Candidate &candidate, const Demand &demand, std::vector<Verdict> &out)
{
    const ContextRow *holder = candidate.context;
    if (!holder->assignment)
        if (const Slot parent = candidate.fleet.find(holder->parent); parent != noSlot)
            holder = &candidate.fleet.context(parent);
    Verdict verdict{Rule::Assigned, {}, holder == candidate.context ? "assigned" : "opened by an assigned one", {}, {}};
    if (holder->assignment) {
        const Assignment &assignment = *holder->assignment;
        verdict.subject = assignment.task.text();
        if (demand.taskTimeout.count() > 0)
            verdict.remaining = positive(assignment.renewedAt + demand.taskTimeout - demand.now);
        if (assignment.longestHold.count() > 0) {
            const auto held = positive(assignment.acquiredAt + assignment.longestHold - demand.now);
            if (held && (!verdict.remaining || *held < *verdict.remaining))
                verdict.remaining = held;
        }
    }
    out.push_back(std::move(verdict));
}

bool notSettling(const Candidate &candidate, const Demand &)
{
    return !candidate.context->settling;
}

void tellSettling(const Candidate &candidate, const Demand &demand, std::vector<Verdict> &out)
{
    const Settling &settling = *candidate.context->settling;
    out.push_back({Rule::Settling,
                   settling.commands.empty() ? std::string() : settling.commands.front().string(),
                   "settling",
                   {},
                   positive(settling.deadline - demand.now)});
}

bool healthHolds(const Candidate &candidate, const Demand &demand)
{
    return demand.anyHealth || (candidate.context->reported && candidate.context->reported->health == Health::Live);
}

void tellHealth(const Candidate &candidate, const Demand &, std::vector<Verdict> &out)
{
    const auto &reported = candidate.context->reported;
    out.push_back({Rule::Health, "health", std::string(reported ? name(reported->health) : "unknown"),
                   std::string(name(Health::Live)), std::nullopt});
}

bool nobodyBefore(const Candidate &candidate, const Demand &demand)
{
    return demand.ahead.empty() || madeForIt(candidate, demand)
        || !waiterBefore(candidate.fleet, *candidate.context, demand);
}

void tellEarlierWaiter(const Candidate &candidate, const Demand &demand, std::vector<Verdict> &out)
{
    const Waiter *waiter = waiterBefore(candidate.fleet, *candidate.context, demand);
    out.push_back({Rule::EarlierWaiter,
                   waiter->request.string(),
                   "waits since earlier",
                   {},
                   positive(waiter->deadline - demand.now)});
}

constexpr std::array rules = {
    Constraint{Rule::Kind, true, kindHolds, tellKind},
    Constraint{Rule::Client, true, clientHolds, tellClient},
    Constraint{Rule::MetadataMatch, true, metadataHolds, tellMetadata},
    Constraint{Rule::Connected, true, connectedHolds, tellConnected},
    Constraint{Rule::DrainingNode, true, nodeOpen, tellNodeDraining},
    Constraint{Rule::DrainingClient, true, clientOpen, tellClientDraining},
    Constraint{Rule::Window, false, windowHolds, tellWindow},
    Constraint{Rule::DrainingWindow, false, windowOpen, tellWindowDraining},
    Constraint{Rule::Reserved, false, notReserved, tellReserved},
    Constraint{Rule::Assigned, false, notAssigned, tellAssigned},
    Constraint{Rule::Settling, false, notSettling, tellSettling},
    Constraint{Rule::Health, false, healthHolds, tellHealth},
    Constraint{Rule::EarlierWaiter, false, nobodyBefore, tellEarlierWaiter},
};

std::optional<Rule> first(const Candidate &candidate, const Demand &demand, bool ofClient)
{
    for (const Constraint &constraint : rules)
        if (constraint.ofClient == ofClient && !constraint.holds(candidate, demand))
            return constraint.rule;
    return std::nullopt;
}

bool sameWish(const Waiter &a, const Waiter &b)
{
    static const Requirements nothing;
    const Requirements &wantedA = a.requirements ? *a.requirements : nothing;
    const Requirements &wantedB = b.requirements ? *b.requirements : nothing;
    return a.anyHealth == b.anyHealth && a.placement == b.placement && wantedA == wantedB;
}

} // namespace

Demand demandOf(const Fleet &fleet, const AcquireRequest &request, std::uint64_t place, Micros taskTimeout,
                RegistryTime now)
{
    Demand demand;
    demand.requirements = request.requirements.get();
    if (request.placement.kind == Placement::Kind::Window && request.placement.window)
        demand.window = &*request.placement.window;
    demand.request = request.request;
    demand.anyHealth = request.anyHealth;
    demand.taskTimeout = taskTimeout;
    demand.now = now;
    if (fleet.waiterCount() == 0)
        return demand;
    for (const auto &[waiterPlace, waiter] : fleet.waiters(request.user)) {
        if (place != 0 && waiterPlace >= place)
            break;
        if ((waiter->deadline.isSet() && waiter->deadline < now) || waiter->placement.asksForCreation()
            || waiter->request == request.request)
            continue;
        if (std::none_of(demand.ahead.begin(), demand.ahead.end(),
                         [&](const auto &known) { return sameWish(*known, *waiter); }))
            demand.ahead.push_back(waiter);
    }
    return demand;
}

std::span<const Constraint> constraints()
{
    return rules;
}

std::optional<Rule> firstExcluding(const Fleet &fleet, const ClientRow &client, const Demand &demand)
{
    return first({fleet, client, nullptr}, demand, true);
}

std::optional<Rule> firstExcluding(const Fleet &fleet, const ContextRow &context, const Demand &demand)
{
    return first({fleet, fleet.client(context.client), &context}, demand, false);
}

bool fits(const Fleet &fleet, Slot context, const Demand &demand)
{
    const ContextRow &row = fleet.context(context);
    return !firstExcluding(fleet, fleet.client(row.client), demand) && !firstExcluding(fleet, row, demand);
}

std::vector<Verdict> verdicts(const Fleet &fleet, Slot context, const Demand &demand)
{
    const ContextRow &row = fleet.context(context);
    const Candidate candidate{fleet, fleet.client(row.client), &row};
    std::vector<Verdict> out;
    for (const Constraint &constraint : rules)
        if (!constraint.holds(candidate, demand))
            constraint.tell(candidate, demand, out);
    return out;
}

const Waiter *waiterBefore(const Fleet &fleet, const ContextRow &context, const Demand &demand)
{
    const ClientRow &client = fleet.client(context.client);
    for (const auto &waiter : demand.ahead) {
        const bool inWindow = waiter->placement.kind != Placement::Kind::Window || !waiter->placement.window
                           || *waiter->placement.window == fleet.window(context.window).name;
        const bool healthy = waiter->anyHealth || (context.reported && context.reported->health == Health::Live);
        if (inWindow && healthy && clientFulfils(waiter->requirements.get(), client))
            return waiter.get();
    }
    return nullptr;
}

} // namespace cheetah
