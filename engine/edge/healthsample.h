// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "delivery/dispatcherhealth.h"
#include "lifecycle/readiness.h"
#include "operations/diagnostics.h"

namespace cheetah {

/// Readiness conditions as they leave the node (SPEC L6).
std::vector<ConditionState> conditionStates(const Readiness &readiness);

/// How the node does now, for consoles wherever they sit.
HealthSample healthSample(RegistryTime at, const DispatcherHealth &health, const Diagnostics &diagnostics,
                          const Readiness &readiness);

} // namespace cheetah
