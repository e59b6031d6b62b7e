// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "base/clock.h"
#include "base/error.h"

#include <optional>
#include <string_view>

namespace cheetah {

/// How well a console sees its deployment. Live, Lagging and Stale differ by the age of the last sign of life: Lagging
/// after 2 s, Stale after 10 s. Lost is without a connection and tries again; Refused does not.
enum class ConnectionState { Connecting, Live, Lagging, Stale, Lost, Refused };
std::string_view name(ConnectionState state);

struct ConnectionStatus {
    ConnectionState state = ConnectionState::Connecting;
    std::optional<Error> error;      ///< why it is Lost or Refused
    std::optional<Millis> nextTryIn; ///< of Lost
};

} // namespace cheetah
