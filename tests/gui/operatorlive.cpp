// SPDX-License-Identifier: Apache-2.0
#include "actions/copytext.h"
#include "actions/flowwords.h"
#include "actions/pendingactions.h"
#include "console/remotedeployment.h"
#include "session/session.h"
#include "support/guitest.h"
#include "support/nodefixture.h"
#include "support/programs.h"

#include <QtCore/QRegularExpression>
#include <QtNetwork/QTcpServer>
#include <QtNetwork/QTcpSocket>

#include <csignal>

#include <gtest/gtest.h>

namespace cheetah::gui {
namespace {

using test::NodeFixture;
using testgui::spinUntil;

/// A console over the socket of a real node.
struct Console {
    Console(const QUrl &node, const std::string &token, const QString &tokenFile = {})
        : session(
            std::make_unique<RemoteDeployment>(RemoteDeployment::Options{node, token, "sam", true, true, true}, clock),
            {SessionKind::Attached, node, tokenFile})
    {
        session.deployment().attach();
    }

    bool isLive() const
    {
        return session.deployment().status().state == ConnectionState::Live && session.fleet().isLoaded();
    }
    const Fleet &fleet() const { return session.fleet().fleet(); }
    PendingActions &pending() { return session.pending(); }
    bool isLeased(const ContextName &name) const
    {
        const Slot slot = fleet().find(name);
        return slot != noSlot && fleet().context(slot).assignment.has_value();
    }
    std::shared_ptr<OperatorFlow> release(const ContextName &name)
    {
        return start(planRelease(fleet(), {fleet().find(name)}));
    }
    std::shared_ptr<OperatorFlow> start(OperatorPlan plan)
    {
        auto flow = pending().prepare(std::move(plan));
        pending().confirm(flow, Micros(0));
        return flow;
    }
    bool isDone(const std::shared_ptr<OperatorFlow> &flow) const
    {
        return spinUntil([&] { return flow->step() == OperatorFlow::Step::Done; });
    }

    SystemClock clock;
    Session session;
};

/// A node with one client of two tabs, and leases taken over HTTP.
class OperatorLive : public testing::Test {
protected:
    void SetUp() override
    {
        ASSERT_TRUE(node.started());
        client = node.client("u", "c");
        ASSERT_TRUE(client);
    }
    void acquire(const std::string &task)
    {
        const auto answer =
            node.call("acquire", "app", R"({"userId":"u","taskId":")" + task + R"(","requestId":"r-)" + task + R"("})");
        ASSERT_EQ(answer.status, 200) << answer.text;
    }
    /// The tab that the task holds, as this console shows it.
    static std::optional<ContextName> tabOf(const Console &console, const std::string &task)
    {
        for (Slot slot = 0; slot < console.fleet().contextSlots(); ++slot) {
            const ContextRow &row = console.fleet().context(slot);
            if (row.name && row.assignment && row.assignment->task.text() == task)
                return *row.name;
        }
        return std::nullopt;
    }
    std::unique_ptr<Console> console(const char *scope = "operator")
    {
        auto made = std::make_unique<Console>(node.url(), node.token(scope));
        EXPECT_TRUE(spinUntil([&] { return made->isLive(); }));
        return made;
    }
    ContextName leased(const Console &console, const std::string &task)
    {
        EXPECT_TRUE(spinUntil([&] { return tabOf(console, task).has_value(); })) << task;
        return *tabOf(console, task);
    }

