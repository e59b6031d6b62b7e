// SPDX-License-Identifier: Apache-2.0
#include "contracts/history.h"
#include "contracts/redisundertest.h"

#include <charconv>
#include <cstdlib>

namespace cheetah::test {
namespace {

/// Steps of one history; CHEETAH_HISTORY_STEPS takes another number.
std::uint32_t stepsOfOne()
{
    std::uint32_t steps = 12'500; // eight of them: 100,000 in all
    if (const char *text = std::getenv("CHEETAH_HISTORY_STEPS"))
        std::from_chars(text, text + std::string_view(text).size(), steps);
    return steps;
}

/// Small bounds, so that a history reaches them.
DeploymentPolicies tightPolicies(std::uint64_t seed)
{
    DeploymentPolicies policies;
    policies.disconnectPolicy.kind = DisconnectPolicy::Kind(seed % 3);
    if (policies.disconnectPolicy.kind == DisconnectPolicy::Kind::Grace)
        policies.disconnectPolicy.grace = Seconds(6);
    policies.contextRetention = Seconds(40);
    policies.requestMemory = Seconds(20);
    policies.requestMemoryEntries = 40;
    policies.waiterLimit = 8;
    policies.contextsPerClient = 10;
    policies.evidenceRetention = Seconds(60);
    policies.evidenceEntries = 30;
    policies.provisionTimeout = Seconds(8);
    policies.commandDeadline = Seconds(10);
    return policies;
}

RegistryFactory factoryOf(const std::string &name)
{
    for (RegistryFactory &factory : registryFactories())
        if (factory.name == name)
            return factory;
    throw std::runtime_error("no registry " + name);
}

class RegistryDifferential : public ::testing::TestWithParam<std::uint64_t> {};

// SPEC R1 SPEC R5 SPEC W11: what passes in memory passes in Redis, with the same words; replicas are equal after each step
TEST_P(RegistryDifferential, EqualHistoriesGiveEqualOutcomesAndFleets)
{
    ManualClock clock;
    const DeploymentPolicies policies = tightPolicies(GetParam());
    const auto memory = factoryOf("Memory").make(policies, clock);
    const auto redis = factoryOf("Redis").make(policies, clock);
    History history(*memory, *redis, clock, policies, GetParam());
    history.run(stepsOfOne());
    EXPECT_GE(history.taken(), stepsOfOne());
    EXPECT_GE(history.granted() * 100, stepsOfOne()) << "a history without leases shows little";
    RecordProperty("granted", int(history.granted()));
}

INSTANTIATE_TEST_SUITE_P(Seeds, RegistryDifferential, ::testing::Range<std::uint64_t>(1, 9));

} // namespace
} // namespace cheetah::test
