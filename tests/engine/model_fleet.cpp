// SPDX-License-Identifier: Apache-2.0
#include "base/idsource.h"
#include "model/fleet.h"
#include "model/fleetequal.h"
#include "model/slotindex.h"

#include <gtest/gtest.h>

#include <unordered_map>

namespace cheetah {
namespace {

template <class T>
T id(std::string_view text)
{
    return *T::parse(text);
}

ClientName client(std::string_view name, std::string_view user = "u")
{
    return {id<UserId>(user), id<ClientId>(name)};
}

WindowName window(std::string_view name, const ClientName &of = client("c"))
{
    return {of.user, of.client, id<Epoch>("e"), id<WindowId>(name)};
}

ContextKey context(std::string_view name, const ClientName &of = client("c"))
{
    return {std::make_shared<const ContextName>(ContextName{of.user, of.client, id<Epoch>("e"), id<ContextId>(name)}),
            noSlot};
}

ClientChanged clientChange(const ClientName &name, std::uint64_t seq = 1)
{
    auto state = std::make_shared<ClientState>();
    state->epoch = id<Epoch>("e");
    state->seq = seq;
    return {name, state};
}

ContextChanged contextChange(const ContextKey &key, std::string_view inWindow, std::uint32_t position,
                             std::string title = "t")
{
    auto reported = std::make_shared<ReportedContext>();
    reported->id = key.name->context;
    reported->title = std::move(title);
    return {key, id<WindowId>(inWindow), position, reported};
}

Assignment assignment(Fence fence)
{
    Assignment result;
    result.task = id<TaskId>("task");
    result.request = id<RequestId>("r" + std::to_string(fence));
    result.fence = fence;
    result.renewedAt = {std::int64_t(fence)};
    return result;
}

const Revision start{0, id<Incarnation>("i"), 100};

/// A fleet with client c, windows w and v, and contexts 1 2 3 in w.
struct FleetTest : ::testing::Test {
    Fleet fleet;
    ContextKey one = context("1"), two = context("2"), three = context("3");

    FleetTest()
    {
        fleet.reset({start});
        EXPECT_TRUE(apply({clientChange(client("c")), WindowChanged{window("w"), "W"},
                           WindowChanged{window("v"), "V", true, false, false, 1}, contextChange(one, "w", 0),
                           contextChange(two, "w", 1), contextChange(three, "w", 2)}));
        one = fleet.key(fleet.find(one));
        two = fleet.key(fleet.find(two));
        three = fleet.key(fleet.find(three));
    }

