// SPDX-License-Identifier: Apache-2.0
#include "pool/strategy.h"

namespace cheetah {

namespace {

constexpr std::string_view roundRobin = "round-robin";
constexpr std::string_view leastBusy = "least-busy";

} // namespace

Result<void> Strategies::add(std::string name, StrategyFunction function)
{
    if (name.empty() || !function || find(name) || m_registered.size() >= maxRegistered)
        return Error(ErrorCode::BadSetting, {{"setting", "strategy"}, {"value", name}});
    m_registered.emplace(std::move(name), std::move(function));
    return {};
}

std::optional<Strategy> Strategies::find(std::string_view name) const
{
    if (name.empty() || name == roundRobin)
        return Strategy{PickOrder::RoundRobin, nullptr};
    if (name == leastBusy)
        return Strategy{PickOrder::LeastBusy, nullptr};
    const auto registered = m_registered.find(name);
    if (registered == m_registered.end())
        return std::nullopt;
    return Strategy{PickOrder::RoundRobin, &registered->second};
}

} // namespace cheetah
