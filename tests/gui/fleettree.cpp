// SPDX-License-Identifier: Apache-2.0
#include "filter/contextfields.h"
#include "filter/filterfield.h"
#include "filter/filterparser.h"
#include "gui/actionstage.h"
#include "models/fleettreemodel.h"
#include "views/fleettreeview.h"
#include "views/fleettreewidget.h"

#include <QtCore/QElapsedTimer>
#include <QtTest/QAbstractItemModelTester>
#include <QtTest/QSignalSpy>
#include <QtTest/QTest>
#include <QtWidgets/QLineEdit>
#include <QtWidgets/QPushButton>
#include <QtWidgets/QScrollBar>

#include <gtest/gtest.h>

#include <algorithm>
#include <random>

namespace cheetah::gui {
namespace {

using testgui::ActionStage;
using testgui::saveShot;
using testgui::spinOnce;
using testgui::spinUntil;

/// What stands in the tree, one line a row, indented.
QStringList linesOf(const FleetTreeModel &model, const QModelIndex &parent = {}, int depth = 0)
{
    QStringList lines;
    for (int row = 0; row < model.rowCount(parent); ++row) {
        const QModelIndex index = model.index(row, 0, parent);
        QStringList cells;
        for (const int column : {FleetTreeModel::Name, FleetTreeModel::State, FleetTreeModel::Task,
                                 FleetTreeModel::EpochId, FleetTreeModel::Url, FleetTreeModel::Facts})
            cells << model.index(row, column, parent).data().toString();
        lines << QString(depth * 2, u' ') + cells.join(u'|');
        lines << linesOf(model, index, depth + 1);
    }
    return lines;
}

struct TreeStage : ActionStage {
    std::unique_ptr<FleetTreeModel> model = std::make_unique<FleetTreeModel>(session.fleet(), theme, words);
    QAbstractItemModelTester tester{model.get(), QAbstractItemModelTester::FailureReportingMode::Fatal};

    /// The same tree made from scratch.
    QStringList rebuilt(const ExpressionPtr &filter = {})
    {
        FleetTreeModel fresh(session.fleet(), theme, words);
        fresh.setFilter(filter);
        spinUntil([&] { return !fresh.isScanning(); });
        return linesOf(fresh);
    }
};

/// Writes one change of those that a day has.
class RandomDay {
public:
    RandomDay(testgui::FakeDeployment &deployment, unsigned seed) : m_deployment(deployment), m_random(seed) {}

