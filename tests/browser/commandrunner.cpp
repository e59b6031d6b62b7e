// SPDX-License-Identifier: Apache-2.0
#include "browser/chromiumfixture.h"

namespace cheetah::test {

using RealCommandRunner = ChromiumFixture;

namespace {
const std::string hangs = "<title>hangs</title><script>onload = () => setTimeout(() => { while (true) {} }, 50)"
                          "</script>";
}

TEST_F(RealCommandRunner, FourTabsInTwoWindowsStandInOrder)
{
    pages.put("/a", "<title>page a</title>");
    std::vector<ContextId> tabs;
    std::vector<WindowId> windows;
    for (int i = 0; i < 2; ++i) {
        tabs.push_back(openWindow());
        windows.push_back(browser->model().windowOf(tabs.back()));
        CommandMessage open = command("openTab", {}, to(pages.url("/a")));
        open.window = windows.back();
        open.provision = ProvisionId::trusted("p" + std::to_string(i));
        const auto opened = run(open);
        ASSERT_TRUE(opened) << name(opened.error().code) << opened.error().detail;
        EXPECT_EQ(memberOf(*opened, "windowId"), windows.back().text());
        tabs.push_back(ContextId::trusted(memberOf(*opened, "contextId")));
    }
    ASSERT_TRUE(runUntil([&] {
        const auto tab = reported(tabs[3]);
        return tab && tab->title == "page a" && tab->health == Health::Live;
    }));
    const auto shown = browser->model().windows();
    ASSERT_EQ(shown.size(), 2u);
    for (std::size_t w = 0; w < 2; ++w) {
        EXPECT_EQ(shown[w].id, windows[w]);
        EXPECT_TRUE(shown[w].isolated);
        ASSERT_EQ(shown[w].contexts.size(), 2u);
        EXPECT_EQ(shown[w].contexts[0].id, tabs[2 * w]);
        EXPECT_EQ(shown[w].contexts[1].id, tabs[2 * w + 1]);
        EXPECT_TRUE(shown[w].contexts[0].active) << "a tab of ours opens behind the one in front";
        EXPECT_FALSE(shown[w].contexts[1].active);
        EXPECT_TRUE(shown[w].contexts[1].ours);
        EXPECT_EQ(shown[w].contexts[1].provision.text(), "p" + std::to_string(w));
        EXPECT_EQ(shown[w].contexts[1].url, pages.url("/a"));
    }
}

TEST_F(RealCommandRunner, NavigatesEvaluatesAndNamesWhatFails)
{
    pages.put("/a", "<title>page a</title><p id=x>text</p>");
    const ContextId tab = openWindow();
    const auto arrived = run(command("navigate", tab, to(pages.url("/a"))));
    ASSERT_TRUE(arrived) << name(arrived.error().code);
    EXPECT_EQ(memberOf(*arrived, "url"), pages.url("/a"));

    const auto text = run(command("evaluate", tab, script("document.getElementById('x').textContent")));
    ASSERT_TRUE(text);
    EXPECT_EQ(*text, R"({"type":"string","value":"text"})");
    const auto promised = run(command("evaluate", tab, script("Promise.resolve({a:[1,2]})")));
    ASSERT_TRUE(promised);
    EXPECT_EQ(memberOf(*promised, "value"), R"({"a":[1,2]})");
    const auto half = run(command("evaluate", tab, script(R"('\ud800x')")));
    ASSERT_TRUE(half);
    EXPECT_EQ(memberOf(*half, "value"), "\uFFFDx");
    EXPECT_TRUE(run(command("reload", tab)));

    const auto thrown = run(command("evaluate", tab, script("throw new Error('boom')")));
    ASSERT_FALSE(thrown);
    EXPECT_EQ(thrown.error().code, ErrorCode::ScriptFailed);
    EXPECT_NE(thrown.error().param("reason").find("boom"), std::string_view::npos);

    QTcpServer closed;
    closed.listen(QHostAddress::LocalHost);
    const std::string nobody = "http://127.0.0.1:" + std::to_string(closed.serverPort()) + "/";
    closed.close();
    const auto refused = run(command("navigate", tab, to(nobody)));
    ASSERT_FALSE(refused);
    EXPECT_EQ(refused.error().code, ErrorCode::NavigationFailed);
    EXPECT_EQ(refused.error().param("reason"), "net::ERR_CONNECTION_REFUSED");
    for (const std::string url : {"file:///etc/hostname", "chrome://version", "javascript:1", "about:version", "x"}) {
        const auto barred = run(command("navigate", tab, to(url)));
        ASSERT_FALSE(barred) << url;
        EXPECT_EQ(barred.error().param("reason"), "url_refused") << url;
    }
    EXPECT_EQ(run(command("dance", tab)).error().code, ErrorCode::UnknownMethod);
}

TEST_F(RealCommandRunner, ScreenshotsHiddenTabs)
{
    const ContextId front = openWindow("data:text/html,front");
    const auto opened = run(command("openTab", front, to("data:text/html,behind")));
    ASSERT_TRUE(opened);
    const ContextId behind = ContextId::trusted(memberOf(*opened, "contextId"));
    EXPECT_EQ(reported(behind)->opener, front);

    std::vector<CommandMessage> shots;
    for (const ContextId &tab : {behind, front, behind})
        shots.push_back(command("screenshot", tab));
    shots.push_back(command("screenshot", front, R"({"format":"jpeg","fullPage":true})"));
    for (const CommandMessage &shot : shots)
        runner->execute(shot);
    for (const CommandMessage &shot : shots) {
        const auto picture = endOf(shot);
        ASSERT_TRUE(picture) << name(picture.error().code) << picture.error().detail;
        const QByteArray bytes = QByteArray::fromBase64(QByteArray::fromStdString(memberOf(*picture, "data")));
        EXPECT_GT(bytes.size(), 500);
        EXPECT_TRUE(bytes.startsWith(memberOf(*picture, "format") == "png" ? "\x89PNG" : "\xff\xd8"));
    }
    ASSERT_TRUE(run(command("activate", behind)));
    EXPECT_TRUE(runUntil([&] { return reported(behind)->active && !reported(front)->active; }));
}

// SPEC W18
TEST_F(RealCommandRunner, ACrashedTabIsReportedFailsItsCommandsAndComesBack)
{
    const ContextId tab = openWindow("data:text/html,one");
    const ContextId other = openWindow("data:text/html,two");
    ASSERT_TRUE(becomes(tab, Health::Live));
    ASSERT_TRUE(run(command("evaluate", tab, script("1"))));
    const CommandMessage waiting = command("evaluate", tab, script("new Promise(() => {})"));
    runner->execute(waiting);
    browser->callPage(tab, "Page.navigate", to("chrome://crash"), [](const auto &) {});
    EXPECT_TRUE(becomes(tab, Health::Crashed));
    EXPECT_EQ(endOf(waiting).error().code, ErrorCode::Crashed);
    EXPECT_EQ(run(command("evaluate", tab, script("1"))).error().code, ErrorCode::Crashed);
    EXPECT_TRUE(run(command("evaluate", other, script("1"))));
    EXPECT_TRUE(becomes(other, Health::Live));

    EXPECT_TRUE(run(command("navigate", tab, to("data:text/html,again"))));
    EXPECT_TRUE(becomes(tab, Health::Live));
}

// SPEC W18 SPEC D7
TEST_F(RealCommandRunner, APageThatNeverAnswersHoldsUpNobodyElse)
{
    pages.put("/hangs", hangs);
    const ContextId tab = openWindow(pages.url("/hangs"));
    const ContextId other = openWindow("data:text/html,fine");
    ASSERT_TRUE(becomes(tab, Health::Unresponsive));
    CommandMessage stuck = command("evaluate", tab, script("1"));
    stuck.remaining = Seconds(6);
    CommandMessage behind = command("evaluate", tab, script("2"));
    behind.remaining = Millis(500);
    runner->execute(stuck);
    runner->execute(behind);
    for (int i = 0; i < 5; ++i)
        EXPECT_TRUE(run(command("evaluate", other, script("1"))));
    EXPECT_FALSE(hasEnded(stuck));
    EXPECT_EQ(endOf(behind).error().code, ErrorCode::CommandExpired) << "it waited in its lane and never ran";
    EXPECT_EQ(endOf(stuck).error().code, ErrorCode::DeadlineExceeded);
    EXPECT_EQ(reported(other)->health, Health::Live);
    EXPECT_TRUE(run(command("closeTab", tab)));
    EXPECT_FALSE(reported(tab));
}

TEST_F(RealCommandRunner, AScriptIsStoppedAtItsDeadlineAndWhenCancelled)
{
    const ContextId tab = openWindow("data:text/html,one");
    CommandMessage busy = command("evaluate", tab, script("while (true) {}"));
    busy.remaining = Millis(500);
    EXPECT_FALSE(run(busy));
    EXPECT_TRUE(run(command("evaluate", tab, script("1"))));
    const CommandMessage endless = command("evaluate", tab, script("while (true) {}"));
    runner->execute(endless);
    runner->cancel(endless.command);
    EXPECT_EQ(endOf(endless).error().code, ErrorCode::Cancelled);
    EXPECT_TRUE(run(command("evaluate", tab, script("1"))));
}

// SPEC D1 SPEC D2
TEST_F(RealCommandRunner, ExecutesEachCommandOnceAndOnlyInItsEpoch)
{
    const ContextId tab = openWindow("data:text/html,one");
    const CommandMessage count = command("evaluate", tab, script("window.n = (window.n || 0) + 1"));
    runner->execute(count);
    runner->execute(count);
    ASSERT_TRUE(endOf(count));
    EXPECT_EQ(memberOf(*endOf(count), "value"), "1");
    EXPECT_EQ(timesEnded[count.command.string()], 1);
    EXPECT_EQ(timesAcknowledged[count.command.string()], 2);
    runner->execute(count);
    EXPECT_EQ(timesEnded[count.command.string()], 2) << "answered again from the kept result";
    EXPECT_EQ(memberOf(*endOf(count), "value"), "1");
    runner->resultKept(count.command);
    for (const KeptEnd &end : runner->kept())
        EXPECT_NE(end.id, count.command);
    EXPECT_EQ((runner->execute(count), endOf(count)).error().code, ErrorCode::OutcomeUnknown);

    CommandMessage foreign = command("evaluate", tab, script("window.n = 99"));
    foreign.epoch = Epoch::trusted("another");
    EXPECT_EQ(run(foreign).error().code, ErrorCode::WrongEpoch);
    CommandMessage late = command("evaluate", tab, script("window.n = 99"));
    late.remaining = Micros(0);
    EXPECT_EQ(run(late).error().code, ErrorCode::CommandExpired);
    EXPECT_EQ(run(command("evaluate", ContextId::trusted("gone"))).error().code, ErrorCode::ContextGone);
    EXPECT_EQ(memberOf(*run(command("evaluate", tab, script("window.n"))), "value"), "1");
}

// SPEC W20
TEST_F(RealCommandRunner, ClosesOursAloneAndShowsWhatOthersClose)
{
    const ContextId tab = openWindow("data:text/html,ours");
    browser->call("Target.createTarget", R"({"url":"data:text/html,theirs","newWindow":true,"forTab":true})",
                  [](const auto &) {});
    ContextId theirs;
    ASSERT_TRUE(runUntil([&] {
        theirs = browser->model().tabAt("data:text/html,theirs");
        return reported(theirs).has_value();
    }));
    EXPECT_FALSE(reported(theirs)->ours);
    EXPECT_EQ(run(command("closeTab", theirs)).error().code, ErrorCode::Forbidden);
    CommandMessage closeWindow = command("closeWindow", {});
    closeWindow.window = browser->model().windowOf(theirs);
    EXPECT_EQ(run(closeWindow).error().code, ErrorCode::Forbidden);
    EXPECT_TRUE(reported(theirs));

    CommandMessage intoTheirs = command("openTab", {}, to("data:text/html,guest"));
    intoTheirs.window = browser->model().windowOf(theirs);
    const auto guest = run(intoTheirs);
    ASSERT_TRUE(guest) << name(guest.error().code) << guest.error().detail;
    const ContextId guestTab = ContextId::trusted(memberOf(*guest, "contextId"));
    EXPECT_EQ(browser->model().windowOf(guestTab), intoTheirs.window);
    EXPECT_TRUE(reported(guestTab)->ours);
    EXPECT_TRUE(reported(guestTab)->opener.empty());
    EXPECT_TRUE(run(command("closeTab", guestTab)));

    const CommandMessage waiting = command("evaluate", tab, script("new Promise(() => {})"));
    runner->execute(waiting);
    browser->call("Target.closeTarget", CdpParams().add("targetId", tab.text()).text(), [](const auto &) {});
    EXPECT_EQ(endOf(waiting).error().code, ErrorCode::ContextGone);
    EXPECT_TRUE(runUntil([&] { return !reported(tab); }));
}

TEST_F(RealCommandRunner, APopupNamesItsOpenerAndAWindowClosesWhole)
{
    const ContextId tab = openWindow("data:text/html,opener");
    ASSERT_TRUE(run(command("evaluate", tab, script("!!window.open('about:blank', 'w', 'width=300,height=200')"))));
    ContextId popup;
    ASSERT_TRUE(runUntil([&] {
        for (const ReportedWindow &window : browser->model().windows())
            for (const ReportedContext &context : window.contexts)
                if (context.opener == tab)
                    popup = context.id;
        return !popup.empty();
    }));
    EXPECT_FALSE(reported(popup)->ours);
    EXPECT_NE(browser->model().windowOf(popup), browser->model().windowOf(tab));
    CommandMessage close = command("closeWindow", {});
    close.window = browser->model().windowOf(tab);
    EXPECT_TRUE(run(close));
    EXPECT_TRUE(runUntil([&] { return browser->model().windows().size() == 1; }));
    EXPECT_TRUE(reported(popup)->opener.empty());
}

TEST_F(RealCommandRunner, SaysWhenTheBrowserIsKilled)
{
    openWindow();
    QString reason;
    QObject::connect(browser.get(), &Browser::exited, browser.get(), [&](const QString &why) { reason = why; });
    ::kill(static_cast<pid_t>(pid), SIGKILL);
    EXPECT_TRUE(runUntil([&] { return !reason.isEmpty(); }));
    EXPECT_TRUE(reason.contains(QStringLiteral("signal"))) << reason.toStdString();
}

} // namespace cheetah::test
