// SPDX-License-Identifier: Apache-2.0
#include "base/idsource.h"
#include "pool/constraints.h"
#include "registry/fleetview.h"
#include "support/testfleet.h"

#include <gtest/gtest.h>

#include <set>

namespace cheetah {
namespace {

using test::clientName;
using test::TestFleet;

RequirementsPtr require(std::initializer_list<const char *> expressions)
{
    auto requirements = std::make_shared<Requirements>();
    for (const char *expression : expressions)
        EXPECT_TRUE(addExpression(*requirements, expression)) << expression;
    return requirements;
}

struct FleetViewTest : ::testing::Test {
    TestFleet fleet;
    FleetView view{fleet};
    const UserId user = UserId::trusted("u");

    std::string pick(const RequirementsPtr &requirements = nullptr, PickOrder order = PickOrder::RoundRobin)
    {
        const Slot slot = view.pick(user, requirements, order);
        if (slot == noSlot)
            return "-";
        const ContextKey key = fleet.fleet().key(slot);
        fleet.assign(key);
        return key.name->client.string() + key.name->context.string();
    }
};

// SPEC W8: clients take turns, whatever else is asked meanwhile
TEST_F(FleetViewTest, RoundRobinTakesTurns)
{
    for (const char *client : {"a", "b", "c"})
        fleet.addClient(clientName(client), 2);
    std::string turns;
    for (int i = 0; i < 6; ++i)
        turns += pick();
    EXPECT_EQ(turns, "a0b0c0a1b1c1");
    EXPECT_EQ(pick(), "-");
    fleet.release(fleet.context(clientName("b"), "1"));
    EXPECT_EQ(pick(), "b1");
}

// SPEC W8 SPEC W17: the least loaded client gives first, and settling counts as load
TEST_F(FleetViewTest, LeastBusyFollowsLoad)
{
    fleet.addClient(clientName("a"), 3);
    fleet.addClient(clientName("b"), 3);
    fleet.assign(fleet.context(clientName("a"), "0"));
    EXPECT_EQ(pick(nullptr, PickOrder::LeastBusy), "b0");
    fleet.assign(fleet.context(clientName("b"), "2"));
    EXPECT_EQ(pick(nullptr, PickOrder::LeastBusy), "a1");
    fleet.release(fleet.context(clientName("b"), "2"));
    fleet.apply(SettlingChanged{fleet.context(clientName("b"), "2"), std::make_shared<const Settling>()});
    fleet.release(fleet.context(clientName("a"), "1"));
    EXPECT_EQ(pick(nullptr, PickOrder::LeastBusy), "a2");
}

TEST_F(FleetViewTest, RequirementsAreFollowedWhenMetadataChange)
{
    fleet.addClient(clientName("a"), 1, {{"region", "eu"}});
    const auto us = require({"metadata.region=us"});
    EXPECT_EQ(view.pick(user, us, PickOrder::RoundRobin), noSlot);
    fleet.changeClient(clientName("a"), [](ClientState &state) { state.metadata["region"] = "us"; });
    EXPECT_EQ(pick(us), "a0");
    EXPECT_TRUE(view.anyFulfils(user, us));
    fleet.changeClient(clientName("a"), [](ClientState &state) { state.metadata["region"] = "eu"; });
    EXPECT_FALSE(view.anyFulfils(user, us));
}

// SPEC W10 SPEC W16 SPEC W18: what may not be given is not in the index
TEST_F(FleetViewTest, OnlyIdleContextsAreOffered)
{
    const ClientName a = clientName("a");
    fleet.addClient(a, 1);
    const auto offered = [&] { return view.pick(user, nullptr, PickOrder::RoundRobin) != noSlot; };
    EXPECT_TRUE(offered());
    fleet.changeClient(a, [](ClientState &state) { state.connected = false; });
    EXPECT_FALSE(offered());
    fleet.changeClient(a, [](ClientState &state) { state.connected = true; });
    EXPECT_TRUE(offered());
    for (const DrainTarget &target :
         {DrainTarget(a), DrainTarget(TestFleet::window(a)), DrainTarget(NodeId::trusted("n"))}) {
        Drain drain;
        drain.target = target;
        fleet.apply(DrainChanged{drain});
        EXPECT_FALSE(offered());
        fleet.apply(DrainRemoved{target});
        EXPECT_TRUE(offered());
    }
    fleet.apply(HoldChanged{fleet.context(a, "0"), std::make_shared<const Hold>()});
    EXPECT_FALSE(offered());
    fleet.apply(HoldChanged{fleet.context(a, "0"), nullptr});
    EXPECT_TRUE(offered());
    fleet.addContext(a, "0", Health::Crashed);
    EXPECT_FALSE(offered());
    fleet.addContext(a, "0", Health::Live);
    EXPECT_TRUE(offered());
    fleet.apply(ContextRemoved{fleet.context(a, "0")});
    EXPECT_FALSE(offered());
}

TEST_F(FleetViewTest, QueriesOfAUserAreBounded)
{
    fleet.addClient(clientName("a"), 1);
    for (int i = 0; i < 500; ++i) {
        const auto other = require({("metadata.k" + std::to_string(i)).c_str()});
        EXPECT_EQ(view.pick(user, other, PickOrder::RoundRobin), noSlot);
    }
    EXPECT_EQ(pick(), "a0");
    fleet.release(fleet.context(clientName("a"), "0"));
    EXPECT_EQ(pick(require({"!metadata.y"})), "a0");
}

/// Applies a random change that a registry could make.
void changeSomething(TestFleet &fleet, SeededIdSource &random, int step)
{
    const auto one = [&](std::uint64_t n) { return random.random() % n; };
    const ClientName client = clientName(std::string(1, char('a' + one(6))), one(2) ? "u" : "v");
    const Slot slot = fleet.fleet().find(client);
    if (slot == noSlot)
        return fleet.addClient(client, int(one(4)), {{"region", one(2) ? "eu" : "us"}});
    const ClientRow &row = fleet.fleet().client(slot);
    if (one(12) == 0)
        return fleet.apply(ClientRemoved{client});
    if (one(6) == 0)
        return fleet.changeClient(client, [&](ClientState &state) {
            state.connected = one(3) != 0;
            state.metadata["region"] = one(2) ? "eu" : "us";
        });
    if (one(8) == 0) {
        const DrainTarget targets[] = {client, TestFleet::window(client), NodeId::trusted("n")};
        Drain drain;
        drain.target = targets[one(3)];
        return fleet.fleet().drain(drain.target) ? fleet.apply(DrainRemoved{drain.target})
                                                 : fleet.apply(DrainChanged{drain});
    }
    if (row.contexts == 0 || one(5) == 0)
        return fleet.addContext(client, "x" + std::to_string(step), one(4) ? Health::Live : Health::Loading);
    const auto &contexts = fleet.fleet().window(row.windows.front()).contexts;
    const ContextKey key = fleet.fleet().key(contexts[one(contexts.size())]);
    const ContextRow &context = fleet.fleet().context(key.slot);
    if (context.assignment)
        return one(4) ? fleet.release(key)
                      : fleet.apply(AssignmentEnded{key, context.assignment->fence, EndCause::ContextGone},
                                    ContextRemoved{key});
    switch (one(5)) {
    case 0:
        return fleet.apply(HoldChanged{key, context.hold ? nullptr : std::make_shared<const Hold>()});
    case 1:
        return fleet.apply(SettlingChanged{key, context.settling ? nullptr : std::make_shared<const Settling>()});
    case 2:
        return fleet.apply(ContextRemoved{key});
    default:
        return fleet.assign(key);
    }
}

// SPEC W9: the index holds exactly what the named constraints let pass, whatever happened
TEST(FleetViewProperty, IndexEqualsConstraints)
{
    const std::vector<RequirementsPtr> wishes = {nullptr, require({"metadata.region=us"}), require({"client=a"}),
                                                 require({"metadata.region=eu", "client=b"})};
    for (std::uint64_t seed = 1; seed <= 30; ++seed) {
        SeededIdSource random(seed);
        TestFleet fleet;
        FleetView view(fleet);
        for (int step = 0; step < 400; ++step) {
            changeSomething(fleet, random, step);
            AcquireRequest request;
            request.user = UserId::trusted(random.random() % 2 ? "u" : "v");
            request.requirements = wishes[random.random() % wishes.size()];
            const Demand demand = demandOf(fleet.fleet(), request, 0, Micros(0), fleet.now());
            std::set<Slot> wanted, offered;
            for (Slot slot = 0; slot < fleet.fleet().contextSlots(); ++slot)
                if (fleet.fleet().context(slot).name && fleet.fleet().context(slot).name->user == request.user
                    && fits(fleet.fleet(), slot, demand))
                    wanted.insert(slot);
            const auto order = random.random() % 2 ? PickOrder::RoundRobin : PickOrder::LeastBusy;
            std::uint32_t lastLoad = 0;
            view.pickIf(request.user, request.requirements, order, [&](Slot slot) {
                offered.insert(slot);
                const std::uint32_t load = fleet.fleet().client(fleet.fleet().context(slot).client).load();
                EXPECT_TRUE(order == PickOrder::RoundRobin || load >= lastLoad);
                lastLoad = load;
                return false;
            });
            ASSERT_EQ(offered, wanted) << "seed " << seed << " step " << step;
            if (random.random() % 50 == 0)
                view.fleetReset();
        }
    }
}

} // namespace
} // namespace cheetah
