// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "base/bigvector.h"
#include "model/change.h"
#include "model/slotindex.h"

#include <map>
#include <optional>
#include <vector>

namespace cheetah {

// In a large fleet a row lies in far memory. So rows begin at a line of the cache, and what a step on a lease needs
// stands together in front: the first line of a client, the first three of a context.

/// A client's row. Windows are in the order of its reports.
struct alignas(64) ClientRow {
    std::shared_ptr<const ClientState> state;
    Slot user = noSlot;
    std::uint32_t contexts = 0; ///< number of contexts in all its windows
    std::uint32_t assigned = 0; ///< contexts with an assignment
    std::uint32_t settling = 0; ///< contexts that settle; with `assigned` its load
    std::uint64_t seq = 0;
    std::vector<Slot> windows;
    ClientName name;

    std::uint32_t load() const { return assigned + settling; }
};

struct alignas(64) WindowRow {
    WindowName name;
    std::string title;
    bool focused = false;
    bool isolated = false;
    bool ours = false;
    Slot client = noSlot;
    std::vector<Slot> contexts; ///< in order
};

struct alignas(64) ContextRow {
    ContextNamePtr name; ///< null in a free row
    Slot client = noSlot;
    Slot window = noSlot;
    Health health = Health::Live;    ///< as reported
    bool keptBack = false;           ///< it settles, is held, or belongs to another's lease
    std::optional<EndCause> lastEnd; ///< how its latest assignment ended
    std::optional<Assignment> assignment;
    std::shared_ptr<const ReportedContext> reported;
    std::shared_ptr<const Settling> settling;
    std::shared_ptr<const Hold> hold;
    ContextKey parent; ///< belongs to the lease on this context (SPEC W20); null name: none
    RegistryTime firstSeenAt;

    /// Bytes in front that hold all that a step on a lease needs.
    static constexpr std::size_t hotBytes = 3 * 64;
};

struct UserRow {
    UserId id;
    std::vector<Slot> clients;
};

/// The one replica that everybody reads: users → clients → windows → contexts with their assignments, and
/// reservations, waiters, drains and nodes, at a revision per partition. Rows lie in dense vectors and keep their slot
/// for life; slots are local to this object and reused. `apply` is the only way to change it, so that equal
/// sequences of deltas give equal fleets (SPEC R5). It decides nothing, owns no time and tells nobody: owners do.
/// Plain value; use it on one thread.
class Fleet {
public:
    /// Takes over a revision to start from; clears everything.
    void reset(std::vector<Revision> revisions);

    /// Leads this fleet to `delta.to`. `base_mismatch` if it stands elsewhere than `delta.from`, `internal` if a change
    /// names what is not there; in both cases the caller must load a snapshot, for the fleet may be half changed.
    Result<void> apply(const Delta &delta);

    /// Takes over one slice of a snapshot after reset(); the revisions stay as they are. `internal` as in apply.
    Result<void> load(const std::vector<Change> &changes);

    /// The changes that build this fleet from an empty one, in slices of about `maxChanges`, at least one; whoever sends
    /// them sends the revisions with the last. For snapshots (SPEC R5, console stream).
    std::vector<std::vector<Change>> snapshot(std::size_t maxChanges) const;

    const std::vector<Revision> &revisions() const { return m_revisions; }
    /// Sum of the numbers over the partitions: the one number that is shown.
    std::uint64_t revision() const;

    // Rows by slot. Iterate `contextSlots()` etc. and skip free rows (null name / empty ids).
    const UserRow &user(Slot slot) const { return m_users[slot]; }
    const ClientRow &client(Slot slot) const { return m_clients[slot]; }
    const WindowRow &window(Slot slot) const { return m_windows[slot]; }
    const ContextRow &context(Slot slot) const { return m_contexts[slot]; }
    Slot userSlots() const { return Slot(m_users.size()); }
    Slot clientSlots() const { return Slot(m_clients.size()); }
    Slot windowSlots() const { return Slot(m_windows.size()); }
    Slot contextSlots() const { return Slot(m_contexts.size()); }

