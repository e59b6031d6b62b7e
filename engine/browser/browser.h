// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "base/scheduler.h"
#include "base/scope.h"
#include "browser/browsermodel.h"
#include "browser/cdppipe.h"

#include <QObject>

#include <set>
#include <string>
#include <unordered_map>
#include <vector>

namespace cheetah {

/// How often the browser is asked what it doesn't tell by itself, and who answers a page's dialogs.
struct BrowserHabits {
    Micros settle = Millis(30);   ///< from an event to the listing that it causes
    Micros refresh = Seconds(2);  ///< titles, order, active tab
    Micros windows = Seconds(10); ///< which tab lies in which window
    Micros probe = Seconds(5);    ///< does each page answer (SPEC W18)
    Micros probeTimeout = Seconds(3);
    bool answersDialogs = true; ///< alert() and the like, which would block the page: nobody else sees them
};

/// One running Chromium, from its start to its end: keeps a DevTools session to every tab and its page, and the
/// BrowserModel true. It executes no command and knows no node. It must not be deleted from within one of its
/// signals or answers.
class Browser : public QObject {
    Q_OBJECT

public:
    Browser(Scheduler &scheduler, const Log &log, const BrowserHabits &habits);

    /// Starts the process; ready() or exited() follows. `browser_failed` if it cannot even be tried.
    Result<void> start(const QString &program, const QStringList &arguments);

    CdpPipe &pipe() { return m_pipe; }
    BrowserModel &model() { return m_model; }
    const BrowserModel &model() const { return m_model; }
    const std::string &product() const { return m_product; } ///< such as `Chrome/156.0.8078.108`

    /// A request to the browser itself.
    void call(std::string_view method, std::string_view params, CdpPipe::Answer answer)
    {
        m_pipe.call({}, method, params, std::move(answer));
    }
    /// A request to the page of a tab; `context_gone` while there is no session to it.
    void callPage(const ContextId &tab, std::string_view method, std::string_view params, CdpPipe::Answer answer);
    /// The page can be called and its events come in, or no events will come until it is called, since it crashed or
    /// doesn't answer.
    bool isAttached(const ContextId &tab) const;

    /// Asks which window the tab lies in, and tells the model.
    void learnWindow(const ContextId &tab, Callback<void(const Result<WindowId> &)> answer);
    /// Lists all targets soon, because something may have changed without an event.
    void refreshSoon();
    /// Emits changed() if the model moved since the last time; for those who move it from outside.
    void publish();

    /// Disposes a browser context of ours once no tab lies in it.
    void ownContext(const std::string &browserContext) { m_ownContexts.insert(browserContext); }

signals:
    void ready();
    /// The report would differ; `onlyTitles` when nothing but titles and URLs moved.
    void changed(bool onlyTitles);
    /// isAttached() became true, or is so still.
    void tabAttached(const cheetah::ContextId &tab);
    void tabCrashed(const cheetah::ContextId &tab);
    void tabGone(const cheetah::ContextId &tab);
    void pageEvent(const cheetah::ContextId &tab, const cheetah::CdpEvent &event);
    void exited(const QString &reason);

private:
    struct Page {
        std::string session;
        std::string target;
        bool enabled = false; ///< its events come in
    };
    struct Tab {
        std::string session;     ///< to the tab target; empty while attaching
        std::vector<Page> pages; ///< the last is the one shown
        bool probing = false;
        bool fresh = true; ///< nothing told yet whether its page is loading
    };

    const std::string &pageSession(const ContextId &tab) const;
    void handleEvent(const CdpEvent &event);
    void handleTargetEvent(const CdpEvent &event);
    void handlePageEvent(const std::string &tab, const CdpEvent &event);
    void targetGone(const std::string &id);
    void attach(const std::string &tab);
    void pageAttached(const CdpEvent &event);
    void sessionDetached(const std::string &session);
    void pageEnabled(const std::string &tab, const std::string &session);
    void showLastPage(const std::string &tab);
    void refresh();
    void targetsListed(simdjson::dom::element result);
    void disposeUnusedContexts();
    void repeat(Scheduler::Timer &timer, Micros interval, void (Browser::*what)());
    void forgetWindows() { m_relearnWindows = true; }
    void probeAll();
    void probe(const ContextId &tab);

    Scheduler &m_scheduler;
    Log m_log;
    BrowserHabits m_habits;
    CdpPipe m_pipe;
    BrowserModel m_model;
    std::string m_product;
    std::unordered_map<std::string, Tab> m_tabs;                 ///< by tab target
    std::unordered_map<std::string, std::string> m_tabBySession; ///< page and tab sessions
    std::set<std::string> m_ownContexts;
    bool m_refreshing = false;
    bool m_refreshAgain = false;
    bool m_relearnWindows = false;
    std::uint64_t m_publishedTitles = 0;
    std::uint64_t m_publishedShape = 0;
    Scheduler::Timer m_settleTimer, m_refreshTimer, m_windowsTimer, m_probeTimer;
    std::unordered_map<std::string, Scheduler::Timer> m_probeTimers;
    Scope m_scope;
};

} // namespace cheetah
