// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "wire/consolemessages.h"
#include "wire/leasefields.h"
#include "wire/viewfields.h"

namespace cheetah::test {

// Values with every member set (`full`) and with as little as possible, for round trips and for the schemas.

struct Sample {
    std::string direction; ///< which root of the schema it must fit, such as `fromClient`
    std::string text;
};

inline ContextName contextName()
{
    return {UserId::trusted("u"), ClientId::trusted("c"), Epoch::trusted("e"), ContextId::trusted("t")};
}

inline WindowName windowName()
{
    return {UserId::trusted("u"), ClientId::trusted("c"), Epoch::trusted("e"), WindowId::trusted("w")};
}

inline ContextKey contextKey()
{
    return {std::make_shared<const ContextName>(contextName()), noSlot};
}

inline ReportedContext reportedContext()
{
    ReportedContext context;
    context.id = ContextId::trusted("t");
    context.title = "Title \"quoted\" \xE6\x97\xA5";
    context.url = "https://example.test/?a=b";
    context.health = Health::Unresponsive;
    context.active = context.ours = true;
    context.provision = ProvisionId::trusted("p");
    context.opener = ContextId::trusted("o");
    return context;
}

inline Assignment assignment()
{
    Assignment a;
    a.task = TaskId::trusted("task");
    a.request = RequestId::trusted("r");
    a.fence = 1'764'412'345'000'123;
    a.holderNode = NodeId::trusted("n");
    a.acquiredAt = {1'764'412'345'000'123};
    a.renewedAt = {1'764'412'345'900'000};
    a.renewals = 3;
    a.longestHold = Seconds(60);
    a.tied = true;
    return a;
}

inline Settling settling()
{
    return {{CommandId::trusted("k1"), CommandId::trusted("k2")}, {99}};
}

inline Requirements requirements()
{
    using Operator = MetadataCondition::Operator;
    Requirements r;
    r.kind = ClientKind::Browser;
    r.client = ClientId::trusted("it's a 'client' id");
    r.metadata = {{"region", Operator::Equals, {"us"}},
                  {"tier", Operator::OneOf, {"a", "b|c"}},
                  {"gpu", Operator::Absent, {}},
                  {"ram", Operator::GreaterOrEqual, {"8"}},
                  {"version", Operator::SemVerRange, {">=1.2 <2"}}};
    return r;
}

inline ClientState clientState()
{
    ClientState s;
    s.kind = ClientKind::Mobile;
    s.epoch = Epoch::trusted("e");
    s.generation = 4;
    s.seq = 17;
    s.connected = true;
    s.node = NodeId::trusted("n");
    s.agent = "agent 1";
    s.metadata = {{"region", "eu"}, {"tier", "a"}};
    s.limits.windows = 2;
    s.limits.tabsPerWindow = 3;
    s.limits.tabs = 4;
    s.limits.flows = 5;
    s.connectedAt = {1};
    s.disconnectedAt = {2};
    s.graceUntil = {3};
    s.removeAt = {4};
    s.keptOutUntil = {5};
    s.provisioner = NodeId::trusted("p");
    s.provisionsUntil = {6};
    return s;
}

inline Reservation reservation()
{
    Reservation r;
    r.provision = ProvisionId::trusted("p");
    r.client = {UserId::trusted("u"), ClientId::trusted("c")};
    r.epoch = Epoch::trusted("e");
    r.request = RequestId::trusted("r");
    r.placement = {Placement::Kind::NewTab, windowName()};
    r.deadline = {77};
    r.newWindow = true;
    r.answeredSeq = 5;
    return r;
}

inline Waiter waiter()
{
    Waiter w;
    w.place = 12;
    w.user = UserId::trusted("u");
    w.task = TaskId::trusted("task");
    w.request = RequestId::trusted("r");
    w.requirements = std::make_shared<const Requirements>(requirements());
    w.placement = {Placement::Kind::Window, windowName()};
    w.anyHealth = true;
    w.node = NodeId::trusted("n");
    w.requester = ConnectionId::trusted("s");
    w.enqueuedAt = {8};
    w.deadline = {9};
    return w;
}

inline Drain drain(DrainTarget target)
{
    return {std::move(target), Drain::State::Forced, {5}, true, {4}, "operator"};
}

inline NodeInfo nodeInfo()
{
    const ConditionState problem{
        "registry",          false, "unavailable",          {{"reason", "silent"}}, "check_store",
        {true, false, true}, true,  WallTime(Micros(3'000))};
    return {NodeId::trusted("n"),
            Incarnation::trusted("i"),
            {true, false, true},
            "0.1",
            "https://n.test",
            {1},
            {2},
            {true, {problem}, "http://n.test:7744", 5, Micros(400), Micros(-6)}};
}

/// One of each kind of change, in the order of Change, and the forms that end something.
inline std::vector<Change> changes()
{
    const ClientName client{UserId::trusted("u"), ClientId::trusted("c")};
    return {
        AssignmentStarted{contextKey(), assignment()},
        AssignmentRenewed{contextKey(), 7, {8}},
        AssignmentEnded{contextKey(), 7, EndCause::ContextGone},
        ContextChanged{contextKey(),
                       WindowId::trusted("w"),
                       3,
                       std::make_shared<const ReportedContext>(reportedContext()),
                       {6},
                       EndCause::Expired},
        ContextRemoved{contextKey()},
        SettlingChanged{contextKey(), std::make_shared<const Settling>(settling())},
        SettlingChanged{contextKey(), nullptr},
        HoldChanged{contextKey(), std::make_shared<const Hold>(Hold{RequestId::trusted("r"), {4}})},
        HoldChanged{contextKey(), std::make_shared<const Hold>()},
        HoldChanged{contextKey(), nullptr},
        ParentChanged{contextKey(), contextKey()},
        ParentChanged{contextKey(), {}},
        WindowChanged{windowName(), "Window", true, true, true, 2},
        WindowRemoved{windowName()},
        ClientChanged{client, std::make_shared<const ClientState>(clientState())},
        ClientSeqChanged{client, 18},
        ClientRemoved{client},
        ReservationChanged{std::make_shared<const Reservation>(reservation())},
        ReservationRemoved{client, ProvisionId::trusted("p")},
        WaiterAdded{std::make_shared<const Waiter>(waiter())},
        WaiterRemoved{UserId::trusted("u"), 12},
        DrainChanged{drain(client)},
        DrainChanged{drain(windowName())},
        DrainChanged{drain(NodeId::trusted("n"))},
        DrainRemoved{client},
        NodeChanged{nodeInfo()},
        NodeRemoved{NodeId::trusted("n")},
    };
}

inline Handle handle()
{
    return {contextKey(), 1'764'412'345'000'123, RequestId::trusted("r")};
}

inline CommandRecord commandRecord()
{
    CommandRecord r;
    r.id = CommandId::trusted("k");
    r.user = UserId::trusted("u");
    r.task = TaskId::trusted("task");
    r.context = contextKey().name;
    r.handle = handle();
    r.content = {"navigate", R"({"url":"https://example.test"})", WindowId::trusted("w"), ProvisionId::trusted("p")};
    r.node = NodeId::trusted("n");
    r.stage = CommandStage::Terminal;
    r.outcome = CommandOutcome::Error;
    r.result = R"({"a":[1,2.5]})";
    r.resultRef = PayloadId::trusted("x");
    r.error = Error(ErrorCode::NavigationFailed, {{"reason", "dns"}}, "detail");
    r.replaced = true;
    r.admittedAt = {1};
    r.sentAt = {2};
    r.acknowledgedAt = {3};
    r.endedAt = {4};
    r.deadline = {5};
    return r;
}

inline JournalEntry journalEntry()
{
    JournalEntry e;
    e.number = 5;
    e.at = {6};
    e.kind = JournalKind::Ended;
    e.user = UserId::trusted("u");
    e.client = ClientId::trusted("c");
    e.context = contextKey().name;
    e.task = TaskId::trusted("task");
    e.request = RequestId::trusted("r");
    e.command = CommandId::trusted("k");
    e.fence = 9;
    e.cause = EndCause::Operator;
    e.by = "token-1";
    e.params = {{"reason", "stuck"}, {"code", "x"}};
    return e;
}

inline AcquireRequest acquireRequest()
{
    AcquireRequest r;
    r.user = UserId::trusted("u");
    r.task = TaskId::trusted("task");
    r.request = RequestId::trusted("r");
    r.requirements = std::make_shared<const Requirements>(requirements());
    r.strategy = "least-busy";
    r.placement = {Placement::Kind::NewWindow, std::nullopt};
    r.reuseOnly = r.autoProvision = r.waitForClients = r.anyHealth = r.releaseOnClose = true;
    r.wait = Seconds(5);
    r.longestHold = Seconds(60);
    r.releaseOnCloseGrace = Millis(1500);
    return r;
}

inline Explanation explanation()
{
    Explanation e;
    e.revision = 4711;
    e.candidates = 3;
    e.fitting = 1;
    e.excludedBy = {{Rule::MetadataMatch, 1}, {Rule::Assigned, 1}};
    e.details = {{contextKey().name, {{Rule::MetadataMatch, "metadata.region", "eu", "us", Seconds(3)}}},
                 {contextKey().name, {}}};
    e.satisfiable = false;
    e.provisioning = {true, false, "limit_tabs", "n", {{"limit", "4"}}};
    e.smallestChange = Suggestion{"drop_condition", {{"condition", "metadata.region=us"}}, 2};
    e.strategyScope = "node";
    return e;
}

/// Of an acquire that was refused.
inline JournalEntry refusedEntry()
{
    JournalEntry e;
    e.number = 6;
    e.at = {7};
    e.kind = JournalKind::AcquireRefused;
    e.user = UserId::trusted("u");
    e.task = TaskId::trusted("task");
    e.request = RequestId::trusted("r");
    e.params = {{"reason", "nothing_available"}};
    Refusal refusal{acquireRequest(), true, explanation()};
    refusal.explanation->details.clear(); // the journal keeps counts
    e.refusal = std::make_shared<const Refusal>(std::move(refusal));
    return e;
}

inline ContextView contextView()
{
    ContextView v;
    v.name = contextName();
    v.window = WindowId::trusted("w");
    v.title = "T";
    v.url = "U";
    v.state = ContextState::Settling;
    v.health = Health::Loading;
    v.active = v.ours = true;
    v.assignment = assignment();
    v.remaining = Seconds(7);
    v.settling = settling();
    v.heldFor = RequestId::trusted("r");
    v.parent = contextName();
    return v;
}

inline WindowView windowView()
{
    return {windowName(), "W", true, true, true, 3, 2, 1, 4, true};
}

inline ClientView clientView()
{
    ClientView v;
    v.name = {UserId::trusted("u"), ClientId::trusted("c")};
    v.state = clientState();
    v.seq = 17;
    v.windows = 1;
    v.contexts = 2;
    v.assigned = 1;
    v.settling = 1;
    v.reserved = 1;
    v.drain = drain(v.name);
    return v;
}

inline AssignmentView assignmentView()
{
    return {contextName(), WindowId::trusted("w"), assignment(), Seconds(9), "U", "T"};
}

} // namespace cheetah::test
