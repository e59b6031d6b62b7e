// SPDX-License-Identifier: Apache-2.0
#include "registry/fleetwriter.h"

#include <algorithm>
#include <cassert>
#include <iterator>
#include <utility>

namespace cheetah {

struct FleetWriter::Entry {
    std::shared_ptr<Observers> observers;
    FleetObserver *observer;

    Entry(std::shared_ptr<Observers> o, FleetObserver *one) : observers(std::move(o)), observer(one) {}
    Entry(const Entry &) = delete;
    Entry &operator=(const Entry &) = delete;
    ~Entry() { observers->remove(observer); }
};

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
    m_observers->tell(step);
    step.changes.clear();
}

FleetSource::Subscription FleetWriter::subscribe(FleetObserver &observer)
{
    m_observers->list.push_back(&observer);
    return FleetSource::Subscription(std::make_shared<Entry>(m_observers, &observer));
}

void FleetWriter::Observers::remove(const FleetObserver *observer)
{
    const auto at = std::find(list.begin(), list.end(), observer);
    if (at == list.end())
        return;
    if (telling) {
        *at = nullptr;
        left = true;
    } else {
        list.erase(at);
    }
}

void FleetWriter::Observers::tell(const Delta &delta)
{
    telling = true;
    for (std::size_t i = 0; i < list.size(); ++i)
        if (list[i])
            list[i]->fleetChanged(delta);
    telling = false;
    if (std::exchange(left, false))
        std::erase(list, nullptr);
}

} // namespace cheetah
