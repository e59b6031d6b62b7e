// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "base/qtscheduler.h"
#include "browser/browser.h"
#include "browser/cdpparams.h"
#include "browser/chromium.h"
#include "browser/commandrunner.h"
#include "support/loop.h"
#include "support/pageserver.h"

#include <QTemporaryDir>

#include <gtest/gtest.h>

#include <csignal>
#include <map>
#include <memory>
#include <optional>
#include <string>

namespace cheetah::test {

inline bool processLives(qint64 pid)
{
    return pid > 0 && ::kill(static_cast<pid_t>(pid), 0) == 0;
}

/// A real headless Chromium with a CommandRunner, driven without any node; gone at the end of the test.
class ChromiumFixture : public testing::Test {
protected:
    void SetUp() override
    {
        habits.refresh = Millis(300);
        habits.probe = Millis(400);
        habits.probeTimeout = Seconds(2);
        browser = std::make_unique<Browser>(scheduler, Log(), habits);
        bool isReady = false;
        QObject::connect(browser.get(), &Browser::ready, browser.get(), [&] { isReady = true; });
        const auto program = findChromium({});
        ASSERT_TRUE(program) << "install chromium";
        ASSERT_TRUE(browser->start(*program, chromiumArguments(profile.path(), true)));
        ASSERT_TRUE(runUntil([&] { return isReady; }, Seconds(30)));
        pid = browser->pipe().processId();
        runner = std::make_unique<CommandRunner>(*browser, scheduler, epoch, bounds, true);
        QObject::connect(runner.get(), &CommandRunner::ended, runner.get(), [this](const KeptEnd &end) {
            ++timesEnded[end.id.string()];
            ends.insert_or_assign(end.id.string(), end.result);
        });
        QObject::connect(runner.get(), &CommandRunner::acknowledged, runner.get(),
                         [this](const CommandId &id) { ++timesAcknowledged[id.string()]; });
    }
    void TearDown() override
    {
        runner.reset();
        browser.reset();
        EXPECT_FALSE(processLives(pid)) << "a browser was left behind";
    }

    CommandMessage command(const std::string &kind, const ContextId &tab, const std::string &params = "{}")
    {
        CommandMessage message;
        message.command = CommandId::trusted("c" + std::to_string(++commands));
        message.epoch = epoch;
        message.kind = kind;
        message.context = tab;
        message.params = params;
        message.remaining = Seconds(20);
        return message;
    }
    static std::string script(const std::string &text) { return CdpParams().add("script", text).text(); }
    static std::string to(const std::string &url) { return CdpParams().add("url", url).text(); }
    Result<std::string> run(const CommandMessage &message)
    {
        runner->execute(message);
        return endOf(message);
    }
    Result<std::string> endOf(const CommandMessage &message)
    {
        const std::string id = message.command.string();
        if (!runUntil([&] { return ends.contains(id); }, Seconds(25)))
            return Error(ErrorCode::Internal, {}, "the command did not end");
        return ends.at(id);
    }
    bool hasEnded(const CommandMessage &message) const { return ends.contains(message.command.string()); }

    /// Opens a window with one tab, waits until it is loaded, and answers the tab.
    ContextId openWindow(const std::string &url = "about:blank")
    {
        const auto result = run(command("openWindow", {}, to(url)));
        const ContextId tab = result ? ContextId::trusted(memberOf(*result, "contextId")) : ContextId();
        EXPECT_TRUE(becomes(tab, Health::Live));
        return tab;
    }
    static std::string memberOf(const std::string &json, const std::string &key)
    {
        const auto value = parseJson(json);
        const JsonValue *member = value ? value->member(key) : nullptr;
        return member && member->string() ? member->string()->text : member ? member->toJson() : std::string();
    }
    std::optional<ReportedContext> reported(const ContextId &tab) const
    {
        for (const ReportedWindow &window : browser->model().windows())
            for (const ReportedContext &context : window.contexts)
                if (context.id == tab)
                    return context;
        return std::nullopt;
    }
    bool becomes(const ContextId &tab, Health health)
    {
        return runUntil([&] {
            const auto context = reported(tab);
            return context && context->health == health;
        });
    }

    SystemClock clock;
    QtScheduler scheduler{clock};
    QTemporaryDir profile;
    PageServer pages;
    BrowserHabits habits;
    BrowserBounds bounds;
    const Epoch epoch = Epoch::trusted("epoch-1");
    std::unique_ptr<Browser> browser;
    std::unique_ptr<CommandRunner> runner;
    std::map<std::string, Result<std::string>> ends;
    std::map<std::string, int> timesEnded, timesAcknowledged;
    qint64 pid = 0;
    int commands = 0;
};

} // namespace cheetah::test
