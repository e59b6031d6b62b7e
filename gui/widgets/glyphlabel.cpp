// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/glyphlabel.h"

#include <QtGui/QPainter>

namespace cheetah::gui {

GlyphLabel::GlyphLabel(const Theme &theme, Glyph glyph, Tone tone, qreal side, QWidget *parent)
    : QWidget(parent), m_theme(theme), m_glyph(glyph), m_tone(tone), m_side(side)
{
    setSizePolicy(QSizePolicy::Fixed, QSizePolicy::Fixed);
    setAttribute(Qt::WA_TransparentForMouseEvents);
    connect(&theme, &Theme::changed, this, [this] {
        updateGeometry();
        update();
    });
}

void GlyphLabel::set(Glyph glyph, Tone tone)
{
    m_glyph = glyph;
    m_tone = tone;
    update();
}

QSize GlyphLabel::sizeHint() const
{
    const int side = qRound(Theme::iconSide() * m_side);
    return {side, side};
}

void GlyphLabel::paintEvent(QPaintEvent *)
{
    QPainter painter(this);
    m_theme.paint(painter, rect(), m_glyph, m_tone, isEnabled());
}

} // namespace cheetah::gui
