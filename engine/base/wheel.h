// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "base/scheduler.h"

#include <array>
#include <cstdint>

namespace cheetah {

/// A coarse timing wheel: very many timeouts, each started and stopped in constant time without allocating, on one call
/// of the Scheduler. A timeout comes at its time or up to one tick later. While none is started nothing runs.
/// One thread only; entries stop before the wheel is destroyed.
class Wheel {
public:
    /// One timeout, held as a member by what waits for it; destroying it stops it.
    class Entry {
    public:
        /// `owner` is what `expired` is called with, on its timeout. It may destroy the entry.
        Entry(void *owner, void (*expired)(void *owner)) : m_owner(owner), m_expired(expired) {}
        Entry(const Entry &) = delete;
        Entry &operator=(const Entry &) = delete;
        ~Entry() { stop(); }

        bool started() const { return m_wheel; }
        void stop();

    private:
        friend class Wheel;
        void *m_owner;
        void (*m_expired)(void *);
        Wheel *m_wheel = nullptr;
        Entry *m_next = nullptr;
        Entry **m_link = nullptr; ///< what points at this entry
        std::uint64_t m_tick = 0;
    };

    /// `clock` and `scheduler` outlive the wheel; `tick` is its grain and above zero.
    Wheel(const Clock &clock, Scheduler &scheduler, Micros tick);
    Wheel(const Wheel &) = delete;
    Wheel &operator=(const Wheel &) = delete;

    /// Starts `entry`, or starts it anew.
    void start(Entry &entry, Micros delay);

    std::size_t size() const { return m_size; }
    /// Ticks since the wheel was made: a cheap coarse time, as of the last turn of the wheel while entries are started.
    std::uint64_t tick() const { return m_tick; }
    Micros tickLength() const { return m_tickLength; }

private:
    std::uint64_t currentTick() const;
    void insert(Entry &entry, std::uint64_t tick);
    void turn();
    void expire(std::size_t slot);
    void plan();

    static constexpr std::size_t slotCount = 512;
    const Clock &m_clock;
    Scheduler &m_scheduler;
    const Micros m_tickLength;
    const SteadyTime m_start;
    std::uint64_t m_tick = 0; ///< all slots up to here were looked at
    std::size_t m_size = 0;
    std::array<Entry *, slotCount> m_slots{};
    Scheduler::Timer m_timer;
};

} // namespace cheetah
