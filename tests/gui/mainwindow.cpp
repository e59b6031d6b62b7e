// SPDX-License-Identifier: Apache-2.0
#include "views/mainwindow.h"

#include "support/guitest.h"
#include "testprogram.h"
#include "views/viewfactory.h"
#include "widgets/banner.h"
#include "widgets/toasthost.h"

#include <QtCore/QTemporaryDir>
#include <QtGui/QAccessible>
#include <QtTest/QTest>
#include <QtWidgets/QDockWidget>
#include <QtWidgets/QMenu>
#include <QtWidgets/QMessageBox>
#include <QtWidgets/QPushButton>
#include <QtWidgets/QToolButton>

#include <gtest/gtest.h>

namespace cheetah::gui {
namespace {

using testgui::FakeDeployment;
using testgui::saveShot;
using testgui::spinOnce;
using testgui::spinUntil;
using testgui::TestProgram;

constexpr std::array allViews = {ViewId::Overview,  ViewId::Assignments, ViewId::Contexts, ViewId::Topology,
                                 ViewId::Health,    ViewId::Journal,     ViewId::Waiters,  ViewId::Nodes,
                                 ViewId::FleetTree, ViewId::Inspector,   ViewId::Explain,  ViewId::Evidence,
                                 ViewId::Log,       ViewId::Pending};

/// A window onto a fleet that the test leads.
struct TestWindow {
    TestProgram program;
    FakeDeployment *deployment = new FakeDeployment; ///< owned by the session
    QPointer<MainWindow> window;

    explicit TestWindow(SessionKind kind = SessionKind::Attached)
    {
        fillSample(*deployment);
        SessionOrigin origin{kind, QUrl("http://127.0.0.1:7744"), "/run/tokens"};
        window = new MainWindow(program.program(),
                                std::make_unique<Session>(std::unique_ptr<Deployment>(deployment), origin));
        window->show();
        spinOnce();
    }
    ~TestWindow() { delete window; }

