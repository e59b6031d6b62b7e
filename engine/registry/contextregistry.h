// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "model/acquire.h"
#include "model/drain.h"
#include "model/reservation.h"
#include "registry/reply.h"

#include <string>
#include <vector>

namespace cheetah {

/// Arguments of one atomic assignment attempt.
struct AssignArgs {
    ContextKey context; ///< the candidate that selection chose
    TaskId task;
    RequestId request;
    NodeId node;                  ///< holder
    RequirementsPtr requirements; ///< checked again against the client, for a candidate chosen on an old replica
    bool anyHealth = false;
    std::uint64_t place = 0; ///< of the asking waiter; 0: not waiting, so every matching waiter goes first (SPEC W12)
    Micros longestHold{0};
    ConnectionId tiedTo; ///< end with this requester connection (SPEC W19); empty: not tied
    Micros tieGrace{0};
};

/// A granted assignment. `repeated`: this request id already held it (lost reply, SPEC W11). `closable`: see Released, of
/// the handle that releaseAndAssign gave up.
struct Assigned {
    Handle handle;
    RegistryTime at;
    bool repeated = false;
    std::vector<ContextNamePtr> closable;
};

struct Renewed {
    RegistryTime at;
};
/// `already`: the caller's own release was remembered (SPEC W4). `closable`: contexts of ours that the lease carried
/// and that should now be closed (SPEC W20).
struct Released {
    bool already = false;
    std::vector<ContextNamePtr> closable;
};

struct CancelOutcome {
    bool released = false; ///< the request had been given something, which was released
};

/// A slice of an operation over many contexts: call again while `more`.
struct SliceOutcome {
    std::uint32_t ended = 0;
    bool more = false;
};

/// One line of the administrative scan (SPEC W5).
struct ScannedAssignment {
    Handle handle;
    RegistryTime renewedAt;
};
struct ScanPage {
    std::vector<ScannedAssignment> assignments;
    std::string next; ///< cursor of the next page; empty: none
};

/// Leases of contexts, the queue of waiters, and the fence. Each call is one atomic step.
/// Errors that any step may answer: `unavailable` (outcome not known). Owner: the host. Thread: the engine's.
class ContextRegistry {
public:
    virtual ~ContextRegistry() = default;

    /// assign() will soon be called with this request id: a registry that lies in this process has the memory fetched that
    /// it will need for it. Changes nothing.
    virtual void expect(const UserId &, const RequestId &) const {}
    /// The same for a release() of this handle.
    virtual void expect(const Handle &) const {}

    /// Gives the context to the request if it is selectable now: connected client that fulfils the requirements, not
    /// draining, not held for another request, idle, not settling, health live (or anyHealth), no earlier live waiter
    /// matches it (SPEC W10–W12). A request id that already holds an assignment gets that one, `repeated`. A granted
    /// request leaves the queue, and creations under way for it lose their asker, in the same step.
    /// Errors: `request_known` (it held an assignment that ended, param cause; ids are not used twice), `nothing_available` (params rule=<Rule name>; lost the race: try the next candidate), `cancelled` (the
    /// request id was barred, or its waiter is gone), `deadline_exceeded` (its waiter is past its deadline),
    /// `context_unknown`.
    virtual void assign(const AssignArgs &args, const Scope &scope, Reply<Assigned> reply) = 0;

    /// Moves the deadline while current, else `stale_handle` (SPEC W4).
    virtual void renew(const Handle &handle, const Scope &scope, Reply<Renewed> reply) = 0;

    /// Ends the assignment while current; own release repeated: `already`; other stale handles `stale_handle` (SPEC W4).
    virtual void release(const Handle &handle, EndCause cause, const Scope &scope, Reply<Released> reply) = 0;

    /// Ends `handle` and assigns in one step (SPEC W8). If the release is stale nothing is assigned; if the assignment
    /// fails the release stands and the error tells why (param released=true, and closable=<name text> for each).
    virtual void releaseAndAssign(const Handle &handle, const AssignArgs &args, const Scope &scope,
                                  Reply<Assigned> reply) = 0;

