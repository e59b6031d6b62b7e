// SPDX-License-Identifier: Apache-2.0
#include "support/manualscheduler.h"

#include <algorithm>
#include <stdexcept>
#include <utility>

namespace cheetah::test {

Scheduler::Timer ManualScheduler::after(Micros delay, std::function<void()> function)
{
    auto state = std::make_shared<Timer::State>();
    state->function = std::move(function);
    m_timers.emplace(m_clock.steady() + std::max(delay, Micros(0)), state);
    return Timer(std::move(state));
}

void ManualScheduler::post(std::function<void()> function)
{
    m_posted.push_back(std::move(function));
}

std::size_t ManualScheduler::runUntilIdle()
{
    constexpr std::size_t most = 1'000'000;
    std::size_t ran = 0;
    for (;;) {
        auto posted = std::exchange(m_posted, {});
        for (auto &function : posted) {
            function();
            ++ran;
        }
        if (posted.empty() && !runOneDue())
            return ran;
        if (posted.empty())
            ++ran;
        if (ran > most)
            throw std::runtime_error("the scheduler does not become idle");
    }
}

std::size_t ManualScheduler::advance(Micros by)
{
    const SteadyTime end = m_clock.steady() + by;
    std::size_t ran = runUntilIdle();
    for (auto due = nextDue(); due && *due <= end; due = nextDue()) {
        m_clock.advance(std::max(*due - m_clock.steady(), Micros(0)));
        ran += runUntilIdle();
    }
    if (m_clock.steady() < end)
        m_clock.advance(end - m_clock.steady());
    return ran;
}

bool ManualScheduler::advanceUntil(const std::function<bool()> &condition, Micros limit)
{
    const SteadyTime end = m_clock.steady() + limit;
    runUntilIdle();
    for (auto due = nextDue(); !condition() && due && *due <= end; due = nextDue())
        advance(std::max(*due - m_clock.steady(), Micros(0)));
    return condition();
}

std::optional<SteadyTime> ManualScheduler::nextDue()
{
    while (!m_timers.empty() && !m_timers.begin()->second->function)
        m_timers.erase(m_timers.begin());
    if (m_timers.empty())
        return std::nullopt;
    return m_timers.begin()->first;
}

bool ManualScheduler::runOneDue()
{
    const auto due = nextDue();
    if (!due || *due > m_clock.steady())
        return false;
    const auto state = m_timers.begin()->second;
    m_timers.erase(m_timers.begin());
    const auto function = std::exchange(state->function, nullptr);
    function();
    return true;
}

} // namespace cheetah::test
