// SPDX-License-Identifier: GPL-3.0-or-later
#include "topology/topologycard.h"

#include <QtGui/QPainter>

#include <algorithm>

namespace cheetah::gui {

namespace {

constexpr int widestInLines = 26;

} // namespace

TopologyCard::TopologyCard(QWidget *parent) : QWidget(parent)
{
    setAttribute(Qt::WA_TransparentForMouseEvents);
    setFocusPolicy(Qt::NoFocus);
}

QFont TopologyCard::headingFont() const
{
    QFont bold = font();
    bold.setWeight(QFont::DemiBold);
    return bold;
}

void TopologyCard::setContent(const QString &heading, const Rows &rows)
{
    if (heading == m_heading && rows == m_rows)
        return;
    m_heading = heading;
    m_rows = rows;
    fit();
    update();
}

void TopologyCard::fit()
{
    const QFontMetrics metrics = fontMetrics();
    const int line = metrics.height(), widest = line * widestInLines;
    m_names = 0;
    int values = 0;
    for (const auto &[name, value] : m_rows) {
        m_names = std::max(m_names, metrics.horizontalAdvance(name));
        values = std::max(values, metrics.horizontalAdvance(value));
    }
    const int gap = m_names > 0 ? line : 0;
    const int width = std::max(m_names + gap + values, QFontMetrics(headingFont()).horizontalAdvance(m_heading));
    const int rows = int(m_rows.size());
    const int height = line + (rows > 0 ? line / 2 + rows * (line + line / 5) : 0);
    resize(std::min(width, widest) + 2 * padding(), height + 2 * padding());
}

void TopologyCard::popUp(const QRect &where, QPoint pointer, const QRect &bounds)
{
    fit();
    const int gap = fontMetrics().height() / 2;
    const bool isWide = where.width() > width();
    int x = isWide ? pointer.x() : where.left();
    int y = where.bottom() + gap;
    if (y + height() > bounds.bottom())
        y = where.top() - gap - height();
    if (y < bounds.top()) {
        // Neither below nor above: beside it.
        y = std::clamp(where.top(), bounds.top(), std::max(bounds.top(), bounds.bottom() - height()));
        x = where.right() + gap + width() < bounds.right() ? where.right() + gap : where.left() - gap - width();
    }
    x = std::clamp(x, bounds.left() + gap, std::max(bounds.left() + gap, bounds.right() - width() - gap));
    move(x, y);
    show();
    raise();
}

void TopologyCard::paintEvent(QPaintEvent *)
{
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    const QColor text = palette().color(QPalette::ToolTipText), base = palette().color(QPalette::ToolTipBase);
    QColor muted = text;
    muted.setAlphaF(0.7F);
    QColor edge = text;
    edge.setAlphaF(0.35F);
    painter.setPen(QPen(edge, 1));
    painter.setBrush(base);
    painter.drawRoundedRect(QRectF(rect()).adjusted(0.5, 0.5, -0.5, -0.5), 5, 5);

    const QFontMetrics metrics = fontMetrics();
    const int line = metrics.height(), pad = padding(), inner = width() - 2 * pad;
    painter.setPen(text);
    painter.setFont(headingFont());
    painter.drawText(QPoint(pad, pad + metrics.ascent()),
                     QFontMetrics(headingFont()).elidedText(m_heading, Qt::ElideRight, inner));
    painter.setFont(font());
    int y = pad + line + line / 2;
    const int left = pad + m_names + (m_names > 0 ? line : 0);
    for (const auto &[name, value] : m_rows) {
        painter.setPen(muted);
        painter.drawText(QPoint(pad, y + metrics.ascent()), name);
        painter.setPen(text);
        painter.drawText(QPoint(left, y + metrics.ascent()),
                         metrics.elidedText(value, Qt::ElideRight, width() - pad - left));
        y += line + line / 5;
    }
}

} // namespace cheetah::gui
