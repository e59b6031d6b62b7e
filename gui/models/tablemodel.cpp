// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/tablemodel.h"

#include <algorithm>

namespace cheetah::gui {

namespace {

constexpr std::uint32_t manyRows = 20'000;
constexpr std::size_t muchToCheck = 500;
constexpr Millis oneFrame(16);

/// A filter that depends on time takes at most this part of it.
constexpr int leastRest = 20;

} // namespace

TableModel::TableModel(TableRows &rows, QObject *parent)
    : QAbstractTableModel(parent), m_rows(rows), m_query(std::make_unique<TableQuery>(rows)), m_order(*m_query)
{
    m_placing.setSingleShot(true);
    m_moving.setSingleShot(true);
    connect(&m_placing, &QTimer::timeout, this, [this] { place(false); });
    connect(&m_moving, &QTimer::timeout, this, &TableModel::lookAtTime);
    connect(&m_building, &QTimer::timeout, this, &TableModel::buildSome);
    connect(&rows, &TableRows::changed, this, &TableModel::take);
    connect(&rows, &TableRows::lookChanged, this, &TableModel::takeLooks);
    connect(&rows, &TableRows::replaced, this, &TableModel::replace);
}

TableModel::~TableModel() = default;

int TableModel::rowOf(Slot slot) const
{
    const std::uint32_t row = m_order.rowOf(slot);
    return row == RowOrder::noRow ? -1 : int(row);
}

int TableModel::rowOf(const ObjectId &object) const
{
    const Slot slot = m_rows.find(object);
    return slot == noSlot ? -1 : rowOf(slot);
}

ObjectId TableModel::objectAt(int row) const
{
    const Slot slot = slotAt(row);
    return slot == noSlot || slot >= m_rows.slotCount() ? ObjectId() : m_rows.object(slot);
}

void TableModel::setFilter(ExpressionPtr filter)
{
    auto query = std::make_unique<TableQuery>(wanted());
    query->filter = std::move(filter);
    build(std::move(query));
}

void TableModel::sort(int column, Qt::SortOrder order)
{
    auto query = std::make_unique<TableQuery>(wanted());
    query->column = column < columnCount() ? column : -1;
    query->order = order;
    if (!query->sortsLike(wanted()))
        build(std::move(query));
}

void TableModel::setActive(bool active)
{
    if (m_isActive == active)
        return;
    m_isActive = active;
    m_rows.setActive(active);
    if (active)
        return replace();
    m_placing.stop();
    m_moving.stop();
    m_building.stop();
    m_build.reset();
}

void TableModel::setVisibleRows(int first, int last)
{
    m_showsAll = false;
    m_firstVisible = first;
    m_lastVisible = last;
}

void TableModel::retranslate()
{
    emit headerDataChanged(Qt::Horizontal, 0, columnCount() - 1);
    if (rowCount() > 0)
        emit dataChanged(index(0, 0), index(rowCount() - 1, columnCount() - 1));
}

int TableModel::rowCount(const QModelIndex &parent) const
{
    return parent.isValid() ? 0 : int(m_order.size());
}

int TableModel::columnCount(const QModelIndex &parent) const
{
    return parent.isValid() ? 0 : int(m_rows.columns().size());
}

QVariant TableModel::data(const QModelIndex &index, int role) const
{
    const Slot slot = slotAt(index.row());
    return slot < m_rows.slotCount() ? m_rows.data(slot, index.column(), role) : QVariant();
}

void TableModel::multiData(const QModelIndex &index, QModelRoleDataSpan roles) const
{
    const Slot slot = slotAt(index.row());
    const bool isThere = slot < m_rows.slotCount();
    for (QModelRoleData &role : roles)
        if (isThere)
            role.setData(m_rows.data(slot, index.column(), role.role()));
        else
            role.clearData();
}

QVariant TableModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (orientation != Qt::Horizontal || section < 0 || section >= columnCount())
        return {};
    if (role == Qt::DisplayRole || role == Qt::ToolTipRole)
        return m_rows.columnTitle(section);
    if (role == Qt::TextAlignmentRole)
        return int((m_rows.columns()[std::size_t(section)].kind == CellKind::Number ? Qt::AlignRight : Qt::AlignLeft)
                   | Qt::AlignVCenter);
    return {};
}

