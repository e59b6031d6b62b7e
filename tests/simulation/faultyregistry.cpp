// SPDX-License-Identifier: Apache-2.0
#include "simulation/faultyregistry.h"

namespace cheetah::simulation {

FaultyRegistry::Fate FaultyRegistry::decide()
{
    Fate fate;
    fate.immediate = m_random.chance(m_faults.immediate);
    fate.refused = m_random.chance(m_faults.refused);
    fate.lost = !fate.refused && m_random.chance(m_faults.lost);
    m_refused += fate.refused;
    m_lost += fate.lost;
    if (fate.immediate)
        return fate;
    ++m_delayed;
    const auto delay = [this] {
        return m_random.between(Micros(0), m_random.chance(m_faults.slow) ? m_faults.slowest : m_faults.usual);
    };
    fate.there = delay();
    fate.back = delay();
    return fate;
}

void FaultyRegistry::taken(const std::vector<StreamedDelta> &entries, const std::function<void()> &then)
{
    if (!m_replica || entries.empty())
        return then();
    for (const StreamedDelta &entry : entries)
        m_replica->take(entry);
    if (m_replica)
        m_replica->whenAt(0, entries.back().delta.to, m_scope, then);
}

} // namespace cheetah::simulation
