// SPDX-License-Identifier: Apache-2.0
#include "views/addbrowserdialog.h"

#include "actionstage.h"
#include "support/nodefixture.h"
#include "support/programs.h"

#include <QtCore/QFile>
#include <QtTest/QAbstractItemModelTester>
#include <QtTest/QSignalSpy>
#include <QtWidgets/QCheckBox>
#include <QtWidgets/QLabel>
#include <QtWidgets/QLineEdit>
#include <QtWidgets/QListView>
#include <QtWidgets/QPlainTextEdit>
#include <QtWidgets/QPushButton>
#include <QtWidgets/QSpinBox>

#include <csignal>

#include <gtest/gtest.h>

namespace cheetah::gui {
namespace {

using testgui::ActionStage;
using testgui::saveShot;
using testgui::spinUntil;
using State = BrowserProcess::State;

/// A program that stands for cheetah-browser and does what the script says.
class AddBrowser : public testing::Test {
protected:
    void SetUp() override
    {
        QFile(tokenFile()).open(QIODevice::WriteOnly);
        stage.deployment.addClient("alice", "browser-1");
        stage.deployment.goLive();
        stage.settle();
    }
    QString tokenFile() const { return folder.filePath("tokens"); }
    SessionOrigin origin() const { return {SessionKind::Attached, QUrl("http://127.0.0.1:7744"), tokenFile()}; }
    QString program(const QByteArray &script)
    {
        QFile file(folder.filePath("fake-browser"));
        EXPECT_TRUE(file.open(QIODevice::WriteOnly | QIODevice::Truncate));
        file.write("#!/bin/sh\n" + script + '\n');
        file.setPermissions(QFile::ReadOwner | QFile::WriteOwner | QFile::ExeOwner);
        return file.fileName();
    }
    BrowserOrder order(bool stays = false) const
    {
        BrowserOrder made;
        made.name = {UserId::trusted("alice"), ClientId::trusted("b1")};
        made.node = QUrl("http://127.0.0.1:7744");
        made.tokenFile = tokenFile();
        made.stays = stays;
        return made;
    }
    bool logHolds(const char *category, const char *text) const
    {
        for (const LogLine &line : stage.log.lines())
            if (line.category == QLatin1String(category) && line.text.contains(QLatin1String(text)))
                return true;
        return false;
    }

