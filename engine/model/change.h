// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "model/drain.h"
#include "model/node.h"
#include "model/report.h"
#include "model/reservation.h"

#include <memory>
#include <optional>
#include <variant>
#include <vector>

namespace cheetah {

/// Identity of the data of one partition. Equal revisions mean equal data; the incarnation changes when the store
/// lost its memory (SPEC, Words).
struct Revision {
    std::uint32_t partition = 0;
    Incarnation incarnation;
    std::uint64_t number = 0;

    friend bool operator==(const Revision &, const Revision &) = default;
};

/// What the fleet knows of a client itself.
struct ClientState {
    ClientKind kind = ClientKind::Browser;
    Epoch epoch;
    std::uint64_t generation = 0; ///< of the last accepted hello
    std::uint64_t seq = 0;        ///< of the last accepted report of the epoch
    bool connected = false;       ///< its connection lease is current
    NodeId node;                  ///< that holds (or last held) its socket
    std::string agent;            ///< such as `cheetah-browser 0.1 Chromium/156`, cleaned
    Metadata metadata;
    CapacityLimits limits; ///< effective: min(hello, token, server)
    RegistryTime connectedAt;
    RegistryTime disconnectedAt;
    RegistryTime graceUntil;      ///< its assignments end then unless it returns in the same epoch (SPEC W6)
    RegistryTime removeAt;        ///< its contexts go then (SPEC R7)
    RegistryTime keptOutUntil;    ///< an operator keeps it out until then (SPEC O3)
    NodeId provisioner;           ///< that last reserved for a creation there; empty: none did
    RegistryTime provisionsUntil; ///< no other live node may create there before (SPEC W14)

    friend bool operator==(const ClientState &, const ClientState &) = default;
};

struct ClientChanged {
    ClientName name;
    std::shared_ptr<const ClientState> state;
};
/// Only the report seq moved; kept apart because it is by far the most frequent change of a client.
struct ClientSeqChanged {
    ClientName name;
    std::uint64_t seq = 0;
};
/// Removes the client with all its windows and contexts, whatever they hold.
struct ClientRemoved {
    ClientName name;
};

/// Adds or updates a window.
struct WindowChanged {
    WindowName name;
    std::string title;
    bool focused = false;
    bool isolated = false;
    bool ours = false;
    std::uint32_t position =
        0; ///< among the client's windows as they stand right after this change; beyond the end: last
};
/// Removes a window that has no contexts left.
struct WindowRemoved {
    WindowName name;
};

/// Adds or updates a context as reported; its assignment, settling and hold are untouched. Positions come out right if
/// what stands further left was placed before.
struct ContextChanged {
    ContextKey key;
    WindowId window;
    std::uint32_t position = 0; ///< in the window as it stands right after this change; beyond the end: last
    std::shared_ptr<const ReportedContext> reported;
    RegistryTime firstSeenAt{};        ///< of a new context; unset: the delta's time
    std::optional<EndCause> lastEnd{}; ///< of a new context, in snapshots
};
/// Removes a context that is not assigned.
struct ContextRemoved {
    ContextKey key;
};

struct AssignmentStarted {
    ContextKey key;
    Assignment assignment;
};
struct AssignmentRenewed {
    ContextKey key;
    Fence fence = 0;
    RegistryTime renewedAt;
};
struct AssignmentEnded {
    ContextKey key;
    Fence fence = 0;
    EndCause cause = EndCause::Released;
};
/// Null ends the settling.
struct SettlingChanged {
    ContextKey key;
    std::shared_ptr<const Settling> settling;
};

/// Why a context is kept from being selected although it is idle (SPEC W13).
struct Hold {
    RequestId request;  ///< made for this request; empty: its origin is not yet known
    RegistryTime until; ///< unset: until taken or cancelled
    friend bool operator==(const Hold &, const Hold &) = default;
};
/// Null ends the hold.
struct HoldChanged {
    ContextKey key;
    std::shared_ptr<const Hold> hold;
};
/// The context belongs to the lease on `parent` (SPEC W20); a null name ends that.
struct ParentChanged {
    ContextKey key;
    ContextKey parent;
};

struct ReservationChanged {
    std::shared_ptr<const Reservation> reservation;
};
struct ReservationRemoved {
    ClientName client;
    ProvisionId provision;
};
struct WaiterAdded {
    std::shared_ptr<const Waiter> waiter;
};
struct WaiterRemoved {
    UserId user;
    std::uint64_t place = 0;
};
struct DrainChanged {
    Drain drain;
};
struct DrainRemoved {
    DrainTarget target;
};
struct NodeChanged {
    NodeInfo node;
};
struct NodeRemoved {
    NodeId node;
};

/// One elementary change of a fleet.
using Change = std::variant<AssignmentStarted, AssignmentRenewed, AssignmentEnded, ContextChanged, ContextRemoved,
                            SettlingChanged, HoldChanged, ParentChanged, WindowChanged, WindowRemoved, ClientChanged,
                            ClientSeqChanged, ClientRemoved, ReservationChanged, ReservationRemoved, WaiterAdded,
                            WaiterRemoved, DrainChanged, DrainRemoved, NodeChanged, NodeRemoved>;

/// What a registry step, or several taken at one time, changed: leads the fleet from revision `from` to `to` of one
/// partition. The order of changes is such that each applies to the state before it: a client before its windows, a window
/// before its contexts, assignments end before their context is removed.
struct Delta {
    std::uint32_t partition = 0;
    std::uint64_t from = 0;
    std::uint64_t to = 0;
    RegistryTime at;
    std::vector<Change> changes;
};

} // namespace cheetah