    NodeFixture node{{{"disconnect-policy", "keep"}, {"context-retention", "10m"}}};
    std::unique_ptr<test::ScriptedClient> client;
};

// SPEC O3 SPEC G3
TEST_F(OperatorLive, AReleaseEndsTheLeaseThatWasSeenAndStandsInTheJournal)
{
    acquire("A");
    const auto one = console();
    const ContextName tab = leased(*one, "A");
    auto flow = one->pending().prepare(planRelease(one->fleet(), {one->fleet().find(tab)}));
    flow->setReason("stuck for hours");
    one->pending().confirm(flow, Micros(0));
    ASSERT_TRUE(one->isDone(flow));
    EXPECT_EQ(flow->items()[0].outcome, FlowOutcome::Done);
    EXPECT_TRUE(flow->items()[0].isShown);
    EXPECT_FALSE(one->isLeased(tab));
    EXPECT_NE(node.call("events", "viewer").text.find("stuck for hours"), std::string::npos);
}

// SPEC O3
TEST_F(OperatorLive, TwoConsolesRaceOneReleaseAndOneIsToldThatItIsOver)
{
    for (int round = 0; round < 5; ++round) {
        const std::string task = "race-" + std::to_string(round);
        acquire(task);
        const auto one = console(), two = console();
        const ContextName tab = leased(*one, task);
        ASSERT_EQ(leased(*two, task), tab);
        const auto first = one->release(tab), second = two->release(tab);
        ASSERT_TRUE(one->isDone(first));
        ASSERT_TRUE(two->isDone(second));
        const FlowOutcome a = first->items()[0].outcome, b = second->items()[0].outcome;
        EXPECT_TRUE((a == FlowOutcome::Done && b == FlowOutcome::AlreadyOver)
                    || (a == FlowOutcome::AlreadyOver && b == FlowOutcome::Done))
            << int(a) << ' ' << int(b);
    }
}

// SPEC O3
TEST_F(OperatorLive, ASlowConsoleIsToldWhoseTheTabIsNowAndEndsNothing)
{
    ASSERT_TRUE(client->windows.size() == 1);
    acquire("A");
    acquire("B"); // both tabs are taken
    const auto quick = console(), slow = console();
    const ContextName tab = leased(*quick, "A");
    leased(*slow, "A");
    slow->session.fleet().setPaused(true); // it goes on seeing A
    ASSERT_TRUE(quick->isDone(quick->release(tab)));
    acquire("D"); // the only free one
    ASSERT_EQ(leased(*quick, "D"), tab);
    const auto late = slow->release(tab);
    ASSERT_TRUE(slow->isDone(late));
    EXPECT_EQ(late->items()[0].outcome, FlowOutcome::Replaced);
    const Words words;
    EXPECT_EQ(FlowWords(words).outcome(*late, late->items()[0]), "Now owned by task D – nothing was done");
    EXPECT_TRUE(quick->isLeased(tab));
}

// SPEC O3
TEST_F(OperatorLive, AViewerIsRefusedByTheNodeToo)
{
    acquire("A");
    const auto viewer = console("viewer");
    EXPECT_FALSE(viewer->session.whyNoAction().isEmpty());
    const ContextName tab = leased(*viewer, "A");
    const auto flow = viewer->release(tab); // past everything that the window would stop
    ASSERT_TRUE(viewer->isDone(flow));
    EXPECT_EQ(flow->items()[0].outcome, FlowOutcome::Forbidden);
    EXPECT_TRUE(viewer->isLeased(tab));
}

// SPEC O3 SPEC W6
TEST_F(OperatorLive, ADisconnectEndsTheConnectionThatWasSeenAndKeepsItOut)
{
    const auto one = console();
    const ClientName name{UserId::trusted("u"), ClientId::trusted("c")};
    ASSERT_TRUE(spinUntil([&] { return one->fleet().find(name) != noSlot; }));
    const OperatorPlan seen = planDisconnect(one->fleet(), {one->fleet().find(name)});
    const auto plain = one->start(seen);
    ASSERT_TRUE(one->isDone(plain));
    EXPECT_EQ(plain->items()[0].outcome, FlowOutcome::Done);
    ASSERT_TRUE(spinUntil([&] { return !client->isOpen(); }));

    client = node.client("u", "c"); // it may come back at once
    ASSERT_TRUE(client);
    const auto late = one->start(seen); // the connection seen before is another
    ASSERT_TRUE(one->isDone(late));
    EXPECT_NE(late->items()[0].outcome, FlowOutcome::Done);
    EXPECT_TRUE(client->isOpen());

    ASSERT_TRUE(spinUntil([&] {
        const Slot slot = one->fleet().find(name);
        return one->fleet().client(slot).state->connected;
    }));
    auto kept = one->pending().prepare(planDisconnect(one->fleet(), {one->fleet().find(name)}));
    kept->setKeepOut(Seconds(600));
    one->pending().confirm(kept, Micros(0));
    ASSERT_TRUE(one->isDone(kept));
    EXPECT_EQ(kept->items()[0].outcome, FlowOutcome::Done);
    EXPECT_FALSE(node.client("u", "c")); // refused
}

// SPEC O3 SPEC W16
TEST_F(OperatorLive, ADrainEndsWhatIsLeftAtItsDeadlineAndIsUndone)
{
    acquire("A");
    const auto one = console();
    const ContextName tab = leased(*one, "A");
    const ClientName name = tab.clientName();
    auto flow = one->pending().prepare(planDrain(one->fleet(), {name}));
    flow->setDeadline(Seconds(1), true);
    one->pending().confirm(flow, Micros(0));
    ASSERT_TRUE(one->isDone(flow));
    EXPECT_EQ(flow->items()[0].outcome, FlowOutcome::Done);
    ASSERT_NE(one->fleet().drain(name), nullptr);
    EXPECT_TRUE(spinUntil([&] { return !one->isLeased(tab); }));
    const auto undo = one->start(planUndrain(one->fleet(), {name}));
    ASSERT_TRUE(one->isDone(undo));
    EXPECT_EQ(one->fleet().drain(name), nullptr);
}

/// Stands between a console and its node, and can lose what one says to the other.
class Wire : public QObject {
public:
    explicit Wire(const QUrl &node)
    {
        m_server.listen(QHostAddress::LocalHost);
        connect(&m_server, &QTcpServer::newConnection, this, [this, node] {
            QTcpSocket *near = m_server.nextPendingConnection();
            auto *far = new QTcpSocket(near);
            far->connectToHost(node.host(), quint16(node.port()));
            connect(near, &QTcpSocket::readyRead, far, [this, near, far] {
                const QByteArray bytes = near->readAll();
                if (!losesRequests)
                    far->write(bytes);
            });
            connect(far, &QTcpSocket::readyRead, near, [this, near, far] {
                const QByteArray bytes = far->readAll();
                if (!losesAnswers)
                    near->write(bytes);
            });
            connect(near, &QTcpSocket::disconnected, near, &QObject::deleteLater);
            m_near = near;
        });
    }
    QUrl url() const { return QUrl(QStringLiteral("http://127.0.0.1:%1").arg(m_server.serverPort())); }
    void cut()
    {
        losesAnswers = losesRequests = false;
        if (m_near)
            m_near->abort();
    }

