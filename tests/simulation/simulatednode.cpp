// SPDX-License-Identifier: Apache-2.0
#include "simulation/simulatednode.h"

#include "simulation/simulatedclient.h"

#include <algorithm>

namespace cheetah::simulation {

namespace {

constexpr Micros stopTime = Seconds(20);

std::unique_ptr<Replica> makeReplica(SimulatedNode &node)
{
    const SimulatedNode::World &world = node.world();
    if (world.store || node.setup().lag == Micros(0))
        return nullptr;
    return std::make_unique<Replica>(world.stream, world.random, node.lane(), node.setup().lag, node.setup().loss);
}

RedisFollower::Options optionsOf(const Incarnation &incarnation)
{
    RedisFollower::Options options;
    options.incarnation = incarnation;
    options.keptDeltas = 64;
    options.page = 40;
    options.clientsPerSlice = 1;
    return options;
}

/// Until the lease of whoever holds the id has run out, if nobody renews it.
Micros remainingLease(const Error &live)
{
    return Millis(std::stoll(std::string(live.param("retryAfterMs"))) + 50);
}

} // namespace

StoreSide::StoreSide(SimulatedNode &node, const Incarnation &incarnation)
    : redis(*node.world().store, node.link(), node.world().random, node.lane(), node.world().fault),
      keys(DeploymentId::trusted("simulation"), 1),
      functions(redis, RedisLibrary::builtIn()),
      follower(redis, functions, keys, node.lane(), node.lane(), optionsOf(incarnation))
{}

FleetSource &NodeProcess::sourceOf()
{
    if (store)
        return store->follower;
    return replica ? static_cast<FleetSource &>(*replica) : node.world().stream;
}

NodeProcess::NodeProcess(SimulatedNode &n, Incarnation i)
    : node(n),
      incarnation(std::move(i)),
      ids(n.world().random.next()),
      replica(makeReplica(n)),
      store(n.world().store ? std::make_unique<StoreSide>(n, incarnation) : nullptr),
      source(sourceOf()),
      view(source),
      health(n.lane()),
      payloads(n.lane(), ids, {}),
      provisioner(links, ids, Log()),
      notifier(n.registry(), n.lane(), {}),
      endsHere(notifier, provisioner),
      relay(store ? std::make_unique<RedisRelay>(RedisRelay::Ports{store->redis, store->keys, n.registry(), source,
                                                                   endsHere, provisioner, n.lane(), n.lane()},
                                                 n.setup().id, Log())
                  : nullptr),
      dispatcher({n.registry(), source, links, *this, health, n.lane(), n.lane(), ids,
                  relay ? static_cast<CommandRelay *>(relay.get()) : this},
                 n.setup().id, Log()),
      correlator({n.registry(), payloads, links, *this, health, this}, Log()),
      sweeper(n.registry(), &provisioner, n.lane(), n.lane(), Log()),
      heartbeat(
          {n.setup().id, incarnation, n.world().invariants.policies().connectionLease}, n.registry(), n.lane(), Log(),
          [this] { end(); }, [this] { enter(); }),
      m_socketless(n.setup().id),
      m_subscription(source.subscribe(*this))
{
    provisioner.attach(dispatcher);
    if (relay)
        relay->attach(dispatcher);
    if (store)
        n.remote()->attach(store->follower);
    const DeploymentPolicies &policies = n.world().invariants.policies();
    ManagerConfig config;
    config.node = n.setup().id;
    config.taskTimeout = policies.taskTimeout;
    config.checkIntervalSeconds = n.setup().checkInterval;
    config.provisioning = n.setup().provisioning;
    config.provisionTimeout = policies.provisionTimeout;
    config.disconnectSlice = 2;
    // The slicing of ContextRegistry as it is: a registry that offers no bulk release is swept by scans (SPEC W5).
    auto made = WorkerContextManager::create(config, {n.registry().contexts(n.setup().bulkRelease), n.registry(),
                                                      n.registry(), view, n.lane(), n.lane(), ids, &provisioner});
    manager = std::move(*made);
}

NodeProcess::~NodeProcess()
{
    // The manager's and the sessions' askers go before what they asked.
    sessions.clear();
    manager.reset();
    if (store)
        node.remote()->detach();
}

/// Nobody acts on a replica that is not whole yet.
void NodeProcess::start()
{
    if (store) {
        store->follower.start();
        return awaitReplica();
    }
    run();
    enter();
}

void NodeProcess::awaitReplica()
{
    if (store->follower.state().kind == RedisFollower::State::Kind::Live)
        return enter();
    retry = node.lane().after(Millis(20), [this] { awaitReplica(); });
}

void NodeProcess::run()
{
    running = true;
    const auto nothing = [](const Result<void> &) {};
    dispatcher.start(scope, nothing);
    correlator.start(scope, nothing);
    notifier.start(scope, nothing);
    sweeper.start(scope, nothing);
    manager->start();
    if (!store)
        return;
    relay->start();
    round();
}

/// As the edge's.
void NodeProcess::round()
{
    m_round = node.lane().after(Seconds(5), [this] { round(); });
    const auto bears = [this](const ClientName &client, std::uint64_t generation) {
        return std::any_of(sessions.begin(), sessions.end(), [&](const auto &session) {
            return session->open() && session->client() == client && session->generation() >= generation;
        });
    };
    for (const auto &[client, generation] : m_socketless.round(source.fleet(), bears))
        node.tellClosed(client, generation);
}

/// The id is free once the lease of the incarnation before has run out (SPEC L7).
void NodeProcess::enter()
{
    NodeInfo info;
    info.id = node.setup().id;
    info.incarnation = incarnation;
    node.registry().registerNode(info, scope, [this](const Result<void> &result) { entered(result); });
}

/// Another process may live under the id: over a shared store that is waited for once.
void NodeProcess::entered(const Result<void> &result)
{
    if (result) {
        if (!running)
            run();
        return heartbeat.start();
    }
    if (store && running)
        return; // the next beat tells whether it has to enter again, or to go
    const bool held = store && result.error().code == ErrorCode::NodeIdLive;
    if (held && std::exchange(m_waited, true))
        return end();
    retry = node.lane().after(held ? remainingLease(result.error()) : Micros(Millis(500)), [this] { enter(); });
}

/// Another process took over the id, or has it.
void NodeProcess::end()
{
    if (!store)
        return;
    node.lane().post(scope.wrap([&place = node] {
        place.world().log.note(place.setup().name + " ends, for another has its id");
        place.crash();
        place.world().network.gone(place);
    }));
}

void NodeProcess::stop()
{
    stopping = true;
    retry.cancel();
    if (!running)
        return;
    const auto nothing = [](const Result<void> &) {};
    manager->stop();
    while (!sessions.empty())
        sessions.front()->close(ErrorCode::GoingDown), sessions.pop_front();
    sweeper.stop(scope, nothing);
    correlator.stop(scope, nothing);
    dispatcher.stop(scope, nothing);
    notifier.stop(scope, nothing);
    heartbeat.stop();
    m_round.cancel();
    if (relay)
        relay->stop();
    node.registry().unregisterNode(node.setup().id, incarnation, scope, nothing);
}

void NodeProcess::commandEnded(const CommandRecord &record)
{
    endsHere.commandEnded(record);
    if (relay)
        relay->commandEnded(record);
    else
        node.world().network.ended(node, record);
}

void NodeProcess::creationAnswered(const CommandRecord &record, std::uint64_t seq)
{
    if (relay)
        return relay->creationAnswered(record, seq);
    provisioner.creationAnswered(record, seq);
    node.world().network.created(node, record, seq);
}

/// A connection that the registry ended has to be made anew, whatever its socket looks like.
void NodeProcess::fleetChanged(const Delta &delta)
{
    for (const Change &change : delta.changes)
        if (std::holds_alternative<ClientChanged>(change) || std::holds_alternative<ClientRemoved>(change))
            return fleetReset();
}

void NodeProcess::fleetReset()
{
    if (!std::exchange(m_closing, true))
        node.lane().post(scope.wrap([this] { closeEnded(); }));
}

void NodeProcess::closeEnded()
{
    m_closing = false;
    const Fleet &fleet = source.fleet();
    for (const auto &session : sessions) {
        const Slot client = fleet.find(session->client());
        if (session->generation() == 0)
            continue;
        if (client == noSlot) { // not yet there in a replica of the memory; over a store welcomes wait until they are
            if (store)
                session->close(ErrorCode::ClientNotConnected);
            continue;
        }
        const ClientState &state = *fleet.client(client).state;
        if (state.generation > session->generation())
            session->close(ErrorCode::Superseded);
        else if (state.generation == session->generation() && !state.connected)
            session->close(ErrorCode::ClientNotConnected);
    }
}

void NodeProcess::offer(const CommandRecord &record)
{
    node.world().network.offer(node, record);
}

void NodeProcess::cancel(const CommandRecord &record)
{
    node.world().network.cancel(node, record);
}

SimulatedNode::SimulatedNode(World world, Setup setup)
    : m_world(world), m_setup(std::move(setup)), m_lane(world.loop), m_link(world.random, world.wire, m_lane)
{
    if (!world.store) {
        m_registry = std::make_unique<FaultyRegistry>(world.registry, world.random, world.wire, m_lane);
        return;
    }
    auto remote = std::make_unique<RemoteRegistry>(world.registry, *world.store, m_link, world.random, world.wire,
                                                   m_lane, world.invariants.policies().connectionLease);
    m_remote = remote.get();
    m_registry = std::move(remote);
}

SimulatedNode::~SimulatedNode() = default;

void SimulatedNode::start()
{
    if (m_process)
        return;
    ++m_starts;
    m_world.log.note(m_setup.name + " starts");
    m_process =
        std::make_unique<NodeProcess>(*this, Incarnation::trusted(m_setup.name + "-" + std::to_string(m_starts)));
    m_process->start();
}

void SimulatedNode::stop()
{
    if (!up())
        return;
    m_world.log.note(m_setup.name + " stops");
    m_process->stop();
    m_world.wire.later(stopTime, [this, starts = m_starts] {
        if (m_process && m_starts == starts)
            crash();
    });
}

void SimulatedNode::crash()
{
    m_world.log.note(m_setup.name + " is gone");
    ++m_starts;
    m_process.reset();
    m_lane.clear();
}

void SimulatedNode::accept(const std::shared_ptr<Pipe> &pipe)
{
    if (up() && pipe->client)
        m_process->sessions.push_back(std::make_unique<SimulatedSession>(*this, pipe));
    else
        pipe->toClient([](SimulatedClient &client, const auto &self) { client.closed(self, ErrorCode::NotReady); });
}

void SimulatedNode::finished(SimulatedSession &session)
{
    m_lane.post([this, gone = &session, starts = m_starts] {
        if (m_process && m_starts == starts)
            m_process->sessions.remove_if([gone](const auto &one) { return one.get() == gone; });
    });
}

void SimulatedNode::welcomed(const SimulatedSession &session)
{
    for (const auto &other : m_process->sessions)
        if (other.get() != &session && other->client() == session.client()
            && other->generation() < session.generation())
            other->close(ErrorCode::Superseded);
}

void SimulatedNode::tellClosed(const ClientName &client, std::uint64_t generation)
{
    m_registry->closed(client, generation, m_scope, [this, client, generation](const Result<std::uint32_t> &told) {
        if (!told && told.error().code == ErrorCode::Unavailable)
            m_lane.later(Millis(300), [this, client, generation] { tellClosed(client, generation); });
    });
}

void SimulatedNode::closeClient(const ClientName &client, std::uint64_t generation, ErrorCode reason)
{
    if (!up())
        return;
    for (const auto &session : m_process->sessions)
        if (session->client() == client && session->generation() <= generation)
            session->close(reason);
}

SimulatedSession::SimulatedSession(SimulatedNode &node, std::shared_ptr<Pipe> pipe)
    : m_node(node),
      m_process(*node.process()),
      m_pipe(std::move(pipe)),
      m_connection(ConnectionId::trusted(m_process.ids.unique()))
{
    m_pipe->session = this;
}

SimulatedSession::~SimulatedSession()
{
    m_pipe->session = nullptr;
    // A process that dies says nothing; its sockets are closed by the machine.
    if (!m_gone)
        m_pipe->toClient([](SimulatedClient &client, const auto &self) { client.closed(self, ErrorCode::GoingDown); });
    for (auto &[id, query] : std::exchange(m_queries, {}))
        if (query.asker.alive())
            query.reply(ErrorCode::ClientNotConnected);
}

void SimulatedSession::hello(Hello hello)
{
    if (m_helloUnderWay || m_gone)
        return close(ErrorCode::BadRequest);
    m_helloUnderWay = true;
    hello.node = m_node.setup().id;
    hello.connection = m_connection;
    tryHello(hello);
}

void SimulatedSession::tryHello(const Hello &hello)
{
    m_node.registry().hello(hello, m_scope,
                            [this, hello](const Result<Welcome> &welcome) { helloAnswered(hello, welcome); });
}

void SimulatedSession::helloAnswered(const Hello &hello, const Result<Welcome> &welcome)
{
    if (!welcome && welcome.error().code == ErrorCode::Unavailable) {
        // It may stand: only its answer tells the generation whose close must be told.
        m_retry = m_node.lane().after(Millis(200), [this, hello] { tryHello(hello); });
        return;
    }
    m_helloUnderWay = false;
    if (!welcome)
        return m_gone ? m_node.finished(*this) : close(welcome.error().code);
    m_client = hello.client;
    m_epoch = hello.epoch;
    m_generation = welcome->generation;
    if (m_gone) {
        m_node.tellClosed(m_client, m_generation);
        return m_node.finished(*this);
    }
    m_pipe->toClient(
        [welcome = *welcome](SimulatedClient &client, const auto &self) { client.welcomed(self, welcome); });
    m_node.welcomed(*this);
    m_registration = m_process.links.add(m_client, m_epoch, m_generation, *this);
}

void SimulatedSession::report(const Report &report)
{
    m_node.registry().report(report, {m_generation}, m_scope,
                             [this](const Result<ReportAccepted> &accepted) { reported(accepted); });
}

void SimulatedSession::unchanged(const Epoch &epoch, std::uint64_t seq)
{
    m_node.registry().unchanged(m_client, epoch, seq, {m_generation}, m_scope,
                                [this](const Result<ReportAccepted> &accepted) { reported(accepted); });
}

void SimulatedSession::reported(const Result<ReportAccepted> &accepted)
{
    if (accepted) {
        m_process.provisioner.closeContexts(accepted->closable);
        return;
    }
    if (accepted.error().code == ErrorCode::Superseded)
        close(ErrorCode::Superseded);
    m_pipe->toClient(
        [code = accepted.error().code](SimulatedClient &client, const auto &) { client.reportRefused(code); });
}

void SimulatedSession::acknowledge(const Epoch &epoch, const CommandId &command)
{
    m_process.correlator.acknowledge(m_client, epoch, command, m_scope, [](const Result<CommandRecord> &) {});
}

void SimulatedSession::result(IncomingResult incoming)
{
    const CommandId command = incoming.command;
    m_process.correlator.result(std::move(incoming), m_scope, [this, command](const Result<CommandRecord> &record) {
        if (!record
            && (record.error().code == ErrorCode::CommandUnknown || record.error().code == ErrorCode::WrongEpoch))
            resultKept(command);
    });
}

void SimulatedSession::provisionAnswered(std::int64_t id, CreationStatus status)
{
    const auto query = m_queries.find(id);
    if (query == m_queries.end())
        return;
    Query asked = std::move(query->second);
    m_queries.erase(query);
    if (asked.asker.alive())
        asked.reply(status);
}

bool SimulatedSession::send(const CommandFrame &frame)
{
    m_node.world().invariants.commands().frameLeft(m_client.user, frame.id);
    if (m_gone)
        return false;
    m_pipe->toClient([frame](SimulatedClient &client, const auto &) { client.command(frame); });
    return true;
}

void SimulatedSession::cancelCommand(const CommandId &command)
{
    m_pipe->toClient([command](SimulatedClient &client, const auto &) { client.cancelCommand(command); });
}

void SimulatedSession::resultKept(const CommandId &command)
{
    m_pipe->toClient([command](SimulatedClient &client, const auto &) { client.resultKept(command); });
}

void SimulatedSession::queryProvision(const ProvisionId &provision, const Scope &scope, Reply<CreationStatus> reply)
{
    if (m_gone)
        return reply(ErrorCode::ClientNotConnected);
    const std::int64_t id = m_nextQuery++;
    m_queries[id] = {scope.guard(), std::move(reply)};
    m_pipe->toClient(
        [id, provision](SimulatedClient &client, const auto &self) { client.provisionAsked(self, id, provision); });
}

void SimulatedSession::close(ErrorCode reason)
{
    if (m_gone)
        return;
    m_pipe->toClient([reason](SimulatedClient &client, const auto &self) { client.closed(self, reason); });
    leave();
}

void SimulatedSession::closed()
{
    if (!m_gone)
        leave();
}

void SimulatedSession::leave()
{
    m_gone = true;
    m_pipe->session = nullptr;
    m_registration = {};
    for (auto &[id, query] : std::exchange(m_queries, {}))
        if (query.asker.alive())
            query.reply(ErrorCode::ClientNotConnected);
    if (m_generation != 0)
        m_node.tellClosed(m_client, m_generation);
    if (!m_helloUnderWay)
        m_node.finished(*this);
}

} // namespace cheetah::simulation
