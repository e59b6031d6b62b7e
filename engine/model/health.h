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

/// How a node does, once a second.
struct HealthSample : DeliveryHealthSample {
    RegistryTime at;
    std::uint64_t pendingCommands = 0; ///< admitted and not yet ended
    std::vector<ConditionState> conditions;
};

} // namespace cheetah
