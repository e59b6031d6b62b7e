// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "redis/changecodec.h"
#include "registry/fleetobservers.h"
#include "registry/memoryregistry.h"
#include "simulation/fault.h"
#include "simulation/interceptedregistry.h"

#include <deque>

namespace cheetah::simulation {

/// A memory registry that can be made anew in its place, at a time of choice. Owned by the simulation.
class StoreMemory {
public:
    StoreMemory(const DeploymentPolicies &policies, const Clock &clock, std::uint64_t seed);

    MemoryRegistry &registry() { return *m_registry; }
    std::uint64_t seed() const { return m_seed; }
    /// Empty. The same seed makes the same again, its incarnation too.
    void makeAnew(std::uint64_t seed);
    /// From now on it is then.
    void setTime(SteadyTime time) { m_clock.then = time; }
    void goOn() { m_clock.then.reset(); }
    SteadyTime now() const { return m_clock.steady(); }

private:
    struct ReplayClock final : Clock {
        explicit ReplayClock(const Clock &c) : real(c) {}
        SteadyTime steady() const override { return then.value_or(real.steady()); }
        WallTime wall() const override { return real.wall() - (real.steady() - steady()); }

        const Clock &real;
        std::optional<SteadyTime> then;
    };

    const DeploymentPolicies m_policies;
    ReplayClock m_clock;
    std::uint64_t m_seed = 0;
    std::optional<SeededIdSource> m_ids;
    std::optional<MemoryRegistry> m_registry; ///< always at the same place
};

/// What a node found on its replica for an assignment, and under which generation of the client (RedisLeases).
struct AssignFacts {
    std::uint64_t generation = 0;
    std::optional<Rule> unmet;
    RequestId earlier;
};
/// Against which report a node compared a new one, and what that showed (RedisWindows).
struct ReportFacts {
    std::int64_t base = -1; ///< -1: against none
    std::vector<ReportedWindow> shown;
};

/// The store that the nodes of a deployment share: the memory registry, answering what came from a replica that was behind
/// as the functions in Redis do, with its changes in a stream that nodes follow. It may go back to what it was (a failover
/// that lost the newest steps), begin anew (restarted empty), and not be there for a while. Owned by the simulation.
class SharedStore final : public InterceptedRegistry<SharedStore, MemoryRegistry>,
                          public FleetSource,
                          private FleetObserver {
public:
    /// `keepsSteps`: nodes follow its stream, and it can be rewound.
    SharedStore(StoreMemory &memory, Fault fault, bool keepsSteps);

    template <class T, class Run>
    void step(Step, const Scope &, Reply<T> reply, Run run)
    {
        if (m_keepsSteps)
            m_steps.push_back({m_memory.now(), [run] { run(Reply<T>([](const Result<T> &) {})); }});
        run(std::move(reply));
    }

    // What comes with the next step.
    void expectFacts(AssignFacts facts) { m_assignFacts = std::move(facts); }
    void expectFacts(ReportFacts facts) { m_reportFacts = std::move(facts); }

    void assign(const AssignArgs &args, const Scope &scope, Reply<Assigned> reply) override;
    void releaseAndAssign(const Handle &handle, const AssignArgs &args, const Scope &scope,
                          Reply<Assigned> reply) override;
    void report(const Report &report, ReportSource source, const Scope &scope, Reply<ReportAccepted> reply) override;
    void reserve(const ReserveArgs &args, const Scope &scope, Reply<void> reply) override;
    void heartbeat(const NodeId &node, const Incarnation &incarnation, const NodeReport &report, const Scope &scope,
                   Reply<void> reply) override;
    void registerNode(const NodeInfo &node, const Scope &scope, Reply<void> reply) override;
    void sweep(std::uint32_t limit, const Scope &scope, Reply<ConnectionSweepOutcome> reply) override;
    void beginSend(const UserId &user, const CommandId &command, std::uint64_t generation, const Scope &scope,
                   Reply<CommandRecord> reply) override;
    void end(const CommandEnd &end, const Scope &scope, Reply<CommandRecord> reply) override;

    // FleetSource; hears of resets too.
    const Fleet &fleet() const override { return m_inner.fleet(); }
    RegistryTime now() const override { return m_inner.now(); }
    [[nodiscard]] Subscription subscribe(FleetObserver &observer) override { return m_observers.subscribe(observer); }

    // The stream.
    struct Listener {
        virtual ~Listener() = default;
        virtual void published(const std::string &channel, const std::string &message) = 0;
        virtual void reachableChanged() = 0;
    };
    void listen(Listener &listener) { m_listeners.push_back(&listener); }
    void leave(Listener &listener) { std::erase(m_listeners, &listener); }
    void publish(const std::string &channel, const std::string &message);

    std::uint64_t made() const { return m_made; }                    ///< entries, ever
    std::vector<StreamedDelta> madeSince(std::uint64_t count) const; ///< the newest ones
    std::vector<StreamedDelta> after(const std::optional<StreamId> &id, std::size_t most) const;
    const std::optional<StreamId> &last() const { return m_last; }
    std::uint64_t revision() const { return m_last ? m_last->to : 0; }

    // What may happen to it.
    bool reachable() const { return m_reachable; }
    /// Grows when connections break: what is under way on an older one is lost.
    std::uint64_t connection() const { return m_connection; }
    void setReachable(bool reachable);
    std::size_t steps() const { return m_steps.size(); }
    /// Undoes all but the first `steps`.
    void rewind(std::size_t steps);
    void restartEmpty(std::uint64_t seed);
    bool empty() const { return m_empty; } ///< until somebody opens it
    void open() { m_empty = false; }

private:
    struct Kept {
        SteadyTime at;
        std::function<void()> take;
    };

    void fleetChanged(const Delta &delta) override;
    void fleetReset() override {}
    void rebuild(std::uint64_t seed);
    Error mismatch() const;
    bool holds(const UserId &user, const RequestId &request) const;
    std::optional<Error> against(const AssignArgs &args, const AssignFacts &facts) const;
    std::optional<Report> merged(const Report &report, const ReportFacts &facts) const;

    StoreMemory &m_memory;
    const Fault m_fault;
    const bool m_keepsSteps;
    std::optional<AssignFacts> m_assignFacts;
    std::optional<ReportFacts> m_reportFacts;
    std::deque<Kept> m_steps;
    std::deque<StreamedDelta> m_entries; ///< the newest ones
    std::optional<StreamId> m_last;
    std::uint64_t m_made = 0;
    bool m_quiet = false; ///< while it is led to where it was
    bool m_reachable = true;
    std::uint64_t m_connection = 0;
    bool m_empty = false;
    std::map<ClientName, std::pair<NodeId, RegistryTime>> m_claims; ///< for a planted fault
    std::uint64_t m_sweeps = 0, m_ends = 0;
    std::vector<Listener *> m_listeners;
    FleetObservers m_observers;
    Subscription m_subscription;
};

} // namespace cheetah::simulation
