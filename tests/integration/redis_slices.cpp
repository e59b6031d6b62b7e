// SPDX-License-Identifier: Apache-2.0
// What ends much at one time ends it in slices, between which Redis serves others (SPEC W6, W7, W19, L7).
#include "support/redisserver.h"
#include "support/registrystage.h"

#include <algorithm>

namespace cheetah::test {
namespace {

constexpr std::size_t tabs = 120, slice = 50;

/// Sees how many assignments each delta ends, and how many contexts, clients and waiters it touches.
class Slices final : public FleetObserver {
public:
    explicit Slices(FleetSource &source) : m_subscription(source.subscribe(*this)) {}

    void fleetChanged(const Delta &delta) override
    {
        std::size_t ends = 0, removed = 0, clients = 0, waiters = 0;
        for (const Change &change : delta.changes) {
            ends += std::holds_alternative<AssignmentEnded>(change);
            removed += std::holds_alternative<ContextRemoved>(change);
            clients += std::holds_alternative<ClientChanged>(change);
            waiters += std::holds_alternative<WaiterRemoved>(change);
        }
        ended += ends;
        most = std::max({most, ends, removed, clients, waiters});
    }
    void fleetReset() override {}

    std::size_t ended = 0; ///< assignments
    std::size_t most = 0;  ///< of a kind in one delta

private:
    FleetSource::Subscription m_subscription;
};

/// A client whose tabs are all leased.
class RedisSlices : public testing::Test {
protected:
    void lease(const DisconnectPolicy &policy, const std::string &requester = {})
    {
        DeploymentPolicies policies;
        policies.disconnectPolicy = policy;
        stage = std::make_unique<RegistryStage>(server.url(), policies);
        stage->tiedTo = requester;
        stage->connect(tabs);
        for (std::size_t tab = 0; tab < tabs; ++tab)
            stage->assign(tab);
        ASSERT_TRUE(stage->answered(tabs));
        for (const Result<Assigned> &answer : stage->answers)
            ASSERT_TRUE(answer.ok());
        slices = std::make_unique<Slices>(stage->registry.source());
    }
    ConnectionRegistry &connections() { return stage->registry.connections(); }
    const Fleet &fleet() const { return stage->registry.source().fleet(); }
    std::uint64_t generation() const
    {
        return fleet().client(fleet().find(RegistryStage::hello().client)).state->generation;
    }
    std::string causeOf(std::size_t tab)
    {
        const Handle &handle = stage->answers[tab]->handle;
        const auto again = stage->ask<Assigned>([&](auto reply) {
            stage->registry.contexts().resolveRequest(handle.name().user, handle.request, stage->scope,
                                                      std::move(reply));
        });
        return again ? "live" : std::string(again.error().param("cause"));
    }

