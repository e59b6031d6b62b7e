// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "session/workspace.h"

#include <QtWidgets/QWidget>

class QGridLayout;
class QLabel;
class QLineEdit;
class QPushButton;

namespace cheetah::gui {

class EmptyState;

/// What stands in place of the fleet while no client has ever connected: how to connect one. The endpoint and the command
/// can be copied; where this console can start a browser, a button does. Owned by its view.
class NoClientYet : public QWidget {
    Q_OBJECT

public:
    explicit NoClientYet(Workspace &workspace, QWidget *parent = nullptr);

    /// Texts and addresses anew.
    void refresh();
    QString endpoint() const;
    QString command() const;

private:
    struct Line {
        QLabel *label;
        QLineEdit *text;
        QPushButton *copy;
    };
    Line makeLine(QGridLayout &grid, int row);

    Workspace &m_workspace;
    EmptyState *m_empty;
    Line m_endpoint, m_command;
};

} // namespace cheetah::gui
