// SPDX-License-Identifier: Apache-2.0
// SPEC G2: events are seen live, filtered and followed while they come fast.
#include "views/journalview.h"
#include "actions/actions.h"
#include "filter/filterfield.h"
#include "model/refusal.h"
#include "models/journalmodel.h"
#include "session/session.h"
#include "session/words.h"
#include "settings/settings.h"
#include "store/logstore.h"
#include "support/guitest.h"
#include "views/tailtable.h"
#include "widgets/banner.h"

#include <QtCore/QElapsedTimer>
#include <QtCore/QTemporaryDir>
#include <QtGui/QClipboard>
#include <QtTest/QAbstractItemModelTester>
#include <QtTest/QSignalSpy>
#include <QtTest/QTest>
#include <QtWidgets/QAbstractButton>
#include <QtWidgets/QLabel>
#include <QtWidgets/QLineEdit>
#include <QtWidgets/QListView>
#include <QtWidgets/QMenu>
#include <QtWidgets/QPushButton>
#include <QtWidgets/QScrollBar>

#include <gtest/gtest.h>

namespace {

using namespace cheetah;
using namespace cheetah::gui;
using namespace cheetah::testgui;

struct JournalTest : testing::Test {
    JournalTest()
    {
        deployment = new FakeDeployment;
        session = std::make_unique<Session>(std::unique_ptr<Deployment>(deployment), SessionOrigin{});
        workspace = std::make_unique<Workspace>(Workspace{*session, actions, theme, settings, log, words});
        fillSample(*deployment);
        deployment->goLive();
        session->fleet().flush();
    }

