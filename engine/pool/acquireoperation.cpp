// SPDX-License-Identifier: Apache-2.0
#include "pool/acquireoperation.h"

#include "pool/explain.h"

#include <algorithm>

namespace cheetah {

namespace {

/// Where nothing is ever created, whoever asks for that would wait in vain.
AcquireTerms termsOf(const AcquireRequest &request, bool provisions)
{
    AcquireTerms terms;
    terms.reuse = !request.placement.asksForCreation();
    terms.waits = request.wait && request.wait->count() > 0 && (terms.reuse || provisions);
    terms.create = request.mayCreate() && (!request.wait || terms.waits);
    terms.waitForClients = request.waitForClients && terms.waits;
    return terms;
}

} // namespace

AcquireOperation::AcquireOperation(const Steps &steps, AcquireRequest request, const Strategy &strategy,
                                   AcquireTracePtr trace)
    : m_steps(steps),
      m_request(std::move(request)),
      m_strategy(strategy),
      m_trace(std::move(trace)),
      m_flow(termsOf(m_request, steps.owner.provisions()), *this),
      m_startedAt(steps.view.now())
{
    armDeadline();
}

void AcquireOperation::armDeadline()
{
    const AcquireTerms terms = termsOf(m_request, m_steps.owner.provisions());
    if (!terms.waits && !terms.create)
        return;
    const Micros wait = terms.waits ? *m_request.wait : m_steps.owner.provisionTimeout();
    m_deadline = m_startedAt + wait;
    m_deadlineTimer = m_steps.scheduler.after(wait, [this] { run(m_flow.deadlinePassed()); });
}

bool AcquireOperation::join(const TaskId &task, Scope::Guard guard, Reply<Lease> &reply)
{
    std::erase_if(m_listeners, [](const Listener &listener) { return !listener.guard.alive(); });
    if (task != m_request.task || m_listeners.size() >= maxListeners)
        return false;
    m_listeners.push_back({std::move(guard), std::move(reply)});
    return true;
}

bool AcquireOperation::hasListeners() const
{
    return std::any_of(m_listeners.begin(), m_listeners.end(),
                       [](const Listener &listener) { return listener.guard.alive(); });
}

void AcquireOperation::start()
{
    run(m_flow.start());
}

std::optional<ContextKey> AcquireOperation::select(std::uint64_t place, const std::vector<ContextNamePtr> &tried)
{
    const Slot slot = m_steps.selector.select(m_request, m_strategy, place, tried);
    return slot == noSlot ? std::nullopt : std::optional(m_steps.view.fleet().key(slot));
}

bool AcquireOperation::satisfiable()
{
    return cheetah::satisfiable(m_steps.view.fleet(), m_request);
}

std::optional<ProvisionTarget> AcquireOperation::creationTarget(const std::vector<ClientName> &without)
{
    return m_steps.owner.plan(m_request, without).target;
}

bool AcquireOperation::reservationKnown(const ClientName &client, const ProvisionId &provision)
{
    return m_steps.view.fleet().reservations().contains({client, provision});
}

std::optional<ContextKey> AcquireOperation::madeContext(const ClientName &client)
{
    const Fleet &fleet = m_steps.view.fleet();
    const Slot slot = fleet.find(client);
    if (slot == noSlot)
        return std::nullopt;
    for (const Slot window : fleet.client(slot).windows)
        for (const Slot context : fleet.window(window).contexts)
            if (const auto &hold = fleet.context(context).hold; hold && hold->request == m_request.request)
                return fleet.key(context);
    return std::nullopt;
}

bool AcquireOperation::waiterKnown(std::uint64_t place)
{
    return m_steps.view.fleet().waiters(m_request.user).contains(place);
}

/// Performs the actions; the last one may be answered at once and lead on, so that nothing may follow it here.
void AcquireOperation::run(AcquireActions actions)
{
    for (AcquireAction &action : actions)
        std::visit([this](auto &concrete) { perform(concrete); }, action);
}

void AcquireOperation::perform(DoAssign &action)
{
    if (m_trace)
        m_trace->tried();
    m_steps.view.turnOver(m_steps.view.fleet().find(action.context));
    m_steps.contexts.assign(m_steps.owner.assignArgs(m_request, action.context, action.place), m_scope,
                            [this](Result<Assigned> result) { run(m_flow.assigned(std::move(result))); });
}

void AcquireOperation::perform(DoResolve &)
{
    m_steps.contexts.resolveRequest(m_request.user, m_request.request, m_scope,
                                    [this](Result<Assigned> result) { run(m_flow.resolved(std::move(result))); });
}

void AcquireOperation::perform(DoEnqueue &)
{
    if (m_trace)
        m_trace->queued();
    m_steps.contexts.enqueue(m_steps.owner.waiterOf(m_request, m_deadline), m_scope,
                             [this](Result<std::uint64_t> result) { run(m_flow.enqueued(std::move(result))); });
}

void AcquireOperation::perform(DoReserve &action)
{
    ReserveArgs args;
    args.provision = action.provision;
    args.client = action.target.client;
    args.epoch = action.target.epoch;
    args.request = m_request.request;
    args.placement = action.target.placement;
    args.newWindow = action.target.newWindow;
    args.timeout = m_steps.owner.provisionTimeout();
    args.node = m_steps.owner.node();
    if (m_trace)
        m_trace->reserved();
    m_steps.windows.reserve(args, m_scope, [this](Result<void> result) { run(m_flow.reserved(std::move(result))); });
}

void AcquireOperation::perform(DoCreate &action)
{
    ProvisionOrder order;
    order.provision = action.provision;
    order.client = action.target.client;
    order.epoch = action.target.epoch;
    order.placement = action.target.placement;
    order.request = m_request.request;
    order.timeout = m_steps.owner.provisionTimeout();
    if (!m_trace)
        return m_steps.owner.createContext(order, m_scope, [this](Result<ProvisionDone> r) { run(m_flow.created(r)); });
    m_trace->asked();
    const auto within = m_trace->enter();
    m_steps.owner.createContext(order, m_scope, [this](Result<ProvisionDone> result) {
        m_trace->created(result);
        run(m_flow.created(result));
    });
}

void AcquireOperation::perform(DoRetryAfter &action)
{
    m_retryTimer = m_steps.scheduler.after(action.delay, [this] { run(m_flow.retryDue()); });
}

void AcquireOperation::perform(DoDequeue &action)
{
    m_steps.contexts.dequeue(m_request.user, action.place, m_scope, [](const Result<void> &) {});
}

void AcquireOperation::perform(DoUndo &)
{
    m_steps.owner.undo(m_request.user, m_request.request);
}

void AcquireOperation::perform(DoGrant &action)
{
    m_deadlineTimer.cancel();
    std::vector<Listener> listeners = std::move(m_listeners);
    const Result<Lease> lease = m_steps.owner.leaseOf(std::move(action.assigned), action.provisioned);
    const bool heard = std::any_of(listeners.begin(), listeners.end(),
                                   [](const Listener &listener) { return listener.guard.alive(); });
    if (!heard) // a success that comes too late is taken back
        m_steps.owner.undo(m_request.user, m_request.request);
    m_steps.owner.finished(*this);
    for (Listener &listener : listeners)
        if (listener.guard.alive())
            listener.reply(lease);
}

void AcquireOperation::perform(DoRefuse &action)
{
    m_deadlineTimer.cancel();
    m_retryTimer.cancel();
    std::vector<Listener> listeners = std::move(m_listeners);
    const Error error = m_steps.owner.refusal(m_request, std::move(action.error), action.explained);
    m_steps.owner.finished(*this);
    for (Listener &listener : listeners)
        if (listener.guard.alive())
            listener.reply(error);
}

} // namespace cheetah
