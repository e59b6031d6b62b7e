// SPDX-License-Identifier: Apache-2.0
// What an action by hand is under way for says so wherever it stands, until the fleet shows the end of it.
#include "actions/pendingactions.h"
#include "gui/actionstage.h"
#include "models/fleettreemodel.h"
#include "models/tablemodel.h"
#include "topology/topologymap.h"
#include "topology/topologyview.h"
#include "views/assignmentsview.h"
#include "views/contextsview.h"
#include "views/fleettreeview.h"
#include "views/fleettreewidget.h"
#include "views/inspectorview.h"
#include "views/tableview.h"
#include "widgets/statechip.h"

#include <QtTest/QAbstractItemModelTester>
#include <QtTest/QSignalSpy>

#include <gtest/gtest.h>

namespace cheetah::gui {
namespace {

using testgui::ActionStage;
using testgui::saveShot;
using testgui::spinOnce;

class UnderWayTest : public testing::Test {
protected:
    void SetUp() override
    {
        testgui::fillSample(stage.deployment);
        stage.deployment.goLive();
        stage.settle();
    }
    void TearDown() override { stage.theme.setMode(ThemeMode::Light); }

    static ClientName client(const char *user, const char *id)
    {
        return {UserId::trusted(user), ClientId::trusted(id)};
    }
    static ContextName tab(const char *user, const char *id, const char *context)
    {
        return {UserId::trusted(user), ClientId::trusted(id), Epoch::trusted(std::string("e-") + id),
                ContextId::trusted(context)};
    }
    PendingActions &pending() { return stage.session.pending(); }
    void start(OperatorPlan plan)
    {
        pending().confirm(pending().prepare(std::move(plan)), Micros(0));
        spinOnce();
    }
    void release(const ContextName &name) { start(planRelease(stage.fleet(), {stage.slot(name)})); }
    void disconnect(const ClientName &name) { start(planDisconnect(stage.fleet(), {stage.fleet().find(name)})); }
    /// The node says yes to the first that waits for an answer.
    void answerFirst()
    {
        stage.deployment.answer(stage.deployment.calls().front().id, std::string(R"({"outcome":"released"})"));
        spinOnce();
    }
    /// Nobody knows what became of what was sent last.
    void loseAnswer()
    {
        stage.deployment.answer(stage.deployment.calls().back().id, Error(ErrorCode::Unavailable));
        spinOnce();
    }
    template <class View>
    void show(View &view, QSize size)
    {
        view.resize(size);
        view.show();
        spinOnce();
    }
    void saveBoth(QWidget &widget, const char *name)
    {
        for (const ThemeMode mode : {ThemeMode::Light, ThemeMode::Dark}) {
            stage.theme.setMode(mode);
            spinOnce();
            saveShot(widget, QString::fromLatin1(name) + (mode == ThemeMode::Dark ? "-dark" : "-light"));
        }
    }
    /// The rectangle outside of which both pictures are the same, in device-independent pixels.
    static QRect difference(const QImage &a, const QImage &b)
    {
        QRect found;
        for (int y = 0; y < a.height(); ++y)
            for (int x = 0; x < a.width(); ++x)
                if (a.pixel(x, y) != b.pixel(x, y))
                    found |= QRect(int(x / a.devicePixelRatio()), int(y / a.devicePixelRatio()), 1, 1);
        return found;
    }

