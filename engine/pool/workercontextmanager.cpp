// SPDX-License-Identifier: Apache-2.0
#include "pool/workercontextmanager.h"

#include <algorithm>
#include <cmath>

namespace cheetah {

namespace {

Error badSetting(std::string_view setting, std::string value)
{
    return Error(ErrorCode::BadSetting, {{"setting", std::string(setting)}, {"value", std::move(value)}});
}

Error contradiction(std::string_view what)
{
    return Error(ErrorCode::ContradictoryRequest, {{"reason", std::string(what)}});
}

/// The interval as time, kept within what timers bear: 1 ms to 10 years.
Micros intervalOf(double seconds)
{
    return Micros(std::int64_t(std::clamp(seconds, 1e-3, 315'360'000.0) * 1e6));
}

} // namespace

Result<void> ManagerConfig::check() const
{
    if (taskTimeout.count() < 0)
        return badSetting("task_timeout", std::to_string(taskTimeout.count()) + "us");
    if (taskTimeout.count() > 0 && !(std::isfinite(checkIntervalSeconds) && checkIntervalSeconds > 0))
        return badSetting("check_interval", std::to_string(checkIntervalSeconds));
    if (provisionTimeout.count() <= 0)
        return badSetting("provision_timeout", std::to_string(provisionTimeout.count()) + "us");
    return {};
}

Result<std::unique_ptr<WorkerContextManager>> WorkerContextManager::create(ManagerConfig config, Parts parts)
{
    if (const auto checked = config.check(); !checked)
        return checked.error();
    return std::unique_ptr<WorkerContextManager>(new WorkerContextManager(std::move(config), std::move(parts)));
}

WorkerContextManager::WorkerContextManager(ManagerConfig config, Parts parts)
    : m_config(std::move(config)),
      m_parts(std::move(parts)),
      m_selector(m_parts.view),
      m_waiters(m_parts.view.source(), m_parts.scheduler, m_config.node)
{
    if (m_config.taskTimeout.count() > 0) {
        BulkTimeoutRelease *bulk = m_parts.bulkRelease;
        if (!bulk)
            bulk = dynamic_cast<BulkTimeoutRelease *>(&m_parts.contexts);
        m_sweeper = std::make_unique<TimeoutSweeper>(
            TimeoutSweeper::Setup{m_config.taskTimeout, intervalOf(m_config.checkIntervalSeconds)}, m_parts.contexts,
            bulk, m_parts.view, m_parts.scheduler, m_parts.clock, m_parts.log);
    }
    if (m_parts.port)
        m_watch = std::make_unique<ReservationWatch>(m_config.node, m_parts.windows, *m_parts.port, m_parts.view,
                                                     m_parts.scheduler, m_parts.clock);
}

WorkerContextManager::~WorkerContextManager() = default;

void WorkerContextManager::start(const Scope &, HookDone done)
{
    start();
    done({});
}

void WorkerContextManager::stop(const Scope &, HookDone done)
{
    stop();
    done({});
}

void WorkerContextManager::start()
{
    m_stopped = false;
    if (m_sweeper)
        m_sweeper->start();
    if (m_watch)
        m_watch->start();
}

void WorkerContextManager::stop()
{
    m_stopped = true;
    if (m_sweeper)
        m_sweeper->stop();
    if (m_watch)
        m_watch->stop();
    std::vector<AcquireOperation *> open;
    for (const auto &[key, operation] : m_operations)
        open.push_back(operation.get());
    for (AcquireOperation *operation : open) { // an ended one stays until the next turn
        const bool quiet = operation->flow().state() == AcquireFlow::State::Waiting;
        if (!quiet)
            undo(operation->request().user, operation->request().request);
        operation->end(Error(ErrorCode::GoingDown));
    }
}

Result<void> WorkerContextManager::check(const AcquireRequest &request) const
{
    const Placement &placement = request.placement;
    if (request.user.empty() || request.task.empty())
        return Error(ErrorCode::BadRequest, {{"reason", request.user.empty() ? "no_user" : "no_task"}});
    if (placement.asksForCreation()) {
        if (request.reuseOnly)
            return contradiction("reuse_only_with_new_placement");
        if (request.wait && request.wait->count() == 0)
            return contradiction("new_placement_without_wait");
    }
    if (placement.kind == Placement::Kind::Window && !placement.window)
        return contradiction("window_missing");
    if (placement.window) {
        if (placement.window->user != request.user)
            return contradiction("window_of_another_user");
        if (request.requirements && !request.requirements->client.empty()
            && request.requirements->client != placement.window->client)
            return contradiction("window_of_another_client");
    }
    if ((request.wait && request.wait->count() < 0) || request.longestHold.count() < 0
        || request.releaseOnCloseGrace.count() < 0)
        return Error(ErrorCode::BadRequest, {{"reason", "negative_time"}});
    if (request.releaseOnClose && request.requester.empty())
        return Error(ErrorCode::NotTieable);
    return {};
}

void WorkerContextManager::acquire(const AcquireRequest &request, const Scope &scope, Reply<Lease> reply)
{
    if (!m_parts.tracer)
        return acquireTraced(request, nullptr, scope, std::move(reply));
    const AcquireTracePtr trace = AcquireTrace::begin(m_parts.tracer, request);
    acquireTraced(request, trace, scope, AcquireTrace::around(trace, std::move(reply)));
}

void WorkerContextManager::acquireTraced(const AcquireRequest &request, const AcquireTracePtr &trace,
                                         const Scope &scope, Reply<Lease> reply)
{
    if (m_stopped)
        return reply(Error(ErrorCode::GoingDown));
    if (const auto checked = check(request); !checked)
        return reply(checked.error());
    const std::optional<Strategy> strategy = m_strategies.find(request.strategy);
    if (!strategy)
        return reply(Error(ErrorCode::UnknownStrategy, {{"strategy", request.strategy}}));
    if (request.request.empty()) {
        AcquireRequest named = request;
        named.request = RequestId::trusted(m_parts.ids.unique());
        return acquireTraced(named, trace, scope, std::move(reply));
    }
    m_parts.contexts.expect(request.user, request.request);
    if (!m_operations.empty() && joinPending(request, scope.guard(), reply))
        return;
    const Slot candidate =
        request.placement.asksForCreation() ? noSlot : m_selector.select(request, *strategy, 0, m_noneTried);
    if (candidate == noSlot)
        return begin(request, *strategy, trace, scope.guard(), std::move(reply));
    tryFirst(candidate, request, *strategy, trace, scope, reply);
}

/// True if an acquire with this request id is under way here: the caller then hears its answer too, or `request_known`.
bool WorkerContextManager::joinPending(const AcquireRequest &request, Scope::Guard guard, Reply<Lease> &reply)
{
    const auto pending = m_operations.find({request.user, request.request});
    if (pending == m_operations.end())
        return false;
    if (!pending->second->join(request.task, std::move(guard), reply))
        reply(Error(ErrorCode::RequestKnown));
    return true;
}

/// One step on the candidate; no object is made when it hits at once.
void WorkerContextManager::tryFirst(Slot candidate, const AcquireRequest &request, const Strategy &strategy,
                                    const AcquireTracePtr &trace, const Scope &scope, Reply<Lease> &reply)
{
    if (trace)
        trace->tried();
    fillArgs(m_args, request, 0);
    m_args.context = m_parts.view.fleet().key(candidate);
    std::optional<Error> refused;
    auto *place =
        m_assignLanding.step([&](auto answer) { m_parts.contexts.assign(m_args, m_scope, std::move(answer)); },
                             [&](Result<Assigned> &&answer) {
                                 if (!answer) {
                                     refused = answer.error();
                                     return;
                                 }
                                 ++m_counts.granted;
                                 reply(leaseOf(std::move(*answer), false));
                             });
    if (!place && !refused)
        return;
    m_parts.view.turnOver(candidate);
    AcquireOperation *operation = makeOperation(request, strategy, trace, scope.guard(), reply);
    if (operation)
        operation->startAssigning(m_args.context);
    if (refused) {
        if (operation)
            operation->firstAnswer(std::move(*refused));
        return;
    }
    if (!operation)
        undo(request.user, request.request);
    place->then = [this, name = RequestKey{request.user, request.request}](Result<Assigned> answer) {
        if (const auto pending = m_operations.find(name); pending != m_operations.end())
            pending->second->firstAnswer(std::move(answer));
    };
}

void WorkerContextManager::begin(const AcquireRequest &request, const Strategy &strategy, const AcquireTracePtr &trace,
                                 Scope::Guard guard, Reply<Lease> reply)
{
    if (joinPending(request, guard, reply)) // an exchange may find that its request was asked for meanwhile
        return;
    if (AcquireOperation *operation = makeOperation(request, strategy, trace, std::move(guard), reply))
        operation->start();
}

/// Null if too many are pending; the reply is then answered.
AcquireOperation *WorkerContextManager::makeOperation(const AcquireRequest &request, const Strategy &strategy,
                                                      const AcquireTracePtr &trace, Scope::Guard guard,
                                                      Reply<Lease> &reply)
{
    if (m_operations.size() >= m_config.maxPending) {
        reply(Error(ErrorCode::QueueFull, {{"limit", std::to_string(m_config.maxPending)}, {"retryAfterMs", "1000"}}));
        return nullptr;
    }
    const AcquireOperation::Steps steps{m_parts.contexts,  m_parts.windows, m_parts.view, m_selector,
                                        m_parts.scheduler, m_parts.ids,     *this};
    auto operation = std::make_unique<AcquireOperation>(steps, request, strategy, trace);
    operation->join(request.task, std::move(guard), reply);
    auto &entry = m_operations[{request.user, request.request}];
    entry = std::move(operation);
    m_waiters.add(*entry);
    return entry.get();
}

void WorkerContextManager::finished(AcquireOperation &operation)
{
    m_waiters.remove(operation);
    const auto entry = m_operations.find({operation.request().user, operation.request().request});
    if (entry == m_operations.end() || entry->second.get() != &operation)
        return;
    if (m_finished.empty())
        m_parts.scheduler.post(m_scope.wrap([this] { m_finished.clear(); }));
    m_finished.push_back(std::move(entry->second));
    m_operations.erase(entry);
}

void WorkerContextManager::release(const Handle &handle, const Scope &scope, Reply<Released> reply)
{
    m_parts.contexts.expect(handle); // first, since the view reads what that only asks for
    m_parts.view.expect(handle.context.slot);
    auto *place = m_releaseLanding.step(
        [&](auto answer) { m_parts.contexts.release(handle, EndCause::Released, m_scope, std::move(answer)); },
        [&](Result<Released> &&answer) {
            if (answer)
                closeAll(answer->closable);
            reply(std::move(answer));
        });
    if (!place)
        return;
    place->then = [this, guard = scope.guard(), then = std::move(reply)](Result<Released> answer) mutable {
        if (answer)
            closeAll(answer->closable);
        if (guard.alive())
            then(std::move(answer));
    };
}

void WorkerContextManager::cancel(const UserId &user, const RequestId &request, const Scope &scope,
                                  Reply<CancelOutcome> reply)
{
    if (const auto pending = m_operations.find({user, request}); pending != m_operations.end())
        pending->second->end(Error(ErrorCode::Cancelled));
    m_parts.contexts.cancel(user, request, scope, std::move(reply));
}

void WorkerContextManager::requesterClosed(const ConnectionId &requester, const Scope &scope, Reply<void> reply)
{
    std::vector<AcquireOperation *> open;
    for (const auto &[key, operation] : m_operations)
        if (!requester.empty() && operation->request().requester == requester)
            open.push_back(operation.get());
    for (AcquireOperation *operation : open) {
        undo(operation->request().user, operation->request().request);
        operation->end(Error(ErrorCode::Cancelled));
    }
    m_parts.contexts.requesterClosed(requester, scope, std::move(reply));
}

void WorkerContextManager::onClientDisconnect(const ClientName &client, const Scope &scope, Reply<std::uint32_t> reply)
{
    disconnectSlice(client, 0, scope.guard(), std::move(reply));
}

void WorkerContextManager::disconnectSlice(const ClientName &client, std::uint32_t endedBefore, Scope::Guard guard,
                                           Reply<std::uint32_t> reply)
{
    m_parts.contexts.endAssignments(
        client, m_config.disconnectSlice, m_scope,
        [this, client, endedBefore, guard, then = std::move(reply)](Result<SliceOutcome> slice) mutable {
            if (!slice) {
                if (guard.alive())
                    then(slice.error());
                return;
            }
            const std::uint32_t ended = endedBefore + slice->ended;
            if (slice->more)
                disconnectSlice(client, ended, guard, std::move(then));
            else if (guard.alive())
                then(ended);
        });
}

void WorkerContextManager::forceRelease(const ContextName &name, Fence fence, const Scope &scope, Reply<Released> reply)
{
    m_parts.contexts.forceRelease(
        name, fence, m_scope, [this, guard = scope.guard(), then = std::move(reply)](Result<Released> answer) mutable {
            if (answer)
                closeAll(answer->closable);
            if (guard.alive())
                then(std::move(answer));
        });
}

Result<void> WorkerContextManager::registerStrategy(std::string name, StrategyFunction function)
{
    return m_strategies.add(std::move(name), std::move(function));
}

std::vector<PendingAcquire> WorkerContextManager::pending() const
{
    std::vector<PendingAcquire> list;
    for (const auto &[key, operation] : m_operations)
        list.push_back({operation->request(), cheetah::name(operation->flow().state()), operation->flow().place(),
                        operation->startedAt(), operation->deadline()});
    std::sort(list.begin(), list.end(), [](const PendingAcquire &a, const PendingAcquire &b) {
        return std::tie(a.startedAt, a.place) < std::tie(b.startedAt, b.place);
    });
    return list;
}

Explanation WorkerContextManager::explain(const AcquireRequest &request, bool detailed) const
{
    return explainAt(request, 0, detailed);
}

} // namespace cheetah
