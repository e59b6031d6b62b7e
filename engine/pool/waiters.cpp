// SPDX-License-Identifier: Apache-2.0
#include "pool/waiters.h"

#include <algorithm>
#include <limits>

namespace cheetah {

Waiters::Waiters(FleetSource &source, Scheduler &scheduler) : m_source(source), m_scheduler(scheduler) {}

void Waiters::add(AcquireOperation &operation)
{
    if (m_count++ == 0)
        m_subscription = m_source.subscribe(*this);
    m_operations[operation.request().user].push_back(&operation);
}

void Waiters::remove(AcquireOperation &operation)
{
    const auto entry = m_operations.find(operation.request().user);
    if (entry == m_operations.end())
        return;
    m_count -= std::erase(entry->second, &operation);
    if (entry->second.empty())
        m_operations.erase(entry);
    if (m_count == 0)
        m_subscription = {};
}

namespace {

/// The user whose waiters a change may concern, null if none's, and `everybody` set if all's.
const UserId *concerned(const Change &change, bool &everybody)
{
    everybody = std::holds_alternative<DrainRemoved>(change);
    if (const auto *ended = std::get_if<AssignmentEnded>(&change))
        return &ended->key.name->user;
    if (const auto *context = std::get_if<ContextChanged>(&change))
        return &context->key.name->user;
    if (const auto *settling = std::get_if<SettlingChanged>(&change))
        return &settling->key.name->user;
    if (const auto *hold = std::get_if<HoldChanged>(&change))
        return &hold->key.name->user;
    if (const auto *parent = std::get_if<ParentChanged>(&change))
        return &parent->key.name->user;
    if (const auto *client = std::get_if<ClientChanged>(&change))
        return &client->name.user;
    if (const auto *client = std::get_if<ClientRemoved>(&change))
        return &client->name.user;
    if (const auto *window = std::get_if<WindowRemoved>(&change))
        return &window->name.user;
    if (const auto *context = std::get_if<ContextRemoved>(&change))
        return &context->key.name->user;
    if (const auto *reservation = std::get_if<ReservationChanged>(&change))
        return &reservation->reservation->client.user;
    if (const auto *reservation = std::get_if<ReservationRemoved>(&change))
        return &reservation->client.user;
    if (const auto *waiter = std::get_if<WaiterAdded>(&change))
        return &waiter->waiter->user;
    if (const auto *waiter = std::get_if<WaiterRemoved>(&change))
        return &waiter->user;
    return nullptr;
}

} // namespace

void Waiters::fleetChanged(const Delta &delta)
{
    if (m_count == 0)
        return;
    for (const Change &change : delta.changes) {
        bool everybody = false;
        if (const UserId *user = concerned(change, everybody))
            mark(*user);
        else if (everybody)
            markAll();
    }
}

void Waiters::fleetReset()
{
    markAll();
}

void Waiters::mark(const UserId &user)
{
    if (!m_operations.contains(user))
        return;
    m_marked.insert(user);
    plan();
}

void Waiters::markAll()
{
    for (const auto &[user, operations] : m_operations)
        m_marked.insert(user);
    if (!m_marked.empty())
        plan();
}

void Waiters::plan()
{
    if (std::exchange(m_planned, true))
        return;
    m_scheduler.post(m_scope.wrap([this] { wake(); }));
}

void Waiters::wake()
{
    m_planned = false;
    const std::unordered_set<UserId> marked = std::exchange(m_marked, {});
    for (const UserId &user : marked)
        wakeUser(user);
}

void Waiters::wakeUser(const UserId &user)
{
    const auto entry = m_operations.find(user);
    if (entry == m_operations.end())
        return;
    std::vector<AcquireOperation *> order = entry->second;
    const auto placeOf = [](const AcquireOperation *operation) {
        const std::uint64_t place = operation->flow().place();
        return place == 0 ? std::numeric_limits<std::uint64_t>::max() : place;
    };
    std::stable_sort(order.begin(), order.end(),
                     [&](const AcquireOperation *a, const AcquireOperation *b) { return placeOf(a) < placeOf(b); });
    for (AcquireOperation *operation : order)
        operation->woken(); // does nothing once it answered; the manager deletes it in a later turn
}

} // namespace cheetah
