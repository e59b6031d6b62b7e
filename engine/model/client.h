// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "model/handle.h"
#include "model/metadata.h"
#include "model/registrytime.h"

#include <array>
#include <optional>
#include <string_view>

namespace cheetah {

enum class ClientKind { Browser, Console, Web, Mobile };
std::string_view name(ClientKind kind);
std::optional<ClientKind> clientKindFromName(std::string_view name);

/// Upper bounds for what one client may carry; unset means "no bound from this side". The effective limit is the
/// minimum of hello, token and server (SPEC W13).
struct CapacityLimits {
    std::optional<std::uint32_t> windows;
    std::optional<std::uint32_t> tabsPerWindow;
    std::optional<std::uint32_t> tabs;
    std::optional<std::uint32_t> flows; ///< of a console client

    friend bool operator==(const CapacityLimits &, const CapacityLimits &) = default;
};
CapacityLimits minimum(const CapacityLimits &a, const CapacityLimits &b);

/// State of a context as its client last reported it (SPEC W18).
enum class Health : std::uint8_t { Live, Loading, Crashed, Discarded, Unresponsive };
std::string_view name(Health health);
std::optional<Health> healthFromName(std::string_view name);

/// What happens to a client's assignments when its connection ends (SPEC W6).
struct DisconnectPolicy {
    enum class Kind { Keep, Release, Grace };
    Kind kind = Kind::Keep;
    Micros grace{0}; ///< for Grace alone

    friend bool operator==(const DisconnectPolicy &, const DisconnectPolicy &) = default;
};
std::string toText(const DisconnectPolicy &policy);                    ///< `keep`, `release`, `grace:30s`
Result<DisconnectPolicy> parseDisconnectPolicy(std::string_view text); ///< `bad_setting`

} // namespace cheetah
