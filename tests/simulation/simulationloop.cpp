// SPDX-License-Identifier: Apache-2.0
#include "simulation/simulationloop.h"

#include <algorithm>
#include <utility>

namespace cheetah::simulation {

bool Loop::runNext(SteadyTime end)
{
    std::optional<SteadyTime> earliest;
    std::vector<Lane *> due;
    for (Lane *lane : m_lanes) {
        const std::optional<SteadyTime> at = lane->nextDue();
        if (!at || *at > end || (earliest && *at > *earliest))
            continue;
        if (!earliest || *at < *earliest)
            due.clear();
        earliest = at;
        due.push_back(lane);
    }
    if (!earliest) {
        m_now = std::max(m_now, end);
        return false;
    }
    m_now = std::max(m_now, *earliest);
    ++m_events;
    m_random.pick(due)->runOne();
    return true;
}

Lane::Lane(Loop &loop) : m_loop(loop)
{
    m_loop.m_lanes.push_back(this);
}

Lane::~Lane()
{
    std::erase(m_loop.m_lanes, this);
}

Scheduler::Timer Lane::after(Micros delay, std::function<void()> function)
{
    auto state = std::make_shared<Timer::State>();
    state->function = std::move(function);
    m_timers.emplace(m_loop.now() + std::max(delay, Micros(0)), state);
    return Timer(std::move(state));
}

void Lane::post(std::function<void()> function)
{
    m_posted.push_back(std::move(function));
}

void Lane::later(Micros delay, std::function<void()> function)
{
    auto state = std::make_shared<Timer::State>();
    state->function = std::move(function);
    m_timers.emplace(m_loop.now() + std::max(delay, Micros(0)), std::move(state));
}

/// What it planned counts its own time, which stands still.
void Lane::sleep(Micros duration)
{
    stop(duration);
    m_slept += duration;
    std::multimap<SteadyTime, std::shared_ptr<Timer::State>> shifted;
    for (auto &[at, state] : m_timers)
        shifted.emplace_hint(shifted.end(), at + duration, std::move(state));
    m_timers = std::move(shifted);
}

void Lane::clear()
{
    // What is destroyed may plan or withdraw.
    auto posted = std::exchange(m_posted, {});
    auto timers = std::exchange(m_timers, {});
    posted.clear();
    timers.clear();
    m_posted.clear();
    m_timers.clear();
    m_wakeAt = {};
}

std::optional<SteadyTime> Lane::nextDue()
{
    while (!m_timers.empty() && !m_timers.begin()->second->function)
        m_timers.erase(m_timers.begin());
    if (!m_posted.empty())
        return std::max(m_loop.now(), m_wakeAt);
    if (m_timers.empty())
        return std::nullopt;
    return std::max(m_timers.begin()->first, m_wakeAt);
}

void Lane::runOne()
{
    if (!m_posted.empty()) {
        const auto function = std::move(m_posted.front());
        m_posted.pop_front();
        return function();
    }
    const auto state = m_timers.begin()->second;
    m_timers.erase(m_timers.begin());
    const auto function = std::exchange(state->function, nullptr);
    function();
}

} // namespace cheetah::simulation
