// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "base/clock.h"
#include "base/error.h"

#include <optional>
#include <string>
#include <string_view>

namespace cheetah {

/// How well a console sees its deployment. Live, Lagging and Stale differ by the age of the last sign of life: Lagging
/// after 2 s, Stale after 10 s. Lost is without a connection and tries again (or was detached, then without an error);
/// Refused does not.
enum class ConnectionState { Connecting, Live, Lagging, Stale, Lost, Refused };
std::string_view name(ConnectionState state);

struct ConnectionStatus {
    ConnectionState state = ConnectionState::Connecting;
    std::optional<Error> error;      ///< why it is Lost or Refused
    std::optional<Millis> nextTryIn; ///< of Lost: counted from when the status changed

    friend bool operator==(const ConnectionStatus &, const ConnectionStatus &) = default;
};

/// One step of an embedded node going down, in the order in which they come.
struct StopProgress {
    std::string step; ///< stable: `draining`, `stopping_manager`, `stopping_components`, `closing_resources`, `stopped`
    std::optional<Error> failure; ///< of `stopped`: the first thing that went wrong
};

} // namespace cheetah
