// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "theme/theme.h"

#include <QtWidgets/QDialog>

#include <vector>

class QDialogButtonBox;
class QLabel;
class QLineEdit;
class QListWidget;
class QStackedWidget;

namespace cheetah::gui {

class Actions;
class Settings;
class SettingsPage;

/// All choices of a person on searchable pages. Each change goes to the settings at once and is applied by who follows
/// them; there is nothing to confirm. Open it with open().
class SettingsDialog : public QDialog {
    Q_OBJECT

public:
    SettingsDialog(Settings &settings, const Theme &theme, Actions &actions, QWidget *parent = nullptr);

    void showPage(int page);

protected:
    void changeEvent(QEvent *event) override;

private:
    void search(const QString &text);
    void retranslate();

    const Theme &m_theme;
    QLineEdit *m_search;
    QListWidget *m_list;
    QStackedWidget *m_stack;
    QLabel *m_nothing;
    QDialogButtonBox *m_buttons;
    std::vector<SettingsPage *> m_pages;
};

} // namespace cheetah::gui
