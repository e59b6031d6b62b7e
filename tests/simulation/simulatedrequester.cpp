// SPDX-License-Identifier: Apache-2.0
#include "simulation/simulatedrequester.h"

#include <algorithm>

namespace cheetah::simulation {

namespace {

/// How long a node may take to take back what nobody was told of: its retries and the slowest registry.
constexpr Micros takenBackWithin = Seconds(40);

} // namespace

SimulatedRequester::SimulatedRequester(const SimulatedNode::World &world,
                                       std::vector<std::unique_ptr<SimulatedNode>> &nodes, UserId user,
                                       std::string name)
    : m_world(world),
      m_nodes(nodes),
      m_random(world.random),
      m_user(std::move(user)),
      m_name(std::move(name)),
      m_connection(ConnectionId::trusted(m_name + "-s0"))
{}

SimulatedNode *SimulatedRequester::anyNode()
{
    std::vector<SimulatedNode *> up;
    for (const auto &node : m_nodes)
        if (node->up())
            up.push_back(node.get());
    return up.empty() ? nullptr : m_random.pick(up);
}

void SimulatedRequester::act()
{
    if (m_calm)
        return;
    std::erase_if(m_open, [](const auto &call) { return call->answers > 0 || call->gone; });
    const std::size_t what = m_random.below(100);
    if (what < 25)
        return acquire();
    if (what < 30)
        return askAgain();
    if (what < 35)
        return disappear();
    if (what < 40)
        return cancel();
    if (what < 41)
        return closeConnection();
    if (what < 48 && !m_stale.empty())
        return useHandle(Handle(m_random.pick(m_stale)));
    if (!m_held.empty())
        useHandle(Handle(m_random.pick(m_held)));
}

AcquireRequest SimulatedRequester::newRequest()
{
    AcquireRequest request;
    request.user = m_user;
    request.task = TaskId::trusted(m_name + "-task" + std::to_string(m_random.below(5)));
    request.request = RequestId::trusted(m_name + "-" + std::to_string(++m_requests));
    auto requirements = std::make_shared<Requirements>();
    static const char *const wishes[] = {"metadata.region=us", "metadata.tier in a|b", "metadata.ram>=8",
                                         "!metadata.gpu",      "kind=browser",         "metadata.version~'>=1.2 <2'"};
    for (std::size_t i = m_random.below(3); i > 0; --i)
        [[maybe_unused]] const auto added = addExpression(*requirements, wishes[m_random.below(std::size(wishes))]);
    if (!requirements->empty())
        request.requirements = requirements;
    request.strategy = m_random.chance(0.5) ? "least-busy" : "";
    request.autoProvision = m_random.chance(0.3);
    request.reuseOnly = m_random.chance(0.1);
    request.anyHealth = m_random.chance(0.1);
    request.waitForClients = m_random.chance(0.2);
    if (m_random.chance(0.5))
        request.wait = m_random.between(Millis(50), m_random.chance(0.5) ? Micros(Seconds(12)) : Micros(Seconds(1)));
    if (m_random.chance(0.15))
        request.longestHold = m_random.between(Millis(500), Seconds(20));
    if (m_random.chance(0.4))
        request.requester = m_connection;
    if (!request.requester.empty() && m_random.chance(0.5)) {
        request.releaseOnClose = true;
        request.releaseOnCloseGrace = m_random.between(Micros(0), Seconds(2));
    }
    const std::size_t placement = m_random.below(10);
    if (placement == 0) {
        request.placement.kind = Placement::Kind::NewTab;
    } else if (placement == 1) {
        request.placement.kind = m_random.chance(0.5) ? Placement::Kind::NewWindow : Placement::Kind::Isolated;
    } else if (placement <= 3 && !m_held.empty()) {
        const Fleet &fleet = m_world.invariants.fleet();
        if (const Slot slot = fleet.find(m_held.back().name()); slot != noSlot) {
            request.placement.kind = placement == 2 ? Placement::Kind::Window : Placement::Kind::NewTab;
            request.placement.window = fleet.window(fleet.context(slot).window).name;
        }
    }
    return request;
}

void SimulatedRequester::acquire()
{
    if (m_open.size() < 6)
        ask(newRequest(), nullptr);
}

void SimulatedRequester::ask(const AcquireRequest &request, const Handle *exchange)
{
    SimulatedNode *node = anyNode();
    if (!node)
        return;
    m_world.invariants.requestAsked({m_user, request.request});
    m_world.invariants.forgiven({m_user, request.request});
    m_world.log.note(m_name + (exchange ? " exchanges for " : " asks ") + node->setup().id.string() + " for "
                     + request.request.string());
    ++m_calls;
    m_open.push_back(std::make_unique<Call>());
    Call &call = *m_open.back();
    call.request = request;
    call.node = node;
    call.starts = node->starts();
    call.at = m_world.loop.now();
    auto reply = [this, asked = &call](const Result<Lease> &lease) { answered(*asked, lease); };
    if (exchange)
        node->process()->manager->releaseAndAcquire(*exchange, request, *call.scope, reply);
    else
        node->process()->manager->acquire(request, *call.scope, reply);
}

void SimulatedRequester::answered(Call &call, const Result<Lease> &lease)
{
    if (++call.answers > 1)
        m_world.invariants.violated("acquire " + call.request.request.string() + " was answered twice");
    if (!lease) {
        ++m_refusals;
        ++m_refusedAs[lease.error().code];
        if (lease.error().code == ErrorCode::Unavailable)
            m_lost.push_back(call.request);
        return;
    }
    ++m_grants;
    if (lease->handle.request != call.request.request || !m_world.invariants.everGranted(lease->handle))
        m_world.invariants.violated("acquire " + call.request.request.string()
                                    + " was answered with a handle of nobody");
    m_heard.insert(call.request.request);
    m_held.push_back(lease->handle);
}

bool SimulatedRequester::awaited(const RequestId &request) const
{
    return std::any_of(m_open.begin(), m_open.end(), [&](const auto &call) {
        return call->request.request == request && call->answers == 0 && !call->gone;
    });
}

/// Nobody waits for this request's answer any more: what it may be given has to be taken back.
void SimulatedRequester::abandon(const Call &call)
{
    if (!awaited(call.request.request) && !m_heard.contains(call.request.request))
        m_world.invariants.abandoned({m_user, call.request.request}, m_world.invariants.now() + takenBackWithin);
}

/// The same request id again: the answer was lost, or the asker is impatient.
void SimulatedRequester::askAgain()
{
    if (m_lost.size() > 5) // what was asked long ago may be forgotten by the registry
        m_lost.erase(m_lost.begin(), m_lost.end() - 5);
    if (!m_lost.empty() && m_random.chance(0.8)) {
        const AcquireRequest request = m_lost.back();
        m_lost.pop_back();
        return ask(request, nullptr);
    }
    if (!m_open.empty() && m_open.size() < 6)
        ask(AcquireRequest(m_random.pick(m_open)->request), nullptr);
}

void SimulatedRequester::disappear()
{
    if (m_open.empty())
        return;
    Call &call = *m_random.pick(m_open);
    if (call.answers > 0 || call.gone)
        return;
    call.gone = true;
    call.scope.reset();
    m_world.log.note(m_name + " no longer waits for " + call.request.request.string());
    if (m_random.chance(0.5))
        m_lost.push_back(call.request); // comes back
    else
        abandon(call);
}

void SimulatedRequester::cancel()
{
    SimulatedNode *node = anyNode();
    if (!node || m_open.empty())
        return;
    const RequestId request = m_random.pick(m_open)->request.request;
    m_world.log.note(m_name + " cancels " + request.string());
    node->process()->manager->cancel(m_user, request, m_scope, [](const Result<CancelOutcome> &) {});
}

void SimulatedRequester::closeConnection()
{
    SimulatedNode *node = anyNode();
    if (!node)
        return;
    node->process()->manager->requesterClosed(m_connection, m_scope, [](const Result<void> &) {});
    m_connection = ConnectionId::trusted(m_name + "-s" + std::to_string(++m_connections));
}

void SimulatedRequester::useHandle(const Handle &handle)
{
    SimulatedNode *node = anyNode();
    if (!node)
        return;
    WorkerContextManager &manager = *node->process()->manager;
    const auto lose = [this, handle] {
        std::erase(m_held, handle);
        m_stale.push_back(handle);
        if (m_stale.size() > 20)
            m_stale.erase(m_stale.begin());
    };
    const std::size_t what = m_random.below(10);
    if (what < 3)
        return manager.renew(handle, m_scope, [lose](const Result<Renewed> &renewed) {
            if (!renewed && renewed.error().code == ErrorCode::StaleHandle)
                lose();
        });
    if (what < 5) {
        const auto released = [lose](const Result<Released> &done) {
            if (done || done.error().code == ErrorCode::StaleHandle)
                lose();
        };
        manager.release(handle, m_scope, released);
        if (m_random.chance(0.3))
            manager.release(handle, m_scope, released);
        return;
    }
    if (what == 5) {
        lose();
        return ask(newRequest(), &handle);
    }
    sendCommand(handle);
}

void SimulatedRequester::sendCommand(const Handle &handle)
{
    SimulatedNode *node = anyNode();
    if (!node)
        return;
    static const char *const kinds[] = {"navigate", "navigate", "evaluate", "reload",
                                        "closeTab", "openTab",  "activate"};
    SendRequest request;
    request.user = m_user;
    request.handle = handle;
    request.task = TaskId::trusted(m_name);
    request.command =
        CommandId::trusted(m_name + "-c" + std::to_string(m_random.chance(0.1) ? m_commands : ++m_commands));
    request.content = {kinds[m_random.below(std::size(kinds))], "{}"};
    request.deadline = m_random.between(Millis(200), Seconds(12));
    const Fleet &fleet = m_world.invariants.fleet();
    const Slot slot = fleet.find(handle.name());
    if (slot != noSlot && m_random.chance(0.3)) // a tab that a leased one opened (SPEC W20)
        for (const Slot sibling : fleet.window(fleet.context(slot).window).contexts)
            if (const ContextKey &parent = fleet.context(sibling).parent; parent.name && *parent.name == handle.name())
                request.context = fleet.context(sibling).name;
    if (slot != noSlot && request.content.kind == "openTab")
        request.content.window = fleet.window(fleet.context(slot).window).name.window;
    NodeProcess &process = *node->process();
    process.dispatcher.send(
        request, m_scope, [this, node, id = request.command](const Result<CommandRecord> &admitted) {
            if (!admitted)
                return;
            const std::size_t next = m_random.below(10);
            if (next == 0)
                node->process()->dispatcher.cancelCommand(m_user, id, m_scope, [](const Result<CommandRecord> &) {});
            else if (next < 4)
                node->process()->notifier.await(m_user, id, Seconds(5), m_scope, [](const Result<CommandRecord> &) {});
        });
}

void SimulatedRequester::nodeGone(const SimulatedNode &node)
{
    for (const auto &call : m_open)
        if (call->node == &node && call->answers == 0 && !call->gone) {
            call->gone = true;
            m_lost.push_back(call->request);
        }
    // What it gave without an answer only the timeout takes back.
    m_world.invariants.forgiveAll();
}

void SimulatedRequester::checkAnswered()
{
    for (const auto &call : m_open)
        if (call->answers == 0 && !call->gone && call->starts == call->node->starts())
            m_world.invariants.violated("acquire " + call->request.request.string() + " was never answered");
}

} // namespace cheetah::simulation
