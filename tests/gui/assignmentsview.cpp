// SPDX-License-Identifier: Apache-2.0
#include "views/assignmentsview.h"

#include "actions/actions.h"
#include "delegates/leasedelegate.h"
#include "filter/filterfield.h"
#include "models/contextrows.h"
#include "session/session.h"
#include "session/words.h"
#include "settings/settings.h"
#include "store/logstore.h"
#include "support/guitest.h"
#include "theme/theme.h"
#include "views/contextsview.h"
#include "views/tableview.h"
#include "views/waitersview.h"

#include <QtCore/QTemporaryDir>
#include <QtGui/QClipboard>
#include <QtGui/QPaintEvent>
#include <QtTest/QSignalSpy>
#include <QtTest/QTest>
#include <QtWidgets/QHeaderView>
#include <QtWidgets/QLineEdit>
#include <QtWidgets/QPushButton>
#include <QtWidgets/QScrollBar>

#include <gtest/gtest.h>

namespace cheetah::gui {
namespace {

using testgui::FakeDeployment;
using testgui::saveShot;
using testgui::spinOnce;
using testgui::spinUntil;

/// What a view is made from, over a fleet that the test leads.
struct Stage {
    QTemporaryDir folder;
    FakeDeployment &deployment = *new FakeDeployment;
    Session session{std::unique_ptr<Deployment>(&deployment), {}};
    Actions actions;
    Theme theme;
    Settings settings{folder.filePath("console.ini")};
    LogStore log;
    Words words;
    Workspace workspace{session, actions, theme, settings, log, words};

