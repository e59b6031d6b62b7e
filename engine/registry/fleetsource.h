// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "model/fleet.h"

#include <functional>
#include <memory>

namespace cheetah {

/// Hears every change of a fleet, in order. It may read the fleet, which already stands at `delta.to`, but must not call a
/// registry from inside: it notes what to do and does it at the next turn of the loop.
class FleetObserver {
public:
    virtual ~FleetObserver() = default;
    virtual void fleetChanged(const Delta &delta) = 0;
    /// Everything is new: a snapshot was loaded, or the store lost its memory.
    virtual void fleetReset() = 0;
};

/// A replica and the stream that keeps it true. In memory it is the registry's own fleet; over Redis a follower's.
class FleetSource {
public:
    virtual ~FleetSource() = default;

    virtual const Fleet &fleet() const = 0;
    /// The registry's time, as well as this process can know it.
    virtual RegistryTime now() const = 0;

    /// Somebody is likely to make a step on the context soon: a source that decides such steps itself has the memory fetched
    /// that it will need for it. Changes nothing.
    virtual void expect(Slot) const {}

    /// Hears changes until destroyed; observers are called in the order in which they subscribed.
    class Subscription {
    public:
        Subscription() = default;
        explicit Subscription(std::shared_ptr<void> entry) : m_entry(std::move(entry)) {}

    private:
        std::shared_ptr<void> m_entry;
    };
    [[nodiscard]] virtual Subscription subscribe(FleetObserver &observer) = 0;
};

} // namespace cheetah
