// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "delivery/memorypayloadstore.h"
#include "delivery/responsenotifier.h"
#include "delivery/rpccorrelator.h"
#include "edge/socketlessconnections.h"
#include "operations/commandprovisioner.h"
#include "pool/connectionsweeper.h"
#include "pool/heartbeat.h"
#include "pool/workercontextmanager.h"
#include "redis/redisfollower.h"
#include "redis/redisrelay.h"
#include "simulation/invariants.h"
#include "simulation/pipe.h"
#include "simulation/remoteregistry.h"
#include "simulation/replica.h"
#include "simulation/simulatedredis.h"

#include <list>

namespace cheetah::simulation {

class SimulatedNode;

/// How nodes of a deployment reach each other (SPEC D4): late, and not always.
class NodeNetwork {
public:
    virtual ~NodeNetwork() = default;
    virtual void offer(const SimulatedNode &from, const CommandRecord &record) = 0;
    virtual void cancel(const SimulatedNode &from, const CommandRecord &record) = 0;
    virtual void ended(const SimulatedNode &from, const CommandRecord &record) = 0;
    virtual void created(const SimulatedNode &from, const CommandRecord &record, std::uint64_t seq) = 0;
    /// The node's process ended by itself.
    virtual void gone(const SimulatedNode &node) = 0;
};

/// What a process holds whose deployment shares a store: the engine's own follower and relay, over a Redis that is
/// simulated.
struct StoreSide {
    StoreSide(SimulatedNode &node, const Incarnation &incarnation);

    SimulatedRedis redis;
    RedisKeys keys;
    RedisFunctions functions;
    RedisFollower follower;
};

/// The ends that this process hears of, wherever commands end.
struct EndsHere final : CommandEndSink {
    EndsHere(ResponseNotifier &n, CommandProvisioner &p) : notifier(n), provisioner(p) {}
    void commandEnded(const CommandRecord &record) override
    {
        notifier.commandEnded(record);
        provisioner.commandEnded(record);
    }

    ResponseNotifier &notifier;
    CommandProvisioner &provisioner;
};

/// One node's process: everything that a real node puts together, without ports. Made anew at each start of the node.
struct NodeProcess final : private CommandEndSink, private CreationSink, private CommandRelay, private FleetObserver {
    NodeProcess(SimulatedNode &node, Incarnation incarnation);
    ~NodeProcess() override;

    void start();
    void enter();
    void stop();

    SimulatedNode &node;
    const Incarnation incarnation;
    SeededIdSource ids;
    std::unique_ptr<Replica> replica; ///< null: the registry's own fleet, or a follower's
    std::unique_ptr<StoreSide> store; ///< null: the registry is this process's own
    FleetSource &source;
    FleetView view;
    LinkDirectory links;
    DispatcherHealth health;
    MemoryPayloadStore payloads;
    CommandProvisioner provisioner;
    ResponseNotifier notifier;
    EndsHere endsHere;
    std::unique_ptr<RedisRelay> relay; ///< with `store`
    Dispatcher dispatcher;
    RpcCorrelator correlator;
    std::unique_ptr<WorkerContextManager> manager;
    ConnectionSweeper sweeper;
    Heartbeat heartbeat;
    std::list<std::unique_ptr<SimulatedSession>> sessions;
    bool running = false;
    bool stopping = false;
    Scheduler::Timer retry;
    Scope scope;

private:
    FleetSource &sourceOf();
    void awaitReplica();
    void entered(const Result<void> &result);
    void run();
    void end();
    void round();
    void commandEnded(const CommandRecord &record) override;
    void creationAnswered(const CommandRecord &record, std::uint64_t seq) override;
    void offer(const CommandRecord &record) override;
    void cancel(const CommandRecord &record) override;
    void fleetChanged(const Delta &delta) override;
    void fleetReset() override;
    void closeEnded();

