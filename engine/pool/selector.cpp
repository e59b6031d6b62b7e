// SPDX-License-Identifier: Apache-2.0
#include "pool/selector.h"

#include "pool/constraints.h"

#include <algorithm>

namespace cheetah {

namespace {

/// Among how many that fit a request chooses after so many losses.
std::size_t choiceAfter(std::size_t losses)
{
    return std::size_t(1) << std::min<std::size_t>(2 * losses, 10);
}

/// The context that the request likes best is the one with the lowest rank: for each request another.
std::size_t rank(const AcquireRequest &request, Slot context)
{
    const std::size_t mixed = (std::hash<RequestId>()(request.request) ^ context) * 0x9e3779b97f4a7c15U;
    return (mixed ^ (mixed >> 32)) * 0xd6e8feb86659fd93U;
}

} // namespace

Slot Selector::selectAmong(const AcquireRequest &request, const Strategy &strategy, std::uint64_t place,
                           const std::vector<ContextNamePtr> &tried)
{
    const Fleet &fleet = m_view.fleet();
    const Demand demand = demandOf(fleet, request, place, Micros(0), m_view.now());
    const bool indexed = request.placement.kind == Placement::Kind::Any && !request.anyHealth;
    const auto mayTry = [&](Slot context) {
        const ContextRow &row = fleet.context(context);
        return std::find(tried.begin(), tried.end(), row.name) == tried.end()
            && (indexed ? !waiterBefore(fleet, row, demand) : fits(fleet, context, demand));
    };
    if (tried.empty())
        return selectFirst(request, strategy, indexed, mayTry);
    std::size_t left = choiceAfter(tried.size());
    Slot best = noSlot;
    selectFirst(request, strategy, indexed, [&](Slot context) {
        if (left == 0 || !mayTry(context))
            return false;
        if (best == noSlot || rank(request, context) < rank(request, best))
            best = context;
        return --left == 0;
    });
    return best;
}

template <class Fits>
Slot Selector::selectFirst(const AcquireRequest &request, const Strategy &strategy, bool indexed, const Fits &fits)
{
    if (!indexed)
        return walk(request, strategy, fits);
    if (strategy.choose)
        return choose(request, *strategy.choose, fits);
    return m_view.pickIf(request.user, request.requirements, strategy.order, fits);
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
