// SPDX-License-Identifier: Apache-2.0
// The whole program as a person meets it: its windows, real nodes, and what goes wrong with them.
#include "console.h"

#include "actions/confirmdialog.h"
#include "support/fakeconsolenode.h"
#include "support/guitest.h"
#include "support/nodefixture.h"
#include "support/programs.h"
#include "topology/topologymap.h"
#include "views/inspectorview.h"
#include "views/mainwindow.h"
#include "views/startscreen.h"
#include "views/tableview.h"
#include "widgets/banner.h"
#include "widgets/toastwidget.h"

#include <QtCore/QRegularExpression>
#include <QtCore/QTemporaryDir>
#include <QtGui/QAccessible>
#include <QtNetwork/QTcpServer>
#include <QtTest/QTest>
#include <QtWidgets/QAbstractItemView>
#include <QtWidgets/QCheckBox>
#include <QtWidgets/QDockWidget>
#include <QtWidgets/QHeaderView>
#include <QtWidgets/QLabel>
#include <QtWidgets/QLineEdit>
#include <QtWidgets/QPushButton>

#include <csignal>

#include <gtest/gtest.h>

namespace cheetah::gui {
namespace {

using test::NodeFixture;
using test::NodeProcess;
using test::ScriptedClient;
using testgui::saveShot;
using testgui::spinOnce;
using testgui::spinUntil;
using Begin = ConsoleOptions::Begin;

constexpr std::array allViews = {ViewId::Overview,  ViewId::Assignments, ViewId::Contexts, ViewId::Topology,
                                 ViewId::Health,    ViewId::Journal,     ViewId::Waiters,  ViewId::Nodes,
                                 ViewId::FleetTree, ViewId::Inspector,   ViewId::Explain,  ViewId::Evidence,
                                 ViewId::Log,       ViewId::Pending};

/// The console as it was started, with settings that nobody else sees.
class Started {
public:
    explicit Started(Begin begin, ConsoleOptions options = {})
    {
        options.begin = begin;
        options.settingsFile = m_folder.filePath("console.ini");
        options.language = "en";
        options.theme = "light";
        m_console = std::make_unique<Console>(std::move(options));
        m_console->begin();
    }
    ~Started()
    {
        m_console->program().languages.use("en");
        m_console.reset();
    }
    static Started embedding(const QString &listen)
    {
        ConsoleOptions options;
        options.embed.listen = listen;
        return Started(Begin::Embed, std::move(options));
    }
    static Started connecting(const QUrl &node, const std::string &token)
    {
        ConsoleOptions options;
        options.connect.url = node.toString();
        options.connect.token = QString::fromStdString(token);
        return Started(Begin::Connect, std::move(options));
    }

