// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "model/assignment.h"

#include <string>
#include <vector>

namespace cheetah {

/// Roles that a node serves, as a set.
struct Roles {
    bool app = true;
    bool rest = true;
    bool websocket = true;

    bool all() const { return app && rest && websocket; }
    friend bool operator==(const Roles &, const Roles &) = default;
};
std::string toText(Roles roles);                 ///< `app,rest,websocket`
Result<Roles> parseRoles(std::string_view text); ///< `bad_setting`

/// One node as the registry knows it.
struct NodeInfo {
    NodeId id;
    Incarnation incarnation;
    Roles roles;
    std::string version;
    std::string advertisedUrl;
    RegistryTime startedAt;
    RegistryTime heartbeatAt;

    friend bool operator==(const NodeInfo &, const NodeInfo &) = default;
};

} // namespace cheetah
