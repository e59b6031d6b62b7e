// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "base/scheduler.h"
#include "registry/connectionregistry.h"
#include "registry/contextregistry.h"
#include "registry/evidencestore.h"
#include "registry/fleetsource.h"
#include "registry/windowregistry.h"

#include <memory>
#include <string>

namespace cheetah::test {

/// A registry that answers late: each step reaches the registry behind it at a later turn of the loop, and its answer
/// comes back at a turn after that, as over a network. An answer whose Scope died meanwhile is dropped, the step stays
/// done. Shows who relies on answers that come before the call returns. The inner registry and the scheduler outlive it.
template <class Inner>
class DelayingRegistry final : public ContextRegistry,
                               public BulkTimeoutRelease,
                               public ConnectionRegistry,
                               public WindowRegistry,
                               public EvidenceStore,
                               public FleetSource {
public:
    DelayingRegistry(Inner &inner, Scheduler &scheduler) : m_inner(inner), m_scheduler(scheduler) {}

    void assign(const AssignArgs &args, const Scope &scope, Reply<Assigned> reply) override
    {
        later(scope, std::move(reply), [this, args](auto answer) { m_inner.assign(args, m_scope, std::move(answer)); });
    }
    void renew(const Handle &handle, const Scope &scope, Reply<Renewed> reply) override
    {
        later(scope, std::move(reply),
              [this, handle](auto answer) { m_inner.renew(handle, m_scope, std::move(answer)); });
    }
    void release(const Handle &handle, EndCause cause, const Scope &scope, Reply<Released> reply) override
    {
        later(scope, std::move(reply),
              [this, handle, cause](auto answer) { m_inner.release(handle, cause, m_scope, std::move(answer)); });
    }
    void releaseAndAssign(const Handle &handle, const AssignArgs &args, const Scope &scope,
                          Reply<Assigned> reply) override
    {
        later(scope, std::move(reply), [this, handle, args](auto answer) {
            m_inner.releaseAndAssign(handle, args, m_scope, std::move(answer));
        });
    }
    void resolveRequest(const UserId &user, const RequestId &request, const Scope &scope,
                        Reply<Assigned> reply) override
    {
        later(scope, std::move(reply), [this, user, request](auto answer) {
            m_inner.resolveRequest(user, request, m_scope, std::move(answer));
        });
    }
    void cancel(const UserId &user, const RequestId &request, const Scope &scope, Reply<CancelOutcome> reply) override
    {
        later(scope, std::move(reply),
              [this, user, request](auto answer) { m_inner.cancel(user, request, m_scope, std::move(answer)); });
    }
    void forceRelease(const ContextName &name, Fence fence, const Scope &scope, Reply<Released> reply) override
    {
        later(scope, std::move(reply),
              [this, name, fence](auto answer) { m_inner.forceRelease(name, fence, m_scope, std::move(answer)); });
    }
    void endAssignments(const ClientName &client, std::uint32_t limit, const Scope &scope,
                        Reply<SliceOutcome> reply) override
    {
        later(scope, std::move(reply), [this, client, limit](auto answer) {
            m_inner.endAssignments(client, limit, m_scope, std::move(answer));
        });
    }
    void scanAssignments(const std::string &cursor, std::uint32_t limit, const Scope &scope,
                         Reply<ScanPage> reply) override
    {
        later(scope, std::move(reply), [this, cursor, limit](auto answer) {
            m_inner.scanAssignments(cursor, limit, m_scope, std::move(answer));
        });
    }
    void expire(const Handle &handle, RegistryTime seen, const Scope &scope, Reply<Released> reply) override
    {
        later(scope, std::move(reply),
              [this, handle, seen](auto answer) { m_inner.expire(handle, seen, m_scope, std::move(answer)); });
    }
    void enqueue(const Waiter &waiter, const Scope &scope, Reply<std::uint64_t> reply) override
    {
        later(scope, std::move(reply),
              [this, waiter](auto answer) { m_inner.enqueue(waiter, m_scope, std::move(answer)); });
    }
    void dequeue(const UserId &user, std::uint64_t place, const Scope &scope, Reply<void> reply) override
    {
        later(scope, std::move(reply),
              [this, user, place](auto answer) { m_inner.dequeue(user, place, m_scope, std::move(answer)); });
    }
    void requesterClosed(const ConnectionId &requester, const Scope &scope, Reply<void> reply) override
    {
        later(scope, std::move(reply),
              [this, requester](auto answer) { m_inner.requesterClosed(requester, m_scope, std::move(answer)); });
    }
    void settle(const ContextName &name, const std::vector<CommandId> &seen, const Scope &scope,
                Reply<void> reply) override
    {
        later(scope, std::move(reply),
              [this, name, seen](auto answer) { m_inner.settle(name, seen, m_scope, std::move(answer)); });
    }
    void drain(const Drain &drain, const Scope &scope, Reply<Drain> reply) override
    {
        later(scope, std::move(reply),
              [this, drain](auto answer) { m_inner.drain(drain, m_scope, std::move(answer)); });
    }
    void undrain(const DrainTarget &target, const Scope &scope, Reply<void> reply) override
    {
        later(scope, std::move(reply),
              [this, target](auto answer) { m_inner.undrain(target, m_scope, std::move(answer)); });
    }

    void expireAll(Micros timeout, std::uint32_t limit, const Scope &scope, Reply<SliceOutcome> reply) override
    {
        later(scope, std::move(reply),
              [this, timeout, limit](auto answer) { m_inner.expireAll(timeout, limit, m_scope, std::move(answer)); });
    }

    void hello(const Hello &hello, const Scope &scope, Reply<Welcome> reply) override
    {
        later(scope, std::move(reply),
              [this, hello](auto answer) { m_inner.hello(hello, m_scope, std::move(answer)); });
    }
    void closed(const ClientName &client, std::uint64_t generation, const Scope &scope,
                Reply<std::uint32_t> reply) override
    {
        later(scope, std::move(reply), [this, client, generation](auto answer) {
            m_inner.closed(client, generation, m_scope, std::move(answer));
        });
    }
    void heartbeat(const NodeId &node, const Incarnation &incarnation, const NodeReport &report, const Scope &scope,
                   Reply<void> reply) override
    {
        later(scope, std::move(reply), [this, node, incarnation, report](auto answer) {
            m_inner.heartbeat(node, incarnation, report, m_scope, std::move(answer));
        });
    }
    void sweep(std::uint32_t limit, const Scope &scope, Reply<ConnectionSweepOutcome> reply) override
    {
        later(scope, std::move(reply),
              [this, limit](auto answer) { m_inner.sweep(limit, m_scope, std::move(answer)); });
    }
    void disconnect(const ClientName &client, std::uint64_t seen, Micros keepOut, const Scope &scope,
                    Reply<std::uint64_t> reply) override
    {
        later(scope, std::move(reply), [this, client, seen, keepOut](auto answer) {
            m_inner.disconnect(client, seen, keepOut, m_scope, std::move(answer));
        });
    }
    void registerNode(const NodeInfo &node, const Scope &scope, Reply<void> reply) override
    {
        later(scope, std::move(reply),
              [this, node](auto answer) { m_inner.registerNode(node, m_scope, std::move(answer)); });
    }
    void unregisterNode(const NodeId &node, const Incarnation &incarnation, const Scope &scope,
                        Reply<void> reply) override
    {
        later(scope, std::move(reply), [this, node, incarnation](auto answer) {
            m_inner.unregisterNode(node, incarnation, m_scope, std::move(answer));
        });
    }

    void report(const Report &report, ReportSource source, const Scope &scope, Reply<ReportAccepted> reply) override
    {
        later(scope, std::move(reply),
              [this, report, source](auto answer) { m_inner.report(report, source, m_scope, std::move(answer)); });
    }
    void unchanged(const ClientName &client, const Epoch &epoch, std::uint64_t seq, ReportSource source,
                   const Scope &scope, Reply<ReportAccepted> reply) override
    {
        later(scope, std::move(reply), [this, client, epoch, seq, source](auto answer) {
            m_inner.unchanged(client, epoch, seq, source, m_scope, std::move(answer));
        });
    }
    void reserve(const ReserveArgs &args, const Scope &scope, Reply<void> reply) override
    {
        later(scope, std::move(reply),
              [this, args](auto answer) { m_inner.reserve(args, m_scope, std::move(answer)); });
    }
    void answerReservation(const ProvisionAnswer &word, const Scope &scope, Reply<void> reply) override
    {
        later(scope, std::move(reply),
              [this, word](auto answer) { m_inner.answerReservation(word, m_scope, std::move(answer)); });
    }

    void admit(const CommandRecord &record, const Scope &scope, Reply<Admission> reply) override
    {
        later(scope, std::move(reply),
              [this, record](auto answer) { m_inner.admit(record, m_scope, std::move(answer)); });
    }
    void beginSend(const UserId &user, const CommandId &command, std::uint64_t generation, const Scope &scope,
                   Reply<CommandRecord> reply) override
    {
        later(scope, std::move(reply), [this, user, command, generation](auto answer) {
            m_inner.beginSend(user, command, generation, m_scope, std::move(answer));
        });
    }
    void acknowledge(const UserId &user, const CommandId &command, const Epoch &epoch, const Scope &scope,
                     Reply<CommandRecord> reply) override
    {
        later(scope, std::move(reply), [this, user, command, epoch](auto answer) {
            m_inner.acknowledge(user, command, epoch, m_scope, std::move(answer));
        });
    }
    void end(const CommandEnd &end, const Scope &scope, Reply<CommandRecord> reply) override
    {
        later(scope, std::move(reply), [this, end](auto answer) { m_inner.end(end, m_scope, std::move(answer)); });
    }
    void get(const UserId &user, const CommandId &command, const Scope &scope, Reply<CommandRecord> reply) override
    {
        later(scope, std::move(reply),
              [this, user, command](auto answer) { m_inner.get(user, command, m_scope, std::move(answer)); });
    }
    void byTask(const UserId &user, const TaskId &task, const Scope &scope,
                Reply<std::vector<CommandRecord>> reply) override
    {
        later(scope, std::move(reply),
              [this, user, task](auto answer) { m_inner.byTask(user, task, m_scope, std::move(answer)); });
    }
    void overdue(std::uint32_t limit, const Scope &scope, Reply<std::vector<CommandRecord>> reply) override
    {
        later(scope, std::move(reply),
              [this, limit](auto answer) { m_inner.overdue(limit, m_scope, std::move(answer)); });
    }
    void recent(const UserId &user, std::uint32_t limit, const Scope &scope,
                Reply<std::vector<CommandRecord>> reply) override
    {
        later(scope, std::move(reply),
              [this, user, limit](auto answer) { m_inner.recent(user, limit, m_scope, std::move(answer)); });
    }
    EvidenceCounts counts() const override { return m_inner.counts(); }
    bool hasCapacity() const override { return m_inner.hasCapacity(); }

    const Fleet &fleet() const override { return m_inner.fleet(); }
    RegistryTime now() const override { return m_inner.now(); }
    [[nodiscard]] Subscription subscribe(FleetObserver &observer) override { return m_inner.subscribe(observer); }

private:
    template <class T, class Step>
    void later(const Scope &scope, Reply<T> reply, Step step)
    {
        auto kept = std::make_shared<Reply<T>>(std::move(reply));
        m_scheduler.post([this, kept, guard = scope.guard(), step = std::move(step)]() mutable {
            step(Reply<T>([this, kept, guard](Result<T> result) {
                auto answer = std::make_shared<Result<T>>(std::move(result));
                m_scheduler.post([kept, guard, answer] {
                    if (guard.alive())
                        (*kept)(std::move(*answer));
                });
            }));
        });
    }

    Inner &m_inner;
    Scheduler &m_scheduler;
    Scope m_scope;
};

} // namespace cheetah::test
