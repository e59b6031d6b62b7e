// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "model/assignment.h"
#include "model/node.h"
#include "model/report.h"
#include "model/reservation.h"
#include "redis/packing.h"

#include <string>

namespace cheetah {

struct AssignArgs;
struct ClientState;

// What the functions in Redis keep and hand on without looking inside, as msgpack (SPEC R2). Reading takes any bytes: a
// mistake makes the PackReader fail, and what was read so far means nothing.

/// [title, url, active, provision, opener]; the rest of a context stands beside it.
std::string packReported(const ReportedContext &context);
void readReported(PackReader &in, ReportedContext &context);

/// What a hello says of a client for good: [kind, agent, [key, value, …], windows, tabsPerWindow, tabs, flows], the limits
/// being the effective ones and -1 for none.
std::string packFixed(const ClientState &state);
void readFixed(PackReader &in, ClientState &state);

/// [kind, windowKey or ''].
std::string packPlacement(const Placement &placement);
void readPlacement(PackReader &in, Placement &placement);

/// [kind or -1, client, [[key, operator, [value, …]], …]]; nil for null.
std::string packRequirements(const Requirements *requirements);
/// At most Requirements::maxConditions conditions.
void readRequirements(PackReader &in, RequirementsPtr &requirements);

/// What an acquirer says of its lease: [task, request, node, longestHold, tiedTo, tieGrace]. Of the tie a reader learns
/// whether there is one.
std::string packLease(const AssignArgs &args);
void readLease(PackReader &in, Assignment &assignment);

/// All but place and time, which Redis gives: [user, task, request, requirements, placement, anyHealth, node, requester,
/// deadline].
std::string packWaiter(const Waiter &waiter);
void readWaiter(PackReader &in, Waiter &waiter);

/// [roles as bits app 1, rest 2, websocket 4, version, advertisedUrl].
std::string packNode(const NodeInfo &node);
void readNode(PackReader &in, NodeInfo &node);

/// [ready, url, sockets, round trip in µs or -1, [clock offset in µs] or [], [problem, …]], each problem [name, reason,
/// [key, value, …], remedy, roles as bits, warning, since in µs].
std::string packNodeReport(const NodeReport &report);
/// At most NodeReport::mostProblems problems.
void readNodeReport(PackReader &in, NodeReport &report);

/// A time from 0 (unset) to beyond any that is meant, far from where sums would overflow.
RegistryTime readTime(PackReader &in);

/// The blob that comes next as one text, read by `read` and nothing left of it.
template <class T>
void readBlob(PackReader &in, void (*read)(PackReader &, T &), T &value)
{
    PackReader blob(in.bytes());
    read(blob, value);
    if (!blob.complete())
        in.fail("a malformed blob");
}

} // namespace cheetah
