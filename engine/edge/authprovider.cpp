// SPDX-License-Identifier: Apache-2.0
#include "edge/authprovider.h"

namespace cheetah {

namespace {

constexpr std::string_view scopeNames[] = {"client", "app", "viewer", "operator"};

} // namespace

std::string_view name(AccessScope scope)
{
    return scopeNames[std::size_t(scope)];
}

std::optional<AccessScope> accessScopeFromName(std::string_view name)
{
    for (std::size_t i = 0; i < std::size(scopeNames); ++i)
        if (scopeNames[i] == name)
            return AccessScope(i);
    return std::nullopt;
}

} // namespace cheetah
