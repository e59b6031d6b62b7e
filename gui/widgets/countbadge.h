// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "theme/theme.h"

#include <QtWidgets/QWidget>

namespace cheetah::gui {

/// A small number in a pill; takes no space at zero. Give it an accessible name that says what is counted.
class CountBadge : public QWidget {
    Q_OBJECT

public:
    explicit CountBadge(const Theme &theme, QWidget *parent = nullptr);

    void setCount(qint64 count);
    qint64 count() const { return m_count; }
    void setTone(Tone tone);
    /// What is shown: `7`, `999+`.
    QString text() const;

    QSize sizeHint() const override;

protected:
    void paintEvent(QPaintEvent *event) override;

private:
    const Theme &m_theme;
    qint64 m_count = 0;
    Tone m_tone = Tone::Neutral;
};

} // namespace cheetah::gui
