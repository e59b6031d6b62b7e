// SPDX-License-Identifier: Apache-2.0
#include "support/poolfixture.h"
#include "wording/wording.h"

namespace cheetah {
namespace {

struct PoolWaiting : test::PoolFixture {
    AcquireRequest waiting(Micros wait = Seconds(100))
    {
        AcquireRequest wanted = request();
        wanted.wait = wait;
        return wanted;
    }
    bool known(const AcquireRequest &wanted) const
    {
        const auto pending = manager->pending();
        return std::any_of(pending.begin(), pending.end(),
                           [&](const PendingAcquire &one) { return one.request.request == wanted.request; });
    }
};

// SPEC W12: what becomes free goes to who came first
TEST_F(PoolWaiting, PlacesAreKept)
{
    connect("c", 1);
    Lease held = got(request());
    const auto first = acquire(waiting()), second = acquire(waiting());
    EXPECT_EQ(manager->pending().size(), 2u);
    EXPECT_EQ(manager->pending()[0].state, "waiting");
    EXPECT_EQ(release(held.handle), "released");
    EXPECT_EQ(code(request()), "nothing_available"); // yields to those who wait
    scheduler.runUntilIdle();
    held = got(first);
    EXPECT_EQ(code(second), "not answered");
    EXPECT_EQ(release(held.handle), "released");
    scheduler.runUntilIdle();
    EXPECT_EQ(code(second), "granted");
    EXPECT_TRUE(manager->pending().empty());
    EXPECT_EQ(registry.fleet().waiterCount(), 0u);
}

// SPEC W12: nobody waits behind a request that wants something else
TEST_F(PoolWaiting, OtherWishesDoNotBlock)
{
    connect("c", 1);
    connect("gpu", 1, {{"gpu", "yes"}});
    AcquireRequest special = waiting();
    require(special, "metadata.gpu");
    const Lease gpu = got(special);
    AcquireRequest behind = waiting();
    require(behind, "metadata.gpu");
    const auto waits = acquire(behind);
    const Lease plain = got(request());
    EXPECT_EQ(where(plain), "c0");
    release(plain.handle);
    EXPECT_EQ(where(got(waiting())), "c0");
    release(gpu.handle);
    scheduler.runUntilIdle();
    EXPECT_EQ(where(got(waits)), "gpu0");
}

// SPEC W12: past its deadline a waiter gets nothing, with the reason, and leaves the queue
TEST_F(PoolWaiting, DeadlineEndsTheWait)
{
    connect("c", 1);
    const Lease held = got(request());
    const auto answer = acquire(waiting(Seconds(5)));
    scheduler.advance(Seconds(4));
    EXPECT_EQ(code(answer), "not answered");
    scheduler.advance(Seconds(2));
    EXPECT_EQ(code(answer), "deadline_exceeded");
    EXPECT_EQ(answer->front().error().param("excluded.assigned"), "1");
    EXPECT_EQ(registry.fleet().waiterCount(), 0u);
    release(held.handle);
    scheduler.runUntilIdle();
    EXPECT_EQ(registry.fleet().assignedCount(), 0u);
    ASSERT_FALSE(journal.empty());
    EXPECT_EQ(journal.back().kind, JournalKind::AcquireRefused);
    EXPECT_EQ(journal.back().params.front(), (std::pair<std::string, std::string>("reason", "deadline_exceeded")));
}

// SPEC W12: cancel ends a waiter, bars its id, and releases what it was given
TEST_F(PoolWaiting, CancelIsFinal)
{
    connect("c", 1);
    const AcquireRequest holder = request(), waiter = waiting();
    const Lease held = got(holder);
    const auto answer = acquire(waiter);
    const auto cancel = [&](const AcquireRequest &wanted) {
        bool released = false;
        manager->cancel(wanted.user, wanted.request, scope, [&](Result<CancelOutcome> outcome) {
            EXPECT_TRUE(outcome);
            released = outcome && outcome->released;
        });
        return released;
    };
    EXPECT_FALSE(cancel(waiter));
    EXPECT_EQ(code(answer), "cancelled");
    EXPECT_TRUE(cancel(holder));
    EXPECT_EQ(renew(held.handle), "stale_handle");
    scheduler.runUntilIdle();
    EXPECT_EQ(code(waiter), "cancelled");
    EXPECT_EQ(registry.fleet().assignedCount(), 0u);
    EXPECT_EQ(code(request()), "granted");
}

// SPEC W12: who is known to be gone is cancelled
TEST_F(PoolWaiting, ClosedRequesterIsCancelled)
{
    connect("c", 1);
    const Lease held = got(request());
    AcquireRequest wanted = waiting();
    wanted.requester = ConnectionId::trusted("socket");
    const auto answer = acquire(wanted);
    manager->requesterClosed(wanted.requester, scope, [](const Result<void> &) {});
    EXPECT_EQ(code(answer), "cancelled");
    release(held.handle);
    EXPECT_EQ(code(request()), "granted");
}

// SPEC W12: what no known client could ever satisfy fails at once, unless it shall wait for clients
TEST_F(PoolWaiting, Unsatisfiable)
{
    connect("c", 1);
    AcquireRequest wanted = waiting();
    require(wanted, "metadata.gpu");
    EXPECT_EQ(code(wanted), "unsatisfiable");
    wanted = waiting();
    require(wanted, "metadata.gpu");
    wanted.waitForClients = true;
    const auto answer = acquire(wanted);
    EXPECT_EQ(code(answer), "not answered");
    connect("g", 1, {{"gpu", "yes"}});
    scheduler.runUntilIdle();
    EXPECT_EQ(where(got(answer)), "g0");
}

// SPEC W12: the queue is bounded, in the registry and here
TEST_F(PoolWaiting, QueueIsBounded)
{
    connect("c", 1);
    got(request());
    std::vector<Answer<Lease>> answers;
    for (int i = 0; i < 20; ++i)
        answers.push_back(acquire(waiting()));
    EXPECT_EQ(code(waiting()), "queue_full");
    for (const auto &answer : answers)
        EXPECT_EQ(code(answer), "not answered");
    ManagerConfig setup = config();
    setup.maxPending = 1;
    make(setup);
    AcquireRequest wanted = waiting();
    require(wanted, "metadata.none");
    wanted.waitForClients = true;
    EXPECT_EQ(code(wanted), "queue_full"); // the old manager's waiters are still in the registry's
}

// SPEC W1: stop answers everyone who waits
TEST_F(PoolWaiting, StopAnswersWaiters)
{
    connect("c", 1);
    got(request());
    const auto answer = acquire(waiting());
    manager->stop();
    EXPECT_EQ(code(answer), "going_down");
    EXPECT_EQ(registry.fleet().waiterCount(), 0u);
}

// SPEC W11: a slow registry past the deadline: the requester is answered, and the late success is taken back
TEST_F(PoolWaiting, DeadlineDuringAStep)
{
    make(config(), false);
    connect("c", 1);
    unreliable.holdBack = true;
    const auto answer = acquire(waiting(Seconds(5)));
    scheduler.advance(Seconds(6));
    EXPECT_EQ(code(answer), "deadline_exceeded");
    unreliable.deliver();
    scheduler.runUntilIdle();
    EXPECT_EQ(registry.fleet().assignedCount(), 0u);
}

struct PoolProvisioning : PoolWaiting {
    AcquireRequest newTab(std::string_view on = "c")
    {
        AcquireRequest wanted = request();
        wanted.placement = {Placement::Kind::NewTab, WindowName{UserId::trusted("u"), client(on).client,
                                                                Epoch::trusted("e"), WindowId::trusted("w")}};
        return wanted;
    }
    void show(std::string_view on, const std::string &id, const ProvisionId &provision)
    {
        ReportedContext &context = tab(on, id);
        context.ours = true;
        context.provision = provision;
        send(on);
        scheduler.runUntilIdle();
    }
};

// SPEC W13: what was made goes to the asker and to nobody else, in the report that shows it
TEST_F(PoolProvisioning, NewTabGoesToItsAsker)
{
    connect("c", 0);
    const auto answer = acquire(newTab());
    ASSERT_EQ(port.created.size(), 1u);
    EXPECT_EQ(port.created[0].order.placement.kind, Placement::Kind::NewTab);
    EXPECT_EQ(manager->pending()[0].state, "creating");
    tab("c", "a person's");
    send("c");
    EXPECT_EQ(code(request()), "nothing_available"); // its origin is not known yet
    show("c", "made", port.created[0].order.provision);
    port.created[0].reply(ProvisionDone{false, reports[client("c")].seq, {}});
    const Lease lease = got(answer);
    EXPECT_EQ(where(lease), "cmade");
    EXPECT_TRUE(lease.provisioned);
    EXPECT_TRUE(registry.fleet().reservations().empty());
    EXPECT_EQ(where(got(request())), "ca person's");
}

// SPEC W13 SPEC W8: idle ones first, then creation, within the limits; those alone may exceed them
TEST_F(PoolProvisioning, LimitsAreKept)
{
    CapacityLimits limits;
    limits.tabs = 2;
    connect("c", 1, {}, limits);
    AcquireRequest wanted = request();
    wanted.autoProvision = true;
    EXPECT_EQ(where(got(wanted)), "c0");
    EXPECT_TRUE(port.created.empty());
    wanted = request();
    wanted.autoProvision = true;
    const auto creating = acquire(wanted);
    EXPECT_EQ(port.created.size(), 1u);
    wanted = request();
    wanted.autoProvision = true;
    const auto refused = acquire(wanted);
    EXPECT_EQ(code(refused), "nothing_available");
    EXPECT_EQ(refused->front().error().param("provisioning"), "limit_tabs");
    EXPECT_EQ(code(newTab()), "provisioning_limit");
    tab("c", "p1");
    tab("c", "p2");
    send("c");
    EXPECT_EQ(code(newTab()), "provisioning_limit");
    EXPECT_EQ(code(creating), "not answered");
    EXPECT_EQ(port.created.size(), 1u);
}

// SPEC W13: a client that refuses gives its capacity back, and another one is asked
TEST_F(PoolProvisioning, RefusalGoesToTheNext)
{
    connect("a", 0);
    connect("b", 0);
    AcquireRequest wanted = request();
    wanted.placement.kind = Placement::Kind::NewWindow;
    const auto answer = acquire(wanted);
    ASSERT_EQ(port.created.size(), 1u);
    port.created[0].reply(ProvisionDone{true, 0, "no_display"});
    ASSERT_EQ(port.created.size(), 2u);
    EXPECT_NE(port.created[0].order.client.client, port.created[1].order.client.client);
    EXPECT_EQ(registry.fleet().reservations().size(), 1u);
    port.created[1].reply(ProvisionDone{true, 0, "no_display"});
    EXPECT_EQ(code(answer), "provisioning_refused");
    EXPECT_EQ(answer->front().error().param("reason"), "no_display");
    EXPECT_TRUE(registry.fleet().reservations().empty());
}

// SPEC W13: too late for the asker, the tab becomes an idle one of ours
TEST_F(PoolProvisioning, TimeoutDetachesTheAsker)
{
    connect("c", 0);
    const auto answer = acquire(newTab());
    scheduler.advance(Seconds(31));
    EXPECT_EQ(code(answer), "provisioning_timeout");
    EXPECT_EQ(registry.fleet().reservations().size(), 1u);                      // overdue, but still holding capacity
    registry.hello(hellos[client("c")], scope, [](const Result<Welcome> &) {}); // its connection lease lapsed meanwhile
    show("c", "late", port.created[0].order.provision);
    EXPECT_TRUE(registry.fleet().reservations().empty());
    EXPECT_EQ(registry.fleet().assignedCount(), 0u);
    EXPECT_EQ(where(got(request())), "clate");
}

// SPEC W13: cancelling detaches the asker; nothing is doubled
TEST_F(PoolProvisioning, CancelDuringCreation)
{
    connect("c", 0);
    const AcquireRequest wanted = newTab();
    const auto answer = acquire(wanted);
    manager->cancel(wanted.user, wanted.request, scope, [](const Result<CancelOutcome> &) {});
    EXPECT_EQ(code(answer), "cancelled");
    show("c", "made", port.created[0].order.provision);
    EXPECT_EQ(registry.fleet().assignedCount(), 0u);
    EXPECT_EQ(where(got(request())), "cmade");
    EXPECT_EQ(port.created.size(), 1u);
}

// SPEC W13: an overdue creation is asked about; a report that lacks the tab ends it
TEST_F(PoolProvisioning, OverdueIsAskedAbout)
{
    manager->start();
    connect("c", 0);
    const auto answer = acquire(newTab());
    port.status_ = {true, 0};
    scheduler.advance(Seconds(32));
    EXPECT_EQ(code(answer), "provisioning_timeout");
    ASSERT_EQ(port.questions.size(), 1u);
    EXPECT_EQ(registry.fleet().reservations().size(), 1u);
    port.status_ = {false, reports[client("c")].seq};
    scheduler.advance(Seconds(11));
    EXPECT_EQ(port.questions.size(), 2u);
    EXPECT_TRUE(registry.fleet().reservations().empty());
}

// SPEC W13: a new epoch drops what was pending, and the asker hears it
TEST_F(PoolProvisioning, EpochEndsCreations)
{
    connect("c", 0);
    const auto answer = acquire(newTab());
    connect("c", 0, {}, {}, "e2");
    scheduler.runUntilIdle();
    EXPECT_EQ(code(answer), "unsatisfiable"); // the window is gone for good
    EXPECT_TRUE(registry.fleet().reservations().empty());
}

// SPEC W13: flows of a console client have their own limit
TEST_F(PoolProvisioning, FlowsOfAConsole)
{
    CapacityLimits limits;
    limits.flows = 1;
    connect("c", 0, {}, limits);
    Hello hello = hellos[client("c")];
    hello.kind = ClientKind::Console;
    registry.hello(hello, scope, [](const Result<Welcome> &welcome) { EXPECT_TRUE(welcome); });
    AcquireRequest wanted = request();
    wanted.autoProvision = true;
    const auto answer = acquire(wanted);
    ASSERT_EQ(port.created.size(), 1u);
    wanted = request();
    wanted.autoProvision = true;
    const auto refused = acquire(wanted);
    EXPECT_EQ(code(refused), "nothing_available");
    EXPECT_EQ(refused->front().error().param("provisioning"), "limit_flows");
}

// SPEC W14: a node may be told never to provision
TEST_F(PoolProvisioning, NeverProvisions)
{
    ManagerConfig setup = config();
    setup.provisioning = ProvisioningOwner::Never;
    make(setup);
    connect("c", 0);
    EXPECT_EQ(code(newTab()), "not_provisioning_owner");
    EXPECT_TRUE(port.created.empty());
    make(config());
    EXPECT_EQ(manager->explain(newTab(), false).provisioning.owner, "n");
}

// SPEC W14: a deployment may pin an owner
TEST_F(PoolProvisioning, LeavesItToTheNodeThatTheDeploymentNames)
{
    ManagerConfig setup = config();
    setup.provisionOwner = NodeId::trusted("m");
    make(setup);
    connect("c", 0);
    const auto refused = acquire(newTab());
    EXPECT_EQ(code(refused), "not_provisioning_owner");
    EXPECT_EQ(refused->front().error().param("owner"), "m");
    EXPECT_TRUE(port.created.empty());
    setup.provisionOwner = NodeId::trusted("n");
    make(setup);
    acquire(newTab());
    EXPECT_EQ(port.created.size(), 1u);
}

/// Another node's claim on creating keeps this one from it.
struct PoolClaims : PoolProvisioning {
    PoolClaims()
    {
        other.id = NodeId::trusted("m");
        other.incarnation = Incarnation::trusted("i");
        registry.registerNode(other, scope, [](const Result<void> &done) { EXPECT_TRUE(done); });
        connect("c", 0);
        ReserveArgs claiming;
        claiming.provision = ProvisionId::trusted("p");
        claiming.client = client("c");
        claiming.epoch = hellos[client("c")].epoch;
        claiming.request = RequestId::trusted("q");
        claiming.timeout = Seconds(30);
        claiming.node = other.id;
        registry.reserve(claiming, scope, [](const Result<void> &done) { EXPECT_TRUE(done); });
    }
    void acquirePatiently()
    {
        AcquireRequest patient = newTab();
        patient.wait = Seconds(120);
        acquire(patient);
    }
    /// Both nodes live on.
    void pass(int seconds)
    {
        for (; seconds > 0; --seconds) {
            for (const NodeId &node : {NodeId::trusted("n"), other.id})
                registry.heartbeat(node, other.incarnation, {}, scope,
                                   [](const Result<void> &done) { EXPECT_TRUE(done); });
            scheduler.advance(Seconds(1));
        }
    }

