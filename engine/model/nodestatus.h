// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "model/evidence.h"
#include "model/health.h"
#include "model/views.h"

namespace cheetah {

/// Who and where a node is; fixed for its lifetime.
struct NodeIdentity {
    DeploymentId deployment;
    NodeId node;
    Incarnation incarnation;
    Roles roles;
    std::string version;
    std::string advertisedUrl;
};

/// What became of acquires, since the start, and how many are under way.
struct AcquireCounts {
    std::uint64_t granted = 0, refused = 0, undone = 0, pending = 0;
};

/// One node's answer to "how are you" (SPEC O1); the counts of the fleet are all from one revision.
struct NodeStatus {
    NodeIdentity identity;
    std::uint64_t revision = 0;
    RegistryTime at;
    FleetCounts counts;
    EvidenceCounts commands;
    DeliveryHealthSample dispatcher;
    AcquireCounts acquires;
    bool ready = false;
    std::vector<ConditionState> conditions;
};

/// One setting in force as a node tells it; secrets are never among them.
struct ConfigEntry {
    std::string name, value, origin;
};

} // namespace cheetah
