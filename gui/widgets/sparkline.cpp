// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/sparkline.h"

#include <QtGui/QPainter>

#include <cmath>

namespace cheetah::gui {

Sparkline::Sparkline(const Theme &theme, QWidget *parent) : QWidget(parent), m_theme(theme)
{
    connect(&theme, &Theme::changed, this, [this] { update(); });
}

void Sparkline::setValues(std::vector<double> values)
{
    m_values = std::move(values);
    update();
}

void Sparkline::setTone(Tone tone)
{
    m_tone = tone;
    update();
}

QSize Sparkline::sizeHint() const
{
    return {Theme::space(20), Theme::space(5)};
}

void Sparkline::paint(QPainter &painter, const QRectF &rect, std::span<const double> values, const QColor &color)
{
    double most = 1;
    for (const double value : values)
        most = std::isnan(value) ? most : std::max(most, value);
    if (values.size() < 2)
        return;
    painter.save();
    painter.setRenderHint(QPainter::Antialiasing);
    const QRectF area = rect.adjusted(1, 1.5, -1, -1.5);
    const double step = area.width() / double(values.size() - 1);
    QColor under = color;
    under.setAlphaF(0.14F);
    QPolygonF run;
    const auto finish = [&] {
        if (run.size() > 1) {
            QPolygonF surface = run;
            surface << QPointF(run.last().x(), area.bottom()) << QPointF(run.first().x(), area.bottom());
            painter.setPen(Qt::NoPen);
            painter.setBrush(under);
            painter.drawPolygon(surface);
            painter.setPen(QPen(color, 1.4, Qt::SolidLine, Qt::RoundCap, Qt::RoundJoin));
            painter.drawPolyline(run);
        } else if (run.size() == 1) {
            painter.setPen(QPen(color, 2, Qt::SolidLine, Qt::RoundCap));
            painter.drawPoint(run.first());
        }
        run.clear();
    };
    for (std::size_t i = 0; i < values.size(); ++i) {
        if (std::isnan(values[i]))
            finish();
        else
            run << QPointF(area.left() + double(i) * step, area.bottom() - values[i] / most * area.height());
    }
    finish();
    painter.restore();
}

void Sparkline::paintEvent(QPaintEvent *)
{
    QPainter painter(this);
    paint(painter, rect(), m_values, m_theme.color(m_tone));
}

} // namespace cheetah::gui
