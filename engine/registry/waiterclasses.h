// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "model/fleet.h"

#include <functional>
#include <map>
#include <set>
#include <vector>

namespace cheetah {

/// Waiters by what they want: those of one user that want the same are one class, so that an assignment asks each class
/// once and not each waiter (SPEC W12). Owned by whoever knows the queue, which tells it who comes and goes; it decides
/// nothing and looks up in the fleet what a waiter is.
class WaiterClasses {
public:
    using Live = std::function<bool(const Waiter &)>;

    void add(const Waiter &waiter);
    /// The waiter was added and not removed since.
    void remove(const Waiter &waiter);
    void clear() { m_classes.clear(); }

    /// A waiter before `place` (0: any) that `live` accepts and that the context would suit; null if there is none.
    const Waiter *earlier(const Fleet &fleet, Slot context, std::uint64_t place, const Live &live) const;

private:
    struct Class {
        RequirementsPtr requirements;
        Placement placement;
        bool anyHealth = false;
        std::set<std::uint64_t> places;
    };

    static bool sameWish(const Class &wish, const Waiter &waiter);
    static bool suits(const Class &wish, const Fleet &fleet, Slot context);

    std::map<UserId, std::vector<Class>> m_classes;
};

} // namespace cheetah
