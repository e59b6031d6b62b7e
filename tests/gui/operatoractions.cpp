// SPDX-License-Identifier: Apache-2.0
#include "actions/operatorcontrols.h"

#include "actions/confirmdialog.h"
#include "actions/copytext.h"
#include "actionstage.h"
#include "session/browserprocesses.h"
#include "settings/keys.h"

#include <QtCore/QJsonArray>
#include <QtCore/QJsonDocument>
#include <QtCore/QJsonObject>
#include <QtCore/QProcess>
#include <QtGui/QClipboard>
#include <QtTest/QSignalSpy>
#include <QtTest/QTest>
#include <QtWidgets/QCheckBox>
#include <QtWidgets/QComboBox>
#include <QtWidgets/QLabel>
#include <QtWidgets/QLineEdit>
#include <QtWidgets/QListView>
#include <QtWidgets/QMenu>
#include <QtWidgets/QPushButton>
#include <QtWidgets/QVBoxLayout>

#include <gtest/gtest.h>

namespace cheetah::gui {
namespace {

using testgui::ActionStage;
using testgui::saveShot;

/// A window with a list and a text field, the sample fleet, and all actions.
class OperatorActionsTest : public testing::Test {
protected:
    void SetUp() override
    {
        testgui::fillSample(stage.deployment);
        stage.deployment.goLive();
        stage.settle();
        auto *layout = new QVBoxLayout(&window);
        layout->addWidget(list = new QListView(&window));
        layout->addWidget(field = new QLineEdit(&window));
        controls = registerOperatorActions(stage.workspace, browsers, window);
        for (QAction *action : stage.actions.all())
            window.addAction(action);
        window.resize(900, 600);
        window.show();
        QApplication::setActiveWindow(&window);
        list->setFocus();
        testgui::spinOnce();
    }

    ClientName client(const char *user, const char *id) const { return {UserId::trusted(user), ClientId::trusted(id)}; }
    WindowName windowName(const char *user, const char *id, const char *name) const
    {
        return {UserId::trusted(user), ClientId::trusted(id), Epoch::trusted(std::string("e-") + id),
                WindowId::trusted(name)};
    }
    ContextName tab(const char *user, const char *id, const char *context) const
    {
        return {UserId::trusted(user), ClientId::trusted(id), Epoch::trusted(std::string("e-") + id),
                ContextId::trusted(context)};
    }
    void select(ObjectId object) { stage.session.selection().select(std::move(object)); }
    QAction &action(const char *id) { return *stage.actions.find(QString::fromLatin1(id)); }
    ConfirmDialog *dialog() { return window.findChild<ConfirmDialog *>(); }
    template <class Widget>
    Widget &in(ConfirmDialog &of, const char *name)
    {
        return *of.findChild<Widget *>(QString::fromLatin1(name));
    }
    ConfirmDialog &open(const char *id)
    {
        action(id).trigger();
        testgui::spinOnce();
        return *dialog();
    }
    static QString copied() { return QGuiApplication::clipboard()->text(); }

