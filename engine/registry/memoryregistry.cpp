// SPDX-License-Identifier: Apache-2.0
#include "registry/memoryregistry.h"

namespace cheetah {

MemoryRegistry::MemoryRegistry(const DeploymentPolicies &policies, const Clock &clock, IdSource &ids)
    : m_policies(policies),
      m_clock(clock),
      m_origin{clock.wall().time_since_epoch().count() - clock.steady().time_since_epoch().count()},
      m_hash(ids),
      m_writer(Incarnation::trusted(ids.unique())),
      m_connectionLeases(policies.connectionLease),
      m_memory(m_hash, policies.requestMemoryEntries, policies.requestMemory),
      m_holds(m_writer, m_deadlines),
      m_reservations(m_writer, m_connectionLeases, m_holds, m_policies),
      m_waiters(m_writer, m_connectionLeases, m_policies),
      m_leases(m_writer, m_deadlines, m_memory, m_hash, m_policies, m_connectionLeases, m_waiters, m_holds,
               m_reservations),
      m_drains(m_writer, m_leases),
      m_reports(m_writer, m_leases, m_reservations, m_drains, m_connectionLeases, m_policies),
      m_connections(m_writer, m_deadlines, m_policies, m_connectionLeases, m_leases, m_holds, m_reservations, m_waiters,
                    m_reports, m_drains),
      m_evidence(m_writer, m_leases, m_connectionLeases, m_policies)
{}

RegistryTime MemoryRegistry::now() const
{
    return m_origin + m_clock.steady().time_since_epoch();
}

/// One step: decide, publish, answer. Observers do not call back (FleetObserver), so the scope lives as it did.
template <class T, class Decide>
void MemoryRegistry::step(Reply<T> &reply, Decide &&decide)
{
    m_writer.begin(now());
    Result<T> result = decide();
    m_writer.commit();
    reply(std::move(result));
}

void MemoryRegistry::assign(const AssignArgs &args, const Scope &, Reply<Assigned> reply)
{
    step(reply, [&] { return m_leases.assign(args); });
}

void MemoryRegistry::renew(const Handle &handle, const Scope &, Reply<Renewed> reply)
{
    m_leases.expect(handle);
    step(reply, [&] { return m_leases.renew(handle); });
}

void MemoryRegistry::release(const Handle &handle, EndCause cause, const Scope &, Reply<Released> reply)
{
    step(reply, [&] { return m_leases.release(handle, cause); });
}

void MemoryRegistry::releaseAndAssign(const Handle &handle, const AssignArgs &args, const Scope &,
                                      Reply<Assigned> reply)
{
    step(reply, [&] { return m_leases.releaseAndAssign(handle, args); });
}

void MemoryRegistry::resolveRequest(const UserId &user, const RequestId &request, const Scope &, Reply<Assigned> reply)
{
    step(reply, [&] { return m_leases.resolve(user, request); });
}

void MemoryRegistry::cancel(const UserId &user, const RequestId &request, const Scope &, Reply<CancelOutcome> reply)
{
    step(reply, [&] { return m_leases.cancel(user, request); });
}

void MemoryRegistry::forceRelease(const ContextName &name, Fence fence, const Scope &, Reply<Released> reply)
{
    step(reply, [&] { return m_leases.forceRelease(name, fence); });
}

void MemoryRegistry::endAssignments(const ClientName &client, std::uint32_t limit, const Scope &,
                                    Reply<SliceOutcome> reply)
{
    step(reply, [&]() -> Result<SliceOutcome> {
        const Slot slot = fleet().find(client);
        return slot == noSlot ? SliceOutcome{} : m_leases.endClient(slot, EndCause::Disconnected, limit);
    });
}

void MemoryRegistry::scanAssignments(const std::string &cursor, std::uint32_t limit, const Scope &,
                                     Reply<ScanPage> reply)
{
    step(reply, [&] { return m_leases.scan(cursor, limit); });
}

void MemoryRegistry::expire(const Handle &handle, RegistryTime seenRenewedAt, const Scope &, Reply<Released> reply)
{
    step(reply, [&] { return m_leases.expire(handle, seenRenewedAt); });
}

void MemoryRegistry::expireAll(Micros timeout, std::uint32_t limit, const Scope &, Reply<SliceOutcome> reply)
{
    step(reply, [&] { return m_leases.expireAll(timeout, limit); });
}

void MemoryRegistry::enqueue(const Waiter &waiter, const Scope &, Reply<std::uint64_t> reply)
{
    step(reply, [&]() -> Result<std::uint64_t> {
        if (m_leases.barred(waiter.user, waiter.request) || m_leases.requesterGone(waiter.requester))
            return Error(ErrorCode::Cancelled, {{"request", waiter.request.string()}});
        return m_waiters.enqueue(waiter);
    });
}

void MemoryRegistry::dequeue(const UserId &user, std::uint64_t place, const Scope &, Reply<void> reply)
{
    step(reply, [&]() -> Result<void> {
        m_waiters.remove(user, place);
        return {};
    });
}

void MemoryRegistry::requesterClosed(const ConnectionId &requester, const Scope &, Reply<void> reply)
{
    step(reply, [&]() -> Result<void> {
        m_leases.requesterClosed(requester);
        return {};
    });
}

void MemoryRegistry::settle(const ContextName &name, const std::vector<CommandId> &seen, const Scope &,
                            Reply<void> reply)
{
    step(reply, [&] { return m_leases.settle(name, seen); });
}

void MemoryRegistry::drain(const Drain &drain, const Scope &, Reply<Drain> reply)
{
    step(reply, [&] { return m_drains.start(drain); });
}

void MemoryRegistry::undrain(const DrainTarget &target, const Scope &, Reply<void> reply)
{
    step(reply, [&]() -> Result<void> {
        m_drains.undo(target);
        return {};
    });
}

void MemoryRegistry::hello(const Hello &hello, const Scope &, Reply<Welcome> reply)
{
    step(reply, [&] { return m_connections.hello(hello); });
}

void MemoryRegistry::closed(const ClientName &client, std::uint64_t generation, const Scope &,
                            Reply<std::uint32_t> reply)
{
    step(reply, [&] { return m_connections.closed(client, generation); });
}

void MemoryRegistry::heartbeat(const NodeId &node, const Incarnation &incarnation, const NodeReport &report,
                               const Scope &, Reply<void> reply)
{
    step(reply, [&] { return m_connections.heartbeat(node, incarnation, report); });
}

void MemoryRegistry::sweep(std::uint32_t limit, const Scope &, Reply<ConnectionSweepOutcome> reply)
{
    step(reply, [&] { return m_connections.sweep(limit); });
}

void MemoryRegistry::disconnect(const ClientName &client, std::uint64_t seen, Micros keepOut, const Scope &,
                                Reply<std::uint64_t> reply)
{
    step(reply, [&] { return m_connections.disconnect(client, seen, keepOut); });
}

void MemoryRegistry::registerNode(const NodeInfo &node, const Scope &, Reply<void> reply)
{
    step(reply, [&] { return m_connections.registerNode(node); });
}

void MemoryRegistry::unregisterNode(const NodeId &node, const Incarnation &incarnation, const Scope &,
                                    Reply<void> reply)
{
    step(reply, [&] { return m_connections.unregisterNode(node, incarnation); });
}

void MemoryRegistry::report(const Report &report, ReportSource source, const Scope &, Reply<ReportAccepted> reply)
{
    step(reply, [&] { return m_reports.report(report, source); });
}

void MemoryRegistry::unchanged(const ClientName &client, const Epoch &epoch, std::uint64_t seq, ReportSource source,
                               const Scope &, Reply<ReportAccepted> reply)
{
    step(reply, [&] { return m_reports.unchanged(client, epoch, seq, source); });
}

void MemoryRegistry::reportDiff(const ClientName &client, const Epoch &epoch, std::uint64_t seq, ReportDiff &diff,
                                ReportSource source, const Scope &, Reply<ReportAccepted> reply)
{
    step(reply, [&] { return m_reports.reportDiff(client, epoch, seq, diff, source); });
}

void MemoryRegistry::reserve(const ReserveArgs &args, const Scope &, Reply<void> reply)
{
    step(reply, [&]() -> Result<void> {
        if (Result<void> may = m_leases.mayStillAsk(args.client.user, args.request); !may)
            return may;
        return m_reservations.reserve(args);
    });
}

void MemoryRegistry::answerReservation(const ProvisionAnswer &answer, const Scope &, Reply<void> reply)
{
    step(reply, [&] { return m_reservations.answer(answer); });
}

void MemoryRegistry::admit(const CommandRecord &record, const Scope &, Reply<Admission> reply)
{
    step(reply, [&] { return m_evidence.admit(record); });
}

void MemoryRegistry::beginSend(const UserId &user, const CommandId &command, std::uint64_t generation, const Scope &,
                               Reply<CommandRecord> reply)
{
    step(reply, [&] { return m_evidence.beginSend(user, command, generation); });
}

void MemoryRegistry::acknowledge(const UserId &user, const CommandId &command, const Epoch &epoch, const Scope &,
                                 Reply<CommandRecord> reply)
{
    step(reply, [&] { return m_evidence.acknowledge(user, command, epoch); });
}

void MemoryRegistry::end(const CommandEnd &end, const Scope &, Reply<CommandRecord> reply)
{
    step(reply, [&] { return m_evidence.end(end); });
}

void MemoryRegistry::get(const UserId &user, const CommandId &command, const Scope &, Reply<CommandRecord> reply)
{
    step(reply, [&] { return m_evidence.get(user, command); });
}

void MemoryRegistry::byTask(const UserId &user, const TaskId &task, const Scope &,
                            Reply<std::vector<CommandRecord>> reply)
{
    step(reply, [&]() -> Result<std::vector<CommandRecord>> { return m_evidence.byTask(user, task); });
}

void MemoryRegistry::overdue(std::uint32_t limit, const Scope &, Reply<std::vector<CommandRecord>> reply)
{
    step(reply, [&]() -> Result<std::vector<CommandRecord>> { return m_evidence.overdue(limit); });
}

void MemoryRegistry::recent(const UserId &user, std::uint32_t limit, const Scope &,
                            Reply<std::vector<CommandRecord>> reply)
{
    step(reply, [&]() -> Result<std::vector<CommandRecord>> { return m_evidence.recent(user, limit); });
}

} // namespace cheetah
