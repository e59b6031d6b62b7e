// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/tableview.h"

#include "actions/actions.h"
#include "delegates/cellroles.h"
#include "delegates/chipdelegate.h"
#include "delegates/leasedelegate.h"
#include "filter/filterfield.h"
#include "session/session.h"
#include "views/selectedrows.h"
#include "views/tableheader.h"
#include "widgets/hatch.h"

#include <QtCore/QJsonArray>
#include <QtCore/QJsonDocument>
#include <QtGui/QAccessible>
#include <QtGui/QClipboard>
#include <QtGui/QContextMenuEvent>
#include <QtGui/QPainter>
#include <QtWidgets/QApplication>
#include <QtWidgets/QMenu>
#include <QtWidgets/QScrollBar>

#include <algorithm>

namespace cheetah::gui {

namespace {

constexpr Millis slowTick(1'000), quickTick(250);
constexpr Micros quickBelow = Seconds(10);
constexpr int smallestTarget = 24; ///< of what is clicked

} // namespace

TableView::TableView(TableModel &model, Workspace &workspace, QString name, QWidget *parent)
    : QTableView(parent),
      m_model(model),
      m_workspace(workspace),
      m_header(new TableHeader(model, workspace.settings, std::move(name), this)),
      m_leases(new LeaseDelegate(workspace.session, workspace.theme, ExpiryRole, this))
{
    setModel(&model);
    setHorizontalHeader(m_header);
    verticalHeader()->hide();
    verticalHeader()->setSectionResizeMode(QHeaderView::Fixed);
    setSelectionBehavior(SelectRows);
    setSelectionMode(ExtendedSelection);
    setEditTriggers(NoEditTriggers);
    setVerticalScrollMode(ScrollPerPixel);
    setHorizontalScrollMode(ScrollPerPixel);
    setWordWrap(false);
    setShowGrid(false);
    setTabKeyNavigation(false);
    setCornerButtonEnabled(false);
    setItemDelegate(new CellDelegate(this));
    auto *chips = new ChipDelegate(workspace.theme, this);
    const auto &columns = model.rows().columns();
    for (int i = 0; i < int(columns.size()); ++i)
        if (columns[std::size_t(i)].kind == CellKind::Lease)
            setItemDelegateForColumn(i, m_leases);
        else if (columns[std::size_t(i)].kind == CellKind::State)
            setItemDelegateForColumn(i, chips);
    measure();

    m_countdown.setInterval(slowTick);
    connect(&m_countdown, &QTimer::timeout, this, &TableView::tick);
    connect(&model, &TableModel::aboutToPlace, this, &TableView::keepPlace);
    connect(&model, &TableModel::placed, this, &TableView::restorePlace);
    connect(this, &QAbstractItemView::activated, this,
            [this](const QModelIndex &index) { emit rowActivated(index.row()); });
    connect(&workspace.session.selection(), &Selection::changed, this, [this] {
        if (m_isActive && !m_isPushing)
            pullSelection(true);
    });
    connect(&workspace.session.deployment(), &Deployment::stateChanged, this, [this] {
        if (m_isActive)
            viewport()->update(); // countdowns look otherwise when the picture is no longer fresh
    });
    connect(&workspace.theme, &Theme::changed, viewport(), qOverload<>(&QWidget::update));
}

/// Rows and columns by the size of the letters.
void TableView::measure()
{
    const int height = std::max(smallestTarget, fontMetrics().height() * 3 / 2);
    verticalHeader()->setMinimumSectionSize(height);
    verticalHeader()->setDefaultSectionSize(height);
    verticalScrollBar()->setSingleStep(height);
    m_header->arrange();
}

int TableView::lineHeight() const
{
    return verticalHeader()->defaultSectionSize();
}

void TableView::setStandardSorting(std::string_view column, Qt::SortOrder order)
{
    m_header->setStandardSorting(column, order);
    setSortingEnabled(true);
}

void TableView::setActive(bool active)
{
    if (m_isActive == active)
        return;
    m_isActive = active;
    m_model.setActive(active);
    if (active) {
        m_countdown.start(slowTick);
        sightChanged();
        pullSelection(false);
    } else {
        m_countdown.stop();
    }
}

void TableView::retranslate()
{
    m_model.retranslate();
}

std::pair<int, int> TableView::rowsInSight() const
{
    const int top = verticalScrollBar()->value();
    return {top / lineHeight(), std::min((top + viewport()->height() - 1) / lineHeight(), m_model.rowCount() - 1)};
}

std::vector<Slot> TableView::slotsInSight() const
{
    const auto [first, last] = rowsInSight();
    std::vector<Slot> found;
    for (int row = first; row <= last; ++row)
        found.push_back(m_model.slotAt(row));
    return found;
}

/// Below the cells' content; selected rows draw their background first.
void TableView::paintEvent(QPaintEvent *event)
{
    const bool isAny = m_model.rows().hasUnderWay();
    if (isAny)
        paintUnderWay(event->rect(), false);
    QTableView::paintEvent(event);
    if (isAny)
        paintUnderWay(event->rect(), true);
}

void TableView::paintUnderWay(const QRect &area, bool selected)
{
    QPainter painter(viewport());
    const auto [first, last] = rowsInSight();
    for (int row = first; row <= last; ++row) {
        const QRect where(0, rowViewportPosition(row), horizontalHeader()->length() - horizontalHeader()->offset(),
                          lineHeight() - 1);
        const Slot slot = m_model.slotAt(row);
        const UnderWay *now = slot != noSlot && where.intersects(area) ? m_model.rows().underWay(slot) : nullptr;
        if (now && selectionModel()->isRowSelected(row) == selected)
            gui::paintUnderWay(painter, where, *now, m_workspace.theme, selected);
    }
}

void TableView::sightChanged()
{
    const auto [first, last] = rowsInSight();
    m_model.setVisibleRows(first, last);
    if (m_model.slotAt(first) == noSlot)
        return;
    m_topObject = m_model.objectAt(first);
    m_topOffset = first * lineHeight() - verticalScrollBar()->value();
}

/// Finds a row in sight that the change leaves where it is, to stand still on the screen while the others move about it.
void TableView::keepPlace(const RowPlan &plan)
{
    m_isQuiet = true;
    // Qt repaints everything at each of the signals that follow; mostly nothing in sight is another row afterwards.
    viewport()->setAttribute(Qt::WA_UpdatesDisabled);
    m_inSight = slotsInSight();
    m_scrolledTo = verticalScrollBar()->value();
    m_anchor = noSlot;
    m_reorders = plan.reorders;
    m_staysAtTop = verticalScrollBar()->value() == 0 && !plan.reorders;
    const auto [first, last] = rowsInSight();
    const auto has = [](const std::vector<std::uint32_t> &rows, int row) {
        return std::binary_search(rows.begin(), rows.end(), std::uint32_t(row));
    };
    for (int row = first; row <= last && m_anchor == noSlot; ++row)
        if (!has(plan.removed, row) && !has(plan.moved, row) && (!plan.reorders || row == currentIndex().row())) {
            m_anchor = m_model.slotAt(row);
            m_anchorOffset = row * lineHeight() - verticalScrollBar()->value();
        }
}

void TableView::restorePlace()
{
    int row = m_anchor == noSlot ? -1 : m_model.rowOf(m_anchor);
    int offset = m_anchorOffset;
    if (row < 0 && !m_reorders && m_topObject.index() != 0) {
        row = m_model.rowOf(m_topObject);
        offset = m_topOffset;
    }
    executeDelayedItemsLayout();
    if (!m_staysAtTop && row >= 0) {
        updateGeometries(); // the range of the scroll bar follows the rows only now
        verticalScrollBar()->setValue(row * lineHeight() - offset);
    }
    viewport()->setAttribute(Qt::WA_UpdatesDisabled, false);
    if (m_inSight != slotsInSight() || m_scrolledTo != verticalScrollBar()->value())
        viewport()->update();
    sightChanged();
    if (m_workspace.session.selection().objects().size() <= mostPulled)
        pullSelection(false);
    m_isQuiet = false;
}

/// Qt would repaint everything in sight for more than one cell. Nothing is edited here.
void TableView::dataChanged(const QModelIndex &first, const QModelIndex &last, const QList<int> &roles)
{
    if (QAccessible::isActive())
        return QTableView::dataChanged(first, last, roles);
    const int top = rowViewportPosition(first.row());
    viewport()->update(0, top, viewport()->width(), rowViewportPosition(last.row()) + lineHeight() - top);
}

std::vector<int> TableView::selectedRows() const
{
    return selectedRowsOf(selectionModel()->selection());
}

void TableView::selectionChanged(const QItemSelection &selected, const QItemSelection &deselected)
{
    QTableView::selectionChanged(selected, deselected);
    if (!m_isQuiet)
        pushSelection();
}

void TableView::currentChanged(const QModelIndex &current, const QModelIndex &previous)
{
    QTableView::currentChanged(current, previous);
    if (!m_isQuiet && current.row() != previous.row() && selectionModel()->isRowSelected(current.row()))
        pushSelection();
}

/// What a person selected here is selected everywhere.
void TableView::pushSelection()
{
    std::vector<ObjectId> objects;
    ObjectId current;
    for (const int row : selectedRows()) {
        ObjectId object = m_model.objectAt(row);
        if (object.index() == 0)
            continue;
        if (objects.empty() || row == currentIndex().row())
            current = object;
        objects.push_back(std::move(object));
    }
    if (objects.empty() && m_model.rowCount() > 0 && m_model.objectAt(0).index() == 0)
        return; // what these rows name cannot be selected
    m_isPushing = true;
    m_workspace.session.selection().select(std::move(objects), std::move(current));
    m_isPushing = false;
}

/// What is selected elsewhere is selected here, as far as it is shown.
void TableView::pullSelection(bool scroll)
{
    const Selection &selection = m_workspace.session.selection();
    std::vector<int> rows;
    for (const ObjectId &object : selection.objects())
        if (const int row = m_model.rowOf(object); row >= 0)
            rows.push_back(row);
    const int current = m_model.rowOf(selection.current());
    if (rows.empty() && selection.objects().empty() && m_model.rowCount() > 0 && m_model.objectAt(0).index() == 0)
        return;
    const bool wasQuiet = std::exchange(m_isQuiet, true);
    std::sort(rows.begin(), rows.end());
    if (rows != selectedRows()) {
        QItemSelection chosen;
        for (const int row : rows)
            chosen.select(m_model.index(row, 0), m_model.index(row, m_model.columnCount() - 1));
        selectionModel()->select(chosen, QItemSelectionModel::ClearAndSelect);
    }
    if (current >= 0 && current != currentIndex().row()) {
        const int column = currentIndex().isValid() ? currentIndex().column() : horizontalHeader()->logicalIndexAt(0);
        const bool follows = hasAutoScroll();
        setAutoScroll(scroll);
        selectionModel()->setCurrentIndex(m_model.index(current, std::max(0, column)), QItemSelectionModel::NoUpdate);
        setAutoScroll(follows);
    }
    m_isQuiet = wasQuiet;
}

/// Repaints what counts down and is in sight.
void TableView::tick()
{
    const auto [first, last] = rowsInSight();
    const auto &columns = m_model.rows().columns();
    bool isQuick = false;
    for (int column = 0; column < int(columns.size()); ++column) {
        if (columns[std::size_t(column)].kind != CellKind::Lease || isColumnHidden(column))
            continue;
        bool counts = false;
        for (int row = first; row <= last && !(counts && isQuick); ++row) {
            const LeaseGauge gauge = m_leases->gauge(m_model.index(row, column));
            counts |= gauge.look > LeaseGauge::Look::Endless && !gauge.isStale;
            isQuick |= counts && gauge.left.count() > 0 && gauge.left < quickBelow;
        }
        if (counts)
            viewport()->update(columnViewportPosition(column), 0, columnWidth(column), viewport()->height());
    }
    const Millis interval = isQuick ? quickTick : slowTick;
    if (m_countdown.intervalAsDuration() != interval)
        m_countdown.setInterval(interval);
}

void TableView::changeEvent(QEvent *event)
{
    QTableView::changeEvent(event);
    if (event->type() == QEvent::FontChange || event->type() == QEvent::StyleChange)
        measure();
}

void TableView::resizeEvent(QResizeEvent *event)
{
    QTableView::resizeEvent(event);
    sightChanged();
}

void TableView::scrollContentsBy(int dx, int dy)
{
    QTableView::scrollContentsBy(dx, dy);
    if (dy != 0 && !m_isQuiet)
        sightChanged();
}

void TableView::focusInEvent(QFocusEvent *event)
{
    QTableView::focusInEvent(event);
    if (currentIndex().isValid() || m_model.rowCount() == 0)
        return;
    // Silent for screen readers otherwise.
    const bool wasQuiet = std::exchange(m_isQuiet, true);
    selectionModel()->setCurrentIndex(
        m_model.index(rowsInSight().first, std::max(0, horizontalHeader()->logicalIndexAt(0))),
        QItemSelectionModel::NoUpdate);
    m_isQuiet = wasQuiet;
}

void TableView::mousePressEvent(QMouseEvent *event)
{
    m_model.setHeld(true);
    QTableView::mousePressEvent(event);
}

void TableView::mouseReleaseEvent(QMouseEvent *event)
{
    m_model.setHeld(false);
    QTableView::mouseReleaseEvent(event);
}

void TableView::keyPressEvent(QKeyEvent *event)
{
    if (event->matches(QKeySequence::Copy))
        copyIds();
    else if (event->modifiers() == (Qt::ControlModifier | Qt::ShiftModifier) && event->key() == Qt::Key_C)
        copyJson();
    else if (event->key() == Qt::Key_Down && event->modifiers() == Qt::NoModifier && currentIndex().isValid()
             && !selectionModel()->hasSelection())
        // The line that the keyboard came to is the first to be selected; it may be the only one.
        selectionModel()->select(currentIndex(), QItemSelectionModel::ClearAndSelect | QItemSelectionModel::Rows);
    else
        QTableView::keyPressEvent(event);
}

int TableView::sizeHintForColumn(int column) const
{
    const auto [first, last] = rowsInSight();
    QStyleOptionViewItem option;
    initViewItemOption(&option);
    int width = 0;
    for (int row = first; row <= std::min(last, first + mostFitted); ++row) {
        const QModelIndex index = m_model.index(row, column);
        width = std::max(width, itemDelegateForIndex(index)->sizeHint(option, index).width());
    }
    return width;
}

void TableView::copyIds()
{
    QStringList ids;
    for (const int row : selectedRows())
        if (ids.size() < qsizetype(mostCopied) && m_model.slotAt(row) != noSlot)
            ids += m_model.rows().copyId(m_model.slotAt(row));
    if (!ids.isEmpty())
        QApplication::clipboard()->setText(ids.join(u'\n'));
}

void TableView::copyJson()
{
    QJsonArray objects;
    for (const int row : selectedRows())
        if (objects.size() < qsizetype(mostCopied) && m_model.slotAt(row) != noSlot)
            objects.append(m_model.rows().json(m_model.slotAt(row)));
    if (!objects.isEmpty())
        QApplication::clipboard()->setText(QString::fromUtf8(QJsonDocument(objects).toJson()));
}

void TableView::contextMenuEvent(QContextMenuEvent *event)
{
    const bool byMouse = event->reason() == QContextMenuEvent::Mouse;
    const QModelIndex index = byMouse ? indexAt(event->pos()) : currentIndex();
    auto *menu = new QMenu(this);
    menu->setAttribute(Qt::WA_DeleteOnClose);
    if (index.isValid())
        fillRowMenu(*menu, index);
    auto *columns = menu->addMenu(tr("Columns"));
    m_header->fillMenu(*columns);
    m_model.setHeld(false);
    menu->popup(byMouse ? event->globalPos() : viewport()->mapToGlobal(visualRect(index).bottomLeft()));
}

void TableView::fillRowMenu(QMenu &menu, const QModelIndex &index)
{
    const Slot slot = m_model.slotAt(index.row());
    if (slot == noSlot)
        return;
    emit menuAboutToShow(&menu, index.row());
    if (m_model.objectAt(index.row()).index() != 0) {
        m_workspace.actions.refresh();
        m_workspace.actions.fillContextMenu(menu);
        menu.addSeparator();
    }
    menu.addAction(tr("Copy &id"), QKeySequence(QKeySequence::Copy), this, &TableView::copyIds);
    menu.addAction(tr("Copy as &JSON"), QKeySequence(Qt::CTRL | Qt::SHIFT | Qt::Key_C), this, &TableView::copyJson);
    menu.addSeparator();
    const char *field = m_model.rows().columns()[std::size_t(index.column())].field;
    if (!field || !m_filterField)
        return;
    const QString name = QString::fromLatin1(field);
    addFilterActions(menu, name, m_model.rows().fieldText(slot, name), *m_filterField);
    menu.addSeparator();
}

} // namespace cheetah::gui
