// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/rowbuild.h"
#include "models/tablerows.h"

#include <QtCore/QAbstractTableModel>
#include <QtCore/QElapsedTimer>
#include <QtCore/QTimer>

#include <memory>
#include <optional>

namespace cheetah::gui {

/// Which rows of a TableRows are shown and how they are sorted. Value; the rows outlive it.
class TableQuery final : public RowSource {
public:
    explicit TableQuery(const TableRows &rows) : m_rows(&rows) {}

    ExpressionPtr filter; ///< null: everything
    int column = -1;      ///< -1: by name
    Qt::SortOrder order = Qt::AscendingOrder;

    bool isSelective() const { return (filter && !filter->isEmpty()) || m_rows->isSelective(); }
    bool sortsLike(const TableQuery &other) const { return column == other.column && order == other.order; }

    Slot slotCount() const override { return m_rows->slotCount(); }
    bool shows(Slot slot) const override
    {
        return m_rows->belongs(slot) && (!filter || m_rows->matches(slot, *filter));
    }
    SortKey key(Slot slot) const override { return column < 0 ? SortKey{} : m_rows->key(slot, column); }
    bool nameLess(Slot a, Slot b) const override { return m_rows->nameLess(a, b); }
    bool isDescending() const override { return order == Qt::DescendingOrder; }

private:
    const TableRows *m_rows;
};

/// A live table of any number of rows. It tells of changed cells only for rows in sight, lets rows enter and leave some times
/// a second, moves rows whose place changed once a second or two, so that nothing jumps while it is read, and works out a new filter
/// or sorting in slices between which the loop turns. It is never reset. Where it asks nothing of rows while inactive.
/// Owned by its view; the rows outlive it.
class TableModel final : public QAbstractTableModel {
    Q_OBJECT

public:
    /// Rows enter and leave at most this often; what comes after a pause is shown at once.
    static constexpr Millis placeInterval{100};
    /// The same with very many rows, where it costs more and nobody could follow.
    static constexpr Millis placeIntervalOfMany{500};
    static constexpr Millis moveInterval{1'000};
    static constexpr Millis moveIntervalOfMany{2'000}; ///< likewise
    static constexpr std::chrono::milliseconds slice{6};
    /// With up to so many slots everything is worked out at once.
    static constexpr Slot fewSlots = 4'000;

    explicit TableModel(TableRows &rows, QObject *parent = nullptr);
    ~TableModel() override;

    TableRows &rows() const { return m_rows; }
    const RowOrder &order() const { return m_order; }
    Slot slotAt(int row) const { return row < 0 ? noSlot : m_order.slotAt(std::uint32_t(row)); }
    /// -1 if it has none.
    int rowOf(Slot slot) const;
    int rowOf(const ObjectId &object) const;
    ObjectId objectAt(int row) const;

    /// The one in force; null: none.
    const ExpressionPtr &filter() const { return m_query->filter; }
    void setFilter(ExpressionPtr filter);
    void sort(int column, Qt::SortOrder order = Qt::AscendingOrder) override;
    int sortColumn() const { return wanted().column; }
    Qt::SortOrder sortOrder() const { return wanted().order; }
    /// Another filter or sorting is being worked out; what is shown is the result before.
    bool isBuilding() const { return m_build.has_value(); }
    /// In percent, while building.
    int progress() const { return m_build ? m_build->progress() : 100; }

    /// Nothing is done while nobody looks; begins inactive.
    void setActive(bool active);
    bool isActive() const { return m_isActive; }
    /// Changes are told for these rows alone; all of them until it is said.
    void setVisibleRows(int first, int last);
    /// Rows stay where they are for as long as a person holds one with the mouse.
    void setHeld(bool held) { m_isHeld = held; }
    /// The language is another one.
    void retranslate();

    int rowCount(const QModelIndex &parent = {}) const override;
    int columnCount(const QModelIndex &parent = {}) const override;
    QVariant data(const QModelIndex &index, int role = Qt::DisplayRole) const override;
    void multiData(const QModelIndex &index, QModelRoleDataSpan roles) const override;
    QVariant headerData(int section, Qt::Orientation orientation, int role = Qt::DisplayRole) const override;

signals:
    /// Around all signals of one change of rows, for keeping selection and scroll position.
    void aboutToPlace(const cheetah::gui::RowPlan &plan);
    void placed();
    /// How many rows there are, or isBuilding(), changed.
    void shownChanged();

private:
    const TableQuery &wanted() const { return m_next ? *m_next : *m_query; }
    void take(const RowChanges &changes);
    void takeLooks(const std::vector<Slot> &changed);
    void replace();
    bool hasMany() const;
    void schedule();
    void place(bool moves);
    void build(std::unique_ptr<TableQuery> query);
    void buildSome();
    void endBuild();
    void apply(RowPlan &&plan, RowOrder *sorted = nullptr);
    void applyByRuns(const RowPlan &plan);
    void applyAtOnce(RowPlan &plan);
    void remapPersistent(const RowPlan &plan);
    void tellCells(std::vector<std::uint32_t> &rows);
    void lookAtTime();

    TableRows &m_rows;
    std::unique_ptr<TableQuery> m_query; ///< in force
    RowOrder m_order;
    std::unique_ptr<TableQuery> m_next; ///< being built
    std::optional<RowBuild> m_build;
    int m_firstVisible = 0, m_lastVisible = -1;
    bool m_showsAll = true; ///< nobody said what is visible
    bool m_isActive = false;
    bool m_isHeld = false;
    bool m_hasChecked = false;  ///< what enters and leaves was placed a frame before what moves
    bool m_isReplacing = false; ///< all rows stand empty until the build ends
    QTimer m_placing, m_moving, m_building;
    QElapsedTimer m_sincePlaced;
    std::chrono::steady_clock::duration m_buildTime{};
};

} // namespace cheetah::gui
