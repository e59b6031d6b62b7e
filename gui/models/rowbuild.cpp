// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/rowbuild.h"

#include <algorithm>

namespace cheetah::gui {

RowBuild::RowBuild(const RowSource &source, const RowOrder *sorted) : m_source(source), m_order(source)
{
    m_wasBefore.resize(source.slotCount());
    if (!sorted)
        return;
    for (const Slot slot : sorted->toMove())
        touch(slot);
    m_before.reserve(sorted->size());
    for (const RowEntry &row : sorted->rows())
        if (row.slot < m_wasBefore.size()) {
            m_before.push_back(row.slot);
            m_wasBefore[row.slot] = true;
        }
}

void RowBuild::touch(Slot slot)
{
    m_touched.add(slot);
}

bool RowBuild::step(std::chrono::steady_clock::time_point until)
{
    do {
        if (!m_isScanned)
            scanSome();
        else if (mergeSome())
            return true;
    } while (std::chrono::steady_clock::now() < until);
    return false;
}

int RowBuild::progress() const
{
    const std::size_t end = m_before.size() + m_wasBefore.size();
    return m_isScanned || end == 0 ? 90 : int(m_at * 90 / end);
}

void RowBuild::scanSome()
{
    const std::size_t end = m_before.size() + m_wasBefore.size();
    for (std::size_t i = 0; i < stride && m_at < end; ++i, ++m_at) {
        if (m_at < m_before.size())
            scan(m_before[m_at]);
        else if (const Slot slot = Slot(m_at - m_before.size()); !m_wasBefore[slot])
            scan(slot);
    }
    if (m_at < end)
        return;
    m_isScanned = true;
    endRun();
}

void RowBuild::scan(Slot slot)
{
    if (isTouched(slot) || slot >= m_source.slotCount() || !m_source.shows(slot))
        return;
    const RowEntry entry = m_order.enter(slot);
    while (!m_kept.empty() && isTouched(m_kept.back().slot))
        m_kept.pop_back();
    // What changed without being told may stand out of place; then it is sorted like the rest.
    const bool isKept = m_at < m_before.size() && (m_kept.empty() || m_order.less(m_kept.back(), entry));
    (isKept ? m_kept : m_run).push_back(entry);
    if (m_run.size() == runLength)
        endRun();
}

void RowBuild::endRun()
{
    std::erase_if(m_run, [this](const RowEntry &entry) { return isTouched(entry.slot); });
    if (m_run.empty())
        return;
    std::sort(m_run.begin(), m_run.end(), [this](const auto &a, const auto &b) { return m_order.less(a, b); });
    m_runs.push_back(std::exchange(m_run, {}));
}

/// Merges two runs at a time until one is left; true then.
bool RowBuild::mergeSome()
{
    if (m_leftAt == m_left.size() && m_rightAt == m_right.size()) {
        if (!m_merged.empty())
            m_runs.push_back(std::exchange(m_merged, {}));
        m_left.clear();
        m_right.clear();
        m_leftAt = m_rightAt = 0;
        if (m_runs.size() <= 1 && m_kept.empty())
            return true;
        m_left = std::exchange(m_runs.size() <= 1 ? m_kept : m_runs.front(), {});
        if (m_runs.size() > 1)
            m_runs.pop_front();
        if (!m_runs.empty()) {
            m_right = std::move(m_runs.front());
            m_runs.pop_front();
        }
        m_merged.reserve(m_left.size() + m_right.size());
    }
    for (std::size_t i = 0; i < stride * 4; ++i) {
        // What was touched compares with nothing any more.
        while (m_leftAt < m_left.size() && isTouched(m_left[m_leftAt].slot))
            ++m_leftAt;
        while (m_rightAt < m_right.size() && isTouched(m_right[m_rightAt].slot))
            ++m_rightAt;
        if (m_leftAt == m_left.size() && m_rightAt == m_right.size())
            return false;
        const bool takesRight = m_leftAt == m_left.size()
                             || (m_rightAt < m_right.size() && m_order.less(m_right[m_rightAt], m_left[m_leftAt]));
        m_merged.push_back(takesRight ? m_right[m_rightAt++] : m_left[m_leftAt++]);
    }
    return false;
}

RowOrder RowBuild::take()
{
    if (!m_runs.empty())
        m_order.m_rows = std::move(m_runs.front());
    std::erase_if(m_order.m_rows, [this](const RowEntry &entry) { return isTouched(entry.slot); });
    m_order.number(0);
    for (Slot slot = Slot(m_wasBefore.size()); slot < m_source.slotCount(); ++slot)
        m_order.recheck(slot);
    for (const Slot slot : m_touched.list)
        if (slot < m_source.slotCount())
            m_order.recheck(slot);
    if (RowPlan plan = m_order.place(false); !plan.isEmpty()) {
        m_order.m_rows = std::move(plan.next);
        m_order.number(0);
    }
    m_order.m_moves.clear();
    return std::move(m_order);
}

} // namespace cheetah::gui
