// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "model/fleet.h"

#include <string>
#include <vector>

namespace cheetah {

/// What a context is doing, in one word, for people and tools. The first that applies, in this order.
enum class ContextState { Assigned, Settling, Disconnected, Unavailable, Held, Draining, Idle };
std::string_view name(ContextState state);
std::optional<ContextState> contextStateFromName(std::string_view name);

// Rows of the fleet as values that can leave it: what diagnostics, REST, CLI and console show (SPEC O1). All rows of one
// answer come from one revision. Times are registry time; `remaining` is counted from the `now` given.

struct ContextView {
    ContextName name;
    WindowId window;
    std::string title, url;
    ContextState state = ContextState::Idle;
    Health health = Health::Live;
    bool active = false;
    bool ours = false;
    std::optional<Assignment> assignment;
    std::optional<Micros> remaining; ///< of the assignment's timeout; unset when the sweep is off
    std::optional<Settling> settling;
    RequestId heldFor;
    std::optional<ContextName> parent;
};

struct WindowView {
    WindowName name;
    std::string title;
    bool focused = false;
    bool isolated = false;
    bool ours = false;
    std::uint32_t tabs = 0;
    std::uint32_t assigned = 0;
    std::uint32_t reserved = 0; ///< creations under way in it
    std::optional<std::uint32_t> tabLimit;
    bool draining = false;
};

struct ClientView {
    ClientName name;
    ClientState state;
    std::uint64_t seq = 0;
    std::uint32_t windows = 0, contexts = 0, assigned = 0, settling = 0, reserved = 0;
    std::optional<Drain> drain;
};

struct AssignmentView {
    ContextName context;
    WindowId window;
    Assignment assignment;
    std::optional<Micros> remaining;
    std::string url, title;
};

struct WaiterView {
    Waiter waiter;
    Micros remaining{0};
};

struct NodeView {
    NodeInfo node;
    std::vector<ClientName> provisions; ///< clients that it alone may create for at present (SPEC W14)
    friend bool operator==(const NodeView &, const NodeView &) = default;
};

/// Totals that a status line shows.
struct FleetCounts {
    std::uint32_t users = 0, clients = 0, connected = 0, windows = 0, contexts = 0, available = 0, assigned = 0,
                  settling = 0, expiringSoon = 0, reservations = 0, waiters = 0, nodes = 0;
};

/// `taskTimeout` 0: the sweep is off, nothing has a remaining time.
ContextState stateOf(const Fleet &fleet, const ContextRow &row);
ContextView contextView(const Fleet &fleet, Slot context, RegistryTime now, Micros taskTimeout);
WindowView windowView(const Fleet &fleet, Slot window);
ClientView clientView(const Fleet &fleet, Slot client);
AssignmentView assignmentView(const Fleet &fleet, Slot context, RegistryTime now, Micros taskTimeout);
/// One pass over the fleet. `expiringSoon` counts assignments with less than 30 s left.
FleetCounts countsOf(const Fleet &fleet, RegistryTime now, Micros taskTimeout);

// All rows, ordered by user, client, window and position.
std::vector<ContextView> contextViews(const Fleet &fleet, RegistryTime now, Micros taskTimeout);
std::vector<WindowView> windowViews(const Fleet &fleet);
std::vector<ClientView> clientViews(const Fleet &fleet);
std::vector<AssignmentView> assignmentViews(const Fleet &fleet, RegistryTime now,
                                            Micros taskTimeout); ///< expiry ascending
std::vector<WaiterView> waiterViews(const Fleet &fleet, RegistryTime now);
std::vector<NodeView> nodeViews(const Fleet &fleet, RegistryTime now); ///< ordered as the fleet has them

/// The clients that each node alone may create for at present (SPEC W14), in order. One pass over the clients.
std::map<NodeId, std::vector<ClientName>> provisionedClients(const Fleet &fleet, RegistryTime now);

/// Whether the client, one of its windows (if given) or its node drains or has drained, so that nothing is assigned there.
bool isDraining(const Fleet &fleet, const ClientRow &client, const WindowRow *window);

} // namespace cheetah
