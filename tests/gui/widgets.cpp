// SPDX-License-Identifier: Apache-2.0
#include "models/plaintext.h"
#include "session/words.h"
#include "support/guitest.h"
#include "widgets/banner.h"
#include "widgets/card.h"
#include "widgets/connectionbadge.h"
#include "widgets/countbadge.h"
#include "widgets/elidedlabel.h"
#include "widgets/emptystate.h"
#include "widgets/statechip.h"
#include "widgets/toasthost.h"

#include <QtGui/QAccessible>
#include <QtTest/QSignalSpy>
#include <QtTest/QTest>
#include <QtWidgets/QLabel>
#include <QtWidgets/QLineEdit>
#include <QtWidgets/QPushButton>
#include <QtWidgets/QToolButton>

#include <gtest/gtest.h>

namespace cheetah::gui {
namespace {

const QString hostile = QStringLiteral("<img src=x><b>bold</b>\u202Eevil\nline \U0001F406");

QString accessibleName(QWidget &widget)
{
    QAccessibleInterface *access = QAccessible::queryAccessibleInterface(&widget);
    return access ? access->text(QAccessible::Name) : QString();
}

TEST(Widgets, ElidedLabelShowsForeignTextAsItIs)
{
    Theme theme;
    ElidedLabel label(hostile);
    EXPECT_TRUE(label.text().startsWith("<img src=x><b>bold</b>")) << "not taken for HTML";
    EXPECT_FALSE(label.text().contains(QChar(0x202E)));
    EXPECT_FALSE(label.text().contains('\n'));
    EXPECT_TRUE(label.toolTip().isEmpty()) << "no tip that Qt could take for HTML";
    label.resize(20, 20);
    EXPECT_TRUE(label.isCut());
    label.resize(2000, 20);
    EXPECT_FALSE(label.isCut());
    label.setText(QString(1'000'000, 'x'));
    EXPECT_LT(label.text().size(), 3'000);
    EXPECT_LT(label.sizeHint().width(), 2'000);
}

TEST(Widgets, BannerCountsWhatRepeatsAndOpensDetails)
{
    Theme theme;
    QWidget window;
    Banner banner(theme, &window);
    window.show();
    EXPECT_TRUE(banner.isHidden());
    const Error error(ErrorCode::StaleHandle, {{"fence", "7"}});
    const BannerMessage message{Tone::Danger, hostile, QStringLiteral("Retry"), detailsOf(error)};
    EXPECT_EQ(message.details, "stale_handle\nfence: 7");
    for (int i = 0; i < 3; ++i)
        banner.tell(message);
    EXPECT_EQ(banner.count(), 3);
    EXPECT_FALSE(banner.isHidden());
    EXPECT_EQ(banner.findChild<CountBadge *>()->count(), 3);
    for (const QLabel *label : banner.findChildren<QLabel *>())
        EXPECT_EQ(label->textFormat(), Qt::PlainText);
    banner.tell({Tone::Warn, QStringLiteral("Something else")});
    EXPECT_EQ(banner.count(), 1);
    EXPECT_TRUE(banner.findChild<CountBadge *>()->isHidden());
    EXPECT_EQ(accessibleName(banner), "Something else");

    banner.tell(message);
    QSignalSpy acted(&banner, &Banner::actionWanted), closed(&banner, &Banner::closed);
    QTest::keyClick(banner.findChild<QPushButton *>(), Qt::Key_Space);
    EXPECT_EQ(acted.count(), 1);
    banner.clear();
    EXPECT_TRUE(closed.isEmpty()) << "only the person closes";
}

TEST(Widgets, CardIsAButtonForKeyboardAndScreenReader)
{
    Theme theme;
    Card card(theme);
    card.set(Glyph::Lease, QStringLiteral("Assigned"));
    card.setValue(QStringLiteral("12"));
    EXPECT_EQ(accessibleName(card), "Assigned: 12");
    card.setNote(QStringLiteral("3 expire soon"));
    EXPECT_EQ(accessibleName(card), "Assigned: 12, 3 expire soon");
    EXPECT_EQ(QAccessible::queryAccessibleInterface(&card)->role(), QAccessible::Button);
    card.show();
    QSignalSpy clicked(&card, &Card::clicked);
    QTest::keyClick(&card, Qt::Key_Return);
    EXPECT_TRUE(testgui::spinUntil([&] { return clicked.count() == 1; }));
    QTest::keyClick(&card, Qt::Key_Space);
    EXPECT_TRUE(testgui::spinUntil([&] { return clicked.count() == 2; }));
}

TEST(Widgets, StatesAndCountsAreWords)
{
    Theme theme;
    StateChip chip(theme);
    chip.set(Glyph::StateHeld, Words::state(ContextState::Held), Tone::Reserved);
    EXPECT_EQ(accessibleName(chip), "held");
    CountBadge badge(theme);
    EXPECT_TRUE(badge.isHidden());
    badge.setCount(1000);
    EXPECT_FALSE(badge.isHidden());
    EXPECT_EQ(badge.text(), "999+");
    badge.setCount(0);
    EXPECT_TRUE(badge.isHidden());
    EmptyState empty(theme);
    empty.set(Glyph::Filter, QStringLiteral("0 of 312 match"), QStringLiteral("Clear the filter."));
    EXPECT_EQ(accessibleName(empty), "0 of 312 match");
    auto *button = empty.findChild<QPushButton *>();
    EXPECT_TRUE(button->isHidden());
    empty.setAction(QStringLiteral("Clear filter"));
    EXPECT_FALSE(button->isHidden());
    QSignalSpy wanted(&empty, &EmptyState::actionWanted);
    button->click();
    EXPECT_EQ(wanted.count(), 1);
}

TEST(Widgets, ToastsAreFewCollapseAndEnd)
{
    Theme theme;
    QWidget window;
    window.resize(800, 500);
    QLineEdit field(&window);
    ToastHost toasts(theme, &window);
    window.show();
    QSignalSpy ended(&toasts, &ToastHost::ended);
    for (int i = 0; i < 10; ++i)
        toasts.tell({Tone::Ok, QStringLiteral("Released tab 42.")});
    EXPECT_EQ(toasts.count(), 1) << "the same text once";
    const ToastId counting =
        toasts.tell({Tone::Info, QStringLiteral("Releasing"), QStringLiteral("Cancel"), 60'000, true});
    for (int i = 0; i < 10; ++i)
        toasts.tell({Tone::Warn, QStringLiteral("Message %1").arg(i)});
    EXPECT_EQ(toasts.count(), int(ToastHost::mostShown));
    for (const QList<QVariant> &end : ended)
        EXPECT_NE(end.first().value<ToastId>(), counting) << "what counts down stays";
    EXPECT_TRUE(window.rect().contains(toasts.geometry()));
    toasts.dismiss(counting);
    const ToastId brief = toasts.tell({Tone::Info, QStringLiteral("Brief"), {}, 300});
    EXPECT_TRUE(testgui::spinUntil([&] { return !ended.isEmpty() && ended.last().first().value<ToastId>() == brief; }));
}

TEST(Widgets, ToastsAreReachedByKeyboardAndAnnouncedSeldom)
{
    Theme theme;
    QWidget window;
    window.resize(800, 500);
    QLineEdit field(&window);
    ToastHost toasts(theme, &window);
    window.show();
    field.setFocus();
    EXPECT_FALSE(toasts.focusNewest());
    toasts.tell({Tone::Ok, QStringLiteral("first")});
    EXPECT_EQ(toasts.announced(), "first");
    for (int i = 0; i < 5; ++i)
        toasts.tell({Tone::Ok, QStringLiteral("number %1").arg(i)});
    EXPECT_EQ(toasts.announced(), "first") << "not yet again";
    EXPECT_TRUE(testgui::spinUntil([&] { return toasts.announced() == "number 4"; })) << "the newest then";

    QSignalSpy acted(&toasts, &ToastHost::actionTriggered), ended(&toasts, &ToastHost::ended);
    toasts.tell({Tone::Info, QStringLiteral("Releasing"), QStringLiteral("Cancel"), 60'000, true});
    ASSERT_TRUE(toasts.focusNewest());
    ASSERT_TRUE(window.focusWidget());
    QTest::keyClick(window.focusWidget(), Qt::Key_Space);
    EXPECT_EQ(acted.count(), 1);
    EXPECT_EQ(window.focusWidget(), &field) << "focus goes back to where it was";
    ASSERT_TRUE(toasts.focusNewest());
    const auto before = ended.count();
    QTest::keyClick(window.focusWidget(), Qt::Key_Escape);
    EXPECT_EQ(ended.count(), before + 1);
}

/// A connection that a test says everything about.
class ScriptedDeployment final : public Deployment {
public:
    int retries = 0;
    RegistryTime clock{1'800'000'000'000'000};

    void attach() override {}
    void detach() override {}
    void resync() override {}
    void retryNow() override { ++retries; }
    CallId call(std::string_view, std::string) override { return 1; }
    RegistryTime now() const override { return clock; }

    void say(ConnectionStatus status) { setStatus(std::move(status)); }
    void heard(Micros ago, std::optional<Micros> trip = {})
    {
        m_asOf = RegistryTime{clock.us - ago.count()};
        m_roundTrip = trip;
        emit timingMeasured();
    }
};

TEST(Widgets, ConnectionBadgeSaysStateAgeAndNextTry)
{
    Theme theme;
    const Words words;
    ScriptedDeployment deployment;
    ConnectionBadge badge(deployment, theme, words);
    badge.show();
    auto *retry = badge.findChild<QPushButton *>();
    EXPECT_EQ(badge.text(), "Connecting…");
    EXPECT_TRUE(retry->isHidden());
    deployment.heard(Micros(0), Micros(12'400));
    deployment.say({ConnectionState::Live, {}, {}});
    EXPECT_EQ(badge.text(), "Live · 12 ms");
    deployment.heard(Seconds(4));
    deployment.say({ConnectionState::Lagging, {}, {}});
    EXPECT_EQ(badge.text(), "Lagging · as of 4 s ago");
    deployment.heard(Seconds(14));
    deployment.say({ConnectionState::Stale, {}, {}});
    EXPECT_EQ(badge.text(), "Stale · as of 14 s ago");
    deployment.say({ConnectionState::Lost, Error(ErrorCode::Unavailable), Millis(3'000)});
    EXPECT_TRUE(badge.text().startsWith("Lost · next try in ")) << qPrintable(badge.text());
    EXPECT_EQ(accessibleName(badge), badge.text());
    ASSERT_FALSE(retry->isHidden());
    retry->click();
    EXPECT_EQ(deployment.retries, 1);
    EXPECT_TRUE(testgui::spinUntil([&] { return badge.text() == "Lost · trying now"; })) << "it counts down by itself";
    deployment.say({ConnectionState::Refused, Error(ErrorCode::Unauthenticated), {}});
    EXPECT_EQ(badge.text(), "Refused");
    EXPECT_TRUE(retry->isHidden());
    EXPECT_FALSE(badge.toolTip().isEmpty()) << "why";
}

} // namespace
} // namespace cheetah::gui
