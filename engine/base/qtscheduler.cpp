// SPDX-License-Identifier: Apache-2.0
#include "base/qtscheduler.h"

#include "base/epolldispatcher.h"

#include <QtCore/QCoreApplication>
#include <QtCore/QEvent>
#include <QtCore/QPointer>

#include <algorithm>
#include <utility>

namespace cheetah {

namespace {

constexpr Micros longestDelay = std::chrono::hours(1);
const auto postedEvent = QEvent::Type(QEvent::User + 1);

} // namespace

QtScheduler::QtScheduler(const Clock &clock) : m_clock(clock) {}

Scheduler::Timer QtScheduler::after(Micros delay, std::function<void()> function)
{
    auto state = std::make_shared<Timer::State>();
    state->function = std::move(function);
    if (m_planned.size() >= m_sweepAt)
        dropWithdrawn();
    m_planned.push_back({m_clock.steady() + std::max(delay, Micros(0)), m_nextOrder++, state});
    std::push_heap(m_planned.begin(), m_planned.end(), Planned::later);
    startTimer();
    return Timer(std::move(state));
}

void QtScheduler::post(std::function<void()> function)
{
    m_posted.push_back(std::move(function));
    if (!m_turnComes)
        askForTurn();
}

void QtScheduler::askForTurn()
{
    m_turnComes = true;
    QCoreApplication::postEvent(this, new QEvent(postedEvent));
}

void QtScheduler::expectSoon()
{
    if (auto *dispatcher = dynamic_cast<EpollDispatcher *>(QAbstractEventDispatcher::instance()))
        dispatcher->expectSoon();
}

bool QtScheduler::event(QEvent *event)
{
    if (event->type() != postedEvent)
        return QObject::event(event);
    runPosted();
    return true;
}

/// What these post runs in this turn too: mostly it sends what the others put together. What that posts, in the next.
void QtScheduler::runPosted()
{
    const QPointer<QtScheduler> self(this);
    for (int round = 0; round < 2; ++round) {
        for (auto &function : std::exchange(m_posted, {}))
            function();
        if (!self)
            return;
    }
    m_turnComes = false;
    if (!m_posted.empty())
        askForTurn();
}

void QtScheduler::timerEvent(QTimerEvent *)
{
    m_timer.stop();
    m_timerDue = SteadyTime::max();
    const QPointer<QtScheduler> self(this);
    const SteadyTime now = m_clock.steady();
    const std::uint64_t newest = m_nextOrder;
    while (!m_planned.empty() && m_planned.front().due <= now && m_planned.front().order < newest) {
        const std::shared_ptr<Timer::State> state = popPlanned().state;
        if (const auto function = std::exchange(state->function, nullptr))
            function();
        if (!self)
            return;
    }
    startTimer();
}

/// Sets the one timer to the earliest call that was not withdrawn.
void QtScheduler::startTimer()
{
    while (!m_planned.empty() && !m_planned.front().state->function)
        popPlanned();
    if (m_planned.empty() || m_planned.front().due >= m_timerDue)
        return;
    const SteadyTime now = m_clock.steady();
    const Micros delay = std::clamp(m_planned.front().due - now, Micros(0), longestDelay);
    m_timerDue = now + delay;
    m_timer.start(int(std::chrono::ceil<Millis>(delay).count()), Qt::PreciseTimer, this);
}

void QtScheduler::dropWithdrawn()
{
    std::erase_if(m_planned, [](const Planned &planned) { return !planned.state->function; });
    std::make_heap(m_planned.begin(), m_planned.end(), Planned::later);
    m_sweepAt = std::max<std::size_t>(64, 2 * m_planned.size());
}

QtScheduler::Planned QtScheduler::popPlanned()
{
    std::pop_heap(m_planned.begin(), m_planned.end(), Planned::later);
    Planned planned = std::move(m_planned.back());
    m_planned.pop_back();
    return planned;
}

} // namespace cheetah
