// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string_view>

namespace cheetah {

// Names and numbers of both sockets that never change (resources/schemas describes the messages).

inline constexpr std::uint32_t protocolVersion = 1;
inline constexpr std::string_view clientSubprotocol = "cheetah.client.v1";
inline constexpr std::string_view consoleSubprotocol = "cheetah.console.v1";

/// Methods of the client socket.
namespace clientmethod {
inline constexpr std::string_view hello = "hello", report = "report", unchanged = "unchanged", result = "result",
                                  ack = "ack", keep = "keep", bye = "bye", command = "command", cancel = "cancel",
                                  resultKept = "resultKept", reportRequest = "reportRequest",
                                  provisionStatus = "provisionStatus";
} // namespace clientmethod

/// Methods of the console socket besides the method table.
namespace consolemethod {
inline constexpr std::string_view attach = "attach", subscribe = "subscribe", snapshot = "snapshot", delta = "delta",
                                  journal = "journal", health = "health", heartbeat = "heartbeat";
} // namespace consolemethod

/// Kinds of commands to a client.
namespace commandkind {
inline constexpr std::string_view navigate = "navigate", evaluate = "evaluate", screenshot = "screenshot",
                                  activate = "activate", openTab = "openTab", openWindow = "openWindow",
                                  closeTab = "closeTab", closeWindow = "closeWindow", reload = "reload";
} // namespace commandkind

/// Why a socket was closed; the reason text is the name of the error.
enum class CloseCode : std::uint16_t {
    BadInput = 4000,
    Superseded = 4001,
    Unauthenticated = 4002,
    Forbidden = 4003,
    ClientIdInUse = 4004,
    SlowReader = 4005,
    GoingDown = 4006,
    KeptOut = 4007,
    Idle = 4008,
    LimitExceeded = 4009,
    VersionUnsupported = 4010,
};

/// Whether a client closed with this code may try again by itself (SPEC W7): not when another took its place, nor when
/// trying again cannot help.
constexpr bool mayReconnect(std::uint16_t closeCode)
{
    switch (static_cast<CloseCode>(closeCode)) {
    case CloseCode::Superseded:
    case CloseCode::Unauthenticated:
    case CloseCode::Forbidden:
    case CloseCode::VersionUnsupported:
        return false;
    default:
        return true;
    }
}

} // namespace cheetah