    bool losesRequests = false, losesAnswers = false;

private:
    QTcpServer m_server;
    QPointer<QTcpSocket> m_near;
};

// SPEC O3
TEST_F(OperatorLive, AnAnswerThatIsLostIsFoundOutAfterTheReconnect)
{
    acquire("A");
    acquire("B");
    Wire wire(node.url());
    Console far(wire.url(), node.token("operator"));
    ASSERT_TRUE(spinUntil([&] { return far.isLive(); }));
    const auto near = console();
    const ContextName a = leased(far, "A"), b = leased(far, "B");
    leased(*near, "B");

    wire.losesAnswers = true; // it happens, and nobody hears
    const auto done = far.release(a);
    ASSERT_TRUE(spinUntil([&] { return !near->isLeased(a); }));
    wire.cut();
    ASSERT_TRUE(spinUntil([&] { return done->count(FlowItem::Stage::Checking) == 1; }));
    EXPECT_TRUE(far.pending().underWay(a));
    ASSERT_TRUE(far.isDone(done));
    EXPECT_EQ(done->items()[0].outcome, FlowOutcome::Happened);

    ASSERT_TRUE(spinUntil([&] { return far.isLive(); }));
    wire.losesRequests = true; // it never arrives
    const auto lost = far.release(b);
    testgui::spinOnce();
    ASSERT_TRUE(spinUntil([&] { return lost->step() == OperatorFlow::Step::Sending; }));
    wire.cut();
    ASSERT_TRUE(spinUntil([&] { return lost->count(FlowItem::Stage::Checking) == 1; }));
    ASSERT_TRUE(far.isDone(lost));
    EXPECT_EQ(lost->items()[0].outcome, FlowOutcome::NotHappened);
    EXPECT_TRUE(far.isLeased(b));
    EXPECT_EQ(lost->retryPlan(far.fleet()).targets.size(), 1U);
}

// SPEC O3
TEST(OperatorLiveNode, ANodeThatDiesBeforeItAnswersLeavesADoubtThatEndsWhenItIsBack)
{
    auto process = std::make_unique<test::NodeProcess>();
    ASSERT_TRUE(process->isReady());
    const QUrl url = process->url();
    auto client = std::make_unique<test::ScriptedClient>(ClientName{UserId::trusted("u"), ClientId::trusted("c")},
                                                         Epoch::trusted("e1"));
    ASSERT_TRUE(client->connectTo(url, process->token("client")));
    const auto taken = test::runProgram(
        "cheetahctl", {"acquire", "--node", url.toString().toStdString(), "--user", "u", "--task", "A"});
    ASSERT_EQ(taken.status, 0) << taken.err;
    Console console(url, process->token("operator"));
    ASSERT_TRUE(spinUntil([&] { return console.isLive() && console.fleet().assignedCount() == 1; }));
    ContextName tab;
    for (Slot slot = 0; slot < console.fleet().contextSlots(); ++slot)
        if (console.fleet().context(slot).assignment)
            tab = *console.fleet().context(slot).name;

    process->program().signal(SIGSTOP); // what is sent now is never read
    const auto flow = console.release(tab);
    process->program().signal(SIGKILL);
    ASSERT_TRUE(spinUntil([&] { return flow->count(FlowItem::Stage::Checking) == 1; }));
    const Words words;
    EXPECT_TRUE(FlowWords(words).outcome(*flow, flow->items()[0]).contains("May or may not have happened"));
    process.reset();
    process = std::make_unique<test::NodeProcess>(
        std::vector<std::string>{"--listen", "127.0.0.1:" + std::to_string(url.port())});
    ASSERT_TRUE(process->isReady());
    ASSERT_TRUE(console.isDone(flow));
    // The new node has forgotten all leases; that is not called a success of ours.
    EXPECT_EQ(flow->items()[0].outcome, FlowOutcome::Gone);
}

// The copied command does what it says, through a shell, against a node.
TEST_F(OperatorLive, TheCopiedCommandReleasesTheLease)
{
    acquire("A");
    Console one(node.url(), node.token("operator"), QString::fromStdString(node.tokenFile().string()));
    ASSERT_TRUE(spinUntil([&] { return one.isLive(); }));
    const ContextName tab = leased(one, "A");
    const auto run = [](const QString &command, std::string &out) {
        QProcess shell;
        QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
        environment.insert("PATH", qEnvironmentVariable("CHEETAH_BIN_DIR") + ':' + environment.value("PATH"));
        shell.setProcessEnvironment(environment);
        shell.setProcessChannelMode(QProcess::MergedChannels);
        shell.start("/bin/sh", {"-c", command});
        const bool ended = spinUntil([&] { return shell.state() == QProcess::NotRunning; });
        out = shell.readAll().toStdString();
        return ended ? shell.exitCode() : -1;
    };
    std::string out;
    const QString shows = copiedCommands(one.session, {tab.clientName()});
    EXPECT_FALSE(shows.contains(QString::fromStdString(node.token("operator"))));
    EXPECT_EQ(run(shows, out), 0) << out;
    EXPECT_NE(out.find("c"), std::string::npos);
    const QString releases = copiedCommands(one.session, {tab});
    EXPECT_EQ(run(releases, out), 0) << out;
    EXPECT_TRUE(spinUntil([&] { return !one.isLeased(tab); }));
    EXPECT_NE(run(releases, out), 0); // fenced by what was seen
}

} // namespace
} // namespace cheetah::gui
