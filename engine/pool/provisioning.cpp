// SPDX-License-Identifier: Apache-2.0
#include "pool/provisioning.h"

#include "model/views.h"
#include "registry/fulfils.h"

#include <algorithm>

namespace cheetah {

namespace {

std::optional<LimitReached> over(std::string_view which, std::optional<std::uint32_t> limit, std::uint32_t reported,
                                 std::uint32_t reserved)
{
    if (!limit || std::uint64_t(reported) + reserved < *limit)
        return std::nullopt;
    return LimitReached{which, *limit, reported, reserved};
}

std::optional<LimitReached> tabLimit(const Fleet &fleet, const ClientRow &client, const WindowRow &window)
{
    return over("tabs_per_window", client.state->limits.tabsPerWindow, std::uint32_t(window.contexts.size()),
                reservedIn(fleet, window.name));
}

std::variant<ProvisionTarget, LimitReached> newWindowOn(const ClientRow &client, const CapacityUse &use,
                                                        Placement::Kind kind)
{
    if (const auto limit = over("windows", client.state->limits.windows, use.windows, use.reservedWindows))
        return *limit;
    return ProvisionTarget{client.name, client.state->epoch, Placement{kind, std::nullopt}, true};
}

std::variant<ProvisionTarget, LimitReached> newTabOn(const Fleet &fleet, const ClientRow &client,
                                                     const WindowName &name)
{
    const Slot window = fleet.find(name);
    if (window == noSlot)
        return LimitReached{"window", 0, 0, 0};
    if (const auto limit = tabLimit(fleet, client, fleet.window(window)))
        return *limit;
    return ProvisionTarget{client.name, client.state->epoch, Placement{Placement::Kind::NewTab, name}, false};
}

/// The shared window with the fewest tabs that still has room, or noSlot.
Slot roomiestWindow(const Fleet &fleet, const ClientRow &client)
{
    Slot best = noSlot;
    for (const Slot slot : client.windows) {
        const WindowRow &window = fleet.window(slot);
        if (window.isolated || fleet.drain(window.name) || tabLimit(fleet, client, window))
            continue;
        if (best == noSlot || window.contexts.size() < fleet.window(best).contexts.size())
            best = slot;
    }
    return best;
}

/// The other node that creates on the client at present; empty if this one may.
NodeId otherOwner(const Fleet &fleet, const ClientRow &client, const ProvisionSetup &setup)
{
    const ClientState &state = *client.state;
    if (state.provisioner.empty() || state.provisioner == setup.node || state.provisionsUntil < setup.now)
        return {};
    const auto &nodes = fleet.nodes();
    const bool live =
        std::any_of(nodes.begin(), nodes.end(), [&](const NodeInfo &node) { return node.id == state.provisioner; });
    return live ? state.provisioner : NodeId();
}

bool concerns(const ClientRow &client, const Placement &placement)
{
    return !placement.window || placement.window->clientName() == client.name;
}

void tellLimit(ProvisioningVerdict &verdict, const LimitReached &limit)
{
    verdict.code = limit.which == "window" ? "no_client" : "limit_" + std::string(limit.which);
    verdict.params = {{"which", std::string(limit.which)},
                      {"limit", std::to_string(limit.limit)},
                      {"reported", std::to_string(limit.reported)},
                      {"reserved", std::to_string(limit.reserved)}};
}

} // namespace

CapacityUse capacityOf(const Fleet &fleet, const ClientRow &client)
{
    CapacityUse use;
    use.windows = std::uint32_t(client.windows.size());
    use.tabs = client.contexts;
    const auto &reservations = fleet.reservations();
    for (auto it = reservations.lower_bound({client.name, ProvisionId()});
         it != reservations.end() && it->first.first == client.name; ++it) {
        ++use.reservedTabs;
        use.reservedWindows += it->second->newWindow ? 1 : 0;
    }
    return use;
}

std::uint32_t reservedIn(const Fleet &fleet, const WindowName &window)
{
    std::uint32_t count = 0;
    const auto &reservations = fleet.reservations();
    for (auto it = reservations.lower_bound({window.clientName(), ProvisionId()});
         it != reservations.end() && it->first.first == window.clientName(); ++it)
        count += it->second->placement.window && *it->second->placement.window == window ? 1 : 0;
    return count;
}

std::variant<ProvisionTarget, LimitReached> placeOn(const Fleet &fleet, const ClientRow &client,
                                                    const Placement &placement)
{
    const CapacityUse use = capacityOf(fleet, client);
    const CapacityLimits &limits = client.state->limits;
    if (client.state->kind == ClientKind::Console) {
        if (const auto limit = over("flows", limits.flows, use.tabs, use.reservedTabs))
            return *limit;
        return ProvisionTarget{client.name, client.state->epoch, Placement{Placement::Kind::NewTab, placement.window},
                               false};
    }
    if (const auto limit = over("tabs", limits.tabs, use.tabs, use.reservedTabs))
        return *limit;
    switch (placement.kind) {
    case Placement::Kind::NewWindow:
    case Placement::Kind::Isolated:
        return newWindowOn(client, use, placement.kind);
    case Placement::Kind::Window:
    case Placement::Kind::NewTab:
        if (placement.window)
            return newTabOn(fleet, client, *placement.window);
        break;
    case Placement::Kind::Any:
        break;
    }
    if (const Slot window = roomiestWindow(fleet, client); window != noSlot)
        return newTabOn(fleet, client, fleet.window(window).name);
    return newWindowOn(client, use, Placement::Kind::NewWindow);
}

namespace {

/// Looks for the least loaded client that may make one; the verdict tells the first thing in the way otherwise.
void findTarget(const Fleet &fleet, const AcquireRequest &request, const ProvisionSetup &setup,
                const std::vector<ClientName> &without, ProvisionPlan &plan)
{
    const Slot user = fleet.find(request.user);
    if (user == noSlot)
        return;
    std::uint32_t bestLoad = 0;
    const Slot window = request.placement.window ? fleet.find(*request.placement.window) : noSlot;
    for (const Slot slot : fleet.user(user).clients) {
        const ClientRow &client = fleet.client(slot);
        if (!client.state->connected || !concerns(client, request.placement)
            || !clientFulfils(request.requirements.get(), client)
            || std::find(without.begin(), without.end(), client.name) != without.end())
            continue;
        if (isDraining(fleet, client, window == noSlot ? nullptr : &fleet.window(window))) {
            if (plan.verdict.code == "no_client")
                plan.verdict.code = "draining";
            continue;
        }
        if (const NodeId owner = otherOwner(fleet, client, setup); !owner.empty()) {
            plan.verdict.code = "claimed";
            plan.verdict.owner = owner.text();
            plan.verdict.params = {{"client", client.name.client.string()}};
            continue;
        }
        const auto place = placeOn(fleet, client, request.placement);
        if (const auto *limit = std::get_if<LimitReached>(&place)) {
            tellLimit(plan.verdict, *limit);
            continue;
        }
        const std::uint32_t load = client.load() + capacityOf(fleet, client).reservedTabs;
        if (!plan.target || load < bestLoad) {
            plan.target = std::get<ProvisionTarget>(place);
            bestLoad = load;
        }
    }
}

} // namespace

ProvisionPlan planCreation(const Fleet &fleet, const AcquireRequest &request, const ProvisionSetup &setup,
                           const std::vector<ClientName> &without)
{
    ProvisionPlan plan;
    ProvisioningVerdict &verdict = plan.verdict;
    verdict.asked = request.mayCreate();
    verdict.code = "not_owner";
    verdict.owner = setup.pinned.text();
    if (setup.provisions()) {
        verdict.code = "no_client";
        findTarget(fleet, request, setup, without, plan);
    }
    verdict.possible = plan.target.has_value();
    if (verdict.possible || !verdict.asked) {
        verdict.code = verdict.asked ? "possible" : "off";
        verdict.params.clear();
    }
    if (verdict.code != "not_owner" && verdict.code != "claimed")
        verdict.owner = setup.node.text();
    return plan;
}

Error provisionError(const ProvisioningVerdict &verdict)
{
    Error::Params params = verdict.params;
    params.emplace_back("reason", verdict.code);
    if (verdict.code == "off")
        return Error(ErrorCode::ProvisioningOff, std::move(params));
    if (verdict.code == "not_owner" || verdict.code == "claimed") {
        params.emplace_back("owner", verdict.owner);
        return Error(ErrorCode::NotProvisioningOwner, std::move(params));
    }
    if (verdict.code == "draining")
        return Error(ErrorCode::Draining, std::move(params));
    if (verdict.code.starts_with("limit_"))
        return Error(ErrorCode::ProvisioningLimit, std::move(params));
    return Error(ErrorCode::NothingAvailable, std::move(params));
}

} // namespace cheetah
