// SPDX-License-Identifier: Apache-2.0
#include "browser/browserclient.h"

#include "base/qtscheduler.h"
#include "browser/cdpparams.h"
#include "support/fakenode.h"
#include "support/loop.h"

#include <gtest/gtest.h>

#include <csignal>

namespace cheetah::test {

namespace {

bool processLives(qint64 pid)
{
    return pid > 0 && ::kill(static_cast<pid_t>(pid), 0) == 0;
}

/// A BrowserClient with a real Chromium, connected to a fake node.
class RealBrowserClient : public testing::Test {
protected:
    void start(std::uint32_t windows, std::uint32_t tabs)
    {
        BrowserClientSettings settings;
        settings.name = {UserId::trusted("u"), ClientId::trusted("c")};
        settings.metadata = {{"region", "us"}};
        settings.version = "0";
        settings.chromium.headless = true;
        settings.chromium.windows = windows;
        settings.chromium.tabsPerWindow = tabs;
        settings.chromium.bounds.tabs = 6;
        settings.chromium.habits.refresh = Millis(300);
        settings.socket.url = node.url();
        settings.socket.token = "secret";
        settings.socket.firstDelay = settings.socket.longestDelay = Millis(100);
        settings.reportInterval = Millis(1500);
        client = std::make_unique<BrowserClient>(settings, scheduler, ids, Log());
        QObject::connect(client.get(), &BrowserClient::finished, client.get(),
                         [this](const std::optional<Error> &error) {
                             ++timesFinished;
                             endedBy = error;
                         });
        ASSERT_TRUE(client->start());
        ASSERT_TRUE(runUntil([&] { return tabCount() == windows * tabs; }, Seconds(40)));
        pid = client->host().processId();
    }
    void TearDown() override
    {
        if (!client)
            return;
        const qint64 last = client->host().processId();
        client->stop();
        EXPECT_TRUE(runUntil([&] { return timesFinished > 0; }));
        client.reset();
        EXPECT_FALSE(processLives(last)) << "a browser was left behind";
    }
    std::size_t tabCount() const
    {
        std::size_t count = 0;
        for (const ReportedWindow &window : node.windows())
            count += window.contexts.size();
        return count;
    }
    CommandMessage command(const std::string &kind, const ContextId &tab, const std::string &params = "{}")
    {
        CommandMessage message;
        message.command = CommandId::trusted("c" + std::to_string(++commands));
        message.epoch = client->host().epoch();
        message.kind = kind;
        message.context = tab;
        message.params = params;
        message.remaining = Seconds(20);
        return message;
    }
    const ResultMessage *resultOf(const CommandMessage &message)
    {
        const auto find = [&]() -> const ResultMessage * {
            for (const ResultMessage &result : node.results)
                if (result.command == message.command)
                    return &result;
            return nullptr;
        };
        runUntil([&] { return find() != nullptr; });
        return find();
    }
    static std::string script(const std::string &text) { return CdpParams().add("script", text).text(); }

