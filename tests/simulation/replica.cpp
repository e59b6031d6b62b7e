// SPDX-License-Identifier: Apache-2.0
#include "simulation/replica.h"

namespace cheetah::simulation {

Replica::Replica(FleetSource &source, Random &random, Lane &home, Micros lag, double loss)
    : m_source(source),
      m_random(random),
      m_home(home),
      m_lag(lag),
      m_loss(loss),
      m_subscription(source.subscribe(*this))
{
    load();
    m_reloads = 0;
}

void Replica::fleetChanged(const Delta &delta)
{
    if (m_random.chance(m_loss))
        return;
    const SteadyTime now = m_home.steady();
    m_lastArrival = std::max(m_lastArrival, now + m_random.between(Micros(0), m_lag));
    m_home.later(m_lastArrival - now, m_scope.wrap([this, delta] { arrived(delta); }));
}

void Replica::arrived(const Delta &delta)
{
    if (delta.to <= m_fleet.revision())
        return; // a snapshot had it already
    if (!m_fleet.apply(delta))
        return load();
    m_observers.tell([&](FleetObserver &observer) { observer.fleetChanged(delta); });
}

void Replica::load()
{
    ++m_reloads;
    m_fleet.reset(m_source.fleet().revisions());
    for (const auto &slice : m_source.fleet().snapshot(64))
        [[maybe_unused]] const auto loaded = m_fleet.load(slice);
    m_observers.tell([](FleetObserver &observer) { observer.fleetReset(); });
}

} // namespace cheetah::simulation
