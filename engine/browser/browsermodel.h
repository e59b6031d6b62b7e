// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "model/report.h"

#include <simdjson.h>

#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace cheetah {

/// What Chromium tells of one target of type `tab` or `page`. A tab is what a person sees in the strip and keeps its
/// id for life; its page may be swapped under it.
struct CdpTarget {
    std::string id;
    bool isTab = false;
    std::string title;
    std::string url;
    std::string opener; ///< page target that opened this page
    std::string browserContext;
    std::optional<std::uint32_t> index; ///< place in the tab strip
    std::optional<bool> active;
};

/// A `targetInfo` object, or nothing for other types of target.
std::optional<CdpTarget> parseTarget(simdjson::dom::element info);

/// The windows and tabs of one running Chromium, kept from what the browser tells, and shown as a report's windows.
/// Pure: no I/O, no time. A context is a tab target, a person's own tabs included. What Chromium doesn't tell by
/// events (order, active tab, titles, windows) comes in by listings; between two of them it may be late.
class BrowserModel {
public:
    static constexpr std::size_t maxTabs = 500; ///< reported (SPEC E4); further tabs are counted only

    /// A creation of ours between the request and its answer.
    using Creation = std::uint64_t;
    struct Origin {
        ProvisionId provision;
        ContextId opener; ///< the context whose holder asked for it, or empty
        bool isWindow = false;
        bool ownContext = false; ///< the window has a browser context of its own
    };

    // What the browser tells.
    void targetChanged(const CdpTarget &target);
    void targetGone(const std::string &id);
    void targetCrashed(const std::string &id);
    void pageAttached(const ContextId &tab, const std::string &page);
    void windowLearned(const ContextId &tab, const WindowId &window);
    void loadingChanged(const ContextId &tab, bool loading);
    void probeAnswered(const ContextId &tab, bool focused);
    void probeFailed(const ContextId &tab);

    // What we do.
    /// From now on until the end of this creation, tabs that appear are not shown: one of them is what it makes, and
    /// it is shown together with its origin (SPEC W13).
    Creation beginCreation();
    void endCreation(Creation creation, const ContextId &tab, const Origin &origin);
    void abandonCreation(Creation creation);

    // What it knows.
    std::vector<ReportedWindow> windows() const;
    bool hasTab(const ContextId &tab) const { return m_tabs.contains(tab.string()); }
    bool isShown(const ContextId &tab) const;
    bool isActive(const ContextId &tab) const;
    /// Ours to close: opened by us, or in a window that we opened (SPEC W20).
    bool mayClose(const ContextId &tab) const;
    bool isCrashed(const ContextId &tab) const;
    bool isUnresponsive(const ContextId &tab) const;
    std::string url(const ContextId &tab) const;
    std::string page(const ContextId &tab) const;
    /// The tab that shows exactly this URL, or none.
    ContextId tabAt(std::string_view url) const;
    WindowId windowOf(const ContextId &tab) const;
    bool hasWindow(const WindowId &window) const { return m_windows.contains(window.string()); }
    bool isOurWindow(const WindowId &window) const;
    std::vector<ContextId> tabsOf(const WindowId &window) const;
    std::vector<ContextId> tabs() const;
    /// The browser context in which only this window lies, so that a tab made there lands in it; else empty.
    std::string soleContextOf(const WindowId &window) const;
    std::size_t windowCount() const { return m_windows.size(); }
    /// Tabs that lie in a window; Chromium's own surfaces do not.
    std::size_t tabCount() const;
    bool usesContext(const std::string &browserContext) const;

    /// Grow whenever windows() would show something else: titles and URLs alone, or anything more.
    std::uint64_t titleVersion() const { return m_titleVersion; }
    std::uint64_t shapeVersion() const { return m_shapeVersion; }

private:
    struct Tab {
        std::uint64_t arrival = 0;
        std::string title;
        std::string url;
        std::string page;
        std::string browserContext;
        WindowId window;
        std::uint32_t index = 0;
        bool active = false;
        bool crashed = false;
        bool loading = true; ///< until told otherwise
        bool unresponsive = false;
        bool ours = false;
        bool originKnown = false; ///< ours, with the origin below
        ProvisionId provision;
        ContextId opener;
        Creation bornDuring = 0; ///< the last creation begun before it appeared
    };
    struct Window {
        std::uint64_t arrival = 0;
        bool ours = false;
        bool ownContext = false;
        ProvisionId provision;
    };

    Tab *find(const ContextId &tab);
    const Tab *find(const ContextId &tab) const;
    Tab *tabOfPage(const std::string &page);
    void tabChanged(const CdpTarget &target);
    void pageChanged(const CdpTarget &target);
    void setTitle(Tab &tab, const CdpTarget &target);
    void removeTab(const std::string &id);
    void dropEmptyWindows();
    void deactivateOthers(const std::string &id, const Tab &tab);
    bool shown(const Tab &tab) const;
    Health health(const Tab &tab) const;
    ReportedContext reported(const std::string &id, const Tab &tab) const;
    template <class T>
    void set(T &member, const T &value)
    {
        if (member != value) {
            member = value;
            ++m_shapeVersion;
        }
    }

    std::unordered_map<std::string, Tab> m_tabs;        ///< by tab target
    std::unordered_map<std::string, CdpTarget> m_pages; ///< by page target
    std::unordered_map<std::string, std::string> m_tabByPage;
    std::map<std::string, Window> m_windows;
    std::string m_focusedTab;
    std::set<Creation> m_creations;
    Creation m_lastCreation = 0;
    std::uint64_t m_arrivals = 0;
    std::uint64_t m_titleVersion = 0;
    std::uint64_t m_shapeVersion = 0;
};

} // namespace cheetah
