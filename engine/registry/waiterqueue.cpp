// SPDX-License-Identifier: Apache-2.0
#include "registry/waiterqueue.h"

namespace cheetah {

Result<std::uint64_t> WaiterQueue::enqueue(const Waiter &waiter)
{
    if (const auto known = m_byRequest.find({waiter.user, waiter.request}); known != m_byRequest.end())
        return known->second;
    if (m_writer.fleet().waiterCount() >= m_policies.waiterLimit)
        return Error(ErrorCode::QueueFull, {{"limit", std::to_string(m_policies.waiterLimit)}});

    auto added = std::make_shared<Waiter>(waiter);
    added->place = ++m_lastPlace;
    added->enqueuedAt = m_writer.now();
    m_classes.add(*added);
    m_byRequest.emplace(std::pair(waiter.user, waiter.request), added->place);
    if (!waiter.requester.empty())
        m_byRequester[waiter.requester].emplace(waiter.user, added->place);
    m_byNode[waiter.node].emplace(waiter.user, added->place);
    if (waiter.deadline.isSet())
        m_byDeadline.emplace(waiter.deadline, waiter.user, added->place);
    m_writer.add(WaiterAdded{std::move(added)});
    return m_lastPlace;
}

void WaiterQueue::remove(const UserId &user, std::uint64_t place)
{
    const auto *found = find(user, place);
    if (!found)
        return;
    const std::shared_ptr<const Waiter> waiter = *found;
    if (m_byRequest.erase({waiter->user, waiter->request}) == 0)
        return; // taken out earlier in this step
    m_classes.remove(*waiter);
    const auto takeOut = [&](auto &index, const auto &key) {
        const auto at = index.find(key);
        if (at == index.end())
            return;
        at->second.erase({waiter->user, place});
        if (at->second.empty())
            index.erase(at);
    };
    takeOut(m_byRequester, waiter->requester);
    takeOut(m_byNode, waiter->node);
    m_byDeadline.erase({waiter->deadline, waiter->user, place});
    m_writer.add(WaiterRemoved{waiter->user, place});
}

void WaiterQueue::removeRequest(const UserId &user, const RequestId &request)
{
    if (const auto found = m_byRequest.find({user, request}); found != m_byRequest.end())
        remove(user, found->second);
}

void WaiterQueue::removeRequester(const ConnectionId &requester)
{
    if (const auto found = m_byRequester.find(requester); found != m_byRequester.end())
        for (const auto &[user, place] : Places(found->second))
            remove(user, place);
}

void WaiterQueue::removeNode(const NodeId &node)
{
    if (const auto found = m_byNode.find(node); found != m_byNode.end())
        for (const auto &[user, place] : Places(found->second))
            remove(user, place);
}

void WaiterQueue::sweep()
{
    while (!m_byDeadline.empty() && std::get<0>(*m_byDeadline.begin()) + m_policies.connectionLease < m_writer.now()) {
        const auto [deadline, user, place] = *m_byDeadline.begin();
        remove(user, place);
    }
}

Result<void> WaiterQueue::check(const UserId &user, const RequestId &request, std::uint64_t place) const
{
    const auto found = m_byRequest.find({user, request});
    if (found == m_byRequest.end() || found->second != place)
        return Error(ErrorCode::Cancelled, {{"request", request.string()}});
    const auto *waiter = find(user, place);
    if ((*waiter)->deadline.isSet() && (*waiter)->deadline < m_writer.now())
        return Error(ErrorCode::DeadlineExceeded, {{"request", request.string()}});
    return {};
}

std::uint64_t WaiterQueue::placeOf(const UserId &user, const RequestId &request) const
{
    const auto found = m_byRequest.find({user, request});
    if (found == m_byRequest.end())
        return 0;
    const auto *waiter = find(user, found->second);
    return waiter && live(**waiter) ? found->second : 0;
}

const Waiter *WaiterQueue::earlier(Slot context, std::uint64_t place) const
{
    return m_classes.earlier(m_writer.fleet(), context, place, [this](const Waiter &waiter) { return live(waiter); });
}

const std::shared_ptr<const Waiter> *WaiterQueue::find(const UserId &user, std::uint64_t place) const
{
    const auto &waiters = m_writer.fleet().waiters(user);
    const auto found = waiters.find(place);
    return found == waiters.end() ? nullptr : &found->second;
}

bool WaiterQueue::live(const Waiter &waiter) const
{
    return (!waiter.deadline.isSet() || waiter.deadline >= m_writer.now())
        && m_connections.mayLive(waiter.node, m_writer.now());
}

} // namespace cheetah