    QTemporaryDir folder;
    ActionStage stage{origin()};
};

TEST_F(AddBrowser, ItIsConnectedWhenTheFleetShowsItAndItsLinesGoIntoTheLog)
{
    BrowserProcesses browsers(stage.session, stage.log,
                              program("echo '2026-01-01T00:00:00.000Z warning client: hello' >&2; exec sleep 60"));
    BrowserProcess &browser = *browsers.start(order());
    EXPECT_EQ(browser.state(), State::Connecting);
    ASSERT_TRUE(spinUntil([&] { return logHolds("browser/b1", "client: hello"); }));
    EXPECT_EQ(stage.log.lines().back().level, LogLevel::Warning);
    stage.deployment.addClient("alice", "b1");
    stage.settle();
    EXPECT_EQ(browser.state(), State::Connected);
    browser.stop();
    ASSERT_TRUE(spinUntil([&] { return browser.state() == State::Ended; }));
    EXPECT_TRUE(browser.reason().isEmpty());
    browser.start();
    EXPECT_EQ(browser.state(), State::Connecting);
    ASSERT_TRUE(spinUntil([&] { return browser.pid() != 0; }));
    QSignalSpy ended(&browsers, &BrowserProcesses::allEnded);
    EXPECT_EQ(browsers.endingWithConsole(), 1);
    browsers.endAll();
    ASSERT_TRUE(spinUntil([&] { return ended.size() == 1; }));
    EXPECT_EQ(browsers.endingWithConsole(), 0);
}

TEST_F(AddBrowser, NoTokenIsInArgumentsAndOptionsAreThere)
{
    BrowserOrder wanted = order();
    wanted.windows = 3;
    wanted.tabsPerWindow = 4;
    wanted.headless = true;
    wanted.metadata = {{"region", "eu west"}};
    wanted.caFile = "/etc/ca.pem";
    EXPECT_EQ(BrowserProcess::arguments(wanted).join('|'),
              "--user=alice|--client=b1|--node=http://127.0.0.1:7744|--windows=3|--tabs=4|--token-file=" + tokenFile()
                  + "|--ca-file=/etc/ca.pem|--headless|--metadata=region=eu west");
}

TEST_F(AddBrowser, NoChromiumIsSaidWithWhatToInstall)
{
    test::NodeFixture node;
    ASSERT_TRUE(node.started());
    BrowserProcesses browsers(stage.session, stage.log, test::programPath("cheetah-browser"));
    BrowserOrder wanted = order();
    wanted.node = node.url();
    wanted.tokenFile = QString::fromStdString(node.tokenFile().string());
    wanted.headless = true;
    const QByteArray before = qgetenv("PATH");
    qputenv("PATH", folder.path().toLocal8Bit()); // where there is no Chromium
    BrowserProcess &browser = *browsers.start(wanted);
    const bool hasEnded = spinUntil([&] { return browser.state() == State::Ended; });
    qputenv("PATH", before);
    ASSERT_TRUE(hasEnded);
    EXPECT_TRUE(browser.reason().contains("Install the package chromium")) << browser.reason().toStdString();
}

TEST_F(AddBrowser, AProgramThatIsMissingOrSupersededSaysSo)
{
    BrowserProcesses missing(stage.session, stage.log, folder.filePath("nothing-here"));
    BrowserProcess &never = *missing.start(order());
    ASSERT_TRUE(spinUntil([&] { return never.state() == State::Ended; }));
    EXPECT_TRUE(never.reason().contains("could not be started"));
    BrowserProcesses browsers(stage.session, stage.log, program("exit 3"));
    BrowserProcess &other = *browsers.start(order());
    ASSERT_TRUE(spinUntil([&] { return other.state() == State::Ended; }));
    EXPECT_TRUE(other.reason().contains("taken its place"));
}

TEST_F(AddBrowser, OneThatDoesNotListenIsKilledAfterFiveSeconds)
{
    BrowserProcesses browsers(stage.session, stage.log, program("trap '' TERM; echo up; while :; do sleep 1; done"));
    BrowserProcess &browser = *browsers.start(order());
    ASSERT_TRUE(spinUntil([&] { return logHolds("browser/b1", "up"); }));
    browser.stop();
    EXPECT_EQ(browser.state(), State::Stopping);
    ASSERT_TRUE(spinUntil([&] { return browser.state() == State::Ended; }));
}

TEST_F(AddBrowser, OneThatStaysOutlivesTheConsoleAndIsStoppedOnlyOnRequest)
{
    const QString path = program("echo staying >&2; exec sleep 60");
    qint64 pid = 0;
    {
        BrowserProcesses browsers(stage.session, stage.log, path);
        BrowserProcess &browser = *browsers.start(order(true));
        pid = browser.pid();
        ASSERT_GT(pid, 0);
        ASSERT_TRUE(spinUntil([&] { return logHolds("browser/b1", "staying"); }));
        EXPECT_EQ(browsers.endingWithConsole(), 0);
        browsers.endAll();
    }
    EXPECT_EQ(::kill(pid_t(pid), 0), 0);
    ::kill(pid_t(pid), SIGKILL);

    BrowserProcesses browsers(stage.session, stage.log, path);
    BrowserProcess &browser = *browsers.start(order(true));
    ASSERT_EQ(browser.state(), State::Connecting);
    browser.stop();
    ASSERT_TRUE(spinUntil([&] { return browser.state() == State::Ended; }));
    EXPECT_TRUE(browser.reason().isEmpty());
}

TEST_F(AddBrowser, TheLogOfOneThatStaysIsBounded)
{
    BrowserOrder stays = order(true);
    EXPECT_TRUE(BrowserProcess::arguments(stays).contains("--log-limit=4"));
    EXPECT_FALSE(BrowserProcess::arguments(order()).join(' ').contains("log-limit"));

    // The program itself begins a file anew: nobody else is there when the console has gone.
    const QString log = folder.filePath("long.log");
    QFile file(log);
    ASSERT_TRUE(file.open(QIODevice::WriteOnly));
    file.write(QByteArray(3 << 20, 'x') + '\n');
    file.close();
    QProcess browser;
    browser.setProgram(test::programPath("cheetah-browser"));
    browser.setArguments({"--user=u", "--client=c", "--node=http://127.0.0.1:1", "--token-file=" + folder.filePath("t"),
                          "--log-limit=2", "--log-level=debug", "--headless", "--windows=1"});
    QFile token(folder.filePath("t"));
    ASSERT_TRUE(token.open(QIODevice::WriteOnly));
    token.write("client 0123456789abcdef0123456789abcdef\n");
    token.setPermissions(QFile::ReadOwner | QFile::WriteOwner);
    token.close();
    browser.setStandardErrorFile(log, QIODevice::Append);
    browser.start();
    EXPECT_TRUE(spinUntil([&] { return file.size() < 1 << 20; })) << file.size();
    browser.terminate();
    EXPECT_TRUE(spinUntil([&] { return browser.state() == QProcess::NotRunning; }));
    ASSERT_TRUE(file.open(QIODevice::ReadOnly));
    EXPECT_TRUE(file.readAll().contains("begun anew"));
}

TEST_F(AddBrowser, AFileThatBeginsAnewIsReadOn)
{
    const QByteArray before = qgetenv("XDG_STATE_HOME");
    qputenv("XDG_STATE_HOME", folder.path().toLocal8Bit());
    BrowserProcesses browsers(stage.session, stage.log,
                              program("for i in 1 2 3 4 5 6 7 8 9; do echo a long line before >&2; done; "
                                      "while [ ! -e $0.go ]; do sleep 0.05; done; "
                                      ": > /proc/self/fd/2; echo afterwards >&2; exec sleep 60"));
    BrowserProcess &browser = *browsers.start(order(true));
    ASSERT_TRUE(spinUntil([&] { return logHolds("browser/b1", "before"); }));
    QFile(folder.filePath("fake-browser.go")).open(QIODevice::WriteOnly);
    EXPECT_TRUE(spinUntil([&] { return logHolds("browser/b1", "afterwards"); }));
    browser.stop();
    EXPECT_TRUE(spinUntil([&] { return browser.state() == State::Ended; }));
    qputenv("XDG_STATE_HOME", before);
}

TEST_F(AddBrowser, TheDialogChecksSuggestsStartsAndLists)
{
    BrowserProcesses browsers(stage.session, stage.log, program("exec sleep 60"));
    AddBrowserDialog dialog(stage.workspace, browsers, nullptr);
    const QAbstractItemModelTester tester(dialog.findChild<QListView *>("browsers")->model(),
                                          QAbstractItemModelTester::FailureReportingMode::Fatal);
    dialog.show();
    testgui::spinOnce();
    auto &start = *dialog.findChild<QPushButton *>("start");
    EXPECT_EQ(dialog.findChild<QLineEdit *>("user")->text(), "alice");
    EXPECT_EQ(dialog.findChild<QLineEdit *>("client")->text(), "browser-2"); // browser-1 is in the fleet
    EXPECT_TRUE(start.isEnabled());
    dialog.findChild<QLineEdit *>("client")->setText("browser-1");
    EXPECT_FALSE(start.isEnabled());
    EXPECT_TRUE(dialog.findChild<QLabel *>("problem")->text().contains("connected already"));
    dialog.findChild<QLineEdit *>("client")->setText("mine");
    dialog.findChild<QPlainTextEdit *>("metadata")->setPlainText("region=eu\nnonsense");
    EXPECT_FALSE(start.isEnabled());
    EXPECT_TRUE(dialog.findChild<QLabel *>("problem")->text().contains("Line 2"));
    saveShot(dialog, "add-browser-problem");
    dialog.findChild<QPlainTextEdit *>("metadata")->setPlainText("region=eu");
    dialog.findChild<QSpinBox *>("windows")->setValue(2);
    start.click();
    testgui::spinOnce();
    ASSERT_EQ(browsers.all().size(), 1U);
    EXPECT_EQ(browsers.all()[0]->order().name.client.text(), "mine");
    EXPECT_EQ(browsers.all()[0]->order().metadata.at("region"), "eu");
    EXPECT_EQ(browsers.all()[0]->order().windows, 2);
    EXPECT_TRUE(dialog.findChild<QPushButton *>("stop")->isEnabled());
    saveShot(dialog, "add-browser");
    dialog.findChild<QPushButton *>("stop")->click();
    ASSERT_TRUE(spinUntil([&] { return browsers.all()[0]->state() == State::Ended; }));
    EXPECT_TRUE(dialog.findChild<QPushButton *>("again")->isEnabled());
}

TEST_F(AddBrowser, ADemoHasNoneAndARemoteNodeIsExplained)
{
    ActionStage demo({SessionKind::Demo, {}, {}});
    EXPECT_TRUE(AddBrowserDialog::whyNot(demo.session).contains("demo"));
    ActionStage remote({SessionKind::Attached, QUrl("https://node.example:7744"), {}});
    remote.deployment.goLive();
    BrowserProcesses browsers(remote.session, remote.log, QStringLiteral("/bin/true"));
    AddBrowserDialog dialog(remote.workspace, browsers, nullptr);
    EXPECT_TRUE(dialog.findChildren<QLabel *>().front()->text().contains("another machine"));
    ASSERT_NE(dialog.findChild<QLineEdit *>("tokenFile"), nullptr); // its token was given as text
    EXPECT_FALSE(dialog.findChild<QPushButton *>("start")->isEnabled());
    dialog.findChild<QLineEdit *>("tokenFile")->setText(tokenFile());
    EXPECT_TRUE(dialog.findChild<QPushButton *>("start")->isEnabled());
    saveShot(dialog, "add-browser-remote");
}

} // namespace
} // namespace cheetah::gui
