// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "theme/theme.h"

namespace cheetah::gui {

/// What stands beside a message in this tone, so that the tone is not told by colour alone.
Glyph glyphFor(Tone tone);

/// A rounded surface in device-independent pixels, with a hairline of that colour if there is one.
void paintPill(QPainter &painter, const QRectF &rect, const QColor &fill, qreal radius, const QColor &line = {});

} // namespace cheetah::gui