    JournalEntry entry(JournalKind kind, const std::string &task = {})
    {
        JournalEntry entry;
        entry.kind = kind;
        entry.user = UserId::trusted("ada");
        entry.client = ClientId::trusted("c1");
        entry.task = TaskId::trusted(task);
        if ((kind <= JournalKind::Ended || kind == JournalKind::ContextOpened) && kind != JournalKind::AcquireRefused) {
            static const auto name = std::make_shared<const ContextName>(ContextName{
                UserId::trusted("ada"), ClientId::trusted("c1"), Epoch::trusted("e"), ContextId::trusted("tab-1")});
            entry.context = name;
            entry.fence = 17;
        }
        if (kind == JournalKind::Ended)
            entry.cause = EndCause::Expired;
        if (kind == JournalKind::AcquireRefused)
            entry.params = {{"reason", "nothing_available"}};
        return entry;
    }
    void add(JournalKind kind, const std::string &task = {}) { deployment->addJournal(entry(kind, task)); }
    /// A part of a day with something of everything.
    void addDay()
    {
        for (int i = 0; i < 6; ++i) {
            const std::string task = "crawl-" + std::to_string(40 + i);
            add(JournalKind::ContextOpened);
            add(JournalKind::Acquired, task);
            add(JournalKind::Renewed, task);
            deployment->advance(Millis(1'730));
            if (i % 3 == 1)
                add(JournalKind::AcquireRefused, "report-" + std::to_string(i));
            add(JournalKind::Ended, task);
        }
        add(JournalKind::ClientDisconnected);
        JournalEntry drain = entry(JournalKind::DrainStarted);
        drain.user = {};
        drain.client = {};
        drain.by = "maria";
        drain.params = {{"target", "client c1"}, {"state", "draining"}};
        deployment->addJournal(drain);
        JournalEntry failed = drain;
        failed.kind = JournalKind::ComponentFailed;
        failed.by = "laptop";
        failed.params = {{"component", "redis"}, {"reason", "connection refused"}};
        deployment->addJournal(failed);
        JournalEntry command = entry(JournalKind::CommandEnded, "crawl-45");
        command.command = CommandId::trusted("cmd-9");
        command.params = {{"outcome", "result"}};
        deployment->addJournal(command);
    }
    JournalView &show(QSize size = {1100, 600})
    {
        view = std::make_unique<JournalView>(*workspace);
        view->resize(size);
        view->show();
        settle();
        return *view;
    }
    const JournalModel &model() { return view->model(); }
    TailTable &table() { return *view->findChild<TailTable *>(); }
    FilterField &field() { return *view->findChild<FilterField *>(); }
    QScrollBar &bar() { return *table().verticalScrollBar(); }
    void settle()
    {
        EXPECT_TRUE(spinUntil([this] { return model().isSettled() && !model().isRefiltering(); }));
        spinOnce();
    }
    QString cell(int row, int column) { return model().index(row, column).data().toString(); }
    int topRow() { return table().rowAt(1); }

    Theme theme;
    QTemporaryDir folder;
    Settings settings{folder.filePath("console.ini")};
    Actions actions;
    LogStore log;
    Words words;
    FakeDeployment *deployment = nullptr;
    std::unique_ptr<Session> session;
    std::unique_ptr<Workspace> workspace;
    std::unique_ptr<JournalView> view;
};

TEST_F(JournalTest, TellsWhatHappened)
{
    addDay();
    show();
    QAbstractItemModelTester tester(const_cast<JournalModel *>(&model()));
    ASSERT_EQ(model().rowCount(), 30);
    EXPECT_EQ(cell(1, JournalModel::Task), "crawl-40");
    EXPECT_TRUE(cell(1, JournalModel::What).contains("crawl-40 acquired c1/tab-1"));
    EXPECT_EQ(cell(29, JournalModel::Kind), "command ended");
    EXPECT_TRUE(model().index(1, JournalModel::What).data(Qt::AccessibleTextRole).toString().contains("crawl-40"));
    saveShot(*view, "journal");
    theme.setMode(ThemeMode::Dark);
    saveShot(*view, "journal_dark");
    theme.setMode(ThemeMode::Light);
    view->resize(500, 300);
    settle();
    saveShot(*view, "journal_small");
}

TEST_F(JournalTest, HostileTextStaysText)
{
    JournalEntry bad = entry(JournalKind::Acquired, "<b>bold</b>\nsecond\u202Eline");
    bad.task = TaskId::trusted("<b>bold</b>\nsecond\u202Eline");
    deployment->addJournal(bad);
    show();
    EXPECT_EQ(cell(0, JournalModel::Task), "<b>bold</b>\\u{a}second\\u{202e}line");
    EXPECT_FALSE(model().index(0, JournalModel::Task).data(Qt::ToolTipRole).toString().contains("<b>"));
}

TEST_F(JournalTest, FiltersByWordsAndFields)
{
    addDay();
    show();
    const auto rows = [&](const char *text) {
        view->setFilter(text);
        settle();
        return model().rowCount();
    };
    EXPECT_EQ(rows("crawl-41"), 3);
    EXPECT_EQ(rows("kind:acquired"), 6);
    EXPECT_EQ(rows("kind:ended cause=expired"), 6);
    EXPECT_EQ(rows("is:problem"), 3);
    EXPECT_EQ(rows("-is:lease -is:problem"), 9);
    EXPECT_EQ(rows("by=maria OR has:command"), 2);
    EXPECT_EQ(rows("param.component=redis"), 1);
    EXPECT_EQ(rows("\"no longer holds\""), 6);
    EXPECT_EQ(rows("disconnected"), 1);
    EXPECT_EQ(rows("age>8s"), 7) << "the first round and how the second began";
    deployment->advance(Seconds(100));
    EXPECT_TRUE(spinUntil([&] { return model().rowCount() == 30; })) << "time alone lets more of them pass";
    EXPECT_EQ(rows("stat:x"), 30) << "what is no filter changes nothing";
    EXPECT_EQ(rows("nothing-like-it"), 0);
    saveShot(*view, "journal_none");
    EXPECT_EQ(rows(""), 30);
}

TEST_F(JournalTest, FollowsUntilSomebodyLooksBack)
{
    for (int i = 0; i < 300; ++i)
        add(JournalKind::Renewed, "t" + std::to_string(i));
    show();
    EXPECT_TRUE(table().isFollowing());
    EXPECT_EQ(bar().value(), bar().maximum());
    add(JournalKind::Renewed, "more");
    settle();
    EXPECT_EQ(bar().value(), bar().maximum()) << "it goes on following";

    bar().setValue(bar().maximum() / 2);
    EXPECT_FALSE(table().isFollowing());
    const QString seen = cell(topRow(), JournalModel::Task);
    for (int i = 0; i < 123; ++i)
        add(JournalKind::Renewed, "new");
    settle();
    EXPECT_EQ(cell(topRow(), JournalModel::Task), seen);
    EXPECT_EQ(table().newLines(), 123);
    auto *button = table().findChild<QPushButton *>();
    ASSERT_TRUE(button->isVisible());
    EXPECT_TRUE(button->text().contains("123"));
    saveShot(*view, "journal_new");
    button->click();
    EXPECT_TRUE(table().isFollowing());
    EXPECT_FALSE(button->isVisible());
    EXPECT_EQ(bar().value(), bar().maximum());

    table().setFocus();
    QTest::keyClick(&table(), Qt::Key_Home);
    EXPECT_FALSE(table().isFollowing());
    EXPECT_EQ(topRow(), 0);
    QTest::keyClick(&table(), Qt::Key_End);
    EXPECT_TRUE(table().isFollowing());
}

TEST_F(JournalTest, WhatIsReadStaysWhileTheFrontGoes)
{
    for (std::size_t i = 0; i < JournalStore::capacity; ++i)
        add(JournalKind::Renewed, "t" + std::to_string(i));
    show();
    QAbstractItemModelTester tester(const_cast<JournalModel *>(&model()));
    table().selectRow(10'000);
    table().scrollTo(model().index(10'000, 0), QAbstractItemView::PositionAtTop);
    table().setFollowing(false);
    const QString seen = cell(topRow(), JournalModel::Task);
    for (int i = 0; i < 4'000; ++i)
        add(JournalKind::Renewed, "new");
    settle();
    EXPECT_EQ(model().rowCount(), int(JournalStore::capacity));
    EXPECT_EQ(cell(topRow(), JournalModel::Task), seen);
    ASSERT_EQ(table().selectionModel()->selectedRows().size(), 1);
    EXPECT_EQ(cell(table().selectionModel()->selectedRows().front().row(), JournalModel::Task), "t10000");
    view->setFilter("task~[05]$");
    settle();
    ASSERT_EQ(table().selectionModel()->selectedRows().size(), 1) << "a filter leaves it selected";
    EXPECT_EQ(cell(table().selectionModel()->selectedRows().front().row(), JournalModel::Task), "t10000");
    EXPECT_EQ(cell(topRow(), JournalModel::Task), "t10000");
    EXPECT_TRUE(view->findChildren<QWidget *>().size() > 0);
}

TEST_F(JournalTest, FiveThousandEntriesASecondDoNotHurt)
{
    for (std::size_t i = 0; i < JournalStore::capacity; ++i)
        add(JournalKind::Renewed, "t" + std::to_string(i));
    show();
    view->setFilter("renewed -user:eve");
    settle();
    QSignalSpy inserted(&model(), &QAbstractItemModel::rowsInserted),
        removed(&model(), &QAbstractItemModel::rowsRemoved);
    QElapsedTimer clock;
    clock.start();
    int added = 0;
    qint64 longest = 0;
    QElapsedTimer turn;
    turn.start();
    QTimer source;
    source.setTimerType(Qt::PreciseTimer);
    QObject::connect(&source, &QTimer::timeout, [&] {
        longest = std::max(longest, turn.restart());
        for (const auto due = std::min<qint64>(clock.elapsed(), 2'000) * 5; added < due; ++added)
            add(JournalKind::Renewed, "burst");
    });
    source.start(10);
    const std::clock_t cpu = std::clock();
    ASSERT_TRUE(spinUntil([&] { return added >= 10'000; }));
    source.stop();
    settle();
    const double busy = double(std::clock() - cpu) / CLOCKS_PER_SEC / (double(clock.elapsed()) / 1'000);
    EXPECT_EQ(model().rowCount(), int(JournalStore::capacity));
    EXPECT_EQ(cell(model().rowCount() - 1, JournalModel::Task), "burst");
    const auto frames = clock.elapsed() / TailModel::frame.count() + 2;
    EXPECT_LE(inserted.count(), frames) << "what came since the last frame comes into the table at one time";
    EXPECT_LE(removed.count(), frames);
    RecordProperty("cpu_percent", int(busy * 100));
    RecordProperty("longest_turn_ms", int(longest));
    printf("journal burst: %.0f %% of a processor, longest turn %lld ms\n", busy * 100,
           static_cast<long long>(longest));
}

TEST_F(JournalTest, PauseHoldsNewEntriesBack)
{
    addDay();
    show();
    session->fleet().setPaused(true);
    for (int i = 0; i < 5; ++i)
        add(JournalKind::Renewed, "later");
    settle();
    EXPECT_EQ(model().rowCount(), 30);
    EXPECT_EQ(model().waiting(), 5u);
    view->setFilter("kind:renewed");
    settle();
    EXPECT_EQ(model().rowCount(), 6) << "filtering a frozen picture shows nothing new";
    saveShot(*view, "journal_paused");
    session->fleet().setPaused(false);
    settle();
    EXPECT_EQ(model().rowCount(), 11);
}

TEST_F(JournalTest, DoesNothingWhileHidden)
{
    addDay();
    show();
    view->hide();
    add(JournalKind::Renewed, "unseen");
    spinOnce();
    EXPECT_TRUE(model().isSettled());
    EXPECT_EQ(model().rowCount(), 30);
    view->show();
    settle();
    EXPECT_EQ(model().rowCount(), 31);
}

TEST_F(JournalTest, AnotherIncarnationStartsAnew)
{
    addDay();
    show();
    deployment->startOver();
    settle();
    EXPECT_EQ(model().rowCount(), 0);
    saveShot(*view, "journal_empty");
    add(JournalKind::Acquired, "first");
    settle();
    EXPECT_EQ(model().rowCount(), 1);
}

TEST_F(JournalTest, LeadsToWhatALineIsAbout)
{
    addDay();
    const ClientName client = deployment->addClient("ada", "c1");
    session->fleet().flush();
    show();
    Navigator &navigator = session->navigator();
    QSignalSpy explained(&navigator, &Navigator::explainWanted), evidence(&navigator, &Navigator::evidenceWanted),
        objects(&navigator, &Navigator::objectWanted);
    const auto activate = [&](const char *filter) {
        view->setFilter(filter);
        settle();
        table().setCurrentIndex(model().index(0, JournalModel::What));
        table().setFocus();
        QTest::keyClick(&table(), Qt::Key_Return);
    };
    activate("kind:acquire_refused");
    ASSERT_EQ(explained.size(), 1);
    const auto request = explained.front().front().value<AcquireRequest>();
    EXPECT_EQ(request.user.text(), "ada");
    EXPECT_EQ(request.task.text(), "report-1");
    EXPECT_TRUE(view->findChild<Banner *>()->message().text.contains("requirements"));
    saveShot(*view, "journal_explained");

    QSignalSpy refused(&navigator, &Navigator::refusedWanted);
    JournalEntry kept = entry(JournalKind::AcquireRefused, "kept");
    AcquireRequest asked;
    asked.user = kept.user;
    asked.requirements = std::make_shared<const Requirements>(Requirements{ClientKind::Browser, {}, {}});
    kept.refusal = makeRefusal(asked, Explanation());
    deployment->addJournal(kept);
    activate("task:kept");
    ASSERT_EQ(refused.size(), 1);
    EXPECT_EQ(refused.front().front().value<JournalEntry>().refusal, kept.refusal);
    EXPECT_EQ(explained.size(), 1) << "it is known what was asked";
    table().setFocus();
    QTest::keyClick(&table(), Qt::Key_C, Qt::ControlModifier | Qt::ShiftModifier);
    EXPECT_TRUE(QGuiApplication::clipboard()->text().contains("kind=browser"));
    activate("has:command");
    ASSERT_EQ(evidence.size(), 1);
    activate("kind:acquired");
    ASSERT_EQ(objects.size(), 1) << "the tab is gone, its client is not";
    EXPECT_EQ(std::get<ClientName>(objects.front().front().value<ObjectId>()), client);
}

TEST_F(JournalTest, CopiesLines)
{
    addDay();
    show();
    table().selectRow(1);
    table().setFocus();
    QTest::keyClick(&table(), Qt::Key_C, Qt::ControlModifier);
    const QStringList lines = QGuiApplication::clipboard()->text().split('\n');
    ASSERT_EQ(lines.size(), 3);
    EXPECT_TRUE(lines[0].startsWith("Time\tWhat"));
    EXPECT_EQ(lines[1].split('\t')[JournalModel::Task], "crawl-40");
    QTest::keyClick(&table(), Qt::Key_C, Qt::ControlModifier | Qt::ShiftModifier);
    EXPECT_TRUE(QGuiApplication::clipboard()->text().contains("\"taskId\": \"crawl-40\""));
}

TEST_F(JournalTest, MenuOfACellBuildsTheFilter)
{
    addDay();
    show();
    table().scrollToTop();
    emit table().customContextMenuRequested(table().visualRect(model().index(1, JournalModel::Task)).center());
    auto *menu = view->findChild<QMenu *>();
    ASSERT_TRUE(menu);
    QStringList texts;
    for (QAction *action : menu->actions()) {
        texts += action->text();
        if (action->text() == "Filter for task=crawl-40")
            action->trigger();
    }
    EXPECT_EQ(view->filter(), "task=crawl-40") << texts.join(", ").toStdString();
    settle();
    EXPECT_EQ(model().rowCount(), 3);
    menu->close();
}

// The field itself, on a view that has one.

TEST_F(JournalTest, FieldShowsMistakesAndKeepsTheFilter)
{
    addDay();
    show();
    auto *edit = view->findChild<QLineEdit *>();
    edit->setFocus();
    QTest::keyClicks(edit, "kind:acquired");
    EXPECT_TRUE(spinUntil([&] { return model().rowCount() == 6; }));
    QTest::keyClicks(edit, " stat:x");
    EXPECT_TRUE(spinUntil([&] { return edit->accessibleDescription().contains("Unknown field"); }));
    EXPECT_EQ(model().rowCount(), 6) << "the filter before stays in force";
    saveShot(*view, "filter_wrong");
    QTest::keyClick(edit, Qt::Key_Escape);
    EXPECT_EQ(edit->text(), "") << "Esc clears";
    settle();
    EXPECT_EQ(model().rowCount(), 30);
    QTest::keyClick(edit, Qt::Key_Escape);
    EXPECT_FALSE(edit->hasFocus()) << "and then goes back";
}

TEST_F(JournalTest, FieldCompletesFieldsAndLiveValues)
{
    addDay();
    show();
    auto *edit = view->findChild<QLineEdit *>();
    auto *list = view->findChild<QListView *>();
    edit->setFocus();
    QTest::keyClicks(edit, "tas");
    ASSERT_TRUE(spinUntil([&] {
        list = view->findChild<QListView *>();
        return list && list->isVisible();
    }));
    saveShot(*view, "filter_fields");
    QTest::keyClick(edit, Qt::Key_Tab);
    EXPECT_EQ(edit->text(), "task:");
    ASSERT_TRUE(list->isVisible()) << "values follow";
    EXPECT_EQ(list->model()->index(0, 0).data().toString(), "crawl-45");
    saveShot(*view, "filter_values");
    QTest::keyClick(edit, Qt::Key_Down);
    QTest::keyClick(edit, Qt::Key_Return);
    EXPECT_EQ(edit->text(), "task:crawl-45 ");
    EXPECT_FALSE(list->isVisible());
    settle();
    EXPECT_EQ(model().rowCount(), 4);
    QTest::keyClick(edit, Qt::Key_Return);
    QTest::keyClick(edit, Qt::Key_Escape);
    QTest::keyClick(edit, Qt::Key_Down);
    ASSERT_TRUE(list->isVisible()) << "filters used lately";
    EXPECT_EQ(list->model()->index(0, 0).data().toString(), "task:crawl-45");
}

TEST_F(JournalTest, FieldShowsTermsAsChips)
{
    addDay();
    show({1000, 900});
    view->setFilter("crawl kind:(acquired|ended) -renewed");
    settle();
    saveShot(*view, "filter_chips");
    QAbstractButton *chip = nullptr;
    for (auto *button : view->findChildren<QAbstractButton *>())
        if (button->text().startsWith("kind"))
            chip = button;
    ASSERT_TRUE(chip && chip->isVisible());
    chip->click();
    EXPECT_EQ(view->filter(), "crawl -renewed");
}

} // namespace
