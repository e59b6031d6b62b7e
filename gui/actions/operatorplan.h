// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/fleet.h"
#include "session/selection.h"

#include <string>

namespace cheetah::gui {

/// What a person can do by hand (SPEC O3).
enum class OperatorVerb { Release, Disconnect, Drain, Undrain, Settle };

/// One thing that a person wants to act on, as they saw it when they asked. What does not concern the verb is unset.
struct SeenTarget {
    ObjectId object;              ///< context of a release or settling, client of a disconnect, any target of a drain
    ContextKey context;           ///< of a release or settling: `object` again, with where it stands
    TaskId task;                  ///< whose lease it was
    Fence fence = 0;              ///< of the lease that a release is to end, no other
    std::uint64_t generation = 0; ///< of the connection that a disconnect is to end, no other
    std::uint32_t leases = 0;     ///< that the target carried
    std::optional<Drain> drain;   ///< that stood on it
    std::vector<CommandId>
        commands; ///< unresolved ones that a context settles for, which a settling is to end, no others
};

/// What a person asked for: the verb, on what they saw, and how.
struct OperatorPlan {
    OperatorVerb verb = OperatorVerb::Release;
    std::vector<SeenTarget> targets;
    std::string reason;             ///< stands in the node's journal
    Micros keepOut{0};              ///< of a disconnect; 0: it may come back at once
    std::optional<Micros> deadline; ///< of a drain, from when it is sent
    bool force = false;             ///< of a drain: end what is left at the deadline
};

// What of the fleet, as it stands now, is worth asking for; objects for which there is nothing to do are left out.
OperatorPlan planRelease(const Fleet &fleet, const std::vector<Slot> &contexts);
OperatorPlan planSettle(const Fleet &fleet, const std::vector<Slot> &contexts);
OperatorPlan planDisconnect(const Fleet &fleet, const std::vector<Slot> &clients);
OperatorPlan planDrain(const Fleet &fleet, const std::vector<DrainTarget> &targets);
OperatorPlan planUndrain(const Fleet &fleet, const std::vector<DrainTarget> &targets);

/// Of a plan that drains or undrains.
DrainTarget drainTargetOf(const SeenTarget &target);

/// How a target stands now, against what was seen of it.
enum class Standing {
    AsSeen,   ///< there is still to do what was asked for
    Effect,   ///< it looks as after the action
    Over,     ///< a release's lease ended otherwise than by an operator's hand
    Replaced, ///< another lease, connection or command took its place
    Gone,     ///< the object is not there any more
};
struct TargetNow {
    Standing standing = Standing::AsSeen;
    TaskId task;                   ///< of the lease that took its place
    std::optional<EndCause> cause; ///< how the seen lease ended, as far as the fleet tells
};
/// Moves the target's slot hint along.
TargetNow lookAt(const Fleet &fleet, const OperatorPlan &plan, SeenTarget &target);

} // namespace cheetah::gui
