// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "base/error.h"
#include "model/assignment.h"

#include <optional>
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

/// One condition of a node's readiness as it leaves the node (SPEC L6), such as its listener being bound.
struct ConditionState {
    std::string name; ///< such as `edge`, `registry`, `history`
    bool ok = false;
    std::string reason;   ///< name of the error's code; empty while ok
    Error::Params params; ///< of that error
    std::string remedy;   ///< code of what to do, put into words by wording; empty while ok
    Roles roles;          ///< whom it concerns
    bool warning = false; ///< shown, never in the way of readiness
    WallTime since;       ///< of the present `ok`

    friend bool operator==(const ConditionState &, const ConditionState &) = default;
};

/// What a node tells of itself when it enters and with each heartbeat (SPEC L6, O1). Registries hand it on unread.
struct NodeReport {
    static constexpr std::size_t mostProblems = 16;

    bool ready = false;                   ///< for all its roles
    std::vector<ConditionState> problems; ///< its conditions that do not hold, warnings among them
    std::string url;                      ///< of its listener; empty: it has none
    std::uint32_t sockets = 0;            ///< clients' sockets that it holds
    std::optional<Micros> storeRoundTrip; ///< to Redis and back; unset in memory
    std::optional<Micros> clockOffset;    ///< of its wall clock from registry time, above zero when it is ahead

    friend bool operator==(const NodeReport &, const NodeReport &) = default;
};

/// One node as the registry knows it.
struct NodeInfo {
    NodeId id;
    Incarnation incarnation;
    Roles roles;
    std::string version;
    std::string advertisedUrl;
    RegistryTime startedAt;
    RegistryTime heartbeatAt;
    NodeReport report{}; ///< of that heartbeat

    friend bool operator==(const NodeInfo &, const NodeInfo &) = default;
};

} // namespace cheetah
