// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "model/acquire.h"

namespace cheetah {

/// A creation under way on one client: holds capacity until a report shows it, the client refuses, the epoch ends, or
/// the client's answer at a `seq` proves it absent (SPEC W13).
struct Reservation {
    ProvisionId provision;
    ClientName client;
    Epoch epoch;
    RequestId request;             ///< who asked; empty once the asker was cancelled
    Placement placement;           ///< what is being made
    RegistryTime deadline;         ///< afterwards it counts as overdue but still holds capacity
    bool newWindow = false;        ///< holds one window as well as one tab
    std::uint64_t answeredSeq = 0; ///< the client said "done" at this report seq; 0: not yet

    friend bool operator==(const Reservation &, const Reservation &) = default;
};

/// One requester in the queue (SPEC W12). Waiters are ordered by `place`.
struct Waiter {
    std::uint64_t place = 0;
    UserId user;
    TaskId task;
    RequestId request;
    RequirementsPtr requirements;
    Placement placement;
    bool anyHealth = false;
    NodeId node;            ///< where its requester waits
    ConnectionId requester; ///< the socket that asked, whose close cancels it; empty: none
    RegistryTime enqueuedAt;
    RegistryTime deadline;

    friend bool operator==(const Waiter &, const Waiter &) = default;
};

} // namespace cheetah
