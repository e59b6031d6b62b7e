// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/views.h"
#include "theme/theme.h"

#include <QtGui/QFontMetrics>
#include <QtGui/QPainter>
#include <QtGui/QPixmap>

#include <map>

namespace cheetah::gui {

/// What the map is drawn with: colours out of theme and palette, fonts, and glyphs ready to be put down, at one device pixel
/// ratio. When the picture is stale all colours have lost their tone. Owned by the map.
class TopologyInk {
public:
    explicit TopologyInk(const Theme &theme) : m_theme(theme) {}

    /// Takes everything anew.
    void refresh(const QPalette &palette, const QFont &font, qreal ratio, bool stale);

    QColor background, panel, border, faint, text, muted, title, highlight;
    QFont plain, bold, small;
    QColor tone(Tone tone) const { return m_tones[std::size_t(tone)]; }
    QColor fill(Tone tone) const { return m_fills[std::size_t(tone)]; }
    /// Between the two: for surfaces without text that shall be seen, but not shout.
    QColor calm(Tone tone) const { return mix(fill(tone), this->tone(tone), 0.22); }
    static QColor mix(const QColor &a, const QColor &b, double shareOfB);

    void drawGlyph(QPainter &painter, const QRect &where, Glyph glyph, Tone tone);
    /// One line, cut with `…` where it does not fit.
    void drawText(QPainter &painter, const QRect &where, const QString &text, const QFont &font, const QColor &color,
                  Qt::Alignment alignment = Qt::AlignLeft);
    /// Diagonal lines over the rectangle, in step with those beside it.
    void drawHatch(QPainter &painter, const QRect &where, const QColor &color, bool dense = false);
    /// A frame of one crisp line at every scale; the width counts in such lines.
    void drawFrame(QPainter &painter, const QRectF &where, double radius, const QColor &line, const QColor &inside = {},
                   int width = 1, Qt::PenStyle style = Qt::SolidLine) const;
    int widthOf(const QString &line, const QFont &font) const { return metricsOf(font).horizontalAdvance(line); }

private:
    static constexpr std::size_t tones = std::size_t(Tone::Accent) + 1;
    QFontMetrics metricsOf(const QFont &font) const;

    const Theme &m_theme;
    qreal m_ratio = 1;
    bool m_stale = false;
    std::array<QColor, tones> m_tones, m_fills;
    std::map<std::tuple<Glyph, Tone, int>, QPixmap> m_glyphs;
    std::map<std::pair<QRgb, bool>, QPixmap> m_hatches;
    QFontMetrics m_plainMetrics{QFont()}, m_boldMetrics{QFont()}, m_smallMetrics{QFont()};
};

} // namespace cheetah::gui
