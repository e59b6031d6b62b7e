// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "actions/underway.h"
#include "theme/theme.h"

class QRect;

namespace cheetah::gui {

/// Fine diagonal lines over the rectangle, crisp at every scale and in step with those of rectangles beside it; crossed they
/// mean that something is not known.
void paintHatch(QPainter &painter, const QRect &rect, const QColor &color, bool isCrossed = false);

/// What a row that an action by hand is under way for stands on: a soft fill and a hatch. Texts of the palette stay readable
/// on it. On a selected row it lies over the selection, as a hatch alone.
void paintUnderWay(QPainter &painter, const QRect &rect, const UnderWay &underWay, const Theme &theme,
                   bool isSelected = false);

} // namespace cheetah::gui