void TableModel::take(const RowChanges &changes)
{
    if (!m_isActive)
        return;
    std::vector<std::uint32_t> touched;
    for (const Slot slot : changes.removed) {
        if (const std::uint32_t row = m_order.rowOf(slot); row != RowOrder::noRow)
            touched.push_back(row);
        m_order.vacate(slot);
    }
    for (const Slot slot : changes.added)
        m_order.recheck(slot);
    const bool isSelective = m_query->isSelective();
    for (const Slot slot : changes.changed) {
        if (const std::uint32_t row = m_order.rowOf(slot); row != RowOrder::noRow)
            touched.push_back(row);
        if (isSelective)
            m_order.recheck(slot);
        else
            m_order.recheckKey(slot);
    }
    if (m_build)
        for (const auto *list : {&changes.removed, &changes.added, &changes.changed})
            for (const Slot slot : *list)
                m_build->touch(slot);
    tellCells(touched);
    schedule();
}

void TableModel::takeLooks(const std::vector<Slot> &changed)
{
    std::vector<std::uint32_t> rows;
    for (const Slot slot : changed)
        if (const std::uint32_t row = slot == noSlot ? RowOrder::noRow : m_order.rowOf(slot); row != RowOrder::noRow)
            rows.push_back(row);
    if (m_isActive)
        tellCells(rows);
}

/// Cells of rows in sight, run by run.
void TableModel::tellCells(std::vector<std::uint32_t> &rows)
{
    if (!m_showsAll)
        std::erase_if(rows,
                      [this](std::uint32_t row) { return int(row) < m_firstVisible || int(row) > m_lastVisible; });
    if (rows.empty())
        return;
    std::sort(rows.begin(), rows.end());
    static const QList<int> roles{Qt::DisplayRole, Qt::ToolTipRole, Qt::AccessibleTextRole};
    for (const RowRun run : runsOf(rows))
        emit dataChanged(index(int(run.first), 0), index(int(run.first + run.count - 1), columnCount() - 1), roles);
}

void TableModel::replace()
{
    if (!m_isActive)
        return;
    m_order.vacateAll();
    m_isReplacing = true;
    m_placing.stop();
    m_moving.stop();
    if (rowCount() > 0)
        emit dataChanged(index(0, 0), index(rowCount() - 1, columnCount() - 1));
    build(std::make_unique<TableQuery>(wanted()));
}

bool TableModel::hasMany() const
{
    return m_order.size() > manyRows;
}

void TableModel::schedule()
{
    if (m_isReplacing)
        return;
    if (m_order.hasToPlace() && !m_placing.isActive()) {
        const Millis interval = hasMany() ? placeIntervalOfMany : placeInterval;
        const Millis since(m_sincePlaced.isValid() ? m_sincePlaced.elapsed() : interval.count());
        if (since >= interval)
            place(false);
        else
            m_placing.start(interval - since);
    }
    const bool needsTime = m_order.hasToMove() || (m_query->filter && m_query->filter->dependsOnTime());
    if (needsTime && !m_moving.isActive())
        m_moving.start(std::max(hasMany() ? moveIntervalOfMany : moveInterval,
                                Millis(std::chrono::duration_cast<Millis>(m_buildTime * leastRest))));
}

/// From time to time: what moved finds its place; a filter that depends on time is asked again.
void TableModel::lookAtTime()
{
    if (m_isHeld || m_rows.isPaused())
        return m_moving.start(moveInterval);
    if (m_query->filter && m_query->filter->dependsOnTime() && !m_build) {
        build(std::make_unique<TableQuery>(*m_query));
    } else if (m_order.toCheck() > muchToCheck && !m_hasChecked) {
        place(false); // two frames share the work
        m_hasChecked = true;
        return m_moving.start(oneFrame);
    } else {
        m_hasChecked = false;
        place(true);
    }
    schedule();
}

