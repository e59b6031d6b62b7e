// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "registry/holds.h"
#include "registry/reservations.h"
#include "registry/waiterqueue.h"

#include <unordered_map>

namespace cheetah {

/// Assignments of contexts: giving, renewing and every way of ending, with what hangs on an end: contexts that the lease
/// carried (SPEC W20), settling (SPEC W17), ties and the longest hold (SPEC W19), and the memory of request ids. Owned by
/// the registry. Beside the fleet it keeps a small state for each context slot; leases are linked in the order of their
/// last renewal, so that the timeout sweep costs what it ends.
class Leases {
public:
    Leases(FleetWriter &writer, Deadlines &deadlines, RequestMemory &memory, const KeyedHash &hash,
           const DeploymentPolicies &policies, ConnectionLeases &connections, WaiterQueue &waiters, Holds &holds,
           Reservations &reservations);

    // The steps of ContextRegistry.
    Result<Assigned> assign(const AssignArgs &args);
    Result<Renewed> renew(const Handle &handle);
    Result<Released> release(const Handle &handle, EndCause cause);
    Result<Assigned> releaseAndAssign(const Handle &handle, const AssignArgs &args);
    Result<Assigned> resolve(const UserId &user, const RequestId &request) const;
    Result<CancelOutcome> cancel(const UserId &user, const RequestId &request);
    Result<Released> forceRelease(const ContextName &name, Fence fence);
    Result<Released> expire(const Handle &handle, RegistryTime seenRenewedAt);
    Result<SliceOutcome> expireAll(Micros timeout, std::uint32_t limit);
    Result<ScanPage> scan(const std::string &cursor, std::uint32_t limit) const;
    Result<void> settle(const ContextName &name, const std::vector<CommandId> &seen);
    void requesterClosed(const ConnectionId &requester);

    /// Ends at most `limit` of the client's assignments.
    SliceOutcome endClient(Slot client, EndCause cause, std::uint32_t limit);
    /// Ends one assignment; nothing if the context has none.
    bool end(Slot context, EndCause cause);
    /// `cancelled` if the request was barred, `request_known` if it was served: nothing is to be made for it.
    Result<void> mayStillAsk(const UserId &user, const RequestId &request) const;
    bool barred(const UserId &user, const RequestId &request) const;
    bool requesterGone(const ConnectionId &requester) const { return m_goneRequesters.contains(requester); }

    /// The context's row if the handle is current, else noSlot.
    Slot find(const Handle &handle) const;
    Error staleError(const Handle &handle) const;

    // Have the memory fetched that a step will need: in a large fleet it is far away, and the waits then overlap with each
    // other and with other work.
    void expect(const Handle &handle) const;
    /// An assign() of the context, whose row is near already.
    void expect(Slot context) const;

    // Contexts come and go with reports.
    void added(Slot context);
    /// Before the row is removed, its assignment already ended.
    void forget(Slot context);
    void setParent(Slot context, Slot parent);
    /// Keeps the context from everybody while it is being closed.
    void keepClosing(Slot context) { m_holds.keepClosing(context, m_writer.now() + m_policies.commandDeadline); }
    /// The leased context whose lease carries `opener`'s children, or noSlot.
    Slot carrier(Slot opener) const;

    // Commands that were sent under the lease, so that its end knows what to settle on (SPEC W17).
    void commandSent(Slot context, const CommandId &command, RegistryTime deadline);
    void commandResolved(Slot context, const CommandId &command);
    void endSettling(Slot context);

private:
    struct Unresolved {
        CommandId command;
        RegistryTime deadline;
    };
    /// What few leases have.
    struct Rare {
        std::vector<Slot> children;
        std::vector<Unresolved> unresolved;
        ConnectionId tiedTo;
        Micros tieGrace{0};
    };
    struct alignas(32) State {                 // so that it never lies across two lines of the cache
        Slot previous = noSlot, next = noSlot; ///< among the leased, by last renewal
        RequestMemory::Home request = 0;       ///< of its lease
        std::uint32_t nameHash = 0;
        bool leased = false; ///< as the step under way has it so far
        std::unique_ptr<Rare> rare;
    };
    /// What an assignment asks of a client.
    struct alignas(64) Client {
        // The last requirements that it fulfilled, kept alive so that their address means them alone.
        RequirementsPtr fulfilled;
        std::shared_ptr<const ClientState> fulfilledIn;
    };

    void expectNeighbours(Slot context) const;
    Result<Assigned> known(const RequestMemory::Found &request) const;
    std::optional<Error> obstacle(Slot context, const AssignArgs &args, bool &heldForIt);
    bool fulfils(const RequirementsPtr &requirements, Slot client);
    Handle handle(Slot context) const;
    std::uint64_t userHash(Slot context) const;
    Result<Assigned> give(Slot context, const AssignArgs &args, const RequestMemory::Key &requestKey);
    void end(Slot context, EndCause cause, bool byHolder, std::vector<ContextNamePtr> *closable);
    void endRare(Slot context, bool byHolder, std::vector<ContextNamePtr> *closable);
    void startSettling(Slot context);
    void untie(Slot context, Rare &rare);
    Rare &rare(Slot context);
    void link(Slot context);
    void unlink(Slot context);
    std::uint32_t nameHash(const ContextName &name) const;

    FleetWriter &m_writer;
    Deadlines &m_deadlines;
    RequestMemory &m_memory;
    const KeyedHash &m_hash;
    const DeploymentPolicies &m_policies;
    ConnectionLeases &m_connections;
    WaiterQueue &m_waiters;
    Holds &m_holds;
    Reservations &m_reservations;

    Fence m_lastFence = 0;
    BigVector<State> m_states;               ///< by the fleet's context slots
    BigVector<Client> m_clients;             ///< by the fleet's client slots
    std::vector<std::uint64_t> m_userHashes; ///< by the fleet's user slots; for keys of the request memory
    Slot m_oldest = noSlot, m_newest = noSlot;
    std::unordered_map<ConnectionId, std::vector<Slot>> m_tied;
    std::set<ConnectionId> m_goneRequesters;
    std::deque<ConnectionId> m_goneOrder;
};

} // namespace cheetah
