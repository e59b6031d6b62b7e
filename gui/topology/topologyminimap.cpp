// SPDX-License-Identifier: GPL-3.0-or-later
#include "topology/topologyminimap.h"

#include "topology/topologymap.h"

#include <QtGui/QMouseEvent>
#include <QtGui/QPainter>
#include <QtWidgets/QScrollBar>

#include <algorithm>

namespace cheetah::gui {

namespace {

constexpr int refreshMs = 1000;

} // namespace

TopologyMinimap::TopologyMinimap(TopologyMap &map, const TopologyInk &ink) : QWidget(&map), m_map(map), m_ink(ink)
{
    setAttribute(Qt::WA_OpaquePaintEvent);
    setFocusPolicy(Qt::NoFocus);
    setCursor(Qt::PointingHandCursor);
    m_refresh.setSingleShot(true);
    m_refresh.setInterval(refreshMs);
    connect(&m_refresh, &QTimer::timeout, this, [this] {
        m_isDirty = true;
        update();
    });
    connect(&map, &TopologyMap::moved, this, [this] { update(); });
}

QSize TopologyMinimap::sizeHint() const
{
    return {fontMetrics().height() * 5, fontMetrics().height() * 10};
}

void TopologyMinimap::refreshSoon()
{
    if (m_image.isNull() || m_image.height() != int(height() * devicePixelRatioF()))
        m_isDirty = true;
    if (isVisible() && !m_refresh.isActive())
        m_refresh.start();
}

void TopologyMinimap::refreshNow()
{
    m_isDirty = true;
    update();
}

/// Map pixels to ours; small maps are not blown up.
double TopologyMinimap::scale() const
{
    const double whole = std::max(1, m_map.layOut().size().height());
    const double across = std::max(1, m_map.layOut().size().width());
    return std::min(height() / whole, width() / across);
}

void TopologyMinimap::render()
{
    m_isDirty = false;
    const double ratio = devicePixelRatioF();
    m_image = QImage(QSize(int(width() * ratio), int(height() * ratio)), QImage::Format_RGB32);
    m_image.setDevicePixelRatio(ratio);
    m_image.fill(m_ink.background);
    QPainter painter(&m_image);
    const TopologyLayout &layout = m_map.layOut();
    const Fleet &fleet = m_map.store().fleet();
    const double vertical = scale(), across = double(width()) / std::max(1, layout.size().width());
    const double pixel = 1 / ratio;
    layout.visitGroups(0, layout.size().height(), [&](int number) {
        layout.visitBands(layout.group(number), 0, layout.size().height(), [&](const TopologyLayout::Band &band) {
            const ClientRow &row = fleet.client(band.client);
            const QRectF where(band.rect.left() * across, band.rect.top() * vertical, band.rect.width() * across,
                               std::max(pixel, band.rect.height() * vertical - (vertical > 0.1 ? pixel : 0)));
            painter.fillRect(where, band.away ? m_ink.title : m_ink.faint);
            if (row.contexts == 0 || band.away)
                return;
            QRectF busy = where;
            busy.setWidth(where.width() * row.assigned / row.contexts);
            painter.fillRect(busy, TopologyInk::mix(m_ink.fill(Tone::Accent), m_ink.tone(Tone::Accent), 0.45));
        });
    });
}

void TopologyMinimap::paintEvent(QPaintEvent *)
{
    if (m_isDirty)
        render();
    QPainter painter(this);
    painter.drawImage(0, 0, m_image);
    painter.setPen(m_ink.border);
    painter.drawLine(0, 0, 0, height());
    const double factor = scale();
    const QRectF sight(0.5, m_map.top() * factor + 0.5, width() - 1,
                       std::max(6.0, m_map.viewport()->height() * factor) - 1);
    QColor inside = m_ink.highlight;
    inside.setAlphaF(0.2F);
    painter.setPen(QPen(m_ink.highlight, 1));
    painter.setBrush(inside);
    painter.drawRect(sight);
}

void TopologyMinimap::goTo(double y)
{
    m_map.scrollTo(int(y / scale()) - m_map.viewport()->height() / 2);
}

void TopologyMinimap::mousePressEvent(QMouseEvent *event)
{
    if (event->button() == Qt::LeftButton)
        goTo(event->position().y());
}

void TopologyMinimap::mouseMoveEvent(QMouseEvent *event)
{
    if (event->buttons() & Qt::LeftButton)
        goTo(event->position().y());
}

void TopologyMinimap::wheelEvent(QWheelEvent *event)
{
    m_map.verticalScrollBar()->event(event);
}

} // namespace cheetah::gui
