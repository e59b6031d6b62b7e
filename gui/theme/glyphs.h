// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "theme/theme.h"

#include <QtCore/QCache>
#include <QtCore/QPointer>
#include <QtGui/QIconEngine>
#include <QtGui/QPixmap>

namespace cheetah::gui {

/// The glyph's file below :/icons, such as `state-idle` for state-idle.svg.
QLatin1String fileName(Glyph glyph);

/// Glyphs as pixmaps in one colour, drawn from their files when first asked for at a size; bounded. Shared by a theme and
/// its icons.
class GlyphCache {
public:
    /// Square, `side` device pixels wide, with a device pixel ratio of 1.
    QPixmap pixmap(Glyph glyph, int side, QColor color);

private:
    QCache<quint64, QPixmap> m_pixmaps{4 << 20}; ///< by their bytes
};

/// What stands behind icons of the theme: a glyph as alpha mask, tinted at painting by what the theme says then.
class GlyphEngine final : public QIconEngine {
public:
    GlyphEngine(const Theme &theme, std::shared_ptr<GlyphCache> glyphs, Glyph glyph, Tone tone);

    void paint(QPainter *painter, const QRect &rect, QIcon::Mode mode, QIcon::State state) override;
    QPixmap pixmap(const QSize &size, QIcon::Mode mode, QIcon::State state) override;
    QPixmap scaledPixmap(const QSize &size, QIcon::Mode mode, QIcon::State state, qreal scale) override;
    QSize actualSize(const QSize &size, QIcon::Mode mode, QIcon::State state) override;
    QIconEngine *clone() const override { return new GlyphEngine(*this); }
    QString key() const override { return QStringLiteral("cheetah.glyph"); }
    bool isNull() override { return false; }

private:
    QColor color(QIcon::Mode mode) const;

    QPointer<const Theme> m_theme;
    std::shared_ptr<GlyphCache> m_glyphs;
    Glyph m_glyph;
    Tone m_tone;
};

} // namespace cheetah::gui
