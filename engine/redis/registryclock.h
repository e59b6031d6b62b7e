// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "model/registrytime.h"

#include <algorithm>

namespace cheetah {

/// Registry time as a process knows it that hears it now and then: each time heard was true a moment before it was heard,
/// so the greatest of the newest estimates is the nearest. Never goes back; at most the way from Redis behind. A value.
class RegistryClock {
public:
    explicit RegistryClock(const Clock &clock) : m_clock(clock) {}

    void heard(RegistryTime at)
    {
        if (!at.isSet())
            return;
        const SteadyTime steady = m_clock.steady();
        const Micros offset(at.us - steady.time_since_epoch().count());
        if (!m_known || steady - m_windowBegan >= window) { // what is older than two windows drifted away
            m_before = m_known ? m_offset : offset;
            m_offset = offset;
            m_windowBegan = steady;
            m_known = true;
        }
        m_offset = std::max(m_offset, offset);
    }

    /// Unset until a time was heard.
    RegistryTime now() const
    {
        if (m_known)
            m_last = std::max(
                m_last, RegistryTime{(m_clock.steady().time_since_epoch() + std::max(m_before, m_offset)).count()});
        return m_last;
    }

private:
    static constexpr Micros window = Seconds(10);

    const Clock &m_clock;
    bool m_known = false;
    Micros m_offset{0}, m_before{0}; ///< registry time minus steady time: best of this window, of the one before
    SteadyTime m_windowBegan{};
    mutable RegistryTime m_last; ///< what was told last
};

} // namespace cheetah
