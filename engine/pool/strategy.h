// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "model/fleet.h"
#include "registry/idlequery.h"

#include <functional>

namespace cheetah {

/// A host's own strategy (SPEC W8): which of these clients, all fitting and with idle contexts, gives the next one. At
/// least one client is offered, at most Strategies::offeredClients; an answer out of range means the first. Its state is
/// this node's alone.
using StrategyFunction = std::function<std::size_t(const Fleet &fleet, const std::vector<Slot> &clients)>;

/// One strategy by name.
struct Strategy {
    PickOrder order = PickOrder::RoundRobin;
    const StrategyFunction *choose = nullptr; ///< set for a host's own
};

/// The strategies that a request may name: `round-robin` (also the empty name), `least-busy`, and the host's.
class Strategies {
public:
    static constexpr std::size_t maxRegistered = 64;
    static constexpr std::size_t offeredClients = 1'000;

    /// `bad_setting` for an empty, used or built-in name, an empty function, or one strategy too many.
    Result<void> add(std::string name, StrategyFunction function);

    /// Nothing for an unknown name.
    std::optional<Strategy> find(std::string_view name) const;

private:
    std::map<std::string, StrategyFunction, std::less<>> m_registered;
};

} // namespace cheetah
