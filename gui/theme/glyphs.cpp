// SPDX-License-Identifier: GPL-3.0-or-later
#include "theme/glyphs.h"

#include <QtGui/QPainter>
#include <QtSvg/QSvgRenderer>

namespace cheetah::gui {

namespace {

// In the order of Glyph.
constexpr std::array fileNames{
    "user",
    "client",
    "window",
    "tab",
    "flow",
    "node",
    "lease",
    "waiter",
    "reservation",
    "command",
    "state-idle",
    "state-assigned",
    "state-settling",
    "state-disconnected",
    "state-unavailable",
    "state-held",
    "state-draining",
    "overview",
    "assignments",
    "contexts",
    "topology",
    "health",
    "journal",
    "tree",
    "inspector",
    "explain",
    "evidence",
    "log",
    "pending",
    "release",
    "disconnect",
    "drain",
    "undrain",
    "settle",
    "add-browser",
    "connect",
    "embed",
    "demo",
    "refresh",
    "pause",
    "resume",
    "filter",
    "clear",
    "copy",
    "settings",
    "help",
    "close",
    "back",
    "forward",
    "expand",
    "collapse",
    "zoom-in",
    "zoom-out",
    "follow",
    "export",
    "retry",
    "yes",
    "no",
    "unknown",
    "info",
    "warning",
    "error",
};
static_assert(fileNames.size() == glyphCount);

QImage mask(Glyph glyph, int side)
{
    QImage image(side, side, QImage::Format_ARGB32_Premultiplied);
    image.fill(Qt::transparent);
    QSvgRenderer renderer(QStringLiteral(":/icons/%1.svg").arg(fileName(glyph)));
    QPainter painter(&image);
    renderer.render(&painter, QRectF(0, 0, side, side));
    return image;
}

} // namespace

QLatin1String fileName(Glyph glyph)
{
    return QLatin1String(fileNames[std::size_t(glyph)]);
}

QPixmap GlyphCache::pixmap(Glyph glyph, int side, QColor color)
{
    side = std::clamp(side, 1, 1024);
    const quint64 key = quint64(color.rgba()) << 32 | quint64(side) << 16 | quint64(glyph);
    if (const QPixmap *known = m_pixmaps.object(key))
        return *known;
    QImage image = mask(glyph, side);
    QPainter painter(&image);
    painter.setCompositionMode(QPainter::CompositionMode_SourceIn);
    painter.fillRect(image.rect(), color);
    painter.end();
    QPixmap pixmap = QPixmap::fromImage(image);
    m_pixmaps.insert(key, new QPixmap(pixmap), side * side * 4);
    return pixmap;
}

GlyphEngine::GlyphEngine(const Theme &theme, std::shared_ptr<GlyphCache> glyphs, Glyph glyph, Tone tone)
    : m_theme(&theme), m_glyphs(std::move(glyphs)), m_glyph(glyph), m_tone(tone)
{}

void GlyphEngine::paint(QPainter *painter, const QRect &rect, QIcon::Mode mode, QIcon::State)
{
    if (m_theme)
        m_theme->paint(*painter, rect, m_glyph, m_tone, mode != QIcon::Disabled);
}

QPixmap GlyphEngine::pixmap(const QSize &size, QIcon::Mode mode, QIcon::State)
{
    return m_glyphs->pixmap(m_glyph, std::min(size.width(), size.height()), color(mode));
}

QPixmap GlyphEngine::scaledPixmap(const QSize &size, QIcon::Mode mode, QIcon::State state, qreal)
{
    return pixmap(size, mode, state); // the size comes in device pixels already
}

QSize GlyphEngine::actualSize(const QSize &size, QIcon::Mode, QIcon::State)
{
    const int side = std::min(size.width(), size.height());
    return {side, side};
}

QColor GlyphEngine::color(QIcon::Mode mode) const
{
    if (!m_theme)
        return Qt::gray;
    return mode == QIcon::Disabled ? m_theme->palette().color(QPalette::Disabled, QPalette::Text)
                                   : m_theme->color(m_tone);
}

} // namespace cheetah::gui
