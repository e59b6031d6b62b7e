// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QtCore/QRect>
#include <QtCore/QString>

class QPainter;

namespace cheetah::gui {

/// Draws one line of plain text with the painter's font and pen, in the middle of the rectangle's height; cut with an
/// ellipsis where it is too long. Text that fits, as most does, is laid out once, not once to measure and once to draw.
void paintTextLine(QPainter &painter, const QRect &rect, const QString &text, Qt::Alignment alignment = Qt::AlignLeft);

} // namespace cheetah::gui
