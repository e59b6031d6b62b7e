// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "base/error.h"
#include "model/node.h"

#include <optional>
#include <string>
#include <vector>

namespace cheetah {

/// What dispatching looks like now (SPEC O1). Rates are per second over the last ten whole seconds, latencies from send
/// to acknowledgement over the last one to two minutes, unset when nothing was acknowledged in them.
struct DeliveryHealthSample {
    std::uint64_t admitted = 0, sent = 0, acknowledged = 0, results = 0, errors = 0, fenced = 0, expired = 0,
                  unknown = 0, refused = 0, cancelled = 0; ///< since the start
    double admittedRate = 0, sentRate = 0, acknowledgedRate = 0, endedRate = 0;
    std::uint64_t queued = 0; ///< admitted here and not yet sent
    std::optional<Micros> ackP50, ackP95, ackP99;
};

/// One condition of a node's readiness as it leaves the node (SPEC L6), such as its listener being bound.
struct ConditionState {
    std::string name; ///< such as `edge`, `registry`, `history`
    bool ok = false;
    std::string reason;   ///< name of the error's code; empty while ok
    Error::Params params; ///< of that error
    std::string remedy;   ///< code of what to do, put into words by wording; empty while ok
    Roles roles;          ///< whom it concerns
    bool warning = false; ///< shown, never in the way of readiness
    WallTime since;       ///< of the present `ok`

    friend bool operator==(const ConditionState &, const ConditionState &) = default;
};

/// How a node does, once a second.
struct HealthSample : DeliveryHealthSample {
    RegistryTime at;
    std::uint64_t pendingCommands = 0; ///< admitted and not yet ended
    std::vector<ConditionState> conditions;
};

} // namespace cheetah
