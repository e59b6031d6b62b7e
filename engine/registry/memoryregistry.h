// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "registry/connections.h"
#include "registry/memoryevidence.h"

namespace cheetah {

/// The registry of a deployment that is one process: leases, connections, windows and evidence in memory, and the fleet that
/// everybody reads (SPEC R1). A pure function of its state and the step: each call decides, leads the fleet to the next
/// revision, tells the observers in their order, and answers before it returns. No event loop, no thread, no timer: what
/// falls due is executed by sweep() and expireAll(). Its time is the wall time at its start plus the steady clock.
/// Owner: the host.
class MemoryRegistry final : public ContextRegistry,
                             public BulkTimeoutRelease,
                             public ConnectionRegistry,
                             public WindowRegistry,
                             public EvidenceStore,
                             public FleetSource {
public:
    /// `policies` passed DeploymentPolicies::check(); `clock` outlives the registry; `ids` is used here alone.
    MemoryRegistry(const DeploymentPolicies &policies, const Clock &clock, IdSource &ids);
    MemoryRegistry(const MemoryRegistry &) = delete;
    MemoryRegistry &operator=(const MemoryRegistry &) = delete;

    // ContextRegistry
    void expect(const UserId &user, const RequestId &request) const override { m_memory.expect(user, request); }
    void expect(const Handle &handle) const override { m_leases.expect(handle); }
    void assign(const AssignArgs &args, const Scope &scope, Reply<Assigned> reply) override;
    void renew(const Handle &handle, const Scope &scope, Reply<Renewed> reply) override;
    void release(const Handle &handle, EndCause cause, const Scope &scope, Reply<Released> reply) override;
    void releaseAndAssign(const Handle &handle, const AssignArgs &args, const Scope &scope,
                          Reply<Assigned> reply) override;
    void resolveRequest(const UserId &user, const RequestId &request, const Scope &scope,
                        Reply<Assigned> reply) override;
    void cancel(const UserId &user, const RequestId &request, const Scope &scope, Reply<CancelOutcome> reply) override;
    void forceRelease(const ContextName &name, Fence fence, const Scope &scope, Reply<Released> reply) override;
    void endAssignments(const ClientName &client, std::uint32_t limit, const Scope &scope,
                        Reply<SliceOutcome> reply) override;
    void scanAssignments(const std::string &cursor, std::uint32_t limit, const Scope &scope,
                         Reply<ScanPage> reply) override;
    void expire(const Handle &handle, RegistryTime seenRenewedAt, const Scope &scope, Reply<Released> reply) override;
    void enqueue(const Waiter &waiter, const Scope &scope, Reply<std::uint64_t> reply) override;
    void dequeue(const UserId &user, std::uint64_t place, const Scope &scope, Reply<void> reply) override;
    void requesterClosed(const ConnectionId &requester, const Scope &scope, Reply<void> reply) override;
    void settle(const ContextName &name, const std::vector<CommandId> &seen, const Scope &scope,
                Reply<void> reply) override;
    void drain(const Drain &drain, const Scope &scope, Reply<Drain> reply) override;
    void undrain(const DrainTarget &target, const Scope &scope, Reply<void> reply) override;

    // BulkTimeoutRelease
    void expireAll(Micros timeout, std::uint32_t limit, const Scope &scope, Reply<SliceOutcome> reply) override;

    // ConnectionRegistry
    void hello(const Hello &hello, const Scope &scope, Reply<Welcome> reply) override;
    void closed(const ClientName &client, std::uint64_t generation, const Scope &scope,
                Reply<std::uint32_t> reply) override;
    void heartbeat(const NodeId &node, const Incarnation &incarnation, const NodeReport &report, const Scope &scope,
                   Reply<void> reply) override;
    void sweep(std::uint32_t limit, const Scope &scope, Reply<ConnectionSweepOutcome> reply) override;
    void disconnect(const ClientName &client, std::uint64_t seen, Micros keepOut, const Scope &scope,
                    Reply<std::uint64_t> reply) override;
    void registerNode(const NodeInfo &node, const Scope &scope, Reply<void> reply) override;
    void unregisterNode(const NodeId &node, const Incarnation &incarnation, const Scope &scope,
                        Reply<void> reply) override;

    // WindowRegistry
    void report(const Report &report, ReportSource source, const Scope &scope, Reply<ReportAccepted> reply) override;
    void unchanged(const ClientName &client, const Epoch &epoch, std::uint64_t seq, ReportSource source,
                   const Scope &scope, Reply<ReportAccepted> reply) override;
    void reserve(const ReserveArgs &args, const Scope &scope, Reply<void> reply) override;
    void answerReservation(const ProvisionAnswer &answer, const Scope &scope, Reply<void> reply) override;
    /// As report(), for who found the difference while reading the report; `diff` must fit fleet() as it is, and is emptied.
    void reportDiff(const ClientName &client, const Epoch &epoch, std::uint64_t seq, ReportDiff &diff,
                    ReportSource source, const Scope &scope, Reply<ReportAccepted> reply);

    // EvidenceStore
    void admit(const CommandRecord &record, const Scope &scope, Reply<Admission> reply) override;
    void beginSend(const UserId &user, const CommandId &command, std::uint64_t generation, const Scope &scope,
                   Reply<CommandRecord> reply) override;
    void acknowledge(const UserId &user, const CommandId &command, const Epoch &epoch, const Scope &scope,
                     Reply<CommandRecord> reply) override;
    void end(const CommandEnd &end, const Scope &scope, Reply<CommandRecord> reply) override;
    void get(const UserId &user, const CommandId &command, const Scope &scope, Reply<CommandRecord> reply) override;
    void byTask(const UserId &user, const TaskId &task, const Scope &scope,
                Reply<std::vector<CommandRecord>> reply) override;
    void overdue(std::uint32_t limit, const Scope &scope, Reply<std::vector<CommandRecord>> reply) override;
    void recent(const UserId &user, std::uint32_t limit, const Scope &scope,
                Reply<std::vector<CommandRecord>> reply) override;
    EvidenceCounts counts() const override { return m_evidence.counts(); }
    bool hasCapacity() const override { return m_evidence.hasCapacity(now()); }

    // FleetSource
    const Fleet &fleet() const override { return m_writer.fleet(); }
    RegistryTime now() const override;
    void expect(Slot context) const override { m_leases.expect(context); }
    [[nodiscard]] Subscription subscribe(FleetObserver &observer) override { return m_writer.subscribe(observer); }

    /// Remembered request ids that the bound dropped before their time (SPEC W11).
    std::uint64_t droppedRequests() const { return m_memory.dropped(); }
    const DeploymentPolicies &policies() const { return m_policies; }

private:
    template <class T, class Decide>
    void step(Reply<T> &reply, Decide &&decide);

    const DeploymentPolicies m_policies;
    const Clock &m_clock;
    const RegistryTime m_origin; ///< registry time = this + the steady clock's microseconds
    KeyedHash m_hash;
    FleetWriter m_writer;
    Deadlines m_deadlines;
    ConnectionLeases m_connectionLeases;
    RequestMemory m_memory;
    Holds m_holds;
    Reservations m_reservations;
    WaiterQueue m_waiters;
    Leases m_leases;
    Drains m_drains;
    Reports m_reports;
    Connections m_connections;
    MemoryEvidence m_evidence;
};

} // namespace cheetah
