// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "theme/theme.h"

#include <QtWidgets/QAbstractButton>

#include <vector>

namespace cheetah::gui {

/// One number with what it counts, how it went lately and where a click leads. Enter and Space click it as well.
/// Accessible as a button named such as "Assigned: 12". Texts are plain.
class Card : public QAbstractButton {
    Q_OBJECT

public:
    explicit Card(const Theme &theme, QWidget *parent = nullptr);

    void set(Glyph glyph, const QString &label);
    /// `value` as it is shown. Any tone but Neutral colours glyph and number: then the glyph of the tone stands there too.
    void setValue(const QString &value, Tone tone = Tone::Neutral);
    /// Small print under the number, such as "3 expire soon".
    void setNote(const QString &note);
    /// Oldest first; NaN is a gap.
    void setTrend(std::vector<double> values);
    /// Where a click leads, in words: its tooltip and accessible description.
    void setTarget(const QString &target);

    QSize sizeHint() const override;
    QSize minimumSizeHint() const override { return sizeHint(); }

protected:
    void paintEvent(QPaintEvent *event) override;
    void keyPressEvent(QKeyEvent *event) override;
    void enterEvent(QEnterEvent *event) override;
    void leaveEvent(QEvent *event) override;

private:
    void rename();

    const Theme &m_theme;
    Glyph m_glyph = Glyph::Info;
    Tone m_tone = Tone::Neutral;
    QString m_label, m_value, m_note;
    std::vector<double> m_trend;
};

} // namespace cheetah::gui
