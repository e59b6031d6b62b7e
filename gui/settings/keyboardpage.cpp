// SPDX-License-Identifier: GPL-3.0-or-later
#include "settings/keyboardpage.h"

#include "settings/settings.h"
#include "settings/shortcutmodel.h"
#include "settings/shortcuts.h"

#include <QtCore/QSignalBlocker>
#include <QtGui/QAction>
#include <QtWidgets/QBoxLayout>
#include <QtWidgets/QHeaderView>
#include <QtWidgets/QKeySequenceEdit>
#include <QtWidgets/QLabel>
#include <QtWidgets/QPushButton>
#include <QtWidgets/QTableView>
#include <QtWidgets/QToolButton>

namespace cheetah::gui {

KeyboardPage::KeyboardPage(Settings &settings, const Theme &theme, Actions &actions, QWidget *parent)
    : SettingsPage(settings, theme, parent),
      m_model(new ShortcutModel(actions, theme, this)),
      m_table(new QTableView),
      m_label(new QLabel),
      m_problem(new QLabel),
      m_keys(new QKeySequenceEdit),
      m_take(new QPushButton),
      m_none(new QPushButton),
      m_reset(new QToolButton)
{
    m_table->setModel(m_model);
    m_table->setSelectionBehavior(QAbstractItemView::SelectRows);
    m_table->setSelectionMode(QAbstractItemView::SingleSelection);
    m_table->setShowGrid(false);
    m_table->setTabKeyNavigation(false);
    m_table->verticalHeader()->hide();
    m_table->verticalHeader()->setDefaultSectionSize(fontMetrics().height() + Theme::space(2));
    m_table->horizontalHeader()->setDefaultAlignment(Qt::AlignLeading | Qt::AlignVCenter);
    m_table->horizontalHeader()->setHighlightSections(false);
    m_table->horizontalHeader()->setSectionResizeMode(ShortcutModel::Name, QHeaderView::Stretch);
    for (const int column : {ShortcutModel::Shortcut, ShortcutModel::Standard})
        m_table->setColumnWidth(column, fontMetrics().averageCharWidth() * 16);
    m_table->setMinimumHeight(fontMetrics().height() * 8);
    m_label->setTextFormat(Qt::PlainText);
    m_label->setBuddy(m_keys);
    m_problem->setTextFormat(Qt::PlainText);
    m_problem->setWordWrap(true);
    for (QPushButton *button : {m_take, m_none})
        button->setAutoDefault(false); // Enter ends the typing
    m_reset->setAutoRaise(true);
    m_reset->setFocusPolicy(Qt::StrongFocus);
    m_reset->setIcon(theme.icon(Glyph::Retry));

    auto *line = new QHBoxLayout;
    line->addWidget(m_label);
    line->addWidget(m_keys, 1);
    line->addWidget(m_none);
    line->addWidget(m_reset);
    auto *trouble = new QHBoxLayout;
    trouble->addWidget(m_problem, 1);
    trouble->addWidget(m_take);
    auto *content = new QWidget;
    auto *column = new QVBoxLayout(content);
    column->setContentsMargins(0, 0, 0, 0);
    column->addWidget(m_table, 1);
    column->addLayout(line);
    column->addLayout(trouble);
    add(content, 1);

    connect(m_table->selectionModel(), &QItemSelectionModel::currentChanged, this, &KeyboardPage::showCurrent);
    connect(m_keys, &QKeySequenceEdit::editingFinished, this, &KeyboardPage::typed);
    connect(m_take, &QPushButton::clicked, this, &KeyboardPage::takeOver);
    connect(m_none, &QPushButton::clicked, this, [this] {
        if (QAction *action = current())
            bind(*action, {});
    });
    connect(m_reset, &QToolButton::clicked, this, [this] {
        if (QAction *action = current()) {
            m_keys->setKeySequence(Shortcuts::standard(*action));
            typed();
        }
    });
    m_table->setCurrentIndex(m_model->index(0, 0));
    retranslate();
    showCurrent();
}

QString KeyboardPage::title() const
{
    return tr("Keyboard", "page of the settings");
}

int KeyboardPage::search(const QStringList &words)
{
    const QAction *before = current();
    const int found = m_model->search(words);
    if (!before || m_model->rowOf(before) < 0)
        m_table->setCurrentIndex(m_model->index(0, 0));
    return found;
}

void KeyboardPage::retranslate()
{
    m_table->setAccessibleName(tr("Actions and their shortcuts"));
    m_none->setText(tr("None", "no shortcut"));
    m_take->setText(tr("Use it here"));
    m_keys->setAccessibleName(tr("New shortcut"));
    m_model->refresh();
}

void KeyboardPage::load()
{
    m_model->refresh();
    showCurrent();
}

QAction *KeyboardPage::current() const
{
    return m_model->action(m_table->currentIndex().row());
}

void KeyboardPage::showCurrent()
{
    const QAction *action = current();
    m_wanted = {};
    m_problem->hide();
    m_take->hide();
    for (QWidget *part : std::initializer_list<QWidget *>{m_keys, m_none, m_reset})
        part->setEnabled(action);
    m_label->setText(action ? tr("Shortcut of “%1”:").arg(Shortcuts::plainName(*action)) : tr("Nothing matches."));
    const QSignalBlocker blocker(m_keys);
    m_keys->setKeySequence(action ? action->shortcut() : QKeySequence());
    if (!action)
        return;
    const QKeySequence standard = Shortcuts::standard(*action);
    m_reset->setEnabled(action->shortcut() != standard);
    const QString shown = standard.isEmpty() ? tr("none", "no shortcut") : standard.toString(QKeySequence::NativeText);
    m_reset->setToolTip(tr("Back to the standard: %1").arg(shown));
    m_reset->setAccessibleName(m_reset->toolTip());
}

void KeyboardPage::typed()
{
    QAction *action = current();
    const QKeySequence keys = m_keys->keySequence();
    if (!action || keys == action->shortcut())
        return;
    if (const QAction *other = m_model->conflict(action, keys)) {
        m_wanted = keys;
        m_problem->setText(tr("%1 belongs to “%2” already.")
                               .arg(keys.toString(QKeySequence::NativeText), Shortcuts::plainName(*other)));
        QPalette palette = m_problem->palette();
        palette.setColor(QPalette::WindowText, theme().color(Tone::Danger));
        m_problem->setPalette(palette);
        m_problem->show();
        m_take->show();
        return;
    }
    bind(*action, keys);
}

void KeyboardPage::bind(QAction &action, const QKeySequence &keys)
{
    const QString setting = Shortcuts::settingFor(action);
    if (keys == Shortcuts::standard(action))
        settings().remove(setting);
    else
        settings().setValue(setting, keys.toString(QKeySequence::PortableText));
    load();
}

void KeyboardPage::takeOver()
{
    QAction *action = current();
    const QKeySequence keys = m_wanted;
    if (!action || keys.isEmpty())
        return;
    while (QAction *other = m_model->conflict(action, keys)) {
        bind(*other, {});
        if (!other->shortcut().isEmpty())
            return; // nobody follows the settings
    }
    bind(*action, keys);
}

} // namespace cheetah::gui
