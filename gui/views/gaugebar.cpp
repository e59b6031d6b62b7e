// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/gaugebar.h"

#include <QtGui/QPainter>

namespace cheetah::gui {

GaugeBar::GaugeBar(const Theme &theme, QWidget *parent) : QWidget(parent), m_theme(theme)
{
    setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Fixed);
}

void GaugeBar::set(const LeaseGauge &gauge)
{
    m_gauge = gauge;
    setAccessibleName(gauge.text());
    update();
}

QSize GaugeBar::sizeHint() const
{
    return {fontMetrics().averageCharWidth() * 16, fontMetrics().height() + 4};
}

void GaugeBar::paintEvent(QPaintEvent *)
{
    QPainter painter(this);
    m_gauge.paint(painter, rect(), m_theme, palette());
}

} // namespace cheetah::gui
