// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/tailmodel.h"

#include <algorithm>
#include <chrono>

namespace cheetah::gui {

namespace {

/// Beyond so many separate runs it is cheaper for views to take all rows anew.
constexpr std::size_t mostRuns = 128;
constexpr TailModel::Number linesBetweenLooks = 32; ///< at the clock

/// First and last index of each run of `from` that is not in `in`; both ascending.
std::vector<std::pair<int, int>> runsMissing(const std::deque<TailModel::Number> &from,
                                             const std::deque<TailModel::Number> &in)
{
    std::vector<std::pair<int, int>> runs;
    auto other = in.begin();
    for (std::size_t i = 0; i < from.size(); ++i) {
        while (other != in.end() && *other < from[i])
            ++other;
        if (other != in.end() && *other == from[i])
            continue;
        if (!runs.empty() && runs.back().second == int(i) - 1)
            runs.back().second = int(i);
        else
            runs.emplace_back(int(i), int(i));
    }
    return runs;
}

} // namespace

TailModel::TailModel(QObject *parent) : QAbstractTableModel(parent)
{
    m_frame.setSingleShot(true);
    connect(&m_frame, &QTimer::timeout, this, &TailModel::advance);
}

void TailModel::setActive(bool active)
{
    if (m_isActive == active)
        return;
    m_isActive = active;
    if (active)
        advance();
    else
        m_frame.stop();
}

void TailModel::setPaused(bool paused)
{
    if (m_isPaused == paused)
        return;
    m_isPaused = paused;
    schedule();
    emit countsChanged();
}

void TailModel::setFilter(ExpressionPtr filter)
{
    if (filter && filter->isEmpty())
        filter = nullptr;
    m_filter = std::move(filter);
    refilter();
}

void TailModel::refilter()
{
    m_rebuild = Rebuild{{}, m_first};
    if (m_isActive)
        advance();
}

int TailModel::rowCount(const QModelIndex &parent) const
{
    return parent.isValid() ? 0 : int(m_rows.size());
}

int TailModel::rowFrom(Number number) const
{
    return int(std::lower_bound(m_rows.begin(), m_rows.end(), number) - m_rows.begin());
}

QString TailModel::copyText(int row, int column) const
{
    return data(index(row, column)).toString();
}

void TailModel::sourceChanged(int removed)
{
    m_first += Number(removed);
    m_end = m_first + sourceSize();
    schedule();
}

void TailModel::sourceCleared()
{
    m_first = m_end;
    m_end = m_first + sourceSize();
    dropFront();
    schedule();
    emit countsChanged();
}

void TailModel::schedule()
{
    if (m_isActive && !m_frame.isActive())
        m_frame.start(frame);
}

void TailModel::advance()
{
    m_frame.stop();
    dropFront();
    beginPass();
    if (m_rebuild)
        advanceRebuild();
    else if (!m_isPaused)
        takeNew();
    emit countsChanged();
}

void TailModel::dropFront()
{
    const int gone = rowFrom(m_first);
    if (gone > 0) {
        emit aboutToRearrange(false);
        beginRemoveRows({}, 0, gone - 1);
        m_rows.erase(m_rows.begin(), m_rows.begin() + gone);
        endRemoveRows();
        emit rearranged(false);
    }
    m_seen = std::max(m_seen, m_first);
}

bool TailModel::matches(Number number) const
{
    return admits(number) && (!m_filter || m_filter->matches(read(number)));
}

/// Asks about lines from `next` to `end` until all are asked or the slice is over; goes on later in that case.
template <class Take>
void TailModel::evaluate(Number &next, Number end, Take take)
{
    const auto start = std::chrono::steady_clock::now();
    for (next = std::max(next, m_first); next < end; ++next) {
        if (next % linesBetweenLooks == 0 && std::chrono::steady_clock::now() - start > slice)
            return m_frame.start(0);
        if (matches(next))
            take(next);
    }
}

void TailModel::advanceRebuild()
{
    Rebuild &rebuild = *m_rebuild;
    const Number end = m_isPaused ? m_seen : m_end; // what did not come into sight yet shall not now
    evaluate(rebuild.next, end, [&](Number number) { rebuild.rows.push_back(number); });
    if (rebuild.next < end) {
        const Number all = end - m_first;
        return emit progressed(int(100 * (rebuild.next - m_first) / all));
    }
    while (!rebuild.rows.empty() && rebuild.rows.front() < m_first)
        rebuild.rows.pop_front();
    const auto rows = std::move(rebuild.rows);
    m_seen = std::max(m_first, end);
    m_rebuild.reset();
    replaceRows(rows);
    emit progressed(100);
}

void TailModel::takeNew()
{
    std::vector<Number> fresh;
    evaluate(m_seen, m_end, [&](Number number) { fresh.push_back(number); });
    if (fresh.empty())
        return;
    const int row = rowCount();
    beginInsertRows({}, row, row + int(fresh.size()) - 1);
    m_rows.insert(m_rows.end(), fresh.begin(), fresh.end());
    endInsertRows();
    emit appended(int(fresh.size()));
}

void TailModel::replaceRows(const std::deque<Number> &rows)
{
    const auto gone = runsMissing(m_rows, rows), come = runsMissing(rows, m_rows);
    if (gone.empty() && come.empty())
        return;
    const bool all = gone.size() + come.size() > mostRuns;
    emit aboutToRearrange(all);
    if (all) {
        beginRemoveRows({}, 0, rowCount() - 1);
        m_rows.clear();
        endRemoveRows();
        beginInsertRows({}, 0, int(rows.size()) - 1);
        m_rows = rows;
        endInsertRows();
        return emit rearranged(all);
    }
    for (auto run = gone.rbegin(); run != gone.rend(); ++run) {
        beginRemoveRows({}, run->first, run->second);
        m_rows.erase(m_rows.begin() + run->first, m_rows.begin() + run->second + 1);
        endRemoveRows();
    }
    for (const auto &[first, last] : come) {
        beginInsertRows({}, first, last);
        m_rows.insert(m_rows.begin() + first, rows.begin() + first, rows.begin() + last + 1);
        endInsertRows();
    }
    emit rearranged(all);
}

} // namespace cheetah::gui