    Console &console() { return *m_console; }
    static std::vector<MainWindow *> windows()
    {
        std::vector<MainWindow *> found;
        for (QWidget *widget : QApplication::topLevelWidgets())
            if (auto *window = qobject_cast<MainWindow *>(widget); window && window->isVisible())
                found.push_back(window);
        return found;
    }
    /// The only one.
    static MainWindow &window() { return *windows().at(0); }
    static StartScreen *start()
    {
        for (QWidget *widget : QApplication::topLevelWidgets())
            if (auto *screen = qobject_cast<StartScreen *>(widget); screen && screen->isVisible())
                return screen;
        return nullptr;
    }
    /// What the start screen complains of.
    static QString problem()
    {
        const Banner *banner = start() ? start()->findChild<Banner *>() : nullptr;
        return banner && banner->isVisible() ? banner->message().text : QString();
    }
    bool isLive() const { return windows().size() == 1 && isLive(window()); }
    static bool isLive(MainWindow &window)
    {
        return window.session().deployment().status().state == ConnectionState::Live
            && window.session().fleet().isLoaded();
    }

private:
    QTemporaryDir m_folder;
    std::unique_ptr<Console> m_console;
};

QString banners(const MainWindow &window)
{
    QStringList texts;
    for (const Banner *banner : window.findChildren<Banner *>())
        if (banner->isVisible())
            texts.push_back(banner->message().text);
    return texts.join('\n');
}

/// The first tab of the fleet that is shown.
std::optional<ContextName> anyTab(MainWindow &window)
{
    const Fleet &fleet = window.session().fleet().fleet();
    for (Slot slot = 0; slot < fleet.contextSlots(); ++slot)
        if (fleet.context(slot).name)
            return *fleet.context(slot).name;
    return std::nullopt;
}

std::string acquiring(const char *task)
{
    return std::string(R"({"userId":"u","taskId":")") + task + R"(","requestId":"r-)" + task + R"("})";
}

// SPEC G1
TEST(ConsoleBegins, AtTheNodeThatThisAccountRunsElseWithOneOfItsOwn)
{
    {
        NodeProcess node;
        ASSERT_TRUE(node.isReady());
        const Started attached(Begin::Auto);
        ASSERT_TRUE(spinUntil([&] { return attached.isLive(); }));
        EXPECT_EQ(attached.window().session().origin().kind, SessionKind::Attached);
        EXPECT_EQ(attached.window().session().node(), node.url());
        EXPECT_EQ(attached.window().session().whyNoAction(), QString());
        EXPECT_EQ(node.stop(), 0);
    }
    ConsoleOptions options;
    options.embed.listen = "127.0.0.1:0";
    const Started embedded(Begin::Auto, options);
    ASSERT_TRUE(spinUntil([&] { return embedded.isLive(); }));
    EXPECT_EQ(embedded.window().session().origin().kind, SessionKind::Embedded);
    EXPECT_NE(embedded.window().session().node().port(), 0);
    EXPECT_FALSE(embedded.start());
}

// SPEC G1
TEST(ConsoleBegins, APortInUseIsSaidOnTheStartScreenWhereAnotherCanBeTaken)
{
    QTcpServer other;
    ASSERT_TRUE(other.listen(QHostAddress::LocalHost));
    const QString taken = QStringLiteral("127.0.0.1:%1").arg(other.serverPort());
    const Started started = Started::embedding(taken);
    ASSERT_TRUE(spinUntil([&] { return !started.problem().isEmpty(); }));
    EXPECT_TRUE(started.problem().contains(taken + " is in use")) << started.problem().toStdString();
    EXPECT_TRUE(started.problem().contains("Choose another")) << started.problem().toStdString();
    EXPECT_TRUE(spinUntil([&] { return started.windows().empty(); }));
    saveShot(*started.start(), "console-port-in-use");
    // It is entered right there.
    auto *listen = started.start()->findChild<QLineEdit *>("listen");
    started.start()->findChild<QCheckBox *>("withBrowser")->setChecked(false);
    listen->setText("127.0.0.1:0");
    QTest::keyClick(listen, Qt::Key_Return);
    EXPECT_TRUE(spinUntil([&] { return started.isLive() && !started.start(); }));
}

// SPEC G1
TEST(ConsoleBegins, AWrongTokenIsSaidOnTheStartScreen)
{
    const NodeFixture node;
    ASSERT_TRUE(node.started());
    const Started started = Started::connecting(node.url(), "0123456789abcdef0123456789abcdef");
    ASSERT_TRUE(spinUntil([&] { return !started.problem().isEmpty(); }));
    EXPECT_TRUE(started.problem().contains("token")) << started.problem().toStdString();
    EXPECT_TRUE(spinUntil([&] { return started.windows().empty(); }));
}

// SPEC G1
TEST(ConsoleBegins, ANodeOfAnotherProtocolIsSaidInWords)
{
    test::FakeConsoleNode::Setup future;
    future.subprotocol = "cheetah.console.v9";
    test::FakeConsoleNode::Setup newer;
    newer.refusal = Error(ErrorCode::VersionUnsupported, {{"version", "1"}, {"supported", "9"}});
    for (const auto &setup : {future, newer}) {
        const test::FakeConsoleNode node(setup);
        const Started started = Started::connecting(node.url(), "t");
        ASSERT_TRUE(spinUntil([&] { return !started.problem().isEmpty(); }));
        const QString said = started.problem();
        EXPECT_TRUE(said.contains("version", Qt::CaseInsensitive) || said.contains("newer")) << said.toStdString();
        EXPECT_FALSE(said.contains('{') || said.contains('?')) << said.toStdString();
        EXPECT_TRUE(spinUntil([&] { return started.windows().empty(); }));
    }
}

// SPEC O3 SPEC G3
TEST(ConsoleBegins, AViewerSeesEverythingAndCanDoNothing)
{
    NodeFixture node;
    ASSERT_TRUE(node.started());
    const auto client = node.client("u", "c");
    ASSERT_TRUE(client);
    ASSERT_EQ(node.call("acquire", "app", acquiring("A")).status, 200);
    const Started started = Started::connecting(node.url(), node.token("viewer"));
    ASSERT_TRUE(spinUntil([&] { return started.isLive(); }));
    MainWindow &window = started.window();
    const Fleet &fleet = window.session().fleet().fleet();
    ASSERT_EQ(fleet.assignedCount(), 1U);
    for (const ViewId id : {ViewId::Assignments, ViewId::Contexts, ViewId::FleetTree}) {
        window.layout().show(id);
        EXPECT_TRUE(spinUntil([&] {
            const auto tables = window.layout().view(id)->findChildren<QAbstractItemView *>();
            return std::any_of(tables.begin(), tables.end(),
                               [](auto *table) { return table->isVisible() && table->model()->rowCount() > 0; });
        })) << int(id);
    }
    std::vector<ObjectId> all;
    for (Slot slot = 0; slot < fleet.contextSlots(); ++slot)
        all.push_back(*fleet.context(slot).name);
    window.session().selection().select(all, all.front());
    for (const char *id : {"lease.release", "context.settle", "client.disconnect", "client.drain", "window.drain"}) {
        EXPECT_FALSE(window.actions().find(id)->isEnabled()) << id;
        EXPECT_TRUE(window.actions().find(id)->toolTip().contains("operator")) << id;
    }
    // The node does not rely on that.
    for (const ObjectId &object : all) {
        const Slot slot = fleet.find(std::get<ContextName>(object));
        if (!fleet.context(slot).assignment)
            continue;
        std::optional<Result<ReleaseOutcome>> answer;
        Scope scope;
        window.session().requests().forceRelease(std::get<ContextName>(object), fleet.context(slot).assignment->fence,
                                                 {}, scope, [&](auto result) { answer = std::move(result); });
        ASSERT_TRUE(spinUntil([&] { return answer.has_value(); }));
        ASSERT_FALSE(*answer);
        EXPECT_EQ(answer->error().code, ErrorCode::Forbidden);
    }
    EXPECT_EQ(fleet.assignedCount(), 1U);
}

/// A node as a program that dies and comes back at the same address.
struct MortalNode {
    std::unique_ptr<NodeProcess> process;
    std::unique_ptr<ScriptedClient> client;
    QUrl url;

    bool begin(const std::string &deployment = "dev")
    {
        const std::string listen = "127.0.0.1:" + std::to_string(url.isEmpty() ? 0 : url.port());
        process =
            std::make_unique<NodeProcess>(std::vector<std::string>{"--listen", listen, "--deployment", deployment});
        url = process->url();
        return process->isReady();
    }
    bool join(const char *name)
    {
        client = std::make_unique<ScriptedClient>(ClientName{UserId::trusted("u"), ClientId::trusted(name)},
                                                  Epoch::trusted(std::string("e-") + name));
        return client->connectTo(url, process->token("client"));
    }
    void kill()
    {
        process->program().signal(SIGKILL);
        process->program().wait();
    }
};

// SPEC E5 SPEC G2 SPEC G3
TEST(ConsoleOnABadDay, ANodeThatDiesIsLostAndOneThatComesBackIsShownAnew)
{
    MortalNode node;
    ASSERT_TRUE(node.begin());
    ASSERT_TRUE(node.join("before"));
    const Started started = Started::connecting(node.url, node.process->token("operator"));
    ASSERT_TRUE(spinUntil([&] { return started.isLive() && anyTab(started.window()); }));
    MainWindow &window = started.window();
    const ContextName tab = *anyTab(window);
    window.session().selection().select(tab);
    QAction &disconnect = *window.actions().find("client.disconnect");
    EXPECT_TRUE(disconnect.isEnabled());

    for (const std::string deployment : {"dev", "other"}) {
        node.kill();
        ASSERT_TRUE(spinUntil([&] { return window.session().deployment().status().state == ConnectionState::Lost; }));
        spinOnce();
        EXPECT_TRUE(banners(window).contains("tried again")) << banners(window).toStdString();
        EXPECT_TRUE(banners(window).contains("as it was")) << banners(window).toStdString();
        EXPECT_FALSE(disconnect.isEnabled());
        EXPECT_TRUE(disconnect.toolTip().contains("no connection")) << disconnect.toolTip().toStdString();
        EXPECT_TRUE(anyTab(window)) << "the last picture stays";
        saveShot(window, "console-node-lost");

        ASSERT_TRUE(node.begin(deployment));
        ASSERT_TRUE(node.join(deployment.c_str()));
        ASSERT_TRUE(spinUntil([&] { return started.isLive() && banners(window).contains("anew"); }));
        ASSERT_TRUE(spinUntil([&] {
            const auto shown = anyTab(window);
            return shown && shown->client.text() == deployment;
        }));
        EXPECT_EQ(window.session().fleet().fleet().find(tab), noSlot) << "of the node before";
        EXPECT_FALSE(banners(window).contains("tried again")) << banners(window).toStdString();
        EXPECT_EQ(window.session().whyNoAction(), QString());
        EXPECT_EQ(banners(window).contains("Another deployment"), deployment == "other");
        window.session().selection().select(*anyTab(window));
        EXPECT_TRUE(disconnect.isEnabled());
    }
    saveShot(window, "console-another-deployment");
}

/// What somebody reads as text must not be anything else.
class HostileTitles : public testing::Test {
protected:
    static constexpr int mostShown = 2'000;
    static constexpr const char *html = "<b>bold</b><img src='file:///etc/passwd'>";
    static bool isPlain(const QString &text)
    {
        static const QRegularExpression control(
            "[\\x{0}-\\x{9}\\x{b}-\\x{1f}\\x{200e}\\x{200f}\\x{202a}-\\x{202e}\\x{2066}-\\x{2069}]");
        return text.size() <= mostShown && !text.contains(control);
    }
    static bool isHarmlessTip(const QString &tip)
    {
        return isPlain(tip) && (!Qt::mightBeRichText(tip) || !(tip.contains("<b>") || tip.contains("<img")));
    }
    static void expectPlain(const QAbstractItemModel &model, const QModelIndex &parent = {})
    {
        for (int row = 0; row < model.rowCount(parent); ++row)
            for (int column = 0; column < model.columnCount(parent); ++column) {
                const QModelIndex index = model.index(row, column, parent);
                for (const int role : {int(Qt::DisplayRole), int(Qt::AccessibleTextRole)}) {
                    const QString text = index.data(role).toString();
                    EXPECT_TRUE(isPlain(text) && !text.contains('\n')) << text.left(200).toStdString();
                }
                const QString tip = index.data(Qt::ToolTipRole).toString();
                EXPECT_TRUE(isHarmlessTip(tip)) << tip.left(200).toStdString();
                if (column == 0)
                    expectPlain(model, index);
            }
    }
    static void expectPlain(const QWidget &shown)
    {
        for (const QWidget *widget : shown.findChildren<QWidget *>()) {
            EXPECT_TRUE(isHarmlessTip(widget->toolTip())) << widget->toolTip().left(200).toStdString();
            EXPECT_TRUE(isPlain(widget->accessibleName())) << widget->accessibleName().left(200).toStdString();
            if (const auto *view = qobject_cast<const QAbstractItemView *>(widget))
                expectPlain(*view->model());
            const auto *label = qobject_cast<const QLabel *>(widget);
            if (!label)
                continue;
            EXPECT_TRUE(isPlain(label->text())) << label->text().left(200).toStdString();
            EXPECT_TRUE(label->textFormat() == Qt::PlainText || !Qt::mightBeRichText(label->text()))
                << label->text().left(200).toStdString();
        }
    }
    static int read(QAccessibleInterface *of)
    {
        const QString said = of->text(QAccessible::Name);
        EXPECT_TRUE(isPlain(said) && !said.contains('\n')) << said.left(200).toStdString();
        int count = 1;
        for (int i = 0; i < of->childCount(); ++i)
            if (QAccessibleInterface *child = of->child(i))
                count += read(child);
        return count;
    }
};

// SPEC G2 SPEC W3
TEST_F(HostileTitles, AreShownAsPlainBoundedText)
{
    NodeFixture node;
    ASSERT_TRUE(node.started());
    const auto client = node.client("u", "c", 5);
    ASSERT_TRUE(client);
    std::vector<ReportedContext> &tabs = client->windows[0].contexts;
    tabs[0].title = std::string(700'000, 'm');
    tabs[1].title = "evil \xe2\x80\xae gpj.exe \xe2\x81\xa6 and \xe2\x80\x8f back";
    tabs[2].title = "\xf0\x9f\x91\xa9\xe2\x80\x8d\xf0\x9f\x9a\x80 \xf0\x9f\x8e\x89\xf0\x9f\x8e\x89";
    tabs[3].title = "one\ntwo\r\n\tthree\x1b[31m";
    tabs[4].title = html;
    client->windows[0].title = html;
    ASSERT_TRUE(client->report());
    for (const char *task : {"A", "B", "C", "D", "E"})
        ASSERT_EQ(node.call("acquire", "app", acquiring(task)).status, 200);

    const Started started = Started::connecting(node.url(), node.token("operator"));
    ASSERT_TRUE(spinUntil([&] { return started.isLive() && anyTab(started.window()); }));
    MainWindow &window = started.window();
    const QSize size = window.size();
    const Fleet &fleet = window.session().fleet().fleet();
    for (Slot slot = 0; slot < fleet.contextSlots(); ++slot) {
        const ContextRow &row = fleet.context(slot);
        ASSERT_TRUE(row.name && row.reported);
        window.session().selection().select(*row.name);
        for (const ViewId id : allViews) {
            if (slot > 0 && id != ViewId::Inspector)
                continue;
            window.layout().show(id);
            spinOnce();
            expectPlain(*window.layout().view(id));
        }
        EXPECT_LT(row.reported->title.size(), 10'000U);
        saveShot(window, QStringLiteral("console-hostile-%1").arg(slot));
    }
    window.layout().show(ViewId::Topology);
    auto *map = window.findChild<TopologyMap *>();
    ASSERT_TRUE(map);
    ASSERT_TRUE(spinUntil([&] { return read(QAccessible::queryAccessibleInterface(map)) > 5; }));
    EXPECT_EQ(window.size(), size);

    // The titles change without end; what is kept of them does not grow.
    const std::size_t entries = window.session().journal().entries().size();
    for (int round = 0; round < 20; ++round) {
        tabs[0].title = std::string(700'000, char('a' + round));
        ASSERT_TRUE(client->report());
    }
    const auto last = client->contextName("t1");
    ASSERT_TRUE(spinUntil([&] { return fleet.context(fleet.find(last)).reported->title.starts_with('t'); }));
    EXPECT_LT(fleet.context(fleet.find(last)).reported->title.size(), 10'000U);
    EXPECT_LT(window.session().journal().entries().size(), entries + 5);
    EXPECT_EQ(window.size(), size);
}

/// All that a model says, a line a row.
QStringList lines(const QAbstractItemModel &model, const QModelIndex &parent = {})
{
    QStringList all;
    for (int row = 0; row < model.rowCount(parent); ++row) {
        QStringList cells;
        for (int column = 0; column < model.columnCount(parent); ++column)
            cells << model.index(row, column, parent).data().toString();
        all << cells.join(" | ") << lines(model, model.index(row, 0, parent));
    }
    return all;
}

QStringList lines(MainWindow &window, ViewId id)
{
    window.layout().show(id);
    QStringList all;
    for (const QAbstractItemView *view : window.layout().view(id)->findChildren<QAbstractItemView *>())
        if (view->isVisible())
            all << lines(*view->model());
    return all;
}

// SPEC G1
TEST(ConsoleWindows, EmbeddingAndAttachingShowTheSameAtTheSameRevision)
{
    Started started = Started::embedding("127.0.0.1:0");
    ASSERT_TRUE(spinUntil([&] { return started.isLive(); }));
    MainWindow &embedded = started.window();
    const SessionOrigin origin = embedded.session().origin();
    const QUrl url = embedded.session().node();
    const auto token = [&](const char *scope) {
        std::string found;
        QFile file(origin.tokenFile);
        if (file.open(QIODevice::ReadOnly))
            for (const QByteArray &line : file.readAll().split('\n'))
                if (line.startsWith(QByteArray(scope) + ' '))
                    found = line.mid(qsizetype(qstrlen(scope)) + 1).trimmed().toStdString();
        return found;
    };
    ScriptedClient client({UserId::trusted("u"), ClientId::trusted("c")}, Epoch::trusted("e"), 6);
    client.windows[0].title = "Mail";
    ASSERT_TRUE(client.connectTo(url, token("client")));
    const auto taken =
        test::runProgram("cheetahctl", {"acquire", "--node", url.toString().toStdString(), "--token-file",
                                        origin.tokenFile.toStdString(), "--user", "u", "--task", "A"});
    ASSERT_EQ(taken.status, 0) << taken.err;
    ConnectOptions options;
    options.url = url.toString();
    options.tokenFile = origin.tokenFile;
    MainWindow *attached = started.console().open(started.console().program().sessions.connect(options));
    ASSERT_TRUE(attached);
    const Fleet &here = embedded.session().fleet().fleet(), &there = attached->session().fleet().fleet();
    ASSERT_TRUE(spinUntil([&] {
        return Started::isLive(*attached) && here.assignedCount() == 1 && here.revision() == there.revision();
    }));
    for (const ViewId id : {ViewId::FleetTree, ViewId::Assignments, ViewId::Contexts, ViewId::Waiters}) {
        QStringList one, two;
        // What counts down may change its second between the two.
        EXPECT_TRUE(spinUntil(
            [&] {
                one = lines(embedded, id);
                two = lines(*attached, id);
                return one == two && (id == ViewId::Waiters || !one.isEmpty());
            },
            Seconds(5)))
            << one.join('\n').toStdString() << "\n--- attached:\n"
            << two.join('\n').toStdString();
    }
    saveShot(embedded, "console-embedded");
    saveShot(*attached, "console-attached");
    attached->closeWithoutAsking();
    EXPECT_TRUE(spinUntil([&] { return started.windows().size() == 1; }));
    EXPECT_TRUE(Started::isLive(embedded)) << "the node goes with its own window alone";
}

/// A person without a mouse.
class Keyboard : public testing::Test {
protected:
    void press(Qt::Key key, Qt::KeyboardModifiers modifiers = {})
    {
        ASSERT_TRUE(spinUntil([] { return QGuiApplication::focusWindow() != nullptr; }));
        QTest::keyClick(QGuiApplication::focusWindow(), key, modifiers);
        spinOnce();
    }
    void type(const QString &text)
    {
        for (const QChar letter : text)
            QTest::keyClick(QGuiApplication::focusWindow(), letter.toLatin1());
        spinOnce();
    }
    /// By Tab alone.
    bool reach(const QWidget *target)
    {
        const auto isThere = [&] {
            const QWidget *at = QApplication::focusWidget();
            return at && (at == target || target->isAncestorOf(at));
        };
        for (int i = 0; i < 80 && !isThere(); ++i)
            press(Qt::Key_Tab);
        return isThere();
    }
    bool becomesActive(const QWidget *window)
    {
        return spinUntil([&] { return QApplication::activeWindow() == window; });
    }
    /// What the field holds is replaced.
    bool enter(const QWidget *field, const QString &text)
    {
        if (!reach(field))
            return false;
        press(Qt::Key_A, Qt::ControlModifier);
        type(text);
        return true;
    }
};

// SPEC G2
TEST_F(Keyboard, OneRunsANodeAndSeesItsFleet)
{
    const Started started(Begin::Start);
    ASSERT_TRUE(becomesActive(started.start()));
    ASSERT_TRUE(enter(started.start()->findChild<QLineEdit *>("listen"), "127.0.0.1:0"));
    auto *withBrowser = started.start()->findChild<QCheckBox *>("withBrowser");
    ASSERT_TRUE(reach(withBrowser));
    press(Qt::Key_Space);
    EXPECT_FALSE(withBrowser->isChecked());
    ASSERT_TRUE(reach(started.start()->findChild<QLineEdit *>("listen")));
    press(Qt::Key_Return);
    ASSERT_TRUE(spinUntil([&] { return started.isLive(); }));
    MainWindow &window = started.window();
    ASSERT_TRUE(becomesActive(&window));

    ScriptedClient client({UserId::trusted("u"), ClientId::trusted("c")}, Epoch::trusted("e"), 2);
    std::string token;
    QFile tokens(window.session().origin().tokenFile);
    ASSERT_TRUE(tokens.open(QIODevice::ReadOnly));
    for (const QByteArray &line : tokens.readAll().split('\n'))
        if (line.startsWith("client "))
            token = line.mid(7).trimmed().toStdString();
    ASSERT_TRUE(client.connectTo(window.session().node(), token));
    ASSERT_TRUE(spinUntil([&] { return anyTab(window).has_value(); }));
    press(Qt::Key_T, Qt::ControlModifier);
    const View *tree = window.layout().view(ViewId::FleetTree);
    ASSERT_TRUE(spinUntil([&] { return tree->isAncestorOf(QApplication::focusWidget()); }));
    // User, client, window, tab.
    for (int i = 0; i < 12 && !std::holds_alternative<ContextName>(window.session().selection().current()); ++i)
        press(i % 2 ? Qt::Key_Down : Qt::Key_Right);
    EXPECT_TRUE(std::holds_alternative<ContextName>(window.session().selection().current()));
    saveShot(window, "console-keys-fleet");
}

// SPEC G2 SPEC O3
TEST_F(Keyboard, OneAttachesFindsALeaseLooksAtItAndReleasesIt)
{
    NodeFixture node;
    ASSERT_TRUE(node.started());
    const auto client = node.client("u", "c", 4);
    ASSERT_TRUE(client);
    for (const char *task : {"invoice-1", "invoice-2", "report-7"})
        ASSERT_EQ(node.call("acquire", "app", acquiring(task)).status, 200);
    const Started started(Begin::Start);
    ASSERT_TRUE(becomesActive(started.start()));
    ASSERT_TRUE(enter(started.start()->findChild<QLineEdit *>("url"), node.url().toString()));
    ASSERT_TRUE(
        enter(started.start()->findChild<QLineEdit *>("tokenFile"), QString::fromStdString(node.tokenFile().string())));
    press(Qt::Key_Return);
    ASSERT_TRUE(spinUntil([&] { return started.isLive(); }));
    MainWindow &window = started.window();
    ASSERT_TRUE(becomesActive(&window));

    for (const Qt::Key view : {Qt::Key_3, Qt::Key_6, Qt::Key_7}) { // tabs, journal, waiting
        press(view, Qt::ControlModifier);
        press(Qt::Key_L, Qt::ControlModifier);
        EXPECT_TRUE(qobject_cast<QLineEdit *>(QApplication::focusWidget())) << int(view - Qt::Key_0);
    }
    press(Qt::Key_2, Qt::ControlModifier);
    EXPECT_EQ(window.layout().currentCentral()->id(), ViewId::Assignments);
    press(Qt::Key_L, Qt::ControlModifier);
    ASSERT_TRUE(qobject_cast<QLineEdit *>(QApplication::focusWidget()))
        << QApplication::focusWidget()->metaObject()->className();
    type("task:report-7");
    press(Qt::Key_Return);
    auto *table = window.layout().view(ViewId::Assignments)->findChild<TableView *>();
    ASSERT_TRUE(table);
    ASSERT_TRUE(spinUntil([&] { return table->model()->rowCount() == 1; }));
    ASSERT_TRUE(reach(table));
    for (int i = 0; i < 3 && window.session().selection().objects().empty(); ++i)
        press(Qt::Key_Down);
    ASSERT_EQ(window.session().selection().objects().size(), 1U);
    press(Qt::Key_Return);
    auto *inspector = static_cast<InspectorView *>(window.layout().view(ViewId::Inspector));
    ASSERT_TRUE(spinUntil([&] { return inspector->isAncestorOf(QApplication::focusWidget()); }));
    saveShot(window, "console-keys-inspected");

    press(Qt::Key_Delete);
    ConfirmDialog *dialog = nullptr;
    ASSERT_TRUE(spinUntil([&] { return (dialog = window.findChild<ConfirmDialog *>()) && dialog->isVisible(); }));
    ASSERT_TRUE(becomesActive(dialog));
    EXPECT_EQ(window.session().fleet().fleet().assignedCount(), 3U) << "nothing happens unasked";
    ASSERT_TRUE(reach(dialog->findChild<QPushButton *>("confirm")));
    saveShot(*dialog, "console-keys-confirm");
    press(Qt::Key_Space);
    EXPECT_TRUE(spinUntil([&] { return window.session().fleet().fleet().assignedCount() == 2; }));
    const auto saysReleased = [&] {
        const auto toasts = window.findChildren<ToastWidget *>();
        return std::any_of(toasts.begin(), toasts.end(), [](const ToastWidget *toast) {
            const auto labels = toast->findChildren<QLabel *>();
            return std::any_of(labels.begin(), labels.end(), [](const QLabel *label) {
                return label->text().contains("released", Qt::CaseInsensitive);
            });
        });
    };
    EXPECT_TRUE(spinUntil(saysReleased));
    saveShot(window, "console-keys-released");
    EXPECT_NE(node.call("assignments", "viewer").text.find("invoice-1"), std::string::npos);
    EXPECT_EQ(node.call("assignments", "viewer").text.find("report-7"), std::string::npos);
}

/// Texts of what is in sight, by where they stand.
std::map<QString, QString> textsInSight(const QWidget &window)
{
    std::map<QString, QString> texts;
    const auto take = [&](const QObject *where, const QString &part, const QString &text) {
        texts[QStringLiteral("%1 %2 %3").arg(where->metaObject()->className()).arg(quintptr(where), 0, 16).arg(part)] =
            QString(text).remove('&');
    };
    for (const QWidget *widget : window.findChildren<QWidget *>()) {
        if (!widget->isVisible())
            continue;
        if (const auto *label = qobject_cast<const QLabel *>(widget))
            take(label, "text", label->text());
        if (const auto *button = qobject_cast<const QAbstractButton *>(widget))
            take(button, "text", button->text());
        if (const auto *header = qobject_cast<const QHeaderView *>(widget); header && header->model())
            for (int section = 0; section < header->count() && header->orientation() == Qt::Horizontal; ++section)
                take(header, QString::number(section), header->model()->headerData(section, Qt::Horizontal).toString());
        if (const auto *dock = qobject_cast<const QDockWidget *>(widget))
            take(dock, "title", dock->windowTitle());
        if (const auto *field = qobject_cast<const QLineEdit *>(widget))
            take(field, "placeholder", field->placeholderText());
        take(widget, "name", widget->accessibleName());
        take(widget, "tip", widget->toolTip());
    }
    return texts;
}

// SPEC G2
TEST(ConsoleLanguage, ASwitchWhileItRunsLeavesNoEnglishBehind)
{
    Started started(Begin::Demo);
    ASSERT_TRUE(spinUntil([&] { return started.isLive() && anyTab(started.window()); }));
    MainWindow &window = started.window();
    Languages &languages = started.console().program().languages;
    window.session().fleet().setPaused(true);
    window.session().selection().select(*anyTab(window));
    // The same in both languages, or Qt's own.
    const QRegularExpression same(
        "^(URL|Name|Status|Task|Tabs?|Client|Version|ID|OK|Pause|Filter|Journal|Text|System|Log"
        "|Fence|Sockets|Redis|p50|p95|p99|Cheetah|Live.*|Zoom: .*|[0-9]+ min|Ctrl.*|Scroll (Left|Right))$");
    // Ids and titles.
    const ContextName tab = *anyTab(window);
    const Fleet &fleet = window.session().fleet().fleet();
    QStringList ids{text(toText(tab)),
                    text(tab.user.text()),
                    text(tab.client.text()),
                    text(tab.epoch.text()),
                    text(tab.context.text()),
                    text(fleet.context(fleet.find(tab)).reported->title),
                    text(fleet.context(fleet.find(tab)).reported->url)};
    const auto isOfTheFleet = [&](const QString &shown) {
        QString plain = shown;
        plain.remove("<qt>").remove("</qt>");
        return ids.contains(plain);
    };
    const QRegularExpression words("[A-Za-z]{3,} ?[A-Za-z]*");
    QStringList left;
    QString language = "en";
    const auto textsIn = [&](const QString &wanted) {
        languages.use(wanted);
        language = wanted;
        spinOnce();
        spinOnce(); // what was made anew takes its place
        return textsInSight(window);
    };
    for (const ViewId id : allViews) {
        window.layout().show(id);
        const QString other = language == "en" ? "de" : "en";
        const auto before = textsIn(language), after = textsIn(other);
        int compared = 0;
        for (const auto &[where, text] : before) {
            const auto found = after.find(where);
            if (found == after.end() || text.isEmpty())
                continue;
            ++compared;
            if (found->second == text && text.contains(words) && !text.contains(same) && !isOfTheFleet(text))
                left << where.section(' ', 0, 0) + ' ' + where.section(' ', 2) + ": " + text;
        }
        EXPECT_GT(compared, 20) << int(id);
    }
    left.removeDuplicates();
    EXPECT_TRUE(left.isEmpty()) << left.join('\n').toStdString();
    saveShot(window, "console-german");
}

} // namespace
} // namespace cheetah::gui