    bool apply(std::vector<Change> changes)
    {
        const std::uint64_t now = fleet.revisions().at(0).number;
        const auto applied = fleet.apply({0, now, now + 1, {std::int64_t(now) * 1000}, std::move(changes)});
        EXPECT_TRUE(applied || applied.error().code == ErrorCode::Internal);
        return applied.ok();
    }
    std::string order(const WindowName &name) const
    {
        std::string text;
        for (const Slot slot : fleet.window(fleet.find(name)).contexts)
            text += fleet.context(slot).name->context.text();
        return text;
    }
    const ClientRow &row() const { return fleet.client(fleet.find(client("c"))); }
};

Fleet rebuilt(const Fleet &fleet, std::size_t maxChanges)
{
    Fleet copy;
    copy.reset(fleet.revisions());
    for (const auto &slice : fleet.snapshot(maxChanges)) {
        EXPECT_LE(slice.size(), maxChanges);
        const auto loaded = copy.load(slice);
        EXPECT_TRUE(loaded.ok()) << loaded.error().detail;
    }
    return copy;
}

TEST_F(FleetTest, AppliesOnlyWhatFollowsItsRevision) // SPEC R5
{
    const auto refused = [this](std::uint32_t partition, std::uint64_t from) {
        const auto applied = fleet.apply({partition, from, from + 1, {}, {}});
        return !applied && applied.error().code == ErrorCode::BaseMismatch;
    };
    EXPECT_EQ(fleet.revision(), 101u);
    EXPECT_TRUE(refused(0, 100));
    EXPECT_TRUE(refused(0, 102));
    EXPECT_TRUE(refused(1, 101));
    EXPECT_FALSE(fleet.apply({0, 101, 50, {}, {}}).ok());
    EXPECT_EQ(fleet.revision(), 101u);
    EXPECT_FALSE(refused(0, 101));
    EXPECT_EQ(fleet.revision(), 102u);
}

TEST_F(FleetTest, KeepsOneRevisionAPartition)
{
    fleet.reset({start, {7, id<Incarnation>("j"), 5}});
    EXPECT_EQ(fleet.contextCount(), 0u);
    ASSERT_TRUE(fleet.apply({7, 5, 9, {}, {}}).ok());
    EXPECT_EQ(fleet.revisions()[0].number, 100u);
    EXPECT_EQ(fleet.revisions()[1].number, 9u);
    EXPECT_EQ(fleet.revision(), 109u);
}

TEST_F(FleetTest, FindsByNameAndByHint)
{
    EXPECT_NE(fleet.find(id<UserId>("u")), noSlot);
    EXPECT_EQ(fleet.find(id<UserId>("nobody")), noSlot);
    EXPECT_EQ(fleet.find(client("d")), noSlot);
    EXPECT_EQ(fleet.find(window("x")), noSlot);
    EXPECT_EQ(fleet.find(ContextKey{context("2").name, one.slot}), two.slot) << "a wrong hint does no harm";
    EXPECT_EQ(fleet.find(ContextKey{two.name, 4'000'000}), two.slot);
    EXPECT_EQ(fleet.find(ContextKey{}), noSlot);
    EXPECT_EQ(fleet.find(context("4")), noSlot);
}

TEST_F(FleetTest, CountsAssignmentsAndSettling)
{
    ASSERT_TRUE(apply({AssignmentStarted{one, assignment(5)}, AssignmentStarted{two, assignment(6)}}));
    EXPECT_EQ(fleet.assignedCount(), 2u);
    ASSERT_TRUE(apply({AssignmentRenewed{one, 5, {77}}}));
    EXPECT_EQ(fleet.context(one.slot).assignment->renewedAt, RegistryTime{77});
    EXPECT_EQ(fleet.context(one.slot).assignment->renewals, 1u);
    ASSERT_TRUE(
        apply({AssignmentEnded{one, 5, EndCause::Expired}, SettlingChanged{one, std::make_shared<Settling>()}}));
    EXPECT_EQ(fleet.context(one.slot).lastEnd, EndCause::Expired);
    EXPECT_EQ(row().assigned, 1u);
    EXPECT_EQ(row().settling, 1u);
    EXPECT_EQ(row().load(), 2u);
    ASSERT_TRUE(apply({SettlingChanged{one, std::make_shared<Settling>()}}));
    EXPECT_EQ(row().settling, 1u);
    ASSERT_TRUE(apply({SettlingChanged{one, nullptr}, SettlingChanged{one, nullptr}}));
    EXPECT_EQ(row().load(), 1u);
}

TEST_F(FleetTest, RemovingAClientTakesEverythingItHas)
{
    ASSERT_TRUE(apply({AssignmentStarted{one, assignment(5)}, SettlingChanged{two, std::make_shared<Settling>()},
                       ClientRemoved{client("c")}}));
    EXPECT_EQ(fleet.contextCount(), 0u);
    EXPECT_EQ(fleet.assignedCount(), 0u);
    EXPECT_EQ(fleet.find(client("c")), noSlot);
    EXPECT_EQ(fleet.find(window("w")), noSlot);
    EXPECT_EQ(fleet.find(one), noSlot) << "a right hint of a row that is gone";
    EXPECT_TRUE(fleet.user(fleet.find(id<UserId>("u"))).clients.empty());
    EXPECT_EQ(firstDifference(fleet, rebuilt(fleet, 10)), std::nullopt);
}

TEST_F(FleetTest, RowsAreReused)
{
    for (int round = 0; round < 100; ++round) {
        const std::string name = "client" + std::to_string(round);
        const ContextKey key = context("x", client(name));
        ASSERT_TRUE(apply(
            {clientChange(client(name)), WindowChanged{window("w", client(name)), ""}, contextChange(key, "w", 0)}));
        ASSERT_TRUE(
            apply({ContextRemoved{key}, WindowRemoved{window("w", client(name))}, ClientRemoved{client(name)}}));
    }
    EXPECT_EQ(fleet.clientSlots(), 2u);
    EXPECT_EQ(fleet.windowSlots(), 3u);
    EXPECT_EQ(fleet.contextSlots(), 4u);
    EXPECT_EQ(fleet.userSlots(), 1u);
}

TEST_F(FleetTest, ASlotHintOfAReusedRowFindsTheRightContext)
{
    ASSERT_TRUE(apply({ContextRemoved{one}, contextChange(context("9"), "v", 0)}));
    EXPECT_EQ(fleet.find(context("9")), one.slot) << "the row was reused";
    EXPECT_EQ(fleet.find(one), noSlot);
    EXPECT_FALSE(apply({AssignmentStarted{one, assignment(5)}}));
}

TEST_F(FleetTest, KeepsTheOrderOfTabsAndWindows)
{
    ASSERT_TRUE(apply({contextChange(three, "w", 0)}));
    EXPECT_EQ(order(window("w")), "312");
    ASSERT_TRUE(apply({contextChange(two, "w", 2)})) << "its own place changes nothing";
    EXPECT_EQ(order(window("w")), "312");
    ASSERT_TRUE(apply({contextChange(three, "w", 2)}));
    EXPECT_EQ(order(window("w")), "123");
    ASSERT_TRUE(apply({contextChange(one, "w", 4'000'000'000)})) << "beyond the end is last";
    EXPECT_EQ(order(window("w")), "231");
    ASSERT_TRUE(apply({WindowChanged{window("v"), "V"}}));
    EXPECT_EQ(fleet.window(row().windows[0]).name, window("v"));
}

TEST_F(FleetTest, MovesContextsBetweenWindowsWithTheirLease)
{
    ASSERT_TRUE(apply({AssignmentStarted{two, assignment(5)}, contextChange(two, "v", 0, "moved")}));
    EXPECT_EQ(order(window("w")), "13");
    EXPECT_EQ(order(window("v")), "2");
    EXPECT_TRUE(fleet.context(two.slot).assignment);
    EXPECT_EQ(fleet.context(two.slot).reported->title, "moved");
    EXPECT_EQ(row().contexts, 3u);
    EXPECT_EQ(fleet.window(fleet.context(two.slot).window).name, window("v"));
    ASSERT_TRUE(apply({contextChange(one, "v", 0), contextChange(three, "v", 2), WindowRemoved{window("w")}}));
    EXPECT_EQ(order(window("v")), "123");
}

TEST_F(FleetTest, FirstSeenIsTheTimeOfTheDelta)
{
    const RegistryTime seen = fleet.context(one.slot).firstSeenAt;
    EXPECT_EQ(seen, RegistryTime{100'000});
    ASSERT_TRUE(apply({contextChange(one, "w", 0, "other")}));
    EXPECT_EQ(fleet.context(one.slot).firstSeenAt, seen);
}

TEST_F(FleetTest, RefusesWhatDoesNotFit)
{
    const ContextKey ghost = context("ghost");
    ContextChanged otherReport = contextChange(one, "w", 0);
    otherReport.key = two;
    ContextChanged noReport = contextChange(one, "w", 0);
    noReport.reported = nullptr;
    ContextChanged stranger = contextChange(context("1", client("stranger")), "w", 0);
    const std::pair<const char *, Change> table[] = {
        {"assign ghost", AssignmentStarted{ghost, assignment(1)}},
        {"assign null", AssignmentStarted{{}, assignment(1)}},
        {"assign twice", AssignmentStarted{one, assignment(6)}},
        {"renew idle", AssignmentRenewed{two, 5, {}}},
        {"renew other fence", AssignmentRenewed{one, 6, {}}},
        {"renew ghost", AssignmentRenewed{ghost, 5, {}}},
        {"end idle", AssignmentEnded{two, 5, {}}},
        {"end other fence", AssignmentEnded{one, 4, {}}},
        {"end null", AssignmentEnded{}},
        {"settle ghost", SettlingChanged{ghost, nullptr}},
        {"hold ghost", HoldChanged{ghost, nullptr}},
        {"parent ghost", ParentChanged{ghost, one}},
        {"report of another", otherReport},
        {"no report", noReport},
        {"no name", ContextChanged{{}, id<WindowId>("w"), 0, noReport.reported}},
        {"unknown window", contextChange(one, "x", 0)},
        {"empty window", ContextChanged{one, {}, 0, contextChange(one, "w", 0).reported}},
        {"unknown client", stranger},
        {"remove ghost", ContextRemoved{ghost}},
        {"remove null", ContextRemoved{}},
        {"remove assigned", ContextRemoved{one}},
        {"window of nobody", WindowChanged{window("w", client("d")), ""}},
        {"window without names", WindowChanged{}},
        {"window without id", WindowChanged{{id<UserId>("u"), id<ClientId>("c"), id<Epoch>("e"), {}}, ""}},
        {"remove unknown window", WindowRemoved{window("x")}},
        {"remove full window", WindowRemoved{window("w")}},
        {"client without state", ClientChanged{client("c"), nullptr}},
        {"client without name", ClientChanged{{}, clientChange(client("c")).state}},
        {"seq of nobody", ClientSeqChanged{client("d"), 5}},
        {"remove nobody", ClientRemoved{client("d")}},
        {"null reservation", ReservationChanged{}},
        {"nameless reservation", ReservationChanged{std::make_shared<Reservation>()}},
        {"no reservation", ReservationRemoved{client("c"), id<ProvisionId>("p")}},
        {"null waiter", WaiterAdded{}},
        {"nameless waiter", WaiterAdded{std::make_shared<Waiter>()}},
        {"no waiter", WaiterRemoved{id<UserId>("u"), 3}},
        {"no drain", DrainRemoved{client("c")}},
        {"nameless node", NodeChanged{}},
        {"no node", NodeRemoved{id<NodeId>("n")}},
    };
    ASSERT_TRUE(apply({AssignmentStarted{one, assignment(5)}}));
    const Fleet before = fleet;
    for (const auto &[what, change] : table) {
        EXPECT_FALSE(apply({change})) << what;
        EXPECT_EQ(firstDifference(before, fleet), std::nullopt) << what;
    }
}

TEST_F(FleetTest, KeepsReservationsWaitersDrainsAndNodes)
{
    Reservation reservation;
    reservation.client = client("c");
    reservation.provision = id<ProvisionId>("p");
    auto waiter = std::make_shared<Waiter>();
    waiter->user = id<UserId>("u");
    waiter->place = 3;
    Drain drain;
    drain.target = window("w");
    NodeInfo node;
    node.id = id<NodeId>("n");
    ASSERT_TRUE(apply({ReservationChanged{std::make_shared<Reservation>(reservation)}, WaiterAdded{waiter},
                       DrainChanged{drain}, NodeChanged{node}}));
    EXPECT_EQ(fleet.reservations().size(), 1u);
    EXPECT_EQ(fleet.waiters(id<UserId>("u")).begin()->second, waiter);
    EXPECT_TRUE(fleet.waiters(id<UserId>("other")).empty());
    ASSERT_TRUE(fleet.drain(window("w")));
    EXPECT_FALSE(fleet.drain(client("c")));
    EXPECT_FALSE(apply({WaiterAdded{waiter}})) << "the place is taken";
    EXPECT_EQ(fleet.waiterCount(), 1u);

    drain.state = Drain::State::Done;
    reservation.answeredSeq = 4;
    ASSERT_TRUE(apply(
        {DrainChanged{drain}, ReservationChanged{std::make_shared<Reservation>(reservation)}, NodeChanged{node}}));
    EXPECT_EQ(fleet.drains().size(), 1u);
    EXPECT_EQ(fleet.drain(window("w"))->state, Drain::State::Done);
    EXPECT_EQ(fleet.reservations().begin()->second->answeredSeq, 4u);
    EXPECT_EQ(firstDifference(fleet, rebuilt(fleet, 3)), std::nullopt);

    ASSERT_TRUE(apply({ReservationRemoved{client("c"), id<ProvisionId>("p")}, WaiterRemoved{id<UserId>("u"), 3},
                       DrainRemoved{window("w")}, NodeRemoved{id<NodeId>("n")}}));
    EXPECT_TRUE(fleet.reservations().empty() && fleet.waiters().empty() && fleet.drains().empty()
                && fleet.nodes().empty());
}

TEST_F(FleetTest, ASnapshotBuildsTheSameFleet) // SPEC R5
{
    auto hold = std::make_shared<Hold>();
    hold->request = id<RequestId>("r");
    ASSERT_TRUE(apply({AssignmentStarted{one, assignment(5)}, AssignmentRenewed{one, 5, {77}}, HoldChanged{two, hold},
                       ParentChanged{one, three}, AssignmentStarted{three, assignment(6)},
                       AssignmentEnded{three, 6, EndCause::Operator}, ClientSeqChanged{client("c"), 9}}));
    for (const std::size_t maxChanges : {1u, 2u, 1000u}) {
        const Fleet copy = rebuilt(fleet, maxChanges);
        EXPECT_EQ(firstDifference(fleet, copy), std::nullopt);
        EXPECT_EQ(copy.context(copy.find(one)).assignment->renewals, 1u);
        EXPECT_EQ(copy.context(copy.find(one)).parent.name, three.name);
    }
    EXPECT_EQ(Fleet().snapshot(0).size(), 1u) << "even an empty fleet has a last slice";
}

TEST_F(FleetTest, FirstDifferenceSeesEachDifference)
{
    const Fleet before = fleet;
    auto otherState = clientChange(client("c"));
    auto changed = std::make_shared<ClientState>(*otherState.state);
    changed->agent = "x";
    otherState.state = changed;
    const Change table[] = {
        AssignmentStarted{one, assignment(1)},
        SettlingChanged{one, std::make_shared<Settling>()},
        HoldChanged{one, std::make_shared<Hold>()},
        ParentChanged{one, two},
        contextChange(one, "w", 0, "other"),
        contextChange(one, "w", 1),
        contextChange(one, "v", 0),
        ContextRemoved{three},
        WindowChanged{window("w"), "other"},
        WindowRemoved{window("v")},
        otherState,
        ClientSeqChanged{client("c"), 5},
        ClientRemoved{client("c")},
        clientChange(client("d")),
        clientChange(client("c", "v")),
    };
    for (const Change &change : table) {
        Fleet changedFleet = before;
        ASSERT_TRUE(changedFleet.load({change}).ok());
        EXPECT_TRUE(firstDifference(before, changedFleet)) << change.index();
        EXPECT_TRUE(firstDifference(changedFleet, before)) << change.index();
    }
}

/// Random steps over a small world, so that names come, go and come back; most fit, some do not.
class RandomChanges {
public:
    explicit RandomChanges(std::uint64_t seed) : m_random(seed) {}

    std::size_t below(std::size_t bound) { return m_random.random() % bound; }
    std::string text(std::string_view prefix, std::size_t bound)
    {
        return std::string(prefix) + std::to_string(below(bound));
    }

    Change next(const Fleet &fleet)
    {
        const ClientName name = client(text("c", 4), text("u", 3));
        ContextKey key = context(text("", 8), name);
        if (below(2))
            if (const Slot slot = fleet.find(key); slot != noSlot)
                key = fleet.key(slot);
        if (below(8) == 0)
            key.slot = Slot(below(30));
        const Slot slot = fleet.find(key);
        const Fence fence = slot != noSlot && fleet.context(slot).assignment && below(8)
                              ? fleet.context(slot).assignment->fence
                              : below(5);
        switch (below(26)) {
        case 0:
        case 1:
            return clientChange(name, below(9));
        case 2:
            return ClientSeqChanged{name, below(9)};
        case 3:
            if (below(6) == 0)
                return ClientRemoved{name};
            [[fallthrough]];
        case 4:
        case 5:
            return WindowChanged{window(text("w", 3), name), text("", 3), below(2) == 0, false, false,
                                 std::uint32_t(below(4))};
        case 6:
            return WindowRemoved{window(text("w", 3), name)};
        case 7:
        case 8:
        case 9:
        case 10:
        case 11:
            return contextChange(key, text("w", 3), std::uint32_t(below(6)), text("t", 3));
        case 12:
            return ContextRemoved{key};
        case 13:
        case 14:
        case 15:
            return AssignmentStarted{key, assignment(++m_fence)};
        case 16:
            return AssignmentRenewed{key, fence, {std::int64_t(++m_fence)}};
        case 17:
        case 18:
            return AssignmentEnded{key, fence, EndCause(below(11))};
        case 19:
            return SettlingChanged{key, below(2) ? std::make_shared<Settling>() : nullptr};
        case 20:
            return HoldChanged{key, below(2) ? std::make_shared<Hold>() : nullptr};
        case 21:
            return ParentChanged{key, below(3) ? context(text("", 8), name) : ContextKey{}};
        case 22:
            return reservation(name);
        case 23:
            return waiter(name.user);
        case 24:
            return drain(name);
        default:
            return node();
        }
    }

private:
    Change reservation(const ClientName &name)
    {
        if (below(2))
            return ReservationRemoved{name, id<ProvisionId>("p")};
        Reservation made;
        made.client = name;
        made.provision = id<ProvisionId>("p");
        made.answeredSeq = below(5);
        return ReservationChanged{std::make_shared<Reservation>(made)};
    }
    Change waiter(const UserId &user)
    {
        if (below(2))
            return WaiterRemoved{user, below(4)};
        Waiter waiting;
        waiting.user = user;
        waiting.place = below(4);
        waiting.requirements = std::make_shared<Requirements>();
        return WaiterAdded{std::make_shared<Waiter>(waiting)};
    }
    Change drain(const ClientName &name)
    {
        const DrainTarget target = below(2) ? DrainTarget(name) : DrainTarget(window("w0", name));
        if (below(2))
            return DrainRemoved{target};
        Drain draining;
        draining.target = target;
        draining.state = Drain::State(below(4));
        return DrainChanged{draining};
    }
    Change node()
    {
        NodeInfo info;
        info.id = id<NodeId>(text("n", 3));
        info.version = text("v", 3);
        return below(3) ? Change(NodeChanged{info}) : Change(NodeRemoved{info.id});
    }

    SeededIdSource m_random;
    Fence m_fence = 100;
};

/// Three replicas get the same history: one from the start, one that is reloaded from a snapshot now and then (its
/// slots differ), one through names without hints. They must always agree on what to refuse and on what they hold.
TEST(FleetHistories, ReplicasAgreeAtEveryRevision) // SPEC R5
{
    for (std::uint64_t seed = 1; seed <= 40; ++seed) {
        SCOPED_TRACE("seed " + std::to_string(seed));
        RandomChanges changes(seed);
        Fleet whole, reloaded, blind;
        for (Fleet *fleet : {&whole, &reloaded, &blind})
            fleet->reset({start});
        int applied = 0, refused = 0;
        for (std::uint64_t step = 0; step < 1500; ++step) {
            const Change change = changes.next(whole);
            const std::uint64_t now = whole.revision();
            const Delta delta{0, now, now + 1, {std::int64_t(step) + 1}, {change}};
            Delta hintless = delta;
            std::visit(
                [](auto &one) {
                    if constexpr (requires { one.key.slot; })
                        one.key.slot = noSlot;
                },
                hintless.changes[0]);
            const bool ok = whole.apply(delta).ok();
            ASSERT_EQ(reloaded.apply(delta).ok(), ok) << step;
            ASSERT_EQ(blind.apply(hintless).ok(), ok) << step;
            ++(ok ? applied : refused);
            if (step % 50 == 0)
                reloaded = rebuilt(reloaded, 1 + changes.below(20));
            if (step % 10 == 0) {
                ASSERT_EQ(firstDifference(whole, reloaded), std::nullopt) << step;
                ASSERT_EQ(firstDifference(whole, blind), std::nullopt) << step;
            }
        }
        EXPECT_GT(applied, 400);
        EXPECT_GT(refused, 200);
        EXPECT_LE(whole.contextSlots(), 3 * 4 * 8u);
        EXPECT_LE(whole.clientSlots(), 12u);
    }
}

TEST(SlotIndexTest, AgreesWithAMapUnderCollisions)
{
    SeededIdSource random(3);
    SlotIndex index;
    std::unordered_map<Slot, std::size_t> map;
    for (int step = 0; step < 50'000; ++step) {
        const Slot slot = Slot(random.random() % 300);
        const std::size_t hash = slot % 37 * 0x10001; // many share a hash, more share a cell
        const auto find = [&](Slot wanted) { return index.find(hash, [wanted](Slot s) { return s == wanted; }); };
        if (map.count(slot) && random.random() % 2) {
            index.erase(hash, slot);
            map.erase(slot);
        } else if (!map.count(slot)) {
            index.insert(hash, slot);
            map[slot] = hash;
        }
        ASSERT_EQ(find(slot), map.count(slot) ? slot : noSlot) << step;
        ASSERT_EQ(index.size(), map.size());
    }
    for (const auto &[slot, hash] : map)
        EXPECT_EQ(index.find(hash, [wanted = slot](Slot s) { return s == wanted; }), slot);
    index.erase(0, 100'000);
    EXPECT_EQ(index.size(), map.size());
}

} // namespace
} // namespace cheetah
