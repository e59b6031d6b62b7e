// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "actions/underway.h"
#include "theme/theme.h"

#include <QtWidgets/QWidget>

#include <optional>

namespace cheetah::gui {

/// A state as glyph and word on its soft colour. Plain text.
class StateChip : public QWidget {
    Q_OBJECT

public:
    explicit StateChip(const Theme &theme, QWidget *parent = nullptr);

    void set(Glyph glyph, const QString &word, Tone tone);
    /// Hatched: an action by hand is under way.
    void set(const UnderWay &underWay);

    QSize sizeHint() const override;
    QSize minimumSizeHint() const override;

    /// The same for delegates, at the beginning of `rect`; the width that it took.
    static int paint(QPainter &painter, const Theme &theme, const QRect &rect, Glyph glyph, const QString &word,
                     Tone tone, Qt::LayoutDirection direction = Qt::LeftToRight);
    static int widthFor(const QFontMetrics &metrics, const QString &word);

protected:
    void paintEvent(QPaintEvent *event) override;

private:
    const Theme &m_theme;
    Glyph m_glyph = Glyph::Unknown;
    QString m_word;
    Tone m_tone = Tone::Muted;
    std::optional<UnderWay> m_underWay;
};

} // namespace cheetah::gui
