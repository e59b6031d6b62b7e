// SPDX-License-Identifier: Apache-2.0
#include "pool/selector.h"

#include "pool/constraints.h"

#include <algorithm>

namespace cheetah {

Slot Selector::selectAmong(const AcquireRequest &request, const Strategy &strategy, std::uint64_t place,
                           const std::vector<ContextNamePtr> &tried)
{
    const Fleet &fleet = m_view.fleet();
    const Demand demand = demandOf(fleet, request, place, Micros(0), m_view.now());
    const auto untried = [&](Slot context) {
        return std::find(tried.begin(), tried.end(), fleet.context(context).name) == tried.end();
    };
    if (request.placement.kind != Placement::Kind::Any || request.anyHealth)
        return walk(request, strategy, [&](Slot context) { return untried(context) && fits(fleet, context, demand); });
    const auto accept = [&](Slot context) {
        return untried(context) && !waiterBefore(fleet, fleet.context(context), demand);
    };
    if (strategy.choose)
        return choose(request, *strategy.choose, accept);
    return m_view.pickIf(request.user, request.requirements, strategy.order, accept);
}

/// A host's strategy orders the clients; those without an acceptable context drop out.
template <class Accept>
Slot Selector::choose(const AcquireRequest &request, const StrategyFunction &function, const Accept &accept)
{
    std::vector<Slot> clients = m_view.idleClients(request.user, request.requirements, Strategies::offeredClients);
    while (!clients.empty()) {
        std::size_t index = function(m_view.fleet(), clients);
        if (index >= clients.size())
            index = 0;
        for (Slot context = m_view.firstIdle(clients[index]); context != noSlot; context = m_view.nextIdle(context))
            if (accept(context))
                return context;
        clients.erase(clients.begin() + std::ptrdiff_t(index));
    }
    return noSlot;
}

/// All contexts of the window or the user, for the wishes that no index serves.
template <class Accept>
Slot Selector::walk(const AcquireRequest &request, const Strategy &strategy, const Accept &accept)
{
    const Fleet &fleet = m_view.fleet();
    const auto inWindow = [&](Slot window) {
        for (const Slot context : fleet.window(window).contexts)
            if (accept(context))
                return context;
        return noSlot;
    };
    if (request.placement.window) {
        const Slot window = fleet.find(*request.placement.window);
        return window != noSlot && fleet.window(window).name.user == request.user ? inWindow(window) : noSlot;
    }
    const Slot user = fleet.find(request.user);
    if (user == noSlot)
        return noSlot;
    const auto &clients = fleet.user(user).clients;
    Slot best = noSlot;
    for (std::size_t i = 0; i < clients.size(); ++i) {
        const ClientRow &client = fleet.client(clients[(i + m_turn) % clients.size()]);
        if (best != noSlot && client.load() >= fleet.client(fleet.context(best).client).load())
            continue;
        for (const Slot window : client.windows)
            if (const Slot context = inWindow(window); context != noSlot) {
                best = context;
                break;
            }
        if (best != noSlot && strategy.order == PickOrder::RoundRobin)
            break;
    }
    ++m_turn;
    return best;
}

} // namespace cheetah