    template <class Made>
    std::unique_ptr<Made> show(QSize size = {1100, 420})
    {
        auto view = std::make_unique<Made>(workspace);
        view->resize(size);
        view->show();
        spinOnce();
        return view;
    }
    void goLive()
    {
        deployment.goLive();
        session.fleet().flush();
        spinOnce();
    }
    ContextName add(const char *tab, const char *task, Seconds left)
    {
        if (!window)
            window = deployment.addWindow(deployment.addClient("u", "c"), "w");
        const ContextName name = deployment.addTab(*window, tab, std::string("Title of ") + tab);
        const RegistryTime now = deployment.now();
        deployment.setNow(now - (Seconds(300) - left));
        deployment.assign(name, task);
        deployment.setNow(now);
        return name;
    }
    std::optional<WindowName> window;
};

QStringList column(TablePage &page, const char *id)
{
    QStringList texts;
    for (int row = 0; row < page.model().rowCount(); ++row)
        texts += page.model().index(row, page.model().rows().column(id)).data().toString();
    return texts;
}

// SPEC G2
TEST(AssignmentsView, ShowsWhatExpiresNextFirst)
{
    Stage stage;
    stage.add("a", "late", Seconds(200));
    stage.add("b", "soon", Seconds(20));
    stage.add("c", "middle", Seconds(100));
    stage.deployment.addTab(*stage.window, "idle");
    stage.goLive();
    const auto view = stage.show<AssignmentsView>();
    EXPECT_EQ(column(*view, "task"), QStringList({"soon", "middle", "late"}));
    stage.deployment.renew(std::get<ContextName>(view->model().objectAt(0)));
    EXPECT_TRUE(spinUntil([&] { return column(*view, "task") == QStringList({"middle", "late", "soon"}); }));
    QTest::mouseClick(view->table().horizontalHeader()->viewport(), Qt::LeftButton, {},
                      {view->table().columnViewportPosition(view->model().rows().column("task")) + 10, 8});
    EXPECT_EQ(column(*view, "task"), QStringList({"late", "middle", "soon"}));
}

// SPEC G2
TEST(AssignmentsView, FiltersAndSaysHowToGoOn)
{
    Stage stage;
    const auto view = stage.show<AssignmentsView>();
    saveShot(*view, "assignments-waiting");
    stage.goLive();
    saveShot(*view, "assignments-nothing");
    stage.add("a", "one", Seconds(200));
    stage.add("b", "two", Seconds(100));
    EXPECT_TRUE(spinUntil([&] { return view->model().rowCount() == 2; }));
    view->setFilter("task:two");
    EXPECT_TRUE(spinUntil([&] { return column(*view, "task") == QStringList({"two"}); }));
    view->setFilter("task:nobody");
    EXPECT_TRUE(spinUntil([&] { return view->model().rowCount() == 0; }));
    saveShot(*view, "assignments-no-match");
    QPushButton *clear = nullptr;
    for (QPushButton *button : view->findChildren<QPushButton *>())
        if (button->isVisible() && button->text() == "Clear filter")
            clear = button;
    ASSERT_TRUE(clear);
    clear->click();
    EXPECT_TRUE(spinUntil([&] { return view->model().rowCount() == 2; }));
    EXPECT_TRUE(view->table().isVisible());
}

/// Notes which parts of a widget are painted.
class PaintWatch : public QObject {
public:
    explicit PaintWatch(QWidget *widget) { widget->installEventFilter(this); }
    QRegion painted;
    bool eventFilter(QObject *, QEvent *event) override
    {
        if (event->type() == QEvent::Paint)
            painted += static_cast<QPaintEvent *>(event)->region();
        return false;
    }
};

// SPEC G2
TEST(AssignmentsView, CountsDownWithoutTouchingTheModel)
{
    Stage stage;
    stage.add("a", "task", Seconds(9));
    stage.goLive();
    const auto view = stage.show<AssignmentsView>();
    const int lease = view->model().rows().column("lease");
    const auto *delegate = qobject_cast<LeaseDelegate *>(view->table().itemDelegateForColumn(lease));
    ASSERT_TRUE(delegate);
    EXPECT_EQ(delegate->gauge(view->model().index(0, lease)).text(), "0:09 expires soon");
    EXPECT_TRUE(spinUntil([&] { return !view->model().isBuilding(); }));
    spinOnce();
    QSignalSpy changes(&view->model(), &QAbstractItemModel::dataChanged);
    QSignalSpy layouts(&view->model(), &QAbstractItemModel::layoutChanged);
    PaintWatch watch(view->table().viewport());
    stage.deployment.advance(Seconds(3));
    EXPECT_EQ(delegate->gauge(view->model().index(0, lease)).text(), "0:06 expires soon");
    EXPECT_TRUE(spinUntil([&] { return !watch.painted.isEmpty(); }, Seconds(5)));
    const QRect column(view->table().columnViewportPosition(lease), 0, view->table().columnWidth(lease),
                       view->table().viewport()->height());
    EXPECT_TRUE(column.contains(watch.painted.boundingRect()));
    EXPECT_EQ(changes.count(), 0);
    EXPECT_EQ(layouts.count(), 0);

    // Hidden, it does nothing.
    view->hide();
    watch.painted = {};
    stage.deployment.advance(Seconds(1));
    spinUntil([] { return false; }, Millis(1'200));
    EXPECT_TRUE(watch.painted.isEmpty());
}

TEST(LeaseGauge, TellsHowMuchIsLeftByColourPatternAndWord)
{
    const RegistryTime now{1'000'000'000};
    const auto at = [now](Micros left) { return LeaseGauge::of((now + left).us, now, Seconds(100)); };
    EXPECT_EQ(at(Seconds(50)).look, LeaseGauge::Look::Calm);
    EXPECT_EQ(at(Seconds(50)).text(), "0:50");
    EXPECT_EQ(at(Seconds(19)).look, LeaseGauge::Look::Low);
    EXPECT_EQ(at(Seconds(4)).look, LeaseGauge::Look::Ending);
    EXPECT_EQ(at(Seconds(4)).text(), "0:04 expires soon");
    EXPECT_EQ(at(-Seconds(5)).text(), "overdue for 0:05");
    EXPECT_EQ(LeaseGauge::of(-1, now, Seconds(100)).text(), "no expiry");
    EXPECT_EQ(LeaseGauge::of(0, now, Seconds(100)).text(), "");
    LeaseGauge stale = at(Seconds(4));
    stale.isStale = true;
    EXPECT_EQ(stale.text(), "was 0:04");
    EXPECT_EQ(stale.tone(), Tone::Muted);
}

// SPEC G2
TEST(AssignmentsView, AStalePictureIsShownAsItWas)
{
    Stage stage;
    stage.add("a", "task", Seconds(100));
    stage.goLive();
    const auto view = stage.show<AssignmentsView>();
    const int lease = view->model().rows().column("lease");
    const auto *delegate = qobject_cast<LeaseDelegate *>(view->table().itemDelegateForColumn(lease));
    stage.deployment.setState(ConnectionState::Stale);
    EXPECT_EQ(delegate->gauge(view->model().index(0, lease)).text(), "was 1:40");
    saveShot(*view, "assignments-stale");
}

// SPEC G2
TEST(AssignmentsView, SelectionIsTheSessionsAndKeptByName)
{
    Stage stage;
    const ContextName a = stage.add("a", "one", Seconds(50));
    const ContextName b = stage.add("b", "two", Seconds(100));
    stage.goLive();
    const auto view = stage.show<AssignmentsView>();
    auto &table = view->table();
    QTest::mouseClick(table.viewport(), Qt::LeftButton, {}, table.visualRect(view->model().index(0, 0)).center());
    EXPECT_EQ(stage.session.selection().current(), ObjectId(a));
    stage.deployment.renew(a); // it goes last
    EXPECT_TRUE(spinUntil([&] { return view->model().rowOf(ObjectId(a)) == 1; }));
    EXPECT_EQ(stage.session.selection().current(), ObjectId(a));
    EXPECT_EQ(table.selectedRows(), std::vector<int>{1});
    EXPECT_EQ(table.currentIndex().row(), 1);

    // Released, it is selected no more here; still it is what the session looks at.
    stage.deployment.release(a);
    EXPECT_TRUE(spinUntil([&] { return view->model().rowCount() == 1; }));
    EXPECT_EQ(stage.session.selection().current(), ObjectId(a));
    EXPECT_TRUE(table.selectedRows().empty());
    stage.deployment.assign(a, "again");
    EXPECT_TRUE(spinUntil([&] { return view->model().rowCount() == 2; }));
    EXPECT_EQ(table.selectedRows(), std::vector<int>{view->model().rowOf(ObjectId(a))});

    stage.session.selection().select(ObjectId(b));
    EXPECT_EQ(table.selectedRows(), std::vector<int>{view->model().rowOf(ObjectId(b))});

    // The same after everything was told anew.
    emit stage.deployment.snapshotArrived(std::make_shared<Fleet>(stage.deployment.fleet()));
    spinOnce();
    EXPECT_EQ(table.selectedRows(), std::vector<int>{view->model().rowOf(ObjectId(b))});
}

// SPEC G2
TEST(ContextsView, WhatIsReadStaysWhereItIs)
{
    Stage stage;
    testgui::fillLarge(stage.deployment, 5, 2, 40);
    stage.goLive();
    const auto view = stage.show<ContextsView>();
    auto &table = view->table();
    table.sortByColumn(view->model().rows().column("context"), Qt::AscendingOrder);
    EXPECT_TRUE(spinUntil([&] { return !view->model().isBuilding(); }));
    table.verticalScrollBar()->setValue(table.rowHeight(0) * 100 + 7);
    const QModelIndex top = table.indexAt({5, 0});
    const ObjectId object = view->model().objectAt(top.row());
    const int y = table.visualRect(top).top();
    for (int row = 40; row >= 0; row -= 2)
        stage.deployment.removeTab(std::get<ContextName>(view->model().objectAt(row)));
    const int rows = view->model().rowCount();
    EXPECT_TRUE(spinUntil([&] { return view->model().rowCount() == rows - 21; }));
    EXPECT_EQ(table.visualRect(view->model().index(view->model().rowOf(object), 0)).top(), y);
}

TEST(ContextsView, CopiesIdsAndJson)
{
    Stage stage;
    stage.add("a", "one", Seconds(50));
    stage.add("b", "two", Seconds(100));
    stage.goLive();
    const auto view = stage.show<ContextsView>();
    view->table().sortByColumn(view->model().rows().column("context"), Qt::AscendingOrder);
    view->table().setFocus();
    view->table().selectAll();
    QTest::keyClick(&view->table(), Qt::Key_C, Qt::ControlModifier);
    EXPECT_EQ(QApplication::clipboard()->text(), "a\nb");
    QTest::keyClick(&view->table(), Qt::Key_C, Qt::ControlModifier | Qt::ShiftModifier);
    EXPECT_TRUE(QApplication::clipboard()->text().contains("\"taskId\": \"two\""));
}

TEST(ContextsView, KeepsColumnsAsTheyWereChosen)
{
    Stage stage;
    stage.goLive();
    const int title = 2;
    {
        const auto view = stage.show<ContextsView>();
        ASSERT_STREQ(view->model().rows().columns()[title].id, "title");
        EXPECT_FALSE(stage.settings.value("tables/contexts/columns").isValid());
        view->table().horizontalHeader()->resizeSection(title, 333);
        EXPECT_TRUE(spinUntil([&] { return stage.settings.value("tables/contexts/columns").isValid(); }));
    }
    {
        const auto view = stage.show<ContextsView>();
        EXPECT_EQ(view->table().columnWidth(title), 333);
    }
    stage.settings.setValue("tables/contexts/columns",
                            QStringList{"nonsense", "title=", "=7", "!context=0", "url=99999999"});
    const auto view = stage.show<ContextsView>();
    EXPECT_TRUE(view->table().isColumnHidden(view->model().rows().column("context")));
    EXPECT_LE(view->table().columnWidth(view->model().rows().column("url")), 4'000);
}

TEST(WaitersView, LeadsToWhyItWaits)
{
    Stage stage;
    testgui::fillSample(stage.deployment);
    stage.goLive();
    const auto view = stage.show<WaitersView>();
    ASSERT_EQ(view->model().rowCount(), 1);
    QSignalSpy asked(&stage.session.navigator(), &Navigator::explainWanted);
    view->table().setFocus();
    view->table().setCurrentIndex(view->model().index(0, 0));
    QTest::keyClick(&view->table(), Qt::Key_Return);
    ASSERT_EQ(asked.count(), 1);
    EXPECT_EQ(asked[0][0].value<AcquireRequest>().task.text(), "report");
}

TEST(Tables, Shots)
{
    for (const bool isDark : {false, true}) {
        Stage stage;
        stage.theme.setMode(isDark ? ThemeMode::Dark : ThemeMode::Light);
        QApplication::setPalette(stage.theme.palette());
        testgui::fillSample(stage.deployment);
        stage.goLive();
        const QString suffix = isDark ? "-dark" : "-light";
        const auto assignments = stage.show<AssignmentsView>();
        const auto contexts = stage.show<ContextsView>();
        const auto waiters = stage.show<WaitersView>();
        assignments->table().selectRow(1);
        spinOnce();
        saveShot(*assignments, "assignments" + suffix);
        saveShot(*contexts, "contexts" + suffix);
        saveShot(*waiters, "waiters" + suffix);
        contexts->resize(560, 300);
        contexts->setFilter("state:assigned OR title:\"Maps\"");
        spinUntil([&] { return !contexts->model().isBuilding(); });
        saveShot(*contexts, "contexts-small" + suffix);
        EXPECT_GT(contexts->model().rowCount(), 0);
    }
}

} // namespace
} // namespace cheetah::gui
