// SPDX-License-Identifier: Apache-2.0
#include "browser/browser.h"

#include "browser/cdpparams.h"

#include <algorithm>

namespace cheetah {

namespace {

/// Chromium also lists its own surfaces as targets; only these are what a person calls tabs.
constexpr std::string_view tabsAndPages = R"([{"type":"tab"},{"type":"page"}])";

/// Asks the page for nothing but life and focus; a page that lies about focus only mislabels its own window.
constexpr std::string_view probeExpression =
    "document.readyState + ' ' + (document.URL === 'about:blank') + ' ' + document.hasFocus()";

std::string textOf(simdjson::dom::element object, std::string_view key)
{
    std::string_view text;
    return object[key].get(text) ? std::string() : std::string(text);
}

} // namespace

Browser::Browser(Scheduler &scheduler, const Log &log, const BrowserHabits &habits)
    : m_scheduler(scheduler), m_log(log), m_habits(habits), m_pipe(log)
{
    connect(&m_pipe, &CdpPipe::eventArrived, this, &Browser::handleEvent);
    connect(&m_pipe, &CdpPipe::exited, this, &Browser::exited);
}

Result<void> Browser::start(const QString &program, const QStringList &arguments)
{
    if (auto started = m_pipe.start(program, arguments); !started)
        return started;
    call("Browser.getVersion", "{}", m_scope.wrap([this](const Result<simdjson::dom::element> &answer) {
        if (answer)
            m_product = textOf(*answer, "product");
    }));
    const std::string discover = CdpParams().add("discover", true).raw("filter", tabsAndPages).text();
    call("Target.setDiscoverTargets", discover, m_scope.wrap([this](const Result<simdjson::dom::element> &answer) {
        if (!answer)
            return m_log.error("browser", "Chromium lists no targets: " + answer.error().detail);
        repeat(m_refreshTimer, m_habits.refresh, &Browser::refresh);
        repeat(m_windowsTimer, m_habits.windows, &Browser::forgetWindows);
        repeat(m_probeTimer, m_habits.probe, &Browser::probeAll);
        refreshSoon();
        emit ready();
    }));
    return {};
}

void Browser::repeat(Scheduler::Timer &timer, Micros interval, void (Browser::*what)())
{
    timer = m_scheduler.after(interval, m_scope.wrap([this, &timer, interval, what] {
        (this->*what)();
        repeat(timer, interval, what);
    }));
}

const std::string &Browser::pageSession(const ContextId &tab) const
{
    static const std::string none;
    const auto found = m_tabs.find(tab.string());
    return found == m_tabs.end() || found->second.pages.empty() ? none : found->second.pages.back().session;
}

bool Browser::isAttached(const ContextId &tab) const
{
    const auto found = m_tabs.find(tab.string());
    return found != m_tabs.end() && !found->second.pages.empty()
        && (found->second.pages.back().enabled || m_model.isCrashed(tab) || m_model.isUnresponsive(tab));
}

void Browser::callPage(const ContextId &tab, std::string_view method, std::string_view params, CdpPipe::Answer answer)
{
    const std::string &session = pageSession(tab);
    if (session.empty())
        return answer(Error(ErrorCode::ContextGone));
    m_pipe.call(session, method, params, std::move(answer));
}

void Browser::handleEvent(const CdpEvent &event)
{
    if (event.method.starts_with("Target."))
        handleTargetEvent(event);
    else if (const auto tab = m_tabBySession.find(std::string(event.session)); tab != m_tabBySession.end())
        handlePageEvent(std::string(tab->second), event);
    publish();
}

void Browser::handleTargetEvent(const CdpEvent &event)
{
    if (event.method == "Target.targetCreated" || event.method == "Target.targetInfoChanged") {
        simdjson::dom::element info;
        if (event.params["targetInfo"].get(info))
            return;
        const auto target = parseTarget(info);
        if (!target)
            return;
        m_model.targetChanged(*target);
        if (target->isTab && target->index)
            attach(target->id);
        refreshSoon();
    } else if (event.method == "Target.targetDestroyed") {
        targetGone(textOf(event.params, "targetId"));
    } else if (event.method == "Target.targetCrashed") {
        const std::string page = textOf(event.params, "targetId");
        m_model.targetCrashed(page);
        for (const ContextId &tab : m_model.tabs())
            if (m_model.page(tab) == page)
                emit tabCrashed(tab);
    } else if (event.method == "Target.attachedToTarget") {
        pageAttached(event);
    } else if (event.method == "Target.detachedFromTarget") {
        sessionDetached(textOf(event.params, "sessionId"));
    }
}

void Browser::targetGone(const std::string &id)
{
    const bool wasTab = m_model.hasTab(ContextId::trusted(id));
    m_model.targetGone(id);
    if (!wasTab)
        return;
    m_tabs.erase(id);
    m_probeTimers.erase(id);
    std::erase_if(m_tabBySession, [&](const auto &entry) { return entry.second == id; });
    disposeUnusedContexts();
    refreshSoon(); // another tab has become the active one
    emit tabGone(ContextId::trusted(id));
}

void Browser::disposeUnusedContexts()
{
    for (auto it = m_ownContexts.begin(); it != m_ownContexts.end();) {
        if (m_model.usesContext(*it)) {
            ++it;
            continue;
        }
        call("Target.disposeBrowserContext", CdpParams().add("browserContextId", *it).text(), [](const auto &) {});
        it = m_ownContexts.erase(it);
    }
}

void Browser::attach(const std::string &tab)
{
    if (!m_tabs.try_emplace(tab).second)
        return;
    const std::string params = CdpParams().add("targetId", tab).add("flatten", true).text();
    call("Target.attachToTarget", params, m_scope.wrap([this, tab](const Result<simdjson::dom::element> &answer) {
        const auto found = m_tabs.find(tab);
        if (found == m_tabs.end())
            return;
        if (!answer) {
            m_tabs.erase(found); // the next listing tries again, if the tab is still there
            return;
        }
        found->second.session = textOf(*answer, "sessionId");
        m_tabBySession[found->second.session] = tab;
        const std::string follow =
            CdpParams().add("autoAttach", true).add("waitForDebuggerOnStart", false).add("flatten", true).text();
        m_pipe.call(found->second.session, "Target.setAutoAttach", follow, [](const auto &) {});
    }));
}

void Browser::pageAttached(const CdpEvent &event)
{
    const auto owner = m_tabBySession.find(std::string(event.session));
    simdjson::dom::element info;
    if (owner == m_tabBySession.end() || event.params["targetInfo"].get(info))
        return; // our own attaching to a tab
    const std::string tab = owner->second;
    const Page page{textOf(event.params, "sessionId"), textOf(info, "targetId")};
    const auto found = m_tabs.find(tab);
    if (found == m_tabs.end() || found->second.session != event.session || textOf(info, "type") != "page")
        return; // a frame or worker below the page
    m_tabBySession[page.session] = tab;
    m_pipe.call(page.session, "Page.enable", "{}",
                m_scope.wrap([this, tab, session = page.session](const auto &) { pageEnabled(tab, session); }));
    auto &pages = found->second.pages;
    const bool waits = textOf(info, "subtype") == "prerender"; // shown only when the page before it goes
    pages.insert(waits ? pages.begin() : pages.end(), page);
    showLastPage(tab);
}

/// Only now: a page that was sent somewhere before would not tell that it arrived.
void Browser::pageEnabled(const std::string &tab, const std::string &session)
{
    const auto found = m_tabs.find(tab);
    if (found == m_tabs.end())
        return;
    for (Page &page : found->second.pages)
        page.enabled = page.enabled || page.session == session;
    if (isAttached(ContextId::trusted(tab)))
        emit tabAttached(ContextId::trusted(tab));
}

void Browser::sessionDetached(const std::string &session)
{
    const auto owner = m_tabBySession.find(session);
    if (owner == m_tabBySession.end())
        return;
    const std::string tab = owner->second;
    m_tabBySession.erase(owner);
    const auto found = m_tabs.find(tab);
    if (found == m_tabs.end())
        return;
    if (found->second.session == session) {
        m_tabs.erase(found); // the next listing attaches again, if the tab is still there
        std::erase_if(m_tabBySession, [&](const auto &entry) { return entry.second == tab; });
        return;
    }
    std::erase_if(found->second.pages, [&](const Page &page) { return page.session == session; });
    showLastPage(tab);
}

void Browser::showLastPage(const std::string &tab)
{
    const ContextId id = ContextId::trusted(tab);
    const auto found = m_tabs.find(tab);
    if (found == m_tabs.end())
        return;
    const auto &pages = found->second.pages;
    if (pages.empty() || m_model.page(id) == pages.back().target)
        return;
    m_model.pageAttached(id, pages.back().target);
    found->second.probing = false;
    found->second.fresh = true;
    probe(id);
}

void Browser::handlePageEvent(const std::string &tab, const CdpEvent &event)
{
    const ContextId id = ContextId::trusted(tab);
    if (event.session != pageSession(id))
        return;
    const bool started = event.method == "Page.frameStartedLoading";
    if (started || event.method == "Page.frameStoppedLoading") {
        if (textOf(event.params, "frameId") == m_model.page(id)) {
            m_tabs[tab].fresh = false;
            m_model.loadingChanged(id, started);
            refreshSoon(); // the title comes without an event
        }
    } else if (event.method == "Page.javascriptDialogOpening") {
        const std::string type = textOf(event.params, "type");
        const bool accept = type == "alert" || type == "beforeunload";
        if (m_habits.answersDialogs)
            callPage(id, "Page.handleJavaScriptDialog", CdpParams().add("accept", accept).text(), [](const auto &) {});
    }
    emit pageEvent(id, event);
}

void Browser::refreshSoon()
{
    if (!m_settleTimer.pending())
        m_settleTimer = m_scheduler.after(m_habits.settle, m_scope.wrap([this] { refresh(); }));
}

void Browser::refresh()
{
    if (std::exchange(m_refreshing, true)) {
        m_refreshAgain = true;
        return;
    }
    const std::string params = CdpParams().raw("filter", tabsAndPages).text();
    call("Target.getTargets", params, m_scope.wrap([this](const Result<simdjson::dom::element> &answer) {
        m_refreshing = false;
        if (answer)
            targetsListed(*answer);
        if (std::exchange(m_refreshAgain, false))
            refreshSoon();
        publish();
    }));
}

void Browser::targetsListed(simdjson::dom::element result)
{
    simdjson::dom::array infos;
    if (result["targetInfos"].get(infos))
        return;
    const bool relearn = std::exchange(m_relearnWindows, false);
    for (const simdjson::dom::element info : infos) {
        const auto target = parseTarget(info);
        if (!target)
            continue;
        m_model.targetChanged(*target);
        if (!target->isTab)
            continue;
        attach(target->id);
        const ContextId tab = ContextId::trusted(target->id);
        if (relearn || m_model.windowOf(tab).empty())
            learnWindow(tab, [](const auto &) {});
    }
}

void Browser::learnWindow(const ContextId &tab, Callback<void(const Result<WindowId> &)> answer)
{
    call("Browser.getWindowForTarget", CdpParams().add("targetId", tab.text()).text(),
         m_scope.wrap([this, tab, answer = std::move(answer)](const Result<simdjson::dom::element> &found) mutable {
             std::int64_t number = 0;
             if (!found)
                 return answer(found.error());
             if ((*found)["windowId"].get(number))
                 return answer(Error(ErrorCode::BrowserFailed, {{"reason", "a tab without window"}}));
             const WindowId window = WindowId::trusted(std::to_string(number));
             m_model.windowLearned(tab, window);
             answer(window);
             publish();
         }));
}

void Browser::publish()
{
    const bool shape = m_model.shapeVersion() != m_publishedShape;
    const bool titles = m_model.titleVersion() != m_publishedTitles;
    m_publishedShape = m_model.shapeVersion();
    m_publishedTitles = m_model.titleVersion();
    if (shape || titles)
        emit changed(!shape);
}

void Browser::probeAll()
{
    for (const ContextId &tab : m_model.tabs())
        probe(tab);
}

void Browser::probe(const ContextId &tab)
{
    const auto found = m_tabs.find(tab.string());
    if (found == m_tabs.end() || found->second.pages.empty() || found->second.probing || m_model.isCrashed(tab))
        return;
    found->second.probing = true;
    m_probeTimers[tab.string()] = m_scheduler.after(m_habits.probeTimeout, m_scope.wrap([this, tab] {
        m_model.probeFailed(tab);
        if (isAttached(tab))
            emit tabAttached(tab);
        publish();
    }));
    const std::string params = CdpParams().add("expression", probeExpression).add("returnByValue", true).text();
    const std::string session = found->second.pages.back().session;
    callPage(tab, "Runtime.evaluate", params,
             m_scope.wrap([this, tab, session](const Result<simdjson::dom::element> &answer) {
                 const auto still = m_tabs.find(tab.string());
                 if (still == m_tabs.end() || pageSession(tab) != session)
                     return;
                 still->second.probing = false;
                 m_probeTimers.erase(tab.string());
                 std::string_view state;
                 if (answer && !(*answer)["result"]["value"].get(state)) {
                     m_model.probeAnswered(tab, state.ends_with(" true"));
                     // A new tab shows an empty document before the one that it was made for.
                     const bool isEarly =
                         state.find(" true ") != std::string_view::npos && m_model.url(tab) != "about:blank";
                     if (still->second.fresh && !isEarly) {
                         still->second.fresh = false;
                         m_model.loadingChanged(tab, !state.starts_with("complete"));
                     }
                 }
                 publish();
             }));
}

} // namespace cheetah
