// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/evidence.h"

#include <QtWidgets/QWidget>

#include <array>

class QLabel;

namespace cheetah::gui {

class Theme;
class Words;

/// The five questions about what was sent, each answered Yes, No or Unknown, with when that became known, and what the
/// answers do and do not prove (SPEC D3). Owned by the evidence view.
class EvidenceChecklist : public QWidget {
    Q_OBJECT

public:
    EvidenceChecklist(const Words &words, const Theme &theme, QWidget *parent = nullptr);

    /// `record` null: the answers stand for several commands, and no times are told.
    void show(const EvidenceAnswers &answers, const CommandRecord *record);
    void clear();
    void restyle();

private:
    struct Line {
        QLabel *glyph, *answer, *question, *when;
    };
    void fill();
    static QString questionOf(std::size_t index);

    const Words &m_words;
    const Theme &m_theme;
    std::array<Line, 5> m_lines;
    QLabel *m_conclusion;
    std::optional<EvidenceAnswers> m_answers;
    std::optional<CommandRecord> m_record;
};

} // namespace cheetah::gui
