// SPDX-License-Identifier: Apache-2.0
#include "contracts/registrycontract.h"

#include <algorithm>
#include <set>

using namespace cheetah;
using namespace cheetah::test;

namespace {

class ContextRegistryContract : public RegistryContract {
protected:
    Result<SliceOutcome> endAssignments(std::uint32_t limit)
    {
        return ask<SliceOutcome>(
            [&](auto reply) { under().contexts().endAssignments(client("c"), limit, m_scope, std::move(reply)); });
    }
    Result<Released> forceRelease(const std::string &tabId, Fence fence)
    {
        return ask<Released>(
            [&](auto reply) { under().contexts().forceRelease(contextName(tabId), fence, m_scope, std::move(reply)); });
    }
    Result<Released> expire(const Handle &handle, RegistryTime seen)
    {
        return ask<Released>([&](auto reply) { under().contexts().expire(handle, seen, m_scope, std::move(reply)); });
    }
    Result<ScanPage> scan(const std::string &cursor, std::uint32_t limit)
    {
        return ask<ScanPage>(
            [&](auto reply) { under().contexts().scanAssignments(cursor, limit, m_scope, std::move(reply)); });
    }
    Result<SliceOutcome> expireAll(Micros timeout, std::uint32_t limit)
    {
        return ask<SliceOutcome>(
            [&](auto reply) { under().bulk()->expireAll(timeout, limit, m_scope, std::move(reply)); });
    }
    Result<Assigned> releaseAndAssign(const Handle &handle, const AssignArgs &args)
    {
        return ask<Assigned>(
            [&](auto reply) { under().contexts().releaseAndAssign(handle, args, m_scope, std::move(reply)); });
    }
    std::set<std::string> leased() const
    {
        std::set<std::string> names;
        for (Slot slot = 0; slot < fleet().contextSlots(); ++slot)
            if (fleet().context(slot).assignment)
                names.insert(fleet().context(slot).name->context.string());
        return names;
    }
};

// SPEC W11
TEST_P(ContextRegistryContract, OneContextIsLeasedOnce)
{
    connect();
    show({"a"});
    const Handle handle = lease("a", "r1");
    const auto before = revision();
    const Result<Assigned> second = assign("a", "r2");
    EXPECT_EQ(obstacle(second), "assigned");
    EXPECT_EQ(second.error().param("task"), "task of r1");
    EXPECT_EQ(revision(), before);
    EXPECT_EQ(outcome(renew(handle)), "ok");
}

// SPEC W11
TEST_P(ContextRegistryContract, AskingAgainUnderTheSameRequestGivesTheSameLease)
{
    connect();
    show({"a", "b"});
    const Handle first = lease("a", "r1");
    const auto before = revision();
    const Result<Assigned> again = assign("b", "r1");
    ASSERT_TRUE(again.ok());
    EXPECT_TRUE(again->repeated);
    EXPECT_EQ(again->handle, first);
    const Result<Assigned> resolved = resolve("r1");
    ASSERT_TRUE(resolved.ok());
    EXPECT_EQ(resolved->handle, first);
    EXPECT_EQ(revision(), before);
    EXPECT_EQ(leased(), std::set<std::string>{"a"});
    EXPECT_EQ(outcome(resolve("never")), "nothing_available");
}

// SPEC W11
TEST_P(ContextRegistryContract, ARequestThatWasServedIsNotServedTwice)
{
    connect();
    show({"a"});
    ASSERT_TRUE(release(lease("a", "r1")).ok());
    const Result<Assigned> again = assign("a", "r1");
    EXPECT_EQ(outcome(again), "request_known");
    EXPECT_EQ(again.error().param("cause"), "released");
    EXPECT_EQ(outcome(resolve("r1")), "stale_handle");
    EXPECT_EQ(resolve("r1").error().param("cause"), "released");
    EXPECT_TRUE(leased().empty());
    pass(Seconds(61));
    EXPECT_EQ(outcome(resolve("r1")), "nothing_available") << "forgotten after its time";
    EXPECT_EQ(obstacle(assign("a", "r1")), "granted");
}

// SPEC W4
TEST_P(ContextRegistryContract, ReleaseEndsOnceAndRecognisesItsRepetition)
{
    connect();
    show({"a"});
    const Handle handle = lease("a", "r1");
    ASSERT_TRUE(release(handle).ok());
    const auto before = revision();
    const Result<Released> again = release(handle);
    ASSERT_TRUE(again.ok());
    EXPECT_TRUE(again->already);
    EXPECT_EQ(outcome(renew(handle)), "stale_handle");
    EXPECT_EQ(revision(), before) << "a stale handle changes nothing";

    const Handle other = lease("a", "r2");
    EXPECT_TRUE(release(handle)->already) << "also while another task has the context";
    EXPECT_EQ(renew(handle).error().param("task"), "task of r2");
    EXPECT_EQ(outcome(renew(other)), "ok");
    pass(Seconds(61));
    EXPECT_EQ(outcome(release(handle)), "stale_handle") << "remembered for a while only";
}

// SPEC W4
TEST_P(ContextRegistryContract, AHandleCountsAsAWhole)
{
    connect();
    show({"a", "b"});
    const Handle handle = lease("a", "r1");
    Handle forged = handle;
    forged.fence += 1;
    EXPECT_EQ(outcome(release(forged)), "stale_handle");
    forged = handle;
    forged.request = RequestId::trusted("r2");
    EXPECT_EQ(outcome(renew(forged)), "stale_handle");
    forged = handle;
    forged.context = key("b");
    EXPECT_EQ(outcome(release(forged)), "stale_handle");
    EXPECT_EQ(leased(), std::set<std::string>{"a"});

    ASSERT_TRUE(release(handle).ok());
    EXPECT_EQ(outcome(release(forged)), "stale_handle") << "not even a repetition: it names another context";
    forged = handle;
    forged.fence += 1;
    EXPECT_EQ(outcome(release(forged)), "stale_handle");
}

// SPEC W4
TEST_P(ContextRegistryContract, ASlotHintOfNoUseIsIgnored)
{
    connect();
    show({"a", "b"});
    Handle handle = lease("a", "r1");
    handle.context.name = std::make_shared<ContextName>(*handle.context.name);
    handle.context.slot = key("b").slot;
    EXPECT_EQ(outcome(renew(handle)), "ok");
    handle.context.slot = noSlot;
    EXPECT_EQ(outcome(release(handle)), "ok");
}

// SPEC W4
TEST_P(ContextRegistryContract, FencesGrowAndFollowTheClock)
{
    connect();
    show({"a", "b"});
    const Handle first = lease("a", "r1");
    const Handle second = lease("b", "r2");
    EXPECT_GE(first.fence, Fence(now().us));
    EXPECT_GT(second.fence, first.fence) << "at the same microsecond too";
    ASSERT_TRUE(release(first).ok());
    m_clock.advance(Seconds(1));
    EXPECT_GE(lease("a", "r3").fence, Fence(now().us));
    m_clock.jumpWall(-Seconds(1000));
    ASSERT_TRUE(release(second).ok());
    EXPECT_GT(lease("b", "r4").fence, Fence(now().us) - 1) << "the wall clock's jump back is not seen";
}

// SPEC W4 SPEC W11
TEST_P(ContextRegistryContract, RememberedRequestsAreBounded)
{
    DeploymentPolicies policies;
    policies.requestMemoryEntries = 3;
    start(policies);
    connect();
    show({"a"});
    std::vector<Handle> handles;
    for (int i = 0; i < 5; ++i) {
        handles.push_back(lease("a", "r" + std::to_string(i)));
        ASSERT_TRUE(release(handles.back()).ok());
    }
    EXPECT_EQ(outcome(release(handles[1])), "stale_handle") << "dropped by the bound";
    EXPECT_EQ(outcome(release(handles[2])), "ok");
    EXPECT_EQ(outcome(resolve("r0")), "nothing_available");
    EXPECT_EQ(outcome(resolve("r4")), "stale_handle");
}

// SPEC W3 SPEC W5
TEST_P(ContextRegistryContract, TheTimeoutCountsFromTheLastRenewal)
{
    if (!under().bulk())
        GTEST_SKIP() << "no bulk timeout release";
    connect();
    show({"a", "b", "c"});
    const Handle a = lease("a", "ra"), b = lease("b", "rb");
    pass(Seconds(10));
    const Handle c = lease("c", "rc");
    ASSERT_TRUE(renew(a).ok());
    EXPECT_EQ(expireAll(Seconds(10), 100)->ended, 0u) << "at its timeout it still holds";
    pass(Micros(1));
    const auto before = revision();
    EXPECT_EQ(outcome(renew(b)), "ok") << "past its timeout it is valid until a sweep ends it";
    pass(Seconds(10));
    ASSERT_TRUE(renew(c).ok());
    EXPECT_GT(revision(), before);
    const Result<SliceOutcome> swept = expireAll(Seconds(10), 100);
    EXPECT_EQ(swept->ended, 1u);
    EXPECT_FALSE(swept->more);
    EXPECT_EQ(leased(), (std::set<std::string>{"b", "c"}));
    EXPECT_EQ(row("a")->lastEnd, EndCause::Expired);
    EXPECT_EQ(outcome(release(a)), "stale_handle") << "its own release would be already_released, this is not";
    EXPECT_EQ(release(a).error().param("cause"), "expired");
    EXPECT_NE(row("a"), nullptr) << "the tab stays";
}

// SPEC W5
TEST_P(ContextRegistryContract, BulkReleaseWorksInSlicesAndEqualsTheScan)
{
    if (!under().bulk())
        GTEST_SKIP() << "no bulk timeout release";
    std::vector<std::set<std::string>> left;
    for (const bool bulk : {true, false}) {
        start(DeploymentPolicies());
        connect();
        show({"a", "b", "c", "d", "e"});
        for (const char *id : {"a", "b", "c"})
            lease(id, id);
        pass(Seconds(20));
        for (const char *id : {"d", "e"})
            lease(id, id);
        ASSERT_TRUE(renew(resolve("b")->handle).ok());
        pass(Seconds(5));
        if (bulk) {
            const Result<SliceOutcome> first = expireAll(Seconds(10), 1);
            EXPECT_EQ(first->ended, 1u);
            EXPECT_TRUE(first->more);
            EXPECT_EQ(expireAll(Seconds(10), 1)->ended, 1u);
            EXPECT_EQ(expireAll(Seconds(10), 1)->ended, 0u);
        } else {
            std::string cursor;
            do {
                const Result<ScanPage> page = scan(cursor, 2);
                ASSERT_TRUE(page.ok());
                for (const ScannedAssignment &one : page->assignments)
                    if (now() - one.renewedAt > Seconds(10)) {
                        EXPECT_EQ(outcome(expire(one.handle, one.renewedAt)), "ok");
                    }
                cursor = page->next;
            } while (!cursor.empty());
        }
        left.push_back(leased());
    }
    EXPECT_EQ(left[0], (std::set<std::string>{"b", "d", "e"}));
    EXPECT_EQ(left[1], left[0]);
}

// SPEC W3
TEST_P(ContextRegistryContract, WhoeverRenewedLongestAgoEndsFirst)
{
    if (!under().bulk())
        GTEST_SKIP() << "no bulk timeout release";
    connect();
    show({"a", "b", "c"});
    const Handle a = lease("a", "ra");
    lease("b", "rb");
    ASSERT_TRUE(release(lease("c", "rc")).ok());
    pass(Seconds(5));
    ASSERT_TRUE(renew(a).ok());
    pass(Seconds(20));
    lease("c", "again");
    const Result<SliceOutcome> first = expireAll(Seconds(10), 1);
    EXPECT_EQ(first->ended, 1u);
    EXPECT_TRUE(first->more);
    EXPECT_EQ(leased(), (std::set<std::string>{"a", "c"}));
    const Result<SliceOutcome> second = expireAll(Seconds(10), 1);
    EXPECT_EQ(second->ended, 1u);
    EXPECT_FALSE(second->more);
    EXPECT_EQ(leased(), (std::set<std::string>{"c"})) << "it is leased anew since";
}

// SPEC W5
TEST_P(ContextRegistryContract, TheScanShowsEveryLeaseOnceInOrder)
{
    connect();
    connect("d");
    show({"5", "3", "1", "4", "2"});
    show({"0", "9"}, "d");
    for (const char *id : {"4", "2", "5", "1"})
        lease(id, id);
    lease("9", "9", "d");
    std::vector<std::string> seen;
    std::string cursor;
    int pages = 0;
    do {
        const Result<ScanPage> page = scan(cursor, 2);
        ASSERT_TRUE(page.ok());
        ASSERT_LE(page->assignments.size(), 2u);
        for (const ScannedAssignment &one : page->assignments)
            seen.push_back(one.handle.name().context.string());
        cursor = page->next;
    } while (!cursor.empty() && ++pages < 10);
    EXPECT_EQ(seen, (std::vector<std::string>{"1", "2", "4", "5", "9"}));
    EXPECT_EQ(outcome(scan("not a cursor", 2)), "bad_id");
}

// SPEC W3 SPEC W5
TEST_P(ContextRegistryContract, ARenewalThatRacesASingleExpiryWins)
{
    connect();
    show({"a"});
    const Handle handle = lease("a", "r1");
    const RegistryTime seen = now();
    pass(Seconds(1));
    ASSERT_TRUE(renew(handle).ok());
    EXPECT_EQ(outcome(expire(handle, seen)), "stale_handle");
    EXPECT_EQ(outcome(renew(handle)), "ok");
    EXPECT_EQ(outcome(expire(handle, now())), "ok");
    EXPECT_EQ(row("a")->lastEnd, EndCause::Expired);
}

// SPEC W6
TEST_P(ContextRegistryContract, EndingAClientsAssignmentsKeepsItsContexts)
{
    connect();
    connect("d");
    show({"a", "b", "c"});
    show({"x"}, "d");
    const Handle a = lease("a", "ra");
    lease("b", "rb");
    lease("c", "rc");
    lease("x", "rx", "d");
    const Result<SliceOutcome> first = endAssignments(2);
    EXPECT_EQ(first->ended, 2u);
    EXPECT_TRUE(first->more);
    EXPECT_EQ(endAssignments(2)->ended, 1u);
    const auto before = revision();
    EXPECT_EQ(endAssignments(2)->ended, 0u) << "a second call finds nothing";
    EXPECT_EQ(revision(), before);
    EXPECT_EQ(leased(), std::set<std::string>{"x"});
    EXPECT_EQ(clientRow()->contexts, 3u);
    EXPECT_EQ(row("a")->lastEnd, EndCause::Disconnected);
    EXPECT_EQ(renew(a).error().param("cause"), "disconnected");
    EXPECT_EQ(obstacle(assign("a", "r9")), "granted") << "the client stays connected and its contexts selectable";
}

// SPEC O3
TEST_P(ContextRegistryContract, ForcedReleaseIsFencedByWhatWasSeen)
{
    connect();
    show({"a"});
    const Handle handle = lease("a", "r1");
    const Result<Released> wrong = forceRelease("a", handle.fence - 1);
    EXPECT_EQ(outcome(wrong), "fence_mismatch");
    EXPECT_EQ(wrong.error().param("task"), "task of r1");
    EXPECT_EQ(wrong.error().param("fence"), std::to_string(handle.fence));
    EXPECT_EQ(outcome(renew(handle)), "ok");
    EXPECT_EQ(outcome(forceRelease("a", handle.fence)), "ok");
    EXPECT_EQ(renew(handle).error().param("cause"), "operator");
    EXPECT_EQ(outcome(forceRelease("a", handle.fence)), "stale_handle");
    EXPECT_EQ(outcome(release(handle)), "stale_handle") << "the holder did not release it";
}

// SPEC W8
TEST_P(ContextRegistryContract, ReleaseAndAssignIsOneStep)
{
    connect();
    show({"a", "b"});
    const Handle first = lease("a", "r1");
    const Result<Assigned> second = releaseAndAssign(first, assignArgs("b", "r2"));
    ASSERT_TRUE(second.ok());
    EXPECT_EQ(leased(), std::set<std::string>{"b"});
    EXPECT_EQ(outcome(renew(first)), "stale_handle");

    const Result<Assigned> repeated = releaseAndAssign(first, assignArgs("b", "r2"));
    ASSERT_TRUE(repeated.ok()) << "a lost reply is resolved by asking again";
    EXPECT_TRUE(repeated->repeated);
    EXPECT_EQ(repeated->handle, second->handle);

    const Result<Assigned> same = releaseAndAssign(second->handle, assignArgs("b", "r3"));
    ASSERT_TRUE(same.ok()) << "also the very context that was given up";

    const Handle stale = second->handle;
    ASSERT_TRUE(release(same->handle).ok());
    Handle forged = stale;
    forged.fence += 100;
    const auto before = revision();
    EXPECT_EQ(outcome(releaseAndAssign(forged, assignArgs("a", "r4"))), "stale_handle");
    EXPECT_EQ(revision(), before) << "a stale release assigns nothing";
}

// SPEC W8
TEST_P(ContextRegistryContract, ReleaseStandsWhenTheAssignmentFails)
{
    connect();
    show({"a", "b"});
    const Handle first = lease("a", "r1");
    lease("b", "r2");
    const Result<Assigned> failed = releaseAndAssign(first, assignArgs("b", "r3"));
    EXPECT_EQ(obstacle(failed), "assigned");
    EXPECT_EQ(failed.error().param("released"), "true");
    EXPECT_EQ(leased(), std::set<std::string>{"b"});
    EXPECT_EQ(row("a")->lastEnd, EndCause::Released);
}

// SPEC W8
TEST_P(ContextRegistryContract, RequirementsAreCheckedAgainInTheStep)
{
    Hello hello = helloOf();
    hello.metadata = {{"region", "eu"}};
    ASSERT_TRUE(this->hello(hello).ok());
    show({"a"});
    const auto wanted = [&](auto set) {
        auto requirements = std::make_shared<Requirements>();
        set(*requirements);
        AssignArgs args = assignArgs("a", "r1");
        args.requirements = requirements;
        return args;
    };
    EXPECT_EQ(obstacle(assign(wanted([](Requirements &r) { r.kind = ClientKind::Console; }))), "kind");
    EXPECT_EQ(obstacle(assign(wanted([](Requirements &r) { r.client = ClientId::trusted("d"); }))), "client");
    const auto region = [](const char *value) {
        return [value](Requirements &r) {
            r.metadata.push_back({"region", MetadataCondition::Operator::Equals, {value}});
        };
    };
    EXPECT_EQ(obstacle(assign(wanted(region("us")))), "metadata");
    const AssignArgs fits = wanted(region("eu"));
    const Result<Assigned> granted = assign(fits);
    EXPECT_EQ(obstacle(granted), "granted");
    ASSERT_TRUE(release(granted->handle).ok());

    hello.metadata = {{"region", "us"}};
    ASSERT_TRUE(this->hello(hello).ok());
    AssignArgs later = fits;
    later.request = RequestId::trusted("r2");
    EXPECT_EQ(obstacle(assign(later)), "metadata") << "what it fulfilled before it changed does not count";
}

// SPEC W10
TEST_P(ContextRegistryContract, NoContextOfADisconnectedClientIsGiven)
{
    const Welcome welcome = connect();
    show({"a"});
    ASSERT_TRUE(closed(welcome.generation).ok());
    EXPECT_EQ(obstacle(assign("a", "r1")), "connected");
    show({"a"}); // over REST: fresh, and still not connected
    EXPECT_EQ(obstacle(assign("a", "r1")), "connected");
    connect();
    EXPECT_EQ(obstacle(assign("a", "r1")), "granted");
}

// SPEC W10
TEST_P(ContextRegistryContract, ALapsedLeaseCountsBeforeAnySweep)
{
    connect();
    show({"a"});
    pass(Seconds(60));
    EXPECT_EQ(obstacle(assign("a", "r1")), "granted") << "heartbeats keep it connected";
    ASSERT_TRUE(release(resolve("r1")->handle).ok());
    m_clock.advance(Seconds(16));
    EXPECT_EQ(obstacle(assign("a", "r2")), "connected");
}

// SPEC W18
TEST_P(ContextRegistryContract, OnlyLiveContextsAreGivenUnlessAsked)
{
    connect();
    for (const Health health : {Health::Loading, Health::Crashed, Health::Discarded, Health::Unresponsive}) {
        ReportedContext sick = tab("a");
        sick.health = health;
        ASSERT_TRUE(report({window("w", {sick})}).ok());
        EXPECT_EQ(obstacle(assign("a", "r")), "health") << name(health);
    }
    AssignArgs args = assignArgs("a", "r");
    args.anyHealth = true;
    EXPECT_EQ(obstacle(assign(args)), "granted");
}

TEST_P(ContextRegistryContract, AnUnknownContextIsNamedSo)
{
    connect();
    show({"a"});
    EXPECT_EQ(outcome(assign("z", "r1")), "context_unknown");
}

// SPEC W12
TEST_P(ContextRegistryContract, PlacesAreGivenInOrderAndKept)
{
    const Result<std::uint64_t> first = enqueue(waiterOf("w1"));
    const Result<std::uint64_t> second = enqueue(waiterOf("w2"));
    ASSERT_TRUE(first.ok() && second.ok());
    EXPECT_LT(*first, *second);
    const auto before = revision();
    EXPECT_EQ(*enqueue(waiterOf("w1")), *first);
    EXPECT_EQ(revision(), before);
    EXPECT_EQ(fleet().waiterCount(), 2u);
    ASSERT_TRUE(
        ask<void>([&](auto reply) { under().contexts().dequeue(user(), *first, m_scope, std::move(reply)); }).ok());
    EXPECT_EQ(fleet().waiterCount(), 1u);
    ASSERT_TRUE(ask<void>([&](auto reply) { under().contexts().dequeue(user(), 99, m_scope, std::move(reply)); }).ok());
}

// SPEC W12
TEST_P(ContextRegistryContract, TheQueueIsBounded)
{
    DeploymentPolicies policies;
    policies.waiterLimit = 2;
    start(policies);
    ASSERT_TRUE(enqueue(waiterOf("w1")).ok());
    ASSERT_TRUE(enqueue(waiterOf("w2")).ok());
    EXPECT_EQ(outcome(enqueue(waiterOf("w3"))), "queue_full");
    ASSERT_TRUE(cancel("w1").ok());
    EXPECT_EQ(outcome(enqueue(waiterOf("w3"))), "ok");
}

// SPEC W12
TEST_P(ContextRegistryContract, TheEarlierWaiterGoesFirst)
{
    connect();
    show({"a"});
    const std::uint64_t first = *enqueue(waiterOf("w1"));
    const std::uint64_t second = *enqueue(waiterOf("w2"));
    EXPECT_EQ(obstacle(assign("a", "hurry")), "earlier_waiter") << "who does not wait yields to who does";
    AssignArgs args = assignArgs("a", "w2");
    args.place = second;
    const Result<Assigned> tooEarly = assign(args);
    EXPECT_EQ(obstacle(tooEarly), "earlier_waiter");
    EXPECT_EQ(tooEarly.error().param("request"), "w1");
    args = assignArgs("a", "w1");
    args.place = first;
    const Result<Assigned> granted = assign(args);
    ASSERT_EQ(obstacle(granted), "granted");
    EXPECT_EQ(fleet().waiterCount(), 1u) << "who got its context waits no more";
    ASSERT_TRUE(release(granted->handle).ok());
    args = assignArgs("a", "w2");
    args.place = second;
    EXPECT_EQ(obstacle(assign(args)), "granted");
}

// SPEC W12
TEST_P(ContextRegistryContract, AskingAgainWithoutItsPlaceAWaiterOvertakesNobody)
{
    connect();
    show({"a"});
    ASSERT_TRUE(enqueue(waiterOf("gone")).ok());
    Waiter other = waiterOf("earlier");
    other.anyHealth = true;
    ASSERT_TRUE(enqueue(other).ok());
    ASSERT_TRUE(enqueue(waiterOf("later")).ok());
    ASSERT_TRUE(cancel("gone").ok());
    EXPECT_EQ(obstacle(assign("a", "later")), "earlier_waiter");
    EXPECT_EQ(obstacle(assign("a", "earlier")), "granted") << "it keeps its place";
}

// SPEC W12
TEST_P(ContextRegistryContract, NobodyWaitsBehindWhoWantsSomethingElse)
{
    connect();
    connect("d");
    show({"a"});
    show({"x"}, "d");
    Waiter waiter = waiterOf("w1");
    auto wants = std::make_shared<Requirements>();
    wants->client = ClientId::trusted("d");
    waiter.requirements = wants;
    ASSERT_TRUE(enqueue(waiter).ok());
    waiter = waiterOf("w2");
    waiter.placement.kind = Placement::Kind::Window;
    waiter.placement.window = windowName("elsewhere");
    ASSERT_TRUE(enqueue(waiter).ok());
    waiter = waiterOf("w3");
    waiter.placement.kind = Placement::Kind::NewWindow;
    ASSERT_TRUE(enqueue(waiter).ok());
    waiter = waiterOf("w4");
    waiter.user = UserId::trusted("other user");
    ASSERT_TRUE(enqueue(waiter).ok());
    EXPECT_EQ(obstacle(assign("a", "r1")), "granted");
    EXPECT_EQ(obstacle(assign("x", "r2", "d")), "earlier_waiter");
}

// SPEC W12
TEST_P(ContextRegistryContract, WaitersOfTheSameWindowAreInOrder)
{
    connect();
    show({"a"});
    Waiter waiter = waiterOf("w1");
    waiter.placement.kind = Placement::Kind::Window;
    waiter.placement.window = windowName("w");
    ASSERT_TRUE(enqueue(waiter).ok());
    EXPECT_EQ(obstacle(assign("a", "r1")), "earlier_waiter");
}

// SPEC W12
TEST_P(ContextRegistryContract, OnlyLiveWaitersHoldUpOthers)
{
    connect();
    show({"a", "b"});
    Waiter late = waiterOf("w1");
    late.deadline = now() + Seconds(1);
    const std::uint64_t place = *enqueue(late);
    pass(Seconds(2));
    EXPECT_EQ(obstacle(assign("a", "r1")), "granted") << "past its deadline it holds up nobody";
    AssignArgs args = assignArgs("b", "w1");
    args.place = place;
    EXPECT_EQ(outcome(assign(args)), "deadline_exceeded");

    ASSERT_TRUE(registerNode("n2", "i2").ok());
    Waiter orphan = waiterOf("w2");
    orphan.node = NodeId::trusted("n2");
    orphan.deadline = now() + Seconds(300);
    ASSERT_TRUE(enqueue(orphan).ok());
    EXPECT_EQ(obstacle(assign("b", "r2")), "earlier_waiter");
    pass(Seconds(16)); // of n alone
    EXPECT_EQ(obstacle(assign("b", "r2")), "granted") << "its node's lease is over";
    sweep();
    EXPECT_EQ(fleet().waiterCount(), 0u);
}

// SPEC W12
TEST_P(ContextRegistryContract, CancelReleasesWhatWasGiven)
{
    connect();
    show({"a"});
    const Handle handle = lease("a", "r1");
    const Result<CancelOutcome> cancelled = cancel("r1");
    ASSERT_TRUE(cancelled.ok());
    EXPECT_TRUE(cancelled->released);
    EXPECT_EQ(row("a")->lastEnd, EndCause::Cancelled);
    EXPECT_EQ(renew(handle).error().param("cause"), "cancelled");
    EXPECT_FALSE(cancel("r1")->released);
    EXPECT_EQ(outcome(assign("a", "r1")), "cancelled");
}

// SPEC W12
TEST_P(ContextRegistryContract, CancelBarsWhatComesLater)
{
    connect();
    show({"a"});
    const std::uint64_t place = *enqueue(waiterOf("w1"));
    EXPECT_FALSE(cancel("w1")->released);
    EXPECT_EQ(fleet().waiterCount(), 0u);
    AssignArgs args = assignArgs("a", "w1");
    args.place = place;
    EXPECT_EQ(outcome(assign(args)), "cancelled") << "an assign that was overtaken by the cancel";
    EXPECT_EQ(outcome(enqueue(waiterOf("w1"))), "cancelled");
    EXPECT_EQ(outcome(resolve("w1")), "cancelled");
    EXPECT_EQ(outcome(reserve(reserveArgs("p", "w1"))), "cancelled");
    EXPECT_TRUE(leased().empty());
    EXPECT_EQ(obstacle(assign("a", "r2")), "granted") << "others are not barred";
}

// SPEC W12
TEST_P(ContextRegistryContract, AWaiterThatIsGoneGetsNothing)
{
    connect();
    show({"a"});
    const std::uint64_t place = *enqueue(waiterOf("w1"));
    ASSERT_TRUE(
        ask<void>([&](auto reply) { under().contexts().dequeue(user(), place, m_scope, std::move(reply)); }).ok());
    AssignArgs args = assignArgs("a", "w1");
    args.place = place;
    EXPECT_EQ(outcome(assign(args)), "cancelled");
}

// SPEC W12 SPEC W19
TEST_P(ContextRegistryContract, ARequesterThatLeftIsCancelled)
{
    connect();
    show({"a", "b", "c"});
    Waiter waiter = waiterOf("w1");
    waiter.requester = ConnectionId::trusted("socket");
    ASSERT_TRUE(enqueue(waiter).ok());
    AssignArgs tied = assignArgs("a", "r1");
    tied.tiedTo = ConnectionId::trusted("other socket");
    tied.place = 0;
    ASSERT_TRUE(requesterClosed("socket").ok());
    EXPECT_EQ(fleet().waiterCount(), 0u);
    EXPECT_EQ(obstacle(assign(tied)), "granted");
    AssignArgs overtaken = assignArgs("b", "r2");
    overtaken.tiedTo = ConnectionId::trusted("socket");
    EXPECT_EQ(outcome(assign(overtaken)), "cancelled") << "the close overtook the assign";
    EXPECT_EQ(outcome(enqueue(waiter)), "cancelled");
}

// SPEC W19
TEST_P(ContextRegistryContract, ATiedLeaseEndsWithItsRequesterAfterTheGrace)
{
    connect();
    show({"a", "b", "c"});
    AssignArgs args = assignArgs("a", "r1");
    args.tiedTo = ConnectionId::trusted("socket");
    args.tieGrace = Seconds(5);
    const Result<Assigned> tied = assign(args);
    ASSERT_EQ(obstacle(tied), "granted");
    EXPECT_TRUE(row("a")->assignment->tied);
    const Handle untied = lease("b", "r2");
    args = assignArgs("c", "r3");
    args.tiedTo = ConnectionId::trusted("socket");
    const Result<Assigned> released = assign(args);
    ASSERT_TRUE(release(released->handle).ok());
    lease("c", "r4"); // the tie ended with the lease, it does not pass on to the next
    ASSERT_TRUE(requesterClosed("socket").ok());
    EXPECT_EQ(sweep().ended, 0u);
    pass(Seconds(4));
    ASSERT_TRUE(requesterClosed("socket").ok()) << "told twice, it has no more grace";
    EXPECT_EQ(sweep().ended, 0u);
    pass(Seconds(2));
    EXPECT_EQ(sweep().ended, 1u);
    EXPECT_EQ(renew(tied->handle).error().param("cause"), "requester_gone");
    EXPECT_EQ(outcome(renew(untied)), "ok");
    EXPECT_EQ(leased(), (std::set<std::string>{"b", "c"}));
}

// SPEC W19
TEST_P(ContextRegistryContract, TheLongestHoldEndsARenewedLease)
{
    connect();
    show({"a"});
    AssignArgs args = assignArgs("a", "r1");
    args.longestHold = Seconds(10);
    const Result<Assigned> held = assign(args);
    ASSERT_EQ(obstacle(held), "granted");
    EXPECT_EQ(row("a")->assignment->longestHold, Micros(Seconds(10)));
    pass(Seconds(9));
    ASSERT_TRUE(renew(held->handle).ok());
    EXPECT_EQ(sweep().ended, 0u);
    pass(Seconds(1));
    EXPECT_EQ(sweep().ended, 1u);
    EXPECT_EQ(renew(held->handle).error().param("cause"), "longest_hold");

    const Handle next = lease("a", "r2");
    pass(Seconds(20));
    EXPECT_EQ(sweep().ended, 0u) << "the next lease has no longest hold";
    EXPECT_EQ(outcome(renew(next)), "ok");
}

// SPEC W16
TEST_P(ContextRegistryContract, ADrainingTargetTakesNoNewLease)
{
    connect();
    show({"a", "b"});
    const Handle held = lease("a", "r1");
    const struct {
        DrainTarget target;
        const char *rule;
    } cases[] = {{client("c"), "draining_client"},
                 {windowName("w"), "draining_window"},
                 {NodeId::trusted("n"), "draining_node"}};
    for (const auto &[target, rule] : cases) {
        const Result<Drain> started = drain(target);
        ASSERT_TRUE(started.ok()) << rule;
        EXPECT_EQ(started->state, Drain::State::Draining);
        EXPECT_EQ(obstacle(assign("b", std::string("r-") + rule)), rule);
        EXPECT_EQ(outcome(renew(held)), "ok") << "what is leased goes on";
        EXPECT_EQ(outcome(reserve(reserveArgs("p", "q"))), "draining") << "nor is anything made there";
        ASSERT_TRUE(undrain(target).ok());
        EXPECT_EQ(fleet().drains().size(), 0u);
    }
    EXPECT_EQ(obstacle(assign("b", "r2")), "granted");
    EXPECT_EQ(outcome(drain(client("nobody"))), "client_unknown");
    EXPECT_EQ(outcome(drain(windowName("nowhere"))), "window_unknown");
    EXPECT_EQ(outcome(drain(NodeId::trusted("nothing"))), "not_found");
}

// SPEC W16
TEST_P(ContextRegistryContract, ADrainEndsAtZeroLeases)
{
    connect();
    show({"a"});
    EXPECT_EQ(drain(NodeId::trusted("n"))->state, Drain::State::Done) << "at once when there is none";
    ASSERT_TRUE(undrain(NodeId::trusted("n")).ok());
    const Handle held = lease("a", "r1");
    ASSERT_TRUE(drain(client("c")).ok());
    sweep();
    EXPECT_EQ(fleet().drain(client("c"))->state, Drain::State::Draining);
    ASSERT_TRUE(release(held).ok());
    sweep();
    EXPECT_EQ(fleet().drain(client("c"))->state, Drain::State::Done);
    EXPECT_EQ(obstacle(assign("a", "r2")), "draining_client") << "until undone";
}

// SPEC W16
TEST_P(ContextRegistryContract, AtItsDeadlineADrainKeepsOrForces)
{
    for (const bool force : {false, true}) {
        start(DeploymentPolicies());
        connect();
        show({"a", "b", "c"});
        const Handle held = lease("a", "r1");
        lease("b", "r2");
        lease("c", "r3");
        ASSERT_TRUE(drain(windowName("w"), Seconds(10), force).ok());
        pass(Seconds(9));
        EXPECT_EQ(sweep().ended, 0u);
        pass(Seconds(1));
        EXPECT_EQ(sweep(2).ended, force ? 3u : 0u);
        EXPECT_EQ(fleet().drain(windowName("w"))->state, force ? Drain::State::Forced : Drain::State::Kept);
        EXPECT_EQ(outcome(renew(held)), force ? "stale_handle" : "ok");
        if (force) {
            EXPECT_EQ(row("a")->lastEnd, EndCause::Drained);
        }
    }
}

// SPEC W16
TEST_P(ContextRegistryContract, AClientsDrainOutlivesReconnectAndEpoch)
{
    connect("c", "e1");
    show({"a"});
    ASSERT_TRUE(drain(client("c")).ok());
    ASSERT_TRUE(drain(windowName("w")).ok());
    connect("c", "e1");
    EXPECT_EQ(obstacle(assign("a", "r1")), "draining_client");
    connect("c", "e2");
    show({"a"});
    EXPECT_EQ(obstacle(assign("a", "r2")), "draining_client");
    EXPECT_EQ(fleet().drains().size(), 1u) << "the window's drain went with the window";
    ASSERT_TRUE(undrain(client("c")).ok());
    EXPECT_EQ(obstacle(assign("a", "r3")), "granted");
}

// SPEC W11 SPEC W12
TEST_P(ContextRegistryContract, WhoHasItsContextHoldsUpNobody)
{
    connect();
    show({"a", "b"});
    lease("a", "w1");
    ASSERT_TRUE(enqueue(waiterOf("w1")).ok()); // it does not know yet: the reply was lost
    EXPECT_EQ(obstacle(assign("b", "r2")), "earlier_waiter");
    EXPECT_TRUE(assign("b", "w1")->repeated);
    EXPECT_EQ(fleet().waiterCount(), 0u);
    EXPECT_EQ(obstacle(assign("b", "r2")), "granted");
}

// SPEC W4
TEST_P(ContextRegistryContract, AnAnswerIsNotGivenToADeadScope)
{
    connect();
    show({"a"});
    bool answered = false;
    {
        const Scope scope;
        under().contexts().assign(assignArgs("a", "r1"), scope, [&](Result<Assigned>) { answered = true; });
    }
    under().deliver([&] { return fleet().assignedCount() == 1; });
    EXPECT_EQ(answered, under().immediate());
    EXPECT_EQ(leased(), std::set<std::string>{"a"}) << "the step stands; the request id finds it";
    EXPECT_EQ(outcome(resolve("r1")), "ok");
}

CHEETAH_REGISTRY_CONTRACT(ContextRegistryContract);

} // namespace
