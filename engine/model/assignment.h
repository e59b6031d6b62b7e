// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "model/client.h"

#include <vector>

namespace cheetah {

/// Why an assignment ended; exactly one of these (SPEC W4).
enum class EndCause : std::uint8_t {
    Released,
    Expired,
    Disconnected,
    ContextGone,
    EpochEnded,
    ClientRemoved,
    Operator,
    LongestHold,
    RequesterGone,
    Cancelled,
    Drained,
};
std::string_view name(EndCause cause);
std::optional<EndCause> endCauseFromName(std::string_view name);

/// The lease of one context to one task.
struct Assignment {
    TaskId task;
    RequestId request;
    Fence fence = 0;
    NodeId holderNode; ///< the node that acquired it
    RegistryTime acquiredAt;
    RegistryTime renewedAt; ///< equals acquiredAt until the first renewal; the timeout counts from it
    std::uint32_t renewals = 0;
    Micros longestHold{0}; ///< 0: none (SPEC W19)
    bool tied = false;     ///< ends when its requester's socket is gone (SPEC W19)

    friend bool operator==(const Assignment &, const Assignment &) = default;
};

/// A context whose last assignment ended with a sent, unresolved command (SPEC W17). It is not selectable, and counts
/// as load, until the last of those commands is resolved or `deadline` passes.
struct Settling {
    std::vector<CommandId> commands;
    RegistryTime deadline;

    friend bool operator==(const Settling &, const Settling &) = default;
};

} // namespace cheetah
