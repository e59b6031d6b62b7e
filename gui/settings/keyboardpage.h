// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "settings/settingspage.h"

#include <QtGui/QKeySequence>

class QAction;
class QKeySequenceEdit;
class QLabel;
class QPushButton;
class QTableView;
class QToolButton;

namespace cheetah::gui {

class Actions;
class ShortcutModel;

/// Every action with its shortcut. A new shortcut is typed below the list; one that another action has is told and taken
/// over only on demand.
class KeyboardPage final : public SettingsPage {
    Q_OBJECT

public:
    KeyboardPage(Settings &settings, const Theme &theme, Actions &actions, QWidget *parent = nullptr);
    QString title() const override;
    int search(const QStringList &words) override;

protected:
    void retranslate() override;
    void load() override;

private:
    QAction *current() const;
    void showCurrent();
    void typed();
    void bind(QAction &action, const QKeySequence &keys);
    void takeOver();

    ShortcutModel *m_model;
    QTableView *m_table;
    QLabel *m_label, *m_problem;
    QKeySequenceEdit *m_keys;
    QPushButton *m_take, *m_none;
    QToolButton *m_reset;
    QKeySequence m_wanted; ///< what is typed and taken by another
};

} // namespace cheetah::gui
