// SPDX-License-Identifier: Apache-2.0
#include "model/client.h"

#include "base/duration.h"
#include "model/nametable.h"

#include <algorithm>

namespace cheetah {

namespace {

constexpr auto clientKinds = nameTable<ClientKind, ClientKind::Mobile>("browser", "console", "web", "mobile");
constexpr auto healths =
    nameTable<Health, Health::Unresponsive>("live", "loading", "crashed", "discarded", "unresponsive");

using Bound = std::optional<std::uint32_t>;

Bound minimum(const Bound &a, const Bound &b)
{
    return a && b ? Bound(std::min(*a, *b)) : a ? a : b;
}

} // namespace

std::string_view name(ClientKind kind)
{
    return clientKinds.of(kind);
}

std::optional<ClientKind> clientKindFromName(std::string_view name)
{
    return clientKinds.find(name);
}

CapacityLimits minimum(const CapacityLimits &a, const CapacityLimits &b)
{
    return {minimum(a.windows, b.windows), minimum(a.tabsPerWindow, b.tabsPerWindow), minimum(a.tabs, b.tabs),
            minimum(a.flows, b.flows)};
}

std::string_view name(Health health)
{
    return healths.of(health);
}

std::optional<Health> healthFromName(std::string_view name)
{
    return healths.find(name);
}

std::string toText(const DisconnectPolicy &policy)
{
    switch (policy.kind) {
    case DisconnectPolicy::Kind::Keep:
        return "keep";
    case DisconnectPolicy::Kind::Release:
        return "release";
    case DisconnectPolicy::Kind::Grace:
        break;
    }
    return "grace:" + formatDuration(policy.grace);
}

Result<DisconnectPolicy> parseDisconnectPolicy(std::string_view text)
{
    if (text == "keep")
        return DisconnectPolicy{DisconnectPolicy::Kind::Keep, Micros(0)};
    if (text == "release")
        return DisconnectPolicy{DisconnectPolicy::Kind::Release, Micros(0)};
    constexpr std::string_view prefix = "grace:";
    if (text.starts_with(prefix))
        if (const auto grace = parseDuration(text.substr(prefix.size())))
            return DisconnectPolicy{DisconnectPolicy::Kind::Grace, *grace};
    return Error(ErrorCode::BadSetting, {{"value", std::string(text)}, {"wanted", "keep, release or grace:30s"}});
}

} // namespace cheetah
