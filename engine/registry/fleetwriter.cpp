// SPDX-License-Identifier: Apache-2.0
#include "registry/fleetwriter.h"

#include <cassert>
#include <iterator>
#include <utility>

namespace cheetah {

FleetWriter::FleetWriter(Incarnation incarnation)
{
    m_fleet.reset({Revision{0, std::move(incarnation), 0}});
}

void FleetWriter::applyPending()
{
    m_pending.from = m_fleet.revisions().front().number;
    m_pending.to = m_pending.from + 1;
    m_pending.at = m_now;
    [[maybe_unused]] const Result<void> applied = m_fleet.apply(m_pending);
    assert(applied && "a step made a change that does not fit the fleet");
}

void FleetWriter::flush()
{
    if (m_pending.changes.empty())
        return;
    applyPending();
    if (m_step.changes.empty())
        m_step.from = m_pending.from;
    m_step.to = m_pending.to;
    m_step.at = m_now;
    std::move(m_pending.changes.begin(), m_pending.changes.end(), std::back_inserter(m_step.changes));
    m_pending.changes.clear();
}

void FleetWriter::commit()
{
    Delta &step = m_step.changes.empty() ? m_pending : m_step;
    if (&step == &m_step)
        flush();
    else if (!m_pending.changes.empty())
        applyPending();
    else
        return;
    m_observers.tell([&step](FleetObserver &observer) { observer.fleetChanged(step); });
    step.changes.clear();
}

} // namespace cheetah
