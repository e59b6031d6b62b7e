// SPDX-License-Identifier: Apache-2.0
#include "base/wheel.h"

#include <algorithm>

namespace cheetah {

void Wheel::Entry::stop()
{
    if (!m_wheel)
        return;
    --m_wheel->m_size;
    m_wheel = nullptr;
    *m_link = m_next;
    if (m_next)
        m_next->m_link = m_link;
}

Wheel::Wheel(const Clock &clock, Scheduler &scheduler, Micros tick)
    : m_clock(clock), m_scheduler(scheduler), m_tickLength(tick), m_start(clock.steady())
{}

std::uint64_t Wheel::currentTick() const
{
    return std::uint64_t((m_clock.steady() - m_start) / m_tickLength);
}

void Wheel::start(Entry &entry, Micros delay)
{
    entry.stop();
    if (!m_size)
        m_tick = currentTick();
    // One more, since the current tick has partly passed.
    const auto ticks = std::uint64_t((std::max(delay, Micros(0)) + m_tickLength - Micros(1)) / m_tickLength) + 1;
    insert(entry, std::max(currentTick(), m_tick) + ticks);
    if (!m_timer.pending())
        plan();
}

void Wheel::insert(Entry &entry, std::uint64_t tick)
{
    Entry *&head = m_slots[tick % slotCount];
    entry.m_wheel = this;
    entry.m_tick = tick;
    entry.m_next = head;
    entry.m_link = &head;
    if (head)
        head->m_link = &entry.m_next;
    head = &entry;
    ++m_size;
}

void Wheel::plan()
{
    m_timer = m_scheduler.after(m_tickLength, [this] { turn(); });
}

/// Looks at each slot whose tick has passed, at most once each.
void Wheel::turn()
{
    const std::uint64_t from = m_tick + 1;
    m_tick = currentTick();
    const std::uint64_t count = m_tick >= from ? std::min<std::uint64_t>(m_tick - from + 1, slotCount) : 0;
    for (std::uint64_t i = 0; i < count; ++i)
        expire((from + i) % slotCount);
    if (m_size && !m_timer.pending())
        plan();
}

/// Takes the slot's list apart into its own head first: what expires may start and stop any other entry.
void Wheel::expire(std::size_t slot)
{
    Entry *pending = m_slots[slot];
    m_slots[slot] = nullptr;
    if (pending)
        pending->m_link = &pending;
    while (Entry *entry = pending) {
        const bool due = entry->m_tick <= m_tick;
        const std::uint64_t tick = entry->m_tick;
        entry->stop();
        if (due)
            entry->m_expired(entry->m_owner);
        else
            insert(*entry, tick);
    }
}

} // namespace cheetah
