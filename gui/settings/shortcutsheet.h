// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "theme/theme.h"

#include <QtWidgets/QDialog>

class QGridLayout;
class QLineEdit;

namespace cheetah::gui {

class Actions;

/// All shortcuts of a window at a glance, by what they are for. Open it with open().
class ShortcutSheet : public QDialog {
    Q_OBJECT

public:
    ShortcutSheet(Actions &actions, const Theme &theme, QWidget *parent = nullptr);

private:
    QWidget *makeGroups();

    Actions &m_actions;
    const Theme &m_theme;
};

} // namespace cheetah::gui
