// SPDX-License-Identifier: Apache-2.0
#include "contracts/registrycontract.h"

#include "base/idsource.h"
#include "contracts/redisundertest.h"
#include "registry/memoryregistry.h"
#include "support/delayingregistry.h"
#include "support/manualscheduler.h"

namespace cheetah::test {

namespace {

class MemoryUnderTest final : public RegistryUnderTest {
public:
    MemoryUnderTest(const DeploymentPolicies &policies, ManualClock &clock) : m_registry(policies, clock, m_ids) {}
    ContextRegistry &contexts() override { return m_registry; }
    BulkTimeoutRelease *bulk() override { return &m_registry; }
    ConnectionRegistry &connections() override { return m_registry; }
    WindowRegistry &windows() override { return m_registry; }
    EvidenceStore &evidence() override { return m_registry; }
    FleetSource &source() override { return m_registry; }
    void deliver(const std::function<bool()> &) override {}
    bool immediate() const override { return true; }

private:
    SeededIdSource m_ids{1};
    MemoryRegistry m_registry;
};

class DelayedUnderTest final : public RegistryUnderTest {
public:
    DelayedUnderTest(const DeploymentPolicies &policies, ManualClock &clock)
        : m_scheduler(clock), m_registry(policies, clock, m_ids), m_delaying(m_registry, m_scheduler)
    {}
    ContextRegistry &contexts() override { return m_delaying; }
    BulkTimeoutRelease *bulk() override { return &m_delaying; }
    ConnectionRegistry &connections() override { return m_delaying; }
    WindowRegistry &windows() override { return m_delaying; }
    EvidenceStore &evidence() override { return m_delaying; }
    FleetSource &source() override { return m_delaying; }
    void deliver(const std::function<bool()> &) override { m_scheduler.runUntilIdle(); }
    bool immediate() const override { return false; }

private:
    SeededIdSource m_ids{1};
    ManualScheduler m_scheduler;
    MemoryRegistry m_registry;
    DelayingRegistry<MemoryRegistry> m_delaying;
};

template <class T>
RegistryFactory factory(const char *name)
{
    return {name, [](const DeploymentPolicies &policies, ManualClock &clock) -> std::unique_ptr<RegistryUnderTest> {
                return std::make_unique<T>(policies, clock);
            }};
}

} // namespace

std::vector<RegistryFactory> registryFactories()
{
    return {
        factory<MemoryUnderTest>("Memory"), factory<DelayedUnderTest>("MemoryDelayed"), {"Redis", makeRedisUnderTest}};
}

Replica::Replica(FleetSource &source) : m_source(source)
{
    fleetReset();
    m_subscription = source.subscribe(*this);
}

void Replica::fleetReset()
{
    m_fleet.reset(m_source.fleet().revisions());
    for (const std::vector<Change> &slice : m_source.fleet().snapshot(7))
        ASSERT_TRUE(m_fleet.load(slice).ok());
}

void Replica::fleetChanged(const Delta &delta)
{
    ++m_deltas;
    EXPECT_FALSE(delta.changes.empty());
    const Result<void> applied = m_fleet.apply(delta);
    EXPECT_TRUE(applied.ok()) << (applied ? "" : applied.error().detail);
    EXPECT_EQ(m_source.fleet().revision(), m_fleet.revision()) << "a source tells when it stands at the delta's end";
    m_heard.insert(m_heard.end(), delta.changes.begin(), delta.changes.end());
}

ReportedContext tab(const std::string &id)
{
    ReportedContext context;
    context.id = ContextId::trusted(id);
    context.title = "title of " + id;
    context.url = "about:blank";
    return context;
}

ReportedWindow window(const std::string &id, std::vector<ReportedContext> contexts)
{
    ReportedWindow result;
    result.id = WindowId::trusted(id);
    result.contexts = std::move(contexts);
    return result;
}

std::string obstacle(const Result<Assigned> &assigned)
{
    if (assigned)
        return "granted";
    return assigned.error().code == ErrorCode::NothingAvailable ? std::string(assigned.error().param("rule"))
                                                                : outcome(assigned);
}

void RegistryContract::start(const DeploymentPolicies &policies)
{
    m_replica.reset();
    m_under = GetParam().make(policies, m_clock);
    m_replica = std::make_unique<Replica>(m_under->source());
    m_epochs.clear();
    m_seqs.clear();
    ASSERT_TRUE(registerNode("n", "i1").ok());
}

void RegistryContract::TearDown()
{
    const std::optional<std::string> difference = firstDifference(m_replica->fleet(), fleet());
    EXPECT_FALSE(difference) << "a replica that heard every delta differs: " << *difference;
    m_replica.reset();
}

ContextName RegistryContract::contextName(const std::string &tabId, const std::string &clientId) const
{
    const auto epoch = m_epochs.find(clientId);
    return {user(), ClientId::trusted(clientId), Epoch::trusted(epoch == m_epochs.end() ? "e1" : epoch->second),
            ContextId::trusted(tabId)};
}

WindowName RegistryContract::windowName(const std::string &windowId, const std::string &clientId) const
{
    const ContextName name = contextName("t", clientId);
    return {name.user, name.client, name.epoch, WindowId::trusted(windowId)};
}

ContextKey RegistryContract::key(const std::string &tabId, const std::string &clientId) const
{
    const Slot slot = fleet().find(contextName(tabId, clientId));
    return slot == noSlot ? ContextKey{std::make_shared<ContextName>(contextName(tabId, clientId)), noSlot}
                          : fleet().key(slot);
}

const ContextRow *RegistryContract::row(const std::string &tabId, const std::string &clientId) const
{
    const Slot slot = fleet().find(contextName(tabId, clientId));
    return slot == noSlot ? nullptr : &fleet().context(slot);
}

const ClientRow *RegistryContract::clientRow(const std::string &clientId) const
{
    const Slot slot = fleet().find(client(clientId));
    return slot == noSlot ? nullptr : &fleet().client(slot);
}

Hello RegistryContract::helloOf(const std::string &clientId, const std::string &epoch, const std::string &socket) const
{
    Hello hello;
    hello.client = client(clientId);
    hello.epoch = Epoch::trusted(epoch);
    hello.node = NodeId::trusted("n");
    hello.connection = ConnectionId::trusted(clientId + socket);
    return hello;
}

Result<Welcome> RegistryContract::hello(const Hello &hello)
{
    Result<Welcome> welcome =
        ask<Welcome>([&](auto reply) { under().connections().hello(hello, m_scope, std::move(reply)); });
    if (welcome) {
        m_epochs[hello.client.client.string()] = hello.epoch.string();
        m_seqs[hello.client.client.string()] = welcome->lastSeq;
    }
    return welcome;
}

Welcome RegistryContract::connect(const std::string &clientId, const std::string &epoch, const std::string &socket)
{
    Result<Welcome> welcome = hello(helloOf(clientId, epoch, socket));
    EXPECT_EQ(outcome(welcome), "ok");
    return welcome ? *welcome : Welcome();
}

Result<std::uint32_t> RegistryContract::closed(std::uint64_t generation, const std::string &clientId)
{
    return ask<std::uint32_t>(
        [&](auto reply) { under().connections().closed(client(clientId), generation, m_scope, std::move(reply)); });
}

Result<ReportAccepted> RegistryContract::report(std::vector<ReportedWindow> windows, const std::string &clientId,
                                                std::uint64_t generation)
{
    Report report;
    report.client = client(clientId);
    report.epoch = contextName("t", clientId).epoch;
    report.seq = m_seqs[clientId] + 1;
    report.windows = std::move(windows);
    Result<ReportAccepted> accepted = this->report(report, ReportSource{generation});
    if (accepted)
        m_seqs[clientId] = report.seq;
    return accepted;
}

Result<ReportAccepted> RegistryContract::report(const Report &report, ReportSource source)
{
    return ask<ReportAccepted>(
        [&](auto reply) { under().windows().report(report, source, m_scope, std::move(reply)); });
}

void RegistryContract::show(const std::vector<std::string> &tabs, const std::string &clientId)
{
    std::vector<ReportedContext> contexts;
    for (const std::string &id : tabs)
        contexts.push_back(tab(id));
    EXPECT_EQ(outcome(report({window("w", std::move(contexts))}, clientId)), "ok");
}

AssignArgs RegistryContract::assignArgs(const std::string &tabId, const std::string &request,
                                        const std::string &clientId) const
{
    AssignArgs args;
    args.context = key(tabId, clientId);
    args.task = TaskId::trusted("task of " + request);
    args.request = RequestId::trusted(request);
    args.node = NodeId::trusted("n");
    return args;
}

Result<Assigned> RegistryContract::assign(const AssignArgs &args)
{
    return ask<Assigned>([&](auto reply) { under().contexts().assign(args, m_scope, std::move(reply)); });
}

Result<Assigned> RegistryContract::assign(const std::string &tabId, const std::string &request,
                                          const std::string &clientId)
{
    return assign(assignArgs(tabId, request, clientId));
}

Handle RegistryContract::lease(const std::string &tabId, const std::string &request, const std::string &clientId)
{
    Result<Assigned> assigned = assign(tabId, request, clientId);
    EXPECT_EQ(obstacle(assigned), "granted") << tabId << " for " << request;
    return assigned ? assigned->handle : Handle();
}

Result<Renewed> RegistryContract::renew(const Handle &handle)
{
    return ask<Renewed>([&](auto reply) { under().contexts().renew(handle, m_scope, std::move(reply)); });
}

Result<Released> RegistryContract::release(const Handle &handle)
{
    return ask<Released>(
        [&](auto reply) { under().contexts().release(handle, EndCause::Released, m_scope, std::move(reply)); });
}

Result<Assigned> RegistryContract::resolve(const std::string &request)
{
    return ask<Assigned>([&](auto reply) {
        under().contexts().resolveRequest(user(), RequestId::trusted(request), m_scope, std::move(reply));
    });
}

Result<CancelOutcome> RegistryContract::cancel(const std::string &request)
{
    return ask<CancelOutcome>(
        [&](auto reply) { under().contexts().cancel(user(), RequestId::trusted(request), m_scope, std::move(reply)); });
}

Waiter RegistryContract::waiterOf(const std::string &request) const
{
    Waiter waiter;
    waiter.user = user();
    waiter.task = TaskId::trusted("task of " + request);
    waiter.request = RequestId::trusted(request);
    waiter.node = NodeId::trusted("n");
    waiter.deadline = now() + Seconds(30);
    return waiter;
}

Result<std::uint64_t> RegistryContract::enqueue(const Waiter &waiter)
{
    return ask<std::uint64_t>([&](auto reply) { under().contexts().enqueue(waiter, m_scope, std::move(reply)); });
}

Result<Drain> RegistryContract::drain(const DrainTarget &target, Micros deadline, bool force)
{
    Drain drain;
    drain.target = target;
    drain.force = force;
    if (deadline > Micros(0))
        drain.deadline = now() + deadline;
    return ask<Drain>([&](auto reply) { under().contexts().drain(drain, m_scope, std::move(reply)); });
}

Result<void> RegistryContract::undrain(const DrainTarget &target)
{
    return ask<void>([&](auto reply) { under().contexts().undrain(target, m_scope, std::move(reply)); });
}

Result<void> RegistryContract::requesterClosed(const std::string &requester)
{
    return ask<void>([&](auto reply) {
        under().contexts().requesterClosed(ConnectionId::trusted(requester), m_scope, std::move(reply));
    });
}

ConnectionSweepOutcome RegistryContract::sweep(std::uint32_t limit)
{
    ConnectionSweepOutcome sum;
    for (int round = 0; round < 1000; ++round) {
        Result<ConnectionSweepOutcome> one = ask<ConnectionSweepOutcome>(
            [&](auto reply) { under().connections().sweep(limit, m_scope, std::move(reply)); });
        EXPECT_EQ(outcome(one), "ok");
        if (!one)
            break;
        sum.lapsed += one->lapsed;
        sum.ended += one->ended;
        sum.removedClients += one->removedClients;
        if (!one->more)
            return sum;
        EXPECT_LE(one->ended, limit);
    }
    ADD_FAILURE() << "the sweep does not come to an end";
    return sum;
}

Result<void> RegistryContract::heartbeat(const std::string &node, const std::string &incarnation,
                                         const NodeReport &report)
{
    return ask<void>([&](auto reply) {
        under().connections().heartbeat(NodeId::trusted(node), Incarnation::trusted(incarnation), report, m_scope,
                                        std::move(reply));
    });
}

Result<void> RegistryContract::registerNode(const std::string &node, const std::string &incarnation)
{
    NodeInfo info;
    info.id = NodeId::trusted(node);
    info.incarnation = Incarnation::trusted(incarnation);
    return ask<void>([&](auto reply) { under().connections().registerNode(info, m_scope, std::move(reply)); });
}

ReserveArgs RegistryContract::reserveArgs(const std::string &provision, const std::string &request,
                                          const std::string &clientId) const
{
    ReserveArgs args;
    args.provision = ProvisionId::trusted(provision);
    args.client = client(clientId);
    args.epoch = contextName("t", clientId).epoch;
    args.request = RequestId::trusted(request);
    args.placement.kind = Placement::Kind::NewTab;
    args.placement.window = windowName("w", clientId);
    args.timeout = Seconds(30);
    args.node = NodeId::trusted("n");
    return args;
}

Result<void> RegistryContract::reserve(const ReserveArgs &args)
{
    return ask<void>([&](auto reply) { under().windows().reserve(args, m_scope, std::move(reply)); });
}

Result<void> RegistryContract::answerReservation(const std::string &provision, bool refused, std::uint64_t seq)
{
    ProvisionAnswer answer;
    answer.client = client("c");
    answer.epoch = contextName("t").epoch;
    answer.provision = ProvisionId::trusted(provision);
    answer.refused = refused;
    answer.seq = seq;
    return ask<void>([&](auto reply) { under().windows().answerReservation(answer, m_scope, std::move(reply)); });
}

void RegistryContract::pass(Micros time)
{
    for (Micros left = time; left > Micros(0);) {
        const Micros part = std::min<Micros>(left, Seconds(5));
        m_clock.advance(part);
        EXPECT_EQ(outcome(heartbeat()), "ok");
        left -= part;
    }
}

} // namespace cheetah::test
