// SPDX-License-Identifier: GPL-3.0-or-later
#include "settings/settingrow.h"

#include <QtWidgets/QGridLayout>
#include <QtWidgets/QLabel>
#include <QtWidgets/QToolButton>

namespace cheetah::gui {

SettingRow::SettingRow(const Theme &theme, QWidget *control, QWidget *parent)
    : QWidget(parent),
      m_theme(theme),
      m_control(control),
      m_name(new QLabel),
      m_note(new QLabel),
      m_reset(new QToolButton)
{
    for (QLabel *label : {m_name, m_note}) {
        label->setTextFormat(Qt::PlainText);
        label->setWordWrap(true);
    }
    m_note->setForegroundRole(QPalette::PlaceholderText);
    m_name->setBuddy(control);
    m_reset->setAutoRaise(true);
    m_reset->setFocusPolicy(Qt::StrongFocus);
    auto *grid = new QGridLayout(this);
    grid->addWidget(m_name, 0, 0);
    grid->addWidget(m_note, 1, 0);
    grid->addWidget(control, 0, 1, 2, 1, Qt::AlignTrailing | Qt::AlignVCenter);
    grid->addWidget(m_reset, 0, 2, 2, 1, Qt::AlignVCenter);
    grid->setColumnStretch(0, 1);
    connect(m_reset, &QToolButton::clicked, this, &SettingRow::resetWanted);
    connect(&theme, &Theme::changed, this, &SettingRow::restyle);
    restyle();
}

void SettingRow::setTexts(const QString &name, const QString &note, const QString &standard)
{
    m_name->setText(name);
    m_note->setText(tr("%1 Standard: %2.", "what a setting does; its standard value").arg(note, standard));
    m_control->setAccessibleName(name);
    m_control->setAccessibleDescription(m_note->text());
    const QString reset = tr("Back to the standard: %1").arg(standard);
    m_reset->setToolTip(reset);
    m_reset->setAccessibleName(reset);
}

void SettingRow::setIsStandard(bool isStandard)
{
    m_reset->setEnabled(!isStandard);
}

bool SettingRow::matches(const QStringList &words) const
{
    return std::all_of(words.begin(), words.end(), [this](const QString &word) {
        return m_name->text().contains(word, Qt::CaseInsensitive) || m_note->text().contains(word, Qt::CaseInsensitive);
    });
}

void SettingRow::restyle()
{
    m_name->setFont(m_theme.font(TextRole::Strong));
    m_note->setFont(m_theme.font(TextRole::Small));
    m_reset->setIcon(m_theme.icon(Glyph::Retry));
    layout()->setContentsMargins(0, Theme::space(2), 0, Theme::space(2));
    layout()->setSpacing(Theme::space(1));
}

} // namespace cheetah::gui
