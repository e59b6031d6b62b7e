// SPDX-License-Identifier: Apache-2.0
#include "gui/actionstage.h"
#include "models/attentionmodel.h"
#include "views/overviewview.h"
#include "widgets/card.h"

#include <QtTest/QTest>
#include <QtWidgets/QLabel>
#include <QtWidgets/QTreeView>

#include <gtest/gtest.h>

namespace cheetah::gui {
namespace {

using testgui::ActionStage;
using testgui::saveShot;
using testgui::spinOnce;

struct OverviewStage : ActionStage {
    std::unique_ptr<OverviewView> show(QSize size = {1000, 640})
    {
        auto view = std::make_unique<OverviewView>(workspace);
        view->setPalette(theme.palette());
        view->resize(size);
        view->show();
        spinOnce();
        return view;
    }
    HealthSample health() const
    {
        HealthSample sample;
        sample.sentRate = 12.4;
        sample.ackP95 = Micros(12'300);
        for (const char *name : {"edge", "registry", "history"}) {
            ConditionState state;
            state.name = name;
            state.ok = true;
            sample.conditions.push_back(state);
        }
        return sample;
    }
};

// SPEC G2
TEST(Overview, OneSentenceSaysWhetherItIsFine)
{
    OverviewStage stage;
    const auto view = stage.show();
    EXPECT_EQ(view->judgement().text, "Connecting…");
    stage.deployment.goLive();
    spinOnce();
    EXPECT_EQ(view->judgement().text, "Ready. No client is connected yet.");
    const WindowName window = stage.deployment.addWindow(stage.deployment.addClient("u", "c"), "w");
    const ContextName tab = stage.deployment.addTab(window, "t1");
    stage.deployment.addTab(window, "t2");
    stage.deployment.assign(tab, "x");
    stage.settle();
    view->attention().refresh();
    EXPECT_EQ(view->judgement().text, "All is well: 1 of 2 tab(s) leased, nothing needs attention");
    EXPECT_EQ(view->judgement().tone, Tone::Ok);
    stage.deployment.addTab(window, "t3", "", "", Health::Crashed);
    stage.settle();
    view->attention().refresh();
    EXPECT_EQ(view->judgement().text, "1 thing(s) need attention");
    stage.deployment.setState(ConnectionState::Stale);
    EXPECT_EQ(view->judgement().tone, Tone::Danger);
    EXPECT_TRUE(view->judgement().text.contains("silent"));
}

// SPEC G2
TEST(Overview, CardsCountWhatTheListsShow)
{
    OverviewStage stage;
    fillSample(stage.deployment);
    stage.deployment.goLive();
    const auto view = stage.show();
    JournalEntry refused;
    refused.kind = JournalKind::AcquireRefused;
    stage.deployment.addJournal(refused);
    stage.deployment.addJournal(refused);
    stage.deployment.addHealth(stage.health());
    view->attention().refresh();
    const FleetCounts counts =
        countsOf(stage.fleet(), stage.session.fleet().now(), stage.session.fleet().taskTimeout());
    const auto name = [&](OverviewNumber number) { return view->card(number)->accessibleName().section(", ", 0, 0); };
    EXPECT_EQ(name(OverviewNumber::Contexts), QString("Tabs: %1").arg(counts.contexts));
    EXPECT_EQ(name(OverviewNumber::Available), QString("Available: %1").arg(counts.available));
    EXPECT_EQ(name(OverviewNumber::Assigned), QString("Assigned: %1").arg(counts.assigned));
    EXPECT_EQ(name(OverviewNumber::Expiring), QString("End within 30 s: %1").arg(counts.expiringSoon));
    EXPECT_EQ(name(OverviewNumber::Refused), "Refused: 2");
    EXPECT_EQ(name(OverviewNumber::Waiting), "Waiting: 1");
    EXPECT_EQ(name(OverviewNumber::Clients), "Clients: 4 of 5");
    EXPECT_EQ(name(OverviewNumber::Conditions), "Parts of the node: 3 of 3");
    stage.deployment.advance(Seconds(61));
    view->attention().refresh();
    EXPECT_EQ(name(OverviewNumber::Refused), "Refused: 0");
    for (const QLabel *label : view->findChildren<QLabel *>())
        if (label->text().startsWith("as of revision")) {
            EXPECT_TRUE(label->text().contains(QLocale().toString(qulonglong(stage.fleet().revision()))));
        }
}

// SPEC G2
TEST(Overview, CardsLeadToListsWithTheRightFilter)
{
    OverviewStage stage;
    fillSample(stage.deployment);
    stage.deployment.goLive();
    const auto view = stage.show();
    std::vector<std::pair<ViewId, QString>> wanted;
    QObject::connect(&stage.session.navigator(), &Navigator::filterWanted, view.get(),
                     [&](ViewId id, const QString &filter) { wanted.emplace_back(id, filter); });
    QObject::connect(&stage.session.navigator(), &Navigator::viewWanted, view.get(),
                     [&](ViewId id) { wanted.emplace_back(id, "-"); });
    for (std::size_t i = 0; i < overviewNumberCount; ++i) {
        EXPECT_FALSE(view->card(OverviewNumber(i))->accessibleDescription().isEmpty());
        view->card(OverviewNumber(i))->click();
    }
    const std::vector<std::pair<ViewId, QString>> right{
        {ViewId::Contexts, ""},
        {ViewId::Contexts, "state:idle"},
        {ViewId::Assignments, ""},
        {ViewId::Assignments, "is:expiring"},
        {ViewId::Journal, "kind:acquire_refused"},
        {ViewId::Waiters, ""},
        {ViewId::FleetTree, ""},
        {ViewId::Health, "-"},
        {ViewId::Health, "-"},
    };
    EXPECT_EQ(wanted, right);
}

// SPEC G2 SPEC G3
TEST(Overview, EnterLeadsFromALineToItsObjectAndItsActionActsOnIt)
{
    OverviewStage stage;
    const WindowName window = stage.deployment.addWindow(stage.deployment.addClient("u", "c"), "w");
    const ContextName tab = stage.deployment.addTab(window, "t1");
    stage.deployment.assign(tab, "x");
    stage.deployment.goLive();
    std::optional<ObjectId> released;
    stage.actions.add({"lease.release",
                       [] { return QString("&Release…"); },
                       {},
                       -1,
                       {},
                       [&] { released = stage.session.selection().current(); },
                       "lease"});
    const auto view = stage.show();
    stage.deployment.advance(Seconds(200));
    view->attention().refresh();
    auto *list = view->findChild<QTreeView *>();
    ASSERT_EQ(list->model()->rowCount(), 1);
    std::optional<ObjectId> shown;
    QObject::connect(&stage.session.navigator(), &Navigator::objectWanted, view.get(),
                     [&](const ObjectId &object) { shown = object; });
    list->setCurrentIndex(list->model()->index(0, 0));
    QTest::keyClick(list, Qt::Key_Return);
    EXPECT_EQ(shown, ObjectId(tab));
    spinOnce();
    QTest::mouseClick(list->viewport(), Qt::LeftButton, {},
                      list->visualRect(list->model()->index(0, AttentionModel::Help)).center());
    EXPECT_EQ(released, ObjectId(tab));
}

TEST(Overview, Shots)
{
    for (const auto mode : {ThemeMode::Light, ThemeMode::Dark}) {
        OverviewStage stage;
        stage.theme.setMode(mode);
        stage.actions.add({"lease.release", [] { return QString("&Release…"); }, {}, -1, {}, {}, "lease"});
        const QString end = mode == ThemeMode::Light ? "-light" : "-dark";
        const auto view = stage.show();
        saveShot(*view, "overview-connecting" + end);
        stage.deployment.goLive();
        saveShot(*view, "overview-noclient" + end);
        fillSample(stage.deployment);
        for (int i = 0; i < 60; ++i) {
            stage.deployment.advance(Seconds(1));
            HealthSample sample = stage.health();
            sample.sentRate = 10 + i % 7;
            stage.deployment.addHealth(sample);
        }
        stage.settle();
        view->attention().refresh();
        saveShot(*view, "overview-attention" + end);
        view->resize(620, 400);
        view->attention().refresh();
        saveShot(*view, "overview-small" + end);
    }
    OverviewStage stage;
    fillLarge(stage.deployment, 4, 2, 4);
    stage.deployment.goLive();
    const auto view = stage.show();
    saveShot(*view, "overview-well");
}

} // namespace
} // namespace cheetah::gui
