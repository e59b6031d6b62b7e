// SPDX-License-Identifier: GPL-3.0-or-later
#include "settings/settingsdialog.h"

#include "settings/choicepages.h"
#include "settings/keyboardpage.h"

#include <QtCore/QEvent>
#include <QtWidgets/QBoxLayout>
#include <QtWidgets/QDialogButtonBox>
#include <QtWidgets/QLabel>
#include <QtWidgets/QLineEdit>
#include <QtWidgets/QListWidget>
#include <QtWidgets/QPushButton>
#include <QtWidgets/QStackedWidget>

namespace cheetah::gui {

SettingsDialog::SettingsDialog(Settings &settings, const Theme &theme, Actions &actions, QWidget *parent)
    : QDialog(parent),
      m_theme(theme),
      m_search(new QLineEdit),
      m_list(new QListWidget),
      m_stack(new QStackedWidget),
      m_nothing(new QLabel),
      m_buttons(new QDialogButtonBox(QDialogButtonBox::Close))
{
    setObjectName(QStringLiteral("settings"));
    m_pages = {new GeneralPage(settings, theme), new AppearancePage(settings, theme),
               new KeyboardPage(settings, theme, actions), new DataPage(settings, theme, actions)};
    const Glyph glyphs[] = {Glyph::Settings, Glyph::Overview, Glyph::Command, Glyph::Evidence};
    for (std::size_t page = 0; page < m_pages.size(); ++page) {
        auto *item = new QListWidgetItem(theme.icon(glyphs[page]), QString(), m_list);
        item->setSizeHint({0, fontMetrics().height() + Theme::space(3)});
        m_stack->addWidget(m_pages[page]);
    }
    m_search->setClearButtonEnabled(true);
    m_list->setFrameShape(QFrame::NoFrame);
    m_list->setSpacing(1);
    m_nothing->setTextFormat(Qt::PlainText);
    m_nothing->setForegroundRole(QPalette::PlaceholderText);
    m_nothing->hide();

    auto *side = new QVBoxLayout;
    side->addWidget(m_search);
    side->addWidget(m_list, 1);
    auto *content = new QVBoxLayout;
    content->addWidget(m_nothing);
    content->addWidget(m_stack, 1);
    auto *columns = new QHBoxLayout;
    columns->setSpacing(Theme::space(5));
    columns->addLayout(side, 2);
    columns->addLayout(content, 5);
    auto *layout = new QVBoxLayout(this);
    layout->addLayout(columns, 1);
    layout->addWidget(m_buttons);
    resize(fontMetrics().averageCharWidth() * 118, fontMetrics().height() * 30);

    connect(m_list, &QListWidget::currentRowChanged, m_stack, &QStackedWidget::setCurrentIndex);
    connect(m_search, &QLineEdit::textChanged, this, &SettingsDialog::search);
    connect(m_buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
    // Enter in a field belongs to the field; here it must not close the dialog.
    for (QAbstractButton *button : m_buttons->buttons())
        static_cast<QPushButton *>(button)->setAutoDefault(false);
    retranslate();
    m_list->setCurrentRow(0);
}

void SettingsDialog::showPage(int page)
{
    m_list->setCurrentRow(page);
}

void SettingsDialog::search(const QString &text)
{
    const QStringList words = text.split(QLatin1Char(' '), Qt::SkipEmptyParts);
    int first = -1, found = 0;
    for (int page = 0; page < int(m_pages.size()); ++page) {
        const bool isNamed =
            !words.isEmpty() && m_pages[std::size_t(page)]->title().contains(text.trimmed(), Qt::CaseInsensitive);
        const int matches = m_pages[std::size_t(page)]->search(isNamed ? QStringList() : words);
        const bool isShown = words.isEmpty() || isNamed || matches > 0;
        m_list->item(page)->setHidden(!isShown);
        found += isShown;
        if (isShown && first < 0)
            first = page;
    }
    m_nothing->setVisible(found == 0);
    m_stack->setVisible(found > 0);
    if (found > 0 && m_list->item(m_list->currentRow())->isHidden())
        m_list->setCurrentRow(first);
}

void SettingsDialog::changeEvent(QEvent *event)
{
    QDialog::changeEvent(event);
    if (event->type() == QEvent::LanguageChange)
        retranslate();
}

void SettingsDialog::retranslate()
{
    setWindowTitle(tr("Settings"));
    m_search->setPlaceholderText(tr("Search settings"));
    m_search->setAccessibleName(m_search->placeholderText());
    m_list->setAccessibleName(tr("Pages"));
    m_buttons->button(QDialogButtonBox::Close)->setText(tr("Close", "button"));
    m_nothing->setText(tr("No setting matches."));
    for (int page = 0; page < int(m_pages.size()); ++page)
        m_list->item(page)->setText(m_pages[std::size_t(page)]->title());
}

} // namespace cheetah::gui
