// SPDX-License-Identifier: GPL-3.0-or-later
// The part of TopologyMap that knows where it stands: scrolling, zoom and what holds still while the map changes.
#include "topology/topologymap.h"

#include "session/session.h"
#include "topology/topologyminimap.h"

#include <QtGui/QResizeEvent>
#include <QtWidgets/QScrollBar>

#include <algorithm>

namespace cheetah::gui {

namespace {

using Kind = TopologySpot::Kind;

/// A map of fewer lines of text across has no room for the overview beside it.
constexpr int narrowLines = 45;

} // namespace

int TopologyMap::top() const
{
    return verticalScrollBar()->value();
}

void TopologyMap::scrollTo(int where)
{
    verticalScrollBar()->setValue(where);
}

QRect TopologyMap::visible() const
{
    return {0, top(), viewport()->width(), viewport()->height()};
}

bool TopologyMap::isInSight(const QRect &onMap) const
{
    return onMap.intersects(visible());
}

QRect TopologyMap::rectOnScreen(const TopologySpot &spot) const
{
    return m_layout.rect(fleet(), spot).translated(0, -top());
}

TopologySpot TopologyMap::spotAt(QPoint inViewport) const
{
    return m_layout.spotAt(fleet(), inViewport + QPoint(0, top()));
}

void TopologyMap::reveal(const TopologySpot &spot)
{
    QRect where = m_layout.rect(fleet(), spot);
    if (where.isNull())
        return;
    const TopologyMetrics &m = m_layout.metrics();
    if (spot.kind == Kind::Client && where.height() > viewport()->height())
        where.setHeight(m.bandHeader);
    where.adjust(0, -m.margin, 0, m.margin);
    if (where.top() < top() || where.height() > viewport()->height())
        scrollTo(where.top());
    else if (where.bottom() >= top() + viewport()->height())
        scrollTo(where.bottom() + 1 - viewport()->height());
}

TopologyMap::Anchor TopologyMap::anchorAt(QPoint at) const
{
    TopologySpot spot = spotAt(at);
    if (!spot || spot.kind == Kind::User || spot.kind == Kind::Client || spot.kind == Kind::Reservation) {
        // Beside things: the nearest below.
        const int y = at.y() + top();
        int best = std::numeric_limits<int>::max();
        m_layout.visitGroups(y, y + viewport()->height(), [&](int number) {
            m_layout.visitBands(m_layout.group(number), y, y + viewport()->height(), [&](const auto &band) {
                for (const TopologyLayout::Box &box : band.boxes)
                    if (const QRect where = m_layout.rect(band, box);
                        box.making < 0 && where.bottom() >= y && where.top() < best) {
                        best = where.top();
                        spot = {Kind::Window, box.window, 0};
                    }
                if (band.rect.top() >= y && band.rect.top() < best) {
                    best = band.rect.top();
                    spot = {Kind::Client, band.client, 0};
                }
            });
        });
    }
    const QRect where = rectOnScreen(spot);
    if (where.isNull())
        return {};
    return {m_selection.nameOf(spot), std::clamp(double(at.y() - where.top()) / where.height(), 0.0, 1.0),
            std::max(at.y(), where.top())};
}

void TopologyMap::restore(const Anchor &anchor)
{
    m_isRestoring = true;
    updateScrollBar();
    const QRect where = m_layout.rect(fleet(), m_selection.spotOf(anchor.object));
    if (!where.isNull())
        scrollTo(where.top() + int(anchor.share * where.height()) - anchor.y);
    m_isRestoring = false;
    m_anchor = top() == 0 ? Anchor() : anchorAt({m_layout.metrics().margin * 2, 0});
}

void TopologyMap::updateScrollBar()
{
    QScrollBar &bar = *verticalScrollBar();
    bar.setRange(0, std::max(0, m_layout.size().height() - viewport()->height()));
    bar.setPageStep(viewport()->height());
    bar.setSingleStep(fontMetrics().height() * 3);
}

void TopologyMap::scrollContentsBy(int, int dy)
{
    hideCard();
    if (m_isRestoring)
        return;
    if (m_isStale || m_rubber)
        viewport()->update();
    else
        viewport()->scroll(0, dy, viewport()->rect());
    m_anchor = top() == 0 ? Anchor() : anchorAt({m_layout.metrics().margin * 2, 0});
    scheduleTick();
    emit moved();
}

void TopologyMap::setZoom(int step, std::optional<QPoint> at)
{
    step = std::clamp(step, 0, TopologyMetrics::steps - 1);
    if (step == m_zoom)
        return;
    QPoint still = at.value_or(viewport()->rect().center());
    if (!at && isInSight(m_layout.rect(fleet(), m_cursor)))
        still = rectOnScreen(m_cursor).center();
    m_zoom = step;
    m_hovered = {};
    hideCard();
    if (isVisible()) {
        m_anchor = anchorAt(still);
        relayOut();
    } else {
        m_isBehind = true;
    }
    emit zoomChanged(step);
}

void TopologyMap::zoomToFit()
{
    TopologyLayout trial;
    TopologyLayout::Options options = m_layout.options();
    int step = TopologyMetrics::steps - 1;
    for (; step > 0; --step) {
        options.metrics = TopologyMetrics::at(step, fontMetrics().height()).fitted(options.width);
        trial.reset(fleet(), options, m_onlyMatches && m_filter.isActive() ? &m_filter.byWindow() : nullptr);
        if (trial.size().height() <= viewport()->height())
            break;
    }
    setZoom(step);
}

void TopologyMap::setByUser(bool byUser)
{
    m_byUser = byUser;
    relayOut();
    refreshCursor();
}

void TopologyMap::setOrder(TopologyOrder order)
{
    m_order = order;
    relayOut();
}

void TopologyMap::setExpression(ExpressionPtr expression)
{
    m_filter.setExpression(std::move(expression));
}

void TopologyMap::setShowsOnlyMatches(bool only)
{
    m_onlyMatches = only;
    relayOut();
}

void TopologyMap::setMinimapWanted(bool wanted)
{
    m_minimapWanted = wanted;
    updateMinimap();
}

void TopologyMap::updateMinimap()
{
    const bool hasRoom = width() > fontMetrics().height() * narrowLines;
    const bool isNeeded = m_minimapWanted && hasRoom && m_layout.size().height() > viewport()->height();
    if (isNeeded != m_minimap->isVisibleTo(this)) {
        setViewportMargins(0, 0, isNeeded ? m_minimap->sizeHint().width() : 0, 0);
        m_minimap->setVisible(isNeeded);
    }
    m_minimap->setGeometry(viewport()->geometry().right() + 1, viewport()->y(), m_minimap->sizeHint().width(),
                           viewport()->height());
    m_minimap->refreshSoon();
}

void TopologyMap::resizeEvent(QResizeEvent *event)
{
    QAbstractScrollArea::resizeEvent(event);
    hideCard();
    if (!isVisible()) {
        m_isBehind = true;
        return;
    }
    if (event->size().width() != event->oldSize().width()) {
        relayOut();
    } else {
        restore(m_anchor);
        updateMinimap();
    }
}

void TopologyMap::showEvent(QShowEvent *event)
{
    QAbstractScrollArea::showEvent(event);
    refreshInk();
    if (m_isBehind)
        rebuild();
    scheduleTick();
}

void TopologyMap::hideEvent(QHideEvent *event)
{
    m_tick.stop();
    hideCard();
    endDrag(false);
    QAbstractScrollArea::hideEvent(event);
}

} // namespace cheetah::gui
