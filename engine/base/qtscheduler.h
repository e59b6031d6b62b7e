// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "base/scheduler.h"

#include <QtCore/QBasicTimer>
#include <QtCore/QObject>

#include <cstdint>
#include <vector>

namespace cheetah {

/// Scheduler on the Qt event loop of the thread that it lives in: one Qt timer for all delays, one posted event for all
/// calls that are posted before it arrives, and for those that these post. Owned by whoever makes the engine; used on that thread only.
class QtScheduler final : public QObject, public Scheduler {
public:
    /// `clock` outlives the scheduler and runs with real time.
    explicit QtScheduler(const Clock &clock);

    [[nodiscard]] Timer after(Micros delay, std::function<void()> function) override;
    void post(std::function<void()> function) override;
    /// Does nothing on another loop than EpollDispatcher's.
    void expectSoon() override;

protected:
    bool event(QEvent *event) override;
    void timerEvent(QTimerEvent *event) override;

private:
    struct Planned {
        SteadyTime due;
        std::uint64_t order; ///< of equal times the earlier call runs first
        std::shared_ptr<Timer::State> state;
        static bool later(const Planned &a, const Planned &b)
        {
            return a.due != b.due ? a.due > b.due : a.order > b.order;
        }
    };

    void runPosted();
    void askForTurn();
    void startTimer();
    void dropWithdrawn();
    Planned popPlanned();

    const Clock &m_clock;
    QBasicTimer m_timer;
    SteadyTime m_timerDue = SteadyTime::max(); ///< when m_timer fires
    std::vector<Planned> m_planned;            ///< a heap, earliest first; withdrawn calls are bounded
    std::size_t m_sweepAt = 64;
    std::uint64_t m_nextOrder = 0;
    std::vector<std::function<void()>> m_posted;
    bool m_turnComes = false; ///< or runs: what is posted is seen without an event of its own
};

} // namespace cheetah
