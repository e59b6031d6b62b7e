// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "theme/theme.h"

#include <QtWidgets/QWidget>

class QLabel;
class QPushButton;

namespace cheetah::gui {

class GlyphLabel;

/// What a view shows while it has nothing else to show: an icon, a sentence, what to do next, and at most one button for
/// it. Texts are plain.
class EmptyState : public QWidget {
    Q_OBJECT

public:
    explicit EmptyState(const Theme &theme, QWidget *parent = nullptr);

    /// `next`: the next step in words, may be empty.
    void set(Glyph glyph, const QString &sentence, const QString &next = {}, Tone tone = Tone::Muted);
    /// Empty: no button. Its click is actionWanted().
    void setAction(const QString &text);

signals:
    void actionWanted();

private:
    void restyle();

    const Theme &m_theme;
    GlyphLabel *m_glyph;
    QLabel *m_sentence, *m_next;
    QPushButton *m_action;
};

} // namespace cheetah::gui
