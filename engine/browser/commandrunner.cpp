// SPDX-License-Identifier: Apache-2.0
#include "browser/commandrunner.h"

#include <algorithm>

namespace cheetah {

namespace {

constexpr Micros cancelGrace = Seconds(2); ///< for what stops itself

/// Commands that need a tab which answers wait for their turn; these end or replace what the tab does.
bool waitsForTurn(std::string_view kind)
{
    return kind != commandkind::closeTab && kind != commandkind::closeWindow && kind != commandkind::openTab
        && kind != commandkind::openWindow;
}

bool needsTab(std::string_view kind)
{
    return kind != commandkind::openTab && kind != commandkind::openWindow && kind != commandkind::closeWindow;
}

bool bringsBackToLife(std::string_view kind)
{
    return kind == commandkind::navigate || kind == commandkind::reload;
}

std::size_t bytesOf(const KeptEnd &end)
{
    return end.result ? end.result->size() : 256;
}

} // namespace

CommandRunner::CommandRunner(Browser &browser, Scheduler &scheduler, const Epoch &epoch, const BrowserBounds &bounds,
                             bool contextPerWindow)
    : m_browser(browser),
      m_scheduler(scheduler),
      m_epoch(epoch),
      m_bench{browser, scheduler, m_locks, bounds, contextPerWindow}
{
    connect(&browser, &Browser::tabAttached, this, &CommandRunner::runLane);
    connect(&browser, &Browser::tabCrashed, this, &CommandRunner::tabCrashed);
    connect(&browser, &Browser::tabGone, this, &CommandRunner::tabGone);
    connect(&browser, &Browser::pageEvent, this, &CommandRunner::pageEvent);
}

CommandRunner::~CommandRunner() = default;

void CommandRunner::execute(const CommandMessage &command)
{
    if (m_jobs.contains(command.command))
        return emit acknowledged(command.command);
    const auto known =
        std::find_if(m_kept.begin(), m_kept.end(), [&](const KeptEnd &end) { return end.id == command.command; });
    if (known != m_kept.end()) {
        const KeptEnd again = *known;
        return emit ended(again);
    }
    m_jobs[command.command].command = command;
    if (m_remembered.contains(command.command))
        return end(command.command, Error(ErrorCode::OutcomeUnknown));
    if (const auto checked = check(command); !checked)
        return end(command.command, checked.error());
    admit(command);
}

Result<void> CommandRunner::check(const CommandMessage &command) const
{
    if (command.epoch != m_epoch)
        return Error(ErrorCode::WrongEpoch, {{"epoch", m_epoch.string()}});
    if (command.remaining <= Micros(0))
        return Error(ErrorCode::CommandExpired);
    if (m_jobs.size() > maxRunning)
        return Error(ErrorCode::QueueFull);
    if (needsTab(command.kind) && !m_browser.model().hasTab(command.context))
        return Error(ErrorCode::ContextGone);
    const auto lane = m_lanes.find(command.context);
    if (waitsForTurn(command.kind) && lane != m_lanes.end() && lane->second.size() >= maxWaiting)
        return Error(ErrorCode::QueueFull);
    return {};
}

void CommandRunner::admit(const CommandMessage &command)
{
    auto operation = makeOperation(m_bench, command);
    if (!operation)
        return end(command.command, operation.error());
    Job &job = m_jobs[command.command];
    job.operation = std::move(*operation);
    job.deadline =
        m_scheduler.after(command.remaining, m_scope.wrap([this, id = command.command] { deadlinePassed(id); }));
    const bool inTurn = waitsForTurn(command.kind);
    const CommandId id = command.command;
    const ContextId tab = command.context;
    if (inTurn)
        m_lanes[tab].push_back(id);
    emit acknowledged(id);
    if (inTurn)
        runLane(tab);
    else
        run(id);
}

void CommandRunner::runLane(const ContextId &tab)
{
    const auto lane = m_lanes.find(tab);
    if (lane == m_lanes.end() || lane->second.empty() || !m_browser.isAttached(tab))
        return;
    run(CommandId(lane->second.front()));
}

void CommandRunner::run(const CommandId &id)
{
    const auto found = m_jobs.find(id);
    if (found == m_jobs.end() || std::exchange(found->second.started, true))
        return;
    const CommandMessage &command = found->second.command;
    if (waitsForTurn(command.kind) && !bringsBackToLife(command.kind) && m_browser.model().isCrashed(command.context))
        return end(CommandId(id), Error(ErrorCode::Crashed));
    found->second.operation->run([this, id](Result<std::string> result) { end(id, std::move(result)); });
}

void CommandRunner::deadlinePassed(const CommandId &id)
{
    const auto found = m_jobs.find(id);
    if (found != m_jobs.end())
        end(CommandId(id), Error(found->second.started ? ErrorCode::DeadlineExceeded : ErrorCode::CommandExpired));
}

void CommandRunner::cancel(const CommandId &id)
{
    const auto found = m_jobs.find(id);
    if (found == m_jobs.end() || std::exchange(found->second.cancelled, true))
        return;
    Job &job = found->second;
    if (!job.started || !job.operation->abandon())
        return end(CommandId(id), Error(ErrorCode::Cancelled));
    job.deadline = m_scheduler.after(cancelGrace, m_scope.wrap([this, id] { deadlinePassed(id); }));
}

/// The only way in which a command ends.
void CommandRunner::end(const CommandId &id, Result<std::string> result)
{
    const auto found = m_jobs.find(id);
    if (found == m_jobs.end())
        return;
    Job job = std::move(found->second); // its operation may be our caller: it goes when we return
    m_jobs.erase(found);
    job.deadline.cancel();
    const ContextId tab = job.command.context;
    if (const auto lane = m_lanes.find(tab); lane != m_lanes.end()) {
        std::erase(lane->second, job.command.command);
        if (lane->second.empty())
            m_lanes.erase(lane);
    }
    if (job.cancelled)
        result = Error(ErrorCode::Cancelled);
    if (result && result->size() > m_bench.maxResultBytes)
        result = Error(ErrorCode::TooLarge, {{"limit", std::to_string(m_bench.maxResultBytes)}});
    const KeptEnd end{job.command.command, job.command.kind, job.command.provision, std::move(result)};
    job.operation.reset();
    keep(end);
    emit ended(end);
    runLane(tab);
}

void CommandRunner::keep(KeptEnd end)
{
    remember(end.id);
    m_keptBytes += bytesOf(end);
    m_kept.push_back(std::move(end));
    while (m_kept.size() > maxKept || (m_keptBytes > maxKeptBytes && m_kept.size() > 1)) {
        m_keptBytes -= bytesOf(m_kept.front());
        m_kept.pop_front();
        ++m_dropped;
    }
}

void CommandRunner::remember(const CommandId &id)
{
    if (!m_remembered.insert(id).second)
        return;
    m_rememberedOrder.push_back(id);
    if (m_rememberedOrder.size() > maxRemembered) {
        m_remembered.erase(m_rememberedOrder.front());
        m_rememberedOrder.pop_front();
    }
}

void CommandRunner::resultKept(const CommandId &id)
{
    const auto found = std::find_if(m_kept.begin(), m_kept.end(), [&](const KeptEnd &e) { return e.id == id; });
    if (found == m_kept.end())
        return;
    m_keptBytes -= bytesOf(*found);
    m_kept.erase(found);
}

bool CommandRunner::isCreating(const ProvisionId &provision) const
{
    return std::any_of(m_jobs.begin(), m_jobs.end(),
                       [&](const auto &entry) { return entry.second.command.provision == provision; });
}

std::vector<CommandId> CommandRunner::jobsOf(const ContextId &tab) const
{
    std::vector<CommandId> ids;
    for (const auto &[id, job] : m_jobs)
        if (job.command.context == tab)
            ids.push_back(id);
    return ids;
}

void CommandRunner::tabCrashed(const ContextId &tab)
{
    for (const CommandId &id : jobsOf(tab))
        if (const auto job = m_jobs.find(id);
            job != m_jobs.end() && job->second.started && waitsForTurn(job->second.command.kind))
            end(id, Error(ErrorCode::Crashed));
}

void CommandRunner::tabGone(const ContextId &tab)
{
    for (const CommandId &id : jobsOf(tab)) {
        const auto job = m_jobs.find(id);
        if (job != m_jobs.end() && needsTab(job->second.command.kind))
            job->second.operation->tabGone();
        if (const auto still = m_jobs.find(id); still != m_jobs.end() && !still->second.started)
            end(id, Error(ErrorCode::ContextGone));
    }
}

void CommandRunner::pageEvent(const ContextId &tab, const CdpEvent &event)
{
    for (const CommandId &id : jobsOf(tab))
        if (const auto job = m_jobs.find(id); job != m_jobs.end() && job->second.started)
            job->second.operation->pageEvent(event);
}

} // namespace cheetah
