// SPDX-License-Identifier: Apache-2.0
#include "browser/chromiumhost.h"

#include "browser/chromium.h"

#include <QDir>

#include <algorithm>

namespace cheetah {

namespace {

constexpr Micros stableAfter = Seconds(30); ///< a browser that lived so long is started again without long delay
constexpr Micros openingDeadline = Seconds(30);

} // namespace

ChromiumHost::ChromiumHost(const ChromiumSettings &settings, Scheduler &scheduler, IdSource &ids, const Log &log)
    : m_settings(settings), m_scheduler(scheduler), m_ids(ids), m_log(log)
{
    m_settings.habits.answersDialogs = settings.headless; // else a person sees them
}

Result<void> ChromiumHost::start()
{
    const auto program = findChromium(m_settings.program);
    if (!program)
        return program.error();
    m_program = *program;
    if (const int count = m_settings.profile.empty() ? TemporaryProfile::removeLeftovers() : 0)
        m_log.info("browser", "profiles of killed browsers removed: " + std::to_string(count));
    return spawn();
}

Result<void> ChromiumHost::spawn()
{
    m_opener.reset();
    m_runner.reset();
    m_browser.reset();
    m_temporaryProfile.reset();
    QString folder = QString::fromStdString(m_settings.profile);
    if (folder.isEmpty()) {
        m_temporaryProfile = std::make_unique<TemporaryProfile>();
        folder = m_temporaryProfile->path();
    }
    if (folder.isEmpty() || !QDir().mkpath(folder))
        return Error(ErrorCode::IoError, {{"what", "making the profile folder " + folder.toStdString()}});
    m_browser = std::make_unique<Browser>(m_scheduler, m_log, m_settings.habits);
    connect(m_browser.get(), &Browser::ready, this, &ChromiumHost::browserReady);
    connect(m_browser.get(), &Browser::exited, this, &ChromiumHost::exited);
    return m_browser->start(m_program, chromiumArguments(QDir(folder).absolutePath(), m_settings.headless));
}

void ChromiumHost::browserReady()
{
    m_log.info("browser", m_browser->product() + " runs as process " + std::to_string(processId()));
    m_stable = m_scheduler.after(stableAfter, m_scope.wrap([this] { m_failures = 0; }));
    m_ready = true;
    renewEpoch();
    openWindows();
}

void ChromiumHost::renewEpoch()
{
    m_epoch = Epoch::trusted(m_ids.unique());
    m_runner = std::make_unique<CommandRunner>(*m_browser, m_scheduler, m_epoch, m_settings.bounds,
                                               m_settings.profile.empty());
    emit ready();
}

CommandMessage ChromiumHost::opening(std::string_view kind)
{
    CommandMessage command;
    command.command = CommandId::trusted(m_ids.unique());
    command.epoch = m_epoch;
    command.kind = kind;
    command.remaining = openingDeadline;
    return command;
}

void ChromiumHost::openWindows()
{
    m_opener = std::make_unique<CommandRunner>(*m_browser, m_scheduler, m_epoch, m_settings.bounds,
                                               m_settings.profile.empty());
    connect(m_opener.get(), &CommandRunner::ended, this, &ChromiumHost::windowOpened);
    m_opening = m_settings.windows;
    if (m_opening == 0)
        return emit opened();
    for (std::uint32_t i = 0; i < m_settings.windows; ++i)
        m_opener->execute(opening(commandkind::openWindow));
}

void ChromiumHost::windowOpened(const KeptEnd &end)
{
    m_opener->resultKept(end.id);
    if (!end.result)
        m_log.warning("browser", "a window or tab of the start was not opened: "
                                     + std::string(name(end.result.error().code)) + ' ' + end.result.error().detail);
    const auto made = end.result ? parseJson(*end.result) : Result<JsonValue>(ErrorCode::NotFound);
    const JsonValue *window = made ? made->member("windowId") : nullptr;
    if (end.kind == commandkind::openWindow && window && window->string()) {
        m_opening += m_settings.tabsPerWindow - 1;
        for (std::uint32_t i = 1; i < m_settings.tabsPerWindow; ++i) {
            CommandMessage tab = opening(commandkind::openTab);
            tab.window = WindowId::trusted(window->string()->text);
            m_opener->execute(tab);
        }
    }
    if (--m_opening == 0)
        emit opened();
}

void ChromiumHost::exited(const QString &reason)
{
    m_ready = false;
    m_stable.cancel();
    if (m_stopping) {
        m_log.info("browser", "Chromium " + reason.toStdString());
        emit stopped();
        return;
    }
    const auto doublings = std::min<std::uint32_t>(m_failures++, 10);
    const Micros delay = std::min(m_settings.firstRestartDelay * (1 << doublings), m_settings.longestRestartDelay);
    m_log.warning("browser", "Chromium " + reason.toStdString() + "; it is started again");
    m_restart = m_scheduler.after(delay, m_scope.wrap([this] {
        if (const auto spawned = spawn(); !spawned)
            exited(QString::fromStdString("did not start: " + std::string(spawned.error().param("reason"))));
    }));
    emit died();
}

void ChromiumHost::stop()
{
    m_stopping = true;
    m_restart.cancel();
    if (!m_browser || !m_browser->pipe().running())
        return emit stopped();
    m_browser->pipe().close(std::chrono::duration_cast<Millis>(m_settings.closeGrace));
}

} // namespace cheetah
