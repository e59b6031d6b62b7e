// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/fleettreewidget.h"

#include "widgets/hatch.h"

#include <QtCore/QTimerEvent>
#include <QtGui/QKeyEvent>
#include <QtGui/QPainter>
#include <QtWidgets/QHeaderView>
#include <QtWidgets/QScrollBar>

#include <algorithm>

namespace cheetah::gui {

namespace {

constexpr Micros soon = Seconds(10);
constexpr int slowTick = 1'000, fastTick = 250;
constexpr int leastName = 22, readableName = 34, mostName = 60; ///< letters

} // namespace

FleetTreeWidget::FleetTreeWidget(FleetTreeModel &model, const FleetStore &store, const Theme &theme, QWidget *parent)
    : QTreeView(parent), m_tree(model), m_store(store), m_theme(theme)
{
    setUniformRowHeights(true);
    setVerticalScrollMode(ScrollPerPixel);
    setHorizontalScrollMode(ScrollPerPixel);
    setSelectionMode(ExtendedSelection);
    setAllColumnsShowFocus(true);
    setAnimated(false);
    setExpandsOnDoubleClick(true);
    setTextElideMode(Qt::ElideRight);

    // Before the view and its selection hear of it, and after.
    connect(&model, &QAbstractItemModel::rowsAboutToBeInserted, this, &FleetTreeWidget::beginChange);
    connect(&model, &QAbstractItemModel::rowsAboutToBeRemoved, this, &FleetTreeWidget::beginChange);
    connect(&model, &QAbstractItemModel::rowsAboutToBeMoved, this, &FleetTreeWidget::beginChange);
    connect(&model, &QAbstractItemModel::layoutAboutToBeChanged, this, &FleetTreeWidget::beginChange);
    connect(&model, &FleetTreeModel::aboutToReplace, this, &FleetTreeWidget::beginChange);
    setModel(&model);
    connect(&model, &QAbstractItemModel::rowsInserted, this, [this](const QModelIndex &at, int first, int last) {
        applyExpansion(at, first, last);
        endChange();
    });
    connect(&model, &QAbstractItemModel::rowsRemoved, this, &FleetTreeWidget::endChange);
    connect(&model, &QAbstractItemModel::rowsMoved, this, &FleetTreeWidget::endChange);
    connect(&model, &QAbstractItemModel::layoutChanged, this, [this] {
        applyExpansion();
        endChange();
    });
    connect(&model, &FleetTreeModel::replaced, this, &FleetTreeWidget::endChange);
    connect(this, &QTreeView::expanded, this, [this](const QModelIndex &index) { toggled(index, true); });
    connect(this, &QTreeView::collapsed, this, [this](const QModelIndex &index) { toggled(index, false); });
    applyExpansion();
}

void FleetTreeWidget::beginChange()
{
    if (m_changing++ == 0)
        keepScroll();
    m_isSightKnown = false;
}

void FleetTreeWidget::endChange()
{
    if (--m_changing == 0)
        emit rowsChanged();
}

/// By name, as rows come and go; empty for what has none any more.
std::string FleetTreeWidget::key(const QModelIndex &index) const
{
    const TreeNode node = m_tree.node(index);
    const ObjectId object = m_tree.object(index);
    if (node.kind == NodeKind::Away)
        return "a" + m_store.fleet().user(node.slot).id.string();
    const auto join = [](char kind, std::initializer_list<std::string_view> parts) {
        std::string text(1, kind);
        for (const std::string_view part : parts)
            text.append(part).append(1, '\0');
        return text;
    };
    if (const auto *user = std::get_if<UserId>(&object))
        return join('u', {user->text()});
    if (const auto *client = std::get_if<ClientName>(&object))
        return join('c', {client->user.text(), client->client.text()});
    if (const auto *window = std::get_if<WindowName>(&object))
        return join('w', {window->user.text(), window->client.text(), window->epoch.text(), window->window.text()});
    return {};
}

void FleetTreeWidget::toggled(const QModelIndex &index, bool expanded)
{
    m_isSightKnown = false;
    if (m_isApplying || m_changing > 0)
        return;
    auto &toggles = m_tree.isFiltered() ? m_filterToggles : m_toggles;
    if (toggles.size() >= mostToggles)
        toggles.clear();
    if (const std::string name = key(index); !name.empty())
        toggles[name] = expanded;
}

bool FleetTreeWidget::wantsExpanded(const QModelIndex &index) const
{
    const bool isFound = m_tree.isFiltered() && m_tree.shown() <= mostExpanded;
    const auto &toggles = m_tree.isFiltered() ? m_filterToggles : m_toggles;
    if (const auto found = toggles.find(key(index)); found != toggles.end())
        return found->second;
    switch (m_tree.node(index).kind) {
    case NodeKind::User:
        return true;
    case NodeKind::Client:
    case NodeKind::Window:
        return isFound || m_store.totals().contexts() <= mostExpanded;
    default:
        return isFound;
    }
}

void FleetTreeWidget::applyExpansion(const QModelIndex &parent, int first, int last)
{
    const bool wasApplying = std::exchange(m_isApplying, true);
    scheduleDelayedItemsLayout(); // then expanding only notes it
    for (int row = first; row <= last; ++row) {
        const QModelIndex index = m_tree.index(row, 0, parent);
        if (!m_tree.hasChildren(index) && m_tree.node(index).kind == NodeKind::Tab)
            break;
        setExpanded(index, wantsExpanded(index));
        if (m_tree.node(index).kind != NodeKind::Window)
            applyExpansion(index, 0, m_tree.rowCount(index) - 1);
    }
    m_isApplying = wasApplying;
}

void FleetTreeWidget::applyExpansion()
{
    applyExpansion({}, 0, m_tree.rowCount() - 1);
}

void FleetTreeWidget::filterChanged()
{
    if (!m_tree.isFiltered())
        m_filterToggles.clear();
    applyExpansion();
}

QModelIndex FleetTreeWidget::reveal(const ObjectId &object)
{
    const QModelIndex index = m_tree.indexOf(object);
    for (QModelIndex above = index.parent(); above.isValid(); above = above.parent())
        expand(above);
    return index;
}

void FleetTreeWidget::expandAllBelow(const QModelIndex &index)
{
    scheduleDelayedItemsLayout();
    setExpanded(index, true);
    if (m_tree.node(index).kind == NodeKind::Window)
        return;
    for (int row = 0; row < m_tree.rowCount(index); ++row)
        expandAllBelow(m_tree.index(row, 0, index));
}

void FleetTreeWidget::keepScroll()
{
    const QModelIndex top = verticalScrollBar()->value() > 0 ? indexAt({0, 0}) : QModelIndex();
    m_top = top.isValid() ? m_topInSight : ObjectId();
    m_topOffset = top.isValid() ? visualRect(top).top() : 0;
}

void FleetTreeWidget::restoreScroll()
{
    const ObjectId top = std::exchange(m_top, {});
    if (top.index() == 0)
        return;
    if (const QModelIndex index = m_tree.indexOf(top); index.isValid() && !visualRect(index).isEmpty())
        verticalScrollBar()->setValue(verticalScrollBar()->value() + visualRect(index).top() - m_topOffset);
}

void FleetTreeWidget::doItemsLayout()
{
    QTreeView::doItemsLayout();
    m_isSightKnown = false;
    if (m_changing == 0)
        restoreScroll();
}

void FleetTreeWidget::scrollContentsBy(int dx, int dy)
{
    QTreeView::scrollContentsBy(dx, dy);
    m_isSightKnown = false;
}

void FleetTreeWidget::resizeEvent(QResizeEvent *event)
{
    QTreeView::resizeEvent(event);
    fitName();
    m_isSightKnown = false;
}

/// A hairline below each row, as tables have it.
void FleetTreeWidget::drawRow(QPainter *painter, const QStyleOptionViewItem &option, const QModelIndex &index) const
{
    const UnderWay *now = m_tree.underWay(index);
    const bool isSelected = now && selectionModel()->isSelected(index);
    if (now && !isSelected)
        paintUnderWay(*painter, option.rect, *now, m_theme);
    QTreeView::drawRow(painter, option, index);
    if (isSelected)
        paintUnderWay(*painter, option.rect, *now, m_theme, true);
    painter->fillRect(QRect(option.rect.left(), option.rect.bottom(), option.rect.width(), 1),
                      palette().color(QPalette::AlternateBase));
}

void FleetTreeWidget::setFitsName(bool fits)
{
    m_fitsName = fits;
    fitName();
}

/// Where not all columns have room beside a readable name, the state has, and the others are scrolled to.
void FleetTreeWidget::fitName()
{
    if (!m_fitsName)
        return;
    int others = 0;
    for (int column = 1; column < FleetTreeModel::ColumnCount; ++column)
        others += isColumnHidden(column) ? 0 : columnWidth(column);
    const int letter = fontMetrics().averageCharWidth();
    int room = viewport()->width() - others;
    if (room < letter * readableName)
        room = viewport()->width() - columnWidth(FleetTreeModel::State);
    m_isFitting = true;
    header()->resizeSection(FleetTreeModel::Name, std::clamp(room, letter * leastName, letter * mostName));
    m_isFitting = false;
}

void FleetTreeWidget::paintEvent(QPaintEvent *event)
{
    QTreeView::paintEvent(event);
    if (!m_isSightKnown)
        lookWhatIsInSight();
}

void FleetTreeWidget::lookWhatIsInSight()
{
    m_isSightKnown = true;
    QModelIndexList rows;
    const int bottom = viewport()->height();
    for (QModelIndex index = indexAt({0, 0}); index.isValid(); index = indexBelow(index)) {
        rows.append(index);
        if (visualRect(index).bottom() > bottom)
            break;
    }
    m_topInSight = rows.empty() ? ObjectId() : m_tree.object(rows.front());
    m_tree.setInSight(rows);
}

void FleetTreeWidget::keyPressEvent(QKeyEvent *event)
{
    if (event->key() == Qt::Key_Asterisk) {
        const QModelIndex current = currentIndex().siblingAtColumn(0);
        if (current.isValid())
            return expandAllBelow(current);
    }
    if (event->key() == Qt::Key_Return || event->key() == Qt::Key_Enter)
        return emit inspectionWanted();
    QTreeView::keyPressEvent(event);
}

void FleetTreeWidget::showEvent(QShowEvent *event)
{
    QTreeView::showEvent(event);
    m_tick.start(slowTick, this);
}

void FleetTreeWidget::hideEvent(QHideEvent *event)
{
    m_tick.stop();
    QTreeView::hideEvent(event);
}

/// A tree without a current row says nothing to a screen reader.
void FleetTreeWidget::focusInEvent(QFocusEvent *event)
{
    if (!currentIndex().isValid() && m_tree.rowCount() > 0)
        selectionModel()->setCurrentIndex(m_tree.index(0, 0), QItemSelectionModel::NoUpdate);
    QTreeView::focusInEvent(event);
}

/// Draws what counts down, and nothing else; four times a second while something ends soon.
void FleetTreeWidget::timerEvent(QTimerEvent *event)
{
    if (event->timerId() != m_tick.timerId())
        return QTreeView::timerEvent(event);
    bool isEnding = false;
    const RegistryTime now = m_store.now();
    for (QModelIndex index = indexAt({0, 0}); index.isValid(); index = indexBelow(index)) {
        if (visualRect(index).top() > viewport()->height())
            break;
        const Micros left = m_tree.timeLeft(index, now);
        isEnding |= left.count() > 0 && left < soon;
    }
    if (isEnding != std::exchange(m_isEnding, isEnding))
        m_tick.start(isEnding ? fastTick : slowTick, this);
    for (const int column : {FleetTreeModel::Lease, FleetTreeModel::LastReport})
        if (!isColumnHidden(column))
            viewport()->update(columnViewportPosition(column), 0, columnWidth(column), viewport()->height());
}

} // namespace cheetah::gui
