// SPDX-License-Identifier: Apache-2.0
#include "registry/leases.h"

#include "registry/assignmentscan.h"
#include "registry/drains.h"

#include <algorithm>

namespace cheetah {

namespace {
/// Closed requesters that are remembered, so that an assign overtaken by the close is refused (SPEC W12).
constexpr std::size_t goneRequestersKept = 4096;
} // namespace

Leases::Leases(FleetWriter &writer, Deadlines &deadlines, RequestMemory &memory, const KeyedHash &hash,
               const DeploymentPolicies &policies, ConnectionLeases &connections, WaiterQueue &waiters, Holds &holds,
               Reservations &reservations)
    : m_writer(writer),
      m_deadlines(deadlines),
      m_memory(memory),
      m_hash(hash),
      m_policies(policies),
      m_connections(connections),
      m_waiters(waiters),
      m_holds(holds),
      m_reservations(reservations)
{}

Slot Leases::find(const Handle &handle) const
{
    const Slot slot = m_writer.fleet().find(handle.context);
    if (slot == noSlot)
        return noSlot;
    const std::optional<Assignment> &assignment = m_writer.fleet().context(slot).assignment;
    return assignment && assignment->fence == handle.fence && assignment->request == handle.request ? slot : noSlot;
}

Handle Leases::handle(Slot context) const
{
    const ContextRow &row = m_writer.fleet().context(context);
    return {m_writer.fleet().key(context), row.assignment->fence, row.assignment->request};
}

Error Leases::staleError(const Handle &handle) const
{
    Error error(ErrorCode::StaleHandle);
    if (!handle.context.name)
        return error;
    const auto known = m_memory.find(m_memory.key(handle.name().user, handle.request), m_writer.now());
    if (known.past && known.past->fence == handle.fence)
        error.params.emplace_back("cause", name(known.past->cause));
    const Slot slot = m_writer.fleet().find(handle.context);
    if (slot != noSlot && m_writer.fleet().context(slot).assignment)
        error.params.emplace_back("task", m_writer.fleet().context(slot).assignment->task.text());
    return error;
}

Result<Renewed> Leases::renew(const Handle &handle)
{
    const Slot slot = find(handle);
    if (slot == noSlot)
        return staleError(handle);
    if (m_newest != slot)
        expectNeighbours(slot);
    m_writer.add(AssignmentRenewed{m_writer.fleet().key(slot), handle.fence, m_writer.now()});
    if (m_newest != slot) {
        unlink(slot);
        link(slot);
    }
    return Renewed{m_writer.now()};
}

Result<Released> Leases::release(const Handle &handle, EndCause cause)
{
    const Slot slot = find(handle);
    Released released;
    if (slot != noSlot) {
        expectNeighbours(slot);
        end(slot, cause, true, &released.closable);
        return released;
    }
    if (handle.context.name) {
        const auto known = m_memory.find(m_memory.key(handle.name().user, handle.request), m_writer.now());
        released.already = known.past && known.past->fate == RequestMemory::Fate::Released
                        && known.past->fence == handle.fence && known.past->context == nameHash(handle.name());
        if (released.already)
            return released;
    }
    return staleError(handle);
}

Result<Assigned> Leases::releaseAndAssign(const Handle &handle, const AssignArgs &args)
{
    if (args.context.name) {
        const auto request = m_memory.find(m_memory.key(args.context.name->user, args.request), m_writer.now());
        if (request.live != noSlot)
            return known(request);
    }
    Result<Released> released = release(handle, EndCause::Released);
    if (!released)
        return released.error();
    m_writer.flush();
    Result<Assigned> assigned = assign(args);
    if (assigned) {
        assigned->closable = std::move(released->closable);
        return assigned;
    }
    Error error = assigned.error();
    error.params.emplace_back("released", "true");
    for (const ContextNamePtr &closable : released->closable)
        error.params.emplace_back("closable", toText(*closable));
    return error;
}

Result<Assigned> Leases::resolve(const UserId &user, const RequestId &request) const
{
    const auto found = m_memory.find(m_memory.key(user, request), m_writer.now());
    if (!found)
        return ErrorCode::NothingAvailable;
    if (found.live != noSlot || found.past->fate == RequestMemory::Fate::Barred)
        return known(found);
    return Error(ErrorCode::StaleHandle, {{"cause", std::string(name(found.past->cause))}});
}

Result<Assigned> Leases::known(const RequestMemory::Found &request) const
{
    if (request.live != noSlot)
        return Assigned{handle(request.live), m_writer.fleet().context(request.live).assignment->acquiredAt, true, {}};
    if (request.past->cause == EndCause::Cancelled) // also of the barred
        return ErrorCode::Cancelled;
    return Error(ErrorCode::RequestKnown, {{"cause", std::string(name(request.past->cause))}});
}

Result<CancelOutcome> Leases::cancel(const UserId &user, const RequestId &request)
{
    m_waiters.removeRequest(user, request);
    m_reservations.detach(user, request);
    const RequestMemory::Key key = m_memory.key(user, request);
    const auto known = m_memory.find(key, m_writer.now());
    if (known.live != noSlot)
        return CancelOutcome{end(known.live, EndCause::Cancelled)};
    if (!known)
        m_memory.bar(key, m_writer.now());
    return CancelOutcome{};
}

Result<Released> Leases::forceRelease(const ContextName &context, Fence fence)
{
    const Slot slot = m_writer.fleet().find(context);
    if (slot == noSlot || !m_writer.fleet().context(slot).assignment)
        return ErrorCode::StaleHandle;
    const Assignment &assignment = *m_writer.fleet().context(slot).assignment;
    if (assignment.fence != fence)
        return Error(ErrorCode::FenceMismatch,
                     {{"task", assignment.task.string()}, {"fence", std::to_string(assignment.fence)}});
    end(slot, EndCause::Operator);
    return Released{};
}

Result<Released> Leases::expire(const Handle &handle, RegistryTime seenRenewedAt)
{
    const Slot slot = find(handle);
    if (slot == noSlot || m_writer.fleet().context(slot).assignment->renewedAt > seenRenewedAt)
        return staleError(handle);
    end(slot, EndCause::Expired);
    return Released{};
}

Result<SliceOutcome> Leases::expireAll(Micros timeout, std::uint32_t limit)
{
    SliceOutcome outcome;
    const RegistryTime oldest = m_writer.now() - timeout;
    while (m_oldest != noSlot && m_writer.fleet().context(m_oldest).assignment->renewedAt < oldest) {
        if (outcome.ended == limit) {
            outcome.more = true;
            break;
        }
        outcome.ended += end(m_oldest, EndCause::Expired);
    }
    return outcome;
}

Result<ScanPage> Leases::scan(const std::string &cursor, std::uint32_t limit) const
{
    Result<AssignmentScan> scan = AssignmentScan::begin(m_writer.fleet(), cursor, limit);
    if (!scan)
        return scan.error();
    for (Slot slot = m_oldest; slot != noSlot; slot = m_states[slot].next)
        scan->add(slot);
    return scan->take();
}

Result<void> Leases::settle(const ContextName &context, const std::vector<CommandId> &seen)
{
    const Slot slot = m_writer.fleet().find(context);
    if (slot == noSlot)
        return ErrorCode::ContextUnknown;
    const std::shared_ptr<const Settling> settling = m_writer.fleet().context(slot).settling;
    if (!settling)
        return {};
    for (const CommandId &command : settling->commands)
        if (!seen.empty() && std::find(seen.begin(), seen.end(), command) == seen.end())
            return Error(ErrorCode::FenceMismatch, {{"command", command.string()}});
    endSettling(slot);
    return {};
}

void Leases::requesterClosed(const ConnectionId &requester)
{
    if (requester.empty())
        return;
    m_waiters.removeRequester(requester);
    if (m_goneRequesters.insert(requester).second) {
        m_goneOrder.push_back(requester);
        if (m_goneOrder.size() > goneRequestersKept) {
            m_goneRequesters.erase(m_goneOrder.front());
            m_goneOrder.pop_front();
        }
    }
    const auto tied = m_tied.extract(requester); // a second close changes nothing
    if (tied)
        for (const Slot slot : tied.mapped())
            m_deadlines.set(Deadlines::Kind::RequesterGone, slot, m_writer.now() + m_states[slot].rare->tieGrace);
}

SliceOutcome Leases::endClient(Slot client, EndCause cause, std::uint32_t limit)
{
    SliceOutcome outcome;
    const Fleet &fleet = m_writer.fleet();
    if (fleet.client(client).assigned == 0)
        return outcome;
    for (const Slot window : fleet.client(client).windows)
        for (const Slot context : fleet.window(window).contexts) {
            if (!fleet.context(context).assignment)
                continue;
            if (outcome.ended == limit) {
                outcome.more = true;
                return outcome;
            }
            outcome.ended += end(context, cause);
        }
    return outcome;
}

Result<void> Leases::mayStillAsk(const UserId &user, const RequestId &request) const
{
    if (barred(user, request))
        return Error(ErrorCode::Cancelled, {{"request", request.string()}});
    if (m_memory.find(m_memory.key(user, request), m_writer.now()))
        return Error(ErrorCode::RequestKnown, {{"request", request.string()}});
    return {};
}

bool Leases::barred(const UserId &user, const RequestId &request) const
{
    const auto known = m_memory.find(m_memory.key(user, request), m_writer.now());
    return known.past && known.past->cause == EndCause::Cancelled;
}

} // namespace cheetah
