// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QtCore/QObject>
#include <QtGui/QKeySequence>

class QAction;

namespace cheetah::gui {

class Actions;
class Settings;

/// Gives a window's actions the shortcuts that the settings say, from the beginning and whenever they change. Make it once
/// all actions are there; the shortcuts that they have then are the standard ones. Owned by the window.
class Shortcuts : public QObject {
    Q_OBJECT

public:
    Shortcuts(Settings &settings, Actions &actions, QObject *parent = nullptr);

    /// What the action has where nothing is set.
    static QKeySequence standard(const QAction &action);
    /// The action's text without marks for menus, such as "Connect to another node".
    static QString plainName(const QAction &action);
    static QString settingFor(const QAction &action);

private:
    void apply();

    Settings &m_settings;
    Actions &m_actions;
};

} // namespace cheetah::gui