    ActionStage stage;
    const ContextName leased = tab("alice", "desk", "t2");
    const ContextName other = tab("alice", "desk", "t5");
};

// SPEC O3 SPEC G2 SPEC G3
TEST_F(UnderWayTest, ATableShowsItInTheRowAloneAndRepaintsNothingElse)
{
    ContextsView view(stage.workspace);
    show(view, {1100, 500});
    TableModel &model = view.model();
    QAbstractItemModelTester tester(&model, QAbstractItemModelTester::FailureReportingMode::Fatal);
    const auto cell = [&](const ContextName &name, int role) {
        return model.index(model.rowOf(ObjectId(name)), model.rows().column("state")).data(role).toString();
    };
    const QString usual = cell(leased, Qt::DisplayRole);
    const QImage before = view.table().viewport()->grab().toImage();
    QSignalSpy resets(&model, &QAbstractItemModel::modelReset), layouts(&model, &QAbstractItemModel::layoutChanged),
        changes(&model, &QAbstractItemModel::dataChanged);
    release(leased);
    EXPECT_EQ(cell(leased, Qt::DisplayRole), "Releasing…");
    EXPECT_EQ(cell(other, Qt::DisplayRole), usual);
    EXPECT_EQ(cell(leased, Qt::AccessibleTextRole), "Tab t2 of client desk: Releasing…");
    const int row = model.rowOf(ObjectId(leased));
    ASSERT_EQ(changes.count(), 1);
    EXPECT_EQ(changes[0][0].toModelIndex().row(), row);
    EXPECT_EQ(changes[0][1].toModelIndex().row(), row);
    EXPECT_EQ(resets.count() + layouts.count(), 0);
    const QRect where(0, view.table().rowViewportPosition(row), view.table().viewport()->width(),
                      view.table().rowHeight(row));
    const QRect changed = difference(before, view.table().viewport()->grab().toImage());
    EXPECT_TRUE(where.contains(changed)) << "only this row looks otherwise";
    EXPECT_GT(changed.width(), view.table().columnWidth(0) * 2) << "and all of it";
    saveBoth(view, "underway-table");

    loseAnswer();
    EXPECT_EQ(cell(leased, Qt::DisplayRole), "Checking…");
    EXPECT_TRUE(cell(leased, Qt::AccessibleTextRole).contains("may or may not have happened"));
    EXPECT_TRUE(cell(leased, Qt::ToolTipRole).contains("may or may not have happened"));
    saveBoth(view, "underway-table-uncertain");
    stage.deployment.release(leased, EndCause::Operator);
    stage.settle();
    EXPECT_EQ(pending().hasUnderWay(), false);
    EXPECT_EQ(cell(leased, Qt::DisplayRole), "idle");
}

// SPEC G2
TEST_F(UnderWayTest, RowsOutOfSightAreNotTold)
{
    testgui::fillLarge(stage.deployment, 2, 2, 40);
    stage.settle();
    ContextsView view(stage.workspace);
    show(view, {900, 300});
    ASSERT_TRUE(testgui::spinUntil([&] { return view.model().rowCount() > 100; }));
    TableModel &model = view.model();
    view.table().sortByColumn(model.rows().column("lease"), Qt::AscendingOrder);
    ASSERT_TRUE(testgui::spinUntil([&] { return !model.isBuilding(); }));
    spinOnce();
    const Slot last = [&] {
        for (int row = model.rowCount() - 1; row >= 0; --row)
            if (stage.fleet().context(model.slotAt(row)).assignment)
                return model.slotAt(row);
        return noSlot;
    }();
    ASSERT_NE(last, noSlot);
    ASSERT_GT(model.rowOf(last), 20);
    QSignalSpy changes(&model, &QAbstractItemModel::dataChanged);
    release(ContextName(*stage.fleet().context(last).name));
    EXPECT_TRUE(pending().hasUnderWay());
    EXPECT_EQ(changes.count(), 0);
}

// SPEC O3
TEST_F(UnderWayTest, AnAssignmentSaysItInThePlaceOfItsTime)
{
    AssignmentsView view(stage.workspace);
    show(view, {1100, 320});
    TableModel &model = view.model();
    const auto lease = [&] {
        return model.index(model.rowOf(ObjectId(leased)), model.rows().column("lease")).data().toString();
    };
    const QString time = lease();
    release(leased);
    disconnect(client("alice", "farm-1"));
    EXPECT_EQ(lease(), "Releasing…");
    EXPECT_EQ(model.index(model.rowOf(ObjectId(tab("alice", "farm-1", "t1"))), model.rows().column("lease"))
                  .data()
                  .toString(),
              "Disconnecting…")
        << "a table has no row for the client, so its tabs say it";
    view.table().selectRow(model.rowOf(ObjectId(tab("alice", "farm-1", "t1"))));
    saveBoth(view, "underway-assignments");
    // Another answer than yes: nothing was done.
    stage.deployment.answer(stage.deployment.calls().front().id, Error(ErrorCode::Forbidden, {{"scope", "operator"}}));
    EXPECT_EQ(lease(), time);
}

// SPEC O3 SPEC G2 SPEC G3
TEST_F(UnderWayTest, TheTreeShowsItInTheRowThatIsActedOn)
{
    FleetTreeView view(stage.workspace);
    show(view, {760, 620});
    auto *tree = view.findChild<FleetTreeWidget *>();
    auto *model = static_cast<FleetTreeModel *>(tree->model());
    QAbstractItemModelTester tester(model, QAbstractItemModelTester::FailureReportingMode::Fatal);
    QSignalSpy resets(model, &QAbstractItemModel::modelReset), changes(model, &QAbstractItemModel::dataChanged);
    const auto state = [&](const ObjectId &object, int role = Qt::DisplayRole) {
        return model->indexOf(object).siblingAtColumn(FleetTreeModel::State).data(role).toString();
    };
    const QImage before = tree->viewport()->grab().toImage();
    disconnect(client("alice", "desk"));
    EXPECT_EQ(changes.count(), 1);
    const QRect row = tree->visualRect(model->indexOf(ObjectId(client("alice", "desk"))));
    const QRect changed = difference(before, tree->viewport()->grab().toImage());
    EXPECT_EQ(changed.top(), row.top());
    EXPECT_LE(changed.bottom(), row.bottom());
    release(tab("alice", "farm-1", "t1"));
    loseAnswer();
    start(planDrain(stage.fleet(), {WindowName{UserId::trusted("bob"), ClientId::trusted("old-box"),
                                               Epoch::trusted("e-old-box"), WindowId::trusted("w1")}}));
    EXPECT_EQ(state(client("alice", "desk")), "Disconnecting…");
    EXPECT_EQ(state(tab("alice", "farm-1", "t1")), "Checking…");
    EXPECT_EQ(model->indexOf(ObjectId(client("alice", "desk"))).data(Qt::AccessibleTextRole).toString(),
              "desk: Disconnecting…");
    EXPECT_EQ(resets.count(), 0);
    saveBoth(view, "underway-tree");
    answerFirst();
    EXPECT_EQ(state(client("alice", "desk")), "Disconnecting…") << "until the fleet shows it";
    stage.deployment.changeClient(client("alice", "desk"), [](ClientState &now) { now.connected = false; });
    stage.settle();
    EXPECT_TRUE(state(client("alice", "desk")).startsWith("disconnected"));
}

// SPEC O3 SPEC G3
TEST_F(UnderWayTest, TheMapShowsItAtEveryZoomAndRepaintsThatCellAlone)
{
    TopologyView view(stage.workspace);
    show(view, {1180, 800});
    TopologyMap &map = view.map();
    const TopologySpot spot{TopologySpot::Kind::Context, stage.slot(leased), 0};
    const QImage before = map.viewport()->grab().toImage();
    const std::uint64_t painted = map.cellsPainted();
    release(leased);
    EXPECT_LE(map.cellsPainted() - painted, 2U) << "the cell, and what touches it";
    const QRect changed = difference(before, map.viewport()->grab().toImage());
    EXPECT_FALSE(changed.isEmpty());
    EXPECT_TRUE(map.rectOnScreen(spot).adjusted(-1, -1, 1, 1).contains(changed));
    EXPECT_EQ(map.words().sentence(spot, map.now()), "Checkout – Example Shop: Releasing…");
    release(other);
    loseAnswer();
    disconnect(client("alice", "farm-1"));
    start(planDrain(stage.fleet(), {WindowName{UserId::trusted("carol"), ClientId::trusted("agent"),
                                               Epoch::trusted("e-agent"), WindowId::trusted("flows")}}));
    const TopologySpot unsure{TopologySpot::Kind::Context, stage.slot(other), 0};
    ASSERT_FALSE(map.words().rows(unsure, map.now()).empty());
    EXPECT_TRUE(map.words().rows(unsure, map.now()).front().second.contains("may or may not have happened"));
    saveBoth(view, "underway-map");
    for (const int step : {1, 3, 5, 6, 9}) {
        map.setZoom(step);
        spinOnce();
        saveShot(view, QStringLiteral("underway-map-zoom%1").arg(step));
    }
    answerFirst();
    EXPECT_TRUE(map.words().sentence(spot, map.now()).contains("Releasing")) << "until the fleet shows it";
    stage.deployment.release(leased, EndCause::Operator);
    stage.settle();
    EXPECT_FALSE(map.words().sentence(spot, map.now()).contains("Releasing"));
}

// SPEC O3 SPEC G3
TEST_F(UnderWayTest, TheInspectorSaysItInThePlaceOfTheState)
{
    InspectorView view(stage.workspace);
    stage.session.selection().select(leased);
    show(view, {380, 520});
    auto *chip = view.findChild<StateChip *>();
    ASSERT_TRUE(chip);
    release(leased);
    EXPECT_TRUE(testgui::spinUntil([&] { return chip->accessibleName() == "Releasing…"; }));
    saveBoth(view, "underway-inspector");
    loseAnswer();
    EXPECT_TRUE(testgui::spinUntil([&] { return chip->accessibleName().contains("may or may not have happened"); }));
    saveBoth(view, "underway-inspector-uncertain");
    stage.deployment.release(leased, EndCause::Operator);
    stage.settle();
    EXPECT_TRUE(testgui::spinUntil([&] { return chip->accessibleName() == "idle"; }));
    EXPECT_TRUE(chip->toolTip().isEmpty());
}

} // namespace
} // namespace cheetah::gui
