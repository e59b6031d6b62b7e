// SPDX-License-Identifier: Apache-2.0
#include "pool/constraints.h"
#include "pool/workercontextmanager.h"

namespace cheetah {

namespace {

/// What the release of a failed exchange leaves to be closed (SPEC W20).
std::vector<ContextNamePtr> closableOf(const Error &error)
{
    std::vector<ContextNamePtr> contexts;
    for (const auto &[key, value] : error.params)
        if (key == "closable")
            if (auto name = parseContextName(value))
                contexts.push_back(std::make_shared<const ContextName>(std::move(*name)));
    return contexts;
}

} // namespace

/// One release-and-acquire under way: kept until its last step answered.
struct WorkerContextManager::Exchange {
    Handle handle;
    AcquireRequest request;
    Strategy strategy;
    AcquireTracePtr trace;
    Scope::Guard guard;
    Reply<Lease> reply;

    void answer(Result<Lease> lease)
    {
        if (guard.alive())
            reply(std::move(lease));
    }
};

void WorkerContextManager::releaseAndAcquire(const Handle &handle, const AcquireRequest &request, const Scope &scope,
                                             Reply<Lease> reply)
{
    if (const auto checked = check(request); !checked)
        return reply(checked.error());
    const std::optional<Strategy> strategy = m_strategies.find(request.strategy);
    if (!strategy)
        return reply(Error(ErrorCode::UnknownStrategy, {{"strategy", request.strategy}}));
    auto exchange = std::make_shared<Exchange>();
    exchange->handle = handle;
    exchange->request = request;
    if (request.request.empty())
        exchange->request.request = RequestId::trusted(m_parts.ids.unique());
    exchange->strategy = *strategy;
    exchange->guard = scope.guard();
    exchange->trace = AcquireTrace::begin(m_parts.tracer, exchange->request);
    exchange->reply = AcquireTrace::around(exchange->trace, std::move(reply));
    const ContextKey candidate = candidateAfterRelease(handle, exchange->request, *strategy);
    if (!candidate.name)
        return releaseThenAcquire(std::move(exchange));
    if (exchange->trace)
        exchange->trace->tried();
    m_parts.view.turnOver(m_parts.view.fleet().find(candidate));
    m_parts.contexts.releaseAndAssign(handle, assignArgs(exchange->request, candidate, 0), m_scope,
                                      [this, exchange](Result<Assigned> result) {
                                          if (!result && result.error().code == ErrorCode::Unavailable)
                                              return releaseThenAcquire(exchange); // both parts may be repeated
                                          exchanged(*exchange, std::move(result));
                                      });
}

/// What fits now, or else the released context itself where only its present lease stands in the way; a null name if
/// neither.
ContextKey WorkerContextManager::candidateAfterRelease(const Handle &handle, const AcquireRequest &request,
                                                       const Strategy &strategy)
{
    const Fleet &fleet = m_parts.view.fleet();
    if (request.placement.asksForCreation())
        return {};
    if (const Slot slot = m_selector.select(request, strategy, 0, m_noneTried); slot != noSlot)
        return fleet.key(slot);
    const Slot own = fleet.find(handle.context);
    if (own == noSlot || fleet.context(own).name->user != request.user || !fleet.context(own).assignment)
        return {};
    const auto against = verdicts(fleet, own, demandOf(fleet, request, 0, Micros(0), m_parts.view.now()));
    return against.size() == 1 && against.front().rule == Rule::Assigned ? fleet.key(own) : ContextKey();
}

void WorkerContextManager::exchanged(Exchange &exchange, Result<Assigned> result)
{
    if (result) {
        closeAll(result->closable);
        ++m_counts.granted;
        if (!exchange.guard.alive()) // a success that comes too late is taken back
            return undo(exchange.request.user, exchange.request.request);
        return exchange.answer(leaseOf(std::move(*result), false));
    }
    if (result.error().param("released") != "true")
        return exchange.answer(result.error());
    closeAll(closableOf(result.error()));
    acquireAfterRelease(exchange);
}

void WorkerContextManager::releaseThenAcquire(std::shared_ptr<Exchange> exchange)
{
    m_parts.contexts.release(exchange->handle, EndCause::Released, m_scope, [this, exchange](Result<Released> result) {
        if (!result)
            return exchange->answer(result.error());
        closeAll(result->closable);
        acquireAfterRelease(*exchange);
    });
}

void WorkerContextManager::acquireAfterRelease(Exchange &exchange)
{
    if (m_stopped)
        return exchange.answer(Error(ErrorCode::GoingDown, {{"released", "true"}}));
    const Scope::Guard guard = exchange.guard;
    begin(exchange.request, exchange.strategy, exchange.trace, guard,
          [then = std::move(exchange.reply)](Result<Lease> lease) mutable {
              if (lease)
                  return then(std::move(lease));
              Error error = lease.error();
              error.params.emplace_back("released", "true");
              then(std::move(error));
          });
}

} // namespace cheetah
