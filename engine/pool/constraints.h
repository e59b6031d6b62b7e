// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "model/fleet.h"
#include "model/verdict.h"

#include <span>

namespace cheetah {

/// What one request wants of a candidate, and what stands before it.
struct Demand {
    const Requirements *requirements = nullptr; ///< null: nothing
    const WindowName *window = nullptr;         ///< null: any
    RequestId request;
    bool anyHealth = false;
    Micros taskTimeout{0}; ///< for telling how long an assignment may last; 0: not known
    RegistryTime now;
    /// Live waiters that go first, one of each kind of demand.
    std::vector<std::shared_ptr<const Waiter>> ahead;
};

/// `place` 0: not waiting, so that every known waiter goes first (SPEC W12).
Demand demandOf(const Fleet &fleet, const AcquireRequest &request, std::uint64_t place, Micros taskTimeout,
                RegistryTime now);

/// One context, or one client alone for the rules that only look at the client.
struct Candidate {
    const Fleet &fleet;
    const ClientRow &client;
    const ContextRow *context = nullptr;
};

/// One named rule. Rules without a context decide for all of a client's contexts at once.
struct Constraint {
    Rule rule;
    bool ofClient;
    bool (*holds)(const Candidate &, const Demand &);
    /// Tells why it doesn't hold; several verdicts where several conditions fail.
    void (*tell)(const Candidate &, const Demand &, std::vector<Verdict> &);
};

/// All rules in the order in which they decide. Deciding and explaining both go through this list (SPEC W9); the index of
/// FleetView holds what it says of requests without special wishes.
std::span<const Constraint> constraints();

/// The first rule of the client that excludes all of its contexts, or nothing.
std::optional<Rule> firstExcluding(const Fleet &fleet, const ClientRow &client, const Demand &demand);
/// The first rule that excludes the context although its client passes, or nothing.
std::optional<Rule> firstExcluding(const Fleet &fleet, const ContextRow &context, const Demand &demand);
/// Whether the context may be given to the request now.
bool fits(const Fleet &fleet, Slot context, const Demand &demand);
/// Everything that stands against the context.
std::vector<Verdict> verdicts(const Fleet &fleet, Slot context, const Demand &demand);

/// The first of `ahead` that the context would do for, or null.
const Waiter *waiterBefore(const Fleet &fleet, const ContextRow &context, const Demand &demand);

} // namespace cheetah
