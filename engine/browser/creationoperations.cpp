// SPDX-License-Identifier: Apache-2.0
#include "browser/creationoperations.h"

#include "browser/cdpparams.h"

#include <algorithm>

namespace cheetah {

namespace {

constexpr Micros closeAgain = Seconds(1);

std::string textOf(simdjson::dom::element object, std::string_view key)
{
    std::string_view text;
    return object[key].get(text) ? std::string() : std::string(text);
}

Error limitExceeded(std::string_view limit, std::size_t value)
{
    return Error(ErrorCode::LimitExceeded, {{"limit", std::string(limit)}, {"value", std::to_string(value)}});
}

void closeTarget(Browser &browser, const ContextId &tab)
{
    browser.call("Target.closeTarget", CdpParams().add("targetId", tab.text()).text(), [](const auto &) {});
}

} // namespace

CreationOperation::~CreationOperation()
{
    if (!m_creation || m_unanswered)
        return;
    if (!m_made.empty())
        closeTarget(browser(), m_made);
    model().abandonCreation(*m_creation);
}

Result<std::string> CreationOperation::wantedUrl() const
{
    std::string url = stringParam("url");
    if (url.empty())
        url = "about:blank";
    if (const auto allowed = checkUrl(url); !allowed)
        return allowed.error();
    return url;
}

Result<void> CreationOperation::checkTabBound() const
{
    const auto &bound = m_bench.bounds.tabs;
    if (bound && m_bench.browser.model().tabCount() >= *bound)
        return limitExceeded("tabs", *bound);
    return {};
}

void CreationOperation::createTarget(const CdpParams &params)
{
    m_unanswered = true;
    browser().call("Target.createTarget", params.text(),
                   [this, alive = m_scope.guard(), &chromium = browser(),
                    creation = *m_creation](const Result<simdjson::dom::element> &answer) {
                       const ContextId made = answer ? ContextId::trusted(textOf(*answer, "targetId")) : ContextId();
                       if (!alive.alive()) {
                           if (!made.empty())
                               closeTarget(chromium, made);
                           chromium.model().abandonCreation(creation);
                           return;
                       }
                       m_unanswered = false;
                       if (!answer)
                           return finish(answer.error());
                       settle(made, m_wanted, m_ownContext);
                   });
}

void CreationOperation::settle(const ContextId &made, const WindowId &wanted, const std::string &ownContext)
{
    m_made = made;
    browser().learnWindow(made, m_scope.wrap([this, made, wanted, ownContext](const Result<WindowId> &window) {
        if (!window)
            return finish(window.error());
        if (!wanted.empty() && *window != wanted)
            return finish(Error(ErrorCode::ProvisioningRefused, {{"reason", "window_takes_no_tabs"}}));
        if (!ownContext.empty())
            browser().ownContext(ownContext);
        model().endCreation(*std::exchange(m_creation, std::nullopt), made,
                            {m_command.provision, m_command.context, m_isWindow, !ownContext.empty()});
        browser().publish();
        finish(CdpParams().add("contextId", made.text()).add("windowId", window->text()).text());
    }));
}

void OpenWindow::start()
{
    const auto url = wantedUrl();
    if (!url)
        return finish(url.error());
    const auto &bound = m_bench.bounds.windows;
    if (bound && model().windowCount() >= *bound)
        return finish(limitExceeded("windows", *bound));
    if (const auto fits = checkTabBound(); !fits)
        return finish(fits.error());
    m_isWindow = true;
    begin();
    if (!m_bench.contextPerWindow && !flagParam("isolated").value_or(false))
        return create(*url);
    const std::string params = CdpParams().add("disposeOnDetach", true).text();
    callBrowser("Target.createBrowserContext", params, [this, url = *url](simdjson::dom::element answer) {
        m_ownContext = textOf(answer, "browserContextId");
        create(url);
    });
}

void OpenWindow::create(const std::string &url)
{
    CdpParams params;
    params.add("url", url).add("forTab", true).add("newWindow", true).add("background", true);
    if (!m_ownContext.empty())
        params.add("browserContextId", m_ownContext);
    createTarget(params);
}

OpenTab::~OpenTab()
{
    stopLooking();
}

void OpenTab::stopLooking()
{
    QObject::disconnect(m_changes);
    QObject::disconnect(m_attaching);
}

void OpenTab::start()
{
    const auto url = wantedUrl();
    if (!url)
        return finish(url.error());
    m_wanted = m_command.window.empty() ? model().windowOf(m_command.context) : m_command.window;
    if (!model().hasWindow(m_wanted))
        return finish(Error(ErrorCode::WindowUnknown));
    const std::vector<ContextId> neighbours = model().tabsOf(m_wanted);
    const auto &bound = m_bench.bounds.tabsPerWindow;
    if (bound && neighbours.size() >= *bound)
        return finish(limitExceeded("tabsPerWindow", *bound));
    if (const auto fits = checkTabBound(); !fits)
        return finish(fits.error());
    begin();
    if (const std::string context = model().soleContextOf(m_wanted); !context.empty())
        return createTarget(
            CdpParams().add("url", *url).add("forTab", true).add("background", true).add("browserContextId", context));
    openBeside(*url);
}

void OpenTab::openBeside(const std::string &url)
{
    bool mayFollow = false;
    for (const ContextId &neighbour : model().tabsOf(m_wanted)) {
        if (model().isCrashed(neighbour) || !checkScriptable(model().url(neighbour)))
            continue;
        if (browser().isAttached(neighbour))
            return openFrom(neighbour, url);
        mayFollow = true;
    }
    if (!mayFollow)
        return finish(Error(ErrorCode::ProvisioningRefused, {{"reason", "window_takes_no_tabs"}}));
    m_changes = QObject::connect(&browser(), &Browser::tabAttached, [this, url] {
        QObject::disconnect(m_changes);
        openBeside(url);
    });
}

/// Chromium cannot be told the window of a new tab; a tab opened from a page lands in that page's window. The page's
/// own scripts don't take part: the call is made in a world of its own.
void OpenTab::openFrom(const ContextId &neighbour, const std::string &url)
{
    const std::string frame = CdpParams().add("frameId", model().page(neighbour)).text();
    callPageOf(neighbour, "Page.createIsolatedWorld", frame, [this, neighbour, url](simdjson::dom::element world) {
        std::int64_t id = 0;
        if (world["executionContextId"].get(id))
            return finish(Error(ErrorCode::BrowserFailed, {{"reason", "no isolated world"}}));
        m_mark = "about:blank#new-tab-" + std::to_string(*m_creation);
        m_changes = QObject::connect(&browser(), &Browser::changed, [this, url] { lookForTab(url); });
        m_attaching = QObject::connect(&browser(), &Browser::tabAttached, [this, url] { lookForTab(url); });
        CdpParams params;
        params.add("expression", "window.open('" + m_mark + "','_blank','noopener')");
        params.add("contextId", id).add("userGesture", true);
        callPageOf(neighbour, "Runtime.evaluate", params.text(), [](simdjson::dom::element) {});
    });
}

void OpenTab::lookForTab(const std::string &url)
{
    const ContextId made = model().tabAt(m_mark);
    if (made.empty() || !browser().isAttached(made))
        return;
    stopLooking();
    browser().callPage(made, "Page.navigate", CdpParams().add("url", url).text(), [](const auto &) {});
    settle(made, m_wanted, {});
}

void CloseTab::start()
{
    if (!model().mayClose(tab()))
        return finish(Error(ErrorCode::Forbidden, {{"reason", "not_ours"}}));
    close();
}

/// Chromium forgets a close that falls into a navigation: so again until the tab is gone.
void CloseTab::close()
{
    m_again = m_bench.scheduler.after(closeAgain, m_scope.wrap([this] { close(); }));
    closeTarget(browser(), tab());
}

CloseWindow::~CloseWindow()
{
    QObject::disconnect(m_changes);
}

void CloseWindow::start()
{
    const WindowId window = m_command.window.empty() ? model().windowOf(m_command.context) : m_command.window;
    if (!model().hasWindow(window))
        return finish(Error(ErrorCode::WindowUnknown));
    const std::vector<ContextId> tabs = model().tabsOf(window);
    if (!std::all_of(tabs.begin(), tabs.end(), [this](const ContextId &tab) { return model().mayClose(tab); }))
        return finish(Error(ErrorCode::Forbidden, {{"reason", "not_ours"}}));
    m_changes = QObject::connect(&browser(), &Browser::changed, [this, window] {
        if (!model().hasWindow(window))
            finish(std::string("{}"));
    });
    close(window);
}

void CloseWindow::close(const WindowId &window)
{
    m_again = m_bench.scheduler.after(closeAgain, m_scope.wrap([this, window] { close(window); }));
    for (const ContextId &tab : model().tabsOf(window))
        if (model().mayClose(tab))
            closeTarget(browser(), tab);
}

} // namespace cheetah