    /// What this request id holds now (SPEC W11): `stale_handle` if it held one that ended (param cause),
    /// `nothing_available` if it never got anything that is remembered.
    virtual void resolveRequest(const UserId &user, const RequestId &request, const Scope &scope,
                                Reply<Assigned> reply) = 0;

    /// Releases what the request was given, or bars it, and takes its waiter and its asking out of reservations (SPEC W12,
    /// W13): a context made for it becomes an idle one marked ours.
    virtual void cancel(const UserId &user, const RequestId &request, const Scope &scope,
                        Reply<CancelOutcome> reply) = 0;

    /// Operator's release, fenced by what was seen: `fence_mismatch` (params task, fence of the present holder) if the
    /// context is leased under another fence, `stale_handle` if it is not leased (SPEC O3).
    virtual void forceRelease(const ContextName &name, Fence fence, const Scope &scope, Reply<Released> reply) = 0;

    /// Ends the assignments held by the client's contexts as `disconnected`, in slices of at most `limit`; removes no
    /// context (SPEC W6).
    virtual void endAssignments(const ClientName &client, std::uint32_t limit, const Scope &scope,
                                Reply<SliceOutcome> reply) = 0;

    /// One page of all current assignments over all users, ordered by context name (SPEC W5).
    virtual void scanAssignments(const std::string &cursor, std::uint32_t limit, const Scope &scope,
                                 Reply<ScanPage> reply) = 0;

    /// Ends one assignment as `expired` if `handle` is current and was not renewed since `seenRenewedAt`; else
    /// `stale_handle` (SPEC W5: the single fenced release of a registry without bulk release).
    virtual void expire(const Handle &handle, RegistryTime seenRenewedAt, const Scope &scope,
                        Reply<Released> reply) = 0;

    /// Puts a waiter into the queue; the answer is its place. Repeating it with the same request id answers the same
    /// place. Errors: `queue_full`, `cancelled` (barred).
    virtual void enqueue(const Waiter &waiter, const Scope &scope, Reply<std::uint64_t> reply) = 0;

    /// Takes a waiter out that got its answer (or gave up); unknown places are fine.
    virtual void dequeue(const UserId &user, std::uint64_t place, const Scope &scope, Reply<void> reply) = 0;

    /// The requester's connection closed: its tied assignments end as `requester_gone` after their grace, executed by the
    /// connection sweep; its waiters are cancelled (SPEC W12, W19). A second close changes nothing.
    virtual void requesterClosed(const ConnectionId &requester, const Scope &scope, Reply<void> reply) = 0;

    /// Ends the settling of a context on an operator's word (SPEC W17), fenced by what was seen (SPEC O3): if it settles
    /// on a command that is not among `seen`, nothing is done and the answer is `fence_mismatch` (param command). None
    /// seen: whatever it settles on. `context_unknown`; settling nothing is fine.
    virtual void settle(const ContextName &name, const std::vector<CommandId> &seen, const Scope &scope,
                        Reply<void> reply) = 0;

    /// Starts (or changes) a drain; `undo` ends it. Returns its state (SPEC W16).
    virtual void drain(const Drain &drain, const Scope &scope, Reply<Drain> reply) = 0;
    virtual void undrain(const DrainTarget &target, const Scope &scope, Reply<void> reply) = 0;
};

/// Offered by registries that can end many timed-out assignments at once (SPEC W5).
class BulkTimeoutRelease {
public:
    virtual ~BulkTimeoutRelease() = default;
    /// Ends at most `limit` assignments whose last renewal is older than `timeout`, as `expired`. Late as
    /// ConnectionRegistry::sweep().
    virtual void expireAll(Micros timeout, std::uint32_t limit, const Scope &scope, Reply<SliceOutcome> reply) = 0;
};

} // namespace cheetah