    bool m_closing = false;
    bool m_waited = false; ///< for the lease of who held the id
    SocketlessConnections m_socketless;
    Scheduler::Timer m_round;
    FleetSource::Subscription m_subscription;
};

/// A place where a node runs, is stopped, crashes and starts again. Owned by the simulation.
class SimulatedNode {
public:
    struct Setup {
        std::string name; ///< of the place; two may run a node of one id (SPEC L7)
        NodeId id;
        bool bulkRelease = true;
        ProvisioningOwner provisioning = ProvisioningOwner::ThisNode;
        Micros lag{0}; ///< of its replica; 0: it reads the registry's own fleet
        double loss = 0;
        double checkInterval = 5;
        bool spare = false; ///< not started unless something happens
    };
    struct World {
        Loop &loop;
        Random &random;
        FleetSource &stream;
        AnyRegistry &registry;
        Invariants &invariants;
        EventLog &log;
        NodeNetwork &network;
        Lane &wire;                   ///< carries steps to the registry
        SharedStore *store = nullptr; ///< null: the registry is in the nodes' own process
        Fault fault = Fault::None;
    };
    SimulatedNode(World world, Setup setup);
    ~SimulatedNode();

    void start();
    /// Orderly; the process goes once it answered everybody.
    void stop();
    void crash();
    bool up() const { return m_process && m_process->running && !m_process->stopping; }
    NodeProcess *process() const { return m_process.get(); }
    /// Answers of calls made before are not to be expected once it changed.
    unsigned starts() const { return m_starts; }

    void accept(const std::shared_ptr<Pipe> &pipe);
    void finished(SimulatedSession &session);
    /// Closes what is superseded by the session's hello.
    void welcomed(const SimulatedSession &session);
    /// Tells the registry that a generation's socket is gone, until it knows.
    void tellClosed(const ClientName &client, std::uint64_t generation);
    void closeClient(const ClientName &client, std::uint64_t generation, ErrorCode reason);

    const Setup &setup() const { return m_setup; }
    const World &world() const { return m_world; }
    Lane &lane() { return m_lane; }
    FaultyRegistry &registry() { return *m_registry; }
    RemoteRegistry *remote() { return m_remote; }
    StoreLink &link() { return m_link; }
    void calm()
    {
        m_registry->setFaults(Faults::none());
        m_link.calm();
    }

private:
    const World m_world;
    const Setup m_setup;
    Lane m_lane;
    StoreLink m_link;
    std::unique_ptr<FaultyRegistry> m_registry;
    RemoteRegistry *m_remote = nullptr; ///< m_registry, over a shared store
    std::unique_ptr<NodeProcess> m_process;
    unsigned m_starts = 0;
    Scope m_scope; ///< of what outlives a process
};

/// A node's end of one client socket, as the edge's session does it, without frames. Owned by its process.
class SimulatedSession final : public ClientLink {
public:
    SimulatedSession(SimulatedNode &node, std::shared_ptr<Pipe> pipe);
    ~SimulatedSession() override;

    // From the client.
    void hello(Hello hello);
    void report(const Report &report);
    void unchanged(const Epoch &epoch, std::uint64_t seq);
    void acknowledge(const Epoch &epoch, const CommandId &command);
    void result(IncomingResult incoming);
    void provisionAnswered(std::int64_t query, CreationStatus status);
    /// The socket is gone, however that was noticed.
    void closed();

    bool send(const CommandFrame &frame) override;
    void cancelCommand(const CommandId &command) override;
    void resultKept(const CommandId &command) override;
    void queryProvision(const ProvisionId &provision, const Scope &scope, Reply<CreationStatus> reply) override;
    void close(ErrorCode reason) override;

    const ClientName &client() const { return m_client; }
    std::uint64_t generation() const { return m_generation; }
    bool open() const { return !m_gone; }

private:
    struct Query {
        Scope::Guard asker;
        Reply<CreationStatus> reply;
    };
    void tryHello(const Hello &hello);
    void helloAnswered(const Hello &hello, const Result<Welcome> &welcome);
    void reported(const Result<ReportAccepted> &accepted);
    void leave();

    SimulatedNode &m_node;
    NodeProcess &m_process;
    std::shared_ptr<Pipe> m_pipe;
    const ConnectionId m_connection;
    ClientName m_client;
    Epoch m_epoch;
    std::uint64_t m_generation = 0;
    bool m_helloUnderWay = false;
    bool m_gone = false;
    LinkDirectory::Registration m_registration;
    std::map<std::int64_t, Query> m_queries;
    std::int64_t m_nextQuery = 1;
    Scheduler::Timer m_retry;
    Scope m_scope;
};

} // namespace cheetah::simulation
