// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/fieldnote.h"

#include "widgets/glyphlabel.h"

#include <QtWidgets/QBoxLayout>
#include <QtWidgets/QLabel>

namespace cheetah::gui {

FieldNote::FieldNote(const Theme &theme, QWidget *field, QWidget *parent)
    : QWidget(parent),
      m_theme(theme),
      m_field(field),
      m_glyph(new GlyphLabel(theme, Glyph::Error, Tone::Danger)),
      m_text(new QLabel)
{
    m_text->setTextFormat(Qt::PlainText);
    m_text->setWordWrap(true);
    auto *layout = new QHBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->addWidget(m_glyph, 0, Qt::AlignTop);
    layout->addWidget(m_text, 1);
    connect(&theme, &Theme::changed, this, &FieldNote::restyle);
    restyle();
    hide();
}

void FieldNote::tell(const QString &sentence)
{
    m_text->setText(sentence);
    m_field->setAccessibleDescription(sentence);
    setVisible(!sentence.isEmpty());
}

QString FieldNote::text() const
{
    return m_text->text();
}

void FieldNote::restyle()
{
    QPalette palette = m_theme.palette();
    palette.setColor(QPalette::WindowText, m_theme.color(Tone::Danger));
    m_text->setPalette(palette);
    m_text->setFont(m_theme.font(TextRole::Small));
    layout()->setSpacing(Theme::space(1));
}

} // namespace cheetah::gui
