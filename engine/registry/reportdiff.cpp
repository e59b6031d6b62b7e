// SPDX-License-Identifier: Apache-2.0
#include "registry/reportdiff.h"

#include <algorithm>

namespace cheetah {

namespace {

/// Rows that do not exist yet are numbered from here, to stand in the scratch orders.
constexpr Slot firstNew = Slot(1) << 31;

Error badReport(const char *reason, const std::string &id)
{
    return Error(ErrorCode::BadReport, {{"reason", reason}, {"id", id}});
}

template <class T>
void mark(std::vector<T> &seen, std::size_t size)
{
    if (seen.size() < size)
        seen.resize(size);
}

/// Once ours, a tab stays ours, whatever a later report forgets to say.
std::shared_ptr<const ReportedContext> merged(const ReportedContext &reported, const ReportedContext *before)
{
    auto result = std::make_shared<ReportedContext>(reported);
    result->ours = reported.ours || !reported.provision.empty() || (before && before->ours);
    return result;
}

bool same(const ReportedContext &before, const ReportedContext &now)
{
    return before.id == now.id && before.title == now.title && before.url == now.url && before.health == now.health
        && before.active == now.active && before.provision == now.provision && before.opener == now.opener
        && (before.ours || (!now.ours && now.provision.empty()));
}

} // namespace

void ReportDiff::clear()
{
    gone.clear();
    windows.clear();
    contexts.clear();
    windowsGone.clear();
    reordered.clear();
    provisioned.clear();
}

Result<void> ReportComparer::compare(Slot client, const Report &report, ReportDiff &diff)
{
    diff.clear();
    if (Result<void> found = findRows(client, report); !found)
        return found;
    for (const Slot window : m_fleet.client(client).windows)
        for (const Slot context : m_fleet.window(window).contexts)
            if (m_seen[context] != m_round)
                diff.gone.push_back(context);
    compareWindows(client, report, diff);
    compareContexts(client, report, diff);
    compareOrder(client, report, diff);
    return {};
}

/// Finds the rows of everything reported, at little cost where the order is as before; refuses what is named twice.
Result<void> ReportComparer::findRows(Slot client, const Report &report)
{
    mark(m_seen, m_fleet.contextSlots());
    mark(m_seenWindows, m_fleet.windowSlots());
    if (++m_round == 0) {
        std::fill(m_seen.begin(), m_seen.end(), 0);
        std::fill(m_seenWindows.begin(), m_seenWindows.end(), 0);
        m_round = 1;
    }
    m_windowRows.clear();
    m_contextRows.clear();
    m_newIds.clear();
    const std::vector<Slot> &windows = m_fleet.client(client).windows;
    for (std::size_t w = 0; w < report.windows.size(); ++w) {
        const ReportedWindow &window = report.windows[w];
        if (window.id.empty())
            return badReport("empty window id", {});
        Slot row = w < windows.size() && m_fleet.window(windows[w]).name.window == window.id
                     ? windows[w]
                     : m_fleet.find(WindowName{report.client.user, report.client.client, report.epoch, window.id});
        if (row != noSlot && std::exchange(m_seenWindows[row], m_round) == m_round)
            return badReport("window twice", window.id.string());
        if (row == noSlot && !m_newIds.insert(window.id.text()).second)
            return badReport("window twice", window.id.string());
        m_windowRows.push_back(row == noSlot ? Slot(firstNew + w) : row);
    }
    m_newIds.clear();
    for (std::size_t w = 0; w < report.windows.size(); ++w)
        for (std::size_t c = 0; c < report.windows[w].contexts.size(); ++c) {
            const ContextId &id = report.windows[w].contexts[c].id;
            if (id.empty())
                return badReport("empty context id", {});
            const Slot row = findContext(report, m_windowRows[w], c, id);
            if (row != noSlot && std::exchange(m_seen[row], m_round) == m_round)
                return badReport("context twice", id.string());
            if (row == noSlot && !m_newIds.insert(id.text()).second)
                return badReport("context twice", id.string());
            m_contextRows.push_back(row == noSlot ? Slot(firstNew + m_contextRows.size()) : row);
        }
    return {};
}

Slot ReportComparer::findContext(const Report &report, Slot window, std::size_t position, const ContextId &id) const
{
    if (window < firstNew) {
        const std::vector<Slot> &contexts = m_fleet.window(window).contexts;
        if (position < contexts.size() && m_fleet.context(contexts[position]).name->context == id)
            return contexts[position];
    }
    return m_fleet.find(ContextName{report.client.user, report.client.client, report.epoch, id});
}

void ReportComparer::compareWindows(Slot client, const Report &report, ReportDiff &diff)
{
    m_windowOrder = m_fleet.client(client).windows;
    for (std::size_t w = 0; w < report.windows.size(); ++w) {
        const ReportedWindow &now = report.windows[w];
        const Slot row = m_windowRows[w];
        const bool isNew = row >= firstNew;
        const bool ours = !now.provision.empty() || (!isNew && m_fleet.window(row).ours);
        std::size_t position = m_windowOrder.size();
        if (isNew) {
            m_windowOrder.push_back(row);
        } else {
            const WindowRow &before = m_fleet.window(row);
            if (before.title == now.title && before.focused == now.focused && before.isolated == now.isolated
                && before.ours == ours)
                continue;
            position = std::size_t(std::find(m_windowOrder.begin(), m_windowOrder.end(), row) - m_windowOrder.begin());
        }
        diff.windows.push_back({WindowName{report.client.user, report.client.client, report.epoch, now.id}, now.title,
                                now.focused, now.isolated, ours, std::uint32_t(position)});
    }
}

void ReportComparer::compareContexts(Slot client, const Report &report, ReportDiff &diff)
{
    // The orders as they will be once the gone ones are out; a context that moves between windows leaves its old one.
    m_order.resize(std::max(m_order.size(), report.windows.size()));
    for (std::size_t w = 0; w < report.windows.size(); ++w) {
        m_order[w].clear();
        if (m_windowRows[w] < firstNew)
            for (const Slot context : m_fleet.window(m_windowRows[w]).contexts)
                if (m_seen[context] == m_round)
                    m_order[w].push_back(context);
    }
    std::size_t flat = 0;
    for (std::size_t w = 0; w < report.windows.size(); ++w) {
        const ReportedWindow &window = report.windows[w];
        const bool inside = std::any_of(window.contexts.begin(), window.contexts.end(),
                                        [&](const ReportedContext &c) { return c.provision == window.provision; });
        for (std::size_t c = 0; c < window.contexts.size(); ++c, ++flat) {
            const ReportedContext &now = window.contexts[c];
            const Slot row = m_contextRows[flat];
            const bool isNew = row >= firstNew;
            const ReportedContext *before = isNew ? nullptr : m_fleet.context(row).reported.get();
            if (!isNew && m_fleet.context(row).window != m_windowRows[w])
                for (std::size_t other = 0; other < report.windows.size(); ++other)
                    if (m_windowRows[other] == m_fleet.context(row).window)
                        std::erase(m_order[other], row);
            const bool moved = place(m_order[w], row, c);
            if (!moved && before && same(*before, now))
                continue;
            ProvisionId provision = now.provision;
            if (provision.empty() && c == 0 && !inside)
                provision = window.provision; // the first tab of a window that was made
            if (!provision.empty())
                diff.provisioned.push_back({diff.contexts.size(), provision});
            ContextKey key =
                isNew
                    ? ContextKey{m_names.make({report.client.user, report.client.client, report.epoch, now.id}), noSlot}
                    : m_fleet.key(row);
            diff.contexts.push_back({.key = std::move(key),
                                     .window = window.id,
                                     .position = std::uint32_t(c),
                                     .reported = merged(now, before),
                                     .firstSeenAt = {},
                                     .lastEnd = {}});
        }
    }
    for (const Slot window : m_fleet.client(client).windows)
        if (m_seenWindows[window] != m_round)
            diff.windowsGone.push_back(m_fleet.window(window).name);
}

void ReportComparer::compareOrder(Slot, const Report &report, ReportDiff &diff)
{
    std::erase_if(m_windowOrder, [&](Slot row) { return row < firstNew && m_seenWindows[row] != m_round; });
    for (std::size_t w = 0; w < report.windows.size(); ++w) {
        if (!place(m_windowOrder, m_windowRows[w], w))
            continue;
        const ReportedWindow &now = report.windows[w];
        const bool ours =
            !now.provision.empty() || (m_windowRows[w] < firstNew && m_fleet.window(m_windowRows[w]).ours);
        diff.reordered.push_back({WindowName{report.client.user, report.client.client, report.epoch, now.id}, now.title,
                                  now.focused, now.isolated, ours, std::uint32_t(w)});
    }
}

/// Moves (or adds) as Fleet::apply does; false if it stood there already.
bool ReportComparer::place(std::vector<Slot> &list, Slot slot, std::size_t position)
{
    if (position < list.size() && list[position] == slot)
        return false;
    std::erase(list, slot);
    list.insert(list.begin() + std::ptrdiff_t(std::min(position, list.size())), slot);
    return true;
}

} // namespace cheetah
