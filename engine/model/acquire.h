// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "model/assignment.h"
#include "model/requirement.h"

namespace cheetah {

/// Where the leased context shall be (SPEC W8).
struct Placement {
    enum class Kind { Any, Window, NewTab, NewWindow, Isolated };
    Kind kind = Kind::Any;
    std::optional<WindowName> window; ///< for Window and NewTab; a new tab without one may open in any window

    /// True for the placements that themselves ask for a new context.
    bool asksForCreation() const { return kind == Kind::NewTab || kind == Kind::NewWindow || kind == Kind::Isolated; }
    friend bool operator==(const Placement &, const Placement &) = default;
};
std::string toText(const Placement &placement); ///< `any`, `window:W`, `new-tab`, `new-tab:W`, `new-window`, `isolated`
Result<Placement> parsePlacement(std::string_view text); ///< `bad_request`, `bad_id` for the window

/// One request for a context (SPEC W8). Durations are remaining times from now.
struct AcquireRequest {
    UserId user;
    TaskId task;
    RequestId request;
    RequirementsPtr requirements; ///< null: no demands
    std::string strategy;         ///< empty or `round-robin`, `least-busy`, or a name the host registered
    Placement placement;
    bool reuseOnly = false;
    bool autoProvision = false;
    std::optional<Micros> wait;  ///< unset: not at all, or the provision timeout when creation is asked for
    bool waitForClients = false; ///< wait even when no known client could ever satisfy the request (SPEC W12)
    bool anyHealth = false;      ///< also take contexts that are not live (SPEC W18)
    Micros longestHold{0};       ///< 0: none (SPEC W19)
    bool releaseOnClose = false; ///< tie to the requester's connection (SPEC W19)
    Micros releaseOnCloseGrace{0};
    ConnectionId requester; ///< the console/app socket that asked; empty for plain HTTP and the CLI

    bool mayCreate() const { return !reuseOnly && (autoProvision || placement.asksForCreation()); }
};

/// A lease as its requester sees it. `remaining` is the time until the timeout sweep may end it; unset when the sweep
/// is off.
struct Lease {
    Handle handle;
    WindowId window;
    std::optional<Micros> remaining;
    bool provisioned = false; ///< the context was made for this request
};

} // namespace cheetah
