// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/evidencechecklist.h"

#include "session/words.h"
#include "theme/theme.h"

#include <QtWidgets/QGridLayout>
#include <QtWidgets/QLabel>

namespace cheetah::gui {

EvidenceChecklist::EvidenceChecklist(const Words &words, const Theme &theme, QWidget *parent)
    : QWidget(parent), m_words(words), m_theme(theme)
{
    auto *grid = new QGridLayout(this);
    grid->setContentsMargins(0, 0, 0, 0);
    grid->setColumnStretch(2, 1);
    QFont bold = font();
    bold.setBold(true);
    for (std::size_t i = 0; i < m_lines.size(); ++i) {
        Line &line = m_lines[i];
        line = {new QLabel(this), new QLabel(this), new QLabel(this), new QLabel(this)};
        line.answer->setFont(bold);
        line.question->setWordWrap(true);
        line.when->setAlignment(Qt::AlignRight | Qt::AlignTop);
        const int row = int(i);
        grid->addWidget(line.glyph, row, 0, Qt::AlignTop);
        grid->addWidget(line.answer, row, 1, Qt::AlignTop);
        grid->addWidget(line.question, row, 2, Qt::AlignTop);
        grid->addWidget(line.when, row, 3, Qt::AlignTop);
    }
    m_conclusion = new QLabel(this);
    m_conclusion->setTextFormat(Qt::PlainText);
    m_conclusion->setWordWrap(true);
    m_conclusion->setTextInteractionFlags(Qt::TextSelectableByMouse | Qt::TextSelectableByKeyboard);
    grid->addWidget(m_conclusion, int(m_lines.size()), 0, 1, 4);
}

QString EvidenceChecklist::questionOf(std::size_t index)
{
    switch (index) {
    case 0:
        return tr("Was it admitted?");
    case 1:
        return tr("Was sending it attempted?");
    case 2:
        return tr("Did the client acknowledge the frame?");
    case 3:
        return tr("Is its final result kept?");
    default:
        return tr("Is it known whether it took effect outside?");
    }
}

void EvidenceChecklist::show(const EvidenceAnswers &answers, const CommandRecord *record)
{
    m_answers = answers;
    m_record = record ? std::optional(*record) : std::nullopt;
    fill();
}

void EvidenceChecklist::clear()
{
    m_answers.reset();
    m_record.reset();
    fill();
}

void EvidenceChecklist::restyle()
{
    fill();
}

void EvidenceChecklist::fill()
{
    setVisible(m_answers.has_value());
    if (!m_answers)
        return;
    const std::array answers = {m_answers->admitted, m_answers->sendAttempted, m_answers->acknowledged,
                                m_answers->terminalRetained, m_answers->externalEffectKnown};
    std::array<RegistryTime, 5> times{};
    if (m_record)
        times = {m_record->admittedAt, m_record->sentAt, m_record->acknowledgedAt, m_record->endedAt, RegistryTime{}};
    const int size = fontMetrics().height();
    for (std::size_t i = 0; i < m_lines.size(); ++i) {
        const Line &line = m_lines[i];
        const Answer answer = answers[i];
        const QIcon icon = answer == Answer::Yes ? m_theme.icon(Glyph::Yes, Tone::Ok)
                         : answer == Answer::No  ? m_theme.icon(Glyph::No, Tone::Muted)
                                                 : m_theme.icon(Glyph::Unknown, Tone::Warn);
        line.glyph->setPixmap(icon.pixmap(size));
        line.answer->setText(answer == Answer::Yes ? tr("Yes") : answer == Answer::No ? tr("No") : tr("Unknown"));
        line.question->setText(questionOf(i));
        line.question->setAccessibleName(questionOf(i) + ' ' + line.answer->text());
        line.when->setText(Words::time(times[i]));
    }
    m_conclusion->setText(m_record
                              ? text(m_words.wording().outcome(*m_record))
                              : tr("Answers for all commands of the task: Yes if it is so for any of them. An idle "
                                   "tab does not prove that a command stopped."));
}

} // namespace cheetah::gui