    NodeInfo other;
};

// SPEC W14 SPEC W9: explanations name the owner
TEST_F(PoolClaims, AreExplainedByTheirNode)
{
    const Explanation explanation = manager->explain(newTab(), false);
    EXPECT_EQ(explanation.provisioning.code, "claimed");
    EXPECT_EQ(explanation.provisioning.owner, "m");
    ASSERT_TRUE(explanation.smallestChange);
    EXPECT_EQ(explanation.smallestChange->code, "ask_owner");
    const Wording wording;
    EXPECT_EQ(wording.provisioning(explanation.provisioning),
              "Node m creates contexts for client c at present, so this node does not.");
    EXPECT_EQ(wording.suggestion(*explanation.smallestChange), "Ask node m, which may create one.");
    EXPECT_TRUE(port.created.empty());

    registry.unregisterNode(other.id, other.incarnation, scope, [](const Result<void> &done) { EXPECT_TRUE(done); });
    EXPECT_EQ(manager->explain(newTab(), false).provisioning.code, "possible") << "a node that is gone holds no claim";
    EXPECT_EQ(manager->explain(newTab(), false).provisioning.owner, "n");
    acquire(newTab());
    EXPECT_EQ(port.created.size(), 1u);
}

// SPEC W14 SPEC W12: nothing changes then but the time
TEST_F(PoolClaims, EndByTimeForWhoWaits)
{
    acquirePatiently();
    pass(29);
    EXPECT_TRUE(port.created.empty());
    pass(2);
    EXPECT_EQ(port.created.size(), 1u);
}

// SPEC W14 SPEC W12: a node that is gone holds no claim
TEST_F(PoolClaims, EndWithTheirNodeForWhoWaits)
{
    acquirePatiently();
    pass(1);
    EXPECT_TRUE(port.created.empty());
    registry.unregisterNode(other.id, other.incarnation, scope, [](const Result<void> &done) { EXPECT_TRUE(done); });
    scheduler.runUntilIdle();
    EXPECT_EQ(port.created.size(), 1u);
}

// SPEC W13: the node that holds the socket asks, though it creates nothing; no other does
TEST_F(PoolProvisioning, AsksOnlyWhereTheSocketIs)
{
    ManagerConfig setup = config();
    setup.provisioning = ProvisioningOwner::Never;
    make(setup);
    manager->start();
    connect("c", 0);
    Hello elsewhere = hellos[client("c")];
    elsewhere.client = client("d");
    elsewhere.node = NodeId::trusted("m");
    registry.hello(elsewhere, scope, [](const Result<Welcome> &welcome) { EXPECT_TRUE(welcome); });
    for (const char *id : {"c", "d"}) {
        ReserveArgs args;
        args.provision = ProvisionId::trusted(std::string("p") + id);
        args.client = client(id);
        args.epoch = elsewhere.epoch;
        args.request = RequestId::trusted(std::string("q") + id);
        args.timeout = Seconds(5);
        args.node = NodeId::trusted("m");
        registry.reserve(args, scope, [](const Result<void> &done) { EXPECT_TRUE(done); });
    }
    port.status_ = {true, 0};
    scheduler.advance(Seconds(7));
    EXPECT_EQ(port.questions, std::vector{ProvisionId::trusted("pc")});
}

// SPEC W13: a lost answer to the assignment of what was made is resolved, too
TEST_F(PoolProvisioning, LostReplyAfterCreation)
{
    make(config(), false);
    connect("c", 0);
    const auto answer = acquire(newTab());
    ASSERT_EQ(port.created.size(), 1u);
    unreliable.loseAnswers = 2;
    show("c", "made", port.created[0].order.provision);
    scheduler.advance(Seconds(3));
    EXPECT_EQ(where(got(answer)), "cmade");
}

} // namespace
} // namespace cheetah