    void fill()
    {
        deployment->goLive();
        fillPast(*deployment);
        spinOnce();
    }
    static void fillPast(FakeDeployment &deployment)
    {
        const RegistryTime now = deployment.now();
        for (int i = 120; i >= 0; --i) {
            deployment.setNow(now - Seconds(i));
            if (i > 60 && i < 75)
                continue; // the connection was away
            HealthSample sample;
            sample.admittedRate = 12 + i % 7;
            sample.sentRate = 11.5 + i % 6;
            sample.acknowledgedRate = 11 + i % 5;
            sample.endedRate = 10 + i % 9;
            sample.queued = std::uint64_t(i % 4);
            sample.pendingCommands = std::uint64_t(3 + i % 5);
            sample.ackP50 = Millis(8 + i % 3);
            sample.ackP95 = Millis(21 + i % 9);
            sample.ackP99 = Millis(48 + i % 20);
            ConditionState edge{"edge", true, "", {}, "", {}, false, {}};
            ConditionState registry{"registry", i > 30 || i<20, i> 30 || i < 20 ? "" : "unavailable", {}, "", {}, false,
                                    {}};
            sample.conditions = {edge, registry};
            deployment.addHealth(sample);
            if (i % 6 == 0) {
                JournalEntry entry;
                entry.kind = i % 18 == 0 ? JournalKind::AcquireRefused
                           : i % 12 == 0 ? JournalKind::Ended
                                         : JournalKind::Acquired;
                entry.user = UserId::trusted("alice");
                entry.client = ClientId::trusted("desk");
                entry.task = TaskId::trusted("task-" + std::to_string(i));
                entry.request = RequestId::trusted("r-" + std::to_string(i));
                if (entry.kind == JournalKind::Ended)
                    entry.cause = EndCause::Released;
                if (entry.kind == JournalKind::AcquireRefused)
                    entry.params = {{"code", "nothing_available"}};
                deployment.addJournal(entry);
            }
        }
    }
    /// Every view once in front, with a picture where pictures are wanted.
    void shootAll(const QString &suffix)
    {
        for (const ViewId id : allViews) {
            window->layout().show(id);
            spinOnce();
            EXPECT_TRUE(window->layout().view(id)->isVisible()) << nameOf(id).toStdString();
            saveShot(*window, "window-" + nameOf(id) + suffix);
        }
        window->layout().arrange(WindowLayout::Arrangement::Watch);
        spinOnce();
    }
};

// SPEC G2
TEST(MainWindow, ShowsEveryViewInBothThemesAndLanguages)
{
    TestWindow test;
    test.fill();
    test.window->session().selection().select(ContextName{UserId::trusted("alice"), ClientId::trusted("desk"),
                                                          Epoch::trusted("e-desk"), ContextId::trusted("t2")});
    test.shootAll("-light");
    test.program.theme.setMode(ThemeMode::Dark);
    test.shootAll("-dark");
    test.program.theme.setMode(ThemeMode::Light);
    const QString english = test.window->layout().view(ViewId::Assignments)->title();
    test.program.languages.use("de");
    spinOnce();
    EXPECT_NE(test.window->layout().view(ViewId::Assignments)->title(), english);
    test.shootAll("-german");
    test.program.languages.use("en");
    spinOnce();
    EXPECT_EQ(test.window->layout().view(ViewId::Assignments)->title(), english);
}

// SPEC G2
TEST(MainWindow, FitsASmallScreen)
{
    TestWindow test;
    test.fill();
    for (const char *language : {"en", "de"}) {
        test.program.languages.use(language);
        test.window->layout().arrange(WindowLayout::Arrangement::Watch);
        test.window->resize(800, 500);
        spinOnce();
        EXPECT_LE(test.window->width(), 800) << language;
        EXPECT_LE(test.window->height(), 500) << language;
        test.shootAll(QString("-small-") + language);
        EXPECT_LE(test.window->width(), 800) << language;
        EXPECT_LE(test.window->height(), 500) << language;
    }
}

// SPEC G2
TEST(MainWindow, EveryControlHasANameForThoseWhoDoNotSeeIt)
{
    TestWindow test;
    test.fill();
    test.window->layout().arrange(WindowLayout::Arrangement::Investigate);
    spinOnce();
    for (QWidget *widget : test.window->findChildren<QWidget *>()) {
        const bool takesKeys = widget->focusPolicy() & Qt::TabFocus && widget->isVisible() && !widget->focusProxy();
        if (!takesKeys || widget->objectName().startsWith("qt_"))
            continue;
        QAccessibleInterface *interface = QAccessible::queryAccessibleInterface(widget);
        ASSERT_TRUE(interface);
        EXPECT_FALSE(interface->text(QAccessible::Name).isEmpty())
            << widget->metaObject()->className() << " in " << widget->parentWidget()->metaObject()->className();
    }
}

// SPEC G2 SPEC G3
TEST(MainWindow, WhatIsOldIsShownAsOldAndCannotBeActedOn)
{
    TestWindow test;
    test.fill();
    const QString reason = test.window->session().whyNoAction();
    EXPECT_TRUE(reason.isEmpty()) << reason.toStdString();
    const auto shownBanners = [&] {
        QStringList texts;
        for (const Banner *banner : test.window->findChildren<Banner *>())
            if (banner->isVisible())
                texts.push_back(banner->message().text);
        return texts.join('\n');
    };
    EXPECT_EQ(shownBanners(), QString());
    test.deployment->setState(ConnectionState::Stale);
    spinOnce();
    EXPECT_FALSE(test.window->session().whyNoAction().isEmpty());
    EXPECT_TRUE(shownBanners().contains("ten seconds"));
    saveShot(*test.window, "window-stale");
    test.deployment->setState(ConnectionState::Lost,
                              Error(ErrorCode::IoError, {{"what", "The connection"}, {"reason", "it was lost"}}));
    spinOnce();
    EXPECT_TRUE(shownBanners().contains("no connection") || shownBanners().contains("tried again"));
    saveShot(*test.window, "window-lost");
    test.deployment->startOver();
    test.deployment->goLive();
    spinOnce();
    EXPECT_TRUE(shownBanners().contains("started anew"));
    saveShot(*test.window, "window-started-anew");
}

// SPEC G2
TEST(MainWindow, NoticesFollowTheLanguageAndStayClosedOnceClosed)
{
    TestWindow test;
    test.fill();
    const auto shown = [&] {
        QStringList texts;
        for (const Banner *banner : test.window->findChildren<Banner *>())
            if (banner->isVisible())
                texts.push_back(banner->message().text);
        return texts.join('\n');
    };
    test.deployment->startOver();
    test.deployment->goLive();
    test.deployment->setClockSkew(Seconds(600));
    spinOnce();
    ASSERT_TRUE(shown().contains("started anew"));
    ASSERT_TRUE(shown().contains("ahead of this machine"));
    test.program.languages.use("de");
    spinOnce();
    EXPECT_TRUE(shown().contains("neu gestartet")) << shown().toStdString();
    EXPECT_FALSE(shown().contains("started anew"));
    for (const Banner *banner : test.window->findChildren<Banner *>())
        for (QToolButton *button : banner->findChildren<QToolButton *>())
            if (button->isVisible() && button->accessibleName() == "Diese Meldung schließen")
                button->click();
    EXPECT_EQ(shown(), QString());
    test.program.languages.use("en");
    spinOnce();
    EXPECT_EQ(shown(), QString());
}

// SPEC G2
TEST(MainWindow, F6LeadsToMessagesAndEscapeBack)
{
    TestWindow test;
    test.fill();
    test.window->activateWindow();
    test.window->layout().show(ViewId::Assignments);
    spinOnce();
    QWidget *before = test.window->focusWidget();
    ASSERT_TRUE(before);
    const auto press = [&](Qt::Key key) {
        QTest::keyClick(test.window->focusWidget(), key);
        spinOnce();
    };
    press(Qt::Key_F6);
    EXPECT_EQ(test.window->focusWidget(), before) << "there is nothing to go to";
    test.window->session().fleet().setPaused(true);
    spinOnce();
    press(Qt::Key_F6);
    ASSERT_TRUE(qobject_cast<QPushButton *>(test.window->focusWidget())) << "Resume, in the notice";
    press(Qt::Key_Escape);
    EXPECT_EQ(test.window->focusWidget(), before);
    ToastHost &toasts = test.window->toasts();
    toasts.tell({Tone::Ok, QStringLiteral("Released"), {}, 0});
    toasts.tell({Tone::Info, QStringLiteral("Releasing"), QStringLiteral("Cancel"), 0});
    spinOnce();
    press(Qt::Key_F6);
    EXPECT_TRUE(toasts.hasKeyboard());
    press(Qt::Key_F6);
    EXPECT_FALSE(toasts.hasKeyboard()) << "from the messages on to the notices";
    press(Qt::Key_Escape);
    EXPECT_TRUE(toasts.hasKeyboard());
    press(Qt::Key_Escape);
    EXPECT_EQ(toasts.count(), 1) << "the newest is closed";
    EXPECT_EQ(test.window->focusWidget(), before);
    EXPECT_FALSE(test.window->actions().find("view.messages")->shortcut().isEmpty()) << "so it is in the sheet";
}

// SPEC G2
TEST(MainWindow, WhatWasForgottenIsNotKeptAgainByAWindowThatIsOpen)
{
    TestProgram program;
    const auto open = [&] {
        auto session = std::make_unique<Session>(std::make_unique<FakeDeployment>(), SessionOrigin{});
        QPointer<MainWindow> window = new MainWindow(program.program(), std::move(session));
        window->show();
        spinOnce();
        return window;
    };
    const auto close = [](QPointer<MainWindow> &window) {
        window->close();
        return spinUntil([&] { return !window; });
    };
    QPointer<MainWindow> window = open();
    window->layout().show(ViewId::Log);
    program.settings.clear();
    spinOnce();
    EXPECT_FALSE(window->layout().dock(ViewId::Log)->isVisible()) << "as at first, at once";
    ASSERT_TRUE(close(window));
    EXPECT_FALSE(program.settings.value("window/state").isValid());
    EXPECT_FALSE(program.settings.value("window/geometry").isValid());

    window = open();
    program.settings.clear();
    window->layout().show(ViewId::Log);
    ASSERT_TRUE(close(window));
    EXPECT_TRUE(program.settings.value("window/state").isValid()) << "what is changed afterwards counts";
}

// SPEC G1
TEST(MainWindow, AskingBeforeANodeEndsWithItsWindow)
{
    TestWindow test(SessionKind::Embedded);
    test.fill();
    test.window->close();
    spinOnce();
    ASSERT_TRUE(test.window) << "leases would end unasked";
    auto *question = test.window->findChild<QMessageBox *>();
    ASSERT_TRUE(question);
    EXPECT_TRUE(question->informativeText().contains("lease"));
    saveShot(*question, "leave-embedded");
    QTest::keyClick(question, Qt::Key_Escape);
    spinOnce();
    ASSERT_TRUE(test.window);
    EXPECT_TRUE(test.window->isVisible());
    test.window->close();
    spinOnce();
    question = test.window->findChild<QMessageBox *>();
    ASSERT_TRUE(question);
    for (QAbstractButton *button : question->buttons())
        if (question->buttonRole(button) == QMessageBox::DestructiveRole)
            button->click();
    EXPECT_TRUE(spinUntil([&] { return !test.window; }));
}

// SPEC G1
TEST(MainWindow, AnAttachedWindowClosesWithoutAsking)
{
    TestWindow test;
    test.fill();
    test.window->close();
    EXPECT_TRUE(spinUntil([&] { return !test.window; }));
}

// SPEC G2
TEST(MainWindow, KeepsItsArrangement)
{
    TestProgram program;
    const auto open = [&] {
        auto session = std::make_unique<Session>(std::make_unique<FakeDeployment>(), SessionOrigin{});
        auto *window = new MainWindow(program.program(), std::move(session));
        window->show();
        spinOnce();
        return window;
    };
    QPointer<MainWindow> first = open();
    EXPECT_FALSE(first->layout().dock(ViewId::Log)->isVisible());
    first->layout().show(ViewId::Log);
    first->layout().show(ViewId::Journal);
    first->close();
    ASSERT_TRUE(spinUntil([&] { return !first; }));
    QPointer<MainWindow> second = open();
    EXPECT_TRUE(second->layout().dock(ViewId::Log)->isVisible());
    EXPECT_EQ(second->layout().currentCentral()->id(), ViewId::Journal);
    second->layout().arrange(WindowLayout::Arrangement::Watch);
    spinOnce();
    EXPECT_FALSE(second->layout().dock(ViewId::Log)->isVisible());
    EXPECT_EQ(second->layout().currentCentral()->id(), ViewId::Overview);
    delete second;
}

// SPEC G2
TEST(MainWindow, KeyboardReachesEveryView)
{
    TestWindow test;
    test.fill();
    test.window->activateWindow();
    spinOnce();
    int number = 0;
    for (const ViewId id : allViews) {
        if (!isCentral(id))
            continue;
        QTest::keyClick(test.window.data(), Qt::Key(Qt::Key_1 + number++), Qt::ControlModifier);
        spinOnce();
        EXPECT_EQ(test.window->layout().currentCentral()->id(), id);
    }
}

// SPEC G2
TEST(MainWindow, EveryCentralViewIsInAMenu)
{
    TestWindow test;
    for (const ViewId id : allViews) {
        if (!isCentral(id))
            continue;
        const QAction *show = test.window->actions().find("view." + nameOf(id));
        ASSERT_TRUE(show);
        EXPECT_TRUE(std::ranges::any_of(show->associatedObjects(), [](QObject *place) {
            return qobject_cast<QMenu *>(place);
        })) << nameOf(id).toStdString();
    }
}

} // namespace
} // namespace cheetah::gui
