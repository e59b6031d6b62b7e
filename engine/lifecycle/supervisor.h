// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "base/idsource.h"
#include "base/log.h"
#include "base/scheduler.h"
#include "lifecycle/component.h"
#include "lifecycle/readiness.h"

#include <functional>
#include <optional>

namespace cheetah {

/// A component that works in the background after its start, and may fail there.
class BackgroundComponent : public Component {
public:
    /// Whom to tell once of each failure after a successful start; the component is then stopped and started again.
    void onFailure(std::function<void(Error)> failed) { m_failed = std::move(failed); }

protected:
    void reportFailure(Error error)
    {
        if (const auto failed = m_failed) // a copy: the answer may replace it
            failed(std::move(error));
    }

private:
    std::function<void(Error)> m_failed;
};

/// Delays between restarts: doubling, with up to a quarter taken off at random so that nodes do not march in step.
struct RestartBackoff {
    Micros first = Millis(250);
    Micros most = Seconds(30);
    Micros settledAfter = Seconds(60); ///< so long without failure, and the next delay is `first` again
};

enum class SupervisedState { Stopped, Starting, Running, WaitingToRestart };
std::string_view name(SupervisedState state);

/// Keeps a background component running: when it fails it is stopped and started again after a growing delay, for as long
/// as it takes (SPEC L7). Visible as a readiness condition, a log line and its numbers. The first start is not retried: its
/// failure is the set's to report (SPEC L2). Stands in a component set in place of what it supervises.
class Supervisor final : public Component {
public:
    Supervisor(BackgroundComponent &supervised, Scheduler &scheduler, const Clock &clock, IdSource &random,
               Readiness::Condition condition, Log log, RestartBackoff backoff = {});
    ~Supervisor() override;

    std::string_view name() const override { return m_supervised.name(); }
    void start(const Scope &scope, HookDone done) override;
    void stop(const Scope &scope, HookDone done) override;
    void cancel() override { m_supervised.cancel(); }

    SupervisedState state() const { return m_state; }
    std::uint64_t restarts() const { return m_restarts; } ///< attempts to start again
    const std::optional<Error> &lastError() const { return m_lastError; }

private:
    void failed(Error error);
    void waitToRestart();
    void restart();
    void running();
    Micros nextDelay();

    BackgroundComponent &m_supervised;
    Scheduler &m_scheduler;
    const Clock &m_clock;
    IdSource &m_random;
    Readiness::Condition m_condition;
    Log m_log;
    const RestartBackoff m_backoff;
    SupervisedState m_state = SupervisedState::Stopped;
    SteadyTime m_runningSince{};
    Micros m_delay{0}; ///< the latest one; 0: none yet
    std::uint64_t m_restarts = 0;
    std::optional<Error> m_lastError;
    Scheduler::Timer m_timer;
    Scope m_restartScope; ///< reset by stop: a restart under way is nobody's business then
};

} // namespace cheetah
