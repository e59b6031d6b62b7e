// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "registry/fleetobservers.h"
#include "simulation/sharedstore.h"

namespace cheetah::simulation {

/// The store with at most one planted fault. Owned by the simulation.
class PlantedRegistry final : public InterceptedRegistry<PlantedRegistry, SharedStore> {
public:
    PlantedRegistry(SharedStore &registry, Fault fault) : InterceptedRegistry(registry), m_fault(fault) {}

    template <class T, class Run>
    void step(Step, const Scope &, Reply<T> reply, Run run)
    {
        run(std::move(reply));
    }

    void assign(const AssignArgs &args, const Scope &scope, Reply<Assigned> reply) override;
    void release(const Handle &handle, EndCause cause, const Scope &scope, Reply<Released> reply) override;
    void resolveRequest(const UserId &user, const RequestId &request, const Scope &scope,
                        Reply<Assigned> reply) override;
    void cancel(const UserId &user, const RequestId &request, const Scope &scope, Reply<CancelOutcome> reply) override;
    void forceRelease(const ContextName &name, Fence fence, const Scope &scope, Reply<Released> reply) override;
    void expireAll(Micros timeout, std::uint32_t limit, const Scope &scope, Reply<SliceOutcome> reply) override;
    void expire(const Handle &handle, RegistryTime seen, const Scope &scope, Reply<Released> reply) override;
    void closed(const ClientName &client, std::uint64_t generation, const Scope &scope,
                Reply<std::uint32_t> reply) override;
    void report(const Report &report, ReportSource source, const Scope &scope, Reply<ReportAccepted> reply) override;
    void beginSend(const UserId &user, const CommandId &command, std::uint64_t generation, const Scope &scope,
                   Reply<CommandRecord> reply) override;
    void end(const CommandEnd &end, const Scope &scope, Reply<CommandRecord> reply) override;

private:
    const Fleet &fleet() const { return m_inner.fleet(); }
    Result<Assigned> assignNow(const AssignArgs &args);
    std::optional<Result<Assigned>> assignWrongly(const AssignArgs &args, const Error &error);
    Result<Assigned> assignWithoutDrains(const AssignArgs &args);
    Result<Assigned> assignWithoutWaiters(const AssignArgs &args);
    Result<Assigned> assignToDisconnected(const AssignArgs &args);

    const Fault m_fault;
    std::uint64_t m_again = 0;
};

/// The registry's stream of deltas with at most one planted fault. Owned by the simulation.
class PlantedStream final : public FleetSource, private FleetObserver {
public:
    PlantedStream(FleetSource &source, Fault fault)
        : m_source(source), m_fault(fault), m_subscription(source.subscribe(*this))
    {}

    const Fleet &fleet() const override { return m_source.fleet(); }
    RegistryTime now() const override { return m_source.now(); }
    [[nodiscard]] Subscription subscribe(FleetObserver &observer) override { return m_observers.subscribe(observer); }

private:
    void fleetChanged(const Delta &delta) override;
    void fleetReset() override;

    FleetSource &m_source;
    const Fault m_fault;
    FleetObservers m_observers;
    std::uint64_t m_deltas = 0;
    Subscription m_subscription;
};

} // namespace cheetah::simulation
