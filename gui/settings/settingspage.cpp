// SPDX-License-Identifier: GPL-3.0-or-later
#include "settings/settingspage.h"

#include "settings/settingrow.h"
#include "settings/settings.h"

#include <QtCore/QEvent>
#include <QtWidgets/QBoxLayout>

namespace cheetah::gui {

SettingsPage::SettingsPage(Settings &settings, const Theme &theme, QWidget *parent)
    : QScrollArea(parent), m_settings(settings), m_theme(theme)
{
    auto *content = new QWidget;
    m_column = new QVBoxLayout(content);
    m_column->setContentsMargins(0, 0, Theme::space(2), 0);
    m_column->setSpacing(0);
    setWidget(content);
    setWidgetResizable(true);
    setFrameShape(NoFrame);
    setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    viewport()->setAutoFillBackground(false);
    content->setAutoFillBackground(false);
    connect(&settings, &Settings::changed, this, [this] { load(); });
}

SettingRow *SettingsPage::addRow(QWidget *control)
{
    auto *row = new SettingRow(m_theme, control);
    m_rows.push_back(row);
    m_column->addWidget(row);
    return row;
}

void SettingsPage::add(QWidget *widget, int stretch)
{
    m_column->addWidget(widget, stretch);
}

void SettingsPage::endRows()
{
    m_column->addStretch(1);
}

int SettingsPage::search(const QStringList &words)
{
    int found = 0;
    for (SettingRow *row : m_rows) {
        const bool matches = row->matches(words);
        row->setVisible(matches);
        found += matches;
    }
    return found;
}

void SettingsPage::changeEvent(QEvent *event)
{
    QScrollArea::changeEvent(event);
    if (event->type() == QEvent::LanguageChange) {
        retranslate();
        load();
    }
}

} // namespace cheetah::gui
