// SPDX-License-Identifier: Apache-2.0
#include "pool/connectionsweeper.h"
#include "pool/heartbeat.h"
#include "support/poolfixture.h"
#include "wording/wording.h"

#include <cmath>
#include <limits>

namespace cheetah {
namespace {

using PoolManager = test::PoolFixture;

// SPEC W1: nothing runs before start, and both hooks may be repeated
TEST_F(PoolManager, StartsNothingByItself)
{
    EXPECT_TRUE(scheduler.idle());
    manager->start();
    manager->start();
    EXPECT_FALSE(scheduler.idle());
    manager->stop();
    manager->stop();
    EXPECT_TRUE(scheduler.idle());
    connect("c", 1);
    EXPECT_EQ(code(request()), "going_down");
    manager->start();
    EXPECT_EQ(code(request()), "granted");
}

// SPEC W2: intervals that would scan without pause, and negative timeouts, are refused by name
TEST_F(PoolManager, RefusesImpossibleIntervals)
{
    const auto refused = [](Micros timeout, double interval) -> std::string {
        ManagerConfig config = test::PoolFixture::config();
        config.taskTimeout = timeout;
        config.checkIntervalSeconds = interval;
        const auto checked = config.check();
        return checked ? "" : std::string(checked.error().param("setting"));
    };
    for (const double interval : {0.0, -1.0, std::nan(""), std::numeric_limits<double>::infinity()}) {
        EXPECT_EQ(refused(Millis(1), interval), "check_interval") << interval;
        EXPECT_EQ(refused(Micros(0), interval), "") << interval;
    }
    EXPECT_EQ(refused(Millis(-1), 30), "task_timeout");
    EXPECT_EQ(refused(Millis(300'000), 0.25), "");
    EXPECT_EQ(ManagerConfig().taskTimeout, Millis(300'000));
    EXPECT_EQ(ManagerConfig().checkIntervalSeconds, 30);
}

// SPEC W2: timeout 0 turns this sweep off
TEST_F(PoolManager, NoTimeoutNoSweep)
{
    ManagerConfig setup = config();
    setup.taskTimeout = Micros(0);
    make(setup);
    EXPECT_EQ(manager->timeoutSweeper(), nullptr);
    connect("c", 1);
    EXPECT_FALSE(got(request()).remaining);
}

// SPEC W3 SPEC W5: with and without bulk release the same assignments end, later than their timeout and as expired
TEST_F(PoolManager, SweepEndsWhatWasNotRenewed)
{
    for (const bool bulk : {true, false}) {
        make(config(), bulk);
        const std::string name = bulk ? "b" : "s";
        connect(name, 3);
        manager->start();
        const Lease stale = got(request()), renewed = got(request()), released = got(request());
        scheduler.advance(Seconds(200));
        EXPECT_EQ(renew(renewed.handle), "renewed");
        EXPECT_EQ(release(released.handle), "released");
        scheduler.advance(Seconds(99));
        EXPECT_EQ(registry.fleet().assignedCount(), 2u);
        scheduler.advance(Seconds(31));
        EXPECT_EQ(registry.fleet().assignedCount(), 1u);
        EXPECT_EQ(renew(stale.handle), "stale_handle");
        EXPECT_EQ(renew(renewed.handle), "renewed");
        EXPECT_EQ(registry.fleet().context(registry.fleet().find(stale.handle.context)).lastEnd, EndCause::Expired);
        EXPECT_TRUE(port.closed.empty());
        EXPECT_EQ(manager->timeoutSweeper()->counts().expired, 1u);
        EXPECT_EQ(release(renewed.handle), "released");
        registry.disconnect(client(name), 0, Micros(0), scope, [](const Result<std::uint64_t> &) {});
        scheduler.advance(Seconds(1));
    }
}

// SPEC W3: past its timeout a lease is valid until a sweep ends it
TEST_F(PoolManager, RenewalWinsBeforeTheSweep)
{
    connect("c", 1);
    const Lease lease = got(request());
    clock.advance(Seconds(400));
    EXPECT_EQ(renew(lease.handle), "renewed");
}

// SPEC W3: after a suspend, a stall or a jump of the clock one round is skipped
TEST_F(PoolManager, SweepSkipsARoundAfterAJump)
{
    connect("c", 1);
    manager->start();
    const Lease lease = got(request());
    scheduler.advance(Seconds(299));
    clock.jumpWall(Seconds(3600));
    scheduler.advance(Seconds(2)); // the round due now
    EXPECT_EQ(manager->timeoutSweeper()->counts().skipped, 1u);
    EXPECT_EQ(registry.fleet().assignedCount(), 1u);
    scheduler.advance(Seconds(31));
    EXPECT_EQ(registry.fleet().assignedCount(), 0u);

    const auto rounds = manager->timeoutSweeper()->counts().rounds;
    clock.advance(Seconds(120)); // the loop stood still
    scheduler.runUntilIdle();
    EXPECT_EQ(manager->timeoutSweeper()->counts().skipped, 2u);
    EXPECT_EQ(manager->timeoutSweeper()->counts().rounds, rounds);
}

// SPEC W4: one's own release may be repeated; a stale handle changes nothing
TEST_F(PoolManager, ReleaseAndStaleHandles)
{
    connect("c", 1);
    const Lease first = got(request());
    EXPECT_EQ(first.window.text(), "w");
    EXPECT_EQ(first.remaining, Millis(300'000));
    EXPECT_EQ(renew(first.handle), "renewed");
    EXPECT_EQ(release(first.handle), "released");
    EXPECT_EQ(release(first.handle), "already");
    const Lease second = got(request());
    EXPECT_EQ(renew(first.handle), "stale_handle");
    EXPECT_EQ(release(first.handle), "already");
    EXPECT_EQ(renew(second.handle), "renewed");
    Handle forged = second.handle;
    forged.request = RequestId::trusted("other");
    EXPECT_EQ(release(forged), "stale_handle");
}

// SPEC W6: ends at once what the client's contexts hold, removes nothing, and a second call ends nothing
TEST_F(PoolManager, OnClientDisconnectEndsAssignments)
{
    ManagerConfig setup = config();
    setup.disconnectSlice = 2;
    make(setup);
    connect("c", 5);
    connect("d", 1);
    for (int i = 0; i < 6; ++i)
        got(request());
    const auto end = [&] {
        std::optional<std::uint32_t> ended;
        manager->onClientDisconnect(client("c"), scope, [&](Result<std::uint32_t> count) { ended = *count; });
        return ended;
    };
    EXPECT_EQ(end(), 5u);
    EXPECT_EQ(end(), 0u);
    EXPECT_EQ(registry.fleet().assignedCount(), 1u);
    EXPECT_EQ(registry.fleet().contextCount(), 6u);
    disconnect("d"); // policy `keep`: the manager attaches itself to nothing
    scheduler.advance(Seconds(60));
    EXPECT_EQ(registry.fleet().assignedCount(), 1u);
}

// SPEC W7: a new epoch inherits nothing, and what a report lacks is gone for good
TEST_F(PoolManager, LeasesEndWithTheirContext)
{
    connect("c", 2);
    const Lease gone = got(request()), survives = got(request());
    auto &contexts = reports[client("c")].windows[0].contexts;
    std::erase_if(contexts, [&](const ReportedContext &c) { return c.id == gone.handle.name().context; });
    send("c");
    tab("c", gone.handle.name().context.string());
    send("c");
    EXPECT_EQ(renew(gone.handle), "stale_handle");
    EXPECT_EQ(renew(survives.handle), "renewed");
    connect("c", 2, {}, {}, "e2");
    EXPECT_EQ(renew(survives.handle), "stale_handle");
    EXPECT_EQ(got(request()).handle.name().epoch.text(), "e2");
}

// SPEC W8: what contradicts itself is refused by name
TEST_F(PoolManager, ContradictionsAreNamed)
{
    connect("c", 1);
    AcquireRequest wanted = request();
    wanted.placement.kind = Placement::Kind::NewWindow;
    wanted.reuseOnly = true;
    EXPECT_EQ(code(wanted), "contradictory_request");
    wanted.reuseOnly = false;
    wanted.wait = Micros(0);
    EXPECT_EQ(code(wanted), "contradictory_request");
    wanted = request();
    wanted.placement.kind = Placement::Kind::Window;
    EXPECT_EQ(code(wanted), "contradictory_request");
    wanted.placement.window =
        WindowName{UserId::trusted("other"), ClientId::trusted("c"), Epoch::trusted("e"), WindowId::trusted("w")};
    EXPECT_EQ(code(wanted), "contradictory_request");
    wanted = request();
    wanted.strategy = "cleverest";
    EXPECT_EQ(code(wanted), "unknown_strategy");
    wanted = request();
    wanted.wait = Seconds(-1);
    EXPECT_EQ(code(wanted), "bad_request");
    wanted = request();
    wanted.reuseOnly = wanted.autoProvision = true;
    EXPECT_EQ(code(wanted), "granted");
    wanted = request();
    wanted.reuseOnly = wanted.autoProvision = true;
    EXPECT_EQ(code(wanted), "nothing_available");
    EXPECT_TRUE(port.created.empty());
}

// SPEC W8: requirements, windows and strategies choose; the host may add a strategy
TEST_F(PoolManager, RequirementsAndStrategies)
{
    connect("a", 2, {{"region", "eu"}, {"ram", "4"}});
    connect("b", 2, {{"region", "us"}, {"ram", "16"}});
    AcquireRequest wanted = request();
    test::PoolFixture::require(wanted, "metadata.ram>=8");
    EXPECT_EQ(where(got(wanted)), "b0");
    wanted = request();
    wanted.strategy = "least-busy";
    EXPECT_EQ(where(got(wanted)), "a0");
    wanted = request();
    wanted.placement = {Placement::Kind::Window, WindowName{UserId::trusted("u"), ClientId::trusted("b"),
                                                            Epoch::trusted("e"), WindowId::trusted("w")}};
    EXPECT_EQ(where(got(wanted)), "b1");
    EXPECT_TRUE(manager->registerStrategy(
        "last", [](const Fleet &, const std::vector<Slot> &clients) { return clients.size() - 1; }));
    EXPECT_FALSE(manager->registerStrategy("last", [](const Fleet &, const std::vector<Slot> &) { return 0u; }));
    EXPECT_FALSE(manager->registerStrategy("least-busy", [](const Fleet &, const std::vector<Slot> &) { return 0u; }));
    wanted = request();
    wanted.strategy = "last";
    EXPECT_EQ(where(got(wanted)), "a1");
}

// SPEC W8: release and acquire is one call; a stale handle acquires nothing
TEST_F(PoolManager, ReleaseAndAcquire)
{
    connect("c", 1);
    const Lease first = got(request());
    const auto exchange = [&](const Handle &handle, const AcquireRequest &wanted) {
        auto answer = std::make_shared<std::vector<Result<Lease>>>();
        manager->releaseAndAcquire(handle, wanted, scope,
                                   [answer](Result<Lease> l) { answer->push_back(std::move(l)); });
        return answer;
    };
    const Lease second = got(exchange(first.handle, request()));
    EXPECT_EQ(where(second), "c0"); // the released context itself was the only one
    EXPECT_EQ(renew(first.handle), "stale_handle");
    EXPECT_EQ(renew(second.handle), "renewed");

    AcquireRequest impossible = request();
    test::PoolFixture::require(impossible, "client=c");
    test::PoolFixture::require(impossible, "metadata.gpu");
    const auto nothing = exchange(second.handle, impossible);
    EXPECT_EQ(code(nothing), "unsatisfiable");
    EXPECT_EQ(nothing->front().error().param("released"), "true");
    EXPECT_EQ(renew(second.handle), "stale_handle");
    Handle forged = second.handle;
    forged.fence += 1;
    EXPECT_EQ(code(exchange(forged, request())), "stale_handle");
    EXPECT_EQ(registry.fleet().assignedCount(), 0u);
}

// SPEC W10 SPEC W16: disconnected and draining contexts are not given; leases on draining ones go on
TEST_F(PoolManager, DisconnectedAndDrainingAreNotGiven)
{
    connect("c", 2);
    const Lease lease = got(request());
    Drain drain;
    drain.target = client("c");
    registry.drain(drain, scope, [](const Result<Drain> &) {});
    EXPECT_EQ(code(request()), "nothing_available");
    EXPECT_EQ(renew(lease.handle), "renewed");
    registry.undrain(drain.target, scope, [](const Result<void> &) {});
    disconnect("c");
    const auto answer = acquire(request());
    EXPECT_EQ(code(answer), "nothing_available");
    EXPECT_EQ(answer->front().error().param("excluded.connected"), "2");
    EXPECT_EQ(renew(lease.handle), "renewed");
}

// SPEC W11: a lost reply is resolved by the same request id, and never gives a second context
TEST_F(PoolManager, LostRepliesAreResolved)
{
    make(config(), false);
    connect("c", 3);
    unreliable.loseAnswers = 3;
    const AcquireRequest wanted = request();
    const auto answer = acquire(wanted);
    EXPECT_EQ(code(answer), "not answered");
    scheduler.advance(Seconds(5));
    const Lease lease = got(answer);
    EXPECT_EQ(registry.fleet().assignedCount(), 1u);
    EXPECT_EQ(renew(lease.handle), "renewed");
    EXPECT_EQ(got(wanted).handle, lease.handle);

    unreliable.loseAnswers = 100; // the registry stays away: the requester hears it and may ask again
    const AcquireRequest other = request();
    const auto lost = acquire(other);
    scheduler.advance(Seconds(60));
    EXPECT_EQ(code(lost), "unavailable");
    unreliable.loseAnswers = 0;
    EXPECT_TRUE(got(other).handle.context.name);
    EXPECT_EQ(registry.fleet().assignedCount(), 2u);
}

// SPEC W11: the same request while it is under way hears the same answer; another task may not use its id
TEST_F(PoolManager, SameRequestTwiceAtOnce)
{
    make(config(), false);
    connect("c", 2);
    unreliable.holdBack = true;
    AcquireRequest wanted = request();
    const auto first = acquire(wanted), second = acquire(wanted);
    wanted.task = TaskId::trusted("thief");
    EXPECT_EQ(code(wanted), "request_known");
    unreliable.deliver();
    EXPECT_EQ(got(first).handle, got(second).handle);
    EXPECT_EQ(registry.fleet().assignedCount(), 1u);
}

// SPEC W8: requests at the same time are given different contexts of one client, none of them after a detour
TEST_F(PoolManager, ManyAtOnceShareOneClient)
{
    make(config(), false);
    connect("c", 100);
    unreliable.holdBack = true;
    std::vector<Answer<Lease>> answers;
    for (int i = 0; i < 100; ++i)
        answers.push_back(acquire(request()));
    while (unreliable.deliverOne())
        ;
    for (const auto &answer : answers)
        EXPECT_EQ(code(answer), "granted");
    EXPECT_EQ(unreliable.assigns, 100);
}

// SPEC W8: those of several nodes race for the same contexts; as long as there are enough nobody goes without
TEST_F(PoolManager, NodesThatRaceGetAllThereIs)
{
    for (const bool window : {false, true}) {
        make(config(), false);
        const std::string name = window ? "w" : "c";
        connect(name, 400);
        test::UnreliableRegistry othersRegistry(registry);
        FleetView othersView(registry);
        const auto other = WorkerContextManager::create(
            config(), {othersRegistry, registry, registry, othersView, scheduler, clock, ids});
        ASSERT_TRUE(other);
        unreliable.holdBack = othersRegistry.holdBack = true;
        std::vector<Answer<Lease>> answers;
        for (int i = 0; i < 400; ++i) {
            AcquireRequest wanted = request();
            if (window) {
                wanted.placement.kind = Placement::Kind::Window;
                wanted.placement.window =
                    WindowName{client(name).user, client(name).client, Epoch::trusted("e"), WindowId::trusted("w")};
            }
            answers.push_back(acquire(wanted, scope, i % 2 ? **other : *manager));
        }
        for (bool more = true; more;) {
            const bool mine = unreliable.deliverOne();
            more = othersRegistry.deliverOne() || mine;
        }
        for (const auto &answer : answers)
            EXPECT_EQ(code(answer), "granted");
        EXPECT_LT(unreliable.assigns + othersRegistry.assigns, 400 * 12);
        registry.disconnect(client(name), 0, Micros(0), scope, [](const Result<std::uint64_t> &) {});
    }
}

// SPEC W12: a success for a requester that is gone is taken back
TEST_F(PoolManager, LateSuccessIsTakenBack)
{
    make(config(), false);
    connect("c", 1);
    unreliable.holdBack = true;
    {
        const Scope gone;
        acquire(request(), gone);
    }
    unreliable.deliver();
    scheduler.runUntilIdle();
    EXPECT_EQ(registry.fleet().assignedCount(), 0u);
    EXPECT_EQ(code(request()), "granted");
}

// SPEC W18: only live contexts, unless asked otherwise
TEST_F(PoolManager, HealthIsARule)
{
    connect("c", 0);
    tab("c", "x").health = Health::Crashed;
    send("c");
    AcquireRequest wanted = request();
    EXPECT_EQ(code(wanted), "nothing_available");
    wanted = request();
    wanted.anyHealth = true;
    EXPECT_EQ(where(got(wanted)), "cx");
}

// SPEC W19: a tie needs a socket; a longest hold ends by the connection sweep
TEST_F(PoolManager, TiesAndLongestHold)
{
    connect("c", 2);
    AcquireRequest wanted = request();
    wanted.releaseOnClose = true;
    EXPECT_EQ(code(wanted), "not_tieable");
    wanted.requester = ConnectionId::trusted("socket");
    const Lease tied = got(wanted);
    wanted = request();
    wanted.longestHold = Seconds(3);
    const Lease held = got(wanted);
    ConnectionSweeper sweeper(registry, &port, scheduler, clock, {});
    sweeper.start(scope, [](const Result<void> &) {});
    manager->requesterClosed(ConnectionId::trusted("socket"), scope, [](const Result<void> &) {});
    scheduler.advance(Seconds(2));
    EXPECT_EQ(renew(tied.handle), "stale_handle");
    EXPECT_EQ(renew(held.handle), "renewed");
    scheduler.advance(Seconds(3));
    EXPECT_EQ(renew(held.handle), "stale_handle");
    EXPECT_GE(sweeper.counts().ended, 1u);
}

// SPEC W20: on the holder's release what the lease opened by our commands is closed
TEST_F(PoolManager, ChildrenCloseWithTheLease)
{
    connect("c", 1);
    const Lease lease = got(request());
    ReportedContext &ours = tab("c", "ours");
    ours.opener = ContextId::trusted("0");
    ours.ours = true;
    tab("c", "popup").opener = ContextId::trusted("0");
    send("c");
    EXPECT_EQ(code(request()), "nothing_available"); // they belong to the lease
    EXPECT_EQ(release(lease.handle), "released");
    ASSERT_EQ(port.closed.size(), 1u);
    EXPECT_EQ(port.closed[0]->context.text(), "ours");
}

// SPEC R7: the connection sweep runs every second, and the heartbeat keeps connections alive
TEST_F(PoolManager, ConnectionSweepAndHeartbeat)
{
    connect("c", 1);
    ConnectionSweeper sweeper(registry, &port, scheduler, clock, {});
    sweeper.start(scope, [](const Result<void> &) {});
    Heartbeat heartbeat({NodeId::trusted("n"), Incarnation::trusted("i")}, registry, scheduler, {}, nullptr);
    heartbeat.start();
    scheduler.advance(Seconds(60));
    EXPECT_EQ(sweeper.counts().rounds, 60u);
    EXPECT_EQ(code(request()), "granted");
    heartbeat.stop();
    scheduler.advance(Seconds(17));
    EXPECT_EQ(sweeper.counts().lapsed, 1u);
    EXPECT_EQ(code(request()), "nothing_available");
}

// SPEC W9: what only the registry knew, here that connections lapsed which no sweep has ended, is told with the refusal
TEST_F(PoolManager, ARefusalTellsWhatTheRegistryRefused)
{
    connect("c", 2);
    scheduler.advance(Seconds(17));
    const auto answer = acquire(request());
    scheduler.runUntilIdle();
    ASSERT_EQ(code(answer), "nothing_available");
    const Error &error = answer->front().error();
    EXPECT_EQ(error.param("candidates"), "2");
    EXPECT_EQ(error.param("excluded.connected"), "");
    EXPECT_EQ(error.param("tried"), "2");
    EXPECT_EQ(error.param("rule"), "connected");
    ASSERT_FALSE(journal.empty());
    EXPECT_NE(Wording().journal(journal.back()).find("Of 2 that seemed free"), std::string::npos);
}

// SPEC R7 SPEC W3: after a sleep of the machine whoever still holds connections gets to say so before they are swept
TEST_F(PoolManager, ConnectionSweepWaitsForHeartbeatsAfterASleep)
{
    connect("c", 1);
    ConnectionSweeper sweeper(registry, &port, scheduler, clock, {});
    sweeper.start(scope, [](const Result<void> &) {});
    scheduler.advance(Seconds(10));
    EXPECT_EQ(sweeper.counts().rounds, 10u);
    clock.advance(Seconds(120));
    scheduler.advance(Seconds(6));
    Heartbeat heartbeat({NodeId::trusted("n"), Incarnation::trusted("i")}, registry, scheduler, {}, nullptr);
    heartbeat.start();
    scheduler.advance(Seconds(30));
    EXPECT_EQ(sweeper.counts().lapsed, 0u);
    EXPECT_EQ(code(request()), "granted");
    heartbeat.stop();
    scheduler.advance(Seconds(17));
    EXPECT_EQ(sweeper.counts().lapsed, 1u);
}

// SPEC R7: a change that is to be told puts no beat off that is due, as after a sleep of the machine
TEST_F(PoolManager, AnOverdueHeartbeatWaitsForNoChange)
{
    Heartbeat heartbeat({NodeId::trusted("n"), Incarnation::trusted("i")}, registry, scheduler, {}, nullptr);
    heartbeat.start();
    scheduler.advance(Seconds(1));
    EXPECT_EQ(heartbeat.beats(), 1u);
    clock.advance(Seconds(60));
    heartbeat.beatSoon();
    scheduler.runUntilIdle();
    EXPECT_EQ(heartbeat.beats(), 2u);
    scheduler.advance(Seconds(4));
    EXPECT_EQ(heartbeat.beats(), 2u) << "what was to be told went with it";
    heartbeat.beatSoon();
    scheduler.advance(Millis(600));
    EXPECT_EQ(heartbeat.beats(), 3u);
    heartbeat.stop();
    scheduler.advance(Seconds(60));
    EXPECT_EQ(heartbeat.beats(), 3u);
}

// SPEC L7: a node whose id was taken over stops beating and says so
TEST_F(PoolManager, SupersededHeartbeatStops)
{
    int told = 0;
    Heartbeat heartbeat({NodeId::trusted("n"), Incarnation::trusted("old")}, registry, scheduler, {}, [&] { ++told; });
    heartbeat.start();
    scheduler.advance(Seconds(60));
    EXPECT_EQ(told, 1);
    EXPECT_FALSE(heartbeat.running());
}

// SPEC R7: one that stood still for longer than its lease is told, so that it enters again
TEST_F(PoolManager, ForgottenHeartbeatEntersAgain)
{
    NodeInfo node;
    node.id = NodeId::trusted("n");
    node.incarnation = Incarnation::trusted("i");
    int told = 0;
    Heartbeat heartbeat({node.id, node.incarnation}, registry, scheduler, {}, nullptr, [&] {
        ++told;
        registry.registerNode(node, scope, [](const Result<void> &entered) { EXPECT_TRUE(entered); });
    });
    scheduler.advance(Seconds(20));
    registry.sweep(10, scope, [](const Result<ConnectionSweepOutcome> &) {});
    ASSERT_TRUE(registry.fleet().nodes().empty());
    heartbeat.start();
    scheduler.advance(Seconds(60));
    EXPECT_EQ(told, 1);
    EXPECT_TRUE(heartbeat.running());
    EXPECT_EQ(registry.fleet().nodes().size(), 1u);
}

} // namespace
} // namespace cheetah
