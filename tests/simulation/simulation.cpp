// SPDX-License-Identifier: Apache-2.0
#include "simulation/simulation.h"

#include <algorithm>

namespace cheetah::simulation {

namespace {

constexpr Micros stopTime = Seconds(20);      ///< after which a node that was stopped is gone
constexpr Micros noticedWithin = Seconds(12); ///< a lost tail, by a replica

DeploymentPolicies policiesOf(std::uint64_t seed)
{
    DeploymentPolicies policies;
    policies.taskTimeout = Seconds(60);
    policies.connectionLease = Seconds(6);
    policies.contextRetention = Seconds(80);
    policies.requestMemory = Seconds(600); // beyond what any request here may take
    policies.waiterLimit = 30;
    policies.contextsPerClient = 60;
    policies.provisionTimeout = Seconds(8);
    policies.commandDeadline = Seconds(10);
    policies.serverLimits.tabs = 10;
    constexpr DisconnectPolicy kinds[] = {{DisconnectPolicy::Kind::Keep, Micros(0)},
                                          {DisconnectPolicy::Kind::Release, Micros(0)},
                                          {DisconnectPolicy::Kind::Grace, Seconds(5)},
                                          {DisconnectPolicy::Kind::Grace, Seconds(2)}};
    policies.disconnectPolicy = kinds[seed % std::size(kinds)];
    return policies;
}

UserId user(std::size_t number)
{
    return UserId::trusted("u" + std::to_string(number));
}

} // namespace

Simulation::Simulation(const Options &options)
    : m_options(options),
      m_random(options.seed),
      m_policies(policiesOf(options.seed)),
      m_log(options.eventsKept),
      m_loop(m_random),
      m_wire(m_loop),
      m_ids(m_random.next()),
      m_memory(m_policies, m_wire, m_ids.random()),
      m_store(m_memory, options.fault, options.shared),
      m_planted(m_store, options.fault),
      m_stream(m_store, options.fault),
      m_invariants(m_stream, m_policies, m_log),
      m_watched(m_planted, m_invariants, m_log)
{
    SimulatedNode::World world{m_loop, m_random, m_stream, m_watched, m_invariants, m_log, *this, m_wire};
    world.store = options.shared ? &m_store : nullptr;
    world.fault = options.fault;
    const SimulatedNode::Setup setups[] = {
        {"n0", NodeId::trusted("n0"), true, ProvisioningOwner::ThisNode, Micros(0), 0, 5},
        {"n1", NodeId::trusted("n1"), false, ProvisioningOwner::ThisNode, Millis(80), 0.002, 7},
        {"n2", NodeId::trusted("n2"), true, ProvisioningOwner::Never, Millis(900), 0.01, 11},
        {"n1'", NodeId::trusted("n1"), false, ProvisioningOwner::ThisNode, Micros(0), 0, 7, true},
    };
    for (const SimulatedNode::Setup &setup : setups)
        if (options.shared || !setup.spare)
            m_nodes.push_back(std::make_unique<SimulatedNode>(world, setup));
    for (const auto &node : m_nodes)
        if (!node->setup().spare)
            node->start();
    static const char *const names[] = {"a", "b", "c", "d"};
    for (std::size_t i = 0; i < std::size(names); ++i) {
        SimulatedClient::Setup setup;
        setup.name = {user(i == 3), ClientId::trusted(names[i])};
        setup.metadata = {{"region", i % 2 ? "us" : "eu"},
                          {"tier", i < 2 ? "a" : "c"},
                          {"ram", i ? "16" : "4"},
                          {"version", i == 2 ? "2.1.0" : "1.4.2"}};
        if (i == 1)
            setup.metadata.emplace("gpu", "1");
        setup.limits.tabs = 5 + std::uint32_t(m_random.below(6));
        setup.limits.windows = 2 + std::uint32_t(m_random.below(3));
        if (i % 2)
            setup.limits.tabsPerWindow = 4;
        m_clients.push_back(std::make_unique<SimulatedClient>(world, m_nodes, setup));
    }
    for (std::size_t i = 0; i < 4; ++i)
        m_requesters.push_back(
            std::make_unique<SimulatedRequester>(world, m_nodes, user(i == 3), "q" + std::to_string(i)));
}

Simulation::~Simulation()
{
    // What is planned refers to those who go first.
    for (const auto &node : m_nodes)
        if (node->process())
            node->crash();
    m_wire.clear();
    for (const auto &client : m_clients)
        client->lane().clear();
}

Simulation::Outcome Simulation::run()
{
    unsigned made = 0;
    for (; made < m_options.steps && !m_log.violation(); ++made)
        step();
    if (!m_log.violation())
        drainPhase();
    return outcome(made);
}

void Simulation::step()
{
    const std::size_t what = m_random.below(100);
    if (what < 45)
        m_random.pick(m_requesters)->act();
    else if (what < 88)
        m_random.pick(m_clients)->act();
    else if (what < 97)
        operatorActs();
    else
        disturbNode();
    if (m_options.shared)
        disturbStore();
    afterEvent();
    runFor(m_random.chance(0.02) ? m_random.between(Micros(0), Seconds(6)) : m_random.between(Micros(0), Millis(160)));
}

void Simulation::runFor(Micros duration)
{
    const SteadyTime end = m_loop.now() + duration;
    while (!m_log.violation() && m_loop.runNext(end))
        afterEvent();
}

void Simulation::afterEvent()
{
    m_invariants.checkAbandoned();
    if (m_loop.events() % 64 == 0)
        compareViews();
    if (m_loop.events() % 1024 == 0)
        m_invariants.checkSnapshot();
}

void Simulation::compareViews()
{
    m_invariants.checkSame(m_store.fleet(), "the registry's fleet");
    for (const auto &node : m_nodes)
        if (const NodeProcess *process = node->process(); process && !mayBeAstray(*node))
            m_invariants.checkSame(process->view.fleet(), "the fleet of " + node->setup().name);
}

/// Within a while a replica that shows what a failover undid has to notice that.
bool Simulation::mayBeAstray(SimulatedNode &node)
{
    const NodeProcess *process = node.process();
    const auto found =
        std::find_if(m_astray.begin(), m_astray.end(), [&](const Astray &astray) { return astray.process == process; });
    if (found == m_astray.end())
        return false;
    if (!node.lane().awake())
        found->until = std::max(found->until, m_loop.now() + noticedWithin);
    if (process->store->follower.counters().reloads == found->reloads && m_loop.now() < found->until)
        return true;
    m_astray.erase(found);
    return false;
}

/// Everybody calms down, nothing fails any more, and all times pass.
void Simulation::drainPhase()
{
    m_calm = true;
    m_log.note("calm");
    m_tail.reset();
    for (const auto &node : m_nodes) {
        node->calm();
        if (!node->process() && !node->setup().spare)
            node->start();
    }
    for (const auto &requester : m_requesters)
        requester->calm();
    for (const auto &client : m_clients)
        client->calm();
    for (const Drain &drain : std::vector(m_store.fleet().drains()))
        m_watched.undrain(drain.target, m_scope, [](const Result<void> &) {});
    runFor(stopTime + Seconds(12));
    for (const auto &node : m_nodes)
        if (!node->setup().spare)
            node->start(); // one that was being stopped
    runFor(m_policies.taskTimeout + Seconds(40));
    if (m_log.violation())
        return;
    for (const auto &requester : m_requesters)
        requester->checkAnswered();
    learnEnds();
    m_invariants.checkEmpty();
    awaitReplicas();
    compareViews();
    checkNothingPending();
}

void Simulation::checkNothingPending()
{
    for (const auto &node : m_nodes) {
        if (!node->process())
            continue; // one of the two of one id
        const NodeProcess &process = *node->process();
        // An end whose answer was lost is told to nobody; the asker has its answer from the reservation by then.
        const std::size_t untold = node->registry().lostAnswers();
        const std::size_t creations = process.provisioner.pending();
        const std::pair<const char *, std::size_t> counts[] = {{"acquires", process.manager->pending().size()},
                                                               {"creations", creations > untold ? creations : 0},
                                                               {"awaits", process.notifier.awaiters()},
                                                               {"commands", process.dispatcher.queued()}};
        for (const auto &[what, count] : counts)
            if (count > 0)
                m_invariants.violated(std::to_string(count) + ' ' + what + " pending at " + node->setup().id.string()
                                      + " in the end");
    }
}

/// How commands ended of which no step told: those that were fenced at their send.
void Simulation::learnEnds()
{
    for (const CommandInvariants::Key &key : m_invariants.commands().open())
        m_watched.get(key.first, key.second, m_scope, [](const Result<CommandRecord> &) {});
}

Simulation::Outcome Simulation::outcome(unsigned step) const
{
    Outcome outcome;
    outcome.violation = m_log.violation();
    outcome.step = step;
    outcome.last = m_log.last();
    outcome.events = m_loop.events();
    outcome.registrySteps = m_watched.steps();
    outcome.revision = m_store.fleet().revision();
    outcome.simulated = m_loop.now().time_since_epoch() - Seconds(1'000);
    outcome.restarts = m_restarts;
    for (const auto &node : m_nodes)
        outcome.faults += node->registry().lostAnswers() + node->registry().refusedSteps();
    outcome.failovers = m_failovers;
    outcome.emptied = m_emptied;
    outcome.lostSteps = m_lostSteps;
    outcome.takenOver = m_takenOver;
    outcome.lostGrants = m_invariants.lostGrants();
    outcome.lostUsed = m_invariants.lostUsed();
    for (const auto &node : m_nodes) {
        if (const RemoteRegistry *remote = node->remote())
            outcome.mismatches += remote->mismatches();
        if (const NodeProcess *process = node->process(); process && process->store) {
            outcome.reloads += process->store->follower.counters().reloads;
            outcome.gaps += process->store->follower.counters().gaps;
        }
    }
    for (const auto &requester : m_requesters) {
        outcome.calls += requester->calls();
        outcome.grants += requester->grants();
        outcome.refusals += requester->refusals();
        for (const auto &[code, count] : requester->refusedAs())
            outcome.refusedAs[code] += count;
    }
    for (const auto &client : m_clients) {
        outcome.created += client->created();
        outcome.epochs += client->epochs();
    }
    outcome.commands = m_invariants.commands().count();
    outcome.results = m_invariants.commands().ended(CommandOutcome::Result);
    outcome.unknown = m_invariants.commands().ended(CommandOutcome::Unknown);
    outcome.replaced = m_invariants.commands().replaced();
    outcome.reservations = m_invariants.reservations();
    for (int cause = 0; cause <= int(EndCause::Drained); ++cause)
        outcome.ends[EndCause(cause)] = m_invariants.ended(EndCause(cause));
    return outcome;
}

/// Everybody stands where the store does, once nothing happens.
void Simulation::awaitReplicas()
{
    if (!m_options.shared)
        return;
    const auto behind = [this]() -> const SimulatedNode * {
        for (const auto &node : m_nodes)
            if (node->process() && node->process()->source.fleet().revisions() != m_store.fleet().revisions())
                return node.get();
        return nullptr;
    };
    for (int tries = 0; tries < 400 && behind(); ++tries)
        runFor(Millis(5));
    if (const SimulatedNode *node = behind())
        m_invariants.violated("the replica of " + node->setup().name + " stays behind the store");
}

void Simulation::disturbStore()
{
    if (m_storeDown || m_tail || m_options.steps == 0)
        return;
    const std::size_t what = m_random.below(3'000);
    if (what < 7) { // from here on nothing reaches who takes over
        m_log.note("what follows is lost in a failover");
        m_tail = Tail{m_store.steps(), m_invariants.account()};
        m_wire.later(m_random.between(Micros(0), Millis(900)), [this] { failOver(); });
    } else if (what < 8) {
        restartStoreEmpty();
    } else if (what < 22) {
        replaceNode();
    }
}

void Simulation::failOver()
{
    if (!m_tail || m_log.violation())
        return;
    const Tail tail = *std::exchange(m_tail, std::nullopt);
    m_lostSteps += m_store.steps() - tail.steps;
    ++m_failovers;
    m_log.note("the store fails over and loses " + std::to_string(m_store.steps() - tail.steps) + " steps");
    m_storeDown = true;
    m_store.setReachable(false);
    m_invariants.goesBack(tail.account);
    m_store.rewind(tail.steps);
    m_astray.clear();
    for (const auto &node : m_nodes)
        if (const NodeProcess *process = node->process()) // it may still come to what it was told before
            m_astray.push_back({process, process->store->follower.counters().reloads, m_loop.now() + noticedWithin});
    m_wire.later(m_random.between(Millis(5), Seconds(2)), [this] {
        m_storeDown = false;
        m_store.setReachable(true);
    });
}

void Simulation::restartStoreEmpty()
{
    m_log.note("the store comes back empty");
    ++m_emptied;
    m_storeDown = true;
    m_store.setReachable(false);
    m_invariants.beginsAnew();
    m_store.restartEmpty(m_random.next());
    m_wire.later(m_random.between(Millis(50), Seconds(3)), [this] {
        m_storeDown = false;
        m_store.setReachable(true);
    });
}

/// A process stands still beyond its lease, and another one takes over its id meanwhile (SPEC L7).
void Simulation::replaceNode()
{
    std::vector<SimulatedNode *> pair;
    for (const auto &node : m_nodes)
        if (node->setup().id.text() == "n1")
            pair.push_back(node.get());
    if (pair[1]->process())
        std::swap(pair[0], pair[1]);
    if (!pair[0]->up() || pair[1]->process())
        return;
    m_log.note(pair[0]->setup().name + " stands still, " + pair[1]->setup().name + " takes over");
    ++m_takenOver;
    pair[0]->lane().stop(m_random.between(Seconds(2), Seconds(20)));
    pair[1]->start();
}

void Simulation::disturbNode()
{
    SimulatedNode &node = *m_random.pick(m_nodes);
    const std::size_t what = m_random.below(20);
    if (!node.process() && m_random.chance(0.7))
        return node.start();
    m_log.note("disturbs " + node.setup().name);
    if (what < 7)
        node.lane().stop(m_random.between(Millis(100), Seconds(9)));
    else if (what < 12)
        node.lane().sleep(m_random.between(Millis(100), Seconds(9)));
    else if (what < 15)
        node.lane().jumpWall(m_random.between(-Micros(Seconds(3'600)), Seconds(3'600)));
    else if (what < 17)
        m_random.pick(m_clients)->lane().stop(m_random.between(Millis(100), Seconds(15)));
    else if (what < 19 && node.process()) {
        ++m_restarts;
        node.crash();
        gone(node);
    } else if (node.up()) {
        ++m_restarts;
        node.stop();
    }
}

void Simulation::operatorActs()
{
    std::vector<SimulatedNode *> up;
    for (const auto &node : m_nodes)
        if (node->up())
            up.push_back(node.get());
    if (up.empty())
        return;
    SimulatedNode &node = *m_random.pick(up);
    switch (m_random.below(8)) {
    case 0:
    case 1:
        return operatorReleases(node);
    case 2:
        return operatorDisconnects(node);
    case 3:
    case 4:
        return operatorDrains(node);
    case 5:
        for (const Drain &drain : std::vector(m_store.fleet().drains()))
            node.registry().undrain(drain.target, m_scope, [](const Result<void> &) {});
        return;
    case 6: // settle, whatever it is
        if (const Slot slots = m_store.fleet().contextSlots(); slots > 0)
            if (const ContextNamePtr name = m_store.fleet().context(Slot(m_random.below(slots))).name)
                node.registry().settle(*name, {}, m_scope, [](const Result<void> &) {});
        return;
    default: // a host that ends a client's leases itself
        if (m_random.chance(0.3))
            node.process()->manager->onClientDisconnect(m_random.pick(m_clients)->name(), m_scope,
                                                        [](const Result<std::uint32_t> &) {});
    }
}

/// Looks at a lease, or takes one back that it looked at earlier.
void Simulation::operatorReleases(SimulatedNode &node)
{
    const Fleet &fleet = m_store.fleet();
    for (Slot slot = 0; slot < fleet.contextSlots(); ++slot)
        if (const ContextRow &row = fleet.context(slot); row.name && row.assignment && m_random.chance(0.4))
            m_seen.emplace_back(*row.name, row.assignment->fence);
    if (m_seen.size() > 40)
        m_seen.erase(m_seen.begin(), m_seen.end() - 40);
    if (m_seen.empty())
        return;
    const auto [name, fence] = m_random.pick(m_seen);
    node.process()->manager->forceRelease(name, fence, m_scope, [](const Result<Released> &) {});
}

void Simulation::operatorDisconnects(SimulatedNode &node)
{
    const ClientName client = m_random.pick(m_clients)->name();
    const Micros keepOut = m_random.chance(0.5) ? m_random.between(Seconds(1), Seconds(10)) : Micros(0);
    node.registry().disconnect(client, 0, keepOut, m_scope, [this, client](const Result<std::uint64_t> &generation) {
        if (generation)
            for (const auto &one : m_nodes)
                one->closeClient(client, *generation, ErrorCode::KeptOut);
    });
}

std::optional<DrainTarget> Simulation::anyTarget()
{
    const std::size_t what = m_random.below(4);
    if (what == 0)
        return DrainTarget(m_random.pick(m_nodes)->setup().id);
    const Fleet &fleet = m_store.fleet();
    if (what == 1 || fleet.windowSlots() == 0)
        return DrainTarget(m_random.pick(m_clients)->name());
    const WindowName &window = fleet.window(Slot(m_random.below(fleet.windowSlots()))).name;
    return window.window.empty() ? std::nullopt : std::optional(DrainTarget(window));
}

void Simulation::operatorDrains(SimulatedNode &node)
{
    const auto target = anyTarget();
    if (!target || m_store.fleet().drains().size() > 1)
        return;
    Drain drain;
    drain.target = *target;
    drain.force = m_random.chance(0.5);
    if (m_random.chance(0.8))
        drain.deadline = m_store.now() + m_random.between(Millis(500), Seconds(5));
    node.registry().drain(drain, m_scope, [](const Result<Drain> &) {});
    // Nobody leaves a drain on for ever.
    m_wire.later(m_random.between(Seconds(1), Seconds(12)),
                 [this, target = *target] { m_watched.undrain(target, m_scope, [](const Result<void> &) {}); });
}

template <class F>
void Simulation::toOthers(const SimulatedNode &from, bool sure, F f)
{
    for (const auto &node : m_nodes)
        if (node.get() != &from && (m_calm || sure || !m_random.chance(0.05)))
            node->lane().later(m_random.between(Micros(0), Millis(100)), [node = node.get(), f] {
                if (node->up())
                    f(*node->process());
            });
}

void Simulation::offer(const SimulatedNode &from, const CommandRecord &record)
{
    toOthers(from, false, [record](NodeProcess &process) {
        if (process.links.find(record.context->clientName()))
            process.dispatcher.deliver(record);
    });
}

void Simulation::cancel(const SimulatedNode &from, const CommandRecord &record)
{
    toOthers(from, false, [record](NodeProcess &process) {
        if (process.links.find(record.context->clientName()))
            process.dispatcher.cancelSent(record);
    });
}

void Simulation::ended(const SimulatedNode &from, const CommandRecord &record)
{
    toOthers(from, true, [record](NodeProcess &process) {
        process.notifier.commandEnded(record);
        process.provisioner.commandEnded(record);
    });
}

void Simulation::gone(const SimulatedNode &node)
{
    for (const auto &requester : m_requesters)
        requester->nodeGone(node);
}

void Simulation::created(const SimulatedNode &from, const CommandRecord &record, std::uint64_t seq)
{
    toOthers(from, true, [record, seq](NodeProcess &process) { process.provisioner.creationAnswered(record, seq); });
}

} // namespace cheetah::simulation
