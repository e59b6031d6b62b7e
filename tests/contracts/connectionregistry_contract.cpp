// SPDX-License-Identifier: Apache-2.0
#include "contracts/registrycontract.h"

using namespace cheetah;
using namespace cheetah::test;

namespace {

class ConnectionRegistryContract : public RegistryContract {
protected:
    void startWith(DisconnectPolicy policy)
    {
        DeploymentPolicies policies;
        policies.disconnectPolicy = policy;
        start(policies);
    }
    Result<std::uint64_t> disconnect(const std::string &clientId, Micros keepOut, std::uint64_t seen = 0)
    {
        return ask<std::uint64_t>([&](auto reply) {
            under().connections().disconnect(client(clientId), seen, keepOut, m_scope, std::move(reply));
        });
    }
    Result<void> unregisterNode(const std::string &node, const std::string &incarnation)
    {
        return ask<void>([&](auto reply) {
            under().connections().unregisterNode(NodeId::trusted(node), Incarnation::trusted(incarnation), m_scope,
                                                 std::move(reply));
        });
    }
    bool leased(const std::string &tabId) const { return row(tabId) && row(tabId)->assignment; }
};

constexpr DisconnectPolicy keep{DisconnectPolicy::Kind::Keep, Micros(0)};
constexpr DisconnectPolicy releasing{DisconnectPolicy::Kind::Release, Micros(0)};
constexpr DisconnectPolicy grace{DisconnectPolicy::Kind::Grace, Seconds(30)};

// SPEC W7
TEST_P(ConnectionRegistryContract, HelloOpensAnEpochAndRaisesTheGeneration)
{
    const Welcome first = connect();
    EXPECT_FALSE(first.resumed);
    EXPECT_EQ(first.lastSeq, 0u);
    EXPECT_EQ(first.connectionLease, Micros(Seconds(15)));
    show({"a"});
    show({"a"});
    const Welcome second = connect("c", "e1", "s2");
    EXPECT_TRUE(second.resumed);
    EXPECT_EQ(second.lastSeq, 2u) << "the seq goes on over sockets";
    EXPECT_GT(second.generation, first.generation);
    EXPECT_NE(row("a"), nullptr);
    EXPECT_EQ(clientRow()->state->generation, second.generation);
}

// SPEC W7
TEST_P(ConnectionRegistryContract, ANewEpochInheritsNothing)
{
    connect("c", "e1", "s1");
    show({"a", "b"});
    const Handle handle = lease("a", "r1");
    ASSERT_TRUE(reserve(reserveArgs("p", "q")).ok());
    const Welcome fresh = connect("c", "e2", "s1"); // on the same socket
    EXPECT_FALSE(fresh.resumed);
    EXPECT_EQ(fresh.lastSeq, 0u);
    EXPECT_EQ(clientRow()->contexts, 0u);
    EXPECT_TRUE(clientRow()->windows.empty());
    EXPECT_TRUE(fleet().reservations().empty());
    EXPECT_EQ(renew(handle).error().param("cause"), "epoch_ended");
    show({"a", "b"});
    EXPECT_FALSE(leased("a"));
    EXPECT_EQ(outcome(renew(handle)), "stale_handle") << "not by an equal tab id either";
}

// SPEC W7
TEST_P(ConnectionRegistryContract, AnotherEpochFromAnotherSocketWaitsForTheLease)
{
    const Welcome first = connect("c", "e1", "s1");
    show({"a"});
    lease("a", "r1");
    const auto before = revision();
    const Result<Welcome> refused = hello(helloOf("c", "e2", "s2"));
    EXPECT_EQ(outcome(refused), "client_id_in_use");
    EXPECT_EQ(refused.error().param("retryAfterMs"), "15000");
    EXPECT_EQ(revision(), before);
    EXPECT_TRUE(leased("a"));
    ASSERT_TRUE(closed(first.generation).ok());
    EXPECT_EQ(outcome(hello(helloOf("c", "e2", "s2"))), "ok") << "a closed socket ends its lease at once";
    m_clock.advance(Seconds(16));
    EXPECT_EQ(outcome(hello(helloOf("c", "e3", "s3"))), "ok") << "a lapsed lease is no lease, swept or not";
}

// SPEC W7
TEST_P(ConnectionRegistryContract, ARetiredEpochNeverComesBack)
{
    for (int i = 0; i <= 17; ++i)
        connect("c", "e" + std::to_string(i));
    const auto before = revision();
    EXPECT_EQ(outcome(hello(helloOf("c", "e16"))), "epoch_retired");
    EXPECT_EQ(outcome(hello(helloOf("c", "e1"))), "epoch_retired");
    EXPECT_EQ(revision(), before);
    EXPECT_EQ(outcome(hello(helloOf("c", "e0"))), "ok") << "the last 16 are remembered";
}

// SPEC W6 SPEC W7
TEST_P(ConnectionRegistryContract, ASupersededSocketsEndChangesNothing)
{
    startWith(releasing);
    const Welcome old = connect("c", "e1", "s1");
    show({"a"});
    lease("a", "r1");
    connect("c", "e1", "s2");
    const auto before = revision();
    EXPECT_EQ(*closed(old.generation), 0u);
    EXPECT_EQ(*closed(old.generation + 100), 0u);
    EXPECT_EQ(*closed(1, "nobody"), 0u);
    EXPECT_EQ(revision(), before);
    EXPECT_TRUE(leased("a"));
    EXPECT_TRUE(clientRow()->state->connected);
}

// SPEC W6
TEST_P(ConnectionRegistryContract, KeepKeepsTheAssignments)
{
    startWith(keep);
    const Welcome welcome = connect();
    show({"a"});
    const Handle handle = lease("a", "r1");
    EXPECT_EQ(*closed(welcome.generation), 0u);
    EXPECT_FALSE(clientRow()->state->connected);
    pass(Seconds(300));
    sweep();
    EXPECT_EQ(outcome(renew(handle)), "ok");
}

// SPEC W6
TEST_P(ConnectionRegistryContract, ReleaseEndsThemAtOnce)
{
    startWith(releasing);
    const Welcome welcome = connect();
    show({"a", "b", "c"});
    const Handle handle = lease("a", "r1");
    lease("b", "r2");
    EXPECT_EQ(*closed(welcome.generation), 2u);
    EXPECT_EQ(*closed(welcome.generation), 0u);
    EXPECT_EQ(renew(handle).error().param("cause"), "disconnected");
    EXPECT_EQ(clientRow()->contexts, 3u) << "no context goes";
}

// SPEC W6 SPEC R7
TEST_P(ConnectionRegistryContract, GraceEndsThemAtItsDeadline)
{
    startWith(grace);
    const Welcome welcome = connect();
    show({"a", "b", "c"});
    const Handle handle = lease("a", "r1");
    lease("b", "r2");
    lease("c", "r3");
    EXPECT_EQ(*closed(welcome.generation), 0u);
    EXPECT_EQ(clientRow()->state->graceUntil, now() + Seconds(30)) << "the deadline is there for everybody to see";
    pass(Seconds(29));
    EXPECT_EQ(sweep().ended, 0u);
    EXPECT_EQ(outcome(renew(handle)), "ok");
    pass(Seconds(1));
    EXPECT_EQ(sweep(2).ended, 3u);
    EXPECT_EQ(renew(handle).error().param("cause"), "disconnected");
    EXPECT_EQ(clientRow()->contexts, 3u);
}

// SPEC W6
TEST_P(ConnectionRegistryContract, ReturningInTheSameEpochCancelsTheGrace)
{
    startWith(grace);
    ASSERT_TRUE(closed(connect().generation).ok());
    connect();
    show({"a"});
    const Handle handle = lease("a", "r1");
    ASSERT_TRUE(closed(clientRow()->state->generation).ok());
    pass(Seconds(20));
    connect();
    EXPECT_FALSE(clientRow()->state->graceUntil.isSet());
    pass(Seconds(600));
    EXPECT_EQ(sweep().ended, 0u);
    EXPECT_EQ(outcome(renew(handle)), "ok");
}

// SPEC W6
TEST_P(ConnectionRegistryContract, ANewEpochEndsTheGraceAtOnce)
{
    startWith(grace);
    const Welcome welcome = connect("c", "e1", "s1");
    show({"a"});
    const Handle handle = lease("a", "r1");
    ASSERT_TRUE(closed(welcome.generation).ok());
    connect("c", "e2", "s2");
    EXPECT_EQ(renew(handle).error().param("cause"), "epoch_ended");
}

// SPEC R7
TEST_P(ConnectionRegistryContract, HeartbeatsOfTheNodeKeepItsConnections)
{
    startWith(grace);
    connect();
    show({"a"});
    lease("a", "r1");
    pass(Seconds(100));
    EXPECT_EQ(sweep().lapsed, 0u);
    EXPECT_TRUE(clientRow()->state->connected);
    m_clock.advance(Seconds(16));
    EXPECT_EQ(sweep().lapsed, 1u);
    EXPECT_FALSE(clientRow()->state->connected);
    EXPECT_TRUE(clientRow()->state->graceUntil.isSet()) << "a lapse starts the policy as a closed socket does";
    EXPECT_TRUE(leased("a"));
    EXPECT_TRUE(fleet().nodes().empty()) << "its node went with it";
    m_clock.advance(Seconds(30));
    EXPECT_EQ(sweep().ended, 1u);
}

// SPEC R7
TEST_P(ConnectionRegistryContract, AKilledNodesClientsLapseOthersStay)
{
    startWith(releasing);
    ASSERT_TRUE(registerNode("n2", "i2").ok());
    connect("c");
    show({"a"});
    Hello elsewhere = helloOf("d");
    elsewhere.node = NodeId::trusted("n2");
    ASSERT_TRUE(hello(elsewhere).ok());
    show({"x", "y", "z"}, "d");
    lease("a", "r1");
    for (const char *id : {"x", "y", "z"})
        lease(id, id, "d");
    pass(Seconds(16)); // heartbeats of n alone
    const ConnectionSweepOutcome outcome = sweep(2);
    EXPECT_EQ(outcome.lapsed, 1u);
    EXPECT_EQ(outcome.ended, 3u) << "released in slices";
    EXPECT_TRUE(clientRow("c")->state->connected);
    EXPECT_FALSE(clientRow("d")->state->connected);
    EXPECT_TRUE(leased("a"));
}

// SPEC R7
TEST_P(ConnectionRegistryContract, ManyLapseInSlices)
{
    startWith(keep);
    for (const char *id : {"c1", "c2", "c3", "c4", "c5"})
        connect(id);
    m_clock.advance(Seconds(16));
    const ConnectionSweepOutcome outcome = sweep(2);
    EXPECT_EQ(outcome.lapsed, 5u);
    for (const char *id : {"c1", "c2", "c3", "c4", "c5"})
        EXPECT_FALSE(clientRow(id)->state->connected);
    EXPECT_TRUE(fleet().nodes().empty());
}

// SPEC R7
TEST_P(ConnectionRegistryContract, ContextsOfTheDisconnectedGoAfterTheRetention)
{
    startWith(keep);
    const Welcome welcome = connect();
    show({"a", "b", "c"});
    const Handle handle = lease("a", "r1");
    ASSERT_TRUE(reserve(reserveArgs("p", "q")).ok());
    ASSERT_TRUE(closed(welcome.generation).ok());
    EXPECT_EQ(clientRow()->state->removeAt, now() + Seconds(600));
    pass(Seconds(599));
    EXPECT_EQ(sweep().removedClients, 0u);
    EXPECT_EQ(clientRow()->contexts, 3u);
    pass(Seconds(1));
    const ConnectionSweepOutcome swept = sweep(2);
    EXPECT_EQ(swept.removedClients, 1u);
    EXPECT_EQ(swept.ended, 1u);
    EXPECT_EQ(clientRow(), nullptr);
    EXPECT_EQ(fleet().contextCount(), 0u);
    EXPECT_TRUE(fleet().reservations().empty());
    EXPECT_EQ(renew(handle).error().param("cause"), "client_removed");
    const Welcome again = connect();
    EXPECT_GT(again.generation, welcome.generation) << "generations go on after a removal";
    EXPECT_FALSE(again.resumed);
}

// SPEC R7
TEST_P(ConnectionRegistryContract, ReturningInTimeCancelsTheRemoval)
{
    ASSERT_TRUE(closed(connect().generation).ok());
    pass(Seconds(599));
    connect();
    show({"a"});
    pass(Seconds(1000));
    EXPECT_EQ(sweep().removedClients, 0u);
    EXPECT_NE(row("a"), nullptr);
}

// SPEC R7
TEST_P(ConnectionRegistryContract, ASweepWithNothingToDoPublishesNothing)
{
    connect();
    show({"a"});
    const auto before = revision();
    const std::size_t deltas = m_replica->deltas();
    sweep();
    EXPECT_EQ(revision(), before);
    EXPECT_EQ(m_replica->deltas(), deltas);
}

// SPEC W13
TEST_P(ConnectionRegistryContract, TheEffectiveLimitIsTheLowest)
{
    DeploymentPolicies policies;
    policies.serverLimits = {4u, {}, 10u, {}};
    start(policies);
    Hello hello = helloOf();
    hello.limits = {2u, 5u, 20u, {}};
    const Result<Welcome> welcome = this->hello(hello);
    ASSERT_TRUE(welcome.ok());
    EXPECT_EQ(welcome->limits, (CapacityLimits{2u, 5u, 10u, {}}));
    EXPECT_EQ(clientRow()->state->limits, welcome->limits);
}

// SPEC O3
TEST_P(ConnectionRegistryContract, AnOperatorDisconnectsAndKeepsOut)
{
    startWith(releasing);
    const Welcome welcome = connect();
    show({"a"});
    lease("a", "r1");
    const Result<std::uint64_t> generation = disconnect("c", Seconds(60));
    ASSERT_TRUE(generation.ok());
    EXPECT_EQ(*generation, welcome.generation);
    EXPECT_FALSE(clientRow()->state->connected);
    EXPECT_EQ(clientRow()->state->keptOutUntil, now() + Seconds(60));
    EXPECT_FALSE(leased("a")) << "the policy runs as for a closed socket";
    EXPECT_EQ(outcome(disconnect("c", Seconds(60))), "client_not_connected");
    EXPECT_EQ(outcome(disconnect("nobody", Micros(0))), "client_unknown");
    pass(Seconds(59));
    const Result<Welcome> refused = hello(helloOf());
    EXPECT_EQ(outcome(refused), "kept_out");
    EXPECT_EQ(refused.error().param("remainingMs"), "1000");
    pass(Seconds(1));
    EXPECT_EQ(outcome(hello(helloOf())), "ok");
    EXPECT_FALSE(clientRow()->state->keptOutUntil.isSet());

    ASSERT_TRUE(disconnect("c", Micros(0)).ok());
    EXPECT_EQ(outcome(hello(helloOf())), "ok") << "without keeping out it may come back at once";
}

// SPEC O3
TEST_P(ConnectionRegistryContract, AnOperatorDisconnectsOnlyTheConnectionThatWasSeen)
{
    const Welcome first = connect();
    const Result<Welcome> second = hello(helloOf());
    ASSERT_TRUE(second.ok());
    const Result<std::uint64_t> stale = disconnect("c", Seconds(60), first.generation);
    EXPECT_EQ(outcome(stale), "generation_mismatch");
    EXPECT_EQ(stale.error().param("generation"), std::to_string(second->generation));
    EXPECT_TRUE(clientRow()->state->connected) << "nothing was done";
    EXPECT_FALSE(clientRow()->state->keptOutUntil.isSet());
    EXPECT_EQ(outcome(disconnect("c", Micros(0), second->generation)), "ok");
    EXPECT_FALSE(clientRow()->state->connected);
}

// SPEC O3
TEST_P(ConnectionRegistryContract, KeepingOutOutlastsTheRetention)
{
    connect();
    ASSERT_TRUE(disconnect("c", Seconds(3600)).ok());
    pass(Seconds(601));
    EXPECT_EQ(sweep().removedClients, 1u);
    EXPECT_EQ(outcome(hello(helloOf())), "kept_out");
    pass(Seconds(3000));
    EXPECT_EQ(outcome(hello(helloOf())), "ok");
}

// SPEC L7
TEST_P(ConnectionRegistryContract, ANodeIdBelongsToOneIncarnation)
{
    ASSERT_TRUE(registerNode("n2", "old").ok());
    const Result<void> refused = registerNode("n2", "new");
    EXPECT_EQ(outcome(refused), "node_id_live");
    EXPECT_EQ(refused.error().param("retryAfterMs"), "15000");
    EXPECT_EQ(outcome(registerNode("n2", "old")), "ok");
    EXPECT_EQ(outcome(heartbeat("n2", "new")), "superseded");
    EXPECT_EQ(outcome(heartbeat("nowhere", "x")), "not_found");
    m_clock.advance(Seconds(16));
    EXPECT_EQ(outcome(registerNode("n2", "new")), "ok") << "a lapsed one is taken over";
    EXPECT_EQ(outcome(heartbeat("n2", "old")), "superseded") << "and the old process, resumed, is refused";
    EXPECT_EQ(outcome(unregisterNode("n2", "old")), "superseded");
    EXPECT_EQ(outcome(unregisterNode("n2", "new")), "ok");
    EXPECT_EQ(outcome(registerNode("n2", "other")), "ok");
}

// SPEC O1: what a node tells of itself goes along with its heartbeat, and everybody sees the latest.
TEST_P(ConnectionRegistryContract, AHeartbeatCarriesWhatTheNodeTells)
{
    const auto told = [&]() -> NodeReport {
        for (const NodeInfo &node : fleet().nodes())
            if (node.id.text() == "n2")
                return node.report;
        ADD_FAILURE() << "no such node";
        return {};
    };
    ASSERT_TRUE(registerNode("n2", "i2").ok());
    EXPECT_EQ(told(), NodeReport());
    NodeReport report;
    report.ready = false;
    report.problems = {{"registry",
                        false,
                        "unavailable",
                        {{"reason", "silent"}},
                        "check_store",
                        {true, false, true},
                        true,
                        WallTime(Micros(1'234'567))}};
    report.url = "http://n2";
    report.sockets = 7;
    report.storeRoundTrip = Micros(420);
    report.clockOffset = Micros(-1'500'000);
    EXPECT_EQ(outcome(heartbeat("n2", "i2", report)), "ok");
    EXPECT_EQ(told(), report);
    report.ready = true;
    report.problems.clear();
    EXPECT_EQ(outcome(heartbeat("n2", "i2", report)), "ok") << "at the same time";
    EXPECT_EQ(told(), report);
    EXPECT_EQ(outcome(heartbeat("n2", "other", {})), "superseded");
    EXPECT_EQ(told(), report);
    m_clock.advance(Seconds(1));
    EXPECT_EQ(outcome(heartbeat("n2", "i2", {})), "ok");
    EXPECT_EQ(told(), NodeReport());
}

// SPEC L7 SPEC R7
TEST_P(ConnectionRegistryContract, ANewIncarnationTakesNoConnectionOver)
{
    ASSERT_TRUE(registerNode("n2", "i2").ok());
    pass(Seconds(14)); // heartbeats of n alone
    Hello late = helloOf("d");
    late.node = NodeId::trusted("n2");
    ASSERT_TRUE(hello(late).ok());
    pass(Seconds(2));
    sweep();
    EXPECT_TRUE(clientRow("d")->state->connected) << "its node lapsed, its own lease did not";
    ASSERT_TRUE(registerNode("n2", "i3").ok());
    EXPECT_FALSE(clientRow("d")->state->connected) << "the new process holds no socket of it";
}

// SPEC L7 SPEC R7
TEST_P(ConnectionRegistryContract, ANodeThatLeavesTakesItsConnectionsAlong)
{
    startWith(grace);
    connect();
    show({"a"});
    lease("a", "r1");
    ASSERT_TRUE(enqueue(waiterOf("w1")).ok());
    ASSERT_TRUE(unregisterNode("n", "i1").ok());
    EXPECT_FALSE(clientRow()->state->connected);
    EXPECT_TRUE(leased("a"));
    EXPECT_EQ(fleet().waiterCount(), 0u) << "and its waiters";
    EXPECT_TRUE(fleet().nodes().empty());
}

CHEETAH_REGISTRY_CONTRACT(ConnectionRegistryContract);

} // namespace
