// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "base/idsource.h"
#include "base/scheduler.h"

#include <deque>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <vector>

namespace cheetah::simulation {

/// All chance of a run comes from here, so that a seed repeats it.
class Random {
public:
    explicit Random(std::uint64_t seed) : m_source(seed) {}

    std::uint64_t next() { return m_source.random(); }
    /// 0 … bound - 1; 0 for a bound of 0.
    std::size_t below(std::size_t bound) { return bound == 0 ? 0 : std::size_t(next() % bound); }
    bool chance(double probability) { return double(next() >> 11) * 0x1p-53 < probability; }
    Micros between(Micros least, Micros most)
    {
        return least + Micros(std::int64_t(below(std::size_t((most - least).count()) + 1)));
    }
    template <class T>
    T &pick(std::vector<T> &from)
    {
        return from[below(from.size())];
    }

private:
    SeededIdSource m_source;
};

class Lane;

/// Virtual time and everything that is going to happen in it. Events of one lane happen in their order; which lane comes
/// first at one moment is left to chance. Owned by the simulation; outlives its lanes.
class Loop {
public:
    explicit Loop(Random &random) : m_random(random) {}

    SteadyTime now() const { return m_now; }
    /// Runs the next event that is due by `end`; false, with the clock at `end`, if there is none.
    bool runNext(SteadyTime end);
    std::uint64_t events() const { return m_events; }

private:
    friend class Lane;

    Random &m_random;
    SteadyTime m_now{Seconds(1'000)};
    std::vector<Lane *> m_lanes;
    std::uint64_t m_events = 0;
};

/// One process: its events and its clocks. It can stand still while the world goes on (stopped: its monotonic clock goes
/// on; asleep: that stands still too), and somebody may set its wall clock. Must not outlive its loop.
class Lane final : public Scheduler, public Clock {
public:
    explicit Lane(Loop &loop);
    ~Lane() override;
    Lane(const Lane &) = delete;
    Lane &operator=(const Lane &) = delete;

    [[nodiscard]] Timer after(Micros delay, std::function<void()> function) override;
    void post(std::function<void()> function) override;
    /// As after(), and cannot be withdrawn.
    void later(Micros delay, std::function<void()> function);

    SteadyTime steady() const override { return m_loop.now() - m_slept; }
    WallTime wall() const override
    {
        return WallTime(Seconds(1'700'000'000)) + m_loop.now().time_since_epoch() + m_wallOffset;
    }

    void stop(Micros duration) { m_wakeAt = std::max(m_wakeAt, m_loop.now() + duration); }
    void sleep(Micros duration);
    void jumpWall(Micros by) { m_wallOffset += by; }
    bool awake() const { return m_wakeAt <= m_loop.now(); }
    /// The process ends: nothing of what it planned happens.
    void clear();

private:
    friend class Loop;

    /// When it has something to do next; nothing if it never has.
    std::optional<SteadyTime> nextDue();
    void runOne();

    Loop &m_loop;
    std::deque<std::function<void()>> m_posted;
    std::multimap<SteadyTime, std::shared_ptr<Timer::State>> m_timers; ///< by the loop's time
    SteadyTime m_wakeAt{};
    Micros m_slept{0};
    Micros m_wallOffset{0};
};

} // namespace cheetah::simulation
