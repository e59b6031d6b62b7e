// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "base/scope.h"
#include "registry/fleetobservers.h"
#include "simulation/simulationloop.h"

namespace cheetah::simulation {

/// A node's copy of the fleet over a slow stream: deltas come late, in their order, and one is lost now and then; then it
/// loads a snapshot (SPEC R5). Owned by a SimulatedNode's process.
class Replica final : public FleetSource, private FleetObserver {
public:
    Replica(FleetSource &source, Random &random, Lane &home, Micros lag, double loss);

    const Fleet &fleet() const override { return m_fleet; }
    RegistryTime now() const override { return m_source.now(); }
    [[nodiscard]] Subscription subscribe(FleetObserver &observer) override { return m_observers.subscribe(observer); }
    std::uint64_t reloads() const { return m_reloads; }

private:
    void fleetChanged(const Delta &delta) override;
    void fleetReset() override { load(); }
    void arrived(const Delta &delta);
    void load();

    FleetSource &m_source;
    Random &m_random;
    Lane &m_home;
    const Micros m_lag;
    const double m_loss;
    SteadyTime m_lastArrival{};
    Fleet m_fleet;
    std::uint64_t m_reloads = 0;
    FleetObservers m_observers;
    Subscription m_subscription;
    Scope m_scope;
};

} // namespace cheetah::simulation
