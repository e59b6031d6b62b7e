// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "theme/theme.h"

#include <QtCore/QPointer>
#include <QtWidgets/QProxyStyle>

namespace cheetah::gui {

/// How controls are drawn: Fusion's geometry and behaviour with flat surfaces, thin lines and a focus ring that can be
/// seen. All colours come from the palette and the theme; nothing is measured in pixels but hairlines. Owned by the
/// application.
class Style final : public QProxyStyle {
    Q_OBJECT

public:
    /// Dynamic property of buttons: a Tone as int.
    static constexpr const char *toneProperty = "cheetahTone";

    explicit Style(const Theme &theme);

    void drawPrimitive(PrimitiveElement element, const QStyleOption *option, QPainter *painter,
                       const QWidget *widget) const override;
    void drawControl(ControlElement element, const QStyleOption *option, QPainter *painter,
                     const QWidget *widget) const override;
    void drawComplexControl(ComplexControl control, const QStyleOptionComplex *option, QPainter *painter,
                            const QWidget *widget) const override;
    QRect subControlRect(ComplexControl control, const QStyleOptionComplex *option, SubControl subControl,
                         const QWidget *widget) const override;
    QSize sizeFromContents(ContentsType type, const QStyleOption *option, const QSize &size,
                           const QWidget *widget) const override;
    QRect subElementRect(SubElement element, const QStyleOption *option, const QWidget *widget) const override;
    int pixelMetric(PixelMetric metric, const QStyleOption *option, const QWidget *widget) const override;
    int styleHint(StyleHint hint, const QStyleOption *option, const QWidget *widget,
                  QStyleHintReturn *answer) const override;
    QIcon standardIcon(StandardPixmap icon, const QStyleOption *option, const QWidget *widget) const override;

private:
    void drawButton(const QStyleOption &option, QPainter &painter, const QWidget *widget) const;
    void drawIndicator(PrimitiveElement element, const QStyleOption &option, QPainter &painter) const;
    void drawRow(const QStyleOption &option, QPainter &painter, const QWidget *widget, bool isCell) const;
    void drawTab(const QStyleOption &option, QPainter &painter) const;
    void drawHeader(const QStyleOption &option, QPainter &painter) const;
    void drawDockTitle(const QStyleOption &option, QPainter &painter, const QWidget *widget) const;
    void drawScrollBar(const QStyleOptionComplex &option, QPainter &painter, const QWidget *widget) const;
    void drawComboBox(const QStyleOptionComplex &option, QPainter &painter, const QWidget *widget) const;
    void drawSpinBox(const QStyleOptionComplex &option, QPainter &painter, const QWidget *widget) const;
    void drawGlyph(QPainter &painter, const QRect &rect, Glyph glyph, bool enabled) const;

    QPointer<const Theme> m_theme;
};

} // namespace cheetah::gui
