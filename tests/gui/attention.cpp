// SPDX-License-Identifier: Apache-2.0
#include "gui/actionstage.h"
#include "models/attentionmodel.h"

#include <QtTest/QAbstractItemModelTester>
#include <QtTest/QSignalSpy>

#include <gtest/gtest.h>

#include <algorithm>

namespace cheetah::gui {
namespace {

using testgui::ActionStage;

struct AttentionStage : ActionStage {
    AttentionStage()
    {
        window = deployment.addWindow(client, "w");
        tab = deployment.addTab(window, "t", "A page");
        deployment.addTab(window, "free");
    }
    void look()
    {
        settle();
        model.refresh();
    }
    void start()
    {
        deployment.goLive();
        model.setAwake(true);
        look();
    }
    const AttentionItem *find(AttentionRule rule) const
    {
        const auto found = std::find_if(model.items().begin(), model.items().end(),
                                        [rule](const AttentionItem &item) { return item.rule == rule; });
        return found == model.items().end() ? nullptr : &*found;
    }
    void addDisconnect()
    {
        JournalEntry entry;
        entry.kind = JournalKind::ClientDisconnected;
        entry.user = client.user;
        entry.client = client.client;
        deployment.addJournal(entry);
    }

    ClientName client = deployment.addClient("u", "c");
    WindowName window;
    ContextName tab;
    AttentionModel model{session, actions, theme, words};
    QAbstractItemModelTester tester{&model, QAbstractItemModelTester::FailureReportingMode::Fatal};
};

// SPEC G2
TEST(Attention, NothingWhereAllIsWell)
{
    AttentionStage stage;
    stage.deployment.assign(stage.tab, "x");
    stage.start();
    EXPECT_EQ(stage.model.count(), 0);
    EXPECT_EQ(stage.model.worst(), Tone::Neutral);
}

TEST(Attention, ConnectionThatIsStaleOrLost)
{
    AttentionStage stage;
    stage.start();
    stage.deployment.setState(ConnectionState::Lagging);
    ASSERT_TRUE(stage.find(AttentionRule::Connection));
    EXPECT_EQ(stage.find(AttentionRule::Connection)->tone, Tone::Warn);
    stage.deployment.setState(ConnectionState::Stale);
    EXPECT_EQ(stage.find(AttentionRule::Connection)->tone, Tone::Danger);
    stage.deployment.setState(ConnectionState::Live);
    EXPECT_FALSE(stage.find(AttentionRule::Connection));
}

TEST(Attention, ConditionThatFailed)
{
    AttentionStage stage;
    stage.start();
    HealthSample sample;
    sample.conditions.push_back({"edge", true, {}, {}, {}, {}, false, {}});
    ConditionState failed;
    failed.name = "history";
    failed.reason = "history_full";
    sample.conditions.push_back(failed);
    stage.deployment.addHealth(sample);
    stage.look();
    ASSERT_TRUE(stage.find(AttentionRule::Condition));
    EXPECT_TRUE(stage.find(AttentionRule::Condition)->text.contains("history"));
    EXPECT_EQ(stage.find(AttentionRule::Condition)->tone, Tone::Danger);
    EXPECT_EQ(stage.model.count(), 1);
}

TEST(Attention, ClientAwayWithLeases)
{
    AttentionStage stage;
    stage.deployment.assign(stage.tab, "x");
    stage.start();
    const auto disconnect = [&](ClientState &state) {
        state.connected = false;
        state.disconnectedAt = stage.deployment.now();
        state.graceUntil = stage.deployment.now() + Seconds(10);
    };
    stage.deployment.changeClient(stage.client, disconnect);
    stage.look();
    ASSERT_TRUE(stage.find(AttentionRule::ClientAway));
    EXPECT_EQ(stage.find(AttentionRule::ClientAway)->text, "Client c of u is disconnected with 1 lease(s).");
    EXPECT_EQ(stage.model.index(0, AttentionModel::Age).data().toString(), "0:10 left");
    stage.deployment.release(stage.tab);
    stage.look();
    EXPECT_FALSE(stage.find(AttentionRule::ClientAway));
}

TEST(Attention, ClientThatComesAndGoes)
{
    AttentionStage stage;
    stage.start();
    stage.addDisconnect();
    stage.addDisconnect();
    stage.look();
    EXPECT_FALSE(stage.find(AttentionRule::ClientFlapping));
    stage.addDisconnect();
    stage.look();
    EXPECT_TRUE(stage.find(AttentionRule::ClientFlapping));
    stage.deployment.advance(Attention::flapWindow + Seconds(1));
    stage.look();
    EXPECT_FALSE(stage.find(AttentionRule::ClientFlapping));
}

TEST(Attention, LeaseThatWasNeverRenewed)
{
    AttentionStage stage;
    stage.deployment.assign(stage.tab, "x");
    stage.start();
    stage.deployment.advance(Seconds(149));
    stage.look();
    EXPECT_FALSE(stage.find(AttentionRule::NeverRenewed));
    stage.deployment.advance(Seconds(2));
    stage.look();
    ASSERT_TRUE(stage.find(AttentionRule::NeverRenewed));
    EXPECT_EQ(std::get<ObjectId>(stage.find(AttentionRule::NeverRenewed)->link), ObjectId(stage.tab));
    stage.deployment.renew(stage.tab);
    stage.look();
    EXPECT_FALSE(stage.find(AttentionRule::NeverRenewed));
}

TEST(Attention, LeaseThatEndsWithoutRenewal)
{
    AttentionStage stage;
    stage.deployment.assign(stage.tab, "x");
    stage.deployment.renew(stage.tab);
    stage.start();
    for (int i = 0; i < 3; ++i) { // renewed in time, it never shows, whatever alarm was set before
        stage.deployment.advance(Seconds(200));
        stage.deployment.renew(stage.tab);
        stage.look();
        EXPECT_FALSE(stage.find(AttentionRule::ExpiringUnrenewed));
    }
    stage.deployment.advance(Seconds(269));
    stage.look();
    EXPECT_FALSE(stage.find(AttentionRule::ExpiringUnrenewed));
    stage.deployment.advance(Seconds(3));
    stage.look();
    EXPECT_TRUE(stage.find(AttentionRule::ExpiringUnrenewed));
    stage.deployment.release(stage.tab);
    stage.deployment.assign(stage.tab, "y");
    stage.look();
    EXPECT_EQ(stage.model.count(), 0);
    stage.deployment.advance(Seconds(151)); // sooner than the old lease's alarm would have been
    stage.look();
    EXPECT_TRUE(stage.find(AttentionRule::NeverRenewed));
}

TEST(Attention, NothingOfLeasesThatDoNotExpire)
{
    AttentionStage stage;
    stage.deployment.setTaskTimeout(Micros(0));
    stage.deployment.assign(stage.tab, "x");
    stage.start();
    stage.deployment.advance(Seconds(10'000));
    stage.look();
    EXPECT_EQ(stage.model.count(), 0);
}

TEST(Attention, TabThatCrashed)
{
    AttentionStage stage;
    stage.start();
    const ContextName broken = stage.deployment.addTab(stage.window, "b", "Broken", "", Health::Crashed);
    stage.look();
    ASSERT_TRUE(stage.find(AttentionRule::TabBroken));
    EXPECT_EQ(stage.find(AttentionRule::TabBroken)->text, "Tab “Broken” is crashed.");
    stage.deployment.removeTab(broken);
    stage.look();
    EXPECT_FALSE(stage.find(AttentionRule::TabBroken));
}

TEST(Attention, SettlingPastItsDeadline)
{
    AttentionStage stage;
    stage.start();
    Settling settling;
    settling.deadline = stage.deployment.now() + Seconds(5);
    const ContextKey key = stage.deployment.fleet().key(stage.deployment.fleet().find(stage.tab));
    stage.deployment.apply(SettlingChanged{key, std::make_shared<const Settling>(settling)});
    stage.look();
    EXPECT_FALSE(stage.find(AttentionRule::SettlingOverdue));
    stage.deployment.advance(Seconds(7));
    stage.look();
    ASSERT_TRUE(stage.find(AttentionRule::SettlingOverdue));
    EXPECT_EQ(stage.find(AttentionRule::SettlingOverdue)->action, "context.settle");
    stage.deployment.apply(SettlingChanged{key, nullptr});
    stage.look();
    EXPECT_FALSE(stage.find(AttentionRule::SettlingOverdue));
}

TEST(Attention, ReservationThatIsOverdue)
{
    AttentionStage stage;
    stage.start();
    Reservation reservation;
    reservation.client = stage.client;
    reservation.provision = ProvisionId::trusted("p");
    reservation.deadline = stage.deployment.now() + Seconds(5);
    stage.deployment.apply(ReservationChanged{std::make_shared<const Reservation>(reservation)});
    stage.look();
    EXPECT_FALSE(stage.find(AttentionRule::ReservationOverdue));
    stage.deployment.advance(Seconds(6));
    stage.look();
    EXPECT_TRUE(stage.find(AttentionRule::ReservationOverdue));
}

TEST(Attention, WaiterThatWaitsLongAndWhy)
{
    AttentionStage stage;
    stage.start();
    Waiter waiter;
    waiter.place = 1;
    waiter.user = stage.client.user;
    waiter.task = TaskId::trusted("report");
    waiter.request = RequestId::trusted("r");
    waiter.enqueuedAt = stage.deployment.now();
    waiter.deadline = stage.deployment.now() + Seconds(60);
    stage.deployment.apply(WaiterAdded{std::make_shared<const Waiter>(waiter)});
    stage.look();
    EXPECT_FALSE(stage.find(AttentionRule::Waiting));
    stage.deployment.advance(Seconds(11));
    stage.look();
    ASSERT_TRUE(stage.find(AttentionRule::Waiting));
    EXPECT_EQ(stage.find(AttentionRule::Waiting)->text, "Task report of u waits: none of the 2 free tab(s) suits it.");
    EXPECT_EQ(std::get<AcquireRequest>(stage.find(AttentionRule::Waiting)->link).task.text(), "report");
    stage.deployment.changeClient(stage.client, [](ClientState &state) { state.connected = false; });
    stage.look();
    EXPECT_TRUE(stage.find(AttentionRule::Waiting)->text.contains("no client of this user is connected"));
}

TEST(Attention, DrainPastItsDeadline)
{
    AttentionStage stage;
    stage.start();
    Drain drain;
    drain.target = stage.client;
    drain.deadline = stage.deployment.now() + Seconds(5);
    stage.deployment.apply(DrainChanged{drain});
    stage.look();
    EXPECT_FALSE(stage.find(AttentionRule::DrainOverdue));
    drain.state = Drain::State::Kept;
    stage.deployment.apply(DrainChanged{drain});
    stage.look();
    EXPECT_TRUE(stage.find(AttentionRule::DrainOverdue));
}

TEST(Attention, PausedViewAndUsedUpBounds)
{
    AttentionStage stage;
    stage.deployment.policies().evidenceEntries = 100;
    stage.start();
    HealthSample sample;
    sample.pendingCommands = 79;
    stage.deployment.addHealth(sample);
    stage.look();
    EXPECT_FALSE(stage.find(AttentionRule::NearBound));
    sample.pendingCommands = 80;
    stage.deployment.addHealth(sample);
    stage.look();
    ASSERT_TRUE(stage.find(AttentionRule::NearBound));
    EXPECT_EQ(stage.find(AttentionRule::NearBound)->text, "Open commands: 80 of at most 100.");
    stage.session.fleet().setPaused(true);
    ASSERT_TRUE(stage.find(AttentionRule::Paused));
    EXPECT_EQ(stage.find(AttentionRule::Paused)->action, "view.pause");
}

/// A deployment whose clock is off.
class SkewedDeployment : public testgui::FakeDeployment {
public:
    void setSkew(Micros skew) { m_clockSkew = skew; }
};

// SPEC G2
TEST(Attention, OneLineStandsForWhatIsMany)
{
    AttentionStage stage;
    for (int i = 0; i < 100; ++i)
        stage.deployment.addTab(stage.window, "b" + std::to_string(i), "", "", Health::Crashed);
    stage.start();
    EXPECT_EQ(stage.model.count(), 100);
    EXPECT_EQ(stage.model.rowCount(), int(Attention::mostOfRule) + 1);
    const auto &last = stage.model.items().back();
    EXPECT_EQ(std::get<AttentionItem::Filtered>(last.link).filter, "health:(crashed|unresponsive)");
}

// SPEC G2
TEST(Attention, AsleepItForgetsAndAwakeItKnowsAgain)
{
    AttentionStage stage;
    stage.start();
    stage.model.setAwake(false);
    stage.deployment.addTab(stage.window, "b", "", "", Health::Unresponsive);
    stage.settle();
    EXPECT_EQ(stage.model.rowCount(), 0);
    stage.model.setAwake(true);
    EXPECT_TRUE(stage.find(AttentionRule::TabBroken));
}

// SPEC G3
TEST(Attention, RowsAreSentences)
{
    AttentionStage stage;
    stage.deployment.addTab(stage.window, "b", "Broken", "", Health::Crashed);
    stage.start();
    EXPECT_EQ(stage.model.index(0, 0).data(Qt::AccessibleTextRole).toString(), "Warning: Tab “Broken” is crashed.");
}

TEST(Attention, ClockThatIsOff)
{
    auto owned = std::make_unique<SkewedDeployment>();
    SkewedDeployment &deployment = *owned;
    Session session(std::move(owned), {});
    Actions actions;
    Theme theme;
    Words words;
    AttentionModel model(session, actions, theme, words);
    deployment.goLive();
    deployment.setSkew(Millis(1'900));
    model.setAwake(true);
    EXPECT_EQ(model.count(), 0);
    deployment.setSkew(-Seconds(600));
    model.refresh();
    ASSERT_EQ(model.count(), 1);
    EXPECT_EQ(model.items().front().text,
              "The node's clock is behind this machine's by 10 min. Times shown are the node's.");
}

} // namespace
} // namespace cheetah::gui
