// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/tablemodel.h"
#include "session/workspace.h"

#include <QtCore/QTimer>
#include <QtWidgets/QHeaderView>
#include <QtWidgets/QTableView>

#include <vector>

class QMenu;

namespace cheetah::gui {

class FilterField;
class LeaseDelegate;
class TableHeader;

/// A table of a TableModel, for reading while it changes: what is selected and where it is scrolled to are kept by name and
/// not by row. Its selection is the session's. Countdowns are repainted once a second, in sight alone. Owned by its view.
class TableView final : public QTableView {
    Q_OBJECT

public:
    /// `name`: of its settings. All outlive it.
    TableView(TableModel &model, Workspace &workspace, QString name, QWidget *parent = nullptr);

    /// As told by a person, or else this.
    void setStandardSorting(std::string_view column, Qt::SortOrder order);
    /// Of which the context menu builds filters.
    void setFilterField(FilterField *field) { m_filterField = field; }
    /// While inactive it does nothing at all.
    void setActive(bool active);
    void retranslate();

    std::vector<int> selectedRows() const;

signals:
    /// Enter or double click.
    void rowActivated(int row);
    /// Before a context menu opens, to add what concerns this table.
    void menuAboutToShow(QMenu *menu, int row);

protected:
    void changeEvent(QEvent *event) override;
    void contextMenuEvent(QContextMenuEvent *event) override;
    void currentChanged(const QModelIndex &current, const QModelIndex &previous) override;
    void focusInEvent(QFocusEvent *event) override;
    void keyboardSearch(const QString &) override {} // it would look through all rows
    void keyPressEvent(QKeyEvent *event) override;
    void mousePressEvent(QMouseEvent *event) override;
    void mouseReleaseEvent(QMouseEvent *event) override;
    void paintEvent(QPaintEvent *event) override;
    void resizeEvent(QResizeEvent *event) override;
    void scrollContentsBy(int dx, int dy) override;
    void selectionChanged(const QItemSelection &selected, const QItemSelection &deselected) override;
    void dataChanged(const QModelIndex &first, const QModelIndex &last, const QList<int> &roles) override;
    int sizeHintForColumn(int column) const override;

private:
    /// Looked at for the width of a column that is fitted to its content.
    static constexpr int mostFitted = 200;
    /// More selected names than these are left to the selection model alone.
    static constexpr std::size_t mostPulled = 500;
    static constexpr std::size_t mostCopied = 10'000;

    int lineHeight() const;
    std::pair<int, int> rowsInSight() const;
    std::vector<Slot> slotsInSight() const;
    void measure();

    void fillRowMenu(QMenu &menu, const QModelIndex &index);

    void pushSelection();
    void pullSelection(bool scroll);
    void keepPlace(const RowPlan &plan);
    void restorePlace();
    void sightChanged();
    void paintUnderWay(const QRect &area, bool selected);
    void tick();

    void copyIds();
    void copyJson();

    TableModel &m_model;
    Workspace &m_workspace;
    FilterField *m_filterField = nullptr;
    TableHeader *m_header;
    LeaseDelegate *m_leases;
    QTimer m_countdown;
    bool m_isActive = false;
    bool m_isQuiet = false;   ///< the selection changes without a person doing it
    bool m_isPushing = false; ///< the session's selection changes because of ours
    // Where it was, during a change of rows.
    Slot m_anchor = noSlot;
    int m_anchorOffset = 0;
    bool m_staysAtTop = false;
    bool m_reorders = false;
    std::vector<Slot> m_inSight; ///< by row
    int m_scrolledTo = 0;
    // The first row in sight, for when every slot means something else.
    ObjectId m_topObject;
    int m_topOffset = 0;
};

} // namespace cheetah::gui
