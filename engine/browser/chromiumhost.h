// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "base/idsource.h"
#include "browser/browser.h"
#include "browser/commandrunner.h"
#include "browser/temporaryprofile.h"

#include <QObject>
#include <QString>

#include <functional>
#include <memory>
#include <string>

namespace cheetah {

/// What is started, and how it looks at the start.
struct ChromiumSettings {
    std::string program; ///< empty: looked up in PATH
    std::string profile; ///< folder; empty: a temporary one for each start
    bool headless = false;
    std::uint32_t windows = 1;
    std::uint32_t tabsPerWindow = 1;
    BrowserBounds bounds;
    BrowserHabits habits;
    Micros firstRestartDelay = Millis(500);
    Micros longestRestartDelay = Seconds(30);
    Micros closeGrace = Seconds(5);
};

/// Keeps one Chromium alive: starts it, opens its windows, and starts it again under a new epoch when it died, with
/// growing delays. An epoch is one such life, or a part of it when the node has retired the name. It knows no node.
class ChromiumHost : public QObject {
    Q_OBJECT

public:
    ChromiumHost(const ChromiumSettings &settings, Scheduler &scheduler, IdSource &ids, const Log &log);

    /// Starts the first time; `browser_missing`, `io_error`, `browser_failed`. ready() follows.
    Result<void> start();
    /// Ends the browser and stays down; stopped() follows, possibly before this returns.
    void stop();
    /// Gives the living tabs to a new epoch, because the node takes the old one no more.
    void renewEpoch();

    bool isReady() const { return m_ready; }
    const Epoch &epoch() const { return m_epoch; }
    Browser &browser() { return *m_browser; }     ///< while isReady()
    CommandRunner &runner() { return *m_runner; } ///< while isReady()
    qint64 processId() const { return m_browser ? m_browser->pipe().processId() : 0; }

signals:
    /// A new epoch has begun: browser() and runner() are new.
    void ready();
    /// The windows of the start are open, or were refused.
    void opened();
    /// The browser died; it is started again.
    void died();
    void stopped();

private:
    Result<void> spawn();
    void browserReady();
    void openWindows();
    void windowOpened(const KeptEnd &end);
    void exited(const QString &reason);
    CommandMessage opening(std::string_view kind);

    ChromiumSettings m_settings;
    Scheduler &m_scheduler;
    IdSource &m_ids;
    Log m_log;
    QString m_program;
    std::unique_ptr<TemporaryProfile> m_temporaryProfile;
    Epoch m_epoch;
    std::unique_ptr<Browser> m_browser;
    std::unique_ptr<CommandRunner> m_runner;
    std::unique_ptr<CommandRunner> m_opener; ///< opens the windows of the start; no node hears of its commands
    std::uint32_t m_opening = 0;
    Scheduler::Timer m_restart, m_stable;
    std::uint32_t m_failures = 0;
    bool m_ready = false;
    bool m_stopping = false;
    Scope m_scope;
};

} // namespace cheetah
