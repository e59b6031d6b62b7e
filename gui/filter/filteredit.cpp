// SPDX-License-Identifier: GPL-3.0-or-later
#include "filter/filteredit.h"

#include <QtGui/QPainter>
#include <QtGui/QPainterPath>
#include <QtGui/QTextLayout>

#include <algorithm>

namespace cheetah::gui {

void FilterEdit::setMark(int position, int length, const QColor &color)
{
    m_position = position;
    m_length = length;
    m_color = color;
    update();
}

int FilterEdit::xOf(int position) const
{
    // The line edit does not tell how far it is scrolled, but where its cursor is.
    QTextLayout layout(displayText(), font());
    layout.beginLayout();
    QTextLine line = layout.createLine();
    line.setLineWidth(1e6); // never wrapped
    layout.endLayout();
    const qreal offset = line.cursorToX(position) - line.cursorToX(cursorPosition());
    return cursorRect().center().x() + int(offset);
}

void FilterEdit::paintEvent(QPaintEvent *event)
{
    QLineEdit::paintEvent(event);
    if (m_length == 0)
        return;
    const int step = std::max(2, fontMetrics().height() / 8);
    const int from = xOf(m_position), to = xOf(m_position + m_length);
    const int left = std::clamp(std::min(from, to), 0, width());
    const int right = std::clamp(std::max({from, to, left + 3 * step}), 0, width());
    const int y = std::min(cursorRect().bottom(), height() - step - 1);
    QPainterPath wave(QPointF(left, y));
    bool isUp = true;
    for (int x = left + step; x <= right; x += step, isUp = !isUp)
        wave.lineTo(x, isUp ? y - step : y);
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(QPen(m_color, std::max(1.0, fontMetrics().height() / 14.0)));
    painter.drawPath(wave);
}

} // namespace cheetah::gui
