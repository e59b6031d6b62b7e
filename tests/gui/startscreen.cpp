// SPDX-License-Identifier: Apache-2.0
#include "views/startscreen.h"

#include "session/languages.h"
#include "settings/keys.h"
#include "settings/settings.h"
#include "support/guitest.h"
#include "widgets/banner.h"
#include "widgets/fieldnote.h"

#include <QtCore/QFile>
#include <QtCore/QTemporaryDir>
#include <QtTest/QTest>
#include <QtWidgets/QCheckBox>
#include <QtWidgets/QComboBox>
#include <QtWidgets/QLineEdit>
#include <QtWidgets/QPushButton>
#include <QtWidgets/QScrollArea>
#include <QtWidgets/QScrollBar>

#include <gtest/gtest.h>

namespace cheetah::gui {
namespace {

struct StartScreenTest : testing::Test {
    QTemporaryDir folder;
    const QString file = folder.filePath("console.ini");
    Settings settings{file};
    Theme theme;
    StartScreen screen{theme, settings};
    std::vector<EmbedOptions> embeds;
    std::vector<ConnectOptions> connects;
    int demos = 0;

    StartScreenTest()
    {
        QObject::connect(&screen, &StartScreen::embedWanted, &screen,
                         [this](const EmbedOptions &o) { embeds.push_back(o); });
        QObject::connect(&screen, &StartScreen::connectWanted, &screen,
                         [this](const ConnectOptions &o) { connects.push_back(o); });
        QObject::connect(&screen, &StartScreen::demoWanted, &screen, [this] { ++demos; });
        screen.resize(800, 500);
        screen.show();
    }
    QLineEdit *field(const char *name) const { return screen.findChild<QLineEdit *>(QLatin1String(name)); }
    QStringList complaints() const
    {
        QStringList all;
        for (const FieldNote *note : screen.findChildren<FieldNote *>())
            if (!note->isHidden())
                all << note->text();
        return all;
    }
};

TEST_F(StartScreenTest, EnterRunsANodeWithABrowser)
{
    EXPECT_EQ(field("listen")->text(), "127.0.0.1:7744");
    QTest::keyClick(field("listen"), Qt::Key_Return);
    ASSERT_EQ(embeds.size(), 1U);
    EXPECT_EQ(embeds[0].listen, "127.0.0.1:7744");
    EXPECT_EQ(embeds[0].browser, std::optional(std::pair(2, 2)));
    screen.findChild<QCheckBox *>("withBrowser")->click();
    QTest::keyClick(field("listen"), Qt::Key_Return);
    EXPECT_EQ(embeds[1].browser, std::nullopt);
    EXPECT_FALSE(settings.value(keys::withBrowser).toBool()) << "remembered";
}

TEST_F(StartScreenTest, NonsenseIsSaidAtTheField)
{
    for (const char *wrong :
         {"", "7744", "127.0.0.1:", "127.0.0.1:99999", "127.0.0.1:-1", "http://127.0.0.1:7744", "a b:1"}) {
        field("listen")->setText(wrong);
        QTest::keyClick(field("listen"), Qt::Key_Return);
        EXPECT_TRUE(embeds.empty()) << wrong;
        EXPECT_EQ(complaints().size(), 1) << wrong;
        EXPECT_FALSE(field("listen")->accessibleDescription().isEmpty());
    }
    QTest::keyClick(field("listen"), Qt::Key_1);
    EXPECT_TRUE(complaints().isEmpty()) << "gone once it is edited";
    for (const char *wrong : {"", "ftp://x", "http://", "<b>"}) {
        field("url")->setText(wrong);
        QTest::keyClick(field("url"), Qt::Key_Return);
        EXPECT_TRUE(connects.empty()) << wrong;
        EXPECT_EQ(complaints().size(), 1) << wrong;
    }
    field("url")->setText("127.0.0.1:7744");
    field("tokenFile")->setText("/no/such/file");
    QTest::keyClick(field("tokenFile"), Qt::Key_Return);
    EXPECT_TRUE(connects.empty());
    EXPECT_EQ(complaints(), QStringList{"There is no such file."});
}

TEST_F(StartScreenTest, AddressIsKeptAndTheTokenIsNot)
{
    field("url")->setText("https://node.example:7744");
    auto *from = screen.findChild<QComboBox *>("tokenFrom");
    from->setCurrentIndex(1);
    EXPECT_EQ(field("token")->echoMode(), QLineEdit::Password);
    QTest::keyClick(field("token"), Qt::Key_Return);
    EXPECT_TRUE(connects.empty());
    field("token")->setText("s3cr3t-t0ken");
    QTest::keyClick(field("token"), Qt::Key_Return);
    ASSERT_EQ(connects.size(), 1U);
    EXPECT_EQ(connects[0].token, "s3cr3t-t0ken");
    EXPECT_TRUE(connects[0].tokenFile.isEmpty());
    EXPECT_TRUE(field("token")->text().isEmpty());
    settings.sync();
    QFile kept(file);
    ASSERT_TRUE(kept.open(QIODevice::ReadOnly));
    const QByteArray bytes = kept.readAll();
    EXPECT_TRUE(bytes.contains("node.example"));
    EXPECT_FALSE(bytes.contains("s3cr3t"));
    const StartScreen next(theme, settings);
    EXPECT_EQ(next.findChild<QLineEdit *>("url")->text(), "https://node.example:7744");
}

// SPEC G1: a password is neither kept nor shown.
TEST_F(StartScreenTest, ANodeMayShareAFleetOnRedis)
{
    EXPECT_FALSE(field("redisUrl")->isVisible()) << "only for those who ask for it";
    screen.findChild<QCheckBox *>("onRedis")->click();
    ASSERT_TRUE(field("redisUrl")->isVisible());
    QTest::keyClick(field("redisUrl"), Qt::Key_Return);
    ASSERT_EQ(complaints().size(), 1);
    field("redisUrl")->setText("redis://me:hush@127.0.0.1");
    QTest::keyClick(field("redisUrl"), Qt::Key_Return);
    ASSERT_EQ(complaints().size(), 1);
    EXPECT_TRUE(complaints()[0].contains("password")) << "it would be kept";
    EXPECT_TRUE(embeds.empty());

    field("redisUrl")->clear();
    QTest::keyClicks(field("redisUrl"), "redis://127.0.0.1:6379");
    QTest::keyClicks(field("nodeId"), "desk");
    screen.findChild<QComboBox *>("redisPasswordFrom")->setCurrentIndex(2);
    QTest::keyClicks(field("redisPassword"), "hush");
    EXPECT_EQ(field("redisPassword")->echoMode(), QLineEdit::Password);
    testgui::saveShot(screen, "start-redis");
    QTest::keyClick(field("redisPassword"), Qt::Key_Return);
    ASSERT_EQ(embeds.size(), 1U);
    EXPECT_EQ(embeds[0].registry, "redis://127.0.0.1:6379");
    EXPECT_EQ(embeds[0].nodeId, "desk");
    EXPECT_EQ(embeds[0].password, "hush");
    EXPECT_TRUE(field("redisPassword")->text().isEmpty());
    settings.sync();
    QFile kept(file);
    ASSERT_TRUE(kept.open(QIODevice::ReadOnly));
    const QByteArray all = kept.readAll();
    EXPECT_TRUE(all.contains("127.0.0.1:6379"));
    EXPECT_FALSE(all.contains("hush"));

    screen.findChild<QCheckBox *>("onRedis")->click();
    QTest::keyClick(field("listen"), Qt::Key_Return);
    ASSERT_EQ(embeds.size(), 2U);
    EXPECT_TRUE(embeds[1].registry.isEmpty());
}

TEST_F(StartScreenTest, WhyANodeCannotShareAFleetIsSaidInWords)
{
    screen.showProblem(Error(ErrorCode::Unavailable, {{"outcome", "not_sent"}, {"reason", "Connection refused"}}));
    EXPECT_TRUE(screen.findChild<Banner *>()->message().text.startsWith("Redis does not answer"));
    screen.showProblem(Error(ErrorCode::NodeIdLive, {{"node", "desk"}}));
    EXPECT_TRUE(screen.findChild<Banner *>()->message().text.contains("desk"));
    screen.showProblem(Error(ErrorCode::StoreLoginRefused));
    EXPECT_TRUE(screen.findChild<Banner *>()->message().text.contains("password"));
}

TEST_F(StartScreenTest, RefusalStandsOnTopUntilTheNextTry)
{
    screen.showProblem(Error(ErrorCode::NotFound, {{"path", "<b>here</b>"}}));
    auto *banner = screen.findChild<Banner *>();
    EXPECT_FALSE(banner->isHidden());
    EXPECT_EQ(banner->message().text, "There is nothing at <b>here</b>.");
    testgui::saveShot(screen, "start-refused");
    for (QPushButton *button : screen.findChildren<QPushButton *>())
        if (button->text() == "Show the demo")
            QTest::keyClick(button, Qt::Key_Space);
    EXPECT_EQ(demos, 1);
    EXPECT_TRUE(banner->isHidden());
}

TEST_F(StartScreenTest, APortInUseIsToldInTheWordsOfThisScreen)
{
    screen.showProblem(Error(ErrorCode::PortInUse, {{"address", "127.0.0.1:7744"}}));
    const auto *banner = screen.findChild<Banner *>();
    EXPECT_TRUE(banner->message().text.contains("127.0.0.1:7744 is in use"));
    EXPECT_FALSE(banner->message().text.contains("--")) << "nobody here typed an option";
    EXPECT_EQ(screen.focusWidget(), field("listen"));
    Languages languages;
    languages.use("de");
    testgui::spinOnce();
    EXPECT_TRUE(banner->message().text.contains("127.0.0.1:7744 wird")) << banner->message().text.toStdString();
    languages.use("en");
}

TEST_F(StartScreenTest, FitsSmallWindowsAndIsWalkedByTab)
{
    Languages languages;
    for (const QSize size : {QSize(800, 500), QSize(500, 400)}) {
        languages.use(size.width() > 600 ? "de" : "en");
        screen.resize(size);
        testgui::spinOnce();
        EXPECT_EQ(screen.findChild<QScrollArea *>()->horizontalScrollBar()->maximum(), 0) << size.width();
    }
    std::set<QWidget *> visited;
    QWidget *at = field("listen");
    do {
        at = at->nextInFocusChain();
        if (at->isVisible() && at->isEnabled() && at->focusPolicy() & Qt::TabFocus)
            visited.insert(at);
    } while (at != field("listen"));
    for (const char *name : {"listen", "url", "tokenFile"})
        EXPECT_TRUE(visited.contains(field(name))) << name;
}

} // namespace
} // namespace cheetah::gui
