// SPDX-License-Identifier: Apache-2.0
#include "pool/waiters.h"

#include <algorithm>
#include <limits>

namespace cheetah {

Waiters::Waiters(FleetSource &source, Scheduler &scheduler, NodeId node)
    : m_source(source), m_scheduler(scheduler), m_node(std::move(node))
{}

void Waiters::add(AcquireOperation &operation)
{
    if (m_count++ == 0)
        m_subscription = m_source.subscribe(*this);
    m_operations[operation.request().user].push_back(&operation);
    if (operation.request().mayCreate())
        expectLapse(operation.request().user);
}

void Waiters::remove(AcquireOperation &operation)
{
    const auto entry = m_operations.find(operation.request().user);
    if (entry == m_operations.end())
        return;
    m_count -= std::erase(entry->second, &operation);
    if (entry->second.empty()) {
        m_lapses.erase(entry->first);
        m_operations.erase(entry);
    }
    if (m_count == 0)
        m_subscription = {};
}

namespace {

/// The user whose waiters a change may concern, null if none's, and `everybody` set if all's.
const UserId *concerned(const Change &change, bool &everybody)
{
    everybody = std::holds_alternative<DrainRemoved>(change) || std::holds_alternative<NodeRemoved>(change);
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
    if (std::any_of(order.begin(), order.end(),
                    [](const AcquireOperation *operation) { return operation->request().mayCreate(); }))
        expectLapse(user);
}

/// When the first claim of another node on one of the user's clients ends; unset if there is none.
RegistryTime Waiters::firstLapse(const UserId &user) const
{
    RegistryTime first;
    const Fleet &fleet = m_source.fleet();
    const Slot slot = fleet.find(user);
    if (slot == noSlot)
        return first;
    const RegistryTime now = m_source.now();
    for (const Slot client : fleet.user(slot).clients) {
        const ClientState &state = *fleet.client(client).state;
        if (state.provisioner.empty() || state.provisioner == m_node || state.provisionsUntil < now)
            continue;
        if (!first.isSet() || state.provisionsUntil < first)
            first = state.provisionsUntil;
    }
    return first;
}

void Waiters::expectLapse(const UserId &user)
{
    const RegistryTime first = firstLapse(user);
    if (first.isSet() && m_operations.contains(user))
        m_lapses[user] = first;
    else
        m_lapses.erase(user);
    startLapseTimer();
}

void Waiters::startLapseTimer()
{
    const auto earliest = std::min_element(m_lapses.begin(), m_lapses.end(),
                                           [](const auto &a, const auto &b) { return a.second < b.second; });
    if (earliest == m_lapses.end())
        return m_lapseTimer.cancel();
    const Micros left = std::max(earliest->second - m_source.now(), Micros(0));
    m_lapseTimer = m_scheduler.after(left + Millis(1), [this] { markLapsed(); });
}

void Waiters::markLapsed()
{
    const RegistryTime now = m_source.now();
    std::vector<UserId> lapsed;
    for (const auto &[user, lapse] : m_lapses)
        if (lapse < now)
            lapsed.push_back(user);
    for (const UserId &user : lapsed) {
        m_lapses.erase(user);
        mark(user);
    }
    startLapseTimer();
}

} // namespace cheetah
