// SPDX-License-Identifier: GPL-3.0-or-later
#include "actions/operatorplan.h"

#include <algorithm>

namespace cheetah::gui {

namespace {

SeenTarget seenContext(const Fleet &fleet, Slot slot)
{
    const ContextRow &row = fleet.context(slot);
    SeenTarget seen;
    seen.object = *row.name;
    seen.context = fleet.key(slot);
    if (row.assignment) {
        seen.task = row.assignment->task;
        seen.fence = row.assignment->fence;
    }
    if (row.settling)
        seen.commands = row.settling->commands;
    return seen;
}

bool isThere(const Fleet &fleet, const DrainTarget &target)
{
    return std::visit([&](const auto &name) { return exists(fleet, name); }, target);
}

std::uint32_t leasesOf(const Fleet &fleet, const DrainTarget &target)
{
    if (const auto *client = std::get_if<ClientName>(&target))
        return fleet.client(fleet.find(*client)).assigned;
    if (const auto *window = std::get_if<WindowName>(&target)) {
        const auto &contexts = fleet.window(fleet.find(*window)).contexts;
        return std::uint32_t(std::count_if(contexts.begin(), contexts.end(),
                                           [&](Slot slot) { return fleet.context(slot).assignment.has_value(); }));
    }
    std::uint32_t leases = 0;
    for (Slot slot = 0; slot < fleet.clientSlots(); ++slot) {
        const ClientRow &row = fleet.client(slot);
        if (row.state && row.state->connected && row.state->node == std::get<NodeId>(target))
            leases += row.assigned;
    }
    return leases;
}

SeenTarget seenDrain(const Fleet &fleet, const DrainTarget &target)
{
    SeenTarget seen;
    seen.object = std::visit([](const auto &name) { return ObjectId(name); }, target);
    seen.leases = leasesOf(fleet, target);
    if (const Drain *drain = fleet.drain(target))
        seen.drain = *drain;
    return seen;
}

/// Null if it is not there any more.
const ContextRow *contextOf(const Fleet &fleet, SeenTarget &target)
{
    const Slot slot = fleet.find(target.context);
    if (slot == noSlot)
        return nullptr;
    target.context = fleet.key(slot);
    return &fleet.context(slot);
}

TargetNow lookAtLease(const Fleet &fleet, SeenTarget &target)
{
    const ContextRow *row = contextOf(fleet, target);
    if (!row)
        return {Standing::Gone, {}, EndCause::ContextGone};
    if (row->assignment && row->assignment->fence == target.fence)
        return {};
    if (row->assignment)
        return {Standing::Replaced, row->assignment->task, row->lastEnd};
    return {row->lastEnd == EndCause::Operator ? Standing::Effect : Standing::Over, {}, row->lastEnd};
}

TargetNow lookAtSettling(const Fleet &fleet, SeenTarget &target)
{
    const ContextRow *row = contextOf(fleet, target);
    if (!row)
        return {Standing::Gone, {}, {}};
    if (!row->settling)
        return {Standing::Effect, {}, {}};
    const auto isSeen = [&](const CommandId &command) {
        return std::find(target.commands.begin(), target.commands.end(), command) != target.commands.end();
    };
    const std::vector<CommandId> &commands = row->settling->commands;
    return {std::all_of(commands.begin(), commands.end(), isSeen) ? Standing::AsSeen : Standing::Replaced, {}, {}};
}

TargetNow lookAtConnection(const Fleet &fleet, const SeenTarget &target)
{
    const Slot slot = fleet.find(std::get<ClientName>(target.object));
    if (slot == noSlot || !fleet.client(slot).state)
        return {Standing::Gone, {}, {}};
    const ClientState &state = *fleet.client(slot).state;
    if (state.generation != target.generation)
        return {Standing::Replaced, {}, {}};
    return {state.connected ? Standing::AsSeen : Standing::Effect, {}, {}};
}

TargetNow lookAtDrain(const Fleet &fleet, const OperatorPlan &plan, const SeenTarget &target)
{
    const DrainTarget name = drainTargetOf(target);
    if (!isThere(fleet, name))
        return {Standing::Gone, {}, {}};
    const Drain *drain = fleet.drain(name);
    if (plan.verb == OperatorVerb::Undrain)
        return {drain ? Standing::AsSeen : Standing::Effect, {}, {}};
    if (!drain)
        return {};
    const bool isOther =
        !target.drain || target.drain->deadline != drain->deadline || target.drain->force != drain->force;
    const bool isWhatIsWanted = !plan.deadline && !drain->deadline.isSet();
    return {isOther || isWhatIsWanted ? Standing::Effect : Standing::AsSeen, {}, {}};
}

} // namespace

OperatorPlan planRelease(const Fleet &fleet, const std::vector<Slot> &contexts)
{
    OperatorPlan plan;
    plan.verb = OperatorVerb::Release;
    for (const Slot slot : contexts)
        if (fleet.context(slot).assignment)
            plan.targets.push_back(seenContext(fleet, slot));
    return plan;
}

OperatorPlan planSettle(const Fleet &fleet, const std::vector<Slot> &contexts)
{
    OperatorPlan plan;
    plan.verb = OperatorVerb::Settle;
    for (const Slot slot : contexts)
        if (fleet.context(slot).settling)
            plan.targets.push_back(seenContext(fleet, slot));
    return plan;
}

OperatorPlan planDisconnect(const Fleet &fleet, const std::vector<Slot> &clients)
{
    OperatorPlan plan;
    plan.verb = OperatorVerb::Disconnect;
    for (const Slot slot : clients) {
        const ClientRow &row = fleet.client(slot);
        if (!row.state || !row.state->connected)
            continue;
        SeenTarget seen;
        seen.object = row.name;
        seen.generation = row.state->generation;
        seen.leases = row.assigned;
        plan.targets.push_back(std::move(seen));
    }
    return plan;
}

OperatorPlan planDrain(const Fleet &fleet, const std::vector<DrainTarget> &targets)
{
    OperatorPlan plan;
    plan.verb = OperatorVerb::Drain;
    for (const DrainTarget &target : targets)
        if (isThere(fleet, target))
            plan.targets.push_back(seenDrain(fleet, target));
    return plan;
}

OperatorPlan planUndrain(const Fleet &fleet, const std::vector<DrainTarget> &targets)
{
    OperatorPlan plan = planDrain(fleet, targets);
    plan.verb = OperatorVerb::Undrain;
    std::erase_if(plan.targets, [](const SeenTarget &target) { return !target.drain; });
    return plan;
}

DrainTarget drainTargetOf(const SeenTarget &target)
{
    if (const auto *window = std::get_if<WindowName>(&target.object))
        return *window;
    if (const auto *node = std::get_if<NodeId>(&target.object))
        return *node;
    return std::get<ClientName>(target.object);
}

TargetNow lookAt(const Fleet &fleet, const OperatorPlan &plan, SeenTarget &target)
{
    switch (plan.verb) {
    case OperatorVerb::Release:
        return lookAtLease(fleet, target);
    case OperatorVerb::Settle:
        return lookAtSettling(fleet, target);
    case OperatorVerb::Disconnect:
        return lookAtConnection(fleet, target);
    case OperatorVerb::Drain:
    case OperatorVerb::Undrain:
        return lookAtDrain(fleet, plan, target);
    }
    return {};
}

} // namespace cheetah::gui
