// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/verdict.h"
#include "theme/theme.h"
#include "widgets/panel.h"

class QHBoxLayout;
class QLabel;
class QPushButton;

namespace cheetah::gui {

class GlyphLabel;
class Words;

/// One decision on a request in sentences: what it is, what would help, what creation says, and when it was made. Asks
/// nobody and keeps no decision; owned by the explain view, which has one for then and one for now.
class DecisionPanel : public Panel {
    Q_OBJECT

public:
    DecisionPanel(const Words &words, const Theme &theme, QWidget *parent = nullptr);

    /// Which decision this is, such as `Now`; empty where there is only one.
    void setHeading(const QString &heading);
    void tell(Glyph glyph, Tone tone, const QString &sentence, const QString &help = {});
    void tell(const Explanation &decision);
    /// When it was made; empty: nothing to say.
    void setNote(const QString &note);
    /// Stands beside the note.
    void addButton(QPushButton *button);

private:
    const Words &m_words;
    GlyphLabel *m_glyph;
    QLabel *m_heading, *m_sentence, *m_help, *m_creation, *m_note;
    QHBoxLayout *m_foot;
};

} // namespace cheetah::gui
