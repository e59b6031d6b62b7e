// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "theme/theme.h"

#include <QtWidgets/QWidget>

#include <span>
#include <vector>

namespace cheetah::gui {

/// How a number went lately, without axes; from zero, oldest first. NaN is a gap. It tells nothing to a screen reader:
/// the number beside it does.
class Sparkline : public QWidget {
    Q_OBJECT

public:
    explicit Sparkline(const Theme &theme, QWidget *parent = nullptr);

    void setValues(std::vector<double> values);
    void setTone(Tone tone);
    QSize sizeHint() const override;

    /// The same without a widget.
    static void paint(QPainter &painter, const QRectF &rect, std::span<const double> values, const QColor &color);

protected:
    void paintEvent(QPaintEvent *event) override;

private:
    const Theme &m_theme;
    std::vector<double> m_values;
    Tone m_tone = Tone::Accent;
};

} // namespace cheetah::gui
