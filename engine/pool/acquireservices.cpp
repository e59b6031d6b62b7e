// SPDX-License-Identifier: Apache-2.0
// The part of WorkerContextManager that serves its acquires: arguments, leases, reasons, taking back, creation.
#include "model/refusal.h"
#include "pool/explain.h"
#include "pool/workercontextmanager.h"

#include <algorithm>

namespace cheetah {

/// All but the context; keeps what is there already, since it mostly is the same from call to call.
void WorkerContextManager::fillArgs(AssignArgs &args, const AcquireRequest &request, std::uint64_t place) const
{
    args.task = request.task;
    args.request = request.request;
    if (args.node.empty())
        args.node = m_config.node;
    if (args.requirements != request.requirements)
        args.requirements = request.requirements;
    args.anyHealth = request.anyHealth;
    args.place = place;
    args.longestHold = request.longestHold;
    if (request.releaseOnClose || !args.tiedTo.empty())
        args.tiedTo = request.releaseOnClose ? request.requester : ConnectionId();
    args.tieGrace = request.releaseOnCloseGrace;
}

AssignArgs WorkerContextManager::assignArgs(const AcquireRequest &request, const ContextKey &context,
                                            std::uint64_t place)
{
    AssignArgs args;
    args.context = context;
    fillArgs(args, request, place);
    return args;
}

Waiter WorkerContextManager::waiterOf(const AcquireRequest &request, RegistryTime deadline)
{
    Waiter waiter;
    waiter.user = request.user;
    waiter.task = request.task;
    waiter.request = request.request;
    waiter.requirements = request.requirements;
    waiter.placement = request.placement;
    waiter.anyHealth = request.anyHealth;
    waiter.node = m_config.node;
    waiter.requester = request.requester;
    waiter.enqueuedAt = m_parts.view.now();
    waiter.deadline = deadline;
    return waiter;
}

Result<Lease> WorkerContextManager::leaseOf(Assigned &&assigned, bool provisioned)
{
    const Fleet &fleet = m_parts.view.fleet();
    Result<Lease> result(std::in_place);
    Lease &lease = *result;
    const Slot slot = fleet.find(assigned.handle.context);
    if (m_config.taskTimeout.count() > 0)
        lease.remaining = m_config.taskTimeout;
    if (slot != noSlot) {
        const ContextRow &row = fleet.context(slot);
        lease.window = fleet.window(row.window).name.window;
        if (assigned.repeated && lease.remaining && row.assignment)
            lease.remaining =
                std::max(Micros(0), row.assignment->renewedAt + m_config.taskTimeout - m_parts.view.now());
    }
    lease.handle = std::move(assigned.handle);
    lease.provisioned = provisioned;
    return result;
}

void WorkerContextManager::closeAll(const std::vector<ContextNamePtr> &contexts)
{
    if (m_parts.port && !contexts.empty())
        m_parts.port->closeContexts(contexts);
}

Error WorkerContextManager::refusal(const AcquireRequest &request, Error error, bool explained)
{
    ++m_counts.refused;
    std::optional<Explanation> explanation;
    if (explained) {
        explanation = explainAt(request, 0, false);
        if (error.code == ErrorCode::NothingAvailable && request.placement.asksForCreation())
            error = provisionError(explanation->provisioning);
        for (auto &param : countsOf(*explanation))
            error.params.push_back(std::move(param));
    }
    if (m_parts.journal) {
        JournalEntry entry;
        entry.at = m_parts.view.now();
        entry.kind = JournalKind::AcquireRefused;
        entry.user = request.user;
        entry.task = request.task;
        entry.request = request.request;
        entry.params = error.params;
        std::erase_if(entry.params, [](const auto &param) { return param.first == "reason"; });
        entry.params.emplace(entry.params.begin(), "reason", std::string(cheetah::name(error.code)));
        entry.refusal = makeRefusal(request, std::move(explanation));
        m_parts.journal(std::move(entry));
    }
    return error;
}

void WorkerContextManager::undo(const UserId &user, const RequestId &request)
{
    ++m_counts.undone;
    undoAttempt(user, request, 0);
}

void WorkerContextManager::undoAttempt(const UserId &user, const RequestId &request, unsigned attempt)
{
    m_parts.contexts.cancel(user, request, m_scope, [this, user, request, attempt](Result<CancelOutcome> outcome) {
        if (outcome || outcome.error().code != ErrorCode::Unavailable)
            return;
        if (attempt >= AcquireFlow::maxRetries) {
            m_parts.log.warning("pool", "a lease that came too late could not be taken back; the sweep will end it");
            return;
        }
        std::erase_if(m_undoTimers, [](const Scheduler::Timer &timer) { return !timer.pending(); });
        m_undoTimers.push_back(m_parts.scheduler.after(
            Millis(200) * (1 << attempt), [this, user, request, attempt] { undoAttempt(user, request, attempt + 1); }));
    });
}

ProvisionSetup WorkerContextManager::provisionSetup() const
{
    return {m_config.provisioning, m_config.node, m_config.provisionOwner, m_parts.port != nullptr, m_parts.view.now()};
}

ProvisionPlan WorkerContextManager::plan(const AcquireRequest &request, const std::vector<ClientName> &without)
{
    return planCreation(m_parts.view.fleet(), request, provisionSetup(), without);
}

void WorkerContextManager::createContext(const ProvisionOrder &order, const Scope &scope, Reply<ProvisionDone> reply)
{
    m_parts.port->create(
        order, m_scope,
        [this, order, guard = scope.guard(), then = std::move(reply)](Result<ProvisionDone> done) mutable {
            if (done && (done->refused || done->seq > 0)) {
                ProvisionAnswer answer;
                answer.client = order.client;
                answer.epoch = order.epoch;
                answer.provision = order.provision;
                answer.refused = done->refused;
                answer.seq = done->seq;
                m_parts.windows.answerReservation(answer, m_scope, [](const Result<void> &) {});
            }
            if (guard.alive())
                then(std::move(done));
        });
}

Explanation WorkerContextManager::explainAt(const AcquireRequest &request, std::uint64_t place, bool detailed) const
{
    const Fleet &fleet = m_parts.view.fleet();
    const Demand demand = demandOf(fleet, request, place, m_config.taskTimeout, m_parts.view.now());
    return cheetah::explain(fleet, request, demand, planCreation(fleet, request, provisionSetup()).verdict, detailed);
}

} // namespace cheetah
