// SPDX-License-Identifier: Apache-2.0
#include "browser/browsermodel.h"

#include "wire/texthygiene.h"

#include <algorithm>

namespace cheetah {

namespace {

std::string textOf(simdjson::dom::element object, std::string_view key)
{
    std::string_view text;
    return object[key].get(text) ? std::string() : std::string(text);
}

} // namespace

std::optional<CdpTarget> parseTarget(simdjson::dom::element info)
{
    const std::string type = textOf(info, "type");
    CdpTarget target{textOf(info, "targetId"),
                     type == "tab",
                     textOf(info, "title"),
                     textOf(info, "url"),
                     textOf(info, "openerId"),
                     textOf(info, "browserContextId"),
                     {},
                     {}};
    if (target.id.empty() || (type != "tab" && type != "page"))
        return std::nullopt;
    simdjson::dom::element embedder;
    if (!info["embedderData"].get(embedder)) {
        std::uint64_t index = 0;
        bool active = false;
        if (!embedder["tabStripIndex"].get(index))
            target.index = static_cast<std::uint32_t>(index);
        if (!embedder["tabActive"].get(active))
            target.active = active;
    }
    return target;
}

BrowserModel::Tab *BrowserModel::find(const ContextId &tab)
{
    const auto found = m_tabs.find(tab.string());
    return found == m_tabs.end() ? nullptr : &found->second;
}

const BrowserModel::Tab *BrowserModel::find(const ContextId &tab) const
{
    const auto found = m_tabs.find(tab.string());
    return found == m_tabs.end() ? nullptr : &found->second;
}

BrowserModel::Tab *BrowserModel::tabOfPage(const std::string &page)
{
    const auto found = m_tabByPage.find(page);
    return found == m_tabByPage.end() ? nullptr : find(ContextId::trusted(found->second));
}

void BrowserModel::targetChanged(const CdpTarget &target)
{
    if (target.isTab)
        tabChanged(target);
    else
        pageChanged(target);
}

void BrowserModel::tabChanged(const CdpTarget &target)
{
    const auto [found, isNew] = m_tabs.try_emplace(target.id);
    Tab &tab = found->second;
    if (isNew) {
        tab.arrival = ++m_arrivals;
        tab.index = ~std::uint32_t(0);
        tab.bornDuring = m_lastCreation;
    }
    if (!target.browserContext.empty())
        tab.browserContext = target.browserContext;
    if (target.index)
        set(tab.index, *target.index);
    if (target.active)
        set(tab.active, *target.active);
    deactivateOthers(target.id, tab);
    setTitle(tab, target);
}

void BrowserModel::pageChanged(const CdpTarget &target)
{
    m_pages[target.id] = target;
    if (Tab *tab = tabOfPage(target.id))
        setTitle(*tab, target);
}

void BrowserModel::setTitle(Tab &tab, const CdpTarget &target)
{
    std::string title = cleanTitle(target.title);
    std::string url = cleanUrl(target.url);
    if (url.empty() || (tab.title == title && tab.url == url))
        return; // between two documents the URL is empty
    tab.title = std::move(title);
    tab.url = std::move(url);
    ++m_titleVersion;
}

void BrowserModel::targetGone(const std::string &id)
{
    removeTab(id);
    m_pages.erase(id);
    m_tabByPage.erase(id);
}

void BrowserModel::removeTab(const std::string &id)
{
    const auto found = m_tabs.find(id);
    if (found == m_tabs.end())
        return;
    std::erase_if(m_tabByPage, [&](const auto &entry) { return entry.second == id; });
    m_tabs.erase(found);
    dropEmptyWindows();
    ++m_shapeVersion;
}

void BrowserModel::dropEmptyWindows()
{
    std::set<std::string_view> used;
    for (const auto &[id, tab] : m_tabs)
        used.insert(tab.window.text());
    std::erase_if(m_windows, [&](const auto &entry) { return !used.contains(entry.first); });
}

/// A window shows one tab; of the one that it showed before, Chromium tells nothing until the next listing.
void BrowserModel::deactivateOthers(const std::string &id, const Tab &tab)
{
    if (!tab.active || tab.window.empty())
        return;
    for (auto &[otherId, other] : m_tabs)
        if (otherId != id && other.window == tab.window)
            set(other.active, false);
}

void BrowserModel::targetCrashed(const std::string &id)
{
    Tab *tab = tabOfPage(id);
    if (!tab)
        tab = find(ContextId::trusted(id));
    if (!tab)
        return;
    set(tab->crashed, true);
    tab->loading = tab->unresponsive = false;
}

void BrowserModel::pageAttached(const ContextId &id, const std::string &page)
{
    Tab *tab = find(id);
    if (!tab)
        return;
    std::erase_if(m_tabByPage, [&](const auto &entry) { return entry.second == id.text(); });
    m_tabByPage[page] = id.text();
    tab->page = page;
    ++m_shapeVersion; // openers may now be known
    if (const auto info = m_pages.find(page); info != m_pages.end())
        setTitle(*tab, info->second);
}

void BrowserModel::windowLearned(const ContextId &id, const WindowId &window)
{
    Tab *tab = find(id);
    if (!tab || tab->window == window)
        return;
    if (const auto [found, isNew] = m_windows.try_emplace(window.string()); isNew)
        found->second.arrival = ++m_arrivals;
    tab->window = window;
    deactivateOthers(id.string(), *tab);
    dropEmptyWindows();
    ++m_shapeVersion;
}

void BrowserModel::loadingChanged(const ContextId &id, bool loading)
{
    if (Tab *tab = find(id)) {
        set(tab->loading, loading);
        if (loading)
            set(tab->crashed, false); // it has a renderer again
    }
}

void BrowserModel::probeAnswered(const ContextId &id, bool focused)
{
    Tab *tab = find(id);
    if (!tab)
        return;
    set(tab->unresponsive, false);
    if (focused)
        set(m_focusedTab, id.string());
    else if (m_focusedTab == id.text())
        set(m_focusedTab, std::string());
}

void BrowserModel::probeFailed(const ContextId &id)
{
    if (Tab *tab = find(id); tab && !tab->crashed)
        set(tab->unresponsive, true);
}

BrowserModel::Creation BrowserModel::beginCreation()
{
    m_creations.insert(++m_lastCreation);
    return m_lastCreation;
}

void BrowserModel::endCreation(Creation creation, const ContextId &id, const Origin &origin)
{
    abandonCreation(creation);
    const auto [found, isNew] = m_tabs.try_emplace(id.string());
    Tab &tab = found->second;
    if (isNew)
        tab.arrival = ++m_arrivals;
    tab.ours = tab.originKnown = true;
    tab.provision = origin.provision;
    tab.opener = origin.opener;
    if (origin.isWindow && !tab.window.empty()) {
        Window &window = m_windows[tab.window.string()];
        window.ours = true;
        window.ownContext = origin.ownContext;
        window.provision = origin.provision;
    }
}

void BrowserModel::abandonCreation(Creation creation)
{
    m_creations.erase(creation);
    ++m_shapeVersion;
}

bool BrowserModel::shown(const Tab &tab) const
{
    if (tab.window.empty())
        return false;
    return tab.originKnown || m_creations.empty() || *m_creations.begin() > tab.bornDuring;
}

Health BrowserModel::health(const Tab &tab) const
{
    return tab.crashed      ? Health::Crashed
         : tab.unresponsive ? Health::Unresponsive
         : tab.loading      ? Health::Loading
                            : Health::Live;
}

ReportedContext BrowserModel::reported(const std::string &id, const Tab &tab) const
{
    ReportedContext context{ContextId::trusted(id), tab.title, tab.url, health(tab), tab.active, tab.ours,
                            tab.provision,          tab.opener};
    const auto page = m_pages.find(tab.page);
    if (!tab.originKnown && page != m_pages.end()) {
        const auto opener = m_tabByPage.find(page->second.opener);
        if (opener != m_tabByPage.end())
            context.opener = ContextId::trusted(opener->second);
    }
    if (!m_tabs.contains(context.opener.string()))
        context.opener = {};
    return context;
}

std::vector<ReportedWindow> BrowserModel::windows() const
{
    using Entry = std::pair<const std::string, Tab>;
    std::vector<const Entry *> tabs;
    for (const Entry &entry : m_tabs)
        if (shown(entry.second))
            tabs.push_back(&entry);
    std::sort(tabs.begin(), tabs.end(),
              [](const Entry *a, const Entry *b) { return a->second.arrival < b->second.arrival; });
    if (tabs.size() > maxTabs)
        tabs.resize(maxTabs);
    std::stable_sort(tabs.begin(), tabs.end(), [this](const Entry *a, const Entry *b) {
        const auto windowArrival = [this](const Entry *e) { return m_windows.at(e->second.window.string()).arrival; };
        return std::pair(windowArrival(a), a->second.index) < std::pair(windowArrival(b), b->second.index);
    });

    std::vector<ReportedWindow> windows;
    for (const Entry *entry : tabs) {
        const auto &[id, tab] = *entry;
        const Window &window = m_windows.at(tab.window.string());
        if (windows.empty() || windows.back().id != tab.window)
            windows.push_back({tab.window, {}, false, window.ownContext, window.provision, {}});
        ReportedWindow &shownWindow = windows.back();
        shownWindow.contexts.push_back(reported(id, tab));
        if (tab.active)
            shownWindow.title = tab.title;
        shownWindow.focused = shownWindow.focused || id == m_focusedTab;
    }
    return windows;
}

bool BrowserModel::isShown(const ContextId &id) const
{
    const Tab *tab = find(id);
    return tab && shown(*tab);
}

bool BrowserModel::isActive(const ContextId &id) const
{
    const Tab *tab = find(id);
    return tab && tab->active;
}

bool BrowserModel::mayClose(const ContextId &id) const
{
    const Tab *tab = find(id);
    return tab && (tab->ours || isOurWindow(tab->window));
}

bool BrowserModel::isCrashed(const ContextId &id) const
{
    const Tab *tab = find(id);
    return tab && tab->crashed;
}

bool BrowserModel::isUnresponsive(const ContextId &id) const
{
    const Tab *tab = find(id);
    return tab && tab->unresponsive;
}

std::string BrowserModel::url(const ContextId &id) const
{
    const Tab *tab = find(id);
    return tab ? tab->url : std::string();
}

std::string BrowserModel::page(const ContextId &id) const
{
    const Tab *tab = find(id);
    return tab ? tab->page : std::string();
}

ContextId BrowserModel::tabAt(std::string_view url) const
{
    for (const auto &[id, tab] : m_tabs)
        if (tab.url == url)
            return ContextId::trusted(id);
    return {};
}

WindowId BrowserModel::windowOf(const ContextId &id) const
{
    const Tab *tab = find(id);
    return tab ? tab->window : WindowId();
}

bool BrowserModel::isOurWindow(const WindowId &window) const
{
    const auto found = m_windows.find(window.string());
    return found != m_windows.end() && found->second.ours;
}

std::vector<ContextId> BrowserModel::tabsOf(const WindowId &window) const
{
    std::vector<std::pair<std::uint32_t, ContextId>> found;
    for (const auto &[id, tab] : m_tabs)
        if (tab.window == window)
            found.emplace_back(tab.index, ContextId::trusted(id));
    std::sort(found.begin(), found.end());
    std::vector<ContextId> tabs;
    for (auto &[index, id] : found)
        tabs.push_back(std::move(id));
    return tabs;
}

std::vector<ContextId> BrowserModel::tabs() const
{
    std::vector<ContextId> ids;
    ids.reserve(m_tabs.size());
    for (const auto &[id, tab] : m_tabs)
        ids.push_back(ContextId::trusted(id));
    return ids;
}

std::size_t BrowserModel::tabCount() const
{
    return static_cast<std::size_t>(
        std::count_if(m_tabs.begin(), m_tabs.end(), [](const auto &entry) { return !entry.second.window.empty(); }));
}

std::string BrowserModel::soleContextOf(const WindowId &window) const
{
    const auto found = m_windows.find(window.string());
    if (found == m_windows.end() || !found->second.ownContext)
        return {};
    std::string context;
    for (const auto &[id, tab] : m_tabs)
        if (tab.window == window)
            context = tab.browserContext;
    for (const auto &[id, tab] : m_tabs)
        if (tab.browserContext == context && tab.window != window && !tab.window.empty())
            return {};
    return context;
}

bool BrowserModel::usesContext(const std::string &browserContext) const
{
    return std::any_of(m_tabs.begin(), m_tabs.end(),
                       [&](const auto &entry) { return entry.second.browserContext == browserContext; });
}

} // namespace cheetah
