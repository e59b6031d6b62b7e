// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "model/acquire.h"
#include "pool/strategy.h"
#include "registry/fleetview.h"

namespace cheetah {

/// Chooses the next candidate for a request from the replica (SPEC W8). It changes nothing but whose turn is next; the
/// registry's step decides. Owned by the manager.
class Selector {
public:
    explicit Selector(FleetView &view) : m_view(view) {}

    /// noSlot if nothing fits. `place` as for AssignArgs; `tried`: contexts that the registry refused already. Who lost
    /// some to others looks further on, each request elsewhere: requests of all nodes would else meet again and again.
    Slot select(const AcquireRequest &request, const Strategy &strategy, std::uint64_t place,
                const std::vector<ContextNamePtr> &tried)
    {
        const bool plain = request.placement.kind == Placement::Kind::Any && !request.anyHealth && !strategy.choose;
        if (plain && tried.empty() && m_view.fleet().waiterCount() == 0)
            return m_view.pick(request.user, request.requirements, strategy.order);
        return selectAmong(request, strategy, place, tried);
    }

private:
    Slot selectAmong(const AcquireRequest &request, const Strategy &strategy, std::uint64_t place,
                     const std::vector<ContextNamePtr> &tried);
    template <class Fits>
    Slot selectFirst(const AcquireRequest &request, const Strategy &strategy, bool indexed, const Fits &fits);
    template <class Accept>
    Slot choose(const AcquireRequest &request, const StrategyFunction &function, const Accept &accept);
    template <class Accept>
    Slot walk(const AcquireRequest &request, const Strategy &strategy, const Accept &accept);

    FleetView &m_view;
    std::size_t m_turn = 0; ///< of walks that no index serves
};

} // namespace cheetah
