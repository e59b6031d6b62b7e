// SPDX-License-Identifier: GPL-3.0-or-later
// The part of TopologyMap that hears mouse, gestures and keyboard, and the card that explains what one points at.
#include "topology/topologymap.h"

#include "actions/actions.h"
#include "session/session.h"
#include "topology/topologyaccessible.h"
#include "topology/topologycard.h"

#include <QtGui/QKeyEvent>
#include <QtGui/QMouseEvent>
#include <QtGui/QWheelEvent>
#include <QtWidgets/QApplication>
#include <QtWidgets/QGestureEvent>
#include <QtWidgets/QMenu>
#include <QtWidgets/QScrollBar>

#include <algorithm>
#include <cmath>

namespace cheetah::gui {

namespace {

using Kind = TopologySpot::Kind;

constexpr int wheelStep = 120;
constexpr double pinchStep = 1.25;
constexpr std::size_t mostSelected = 20'000;

} // namespace

// The mouse

void TopologyMap::hover(const TopologySpot &spot)
{
    if (spot == m_hovered)
        return;
    update(std::exchange(m_hovered, spot));
    update(m_hovered);
    hideCard();
    if (spot)
        startCard(spot);
}

void TopologyMap::mousePressEvent(QMouseEvent *event)
{
    hideCard();
    if (event->button() != Qt::LeftButton)
        return;
    m_pressed = event->position().toPoint() + QPoint(0, top());
}

void TopologyMap::mouseMoveEvent(QMouseEvent *event)
{
    const QPoint at = event->position().toPoint();
    if (!m_pressed)
        return hover(spotAt(at));
    if (!m_rubber && (at + QPoint(0, top()) - *m_pressed).manhattanLength() < QApplication::startDragDistance())
        return;
    if (!m_rubber && event->modifiers() & Qt::ControlModifier)
        m_before = m_workspace.session.selection().objects();
    dragTo(at);
}

/// The rubber band reaches to here; beyond the edges the map follows.
void TopologyMap::dragTo(QPoint at)
{
    m_dragAt = at;
    const int beyond = at.y() < 0 ? at.y() : std::max(0, at.y() - viewport()->height());
    if (beyond != 0) {
        scrollTo(top() + std::clamp(beyond, -60, 60));
        m_autoScroll.start();
    } else {
        m_autoScroll.stop();
    }
    m_hovered = {};
    m_rubber = QRect(*m_pressed, at + QPoint(0, top())).normalized();
    m_preview.clear();
    for (const TopologySpot &spot : contextsIn(*m_rubber))
        m_preview.insert(spot.slot);
    for (const ObjectId &object : m_before)
        if (const TopologySpot spot = m_selection.spotOf(object); spot.kind == Kind::Context)
            m_preview.insert(spot.slot);
    viewport()->update();
}

void TopologyMap::endDrag(bool take)
{
    m_autoScroll.stop();
    m_pressed.reset();
    const auto rubber = std::exchange(m_rubber, std::nullopt);
    const auto before = std::exchange(m_before, {});
    m_preview.clear();
    if (!rubber)
        return;
    viewport()->update();
    if (!take)
        return;
    const auto spots = contextsIn(*rubber);
    m_isSelecting = true;
    if (!before.empty())
        m_selection.add(spots, spots.empty() ? TopologySpot() : spots.back());
    else
        m_selection.set(spots, spots.empty() ? TopologySpot() : spots.back());
    m_isSelecting = false;
    if (!spots.empty()) {
        m_cursor = m_rangeStart = spots.back();
        m_cursorName = m_selection.nameOf(m_cursor);
    }
}

std::vector<TopologySpot> TopologyMap::contextsIn(const QRect &area) const
{
    std::vector<TopologySpot> spots;
    m_layout.visitGroups(area.top(), area.bottom() + 1, [&](int number) {
        m_layout.visitBands(m_layout.group(number), area.top(), area.bottom() + 1, [&](const auto &band) {
            for (const TopologyLayout::Box &box : band.boxes) {
                if (box.making >= 0 || !m_layout.rect(band, box).intersects(area))
                    continue;
                const auto &tabs = fleet().window(box.window).contexts;
                auto [first, last] = m_layout.cellRows(band, box, area);
                if (!m_layout.metrics().hasCells())
                    last = box.tabs;
                const int end = std::min({last * box.columns, box.tabs, int(tabs.size())});
                for (int i = first * box.columns; i < end && spots.size() < mostSelected; ++i)
                    if (m_layout.cell(band, box, i).intersects(area))
                        spots.push_back({Kind::Context, tabs[std::size_t(i)], 0});
            }
        });
    });
    return spots;
}

void TopologyMap::mouseReleaseEvent(QMouseEvent *event)
{
    if (event->button() != Qt::LeftButton || !m_pressed)
        return;
    if (m_rubber)
        return endDrag(true);
    m_pressed.reset();
    click(spotAt(event->position().toPoint()), event->modifiers());
}

void TopologyMap::click(const TopologySpot &spot, Qt::KeyboardModifiers modifiers)
{
    m_isSelecting = true;
    if (!spot) {
        if (!(modifiers & Qt::ControlModifier))
            m_selection.clear();
    } else if (modifiers & Qt::ShiftModifier && m_rangeStart) {
        m_selection.set(TopologyWalk(fleet(), m_layout).range(m_rangeStart, spot, mostSelected), spot);
    } else if (modifiers & Qt::ControlModifier) {
        m_selection.toggle(spot);
    } else {
        m_selection.set(spot);
    }
    m_isSelecting = false;
    if (!spot)
        return;
    m_cursor = spot;
    m_cursorName = m_selection.nameOf(spot);
    if (!(modifiers & Qt::ShiftModifier))
        m_rangeStart = spot;
    viewport()->update();
    announce();
}

void TopologyMap::mouseDoubleClickEvent(QMouseEvent *event)
{
    if (event->button() == Qt::LeftButton)
        open(spotAt(event->position().toPoint()));
}

void TopologyMap::open(const TopologySpot &spot)
{
    if (const ObjectId name = m_selection.nameOf(spot); name.index() != 0)
        m_workspace.session.navigator().showObject(name);
}

void TopologyMap::contextMenuEvent(QContextMenuEvent *event)
{
    TopologySpot spot = m_cursor;
    QPoint where = viewport()->mapToGlobal(rectOnScreen(m_cursor).center());
    if (event->reason() == QContextMenuEvent::Mouse) {
        spot = spotAt(event->pos());
        where = event->globalPos();
    }
    if (!m_selection.contains(spot))
        click(spot, Qt::NoModifier);
    if (!m_workspace.session.selection().objects().empty())
        showMenu(where);
}

void TopologyMap::showMenu(QPoint global)
{
    hideCard();
    auto *menu = new QMenu(this);
    menu->setAttribute(Qt::WA_DeleteOnClose);
    m_workspace.actions.fillContextMenu(*menu);
    if (menu->isEmpty())
        return menu->deleteLater();
    menu->popup(global);
}

void TopologyMap::wheelEvent(QWheelEvent *event)
{
    if (!(event->modifiers() & Qt::ControlModifier))
        return QAbstractScrollArea::wheelEvent(event);
    m_wheeled += event->angleDelta().y();
    const int steps = m_wheeled / wheelStep;
    m_wheeled -= steps * wheelStep;
    if (steps != 0)
        setZoom(m_zoom + steps, event->position().toPoint());
    event->accept();
}

bool TopologyMap::viewportEvent(QEvent *event)
{
    if (event->type() == QEvent::Gesture) {
        auto *gestures = static_cast<QGestureEvent *>(event);
        if (QGesture *gesture = gestures->gesture(Qt::PinchGesture)) {
            pinch(*static_cast<QPinchGesture *>(gesture));
            return true;
        }
    } else if (event->type() == QEvent::NativeGesture) {
        pinch(*static_cast<QNativeGestureEvent *>(event));
        return true;
    } else if (event->type() == QEvent::Leave) {
        hover({});
    }
    return QAbstractScrollArea::viewportEvent(event);
}

void TopologyMap::pinch(QPinchGesture &gesture)
{
    if (gesture.state() == Qt::GestureStarted)
        m_pinched = 1;
    zoomBy(gesture.scaleFactor(), viewport()->mapFromGlobal(gesture.centerPoint().toPoint()));
}

void TopologyMap::pinch(QNativeGestureEvent &event)
{
    if (event.gestureType() == Qt::BeginNativeGesture)
        m_pinched = 1;
    else if (event.gestureType() == Qt::ZoomNativeGesture)
        zoomBy(1 + event.value(), event.position().toPoint());
}

void TopologyMap::zoomBy(double factor, QPoint at)
{
    m_pinched *= factor;
    while (m_pinched >= pinchStep) {
        m_pinched /= pinchStep;
        setZoom(m_zoom + 1, at);
    }
    while (m_pinched <= 1 / pinchStep) {
        m_pinched *= pinchStep;
        setZoom(m_zoom - 1, at);
    }
}

// The keyboard

void TopologyMap::keyPressEvent(QKeyEvent *event)
{
    const bool isControl = event->modifiers() & Qt::ControlModifier;
    switch (event->key()) {
    case Qt::Key_Escape:
        if (m_rubber)
            return endDrag(false);
        if (m_card->isVisible())
            return hideCard();
        if (!m_workspace.session.selection().objects().empty())
            return m_selection.clear();
        break;
    case Qt::Key_Return:
    case Qt::Key_Enter:
        if (m_cursor && !event->modifiers())
            return open(m_cursor);
        break;
    case Qt::Key_Backspace:
        if (m_cursor)
            return goTo(TopologyWalk(fleet(), m_layout).parent(m_cursor), Qt::NoModifier);
        break;
    case Qt::Key_Space:
        if (isControl && m_cursor) {
            m_isSelecting = true;
            m_selection.toggle(m_cursor);
            m_isSelecting = false;
            return;
        }
        break;
    case Qt::Key_A:
        if (isControl) {
            m_isSelecting = true;
            const auto all = contextsIn(QRect(QPoint(), m_layout.size()));
            m_selection.set(all, all.empty() ? TopologySpot() : all.front());
            m_isSelecting = false;
            return;
        }
        break;
    case Qt::Key_Equal: // Ctrl++ without Shift
        if (isControl)
            return setZoom(m_zoom + 1);
        break;
    default:
        if (moveCursor(event->key(), event->modifiers()))
            return;
        break;
    }
    event->ignore();
}

/// True if the key is one that moves.
bool TopologyMap::moveCursor(int key, Qt::KeyboardModifiers modifiers)
{
    const TopologyWalk walk(fleet(), m_layout);
    const bool isControl = modifiers & Qt::ControlModifier;
    if (modifiers & Qt::AltModifier)
        return false;
    TopologySpot to;
    switch (key) {
    case Qt::Key_Left:
        to = walk.moved(m_cursor, isRightToLeft() ? TopologyWalk::Way::Right : TopologyWalk::Way::Left);
        break;
    case Qt::Key_Right:
        to = walk.moved(m_cursor, isRightToLeft() ? TopologyWalk::Way::Left : TopologyWalk::Way::Right);
        break;
    case Qt::Key_Up:
        to = walk.moved(m_cursor, TopologyWalk::Way::Up);
        break;
    case Qt::Key_Down:
        to = walk.moved(m_cursor, TopologyWalk::Way::Down);
        break;
    case Qt::Key_Home:
        to = isControl || !m_cursor ? walk.first() : walk.edge(m_cursor, false);
        break;
    case Qt::Key_End:
        to = isControl || !m_cursor ? walk.last() : walk.edge(m_cursor, true);
        break;
    case Qt::Key_PageUp:
        to = page(false);
        break;
    case Qt::Key_PageDown:
        to = page(true);
        break;
    default:
        return false;
    }
    goTo(to, modifiers);
    return true;
}

TopologySpot TopologyMap::page(bool down) const
{
    const TopologyWalk walk(fleet(), m_layout);
    TopologySpot spot = m_cursor ? m_cursor : walk.first();
    const int from = m_layout.rect(fleet(), spot).top();
    for (;;) {
        const TopologySpot next = walk.moved(spot, down ? TopologyWalk::Way::Down : TopologyWalk::Way::Up);
        if (next == spot || std::abs(m_layout.rect(fleet(), next).top() - from) > viewport()->height())
            return next == spot || spot == m_cursor ? next : spot;
        spot = next;
    }
}

/// Plain keys select where they go, Shift selects from where it began, Ctrl only goes.
void TopologyMap::goTo(const TopologySpot &spot, Qt::KeyboardModifiers modifiers)
{
    if (!spot)
        return;
    m_isSelecting = true;
    if (modifiers & Qt::ShiftModifier && m_rangeStart) {
        m_selection.set(TopologyWalk(fleet(), m_layout).range(m_rangeStart, spot, mostSelected), spot);
    } else if (!(modifiers & Qt::ControlModifier)) {
        m_rangeStart = spot;
        if (m_selection.nameOf(spot).index() != 0)
            m_selection.set(spot);
    }
    m_isSelecting = false;
    setCursor(spot);
}

void TopologyMap::setCursor(const TopologySpot &spot)
{
    update(m_cursor);
    m_cursor = spot;
    m_cursorName = m_selection.nameOf(spot);
    reveal(spot);
    update(m_cursor);
    hideCard();
    startCard(spot);
    announce();
}

void TopologyMap::clearCursor()
{
    update(m_cursor);
    m_cursor = {};
    m_cursorName = {};
}

bool TopologyMap::focusNextPrevChild(bool next)
{
    const TopologySpot band = TopologyWalk(fleet(), m_layout).band(m_cursor, next);
    if (!band)
        return QAbstractScrollArea::focusNextPrevChild(next);
    setCursor(band);
    return true;
}

void TopologyMap::focusInEvent(QFocusEvent *event)
{
    QAbstractScrollArea::focusInEvent(event);
    if (!m_cursor) {
        m_cursor = m_selection.spotOf(m_workspace.session.selection().current());
        if (!m_cursor || event->reason() == Qt::TabFocusReason)
            m_cursor = TopologyWalk(fleet(), m_layout).first();
        m_cursorName = m_selection.nameOf(m_cursor);
        m_rangeStart = m_cursor;
    }
    if (event->reason() == Qt::TabFocusReason || event->reason() == Qt::BacktabFocusReason)
        reveal(m_cursor);
    update(m_cursor);
    announce();
}

void TopologyMap::focusOutEvent(QFocusEvent *event)
{
    QAbstractScrollArea::focusOutEvent(event);
    hideCard();
    update(m_cursor);
}

void TopologyMap::announce()
{
    if (hasFocus())
        announceFocus(*this);
}

/// Only what the keyboard is at, and only when it is another thing to say than how time goes.
void TopologyMap::announceChange(const FleetBatch &batch)
{
    if (!hasFocus() || m_cursor.kind != Kind::Context
        || !std::binary_search(batch.contexts.changed.begin(), batch.contexts.changed.end(), m_cursor.slot))
        return;
    const QString now = m_words.task(m_cursor.slot) + m_words.stateAndPlace(m_cursor.slot);
    if (std::exchange(m_announced, now) != now)
        announceName(*this);
}

// The card

void TopologyMap::startCard(const TopologySpot &spot)
{
    m_cardSpot = spot;
    m_cardDelay.start();
}

void TopologyMap::showCard()
{
    const QRect where = rectOnScreen(m_cardSpot);
    if (!isVisible() || !viewport()->rect().intersects(where) || m_rubber)
        return;
    m_card->setContent(m_words.heading(m_cardSpot), m_words.rows(m_cardSpot, now()));
    QRect beside = where;
    if (m_cardSpot.kind == Kind::Client)
        beside.setHeight(m_layout.metrics().bandHeader);
    else if (m_cardSpot.kind == Kind::Window && m_layout.metrics().hasTitles())
        beside.setHeight(m_layout.metrics().windowTitle);
    const bool isPointed = m_cardSpot == m_hovered && !(hasFocus() && m_cardSpot == m_cursor);
    const QPoint pointer = isPointed ? viewport()->mapFromGlobal(QCursor::pos()) : beside.center();
    m_card->popUp(beside.translated(viewport()->pos()), pointer + viewport()->pos(), rect());
}

void TopologyMap::hideCard()
{
    m_cardDelay.stop();
    m_card->hide();
}

} // namespace cheetah::gui
