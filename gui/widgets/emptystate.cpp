// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/emptystate.h"

#include "widgets/glyphlabel.h"

#include <QtWidgets/QBoxLayout>
#include <QtWidgets/QLabel>
#include <QtWidgets/QPushButton>

namespace cheetah::gui {

EmptyState::EmptyState(const Theme &theme, QWidget *parent)
    : QWidget(parent),
      m_theme(theme),
      m_glyph(new GlyphLabel(theme, Glyph::Info, Tone::Muted, 2.5)),
      m_sentence(new QLabel),
      m_next(new QLabel),
      m_action(new QPushButton)
{
    setObjectName(QStringLiteral("emptyState"));
    auto *layout = new QVBoxLayout(this);
    layout->addStretch(2);
    layout->addWidget(m_glyph, 0, Qt::AlignHCenter);
    for (QLabel *label : {m_sentence, m_next}) {
        label->setTextFormat(Qt::PlainText);
        label->setAlignment(Qt::AlignHCenter);
        label->setWordWrap(true);
        label->setTextInteractionFlags(Qt::TextSelectableByMouse);
        layout->addWidget(label);
    }
    m_next->setForegroundRole(QPalette::PlaceholderText);
    layout->addWidget(m_action, 0, Qt::AlignHCenter);
    layout->addStretch(3);
    m_action->hide();
    connect(m_action, &QPushButton::clicked, this, &EmptyState::actionWanted);
    connect(&theme, &Theme::changed, this, &EmptyState::restyle);
    restyle();
}

void EmptyState::set(Glyph glyph, const QString &sentence, const QString &next, Tone tone)
{
    m_glyph->set(glyph, tone);
    m_sentence->setText(sentence);
    m_next->setText(next);
    m_next->setVisible(!next.isEmpty());
    setAccessibleName(sentence);
    setAccessibleDescription(next);
}

void EmptyState::setAction(const QString &text)
{
    m_action->setText(text);
    m_action->setVisible(!text.isEmpty());
}

void EmptyState::restyle()
{
    m_sentence->setFont(m_theme.font(TextRole::Heading));
    layout()->setContentsMargins(Theme::space(6), Theme::space(4), Theme::space(6), Theme::space(4));
    layout()->setSpacing(Theme::space(2.5));
}

} // namespace cheetah::gui
