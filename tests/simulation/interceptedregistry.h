// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "registry/connectionregistry.h"
#include "registry/contextregistry.h"
#include "registry/evidencestore.h"
#include "registry/windowregistry.h"

namespace cheetah::simulation {

/// Everything that a registry offers but its fleet.
class AnyRegistry : public ContextRegistry,
                    public BulkTimeoutRelease,
                    public ConnectionRegistry,
                    public WindowRegistry,
                    public EvidenceStore {};

/// The kinds of registry steps.
enum class Step {
    Assign,
    Renew,
    Release,
    ReleaseAndAssign,
    Resolve,
    Cancel,
    ForceRelease,
    EndAssignments,
    Scan,
    Expire,
    Enqueue,
    Dequeue,
    RequesterClosed,
    Settle,
    Drain,
    Undrain,
    ExpireAll,
    Hello,
    Closed,
    Heartbeat,
    Sweep,
    Disconnect,
    RegisterNode,
    UnregisterNode,
    Report,
    Unchanged,
    Reserve,
    Answer,
    Admit,
    BeginSend,
    Acknowledge,
    End,
    Get,
    ByTask,
    Overdue,
    Recent,
};
inline const char *name(Step step)
{
    static const char *const names[] = {
        "assign",
        "renew",
        "release",
        "releaseAndAssign",
        "resolve",
        "cancel",
        "forceRelease",
        "endAssignments",
        "scan",
        "expire",
        "enqueue",
        "dequeue",
        "requesterClosed",
        "settle",
        "drain",
        "undrain",
        "expireAll",
        "hello",
        "closed",
        "heartbeat",
        "sweep",
        "disconnect",
        "registerNode",
        "unregisterNode",
        "report",
        "unchanged",
        "reserve",
        "answer",
        "admit",
        "beginSend",
        "acknowledge",
        "end",
        "get",
        "byTask",
        "overdue",
        "recent",
    };
    return names[int(step)];
}

/// A registry in front of another one: each step goes through `Derived::step(kind, scope, reply, run)`, where
/// `run(Reply<T>)` has the inner registry do it. `run` is copyable and keeps its arguments. `Inner` is a MemoryRegistry or
/// another AnyRegistry; it outlives this.
template <class Derived, class Inner>
class InterceptedRegistry : public AnyRegistry {
public:
    explicit InterceptedRegistry(Inner &inner) : m_inner(inner) {}

