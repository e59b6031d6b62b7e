// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "contracts/registrycontract.h"

namespace cheetah::test {

/// The registries over a real Redis, one server a process and a deployment of its own for each, on the test's clock.
/// Throws when no server comes.
std::unique_ptr<RegistryUnderTest> makeRedisUnderTest(const DeploymentPolicies &policies, ManualClock &clock);

} // namespace cheetah::test
