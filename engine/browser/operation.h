// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "base/scheduler.h"
#include "browser/browser.h"
#include "browser/windowlocks.h"
#include "wire/messages.h"

#include <functional>
#include <memory>
#include <string>

namespace cheetah {

/// Upper bounds that this client keeps whatever it is told (SPEC W13); unset: none.
struct BrowserBounds {
    std::optional<std::uint32_t> windows;
    std::optional<std::uint32_t> tabsPerWindow;
    std::optional<std::uint32_t> tabs;
};

/// What operations work with; all of it outlives them.
struct Workbench {
    Browser &browser;
    Scheduler &scheduler;
    WindowLocks &locks;
    BrowserBounds bounds;
    bool contextPerWindow = true; ///< windows that needn't be isolated get a browser context of their own too
    std::size_t maxResultBytes = 32u << 20;
};

/// One command being executed: a few CDP calls, from start() to one answer. CommandRunner owns it, keeps its deadline
/// and deletes it when it has answered, timed out or was cancelled; then nothing of it goes on.
class Operation {
public:
    /// Answers with the JSON text of the result.
    using Done = std::function<void(Result<std::string>)>;

    Operation(const Workbench &bench, const CommandMessage &command) : m_bench(bench), m_command(command) {}
    virtual ~Operation() = default;
    Operation(const Operation &) = delete;
    Operation &operator=(const Operation &) = delete;

    void run(Done done)
    {
        m_done = std::move(done);
        start();
    }
    /// An event of the page that the command addresses.
    virtual void pageEvent(const CdpEvent &) {}
    /// The node cancelled. True if the operation stops what it started and answers soon; else it is just deleted.
    virtual bool abandon() { return false; }
    /// The tab that the command addresses has gone.
    virtual void tabGone() { finish(Error(ErrorCode::ContextGone)); }

protected:
    virtual void start() = 0;

    /// Answers; the operation may be deleted before this returns.
    void finish(Result<std::string> result)
    {
        if (Done done = std::exchange(m_done, {}))
            done(std::move(result));
    }
    /// Calls the page; a refusal ends the operation, so `answer` gets results only.
    void callPage(std::string_view method, std::string_view params, std::function<void(simdjson::dom::element)> answer)
    {
        callPageOf(tab(), method, params, std::move(answer));
    }
    void callPageOf(const ContextId &of, std::string_view method, std::string_view params,
                    std::function<void(simdjson::dom::element)> answer);
    void callBrowser(std::string_view method, std::string_view params,
                     std::function<void(simdjson::dom::element)> answer);
    /// String, flag of the command's params; empty if absent or of another type.
    std::string stringParam(std::string_view key) const;
    std::optional<bool> flagParam(std::string_view key) const;

    Browser &browser() { return m_bench.browser; }
    BrowserModel &model() { return m_bench.browser.model(); }
    const ContextId &tab() const { return m_command.context; }

    const Workbench &m_bench;
    const CommandMessage m_command;

private:
    CdpPipe::Answer onlyResults(std::function<void(simdjson::dom::element)> answer);

    Done m_done;

protected:
    Scope m_scope;
};

/// Where a page may be sent: http, https, about:blank and data: alone; `navigation_failed` with reason `url_refused`
/// for everything else, such as file: and chrome:, whose content is the machine's and not the web's.
Result<void> checkUrl(std::string_view url);

/// Whether scripts may be run in a page of that URL: `not_scriptable` for the browser's own and for files.
Result<void> checkScriptable(std::string_view url);

/// The operation for a command, or `unknown_method` for a kind that there isn't.
Result<std::unique_ptr<Operation>> makeOperation(const Workbench &bench, const CommandMessage &command);

} // namespace cheetah
