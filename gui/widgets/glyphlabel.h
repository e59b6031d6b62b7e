// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "theme/theme.h"

#include <QtWidgets/QWidget>

namespace cheetah::gui {

/// A glyph that stands beside a text that says the same; not a control, and silent to screen readers.
class GlyphLabel : public QWidget {
    Q_OBJECT

public:
    /// `side` in icon sides: 1 is the size beside ordinary text.
    GlyphLabel(const Theme &theme, Glyph glyph, Tone tone = Tone::Neutral, qreal side = 1, QWidget *parent = nullptr);

    void set(Glyph glyph, Tone tone);
    QSize sizeHint() const override;

protected:
    void paintEvent(QPaintEvent *event) override;

private:
    const Theme &m_theme;
    Glyph m_glyph;
    Tone m_tone;
    qreal m_side;
};

} // namespace cheetah::gui