    void assign(const AssignArgs &args, const Scope &s, Reply<Assigned> r) override
    {
        on(Step::Assign, s, std::move(r), [this, args](auto a) { m_inner.assign(args, m_scope, std::move(a)); });
    }
    void renew(const Handle &handle, const Scope &s, Reply<Renewed> r) override
    {
        on(Step::Renew, s, std::move(r), [this, handle](auto a) { m_inner.renew(handle, m_scope, std::move(a)); });
    }
    void release(const Handle &handle, EndCause cause, const Scope &s, Reply<Released> r) override
    {
        on(Step::Release, s, std::move(r),
           [this, handle, cause](auto a) { m_inner.release(handle, cause, m_scope, std::move(a)); });
    }
    void releaseAndAssign(const Handle &handle, const AssignArgs &args, const Scope &s, Reply<Assigned> r) override
    {
        on(Step::ReleaseAndAssign, s, std::move(r),
           [this, handle, args](auto a) { m_inner.releaseAndAssign(handle, args, m_scope, std::move(a)); });
    }
    void resolveRequest(const UserId &user, const RequestId &request, const Scope &s, Reply<Assigned> r) override
    {
        on(Step::Resolve, s, std::move(r),
           [this, user, request](auto a) { m_inner.resolveRequest(user, request, m_scope, std::move(a)); });
    }
    void cancel(const UserId &user, const RequestId &request, const Scope &s, Reply<CancelOutcome> r) override
    {
        on(Step::Cancel, s, std::move(r),
           [this, user, request](auto a) { m_inner.cancel(user, request, m_scope, std::move(a)); });
    }
    void forceRelease(const ContextName &context, Fence fence, const Scope &s, Reply<Released> r) override
    {
        on(Step::ForceRelease, s, std::move(r),
           [this, context, fence](auto a) { m_inner.forceRelease(context, fence, m_scope, std::move(a)); });
    }
    void endAssignments(const ClientName &client, std::uint32_t limit, const Scope &s, Reply<SliceOutcome> r) override
    {
        on(Step::EndAssignments, s, std::move(r),
           [this, client, limit](auto a) { m_inner.endAssignments(client, limit, m_scope, std::move(a)); });
    }
    void scanAssignments(const std::string &cursor, std::uint32_t limit, const Scope &s, Reply<ScanPage> r) override
    {
        on(Step::Scan, s, std::move(r),
           [this, cursor, limit](auto a) { m_inner.scanAssignments(cursor, limit, m_scope, std::move(a)); });
    }
    void expire(const Handle &handle, RegistryTime seen, const Scope &s, Reply<Released> r) override
    {
        on(Step::Expire, s, std::move(r),
           [this, handle, seen](auto a) { m_inner.expire(handle, seen, m_scope, std::move(a)); });
    }
    void enqueue(const Waiter &waiter, const Scope &s, Reply<std::uint64_t> r) override
    {
        on(Step::Enqueue, s, std::move(r), [this, waiter](auto a) { m_inner.enqueue(waiter, m_scope, std::move(a)); });
    }
    void dequeue(const UserId &user, std::uint64_t place, const Scope &s, Reply<void> r) override
    {
        on(Step::Dequeue, s, std::move(r),
           [this, user, place](auto a) { m_inner.dequeue(user, place, m_scope, std::move(a)); });
    }
    void requesterClosed(const ConnectionId &requester, const Scope &s, Reply<void> r) override
    {
        on(Step::RequesterClosed, s, std::move(r),
           [this, requester](auto a) { m_inner.requesterClosed(requester, m_scope, std::move(a)); });
    }
    void settle(const ContextName &context, const std::vector<CommandId> &seen, const Scope &s, Reply<void> r) override
    {
        on(Step::Settle, s, std::move(r),
           [this, context, seen](auto a) { m_inner.settle(context, seen, m_scope, std::move(a)); });
    }
    void drain(const Drain &drain, const Scope &s, Reply<Drain> r) override
    {
        on(Step::Drain, s, std::move(r), [this, drain](auto a) { m_inner.drain(drain, m_scope, std::move(a)); });
    }
    void undrain(const DrainTarget &target, const Scope &s, Reply<void> r) override
    {
        on(Step::Undrain, s, std::move(r), [this, target](auto a) { m_inner.undrain(target, m_scope, std::move(a)); });
    }
    void expireAll(Micros timeout, std::uint32_t limit, const Scope &s, Reply<SliceOutcome> r) override
    {
        on(Step::ExpireAll, s, std::move(r),
           [this, timeout, limit](auto a) { m_inner.expireAll(timeout, limit, m_scope, std::move(a)); });
    }
    void hello(const Hello &hello, const Scope &s, Reply<Welcome> r) override
    {
        on(Step::Hello, s, std::move(r), [this, hello](auto a) { m_inner.hello(hello, m_scope, std::move(a)); });
    }
    void closed(const ClientName &client, std::uint64_t generation, const Scope &s, Reply<std::uint32_t> r) override
    {
        on(Step::Closed, s, std::move(r),
           [this, client, generation](auto a) { m_inner.closed(client, generation, m_scope, std::move(a)); });
    }
    void heartbeat(const NodeId &node, const Incarnation &incarnation, const NodeReport &report, const Scope &s,
                   Reply<void> r) override
    {
        on(Step::Heartbeat, s, std::move(r), [this, node, incarnation, report](auto a) {
            m_inner.heartbeat(node, incarnation, report, m_scope, std::move(a));
        });
    }
    void sweep(std::uint32_t limit, const Scope &s, Reply<ConnectionSweepOutcome> r) override
    {
        on(Step::Sweep, s, std::move(r), [this, limit](auto a) { m_inner.sweep(limit, m_scope, std::move(a)); });
    }
    void disconnect(const ClientName &client, std::uint64_t seen, Micros keepOut, const Scope &s,
                    Reply<std::uint64_t> r) override
    {
        on(Step::Disconnect, s, std::move(r),
           [this, client, seen, keepOut](auto a) { m_inner.disconnect(client, seen, keepOut, m_scope, std::move(a)); });
    }
    void registerNode(const NodeInfo &node, const Scope &s, Reply<void> r) override
    {
        on(Step::RegisterNode, s, std::move(r),
           [this, node](auto a) { m_inner.registerNode(node, m_scope, std::move(a)); });
    }
    void unregisterNode(const NodeId &node, const Incarnation &incarnation, const Scope &s, Reply<void> r) override
    {
        on(Step::UnregisterNode, s, std::move(r),
           [this, node, incarnation](auto a) { m_inner.unregisterNode(node, incarnation, m_scope, std::move(a)); });
    }
    void report(const Report &report, ReportSource source, const Scope &s, Reply<ReportAccepted> r) override
    {
        on(Step::Report, s, std::move(r),
           [this, report, source](auto a) { m_inner.report(report, source, m_scope, std::move(a)); });
    }
    void unchanged(const ClientName &client, const Epoch &epoch, std::uint64_t seq, ReportSource source, const Scope &s,
                   Reply<ReportAccepted> r) override
    {
        on(Step::Unchanged, s, std::move(r), [this, client, epoch, seq, source](auto a) {
            m_inner.unchanged(client, epoch, seq, source, m_scope, std::move(a));
        });
    }
    void reserve(const ReserveArgs &args, const Scope &s, Reply<void> r) override
    {
        on(Step::Reserve, s, std::move(r), [this, args](auto a) { m_inner.reserve(args, m_scope, std::move(a)); });
    }
    void answerReservation(const ProvisionAnswer &word, const Scope &s, Reply<void> r) override
    {
        on(Step::Answer, s, std::move(r),
           [this, word](auto a) { m_inner.answerReservation(word, m_scope, std::move(a)); });
    }
    void admit(const CommandRecord &record, const Scope &s, Reply<Admission> r) override
    {
        on(Step::Admit, s, std::move(r), [this, record](auto a) { m_inner.admit(record, m_scope, std::move(a)); });
    }
    void beginSend(const UserId &user, const CommandId &command, std::uint64_t generation, const Scope &s,
                   Reply<CommandRecord> r) override
    {
        on(Step::BeginSend, s, std::move(r), [this, user, command, generation](auto a) {
            m_inner.beginSend(user, command, generation, m_scope, std::move(a));
        });
    }
    void acknowledge(const UserId &user, const CommandId &command, const Epoch &epoch, const Scope &s,
                     Reply<CommandRecord> r) override
    {
        on(Step::Acknowledge, s, std::move(r),
           [this, user, command, epoch](auto a) { m_inner.acknowledge(user, command, epoch, m_scope, std::move(a)); });
    }
    void end(const CommandEnd &end, const Scope &s, Reply<CommandRecord> r) override
    {
        on(Step::End, s, std::move(r), [this, end](auto a) { m_inner.end(end, m_scope, std::move(a)); });
    }
    void get(const UserId &user, const CommandId &command, const Scope &s, Reply<CommandRecord> r) override
    {
        on(Step::Get, s, std::move(r),
           [this, user, command](auto a) { m_inner.get(user, command, m_scope, std::move(a)); });
    }
    void byTask(const UserId &user, const TaskId &task, const Scope &s, Reply<std::vector<CommandRecord>> r) override
    {
        on(Step::ByTask, s, std::move(r),
           [this, user, task](auto a) { m_inner.byTask(user, task, m_scope, std::move(a)); });
    }
    void overdue(std::uint32_t limit, const Scope &s, Reply<std::vector<CommandRecord>> r) override
    {
        on(Step::Overdue, s, std::move(r), [this, limit](auto a) { m_inner.overdue(limit, m_scope, std::move(a)); });
    }
    void recent(const UserId &user, std::uint32_t limit, const Scope &s, Reply<std::vector<CommandRecord>> r) override
    {
        on(Step::Recent, s, std::move(r),
           [this, user, limit](auto a) { m_inner.recent(user, limit, m_scope, std::move(a)); });
    }
    EvidenceCounts counts() const override { return m_inner.counts(); }
    bool hasCapacity() const override { return m_inner.hasCapacity(); }

protected:
    Inner &m_inner;
    Scope m_scope;

private:
    template <class T, class Run>
    void on(Step kind, const Scope &scope, Reply<T> reply, Run run)
    {
        static_cast<Derived *>(this)->step(kind, scope, std::move(reply), std::move(run));
    }
};

} // namespace cheetah::simulation
