// SPDX-License-Identifier: GPL-3.0-or-later
#include "delegates/textline.h"

#include <QtGui/QPainter>
#include <QtGui/QTextLayout>

namespace cheetah::gui {

void paintTextLine(QPainter &painter, const QRect &rect, const QString &text, Qt::Alignment alignment)
{
    if (rect.width() <= 0)
        return;
    const QFontMetrics metrics = painter.fontMetrics();
    // What is surely wider need not be laid out as a whole.
    const int most = rect.width() / std::max(1, metrics.averageCharWidth()) * 4 + 8;
    QTextLayout layout(text.left(most), painter.font(), painter.device());
    QTextOption option(alignment);
    option.setWrapMode(QTextOption::NoWrap);
    option.setTextDirection(painter.layoutDirection());
    layout.setTextOption(option);
    layout.beginLayout();
    QTextLine line = layout.createLine();
    line.setLineWidth(rect.width());
    layout.endLayout();
    if (line.naturalTextWidth() > rect.width())
        return painter.drawText(rect, int(alignment | Qt::AlignVCenter) | Qt::TextSingleLine,
                                metrics.elidedText(layout.text(), Qt::ElideRight, rect.width()));
    line.draw(&painter, QPointF(rect.left(), rect.top() + (rect.height() - line.height()) / 2));
}

} // namespace cheetah::gui
