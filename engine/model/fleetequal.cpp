// SPDX-License-Identifier: Apache-2.0
#include "model/fleetequal.h"

#include <algorithm>

namespace cheetah {

namespace {

using Difference = std::optional<std::string>;

template <class T>
bool sameValue(const std::shared_ptr<const T> &a, const std::shared_ptr<const T> &b)
{
    return a == b || (a && b && *a == *b);
}

/// Requirements stand behind a pointer in a waiter, whose own comparison therefore asks for the same object.
bool sameWaiter(const std::shared_ptr<const Waiter> &a, const std::shared_ptr<const Waiter> &b)
{
    if (!a || !b || !sameValue(a->requirements, b->requirements))
        return a == b;
    Waiter left = *a;
    left.requirements = b->requirements;
    return left == *b;
}

Difference contextDifference(const ContextRow &a, const ContextRow &b)
{
    const std::string where = "context " + (a.name ? a.name->context.string() : std::string("(free)")) + ": ";
    if (!sameValue(a.name, b.name))
        return where + "name";
    if (!sameValue(a.reported, b.reported))
        return where + "report";
    if (a.assignment != b.assignment)
        return where + "assignment";
    if (!sameValue(a.settling, b.settling))
        return where + "settling";
    if (!sameValue(a.hold, b.hold))
        return where + "hold";
    if (!sameValue(a.parent.name, b.parent.name))
        return where + "parent";
    if (a.firstSeenAt != b.firstSeenAt)
        return where + "first seen";
    if (a.lastEnd != b.lastEnd)
        return where + "last end";
    return std::nullopt;
}

Difference windowDifference(const Fleet &fleetA, Slot slotA, const Fleet &fleetB, Slot slotB)
{
    const WindowRow &a = fleetA.window(slotA);
    const WindowRow &b = fleetB.window(slotB);
    const std::string where = "window " + a.name.window.string() + ": ";
    if (a.name != b.name)
        return where + "name or order";
    if (a.title != b.title || a.focused != b.focused || a.isolated != b.isolated || a.ours != b.ours)
        return where + "facts";
    if (a.contexts.size() != b.contexts.size())
        return where + "number of contexts";
    for (std::size_t i = 0; i < a.contexts.size(); ++i) {
        const ContextRow &left = fleetA.context(a.contexts[i]);
        const ContextRow &right = fleetB.context(b.contexts[i]);
        if (left.window != slotA || right.window != slotB || left.client != a.client || right.client != b.client)
            return where + "a context stands in another window";
        if (auto difference = contextDifference(left, right))
            return where + *difference;
    }
    return std::nullopt;
}

Difference clientDifference(const Fleet &fleetA, Slot slotA, const Fleet &fleetB, Slot slotB)
{
    const ClientRow &a = fleetA.client(slotA);
    const ClientRow &b = fleetB.client(slotB);
    const std::string where = "client " + a.name.client.string() + " of " + a.name.user.string() + ": ";
    if (a.name != b.name)
        return where + "name or order";
    if (!sameValue(a.state, b.state))
        return where + "state";
    if (a.seq != b.seq)
        return where + "seq";
    if (a.contexts != b.contexts || a.assigned != b.assigned || a.settling != b.settling)
        return where + "counters";
    if (a.windows.size() != b.windows.size())
        return where + "number of windows";
    for (std::size_t i = 0; i < a.windows.size(); ++i)
        if (auto difference = windowDifference(fleetA, a.windows[i], fleetB, b.windows[i]))
            return where + *difference;
    return std::nullopt;
}

/// Whether the counters of one fleet are those of its rows, and every row is reached from a user.
Difference counterMistake(const Fleet &fleet)
{
    std::uint32_t contexts = 0, assigned = 0;
    for (Slot user = 0; user < fleet.userSlots(); ++user) {
        for (const Slot client : fleet.user(user).clients) {
            const ClientRow &row = fleet.client(client);
            std::uint32_t own = 0, ownAssigned = 0, ownSettling = 0;
            for (const Slot window : row.windows)
                for (const Slot context : fleet.window(window).contexts) {
                    ++own;
                    ownAssigned += fleet.context(context).assignment.has_value();
                    ownSettling += fleet.context(context).settling != nullptr;
                }
            if (own != row.contexts || ownAssigned != row.assigned || ownSettling != row.settling)
                return "counters of client " + row.name.client.string();
            contexts += own;
            assigned += ownAssigned;
        }
    }
    std::uint32_t rows = 0;
    for (Slot slot = 0; slot < fleet.contextSlots(); ++slot)
        rows += fleet.context(slot).name != nullptr;
    if (contexts != fleet.contextCount() || assigned != fleet.assignedCount() || rows != contexts)
        return "counters of the fleet";
    return std::nullopt;
}

Difference clientsDifference(const Fleet &a, const Fleet &b)
{
    for (Slot user = 0; user < a.userSlots(); ++user) {
        const UserRow &row = a.user(user);
        const Slot other = b.find(row.id);
        const std::vector<Slot> none;
        const std::vector<Slot> &clients = other == noSlot ? none : b.user(other).clients;
        if (row.clients.size() != clients.size())
            return "number of clients of user " + row.id.string();
        for (std::size_t i = 0; i < clients.size(); ++i)
            if (auto difference = clientDifference(a, row.clients[i], b, clients[i]))
                return difference;
    }
    for (Slot user = 0; user < b.userSlots(); ++user)
        if (!b.user(user).clients.empty() && a.find(b.user(user).id) == noSlot)
            return "user " + b.user(user).id.string() + " is missing";
    return std::nullopt;
}

Difference queuesDifference(const Fleet &a, const Fleet &b)
{
    const auto sameEntry = [](const auto &x, const auto &y) {
        return x.first == y.first && sameValue(x.second, y.second);
    };
    if (!std::equal(a.reservations().begin(), a.reservations().end(), b.reservations().begin(), b.reservations().end(),
                    sameEntry))
        return "reservations";
    if (a.waiterCount() != b.waiterCount() || a.waiters().size() != b.waiters().size())
        return "number of waiters";
    for (const auto &[user, queue] : a.waiters()) {
        const auto &other = b.waiters(user);
        if (!std::equal(queue.begin(), queue.end(), other.begin(), other.end(), [](const auto &x, const auto &y) {
                return x.first == y.first && sameWaiter(x.second, y.second);
            }))
            return "waiters of user " + user.string();
    }
    return std::nullopt;
}

} // namespace

std::optional<std::string> firstDifference(const Fleet &a, const Fleet &b)
{
    return a.revisions() != b.revisions() ? "revisions" : firstDifferenceInContent(a, b);
}

std::optional<std::string> firstDifferenceInContent(const Fleet &a, const Fleet &b)
{
    if (a.nodes() != b.nodes())
        return "nodes";
    if (a.drains() != b.drains())
        return "drains";
    if (auto difference = queuesDifference(a, b))
        return difference;
    if (auto difference = clientsDifference(a, b))
        return difference;
    if (auto mistake = counterMistake(a))
        return "first fleet: " + *mistake;
    if (auto mistake = counterMistake(b))
        return "second fleet: " + *mistake;
    return std::nullopt;
}

} // namespace cheetah
