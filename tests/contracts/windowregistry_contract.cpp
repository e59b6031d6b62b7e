// SPDX-License-Identifier: Apache-2.0
#include "contracts/registrycontract.h"

using namespace cheetah;
using namespace cheetah::test;

namespace {

class WindowRegistryContract : public RegistryContract {
protected:
    Report reportOf(std::vector<ReportedWindow> windows, std::uint64_t seq) const
    {
        return {client("c"), contextName("t").epoch, seq, std::move(windows)};
    }
    Result<ReportAccepted> unchanged(std::uint64_t seq, const std::string &epoch = "e1")
    {
        return ask<ReportAccepted>([&](auto reply) {
            under().windows().unchanged(client("c"), Epoch::trusted(epoch), seq, {}, m_scope, std::move(reply));
        });
    }
    /// Tabs in order, by window, as the fleet has them.
    std::string layout() const
    {
        std::string text;
        for (const Slot window : clientRow()->windows) {
            text += fleet().window(window).name.window.string() + ":";
            for (const Slot context : fleet().window(window).contexts)
                text += " " + fleet().context(context).name->context.string();
            text += "; ";
        }
        return text;
    }
    static ReportedContext made(const std::string &id, const std::string &provision)
    {
        ReportedContext context = tab(id);
        context.provision = ProvisionId::trusted(provision);
        return context;
    }
    static ReportedContext opened(const std::string &id, const std::string &opener, bool ours = false)
    {
        ReportedContext context = tab(id);
        context.opener = ContextId::trusted(opener);
        context.ours = ours;
        return context;
    }
    /// Connects a client with limits, showing window `w` with one tab `a`.
    void connectLimited(CapacityLimits limits, ClientKind kind = ClientKind::Browser)
    {
        Hello limited = helloOf();
        limited.limits = limits;
        limited.kind = kind;
        ASSERT_TRUE(hello(limited).ok());
        show({"a"});
    }
    std::string refusal(const Result<void> &reserved) const
    {
        if (reserved)
            return "ok";
        const Error &error = reserved.error();
        return outcome(reserved) + " " + std::string(error.param("which")) + " " + std::string(error.param("reported"))
             + "+" + std::string(error.param("reserved")) + "/" + std::string(error.param("limit"));
    }
};

// SPEC W7
TEST_P(WindowRegistryContract, AReportIsTheWholeTruth)
{
    connect();
    show({"a", "b", "c"});
    const Handle gone = lease("b", "r1"), stays = lease("c", "r2");
    show({"a", "c"});
    EXPECT_EQ(layout(), "w: a c; ");
    EXPECT_EQ(renew(gone).error().param("cause"), "context_gone");
    EXPECT_EQ(outcome(renew(stays)), "ok");
    show({"a", "b", "c"});
    EXPECT_EQ(outcome(renew(gone)), "stale_handle") << "gone for good, even if the id appears again";
    EXPECT_FALSE(row("b")->assignment);
    ASSERT_TRUE(report({}).ok());
    EXPECT_EQ(layout(), "");
    EXPECT_EQ(fleet().contextCount(), 0u);
}

// SPEC W7
TEST_P(WindowRegistryContract, OrderAndMovesAreKept)
{
    connect();
    ASSERT_TRUE(report({window("w1", {tab("a"), tab("b"), tab("c")}), window("w2", {tab("d")})}).ok());
    const Handle handle = lease("a", "r1");
    ASSERT_TRUE(report({window("w1", {tab("c"), tab("b")}), window("w2", {tab("a"), tab("d")})}).ok());
    EXPECT_EQ(layout(), "w1: c b; w2: a d; ");
    ASSERT_TRUE(report({window("w2", {tab("d"), tab("e")}), window("w3", {tab("b"), tab("a"), tab("c")})}).ok());
    EXPECT_EQ(layout(), "w2: d e; w3: b a c; ") << "w1 is gone, its tabs moved to a new window";
    ASSERT_TRUE(
        report({window("w4", {}), window("w3", {tab("e"), tab("c"), tab("d")}), window("w2", {tab("a")})}).ok());
    EXPECT_EQ(layout(), "w4:; w3: e c d; w2: a; ");
    EXPECT_EQ(outcome(renew(handle)), "ok") << "moving is not going";
}

// SPEC W7
TEST_P(WindowRegistryContract, EveryFieldThatChangedIsTakenOver)
{
    connect();
    show({"a"});
    ReportedContext changed = tab("a");
    changed.title = "new";
    changed.url = "https://example.org/";
    changed.active = true;
    changed.health = Health::Crashed;
    ReportedWindow shown = window("w", {changed});
    shown.title = "window";
    shown.focused = true;
    shown.isolated = true;
    ASSERT_TRUE(report({shown}).ok());
    EXPECT_EQ(*row("a")->reported, changed);
    const WindowRow &row = fleet().window(clientRow()->windows.at(0));
    EXPECT_EQ(row.title, "window");
    EXPECT_TRUE(row.focused);
    EXPECT_TRUE(row.isolated);
}

// SPEC W7 SPEC R5
TEST_P(WindowRegistryContract, OnlyWhatChangedIsPublished)
{
    connect();
    show({"a", "b", "c"});
    m_replica->take();
    show({"a", "b", "c"});
    std::vector<Change> heard = m_replica->take();
    ASSERT_EQ(heard.size(), 1u);
    EXPECT_TRUE(std::holds_alternative<ClientSeqChanged>(heard[0]));
    ReportedContext changed = tab("b");
    changed.title = "new";
    const Result<ReportAccepted> accepted = report({window("w", {tab("a"), changed, tab("c")})});
    EXPECT_TRUE(accepted->changed);
    heard = m_replica->take();
    EXPECT_EQ(heard.size(), 2u) << "the tab and the seq";
}

// SPEC W7
TEST_P(WindowRegistryContract, RefusedReportsChangeNothing)
{
    connect("c", "e1");
    connect("c", "e2");
    show({"a"});
    const std::uint64_t old = connect("c", "e2").generation;
    const std::uint64_t present = connect("c", "e2").generation;
    const auto before = revision();
    const auto refusal = [&](auto change, std::uint64_t generation = 0) {
        Report changed = reportOf({window("w", {tab("x")})}, 7);
        change(changed);
        return outcome(report(changed, {generation}));
    };
    EXPECT_EQ(refusal([](Report &r) { r.client.client = ClientId::trusted("nobody"); }), "client_unknown");
    EXPECT_EQ(refusal([](Report &r) { r.epoch = Epoch::trusted("e1"); }), "epoch_retired");
    EXPECT_EQ(refusal([](Report &r) { r.epoch = Epoch::trusted("e3"); }), "epoch_unknown");
    EXPECT_EQ(refusal([](Report &r) { r.seq = 1; }), "stale_seq");
    EXPECT_EQ(refusal([](Report &r) { r.seq = 0; }), "stale_seq");
    EXPECT_EQ(refusal([](Report &) {}, old), "superseded");
    EXPECT_EQ(refusal([](Report &r) { r.windows[0].contexts.push_back(tab("x")); }), "bad_report");
    EXPECT_EQ(refusal([](Report &r) {
                  r.windows[0].contexts.push_back(tab("a"));
                  r.windows.push_back(window("v", {tab("a")}));
              }),
              "bad_report");
    EXPECT_EQ(refusal([](Report &r) { r.windows.push_back(window("w", {})); }), "bad_report");
    EXPECT_EQ(refusal([](Report &r) { r.windows.push_back(window("", {})); }), "bad_report");
    EXPECT_EQ(refusal([](Report &r) { r.windows[0].contexts.push_back(tab("")); }), "bad_report");
    EXPECT_EQ(revision(), before);
    EXPECT_EQ(layout(), "w: a; ");
    EXPECT_EQ(refusal([](Report &) {}, present), "ok");
    EXPECT_EQ(layout(), "w: x; ");
}

// SPEC E4
TEST_P(WindowRegistryContract, ContextsOfAClientAreBounded)
{
    DeploymentPolicies policies;
    policies.contextsPerClient = 3;
    start(policies);
    connect();
    show({"a", "b", "c"});
    const auto before = revision();
    EXPECT_EQ(outcome(report({window("w", {tab("a"), tab("b")}), window("v", {tab("c"), tab("d")})})),
              "limit_exceeded");
    EXPECT_EQ(outcome(report({window("1", {}), window("2", {}), window("3", {}), window("4", {})})), "limit_exceeded");
    EXPECT_EQ(revision(), before);
}

// SPEC W7 SPEC W10
TEST_P(WindowRegistryContract, SeqIsOneOverAllSocketsAndRest)
{
    const Welcome welcome = connect();
    ASSERT_TRUE(report(reportOf({window("w", {tab("a")})}, 5), {welcome.generation}).ok());
    ASSERT_TRUE(report(reportOf({window("w", {tab("b")})}, 6), {}).ok());
    EXPECT_EQ(outcome(report(reportOf({window("w", {tab("c")})}, 6), {welcome.generation})), "stale_seq");
    EXPECT_EQ(connect().lastSeq, 6u);
    EXPECT_EQ(layout(), "w: b; ");
}

// SPEC W7
TEST_P(WindowRegistryContract, UnchangedNeedsAReportToRepeat)
{
    connect();
    EXPECT_EQ(outcome(unchanged(1)), "base_mismatch");
    show({"a"});
    EXPECT_EQ(outcome(unchanged(1)), "stale_seq");
    const Result<ReportAccepted> accepted = unchanged(2);
    ASSERT_TRUE(accepted.ok());
    EXPECT_EQ(accepted->seq, 2u);
    EXPECT_FALSE(accepted->changed);
    EXPECT_EQ(clientRow()->seq, 2u);
    EXPECT_EQ(outcome(unchanged(3, "e0")), "epoch_unknown");
}

// SPEC W14
TEST_P(WindowRegistryContract, OneNodeAtATimeProvisionsForAClient)
{
    connectLimited({});
    ASSERT_TRUE(registerNode("m", "i1").ok());
    EXPECT_EQ(outcome(reserve(reserveArgs("p1", "q1"))), "ok");
    ReserveArgs other = reserveArgs("p2", "q2");
    other.node = NodeId::trusted("m");
    const Result<void> refused = reserve(other);
    EXPECT_EQ(outcome(refused), "not_provisioning_owner");
    EXPECT_EQ(refused.error().param("owner"), "n");
    EXPECT_EQ(clientRow()->state->provisioner, NodeId::trusted("n"));
    EXPECT_EQ(clientRow()->state->provisionsUntil, now() + DeploymentPolicies().provisionTimeout);
    connect();
    EXPECT_EQ(clientRow()->state->provisioner, NodeId::trusted("n")) << "a reconnect leaves the claim";
    EXPECT_EQ(outcome(reserve(other)), "not_provisioning_owner");
    EXPECT_EQ(outcome(reserve(reserveArgs("p3", "q3"))), "ok") << "whoever holds the claim goes on";

    pass(Seconds(31)); // n beats, but reserves nothing more
    EXPECT_EQ(outcome(reserve(other)), "ok") << "a claim that stands still is free";
    EXPECT_EQ(clientRow()->state->provisioner, NodeId::trusted("m"));
    EXPECT_EQ(outcome(reserve(reserveArgs("p4", "q4"))), "ok") << "and m, which did not beat, holds none";
}

// SPEC W14
TEST_P(WindowRegistryContract, TheNodeThatTheDeploymentNamesProvisionsAlone)
{
    DeploymentPolicies policies;
    policies.provisionOwner = NodeId::trusted("m");
    start(policies);
    connectLimited({});
    const auto before = revision();
    const Result<void> refused = reserve(reserveArgs("p1", "q1"));
    EXPECT_EQ(outcome(refused), "not_provisioning_owner") << "nobody holds the claim, and yet";
    EXPECT_EQ(refused.error().param("owner"), "m");
    EXPECT_EQ(revision(), before);
    ReserveArgs named = reserveArgs("p1", "q1");
    named.node = NodeId::trusted("m");
    EXPECT_EQ(outcome(reserve(named)), "ok");
    EXPECT_EQ(clientRow()->state->provisioner, NodeId::trusted("m"));
}

// SPEC W14
TEST_P(WindowRegistryContract, WhoReservesNothingClaimsNothing)
{
    connectLimited({{}, {}, 1u, {}});
    ASSERT_TRUE(registerNode("m", "i1").ok());
    show({"a"});
    EXPECT_EQ(refusal(reserve(reserveArgs("p1", "q1"))), "provisioning_limit tabs 1+0/1");
    EXPECT_TRUE(clientRow()->state->provisioner.empty());
}

// SPEC W13
TEST_P(WindowRegistryContract, TabsAreReservedUpToTheLimit)
{
    connectLimited({{}, {}, 3u, {}});
    EXPECT_EQ(refusal(reserve(reserveArgs("p1", "q1"))), "ok");
    EXPECT_EQ(refusal(reserve(reserveArgs("p1", "q1"))), "ok") << "asking again reserves nothing more";
    EXPECT_EQ(refusal(reserve(reserveArgs("p2", "q2"))), "ok");
    const auto before = revision();
    EXPECT_EQ(refusal(reserve(reserveArgs("p3", "q3"))), "provisioning_limit tabs 1+2/3");
    EXPECT_EQ(revision(), before);
    show({"a", "person1", "person2", "person3"}); // a person's own tabs may exceed it
    EXPECT_EQ(clientRow()->contexts, 4u);
    ASSERT_TRUE(answerReservation("p1", true).ok());
    EXPECT_EQ(refusal(reserve(reserveArgs("p3", "q3"))), "provisioning_limit tabs 4+1/3");
    show({"a"});
    EXPECT_EQ(refusal(reserve(reserveArgs("p3", "q3"))), "ok") << "a refused creation holds nothing";
}

// SPEC W13
TEST_P(WindowRegistryContract, WindowsAndTabsOfAWindowAreReservedUpToTheLimit)
{
    connectLimited({2u, 2u, {}, {}});
    EXPECT_EQ(refusal(reserve(reserveArgs("p1", "q1"))), "ok");
    EXPECT_EQ(refusal(reserve(reserveArgs("p2", "q2"))), "provisioning_limit tabs_per_window 1+1/2");
    ReserveArgs newWindow = reserveArgs("p3", "q3");
    newWindow.placement = {Placement::Kind::NewWindow, {}};
    newWindow.newWindow = true;
    EXPECT_EQ(refusal(reserve(newWindow)), "ok");
    newWindow.provision = ProvisionId::trusted("p4");
    EXPECT_EQ(refusal(reserve(newWindow)), "provisioning_limit windows 1+1/2");
}

// SPEC W13
TEST_P(WindowRegistryContract, FlowsOfAConsoleClientAreReservedUpToTheLimit)
{
    connectLimited({{}, {}, {}, 2u}, ClientKind::Console);
    EXPECT_EQ(refusal(reserve(reserveArgs("p1", "q1"))), "ok");
    EXPECT_EQ(refusal(reserve(reserveArgs("p2", "q2"))), "provisioning_limit flows 1+1/2");
}

// SPEC W13
TEST_P(WindowRegistryContract, NothingIsReservedWhereNothingCanBeMade)
{
    const Welcome welcome = connect();
    show({"a"});
    ReserveArgs args = reserveArgs("p", "q");
    args.epoch = Epoch::trusted("e0");
    EXPECT_EQ(outcome(reserve(args)), "epoch_retired");
    args = reserveArgs("p", "q");
    args.placement.window = windowName("nowhere");
    EXPECT_EQ(outcome(reserve(args)), "window_unknown");
    ASSERT_TRUE(closed(welcome.generation).ok());
    EXPECT_EQ(outcome(reserve(reserveArgs("p", "q"))), "client_not_connected");
    EXPECT_TRUE(fleet().reservations().empty());
}

// SPEC W13
TEST_P(WindowRegistryContract, WhatWasMadeGoesToTheAskerAndToNobodyElse)
{
    connect();
    show({"a"});
    ASSERT_TRUE(enqueue(waiterOf("early")).ok());
    ASSERT_TRUE(reserve(reserveArgs("p", "q")).ok());
    ASSERT_TRUE(report({window("w", {tab("a"), made("new", "p")})}).ok());
    EXPECT_TRUE(fleet().reservations().empty()) << "shown, in one step";
    ASSERT_TRUE(row("new")->hold);
    EXPECT_EQ(row("new")->hold->request, RequestId::trusted("q"));
    EXPECT_TRUE(row("new")->reported->ours);
    EXPECT_EQ(obstacle(assign("new", "other")), "reserved");
    EXPECT_EQ(obstacle(assign("new", "q")), "granted") << "past the waiter who was earlier (SPEC W12)";
    EXPECT_FALSE(row("new")->hold);
    show({"a", "new"});
    EXPECT_TRUE(row("new")->reported->ours) << "once ours, ours";
}

// SPEC W13
TEST_P(WindowRegistryContract, ATabOfANewWindowIsAttributedByTheWindow)
{
    connect();
    show({"a"});
    ReserveArgs args = reserveArgs("p", "q");
    args.placement = {Placement::Kind::NewWindow, {}};
    args.newWindow = true;
    ASSERT_TRUE(reserve(args).ok());
    ReportedWindow fresh = window("v", {tab("new")});
    fresh.provision = args.provision;
    ASSERT_TRUE(report({window("w", {tab("a")}), fresh}).ok());
    EXPECT_TRUE(fleet().reservations().empty());
    EXPECT_EQ(row("new")->hold->request, RequestId::trusted("q"));
    EXPECT_TRUE(fleet().window(row("new")->window).ours);
    EXPECT_FALSE(fleet().window(row("a")->window).ours);
}

// SPEC W13
TEST_P(WindowRegistryContract, CancellingDetachesTheAsker)
{
    connect();
    show({"a"});
    ASSERT_TRUE(reserve(reserveArgs("p1", "q1")).ok());
    ASSERT_TRUE(reserve(reserveArgs("p2", "q2")).ok());
    ASSERT_TRUE(cancel("q1").ok());
    EXPECT_EQ(fleet().reservations().size(), 2u) << "the creation goes on and holds its capacity";
    ASSERT_TRUE(report({window("w", {tab("a"), made("one", "p1"), made("two", "p2")})}).ok());
    EXPECT_FALSE(row("one")->hold);
    EXPECT_TRUE(row("one")->reported->ours);
    EXPECT_EQ(obstacle(assign("one", "other")), "granted");
    EXPECT_EQ(obstacle(assign("two", "another")), "reserved");
    ASSERT_TRUE(cancel("q2").ok()) << "after it was shown";
    EXPECT_EQ(obstacle(assign("two", "another")), "granted");
}

// SPEC W13
TEST_P(WindowRegistryContract, AnAskerWhoGotAnotherContextLeavesItsCreation)
{
    connect();
    show({"a"});
    ASSERT_TRUE(reserve(reserveArgs("p", "q")).ok());
    EXPECT_EQ(obstacle(assign("a", "q")), "granted");
    ASSERT_TRUE(report({window("w", {tab("a"), made("new", "p")})}).ok());
    EXPECT_EQ(obstacle(assign("new", "other")), "granted");

    show({"a", "b", "new"});
    ASSERT_TRUE(reserve(reserveArgs("p2", "q2")).ok());
    ASSERT_TRUE(report({window("w", {tab("a"), tab("b"), tab("new"), made("newer", "p2")})}).ok());
    EXPECT_EQ(obstacle(assign("b", "q2")), "granted");
    EXPECT_EQ(obstacle(assign("newer", "another")), "granted") << "also when it was shown already";
    EXPECT_EQ(outcome(reserve(reserveArgs("p3", "q2"))), "request_known") << "nothing is made for who has its context";
}

// SPEC W13
TEST_P(WindowRegistryContract, NewTabsWaitForTheirOriginWhileCreationsArePending)
{
    connect();
    show({"a"});
    ASSERT_TRUE(reserve(reserveArgs("p", "q")).ok());
    show({"a", "person"});
    ASSERT_TRUE(row("person")->hold);
    EXPECT_EQ(obstacle(assign("person", "q")), "reserved");
    EXPECT_EQ(obstacle(assign("a", "r1")), "granted") << "what was there before is free";
    ASSERT_TRUE(report({window("w", {tab("a"), tab("person"), made("new", "p")})}).ok());
    EXPECT_FALSE(row("person")->hold) << "nothing is pending any more";
    EXPECT_EQ(obstacle(assign("person", "r2")), "granted");
    EXPECT_EQ(obstacle(assign("new", "q")), "granted");
}

// SPEC W13
TEST_P(WindowRegistryContract, TheWaitForAnOriginEndsAtTheDeadline)
{
    connect();
    show({"a"});
    ASSERT_TRUE(reserve(reserveArgs("p", "q")).ok());
    show({"a", "person"});
    pass(Seconds(31));
    EXPECT_EQ(obstacle(assign("person", "r1")), "granted") << "before any sweep";
    show({"a", "person", "late"});
    EXPECT_FALSE(row("late")->hold) << "overdue creations hold up nobody";
    EXPECT_EQ(fleet().reservations().size(), 1u) << "but hold their capacity";

    ASSERT_TRUE(reserve(reserveArgs("p2", "q2")).ok());
    show({"a", "person", "late", "more"});
    ASSERT_TRUE(row("more")->hold);
    pass(Seconds(31));
    sweep();
    EXPECT_FALSE(row("more")->hold);
}

// SPEC W13
TEST_P(WindowRegistryContract, ATabThatIsAttributedLateStillGoesToItsAsker)
{
    connect();
    show({"a"});
    ASSERT_TRUE(reserve(reserveArgs("p", "q")).ok());
    show({"a", "new"});
    ASSERT_TRUE(report({window("w", {tab("a"), made("new", "p")})}).ok());
    EXPECT_EQ(row("new")->hold->request, RequestId::trusted("q"));
    EXPECT_TRUE(fleet().reservations().empty());
}

// SPEC W13
TEST_P(WindowRegistryContract, AnAnswerThatNamesASeqProvesATabAbsent)
{
    connect();
    show({"a"}); // seq 1
    ASSERT_TRUE(reserve(reserveArgs("p1", "q1")).ok());
    ASSERT_TRUE(reserve(reserveArgs("p2", "q2")).ok());
    ASSERT_TRUE(reserve(reserveArgs("p3", "q3")).ok());
    ASSERT_TRUE(answerReservation("p1", false, 3).ok());
    ASSERT_TRUE(answerReservation("p2", false, 3).ok());
    show({"a"}); // seq 2
    EXPECT_EQ(fleet().reservations().size(), 3u) << "not yet at that seq";
    ASSERT_TRUE(report({window("w", {tab("a"), made("one", "p1")})}).ok()); // seq 3
    EXPECT_EQ(row("one")->hold->request, RequestId::trusted("q1"));
    EXPECT_EQ(fleet().reservations().size(), 1u) << "p2 is proven absent, p3 still pending";
    ASSERT_TRUE(answerReservation("p3", false, 3).ok());
    EXPECT_TRUE(fleet().reservations().empty()) << "that report was there before the answer";
    EXPECT_EQ(outcome(answerReservation("p3", false, 4)), "ok") << "an answer to what is gone is no error";
}

// SPEC W13
TEST_P(WindowRegistryContract, UnchangedProvesAbsenceToo)
{
    connect();
    show({"a"});
    ASSERT_TRUE(reserve(reserveArgs("p", "q")).ok());
    ASSERT_TRUE(answerReservation("p", false, 2).ok());
    ASSERT_TRUE(unchanged(2).ok());
    EXPECT_TRUE(fleet().reservations().empty());
}

// SPEC W13
TEST_P(WindowRegistryContract, ReconnectingKeepsPendingCreations)
{
    const Welcome welcome = connect();
    show({"a"});
    ASSERT_TRUE(reserve(reserveArgs("p", "q")).ok());
    ASSERT_TRUE(closed(welcome.generation).ok());
    connect("c", "e1", "s2");
    EXPECT_EQ(fleet().reservations().size(), 1u);
    ASSERT_TRUE(report({window("w", {tab("a"), made("new", "p")})}).ok());
    EXPECT_EQ(obstacle(assign("new", "q")), "granted");
}

// SPEC W13
TEST_P(WindowRegistryContract, AHoldDoesNotOutliveAnAskerForGood)
{
    connect();
    show({"a"});
    ASSERT_TRUE(reserve(reserveArgs("p", "q")).ok());
    ASSERT_TRUE(report({window("w", {tab("a"), made("new", "p")})}).ok());
    EXPECT_EQ(obstacle(assign("new", "other")), "reserved");
    pass(Seconds(61));
    sweep();
    EXPECT_FALSE(row("new")->hold) << "its asker died without a word";
    EXPECT_EQ(obstacle(assign("new", "other")), "granted");
}

// SPEC W20
TEST_P(WindowRegistryContract, WhatALeasedTabOpensBelongsToItsLease)
{
    connect();
    show({"a", "b"});
    const Handle handle = lease("a", "r1");
    ASSERT_TRUE(report({window("w", {tab("a"), opened("grandchild", "child"), opened("child", "a"), tab("b"),
                                     opened("free", "b")})})
                    .ok());
    ASSERT_TRUE(row("child")->parent.name);
    EXPECT_EQ(row("child")->parent.name->context.text(), "a");
    ASSERT_TRUE(row("grandchild")->parent.name) << "whatever stands first in the report";
    EXPECT_EQ(row("grandchild")->parent.name->context.text(), "a");
    EXPECT_FALSE(row("free")->parent.name) << "its opener is not leased";
    EXPECT_EQ(obstacle(assign("child", "r2")), "assigned");
    EXPECT_EQ(obstacle(assign("free", "r3")), "granted");
    EXPECT_EQ(outcome(renew(handle)), "ok");
}

// SPEC W20
TEST_P(WindowRegistryContract, OnTheHoldersReleaseOursAreClosedTheRestIsIdle)
{
    connect();
    show({"a"});
    const Handle handle = lease("a", "r1");
    ASSERT_TRUE(report({window("w", {tab("a"), opened("ours", "a", true), opened("popup", "a")})}).ok());
    const Result<Released> released = release(handle);
    ASSERT_TRUE(released.ok());
    ASSERT_EQ(released->closable.size(), 1u);
    EXPECT_EQ(released->closable[0]->context.text(), "ours");
    EXPECT_EQ(obstacle(assign("ours", "r2")), "reserved") << "nobody gets what is being closed";
    EXPECT_EQ(obstacle(assign("popup", "r3")), "granted");
    ASSERT_TRUE(report({window("w", {tab("a"), opened("ours", "a", true), opened("popup", "a")})}).ok());
    EXPECT_EQ(obstacle(assign("ours", "r2")), "reserved") << "a report before the closing does not free it";
    pass(Seconds(61));
    sweep();
    EXPECT_EQ(obstacle(assign("ours", "r2")), "granted") << "the closing came to nothing";
}

// SPEC W20
TEST_P(WindowRegistryContract, AfterAnyOtherEndWhatItOpenedIsIdle)
{
    connect();
    show({"a"});
    const Handle handle = lease("a", "r1");
    ASSERT_TRUE(report({window("w", {tab("a"), opened("ours", "a", true)})}).ok());
    const Result<Released> forced = ask<Released>([&](auto reply) {
        under().contexts().forceRelease(contextName("a"), handle.fence, m_scope, std::move(reply));
    });
    ASSERT_TRUE(forced.ok());
    EXPECT_TRUE(forced->closable.empty());
    EXPECT_EQ(obstacle(assign("ours", "r2")), "granted");
}

// SPEC W20
TEST_P(WindowRegistryContract, GoingTogetherOrApartLeavesNothingBehind)
{
    connect();
    show({"a", "b"});
    lease("a", "r1");
    ASSERT_TRUE(report({window("w", {tab("a"), tab("b"), opened("x", "a"), opened("y", "a")})}).ok());
    ASSERT_TRUE(report({window("w", {tab("a"), tab("b"), opened("y", "a")})}).ok()); // a child goes
    ASSERT_TRUE(report({window("w", {tab("b"), opened("y", "a")})}).ok());           // then its parent
    EXPECT_FALSE(row("y")->parent.name);
    EXPECT_EQ(obstacle(assign("y", "r2")), "granted");
    ASSERT_TRUE(report({window("w", {tab("b"), opened("y", "a"), opened("z", "y")})}).ok());
    ASSERT_TRUE(report({window("w", {tab("b")})}).ok()); // both at once
    EXPECT_EQ(layout(), "w: b; ");
}

// SPEC W20
TEST_P(WindowRegistryContract, OursThatShowsUpAfterTheReleaseIsClosable)
{
    connect();
    show({"a"});
    ASSERT_TRUE(release(lease("a", "r1")).ok());
    const Result<ReportAccepted> accepted =
        report({window("w", {tab("a"), opened("late", "a", true), opened("popup", "a")})});
    ASSERT_TRUE(accepted.ok());
    ASSERT_EQ(accepted->closable.size(), 1u);
    EXPECT_EQ(accepted->closable[0]->context.text(), "late");
    EXPECT_EQ(obstacle(assign("late", "r2")), "reserved");
    EXPECT_EQ(obstacle(assign("popup", "r3")), "granted");
}

CHEETAH_REGISTRY_CONTRACT(WindowRegistryContract);

} // namespace
