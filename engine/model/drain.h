// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "model/assignment.h"

#include <variant>

namespace cheetah {

/// What a drain applies to (SPEC W16).
using DrainTarget = std::variant<ClientName, WindowName, NodeId>;

/// No new assignment on the target until undone; existing leases go on. Ends at zero leases (`done`) or at its
/// deadline, where what is left stays (`kept`) or is ended (`forced`).
struct Drain {
    enum class State { Draining, Done, Kept, Forced };
    DrainTarget target;
    State state = State::Draining;
    RegistryTime deadline; ///< unset: none
    bool force = false;    ///< end what is left at the deadline
    RegistryTime startedAt;
    std::string by; ///< who asked, for showing

    friend bool operator==(const Drain &, const Drain &) = default;
};
std::string_view name(Drain::State state);
std::optional<Drain::State> drainStateFromName(std::string_view name);

} // namespace cheetah