void TableModel::place(bool moves)
{
    m_placing.stop();
    m_rows.beginPass();
    RowPlan plan = m_order.place(moves);
    m_sincePlaced.start();
    if (!plan.isEmpty())
        apply(std::move(plan));
}

void TableModel::build(std::unique_ptr<TableQuery> query)
{
    m_buildTime = {};
    m_next = std::move(query);
    m_build.reset();
    if (!m_isActive)
        return;
    m_build.emplace(*m_next, m_next->sortsLike(*m_query) ? &m_order : nullptr);
    if (m_rows.slotCount() <= fewSlots) {
        m_rows.beginPass();
        while (!m_build->step(std::chrono::steady_clock::time_point::max()))
            ;
        return endBuild();
    }
    if (!m_building.isActive())
        m_building.start(0);
    emit shownChanged();
}

void TableModel::buildSome()
{
    const auto start = std::chrono::steady_clock::now();
    m_rows.beginPass();
    const bool isDone = m_build->step(start + slice);
    m_buildTime += std::chrono::steady_clock::now() - start;
    if (isDone)
        endBuild();
}

void TableModel::endBuild()
{
    m_building.stop();
    RowOrder sorted = m_build->take();
    m_build.reset();
    m_isReplacing = false;
    const auto before = std::exchange(m_query, std::move(m_next)); // the order asks it until it is led to the new one
    apply(m_order.planTo(sorted), &sorted);
    m_sincePlaced.start();
    emit shownChanged();
    schedule();
}

void TableModel::apply(RowPlan &&plan, RowOrder *sorted)
{
    const int before = rowCount();
    const bool isEmpty = plan.isEmpty();
    if (!isEmpty) {
        emit aboutToPlace(plan);
        if (plan.isOneTransaction(m_order.size()))
            applyAtOnce(plan);
        else
            applyByRuns(plan);
    }
    m_order.finish(std::move(plan), sorted);
    if (!isEmpty)
        emit placed();
    if (rowCount() != before)
        emit shownChanged();
}

void TableModel::applyByRuns(const RowPlan &plan)
{
    const std::vector<RowRun> removals = runsOf(plan.removed);
    for (auto run = removals.rbegin(); run != removals.rend(); ++run) {
        beginRemoveRows({}, int(run->first), int(run->first + run->count - 1));
        m_order.remove(*run);
        endRemoveRows();
    }
    for (const RowRun run : runsOf(plan.inserted)) {
        beginInsertRows({}, int(run.first), int(run.first + run.count - 1));
        m_order.insert(run, plan);
        endInsertRows();
    }
}

/// New rows come at the end, then all go where they belong and what is gone to the end, which is cut: three signals, however
/// many rows.
void TableModel::applyAtOnce(RowPlan &plan)
{
    const int before = rowCount(), size = int(plan.next.size());
    if (!plan.inserted.empty()) {
        beginInsertRows({}, before, before + int(plan.inserted.size()) - 1);
        m_order.append(plan);
        endInsertRows();
    }
    emit layoutAboutToBeChanged({}, VerticalSortHint);
    remapPersistent(plan);
    m_order.reorder(plan);
    emit layoutChanged({}, VerticalSortHint);
    if (!plan.removed.empty()) {
        beginRemoveRows({}, size, rowCount() - 1);
        m_order.cut(std::uint32_t(size));
        endRemoveRows();
    }
}

void TableModel::remapPersistent(const RowPlan &plan)
{
    const QModelIndexList from = persistentIndexList();
    if (from.empty())
        return;
    const std::vector<std::uint32_t> rowOfNext = m_order.rowsOf(plan);
    QModelIndexList to;
    to.reserve(from.size());
    for (const QModelIndex &index : from)
        to.push_back(this->index(int(m_order.rowAfter(std::uint32_t(index.row()), plan, rowOfNext)), index.column()));
    changePersistentIndexList(from, to);
}

} // namespace cheetah::gui
