// SPDX-License-Identifier: Apache-2.0
#include "lifecycle/supervisor.h"

#include <algorithm>

namespace cheetah {

std::string_view name(SupervisedState state)
{
    switch (state) {
    case SupervisedState::Stopped:
        return "stopped";
    case SupervisedState::Starting:
        return "starting";
    case SupervisedState::Running:
        return "running";
    case SupervisedState::WaitingToRestart:
        return "waiting_to_restart";
    }
    return "stopped";
}

Supervisor::Supervisor(BackgroundComponent &supervised, Scheduler &scheduler, const Clock &clock, IdSource &random,
                       Readiness::Condition condition, Log log, RestartBackoff backoff)
    : m_supervised(supervised),
      m_scheduler(scheduler),
      m_clock(clock),
      m_random(random),
      m_condition(std::move(condition)),
      m_log(std::move(log)),
      m_backoff(backoff)
{
    m_supervised.onFailure([this](Error error) { failed(std::move(error)); });
}

Supervisor::~Supervisor()
{
    m_supervised.onFailure(nullptr);
}

void Supervisor::start(const Scope &scope, HookDone done)
{
    if (m_state == SupervisedState::WaitingToRestart)
        return done({}); // started already, and being brought back
    if (m_state == SupervisedState::Stopped)
        m_state = SupervisedState::Starting;
    m_supervised.start(m_restartScope,
                       [this, caller = scope.guard(), done = std::move(done)](Result<void> result) mutable {
                           if (result) {
                               running();
                           } else if (m_state == SupervisedState::Starting) {
                               m_state = SupervisedState::Stopped;
                               m_lastError = result.error();
                               m_condition.fail(result.error(), "check_listener");
                           }
                           if (caller.alive())
                               done(std::move(result));
                       });
}

void Supervisor::stop(const Scope &scope, HookDone done)
{
    m_timer.cancel();
    m_restartScope.reset();
    m_state = SupervisedState::Stopped;
    m_delay = Micros(0);
    m_condition.fail(ErrorCode::NotReady, "start_node");
    m_supervised.stop(scope, std::move(done));
}

void Supervisor::running()
{
    m_state = SupervisedState::Running;
    m_runningSince = m_clock.steady();
    m_condition.pass();
}

void Supervisor::failed(Error error)
{
    if (m_state != SupervisedState::Running)
        return;
    m_log.error("lifecycle",
                std::string(name()) + " failed: " + std::string(cheetah::name(error.code)) + " " + error.detail);
    if (m_clock.steady() - m_runningSince >= m_backoff.settledAfter)
        m_delay = Micros(0);
    m_state = SupervisedState::WaitingToRestart;
    m_lastError = error;
    m_condition.fail(std::move(error), "wait_for_restart");
    m_supervised.stop(m_restartScope, [this](Result<void>) { waitToRestart(); });
}

void Supervisor::waitToRestart()
{
    m_timer = m_scheduler.after(nextDelay(), [this] { restart(); });
}

void Supervisor::restart()
{
    ++m_restarts;
    m_supervised.start(m_restartScope, [this](Result<void> result) {
        if (result) {
            m_log.info("lifecycle", std::string(name()) + " runs again");
            return running();
        }
        m_lastError = result.error();
        m_condition.fail(result.error(), "wait_for_restart");
        waitToRestart();
    });
}

Micros Supervisor::nextDelay()
{
    m_delay = m_delay.count() ? std::min(m_delay * 2, m_backoff.most) : m_backoff.first;
    const auto quarter = std::uint64_t(m_delay.count() / 4);
    return m_delay - Micros(quarter ? std::int64_t(m_random.random() % quarter) : 0);
}

} // namespace cheetah
