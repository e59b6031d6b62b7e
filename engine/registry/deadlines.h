// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "model/handle.h"
#include "model/registrytime.h"

#include <map>
#include <optional>
#include <set>
#include <tuple>

namespace cheetah {

/// What a registry has to do by itself and when, executed by the connection sweep (SPEC R7): at most one entry for a kind
/// and a slot of the fleet. The timeout of leases is not here: it has a list of its own that costs nothing to move in.
class Deadlines {
public:
    /// By client slot: GraceEnd, ClientRemoval; by context slot: the others.
    enum class Kind { GraceEnd, ClientRemoval, HoldEnd, SettlingEnd, LongestHold, RequesterGone };
    struct Due {
        Kind kind;
        Slot slot;
    };

    /// Plans, or moves what is planned.
    void set(Kind kind, Slot slot, RegistryTime at);
    void clear(Kind kind, Slot slot);
    /// The earliest entry whose time has come; it stays until cleared or moved.
    std::optional<Due> due(RegistryTime now) const;
    std::size_t size() const { return m_at.size(); }

private:
    std::map<std::pair<Kind, Slot>, RegistryTime> m_at;
    std::set<std::tuple<RegistryTime, Kind, Slot>> m_order;
};

} // namespace cheetah
