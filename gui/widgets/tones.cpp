// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/tones.h"

#include <QtGui/QPainter>

namespace cheetah::gui {

Glyph glyphFor(Tone tone)
{
    switch (tone) {
    case Tone::Ok:
        return Glyph::Yes;
    case Tone::Warn:
        return Glyph::Warning;
    case Tone::Danger:
        return Glyph::Error;
    case Tone::Neutral:
    case Tone::Info:
    case Tone::Reserved:
    case Tone::Muted:
    case Tone::Accent:
        break;
    }
    return Glyph::Info;
}

void paintPill(QPainter &painter, const QRectF &rect, const QColor &fill, qreal radius, const QColor &line)
{
    painter.save();
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setBrush(fill);
    painter.setPen(line.isValid() ? QPen(line, 1) : QPen(Qt::NoPen));
    const qreal inset = line.isValid() ? 0.5 : 0;
    painter.drawRoundedRect(rect.adjusted(inset, inset, -inset, -inset), radius, radius);
    painter.restore();
}

} // namespace cheetah::gui
