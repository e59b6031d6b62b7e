// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/decisionpanel.h"

#include "session/words.h"
#include "widgets/glyphlabel.h"

#include <QtWidgets/QGridLayout>
#include <QtWidgets/QHBoxLayout>
#include <QtWidgets/QLabel>
#include <QtWidgets/QPushButton>

namespace cheetah::gui {

namespace {

QLabel *makeSentence(QWidget *parent)
{
    auto *label = new QLabel(parent);
    label->setTextFormat(Qt::PlainText);
    label->setWordWrap(true);
    label->setTextInteractionFlags(Qt::TextSelectableByMouse | Qt::TextSelectableByKeyboard);
    return label;
}

void put(QLabel *label, const QString &text)
{
    label->setText(text);
    label->setVisible(!text.isEmpty());
}

} // namespace

DecisionPanel::DecisionPanel(const Words &words, const Theme &theme, QWidget *parent) : Panel(parent), m_words(words)
{
    m_heading = new QLabel(this);
    m_heading->setTextFormat(Qt::PlainText);
    m_heading->setForegroundRole(QPalette::PlaceholderText);
    m_heading->hide();
    m_glyph = new GlyphLabel(theme, Glyph::Explain, Tone::Info, 1.2, this);
    m_sentence = makeSentence(this);
    QFont large = font();
    large.setPointSizeF(large.pointSizeF() * 1.15);
    large.setBold(true);
    m_sentence->setFont(large);
    m_help = makeSentence(this);
    m_creation = makeSentence(this);
    m_note = makeSentence(this);
    m_note->setForegroundRole(QPalette::PlaceholderText);

    auto *layout = new QGridLayout(this);
    layout->setColumnStretch(1, 1);
    layout->addWidget(m_heading, 0, 0, 1, 2);
    layout->addWidget(m_glyph, 1, 0, Qt::AlignTop);
    layout->addWidget(m_sentence, 1, 1);
    layout->addWidget(m_help, 2, 1);
    layout->addWidget(m_creation, 3, 1);
    m_foot = new QHBoxLayout;
    m_foot->addWidget(m_note, 1);
    m_foot->addStretch(0); // a layout with nothing in it would leave the column no width
    layout->addLayout(m_foot, 4, 1);
    layout->setRowStretch(5, 1);
}

void DecisionPanel::setHeading(const QString &heading)
{
    put(m_heading, heading);
    setAccessibleName(heading);
}

void DecisionPanel::tell(Glyph glyph, Tone tone, const QString &sentence, const QString &help)
{
    m_glyph->set(glyph, tone);
    m_sentence->setText(sentence);
    put(m_help, help);
    put(m_creation, {});
}

void DecisionPanel::tell(const Explanation &decision)
{
    const Wording &wording = m_words.wording();
    const bool fits = decision.fitting > 0;
    tell(fits ? Glyph::Yes : Glyph::No, fits ? Tone::Ok : Tone::Warn, text(wording.explanation(decision)));
    if (decision.smallestChange)
        put(m_help, tr("What would help: %1").arg(text(wording.suggestion(*decision.smallestChange))));
    put(m_creation, text(wording.provisioning(decision.provisioning)));
}

void DecisionPanel::setNote(const QString &note)
{
    put(m_note, note);
}

void DecisionPanel::addButton(QPushButton *button)
{
    m_foot->addWidget(button, 0, Qt::AlignTop);
}

} // namespace cheetah::gui