    // Rows by name; noSlot if unknown.
    Slot find(const UserId &id) const;
    Slot find(const ClientName &name) const;
    Slot find(const WindowName &name) const;
    Slot find(const ContextName &name) const;
    /// Uses the slot hint when it still bears that name.
    Slot find(const ContextKey &key) const
    {
        if (key.slot < m_contexts.size() && m_contexts[key.slot].name == key.name && key.name)
            return key.slot;
        return key.name ? find(*key.name) : noSlot;
    }
    ContextKey key(Slot context) const { return {m_contexts[context].name, context}; }

    const std::map<std::pair<ClientName, ProvisionId>, std::shared_ptr<const Reservation>> &reservations() const
    {
        return m_reservations;
    }
    /// Waiters of one user by place.
    const std::map<std::uint64_t, std::shared_ptr<const Waiter>> &waiters(const UserId &user) const;
    std::size_t waiterCount() const { return m_waiterCount; }
    const std::map<UserId, std::map<std::uint64_t, std::shared_ptr<const Waiter>>> &waiters() const
    {
        return m_waiters;
    }
    const std::vector<Drain> &drains() const { return m_drains; }
    const std::vector<NodeInfo> &nodes() const { return m_nodes; }
    const Drain *drain(const DrainTarget &target) const;

    std::uint32_t contextCount() const { return m_contextCount; }
    std::uint32_t assignedCount() const { return m_assignedCount; }

private:
    struct SnapshotWriter;

    using Misfit = const char *; ///< what in a change does not fit the fleet; null: it fits

    Misfit applyChanges(const std::vector<Change> &changes, RegistryTime at);
    Slot findWindow(const UserId &user, const ClientId &client, const Epoch &epoch, const WindowId &window) const;
    Slot enterUser(const UserId &id);
    Slot enterContext(const ContextChanged &change, Slot window, RegistryTime at);
    void setAssignment(ContextRow &row, const Assignment &assignment);
    void clearAssignment(ContextRow &row);
    void setSettling(ContextRow &row, std::shared_ptr<const Settling> settling);
    static void updateKeptBack(ContextRow &row);
    void freeContext(Slot slot);
    void freeWindow(Slot slot);

    Misfit on(const AssignmentStarted &, RegistryTime);
    Misfit on(const AssignmentRenewed &, RegistryTime);
    Misfit on(const AssignmentEnded &, RegistryTime);
    Misfit on(const ContextChanged &, RegistryTime);
    Misfit on(const ContextRemoved &, RegistryTime);
    Misfit on(const SettlingChanged &, RegistryTime);
    Misfit on(const HoldChanged &, RegistryTime);
    Misfit on(const ParentChanged &, RegistryTime);
    Misfit on(const WindowChanged &, RegistryTime);
    Misfit on(const WindowRemoved &, RegistryTime);
    Misfit on(const ClientChanged &, RegistryTime);
    Misfit on(const ClientSeqChanged &, RegistryTime);
    Misfit on(const ClientRemoved &, RegistryTime);
    Misfit on(const ReservationChanged &, RegistryTime);
    Misfit on(const ReservationRemoved &, RegistryTime);
    Misfit on(const WaiterAdded &, RegistryTime);
    Misfit on(const WaiterRemoved &, RegistryTime);
    Misfit on(const DrainChanged &, RegistryTime);
    Misfit on(const DrainRemoved &, RegistryTime);
    Misfit on(const NodeChanged &, RegistryTime);
    Misfit on(const NodeRemoved &, RegistryTime);

    std::vector<Revision> m_revisions;
    std::vector<UserRow> m_users;
    BigVector<ClientRow> m_clients;
    BigVector<WindowRow> m_windows;
    BigVector<ContextRow> m_contexts;
    std::vector<Slot> m_freeClients, m_freeWindows, m_freeContexts;
    SlotIndex m_userIndex, m_clientIndex, m_windowIndex, m_contextIndex;
    std::map<std::pair<ClientName, ProvisionId>, std::shared_ptr<const Reservation>> m_reservations;
    std::map<UserId, std::map<std::uint64_t, std::shared_ptr<const Waiter>>> m_waiters;
    std::vector<Drain> m_drains;
    std::vector<NodeInfo> m_nodes;
    std::size_t m_waiterCount = 0;
    std::uint32_t m_contextCount = 0;
    std::uint32_t m_assignedCount = 0;
};

} // namespace cheetah