    void step()
    {
        const Fleet &fleet = m_deployment.fleet();
        std::vector<Slot> tabs, windows, clients;
        for (Slot slot = 0; slot < fleet.contextSlots(); ++slot)
            if (fleet.context(slot).name)
                tabs.push_back(slot);
        for (Slot slot = 0; slot < fleet.windowSlots(); ++slot)
            if (!fleet.window(slot).name.window.empty())
                windows.push_back(slot);
        for (Slot slot = 0; slot < fleet.clientSlots(); ++slot)
            if (fleet.client(slot).state)
                clients.push_back(slot);
        const auto any = [this](const std::vector<Slot> &list) { return list[m_random() % list.size()]; };
        const std::string fresh = "n" + std::to_string(++m_made);
        if (clients.empty() || windows.empty() || tabs.empty()) {
            const WindowName window = m_deployment.addWindow(m_deployment.addClient("u" + fresh, fresh), "w");
            m_deployment.addTab(window, fresh);
            return;
        }
        const ContextRow &tab = fleet.context(any(tabs));
        switch (m_random() % 14) {
        case 0:
            m_deployment.addTab(fleet.window(any(windows)).name, fresh, "Title " + fresh);
            break;
        case 1:
            m_deployment.removeTab(ContextName(*tab.name));
            break;
        case 2:
        case 3:
            if (tab.assignment)
                m_deployment.release(ContextName(*tab.name));
            else
                m_deployment.assign(ContextName(*tab.name), "task-" + fresh);
            break;
        case 4:
        case 5:
            m_deployment.changeClient(fleet.client(any(clients)).name,
                                      [](ClientState &state) { state.connected = !state.connected; });
            break;
        case 6:
            m_deployment.addWindow(fleet.client(any(clients)).name, fresh, m_random() % 2 ? "Window " + fresh : "");
            break;
        case 7: {
            const WindowRow &window = fleet.window(any(windows));
            if (window.contexts.empty())
                m_deployment.apply(WindowRemoved{WindowName(window.name)});
            break;
        }
        case 8: // another order of windows
            if (const WindowRow &window = fleet.window(any(windows)); true)
                m_deployment.apply(
                    WindowChanged{window.name, window.title, false, false, false, std::uint32_t(m_random() % 4)});
            break;
        case 9: // another place, maybe in another window
        case 10: {
            const auto &others = fleet.client(tab.client).windows;
            const WindowRow &target = fleet.window(others[m_random() % others.size()]);
            m_deployment.apply(ContextChanged{fleet.key(fleet.find(*tab.name)), target.name.window,
                                              std::uint32_t(m_random() % 6), tab.reported});
            break;
        }
        case 11:
            m_deployment.addClient(m_random() % 2 ? "alice" : "dora", fresh);
            break;
        case 12:
            if (m_random() % 4 == 0)
                m_deployment.apply(ClientRemoved{fleet.client(any(clients)).name});
            break;
        case 13: { // away and back at once: the slot is given to another
            const ContextName name = *tab.name;
            const WindowName window = fleet.window(tab.window).name;
            m_deployment.removeTab(name);
            m_deployment.addTab(window, fresh, "Reused");
            break;
        }
        }
    }

private:
    testgui::FakeDeployment &m_deployment;
    std::mt19937 m_random;
    int m_made = 0;
};

// SPEC G2
TEST(FleetTree, RandomDaysLeadToTheTreeMadeFromScratch)
{
    for (unsigned seed = 1; seed <= 25; ++seed) {
        TreeStage stage;
        fillSample(stage.deployment);
        stage.deployment.goLive();
        QSignalSpy resets(stage.model.get(), &QAbstractItemModel::modelReset);
        RandomDay day(stage.deployment, seed);
        for (int batch = 0; batch < 40; ++batch) {
            for (unsigned i = 0; i < 1 + seed % 7; ++i)
                day.step();
            stage.settle();
            ASSERT_EQ(linesOf(*stage.model).join(u'\n'), stage.rebuilt().join(u'\n'))
                << "seed " << seed << " batch " << batch;
        }
        EXPECT_EQ(resets.count(), 0);
    }
}

// SPEC G2
TEST(FleetTree, RandomDaysUnderAFilterLeadToTheSame)
{
    const ExpressionPtr filter = parseFilter("is:assigned OR title:reused", contextFields());
    ASSERT_TRUE(filter);
    for (unsigned seed = 1; seed <= 15; ++seed) {
        TreeStage stage;
        fillSample(stage.deployment);
        stage.deployment.goLive();
        stage.model->setFilter(filter);
        ASSERT_TRUE(spinUntil([&] { return !stage.model->isScanning(); }));
        RandomDay day(stage.deployment, seed * 77);
        for (int batch = 0; batch < 40; ++batch) {
            for (unsigned i = 0; i < 1 + seed % 5; ++i)
                day.step();
            stage.settle();
            ASSERT_EQ(linesOf(*stage.model).join(u'\n'), stage.rebuilt(filter).join(u'\n')) << "seed " << seed;
        }
    }
}

// SPEC G2
TEST(FleetTree, ManyChangesAtOnceAreOneLayoutChangeThatKeepsIndexes)
{
    TreeStage stage;
    fillSample(stage.deployment);
    stage.deployment.goLive();
    const ContextName kept{UserId::trusted("alice"), ClientId::trusted("desk"), Epoch::trusted("e-desk"),
                           ContextId::trusted("t3")};
    const QPersistentModelIndex index = stage.model->indexOf(ObjectId(kept));
    ASSERT_TRUE(index.isValid());
    QSignalSpy inserts(stage.model.get(), &QAbstractItemModel::rowsInserted);
    QSignalSpy layouts(stage.model.get(), &QAbstractItemModel::layoutChanged);
    const WindowName window{kept.user, kept.client, kept.epoch, WindowId::trusted("w1")};
    for (int i = 0; i < 400; ++i)
        stage.deployment.addTab(window, "many-" + std::to_string(i));
    stage.settle();
    EXPECT_EQ(layouts.count(), 1);
    EXPECT_EQ(inserts.count(), 0);
    EXPECT_EQ(stage.model->object(index), ObjectId(kept));
    EXPECT_EQ(linesOf(*stage.model), stage.rebuilt());
}

// SPEC G2
TEST(FleetTree, AMovedTabIsOneMove)
{
    TreeStage stage;
    const WindowName window = stage.deployment.addWindow(stage.deployment.addClient("u", "c"), "w");
    for (const char *id : {"a", "b", "c", "d", "e"})
        stage.deployment.addTab(window, id);
    stage.deployment.goLive();
    QSignalSpy moves(stage.model.get(), &QAbstractItemModel::rowsMoved);
    const Fleet &fleet = stage.deployment.fleet();
    const ContextName first{window.user, window.client, window.epoch, ContextId::trusted("a")};
    stage.deployment.apply(
        ContextChanged{fleet.key(fleet.find(first)), window.window, 4, fleet.context(fleet.find(first)).reported});
    stage.settle();
    EXPECT_EQ(moves.count(), 1);
    EXPECT_EQ(stage.model->indexOf(ObjectId(first)).row(), 4);
    stage.deployment.apply(
        ContextChanged{fleet.key(fleet.find(first)), window.window, 0, fleet.context(fleet.find(first)).reported});
    stage.settle();
    EXPECT_EQ(moves.count(), 2);
    EXPECT_EQ(stage.model->indexOf(ObjectId(first)).row(), 0);
}

// SPEC G2
TEST(FleetTree, TellsOfRowsInSightAlone)
{
    TreeStage stage;
    const WindowName window = stage.deployment.addWindow(stage.deployment.addClient("u", "c"), "w");
    const ContextName seen = stage.deployment.addTab(window, "seen"),
                      unseen = stage.deployment.addTab(window, "unseen");
    stage.deployment.assign(seen, "x");
    stage.deployment.assign(unseen, "y");
    stage.deployment.goLive();
    stage.model->setInSight(QModelIndexList{stage.model->indexOf(ObjectId(seen))});
    QSignalSpy changes(stage.model.get(), &QAbstractItemModel::dataChanged);
    stage.deployment.renew(unseen);
    stage.settle();
    EXPECT_EQ(changes.count(), 0);
    stage.deployment.renew(seen);
    stage.settle();
    EXPECT_EQ(changes.count(), 1);
}

// SPEC G3
TEST(FleetTree, RowsAreSentences)
{
    TreeStage stage;
    fillSample(stage.deployment);
    stage.deployment.goLive();
    const auto sentence = [&](const ObjectId &object) {
        return stage.model->indexOf(object).data(Qt::AccessibleTextRole).toString();
    };
    const ClientName desk{UserId::trusted("alice"), ClientId::trusted("desk")};
    const ContextName tab{desk.user, desk.client, Epoch::trusted("e-desk"), ContextId::trusted("t2")};
    EXPECT_EQ(sentence(tab), "Tab Checkout – Example Shop, assigned to task check-checkout, expires in 16 s");
    EXPECT_EQ(sentence(desk), "Client desk, connected, 3/6 busy");
    EXPECT_EQ(sentence(desk.user), "User alice, 5/9 busy");
    const ClientName away{UserId::trusted("bob"), ClientId::trusted("laptop")};
    EXPECT_EQ(sentence(away), "Client laptop, disconnected, 1/2 busy");
    const QModelIndex group = stage.model->indexOf(away).parent();
    EXPECT_EQ(group.data(Qt::AccessibleTextRole).toString(), "1 disconnected client(s)");
    EXPECT_EQ(group.row(), stage.model->rowCount(group.parent()) - 1) << "those that are away stand last";
}

// SPEC G2
TEST(FleetTreeView, SelectionExpansionAndScrollAreKeptByIdOverAnotherFleet)
{
    ActionStage stage;
    fillSample(stage.deployment);
    stage.deployment.goLive();
    FleetTreeView view(stage.workspace);
    view.resize(420, 260);
    view.show();
    spinOnce();
    auto *tree = view.findChild<FleetTreeWidget *>();
    auto *model = static_cast<FleetTreeModel *>(tree->model());
    const ClientName farm{UserId::trusted("alice"), ClientId::trusted("farm-1")};
    const ContextName tab{farm.user, farm.client, Epoch::trusted("e-farm-1"), ContextId::trusted("t3")};
    const ClientName desk{UserId::trusted("alice"), ClientId::trusted("desk")};
    stage.session.selection().select(tab);
    tree->collapse(model->indexOf(desk));
    spinOnce();
    ASSERT_TRUE(tree->selectionModel()->isSelected(model->indexOf(tab)));

    QAbstractItemModelTester tester(model, QAbstractItemModelTester::FailureReportingMode::Fatal);
    QSignalSpy resets(model, &QAbstractItemModel::modelReset), replaced(model, &FleetTreeModel::replaced);
    tree->verticalScrollBar()->setValue(tree->verticalScrollBar()->maximum() / 2);
    spinOnce();
    const QModelIndex topIndex = tree->indexAt({2, 2});
    const ObjectId top = model->object(topIndex);
    const int offset = tree->visualRect(topIndex).top();
    ASSERT_GT(tree->verticalScrollBar()->value(), 0);
    ASSERT_NE(top.index(), 0U);
    stage.deployment.resync();
    ASSERT_TRUE(spinUntil([&] { return replaced.count() == 1; }));
    spinOnce();
    EXPECT_EQ(resets.count(), 0);
    EXPECT_EQ(model->object(tree->indexAt({2, 2})), top);
    EXPECT_EQ(tree->visualRect(model->indexOf(top)).top(), offset);
    EXPECT_TRUE(tree->selectionModel()->isSelected(model->indexOf(tab)));
    EXPECT_EQ(tree->currentIndex(), model->indexOf(tab));
    EXPECT_FALSE(tree->isExpanded(model->indexOf(desk)));
    EXPECT_TRUE(tree->isExpanded(model->indexOf(farm)));
    EXPECT_EQ(stage.session.selection().current(), ObjectId(tab));
}

// SPEC G2
TEST(FleetTreeView, WhatIsSelectedAndGoesStaysSelectedAndNothingElseTakesItsPlace)
{
    ActionStage stage;
    fillSample(stage.deployment);
    stage.deployment.goLive();
    FleetTreeView view(stage.workspace);
    view.resize(420, 500);
    view.show();
    spinOnce();
    auto *tree = view.findChild<FleetTreeWidget *>();
    auto *model = static_cast<FleetTreeModel *>(tree->model());
    const ContextName tab{UserId::trusted("alice"), ClientId::trusted("desk"), Epoch::trusted("e-desk"),
                          ContextId::trusted("t3")};
    tree->setCurrentIndex(model->indexOf(ObjectId(tab)));
    ASSERT_EQ(stage.session.selection().current(), ObjectId(tab)) << "what is selected here is selected everywhere";
    stage.deployment.removeTab(tab);
    stage.settle();
    EXPECT_EQ(stage.session.selection().current(), ObjectId(tab));
    EXPECT_FALSE(tree->selectionModel()->hasSelection());
}

// SPEC G3
TEST(FleetTreeView, KeyboardExpandsAndOpensTheInspector)
{
    ActionStage stage;
    fillLarge(stage.deployment, 20, 3, 6);
    stage.deployment.goLive();
    FleetTreeView view(stage.workspace);
    view.resize(420, 500);
    view.show();
    spinOnce();
    auto *tree = view.findChild<FleetTreeWidget *>();
    auto *model = static_cast<FleetTreeModel *>(tree->model());
    const QModelIndex user = model->index(0, 0), client = model->index(0, 0, user);
    EXPECT_TRUE(tree->isExpanded(user));
    EXPECT_FALSE(tree->isExpanded(client)) << "a large fleet opens at its users";
    tree->setCurrentIndex(client);
    QTest::keyClick(tree, Qt::Key_Asterisk);
    EXPECT_TRUE(tree->isExpanded(client));
    EXPECT_TRUE(tree->isExpanded(model->index(0, 0, client)));
    QTest::keyClick(tree, Qt::Key_Down);
    EXPECT_EQ(tree->currentIndex(), model->index(0, 0, client));
    std::optional<ViewId> wanted;
    QObject::connect(&stage.session.navigator(), &Navigator::viewWanted, &view, [&](ViewId id) { wanted = id; });
    QTest::keyClick(tree, Qt::Key_Return);
    EXPECT_EQ(wanted, ViewId::Inspector);
}

// SPEC G2
TEST(FleetTreeView, AFilterShowsWhatMatchesInTheOpenAndCanBeCleared)
{
    ActionStage stage;
    fillLarge(stage.deployment, 60, 3, 6);
    stage.deployment.goLive();
    FleetTreeView view(stage.workspace);
    view.resize(420, 500);
    view.show();
    spinOnce();
    auto *tree = view.findChild<FleetTreeWidget *>();
    auto *model = static_cast<FleetTreeModel *>(tree->model());
    view.setFilter("task=task-t101");
    ASSERT_TRUE(spinUntil([&] { return !model->isScanning() && model->shown() == 1; }));
    ASSERT_EQ(model->rowCount(), 1);
    const QModelIndex user = model->index(0, 0), client = model->index(0, 0, user), window = model->index(0, 0, client);
    EXPECT_EQ(model->rowCount(window), 1);
    EXPECT_TRUE(tree->isExpanded(window)) << "what was found is in the open";
    view.setFilter({});
    ASSERT_TRUE(spinUntil([&] { return !model->isScanning(); }));
    EXPECT_EQ(model->shown(), 1'080U);
    EXPECT_FALSE(tree->isExpanded(model->index(0, 0, model->index(0, 0)))) << "as it was before";
}

// SPEC G3
TEST(FleetTreeView, EmptyStatesSayTheNextStep)
{
    ActionStage stage;
    FleetTreeView view(stage.workspace);
    view.resize(420, 500);
    view.show();
    spinOnce();
    saveShot(view, "fleettree-unconnected");
    stage.deployment.goLive();
    spinOnce();
    saveShot(view, "fleettree-noclient");
    bool hasEndpoint = false;
    for (const auto *line : view.findChildren<QLineEdit *>())
        hasEndpoint |= line->isVisible() && line->text() == "ws://127.0.0.1:7744";
    EXPECT_TRUE(hasEndpoint);
    fillSample(stage.deployment);
    stage.settle();
    view.setFilter("title:nothing-like-it");
    spinOnce();
    auto *clear = view.findChild<QPushButton *>();
    for (auto *button : view.findChildren<QPushButton *>())
        if (button->isVisible())
            clear = button;
    ASSERT_TRUE(clear);
    saveShot(view, "fleettree-filtered-away");
    clear->click();
    EXPECT_TRUE(view.filter().isEmpty());
}

// SPEC G2
TEST(FleetTreeView, LargeFleetUnderLoadCostsByWhatIsSeen)
{
    ActionStage stage;
    fillLarge(stage.deployment, 500, 4, 10); // 20,000 tabs
    stage.deployment.goLive();
    FleetTreeView view(stage.workspace);
    view.resize(420, 700);
    view.show();
    spinOnce();
    std::vector<AssignmentRenewed> renewals;
    const Fleet &fleet = stage.deployment.fleet();
    for (Slot slot = 0; slot < fleet.contextSlots(); ++slot)
        if (fleet.context(slot).assignment)
            renewals.push_back({fleet.key(slot), fleet.context(slot).assignment->fence, stage.deployment.now()});
    auto *model = static_cast<FleetTreeModel *>(view.findChild<FleetTreeWidget *>()->model());
    QSignalSpy changes(model, &QAbstractItemModel::dataChanged);
    std::size_t at = 0;
    for (int frame = 0; frame < 50; ++frame) {
        std::vector<Change> batch;
        for (int i = 0; i < 170; ++i)
            batch.emplace_back(renewals[at++ % renewals.size()]);
        stage.deployment.applyAll(std::move(batch));
        stage.settle();
    }
    // 8,500 renewals all over the fleet; only users are in the open, so at most the rows in sight are told a frame.
    EXPECT_LE(changes.count(), 50 * 30);
}

TEST(FleetTreeView, Shots)
{
    ActionStage stage;
    fillSample(stage.deployment);
    for (const auto mode : {ThemeMode::Light, ThemeMode::Dark}) {
        stage.theme.setMode(mode);
        if (mode == ThemeMode::Light)
            stage.deployment.goLive();
        FleetTreeView view(stage.workspace);
        view.setPalette(stage.theme.palette());
        view.resize(460, 560);
        view.show();
        stage.session.selection().select(ClientName{UserId::trusted("alice"), ClientId::trusted("desk")});
        saveShot(view, mode == ThemeMode::Light ? "fleettree-light" : "fleettree-dark");
        auto *tree = view.findChild<FleetTreeWidget *>();
        EXPECT_FALSE(tree->accessibleName().isEmpty());
        for (int column = 0; column < FleetTreeModel::ColumnCount; ++column)
            tree->setColumnHidden(column, false);
        view.resize(1300, 560);
        saveShot(view, mode == ThemeMode::Light ? "fleettree-wide-light" : "fleettree-wide-dark");
    }
}

} // namespace
} // namespace cheetah::gui
