// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/hatch.h"

#include "actions/flowwords.h"

#include <QtCore/QVarLengthArray>
#include <QtGui/QPainter>

namespace cheetah::gui {

void paintHatch(QPainter &painter, const QRect &rect, const QColor &color, bool isCrossed)
{
    constexpr int step = 8;
    QVarLengthArray<QLineF, 256> lines;
    const double height = rect.height(), top = rect.top(), bottom = top + height;
    // Where x + y, or x - y, is a multiple of the step.
    const auto roundUp = [](int value) { return (value + step * 4'096) / step * step - step * 4'096; };
    for (int sum = roundUp(rect.left() + rect.top()); sum <= rect.right() + rect.bottom() + 1; sum += step)
        lines.append(QLineF(sum - top, top, sum - bottom, bottom));
    if (isCrossed)
        for (int gap = roundUp(rect.left() - rect.bottom() - 1); gap <= rect.right() - rect.top(); gap += step)
            lines.append(QLineF(gap + top, top, gap + bottom, bottom));
    painter.save();
    painter.setClipRect(rect, Qt::IntersectClip);
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(QPen(color, 1));
    painter.drawLines(lines.constData(), int(lines.size()));
    painter.restore();
}

void paintUnderWay(QPainter &painter, const QRect &rect, const UnderWay &underWay, const Theme &theme, bool isSelected)
{
    const Tone tone = FlowWords::tone(underWay);
    QColor hatch = isSelected ? theme.palette().color(QPalette::HighlightedText) : theme.color(tone);
    hatch.setAlphaF(isSelected ? 0.2F : 0.25F);
    if (!isSelected)
        painter.fillRect(rect, theme.fill(tone));
    paintHatch(painter, rect, hatch, underWay.isUncertain);
}

} // namespace cheetah::gui
