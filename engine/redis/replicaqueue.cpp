// SPDX-License-Identifier: Apache-2.0
#include "redis/replicaqueue.h"

namespace cheetah {

ReplicaQueue::ReplicaQueue(FleetSource &source, Micros lease) : m_source(source), m_lease(lease)
{
    fleetReset();
    m_subscription = source.subscribe(*this);
}

const Waiter *ReplicaQueue::earlier(Slot context, const RequestId &request, std::uint64_t place) const
{
    if (m_waiters.empty())
        return nullptr;
    const Fleet &fleet = m_source.fleet();
    if (place == 0) {
        // Asked again without its place, a waiter keeps the one that it has.
        const UserId &user = fleet.context(context).name->user;
        const auto own = m_byRequest.find({user, request});
        if (own != m_byRequest.end() && live(*m_waiters.at({user, own->second})))
            place = own->second;
    }
    return m_classes.earlier(fleet, context, place, [this](const Waiter &waiter) { return live(waiter); });
}

bool ReplicaQueue::live(const Waiter &waiter) const
{
    return (!waiter.deadline.isSet() || waiter.deadline >= m_source.now()) && mayLive(waiter.node);
}

/// A node that is not known never registered, or what it left behind was already taken away.
bool ReplicaQueue::mayLive(const NodeId &node) const
{
    for (const NodeInfo &info : m_source.fleet().nodes())
        if (info.id == node)
            return info.heartbeatAt + m_lease >= m_source.now();
    return true;
}

void ReplicaQueue::add(const std::shared_ptr<const Waiter> &waiter)
{
    m_classes.add(*waiter);
    m_waiters[{waiter->user, waiter->place}] = waiter;
    m_byRequest[{waiter->user, waiter->request}] = waiter->place;
}

void ReplicaQueue::fleetChanged(const Delta &delta)
{
    for (const Change &change : delta.changes) {
        if (const auto *added = std::get_if<WaiterAdded>(&change)) {
            add(added->waiter);
        } else if (const auto *removed = std::get_if<WaiterRemoved>(&change)) {
            const auto gone = m_waiters.find({removed->user, removed->place});
            if (gone == m_waiters.end())
                continue;
            const Waiter &waiter = *gone->second;
            m_classes.remove(waiter);
            const auto request = m_byRequest.find({waiter.user, waiter.request});
            if (request != m_byRequest.end() && request->second == waiter.place)
                m_byRequest.erase(request);
            m_waiters.erase(gone);
        }
    }
}

void ReplicaQueue::fleetReset()
{
    m_classes.clear();
    m_waiters.clear();
    m_byRequest.clear();
    for (const auto &[user, waiters] : m_source.fleet().waiters())
        for (const auto &[place, waiter] : waiters)
            add(waiter);
}

} // namespace cheetah
