// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "registry/memoryregistry.h"
#include "simulation/interceptedregistry.h"

#include <set>

namespace cheetah::simulation {

/// One fault put into the registry on purpose, to show that the invariants find it. For tests alone: the engine knows
/// nothing of it.
enum class Fault {
    None,
    ForgottenEpochCheck,  ///< reports of an epoch that was retired are taken for the present one's
    StaleSeqAccepted,     ///< a report older than the last one is taken
    SupersededClose,      ///< the close of an older generation starts the disconnect policy
    UnfencedRelease,      ///< any handle releases whoever holds the context now
    UnfencedForceRelease, ///< an operator's release does not look at the fence
    DoubleGrant,          ///< a request asked again after a lost reply gets a second context
    GrantToDeadWaiter,    ///< a waiter past its deadline, or taken out, still gets a context
    GrantToCancelled,     ///< a cancelled request is not barred
    OvertakenWaiter,      ///< earlier waiters do not count
    ReservationLost,      ///< cancelling the asker forgets the creation under way
    ExpiredThoughRenewed, ///< the timeout sweep does not look at renewals since its scan
    SettlingForgotten,    ///< a lease that ended leaves no settling
    DrainIgnored,         ///< a draining client gives contexts away
    DisconnectedGiven,    ///< a cut client's contexts are given away as if it were connected
    UnfencedSend,         ///< beginSend does not look at the lease
    SentTwice,            ///< beginSend forgets that the send was attempted
    CommandEndedTwice,    ///< a result replaces another end
    EndedTwice,           ///< the stream tells an end twice
    DeltaSkipped,         ///< the stream leaves a change out
};
const char *name(Fault fault);
inline constexpr int faultCount = int(Fault::DeltaSkipped) + 1;

/// The memory registry with at most one planted fault. Owned by the simulation.
class PlantedRegistry final : public InterceptedRegistry<PlantedRegistry, MemoryRegistry> {
public:
    PlantedRegistry(MemoryRegistry &registry, Fault fault) : InterceptedRegistry(registry), m_fault(fault) {}

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
    [[nodiscard]] Subscription subscribe(FleetObserver &observer) override;

private:
    void fleetChanged(const Delta &delta) override;
    void fleetReset() override;

    FleetSource &m_source;
    const Fault m_fault;
    std::shared_ptr<std::vector<FleetObserver *>> m_observers = std::make_shared<std::vector<FleetObserver *>>();
    std::uint64_t m_deltas = 0;
    Subscription m_subscription;
};

} // namespace cheetah::simulation