    ActionStage stage;
    QWidget window;
    BrowserProcesses browsers{stage.session, stage.log, QStringLiteral("/bin/true")};
    QListView *list = nullptr;
    QLineEdit *field = nullptr;
    OperatorControls *controls = nullptr;
};

// SPEC O3
TEST_F(OperatorActionsTest, WhatCannotBeDoneSaysWhy)
{
    const auto why = [&](const char *id) {
        EXPECT_FALSE(action(id).isEnabled()) << id;
        return action(id).toolTip();
    };
    EXPECT_EQ(why("lease.release"), "Nothing is selected.");
    EXPECT_EQ(why("copy.id"), "Nothing is selected.");
    select(tab("alice", "desk", "t3"));
    EXPECT_EQ(why("lease.release"), "This tab has no lease.");
    EXPECT_TRUE(why("context.settle").contains("nothing settles"));
    EXPECT_TRUE(action("client.disconnect").isEnabled());
    EXPECT_TRUE(why("client.undrain").contains("does not drain"));
    EXPECT_TRUE(why("evidence.selected").contains("no task"));
    select(client("bob", "laptop"));
    EXPECT_EQ(why("client.disconnect"), "This client is not connected.");
    select(client("bob", "old-box"));
    EXPECT_TRUE(action("client.undrain").isEnabled());
    select(tab("alice", "farm-1", "t2"));
    EXPECT_TRUE(action("context.settle").isEnabled());
    EXPECT_TRUE(action("evidence.selected").isEnabled());

    select(tab("alice", "desk", "t1"));
    EXPECT_TRUE(action("lease.release").isEnabled());
    stage.deployment.goLive("viewer");
    stage.settle();
    EXPECT_TRUE(why("lease.release").contains("operator"));
    stage.deployment.goLive();
    stage.deployment.setState(ConnectionState::Stale);
    EXPECT_TRUE(why("lease.release").contains("older than ten seconds"));
    stage.deployment.setState(ConnectionState::Live);
    stage.session.fleet().setPaused(true);
    EXPECT_TRUE(why("lease.release").contains("paused"));
}

// SPEC O3
TEST_F(OperatorActionsTest, ASubtreeIsReleasedAsThePreviewListsIt)
{
    select(client("alice", "desk"));
    ConfirmDialog &asked = open("lease.release");
    EXPECT_EQ(asked.flow().items().size(), 3U);
    const auto &targets = in<QListView>(asked, "targets");
    QStringList lines;
    for (int row = 0; row < targets.model()->rowCount(); ++row)
        lines << targets.model()->index(row, 0).data().toString();
    EXPECT_TRUE(lines.join('\n').contains("check-basket") && lines.join('\n').contains("scrape-front"));
    EXPECT_TRUE(in<QLabel>(asked, "consequences").text().contains("does not cancel a command, close a tab or retry"));
    EXPECT_EQ(in<QPushButton>(asked, "confirm").text(), "Release 3");
    EXPECT_TRUE(in<QPushButton>(asked, "cancel").isDefault());
    saveShot(asked, "release-dialog");

    // It follows the fleet, and sends only what is left of what was shown.
    stage.deployment.release(tab("alice", "desk", "t2"));
    stage.deployment.assign(tab("alice", "desk", "t3"), "late");
    stage.settle();
    EXPECT_EQ(in<QPushButton>(asked, "confirm").text(), "Release 2");
    EXPECT_TRUE(in<QLabel>(asked, "change").isVisible());
    saveShot(asked, "release-dialog-changed");
    in<QLineEdit>(asked, "reason").setText("stuck");
    in<QPushButton>(asked, "confirm").click();
    ASSERT_EQ(stage.deployment.calls().size(), 2U);
    EXPECT_NE(stage.deployment.calls()[0].params.find("\"reason\":\"stuck\""), std::string::npos);
    EXPECT_TRUE(stage.session.pending().underWay(tab("alice", "desk", "t1")));
    EXPECT_FALSE(stage.session.pending().underWay(tab("alice", "desk", "t3")));
}

TEST_F(OperatorActionsTest, CancelAndEscapeSendNothing)
{
    select(tab("alice", "desk", "t1"));
    QTest::keyClick(&open("lease.release"), Qt::Key_Escape);
    testgui::spinOnce();
    EXPECT_EQ(dialog(), nullptr);
    EXPECT_TRUE(stage.deployment.calls().empty());
    EXPECT_TRUE(stage.session.pending().flows().empty());
}

TEST_F(OperatorActionsTest, AConnectionThatGoesWhileAskingBlocksTheButton)
{
    select(tab("alice", "desk", "t1"));
    ConfirmDialog &asked = open("lease.release");
    stage.deployment.setState(ConnectionState::Stale);
    EXPECT_FALSE(in<QPushButton>(asked, "confirm").isEnabled());
    EXPECT_TRUE(in<QLabel>(asked, "whyNot").isVisible());
    stage.deployment.setState(ConnectionState::Live);
    EXPECT_TRUE(in<QPushButton>(asked, "confirm").isEnabled());
}

TEST_F(OperatorActionsTest, ManyNeedTheirNumberTyped)
{
    const WindowName w = stage.deployment.addWindow(client("alice", "farm-1"), "w9");
    for (int i = 0; i < 12; ++i)
        stage.deployment.assign(stage.deployment.addTab(w, "m" + std::to_string(i)), "bulk-" + std::to_string(i));
    stage.settle();
    select(w);
    ConfirmDialog &asked = open("lease.release");
    auto &confirm = in<QPushButton>(asked, "confirm");
    EXPECT_FALSE(confirm.isEnabled());
    in<QLineEdit>(asked, "typed").setText("11");
    EXPECT_FALSE(confirm.isEnabled());
    in<QLineEdit>(asked, "typed").setText("12");
    EXPECT_TRUE(confirm.isEnabled());
    saveShot(asked, "release-dialog-bulk");
    confirm.click();
    EXPECT_EQ(stage.deployment.calls().size(), OperatorFlow::mostInFlight);
}

// SPEC O3 SPEC W6
TEST_F(OperatorActionsTest, ADisconnectSaysWhatThePolicyDoesAndThatItComesBack)
{
    stage.deployment.policies().disconnectPolicy = {DisconnectPolicy::Kind::Grace, Seconds(30)};
    stage.deployment.goLive();
    stage.settle();
    select(client("alice", "desk"));
    ConfirmDialog &asked = open("client.disconnect");
    const auto &text = in<QLabel>(asked, "consequences");
    EXPECT_TRUE(text.text().contains("end after 30 s"));
    EXPECT_TRUE(text.text().contains("stay listed for 10 min"));
    EXPECT_TRUE(text.text().contains("reconnects by itself"));
    in<QComboBox>(asked, "keepOut").setCurrentIndex(2);
    EXPECT_TRUE(text.text().contains("refused for 10 min")) << text.text().toStdString();
    saveShot(asked, "disconnect-dialog");
    in<QPushButton>(asked, "confirm").click();
    ASSERT_EQ(stage.deployment.calls().size(), 1U);
    EXPECT_NE(stage.deployment.calls()[0].params.find("\"keepOutMs\":600000"), std::string::npos);
    EXPECT_NE(stage.deployment.calls()[0].params.find("\"generation\":1"), std::string::npos);
}

// SPEC O3 SPEC W16
TEST_F(OperatorActionsTest, ADrainHasADeadlineAndSaysWhatHappensThen)
{
    select(windowName("alice", "desk", "w1"));
    ConfirmDialog &asked = open("window.drain");
    auto &force = in<QCheckBox>(asked, "force");
    EXPECT_FALSE(force.isEnabled());
    in<QComboBox>(asked, "deadline").setCurrentIndex(1);
    EXPECT_TRUE(in<QLabel>(asked, "consequences").text().contains("after 60 s stays"));
    force.setChecked(true);
    EXPECT_TRUE(in<QLabel>(asked, "consequences").text().contains("after 60 s is ended"));
    saveShot(asked, "drain-dialog");
    in<QPushButton>(asked, "confirm").click();
    ASSERT_EQ(stage.deployment.calls().size(), 1U);
    EXPECT_NE(stage.deployment.calls()[0].params.find("\"force\":true"), std::string::npos);
}

// SPEC G3
TEST_F(OperatorActionsTest, AReleaseByKeyboardAlone)
{
    select(tab("alice", "desk", "t1"));
    QTest::keyClick(list, Qt::Key_Delete);
    testgui::spinOnce();
    ASSERT_NE(dialog(), nullptr);
    ConfirmDialog &asked = *dialog();
    QApplication::setActiveWindow(&asked);
    testgui::spinOnce();
    EXPECT_EQ(asked.focusWidget(), &in<QPushButton>(asked, "cancel"));
    for (int i = 0; i < 10 && asked.focusWidget() != &in<QLineEdit>(asked, "reason"); ++i)
        QTest::keyClick(asked.focusWidget(), Qt::Key_Tab);
    QTest::keyClicks(asked.focusWidget(), "late");
    QTest::keyClick(asked.focusWidget(), Qt::Key_Return); // goes on, and neither confirms nor cancels
    ASSERT_NE(dialog(), nullptr);
    EXPECT_TRUE(stage.deployment.calls().empty());
    for (int i = 0; i < 10 && asked.focusWidget() != &in<QPushButton>(asked, "confirm"); ++i)
        QTest::keyClick(asked.focusWidget(), Qt::Key_Tab);
    QTest::keyClick(asked.focusWidget(), Qt::Key_Return);
    ASSERT_EQ(stage.deployment.calls().size(), 1U);
    EXPECT_EQ(stage.deployment.calls()[0].method, "forceRelease");
    EXPECT_NE(stage.deployment.calls()[0].params.find("late"), std::string::npos);
}

TEST_F(OperatorActionsTest, SingleKeysBelongToTheTextFieldThatHasTheFocus)
{
    select(tab("alice", "desk", "t1"));
    QSignalSpy inspector(&stage.session.navigator(), &Navigator::viewWanted);
    field->setText("abc");
    field->setFocus();
    field->setCursorPosition(0);
    QTest::keyClick(field, Qt::Key_Delete);
    QTest::keyClick(field, Qt::Key_Delete, Qt::ShiftModifier);
    QTest::keyClick(field, Qt::Key_Return);
    testgui::spinOnce();
    EXPECT_EQ(dialog(), nullptr);
    EXPECT_EQ(inspector.size(), 0);
    EXPECT_LT(field->text().size(), 3);
    list->setFocus();
    QTest::keyClick(list, Qt::Key_Return);
    EXPECT_EQ(inspector.size(), 1);
}

TEST_F(OperatorActionsTest, TheGraceComesFromTheSettingsAndFromWhereTheNodeIs)
{
    EXPECT_EQ(controls->grace(), Micros(0)); // on this machine
    stage.settings.setValue(keys::graceSeconds, 7);
    EXPECT_EQ(controls->grace(), Seconds(7));
    stage.settings.setValue(keys::graceSeconds, "garbage");
    EXPECT_EQ(controls->grace(), Micros(0));
    ActionStage remote({SessionKind::Attached, QUrl("https://node.example:7744"), {}});
    QWidget other;
    BrowserProcesses none(remote.session, remote.log, QStringLiteral("/bin/true"));
    EXPECT_EQ(registerOperatorActions(remote.workspace, none, other)->grace(), Seconds(5));
}

TEST_F(OperatorActionsTest, TheContextMenuHoldsThemAll)
{
    select(tab("alice", "desk", "t1"));
    QMenu menu;
    stage.actions.fillContextMenu(menu);
    QStringList ids;
    for (const QAction *entry : menu.actions())
        if (!entry->isSeparator())
            ids << entry->objectName();
    for (const char *id : {"lease.release", "client.disconnect", "context.settle", "window.drain", "copy.command"})
        EXPECT_TRUE(ids.contains(QLatin1String(id))) << id;
    EXPECT_TRUE(menu.toolTipsVisible());
    saveShot(menu, "context-menu");
}

TEST_F(OperatorActionsTest, QuestionsGoToTheViewsThatAnswerThem)
{
    Navigator &navigator = stage.session.navigator();
    QSignalSpy evidence(&navigator, &Navigator::taskEvidenceWanted);
    AcquireRequest asked;
    QObject::connect(&navigator, &Navigator::explainWanted, &window, [&](const AcquireRequest &r) { asked = r; });
    select(tab("alice", "desk", "t1"));
    action("evidence.selected").trigger();
    ASSERT_EQ(evidence.size(), 1);
    EXPECT_EQ(evidence[0][1].value<TaskId>().text(), "check-basket");
    action("explain.selected").trigger();
    EXPECT_EQ(asked.user.text(), "alice");
    EXPECT_EQ(asked.requirements->client.text(), "desk");
    EXPECT_EQ(asked.placement.window->window.text(), "w1");
}

TEST_F(OperatorActionsTest, ObjectsAreCopiedAsIdAndAsJson)
{
    stage.session.selection().select({tab("alice", "desk", "t1"), tab("alice", "desk", "t2")},
                                     tab("alice", "desk", "t1"));
    action("copy.id").trigger();
    EXPECT_EQ(copied(), "t1\nt2");
    action("copy.json").trigger();
    const QJsonDocument two = QJsonDocument::fromJson(copied().toUtf8());
    EXPECT_EQ(two.array().size(), 2) << copied().toStdString();
    select(client("alice", "desk"));
    action("copy.json").trigger();
    EXPECT_EQ(QJsonDocument::fromJson(copied().toUtf8()).object()["clientId"].toString(), "desk");
}

/// What a shell makes of a word.
QString throughShell(const QString &word)
{
    QProcess shell;
    shell.start(QStringLiteral("/bin/sh"), {QStringLiteral("-c"), QStringLiteral("printf %s ") + word});
    shell.waitForFinished(10'000);
    return QString::fromUtf8(shell.readAllStandardOutput());
}

TEST(ShellWords, AreQuotedSoThatAShellTakesThemWhole)
{
    for (const QString &word :
         {QStringLiteral("plain-1.2"), QStringLiteral("two words"), QStringLiteral("it's"), QStringLiteral("$(reboot)"),
          QStringLiteral("a\\b%d;c"), QStringLiteral("`x` \"y\""), QStringLiteral("новый *?"),
          QStringLiteral("tab\there\x1b[31m%s'\\n"), QStringLiteral("-dash")})
        EXPECT_EQ(throughShell(shellWord(word)), word);
    EXPECT_EQ(shellWord("plain-1.2"), "plain-1.2");
    EXPECT_FALSE(shellWord("esc\x1b[31m").contains(QChar(0x1b)));
}

TEST_F(OperatorActionsTest, TheCommandNamesTheNodeAndNeverAToken)
{
    select(tab("alice", "desk", "t1"));
    action("copy.command").trigger();
    EXPECT_TRUE(copied().startsWith("cheetahctl force-release --node=http://127.0.0.1:7744 --fence="))
        << copied().toStdString();
    select(tab("alice", "desk", "t3"));
    action("copy.command").trigger();
    EXPECT_EQ(copied(), "cheetahctl contexts --node=http://127.0.0.1:7744 --user=alice --client=desk");
}

} // namespace
} // namespace cheetah::gui
