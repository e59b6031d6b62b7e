// SPDX-License-Identifier: Apache-2.0
#include "edge/healthsample.h"

namespace cheetah {

namespace {

Roles rolesOf(RoleMask mask)
{
    const auto has = [mask](ReadyRole role) { return (mask & RoleMask(role)) != 0; };
    return {has(ReadyRole::App), has(ReadyRole::Rest), has(ReadyRole::Websocket)};
}

} // namespace

std::vector<ConditionState> conditionStates(const Readiness &readiness)
{
    std::vector<ConditionState> states;
    for (const ReadinessCondition &condition : readiness.conditions()) {
        ConditionState &state = states.emplace_back();
        state.name = condition.name;
        state.ok = condition.ok;
        if (condition.error) {
            state.reason = name(condition.error->code);
            state.params = condition.error->params;
        }
        state.remedy = condition.remedy;
        state.roles = rolesOf(condition.roles);
        state.warning = condition.warning;
        state.since = std::chrono::floor<Millis>(condition.since); // as it travels
    }
    return states;
}

HealthSample healthSample(RegistryTime at, const DispatcherHealth &health, const Diagnostics &diagnostics,
                          const Readiness &readiness)
{
    return {health.sample(), at, diagnostics.commands().live, conditionStates(readiness)};
}

} // namespace cheetah
