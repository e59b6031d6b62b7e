// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "registry/fleetsource.h"

#include <algorithm>
#include <memory>
#include <utility>
#include <vector>

namespace cheetah {

/// Those who hear of a fleet's changes, in the order in which they subscribed. Owned by the FleetSource; a subscription may
/// outlive it, and may end or begin while they are told.
class FleetObservers {
public:
    [[nodiscard]] FleetSource::Subscription subscribe(FleetObserver &observer)
    {
        m_list->observers.push_back(&observer);
        const auto leave = [list = m_list](FleetObserver *one) { list->remove(one); };
        return FleetSource::Subscription(std::shared_ptr<void>(&observer, leave));
    }

    /// Calls `tell(FleetObserver &)` with each.
    template <class Tell>
    void tell(Tell &&tell)
    {
        List &list = *m_list;
        ++list.telling;
        for (std::size_t i = 0; i < list.observers.size(); ++i)
            if (list.observers[i])
                tell(*list.observers[i]);
        if (--list.telling == 0 && std::exchange(list.left, false))
            std::erase(list.observers, nullptr);
    }

private:
    struct List {
        std::vector<FleetObserver *> observers; ///< null where one left while they were told
        unsigned telling = 0;                   ///< calls under way
        bool left = false;                      ///< one did meanwhile

        void remove(FleetObserver *observer)
        {
            const auto at = std::find(observers.begin(), observers.end(), observer);
            if (at == observers.end())
                return;
            if (telling == 0) {
                observers.erase(at);
            } else {
                *at = nullptr;
                left = true;
            }
        }
    };

    std::shared_ptr<List> m_list = std::make_shared<List>();
};

} // namespace cheetah
