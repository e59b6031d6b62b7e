// SPDX-License-Identifier: Apache-2.0
// The log as rows: levels, filter, bursts, saving.
#include "views/logview.h"
#include "actions/actions.h"
#include "models/logmodel.h"
#include "session/session.h"
#include "session/words.h"
#include "settings/settings.h"
#include "store/logstore.h"
#include "support/guitest.h"
#include "views/tailtable.h"
#include "widgets/banner.h"

#include <QtCore/QElapsedTimer>
#include <QtCore/QFile>
#include <QtCore/QTemporaryDir>
#include <QtTest/QAbstractItemModelTester>
#include <QtWidgets/QComboBox>

#include <gtest/gtest.h>

namespace {

using namespace cheetah;
using namespace cheetah::gui;
using namespace cheetah::testgui;

struct LogTest : testing::Test {
    LogTest()
    {
        session = std::make_unique<Session>(std::make_unique<FakeDeployment>(), SessionOrigin{});
        workspace = std::make_unique<Workspace>(Workspace{*session, actions, theme, settings, log, words});
    }
    void addSome()
    {
        log.append(LogLevel::Info, "node", "listening on 127.0.0.1:8765");
        log.append(LogLevel::Debug, "edge", "frame of 231 bytes from c1");
        log.append(LogLevel::Info, "browser", "Chromium/140 started, 2 windows");
        log.append(LogLevel::Warning, "delivery", "client c1 acknowledges slowly: 1.2 s");
        log.append(LogLevel::Error, "registry", "redis: connection refused; trying again in 2 s");
        log.append(LogLevel::Info, "browser", "Größe des Fensters: 1280 × 800");
    }
    LogView &show(QSize size = {900, 300})
    {
        view = std::make_unique<LogView>(*workspace);
        view->resize(size);
        view->show();
        settle();
        return *view;
    }
    const LogModel &model() { return view->model(); }
    void settle()
    {
        spinOnce();
        EXPECT_TRUE(spinUntil([this] { return model().isSettled() && !model().isRefiltering(); }));
        spinOnce();
    }
    QString cell(int row, int column) { return model().index(row, column).data().toString(); }

    Theme theme;
    QTemporaryDir folder;
    Settings settings{folder.filePath("console.ini")};
    Actions actions;
    LogStore log;
    Words words;
    std::unique_ptr<Session> session;
    std::unique_ptr<Workspace> workspace;
    std::unique_ptr<LogView> view;
};

TEST_F(LogTest, ShowsLinesFromALevelOn)
{
    show();
    saveShot(*view, "log_empty");
    QAbstractItemModelTester tester(const_cast<LogModel *>(&model()));
    addSome();
    settle();
    EXPECT_EQ(model().rowCount(), 5) << "debug lines only if asked for";
    saveShot(*view, "log");
    auto *level = view->findChild<QComboBox *>();
    level->setCurrentIndex(2);
    settle();
    EXPECT_EQ(model().rowCount(), 2);
    EXPECT_EQ(cell(1, LogModel::Level), "error");
    level->setCurrentIndex(0);
    settle();
    EXPECT_EQ(model().rowCount(), 6);
    EXPECT_EQ(settings.value("log/level").toString(), "debug");
    theme.setMode(ThemeMode::Dark);
    saveShot(*view, "log_dark");
}

TEST_F(LogTest, FiltersByFieldsAndInAnyAlphabet)
{
    addSome();
    show();
    const auto rows = [&](const char *text) {
        view->setFilter(QString::fromUtf8(text));
        settle();
        return model().rowCount();
    };
    EXPECT_EQ(rows("category=browser"), 2);
    EXPECT_EQ(rows("GRÖSSE"), 0);
    EXPECT_EQ(rows("GRÖßE"), 1);
    EXPECT_EQ(rows("level:(warning|error)"), 2);
    EXPECT_EQ(rows("is:problem -redis"), 1);
    EXPECT_EQ(rows("text~\\d+ windows"), 1);
    EXPECT_EQ(rows("age<1h"), 5);
    EXPECT_EQ(rows("age>1h"), 0);
}

TEST_F(LogTest, ABurstIsTakenInAndBounded)
{
    show();
    view->setFilter("line -text:none");
    QAbstractItemModelTester tester(const_cast<LogModel *>(&model()));
    for (int round = 0; round < 10; ++round) {
        for (std::size_t i = 0; i < 4'000; ++i)
            log.append(LogLevel::Info, "burst", "line " + std::to_string(i));
        spinOnce();
    }
    settle();
    EXPECT_EQ(model().rowCount(), int(LogStore::capacity));
    EXPECT_EQ(log.dropped(), 20'000u);
    EXPECT_TRUE(view->findChild<TailTable *>()->isFollowing());
    EXPECT_EQ(cell(model().rowCount() - 1, LogModel::Text), "line 3999");
    saveShot(*view, "log_burst");
}

TEST_F(LogTest, IsSavedAsAFile)
{
    addSome();
    for (int i = 0; i < 2'000; ++i)
        log.append(LogLevel::Info, "many", "line " + std::to_string(i));
    show();
    const QString path = folder.filePath("saved.log");
    view->saveTo(path);
    const auto &banner = *view->findChild<Banner *>();
    ASSERT_TRUE(spinUntil([&] { return !banner.message().text.isEmpty(); }));
    EXPECT_TRUE(banner.message().text.contains("2005 lines")) << banner.message().text.toStdString();
    QFile file(path);
    ASSERT_TRUE(file.open(QIODevice::ReadOnly));
    const QByteArray all = file.readAll();
    EXPECT_EQ(all.count('\n'), 2'005);
    EXPECT_TRUE(all.contains("redis: connection refused"));
    EXPECT_FALSE(all.contains("231 bytes"));

    view->saveTo(folder.filePath("none/there.log"));
    ASSERT_TRUE(spinUntil([&] { return banner.message().tone == Tone::Danger; }));
}

} // namespace