    RedisServer server;
    std::unique_ptr<RegistryStage> stage;
    std::unique_ptr<Slices> slices;
};

// SPEC W7: between the slices nobody gets what is left of the epoch, which is retired already.
TEST_F(RedisSlices, ANewEpochEndsTheOldOneInSlices)
{
    lease({});
    Hello hello = RegistryStage::hello();
    hello.epoch = Epoch::trusted("e2");
    std::optional<Result<Welcome>> welcome, old;
    const auto answerTo = [](auto &answer) {
        return [&answer](Result<Welcome> result) { answer = std::move(result); };
    };
    connections().hello(hello, stage->scope, answerTo(welcome));
    connections().hello(RegistryStage::hello(), stage->scope, answerTo(old));
    stage->assign(tabs - 1);
    ASSERT_TRUE(runUntil([&] { return welcome && old && stage->answers.size() == tabs + 1; }));
    ASSERT_TRUE(welcome->ok());
    EXPECT_FALSE((*welcome)->resumed);
    EXPECT_EQ((*welcome)->lastSeq, 0U);
    EXPECT_EQ(old->error().code, ErrorCode::EpochRetired);
    EXPECT_FALSE(stage->answers.back().ok());
    EXPECT_EQ(fleet().contextCount(), 0U);
    EXPECT_EQ(slices->ended, tabs);
    EXPECT_LE(slices->most, slice);
    for (const std::size_t tab : {std::size_t(0), slice, tabs - 1})
        EXPECT_EQ(causeOf(tab), "epoch_ended");
    EXPECT_TRUE(fleet().client(fleet().find(hello.client)).state->connected);
}

// SPEC W6
TEST_F(RedisSlices, AClosedSocketEndsItsLeasesInSlices)
{
    lease({.kind = DisconnectPolicy::Kind::Release});
    const auto ended = stage->ask<std::uint32_t>([&](auto reply) {
        connections().closed(RegistryStage::hello().client, generation(), stage->scope, std::move(reply));
    });
    ASSERT_TRUE(ended.ok());
    EXPECT_EQ(*ended, tabs);
    EXPECT_LE(slices->most, slice);
    EXPECT_EQ(fleet().assignedCount(), 0U);
    EXPECT_EQ(fleet().contextCount(), tabs);
    EXPECT_EQ(causeOf(tabs - 1), "disconnected");
}

// SPEC W6: whoever comes back at once finds none of its leases, as if all had ended at one time.
TEST_F(RedisSlices, AClientThatReturnsBetweenSlicesKeepsNoLease)
{
    lease({.kind = DisconnectPolicy::Kind::Release});
    std::optional<Result<std::uint32_t>> ended;
    std::optional<Result<Welcome>> welcome;
    connections().closed(RegistryStage::hello().client, generation(), stage->scope,
                         [&](Result<std::uint32_t> result) { ended = std::move(result); });
    connections().hello(RegistryStage::hello(), stage->scope,
                        [&](Result<Welcome> result) { welcome = std::move(result); });
    ASSERT_TRUE(runUntil([&] { return ended && welcome; }));
    ASSERT_TRUE(welcome->ok());
    EXPECT_TRUE((*welcome)->resumed);
    EXPECT_EQ(slices->ended, tabs);
    EXPECT_LE(slices->most, slice);
    EXPECT_EQ(fleet().assignedCount(), 0U);
    stage->assign(0);
    ASSERT_TRUE(stage->answered(tabs + 1));
    EXPECT_TRUE(stage->answers.back().ok());
    const auto swept = stage->ask<ConnectionSweepOutcome>(
        [&](auto reply) { connections().sweep(slice, stage->scope, std::move(reply)); });
    ASSERT_TRUE(swept.ok());
    EXPECT_EQ(swept->ended, 0U) << "what it leased since is its own";
}

// SPEC W6 SPEC R7: what a node that died in the middle left, the sweep of another ends.
TEST_F(RedisSlices, TheSweepEndsWhatAnInterruptedEndLeft)
{
    lease({.kind = DisconnectPolicy::Kind::Release});
    {
        Scope dies;
        connections().closed(RegistryStage::hello().client, generation(), dies, [](const Result<std::uint32_t> &) {});
        ASSERT_TRUE(runUntil([&] { return slices->ended > 0; }));
    }
    ASSERT_LT(slices->ended, tabs);
    bool more = true;
    while (more) {
        const auto swept = stage->ask<ConnectionSweepOutcome>(
            [&](auto reply) { connections().sweep(slice, stage->scope, std::move(reply)); });
        ASSERT_TRUE(swept.ok());
        more = swept->more;
    }
    EXPECT_EQ(slices->ended, tabs);
    EXPECT_LE(slices->most, slice);
}

// SPEC O3
TEST_F(RedisSlices, AnOperatorsDisconnectEndsLeasesInSlices)
{
    lease({.kind = DisconnectPolicy::Kind::Release});
    const std::uint64_t seen = generation();
    const auto closing = stage->ask<std::uint64_t>([&](auto reply) {
        connections().disconnect(RegistryStage::hello().client, seen, Seconds(60), stage->scope, std::move(reply));
    });
    ASSERT_TRUE(closing.ok());
    EXPECT_EQ(*closing, seen);
    EXPECT_EQ(slices->ended, tabs);
    EXPECT_LE(slices->most, slice);
    const auto refused = stage->ask<Welcome>(
        [&](auto reply) { connections().hello(RegistryStage::hello(), stage->scope, std::move(reply)); });
    EXPECT_EQ(refused.error().code, ErrorCode::KeptOut);
}

// SPEC O3: who disconnects what is ending already is obeyed too
TEST_F(RedisSlices, ADisconnectBetweenSlicesKeepsTheClientOut)
{
    lease({.kind = DisconnectPolicy::Kind::Release});
    std::optional<Result<std::uint32_t>> ended;
    std::optional<Result<std::uint64_t>> disconnected;
    connections().closed(RegistryStage::hello().client, generation(), stage->scope,
                         [&](Result<std::uint32_t> result) { ended = std::move(result); });
    connections().disconnect(RegistryStage::hello().client, generation(), Seconds(60), stage->scope,
                             [&](Result<std::uint64_t> result) { disconnected = std::move(result); });
    ASSERT_TRUE(runUntil([&] { return ended && disconnected; }));
    EXPECT_TRUE(ended->ok());
    ASSERT_TRUE(disconnected->ok());
    EXPECT_EQ(slices->ended, tabs);
    const auto refused = stage->ask<Welcome>(
        [&](auto reply) { connections().hello(RegistryStage::hello(), stage->scope, std::move(reply)); });
    EXPECT_EQ(refused.error().code, ErrorCode::KeptOut);
}

// SPEC W19
TEST_F(RedisSlices, AGoneRequestersLeasesEndInSlices)
{
    lease({}, "requester");
    ASSERT_TRUE(stage
                    ->ask<void>([&](auto reply) {
                        stage->registry.contexts().requesterClosed(ConnectionId::trusted("requester"), stage->scope,
                                                                   std::move(reply));
                    })
                    .ok());
    while (slices->ended < tabs) {
        const auto swept = stage->ask<ConnectionSweepOutcome>(
            [&](auto reply) { connections().sweep(slice, stage->scope, std::move(reply)); });
        ASSERT_TRUE(swept.ok() && swept->ended > 0) << slices->ended;
    }
    EXPECT_LE(slices->most, slice);
    EXPECT_EQ(causeOf(0), "requester_gone");
}

// SPEC L7: the connections of a node's earlier life end in slices, before the new one is taken for alive.
TEST(RedisNodeSlices, ANodesReturnEndsItsConnectionsInSlices)
{
    RedisServer server;
    DeploymentPolicies policies;
    policies.connectionLease = Millis(300);
    RegistryStage stage(server.url(), policies);
    stage.connect(1);
    for (std::size_t i = 0; i < tabs; ++i) {
        Hello hello = RegistryStage::hello();
        hello.client.client = ClientId::trusted("c" + std::to_string(i));
        ASSERT_TRUE(stage
                        .ask<Welcome>([&](auto reply) {
                            stage.registry.connections().hello(hello, stage.scope, std::move(reply));
                        })
                        .ok());
    }
    Slices slices(stage.registry.source());
    ASSERT_TRUE(runUntil([&] { return stage.registerNode("i2").ok(); })) << "its lease never lapses";
    EXPECT_GT(slices.most, 1U);
    EXPECT_LE(slices.most, slice);
    const Fleet &fleet = stage.registry.source().fleet();
    for (Slot slot = 0; slot < fleet.clientSlots(); ++slot)
        EXPECT_FALSE(fleet.client(slot).state && fleet.client(slot).state->connected);
}

// SPEC W12 SPEC L7: so do those who wait, with whoever asked and with their node
TEST(RedisNodeSlices, WaitersGoInSlices)
{
    RedisServer server;
    RegistryStage stage(server.url());
    stage.connect(1);
    Slices slices(stage.registry.source());
    const Fleet &fleet = stage.registry.source().fleet();
    const auto enqueue = [&](const std::string &requester) {
        for (std::size_t i = 0; i < tabs; ++i) {
            Waiter waiter;
            waiter.user = UserId::trusted("u");
            waiter.request = RequestId::trusted(requester + std::to_string(i));
            waiter.requester = ConnectionId::trusted(requester);
            waiter.task = TaskId::trusted("t");
            waiter.node = NodeId::trusted("n");
            ASSERT_TRUE(stage
                            .ask<std::uint64_t>([&](auto reply) {
                                stage.registry.contexts().enqueue(waiter, stage.scope, std::move(reply));
                            })
                            .ok());
        }
        ASSERT_EQ(fleet.waiterCount(), tabs);
    };
    enqueue("requester");
    ASSERT_TRUE(stage
                    .ask<void>([&](auto reply) {
                        stage.registry.contexts().requesterClosed(ConnectionId::trusted("requester"), stage.scope,
                                                                  std::move(reply));
                    })
                    .ok());
    EXPECT_EQ(fleet.waiterCount(), 0U);
    enqueue("another");
    ASSERT_TRUE(stage
                    .ask<void>([&](auto reply) {
                        stage.registry.connections().unregisterNode(NodeId::trusted("n"), Incarnation::trusted("i1"),
                                                                    stage.scope, std::move(reply));
                    })
                    .ok());
    EXPECT_EQ(fleet.waiterCount(), 0U);
    EXPECT_TRUE(fleet.nodes().empty());
    EXPECT_EQ(slices.most, slice);
}

} // namespace
} // namespace cheetah::test
