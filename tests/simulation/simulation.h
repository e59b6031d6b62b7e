// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "simulation/simulatedclient.h"
#include "simulation/simulatedrequester.h"
#include "simulation/watchedregistry.h"

namespace cheetah::simulation {

/// The whole engine in one run: one store, three nodes with everything that a node has, browsers, products and an operator,
/// on virtual time, all chance from one seed. The registry is in the nodes' own process, or it is a store beside them that
/// each follows on a replica of its own, as over Redis; that one fails over, comes back empty, and a spare process waits
/// to run under a node's id. After each event the invariants are looked at; in the end everybody calms down, all times
/// pass, and nothing may be left.
class Simulation final : private NodeNetwork {
public:
    struct Options {
        std::uint64_t seed = 1;
        unsigned steps = 3'000;
        bool shared = false; ///< the store is beside the nodes
        Fault fault = Fault::None;
        std::size_t eventsKept = 50; ///< of the last ones, for a report
    };
    struct Outcome {
        std::optional<std::string> violation;
        unsigned step = 0; ///< at which it was found
        std::deque<std::string> last;
        std::uint64_t events = 0, registrySteps = 0, faults = 0, revision = 0;
        std::uint64_t calls = 0, grants = 0, refusals = 0, commands = 0, results = 0, unknown = 0, replaced = 0,
                      reservations = 0, created = 0, epochs = 0, restarts = 0;
        // Of a shared store.
        std::uint64_t failovers = 0, emptied = 0, lostSteps = 0, lostGrants = 0, lostUsed = 0, mismatches = 0,
                      reloads = 0, gaps = 0, takenOver = 0; ///< reloads and gaps of the last processes
        std::map<EndCause, std::uint64_t> ends;
        std::map<ErrorCode, std::uint64_t> refusedAs;
        Micros simulated{0};
    };

    explicit Simulation(const Options &options);
    ~Simulation();

    Outcome run();

private:
    void step();
    void runFor(Micros duration);
    void afterEvent();
    void compareViews();
    bool mayBeAstray(SimulatedNode &node);
    void drainPhase();
    void checkNothingPending();
    void learnEnds();
    Outcome outcome(unsigned step) const;

    void operatorActs();
    void operatorReleases(SimulatedNode &node);
    void operatorDisconnects(SimulatedNode &node);
    void operatorDrains(SimulatedNode &node);
    void disturbNode();
    void disturbStore();
    void failOver();
    void restartStoreEmpty();
    void replaceNode();
    void awaitReplicas();
    std::optional<DrainTarget> anyTarget();

    void offer(const SimulatedNode &from, const CommandRecord &record) override;
    void cancel(const SimulatedNode &from, const CommandRecord &record) override;
    void ended(const SimulatedNode &from, const CommandRecord &record) override;
    void created(const SimulatedNode &from, const CommandRecord &record, std::uint64_t seq) override;
    void gone(const SimulatedNode &node) override;
    template <class F>
    void toOthers(const SimulatedNode &from, bool sure, F f);

    const Options m_options;
    Random m_random;
    const DeploymentPolicies m_policies;
    EventLog m_log;
    Loop m_loop;
    Lane m_wire;
    SeededIdSource m_ids;
    StoreMemory m_memory;
    SharedStore m_store;
    PlantedRegistry m_planted;
    PlantedStream m_stream;
    Invariants m_invariants;
    WatchedRegistry m_watched;
    std::vector<std::unique_ptr<SimulatedNode>> m_nodes;
    std::vector<std::unique_ptr<SimulatedClient>> m_clients;
    std::vector<std::unique_ptr<SimulatedRequester>> m_requesters;
    std::vector<std::pair<ContextName, Fence>> m_seen; ///< leases as an operator saw them
    struct Tail {
        std::size_t steps; ///< what is taken over of them
        Account account;
    };
    /// A replica that shows undone steps, until it is loaded again.
    struct Astray {
        const NodeProcess *process;
        std::uint64_t reloads;
        SteadyTime until; ///< by when it must have noticed
    };
    std::vector<Astray> m_astray;
    std::optional<Tail> m_tail; ///< of steps that the next failover undoes
    bool m_storeDown = false;
    std::uint64_t m_failovers = 0, m_emptied = 0, m_lostSteps = 0, m_takenOver = 0;
    std::uint64_t m_restarts = 0;
    bool m_calm = false;
    Scope m_scope;
};

} // namespace cheetah::simulation
