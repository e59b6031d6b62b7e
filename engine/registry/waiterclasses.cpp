// SPDX-License-Identifier: Apache-2.0
#include "registry/waiterclasses.h"

#include "registry/fulfils.h"

#include <algorithm>

namespace cheetah {

void WaiterClasses::add(const Waiter &waiter)
{
    std::vector<Class> &classes = m_classes[waiter.user];
    auto wish = std::find_if(classes.begin(), classes.end(), [&](const Class &c) { return sameWish(c, waiter); });
    if (wish == classes.end())
        wish = classes.insert(wish, Class{waiter.requirements, waiter.placement, waiter.anyHealth, {}});
    wish->places.insert(waiter.place);
}

void WaiterClasses::remove(const Waiter &waiter)
{
    const auto found = m_classes.find(waiter.user);
    if (found == m_classes.end())
        return;
    std::vector<Class> &classes = found->second;
    const auto wish = std::find_if(classes.begin(), classes.end(), [&](const Class &c) { return sameWish(c, waiter); });
    if (wish == classes.end())
        return;
    wish->places.erase(waiter.place);
    if (wish->places.empty())
        classes.erase(wish);
    if (classes.empty())
        m_classes.erase(found);
}

const Waiter *WaiterClasses::earlier(const Fleet &fleet, Slot context, std::uint64_t place, const Live &live) const
{
    const UserId &user = fleet.context(context).name->user;
    const auto classes = m_classes.find(user);
    if (classes == m_classes.end())
        return nullptr;
    const auto &waiters = fleet.waiters(user);
    for (const Class &wish : classes->second) {
        if ((place != 0 && *wish.places.begin() >= place) || !suits(wish, fleet, context))
            continue;
        for (const std::uint64_t one : wish.places) {
            if (place != 0 && one >= place)
                break;
            const auto waiter = waiters.find(one);
            if (waiter != waiters.end() && live(*waiter->second))
                return waiter->second.get();
        }
    }
    return nullptr;
}

bool WaiterClasses::sameWish(const Class &wish, const Waiter &waiter)
{
    if (wish.anyHealth != waiter.anyHealth || wish.placement != waiter.placement)
        return false;
    if (wish.requirements == waiter.requirements)
        return true;
    static const Requirements nothing;
    const Requirements &a = wish.requirements ? *wish.requirements : nothing;
    const Requirements &b = waiter.requirements ? *waiter.requirements : nothing;
    return a == b;
}

/// Whoever wants a new tab or window waits for a creation of its own, not for what is there.
bool WaiterClasses::suits(const Class &wish, const Fleet &fleet, Slot context)
{
    const ContextRow &row = fleet.context(context);
    if (wish.placement.asksForCreation())
        return false;
    if (wish.placement.window && *wish.placement.window != fleet.window(row.window).name)
        return false;
    if (!wish.anyHealth && row.health != Health::Live)
        return false;
    return clientFulfils(wish.requirements.get(), fleet.client(row.client));
}

} // namespace cheetah
