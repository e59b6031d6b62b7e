// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/panel.h"

#include "widgets/tones.h"

#include <QtGui/QPainter>

namespace cheetah::gui {

void Panel::paintEvent(QPaintEvent *)
{
    QPainter painter(this);
    paintPill(painter, rect(), palette().color(QPalette::Base), 8, palette().color(QPalette::Mid));
}

} // namespace cheetah::gui
