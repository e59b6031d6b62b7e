// SPDX-License-Identifier: GPL-3.0-or-later
#include "topology/topologyink.h"

#include <algorithm>
#include <cmath>

namespace cheetah::gui {

namespace {

constexpr std::size_t mostHatches = 64;

QColor gray(const QColor &color)
{
    const int lightness = qGray(color.rgb());
    return QColor(lightness, lightness, lightness, color.alpha());
}

} // namespace

QColor TopologyInk::mix(const QColor &a, const QColor &b, double shareOfB)
{
    const auto between = [shareOfB](int from, int to) { return int(std::lround(from + (to - from) * shareOfB)); };
    return QColor(between(a.red(), b.red()), between(a.green(), b.green()), between(a.blue(), b.blue()));
}

void TopologyInk::refresh(const QPalette &palette, const QFont &font, qreal ratio, bool stale)
{
    m_ratio = ratio;
    m_stale = stale;
    m_glyphs.clear();
    m_hatches.clear();
    background = palette.color(QPalette::Window);
    panel = palette.color(QPalette::Base);
    text = palette.color(QPalette::Text);
    border = mix(panel, text, 0.24);
    faint = mix(panel, text, 0.13);
    title = mix(panel, text, 0.065);
    muted = m_theme.color(Tone::Muted);
    highlight = palette.color(QPalette::Highlight);
    for (std::size_t i = 0; i < tones; ++i) {
        m_tones[i] = m_theme.color(Tone(i));
        m_fills[i] = m_theme.fill(Tone(i));
    }
    if (stale) {
        text = muted;
        highlight = gray(highlight);
        for (std::size_t i = 0; i < tones; ++i) {
            m_tones[i] = mix(gray(m_tones[i]), panel, 0.25);
            m_fills[i] = mix(gray(m_fills[i]), panel, 0.25);
        }
    }
    plain = bold = small = font;
    bold.setWeight(QFont::DemiBold);
    if (font.pointSizeF() > 0)
        small.setPointSizeF(font.pointSizeF() * 0.88);
    m_plainMetrics = QFontMetrics(plain);
    m_boldMetrics = QFontMetrics(bold);
    m_smallMetrics = QFontMetrics(small);
}

QFontMetrics TopologyInk::metricsOf(const QFont &font) const
{
    return &font == &bold ? m_boldMetrics : &font == &small ? m_smallMetrics : m_plainMetrics;
}

void TopologyInk::drawGlyph(QPainter &painter, const QRect &where, Glyph glyph, Tone tone)
{
    const int size = std::min(where.width(), where.height());
    if (size <= 0)
        return;
    QPixmap &pixmap = m_glyphs[{glyph, m_stale ? Tone::Muted : tone, size}];
    if (pixmap.isNull())
        pixmap = m_theme.icon(glyph, m_stale ? Tone::Muted : tone).pixmap(QSize(size, size), m_ratio);
    painter.drawPixmap(where.left() + (where.width() - size) / 2, where.top() + (where.height() - size) / 2, pixmap);
}

void TopologyInk::drawText(QPainter &painter, const QRect &where, const QString &line, const QFont &font,
                           const QColor &color, Qt::Alignment alignment)
{
    if (where.width() <= 0 || line.isEmpty())
        return;
    const QFontMetrics metrics = metricsOf(font);
    QString shown = line;
    int width = metrics.horizontalAdvance(shown);
    if (width > where.width()) {
        shown = metrics.elidedText(line, Qt::ElideRight, where.width());
        width = metrics.horizontalAdvance(shown);
        if (width > where.width())
            return;
    }
    int x = where.left();
    if (alignment & Qt::AlignRight)
        x = where.right() + 1 - width;
    else if (alignment & Qt::AlignHCenter)
        x = where.left() + (where.width() - width) / 2;
    painter.setFont(font);
    painter.setPen(color);
    painter.drawText(QPoint(x, where.top() + (where.height() + metrics.ascent() - metrics.descent()) / 2), shown);
}

void TopologyInk::drawHatch(QPainter &painter, const QRect &where, const QColor &color, bool dense)
{
    if (m_hatches.size() > mostHatches)
        m_hatches.clear();
    QPixmap &tile = m_hatches[{color.rgba(), dense}];
    const int size = dense ? 4 : 8;
    if (tile.isNull()) {
        tile = QPixmap(QSize(size, size) * m_ratio);
        tile.setDevicePixelRatio(double(tile.width()) / size);
        tile.fill(Qt::transparent);
        QPainter brush(&tile);
        brush.setRenderHint(QPainter::Antialiasing);
        brush.setPen(QPen(color, 1));
        for (int shift = -size; shift <= size; shift += size)
            brush.drawLine(QPointF(shift, size), QPointF(shift + size, 0));
    }
    painter.drawTiledPixmap(where, tile, QPointF(where.left() % size, where.top() % size));
}

void TopologyInk::drawFrame(QPainter &painter, const QRectF &where, double radius, const QColor &line,
                            const QColor &inside, int width, Qt::PenStyle style) const
{
    const QTransform device = painter.deviceTransform();
    const double scale = device.m11();
    const double thick = std::max(1.0, std::floor(scale)) * width;
    const QRectF mapped = device.mapRect(where);
    const double left = std::round(mapped.left()), top = std::round(mapped.top());
    const double right = std::round(mapped.right()), bottom = std::round(mapped.bottom());
    const QRectF crisp((left + thick / 2 - device.dx()) / scale, (top + thick / 2 - device.dy()) / scale,
                       std::max(0.0, right - left - thick) / scale, std::max(0.0, bottom - top - thick) / scale);
    QPen pen(line, thick / scale, style, Qt::SquareCap, Qt::MiterJoin);
    if (style == Qt::DashLine) {
        pen.setCapStyle(Qt::FlatCap);
        pen.setDashPattern({3, 3});
    }
    painter.setPen(line.isValid() ? pen : QPen(Qt::NoPen));
    painter.setBrush(inside.isValid() ? QBrush(inside) : QBrush(Qt::NoBrush));
    painter.setRenderHint(QPainter::Antialiasing, radius > 0);
    if (radius > 0)
        painter.drawRoundedRect(crisp, radius, radius);
    else
        painter.drawRect(crisp);
    painter.setRenderHint(QPainter::Antialiasing, false);
}

} // namespace cheetah::gui
