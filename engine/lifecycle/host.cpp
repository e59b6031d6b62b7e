// SPDX-License-Identifier: Apache-2.0
#include "lifecycle/host.h"

namespace cheetah {

std::string_view name(HostState state)
{
    switch (state) {
    case HostState::Stopped:
        return "stopped";
    case HostState::StartingComponents:
        return "starting_components";
    case HostState::StartingManager:
        return "starting_manager";
    case HostState::Binding:
        return "binding";
    case HostState::Serving:
        return "serving";
    case HostState::Draining:
        return "draining";
    case HostState::StoppingManager:
        return "stopping_manager";
    case HostState::StoppingComponents:
        return "stopping_components";
    case HostState::ClosingResources:
        return "closing_resources";
    }
    return "stopped";
}

Host::Host(Parts parts, Readiness &readiness, Scheduler &scheduler, Log log, Micros drainDeadline)
    : m_parts(std::move(parts)),
      m_readiness(readiness),
      m_scheduler(scheduler),
      m_log(std::move(log)),
      m_drainDeadline(drainDeadline),
      m_serving(readiness.add("serving")),
      m_readinessWatch(readiness.subscribe([this](const ReadinessCondition &) { noticeReady(); }))
{}

void Host::start(const Scope &scope, HookDone done)
{
    if (m_state != HostState::Stopped)
        return done(Error(ErrorCode::BadRequest, {{"state", std::string(cheetah::name(m_state))}}));
    m_starters.push_back({scope.guard(), std::move(done)});
    m_startFailure.reset();
    m_stopFailure.reset();
    m_goingDown = false;
    m_bound = 0;
    enter(HostState::StartingComponents);
    m_parts.components.start(m_scope, [this](Result<void> result) {
        if (result)
            return startManager();
        keepFailure(result, m_startFailure, "components");
        m_goingDown ? closeResources() : finish();
    });
}

void Host::startManager()
{
    if (m_goingDown)
        return stopComponents();
    if (!m_parts.manager || !m_parts.manager->hasStart())
        return bindNext();
    enter(HostState::StartingManager);
    m_parts.manager->start(m_scope, [this](Result<void> result) {
        if (result)
            return bindNext();
        keepFailure(result, m_startFailure, m_parts.manager->name());
        stopComponents();
    });
}

void Host::bindNext()
{
    if (m_goingDown)
        return drained();
    if (m_bound == m_parts.listeners.size())
        return serve();
    enter(HostState::Binding);
    Listener &listener = *m_parts.listeners[m_bound];
    listener.bind(m_scope, [this, &listener](Result<void> result) {
        if (result) {
            ++m_bound;
            return bindNext();
        }
        keepFailure(result, m_startFailure, listener.name());
        drained();
    });
}

void Host::serve()
{
    enter(HostState::Serving);
    m_serving.pass();
    noticeReady();
    for (Waiter &starter : std::exchange(m_starters, {}))
        if (starter.guard.alive())
            starter.done({});
}

void Host::stop(const Scope &scope, HookDone done)
{
    if (m_state == HostState::Stopped)
        return done({});
    m_stoppers.push_back({scope.guard(), std::move(done)});
    if (m_goingDown)
        return endAtOnce();
    goDown();
}

void Host::goDown()
{
    m_goingDown = true;
    m_serving.fail(ErrorCode::GoingDown, "wait_for_start");
    if (m_state == HostState::Serving)
        drain();
    else if (m_state == HostState::StartingComponents)
        m_parts.components.cancel(); // its answer leads on, as does that of any other step under way
    else if (m_state == HostState::StartingManager)
        m_parts.manager->cancel();
}

void Host::drain()
{
    enter(HostState::Draining);
    if (!m_bound)
        return drained();
    m_undrained = m_bound;
    m_drainTimer = m_scheduler.after(m_drainDeadline, [this] {
        m_log.warning("lifecycle", "drain deadline passed with requests in flight");
        drained();
    });
    for (Listener *listener : m_parts.listeners)
        listener->stopAccepting();
    const Scope::Guard going = m_drainScope.guard();
    const std::vector<Listener *> listeners = m_parts.listeners;
    for (Listener *listener : listeners)
        if (going.alive())
            listener->drain(m_drainScope, [this](Result<void>) {
                if (--m_undrained == 0)
                    drained();
            });
}

/// Nothing is in flight, or it is not waited for any more.
void Host::drained()
{
    m_drainTimer.cancel();
    m_drainScope.reset();
    for (std::size_t i = 0; i < m_bound; ++i)
        m_parts.listeners[i]->close();
    m_bound = 0;
    stopManager();
}

void Host::stopManager()
{
    if (!m_parts.manager || !m_parts.manager->hasStop())
        return stopComponents();
    enter(HostState::StoppingManager);
    m_parts.manager->stop(m_scope, [this](Result<void> result) {
        keepFailure(result, m_stopFailure, m_parts.manager->name());
        stopComponents();
    });
}

void Host::stopComponents()
{
    enter(HostState::StoppingComponents);
    m_parts.components.stop(m_scope, [this](Result<void> result) {
        keepFailure(result, m_stopFailure, "components");
        m_goingDown ? closeResources() : finish();
    });
}

void Host::closeResources()
{
    enter(HostState::ClosingResources);
    for (Resource &resource : m_parts.resources)
        if (const auto close = std::exchange(resource.close, nullptr))
            close();
    finish();
}

void Host::finish()
{
    const Result<void> started = m_startFailure ? *m_startFailure : Error(ErrorCode::Cancelled);
    const Result<void> stopped = m_stopFailure ? Result<void>(*m_stopFailure) : Result<void>();
    auto starters = std::exchange(m_starters, {});
    auto stoppers = std::exchange(m_stoppers, {});
    enter(HostState::Stopped);
    for (Waiter &starter : starters)
        if (starter.guard.alive())
            starter.done(started);
    for (Waiter &stopper : stoppers)
        if (stopper.guard.alive())
            stopper.done(stopped);
}

void Host::endAtOnce()
{
    m_log.warning("lifecycle", "stop was asked for again: nothing is waited for any more");
    m_scope.reset();
    m_drainScope.reset();
    m_drainTimer.cancel();
    m_parts.components.cancel();
    if (m_parts.manager)
        m_parts.manager->cancel();
    for (std::size_t i = 0; i < m_bound; ++i)
        m_parts.listeners[i]->close();
    m_bound = 0;
    closeResources();
}

Result<void> Host::admit(WorkKind kind) const
{
    if (kind == WorkKind::Probe)
        return {};
    if (m_goingDown) {
        const bool passes = kind == WorkKind::Finishing && m_state == HostState::Draining;
        return passes ? Result<void>() : Result<void>(ErrorCode::GoingDown);
    }
    return m_wasReady ? Result<void>() : Result<void>(ErrorCode::NotReady);
}

/// Once ready stays admitted: readiness lost later closes nothing (SPEC L5).
void Host::noticeReady()
{
    m_wasReady = m_wasReady || (m_state == HostState::Serving && m_readiness.ready(m_parts.roles));
}

void Host::keepFailure(const Result<void> &result, std::optional<Error> &first, std::string_view who)
{
    if (result)
        return;
    m_log.error("lifecycle", std::string(who) + ": " + std::string(cheetah::name(result.error().code)));
    if (!first)
        first = result.error();
}

void Host::enter(HostState state)
{
    if (state == m_state)
        return;
    m_state = state;
    if (state == HostState::Stopped)
        m_wasReady = false;
    m_log.info("lifecycle", cheetah::name(state));
    if (m_observer)
        m_observer(state);
}

} // namespace cheetah