    const SystemClock clock;
    QtScheduler scheduler{clock};
    SystemIdSource ids;
    FakeNode node;
    std::unique_ptr<BrowserClient> client;
    std::optional<Error> endedBy;
    int timesFinished = 0;
    qint64 pid = 0;
    int commands = 0;
};

} // namespace

TEST_F(RealBrowserClient, ReportsFourTabsInTwoWindowsAndExecutesCommands)
{
    start(2, 2);
    ASSERT_EQ(node.hellos.size(), 1u);
    EXPECT_EQ(node.hellos[0].metadata, (Metadata{{"region", "us"}}));
    EXPECT_EQ(node.hellos[0].limits.tabs, 6u);
    EXPECT_NE(node.hellos[0].agent.find("Chrome/"), std::string::npos);
    EXPECT_EQ(node.tokens[0], "Bearer secret");
    ASSERT_EQ(node.windows().size(), 2u);
    EXPECT_EQ(node.windows()[0].contexts.size(), 2u);

    const ContextId tab = node.windows()[1].contexts[1].id;
    const CommandMessage titled = command("evaluate", tab, script("document.title = 'told'"));
    node.send(titled);
    const ResultMessage *result = resultOf(titled);
    ASSERT_TRUE(result);
    EXPECT_EQ(result->result, R"({"type":"string","value":"told"})");
    EXPECT_EQ(node.acknowledged, std::vector{titled.command});
    EXPECT_TRUE(runUntil([&] { return node.context(tab)->title == "told"; }));

    EXPECT_TRUE(runUntil([&] { return !node.unchanged.empty(); })) << "nothing changes, and it says so";
    const std::size_t reports = node.reports.size();
    node.requestReport();
    EXPECT_TRUE(runUntil([&] { return node.reports.size() > reports; }));
    for (std::size_t i = 1; i < node.reports.size(); ++i)
        EXPECT_GT(node.reports[i].seq, node.reports[i - 1].seq);
}

// SPEC W13
TEST_F(RealBrowserClient, WhatItMakesIsShownWithItsOriginAtTheSeqThatTheResultNames)
{
    start(1, 1);
    const ContextId first = node.windows()[0].contexts[0].id;
    CommandMessage open = command("openTab", {});
    open.window = node.windows()[0].id;
    open.provision = ProvisionId::trusted("p1");
    node.send(open);
    node.askProvision(open.provision);
    const ResultMessage *result = resultOf(open);
    ASSERT_TRUE(result);
    ASSERT_FALSE(result->error) << name(result->error->code);
    bool isShown = false;
    for (const ReportMessage &report : node.reports)
        for (const ReportedWindow &window : report.windows)
            for (const ReportedContext &context : window.contexts) {
                EXPECT_TRUE(context.id == first || context.provision == open.provision) << "shown without its origin";
                isShown = isShown || (report.seq <= result->seq && context.provision == open.provision);
            }
    EXPECT_TRUE(isShown);
    ASSERT_TRUE(runUntil([&] { return node.provisionAnswers.size() == 1; }));
    EXPECT_TRUE(node.provisionAnswers[0].known);
    node.askProvision(ProvisionId::trusted("never"));
    ASSERT_TRUE(runUntil([&] { return node.provisionAnswers.size() == 2; }));
    EXPECT_FALSE(node.provisionAnswers[1].known);

    for (int i = 0; i < 6; ++i) {
        open.command = CommandId::trusted("more" + std::to_string(i));
        open.provision = ProvisionId::trusted("more" + std::to_string(i));
        node.send(open);
        ASSERT_TRUE(resultOf(open));
    }
    EXPECT_EQ(resultOf(open)->error->code, ErrorCode::LimitExceeded);
    EXPECT_EQ(tabCount(), 6u);
}

// SPEC W7
TEST_F(RealBrowserClient, AKilledChromiumIsANewEpochThatInheritsNothing)
{
    start(1, 2);
    const Epoch before = node.reports.back().epoch;
    const std::vector<ReportedWindow> windows = node.windows();
    ::kill(static_cast<pid_t>(pid), SIGKILL);
    ASSERT_TRUE(runUntil([&] { return node.reports.back().epoch != before && tabCount() == 2; }, Seconds(40)));
    EXPECT_EQ(node.hellos.size(), 2u);
    EXPECT_EQ(node.tokens.size(), 1u) << "on the same connection";
    for (const ReportedContext &old : windows[0].contexts)
        EXPECT_FALSE(node.context(old.id));
    CommandMessage late = command("evaluate", node.windows()[0].contexts[0].id, script("1"));
    late.epoch = before;
    node.send(late);
    ASSERT_TRUE(resultOf(late));
    EXPECT_EQ(resultOf(late)->error->code, ErrorCode::WrongEpoch);
}

// SPEC D2 SPEC W7
TEST_F(RealBrowserClient, ANodeThatComesBackFindsTheSameEpochAndTheKeptResult)
{
    start(1, 2);
    node.keepsResults(false);
    const ContextId tab = node.windows()[0].contexts[0].id;
    const CommandMessage count = command("evaluate", tab, script("window.n = (window.n || 0) + 1"));
    node.send(count);
    ASSERT_TRUE(resultOf(count));
    const std::uint64_t seq = node.reports.back().seq;
    node.goAway();
    ASSERT_TRUE(runUntil([&] { return !client->isWelcome(); }));
    node.results.clear();
    node.reports.clear();
    node.comeBack();
    ASSERT_TRUE(runUntil([&] { return node.hasReport() && !node.results.empty(); }));
    EXPECT_EQ(node.hellos.back().epoch, node.hellos.front().epoch);
    EXPECT_GT(node.reports.back().seq, seq);
    EXPECT_TRUE(node.context(tab));
    EXPECT_EQ(node.results[0].command, count.command);
    EXPECT_EQ(node.results[0].result, R"({"type":"number","value":1})");
    node.keepsResults(true);
    node.results.clear();
    node.send(count);
    ASSERT_TRUE(resultOf(count));
    EXPECT_EQ(resultOf(count)->result, R"({"type":"number","value":1})") << "answered again, not executed again";
}

TEST_F(RealBrowserClient, WaitsWhileItsNameIsInUseAndLeavesWhenSuperseded)
{
    node.refuseWith(ErrorCode::ClientIdInUse, CloseCode::ClientIdInUse);
    const auto accept = scheduler.after(Seconds(4), [&] { node.refuseWith(std::nullopt); });
    start(1, 1);
    EXPECT_GT(node.hellos.size(), 1u);
    node.close(CloseCode::Superseded, ErrorCode::Superseded);
    ASSERT_TRUE(runUntil([&] { return timesFinished == 1; }));
    ASSERT_TRUE(endedBy);
    EXPECT_EQ(endedBy->code, ErrorCode::Superseded);
    timesFinished = 0;
}

TEST_F(RealBrowserClient, EndsTheBrowserFirstAndTellsThatItsTabsAreGone)
{
    start(1, 1);
    client->stop();
    ASSERT_TRUE(runUntil([&] { return timesFinished == 1 && node.byes == 1; }));
    EXPECT_FALSE(endedBy);
    EXPECT_FALSE(processLives(pid));
    EXPECT_TRUE(node.windows().empty());
}

TEST(BrowserClientStart, NamesAMissingBrowser)
{
    const SystemClock clock;
    QtScheduler scheduler(clock);
    SystemIdSource ids;
    BrowserClientSettings settings;
    settings.chromium.program = "/nowhere/chromium";
    BrowserClient client(settings, scheduler, ids, Log());
    const auto started = client.start();
    ASSERT_FALSE(started);
    EXPECT_EQ(started.error().code, ErrorCode::BrowserMissing);
}

} // namespace cheetah::test
