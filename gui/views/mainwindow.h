// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "actions/actions.h"
#include "session/program.h"
#include "session/session.h"
#include "session/workspace.h"
#include "views/view.h"
#include "views/windowlayout.h"

#include <QtWidgets/QMainWindow>

#include <memory>

class QLabel;

namespace cheetah::gui {

class BrowserProcesses;
class NoticeBar;
class StatusLine;
class ToastHost;

/// The window of one session. It only places: what is in a view is the view's business, what an action does is the
/// action's. Owned by the Console; it deletes itself once it is closed, and its session with it.
class MainWindow : public QMainWindow {
    Q_OBJECT

public:
    MainWindow(Program program, std::unique_ptr<Session> session);
    ~MainWindow() override;

    Session &session() { return *m_session; }
    Actions &actions() { return m_actions; }
    WindowLayout &layout() { return *m_layout; }
    ToastHost &toasts() { return *m_toasts; }
    BrowserProcesses &browsers() { return *m_browsers; }

    /// Gives the keyboard to the newest message, from there to the notices above the views; Escape gives it back.
    void goToMessages();
    /// As if the person had agreed to what ends with it.
    void closeWithoutAsking() { endAndClose(); }

signals:
    void newWindowWanted();
    /// This session ended for good before anything of it was seen, such as a node whose port is taken.
    void failed(const cheetah::Error &error);
    /// The person wants another deployment in place of this one.
    void changeWanted();
    void settingsWanted();
    void shortcutsWanted();
    void aboutWanted();

protected:
    void closeEvent(QCloseEvent *event) override;
    void changeEvent(QEvent *event) override;

private:
    void makeViews();
    void makeToolBar();
    void makeMenus();
    void followNavigator();
    void followSession();
    void refreshActions();
    void retranslate();
    void restyle();
    /// Asks where something ends with the session; closes then, or at once.
    void leave(bool toStart);
    QString whatEnds() const;
    void endAndClose();

    const Program m_program;
    std::unique_ptr<Session> m_session;
    Actions m_actions;
    Workspace m_workspace;
    std::unique_ptr<BrowserProcesses> m_browsers;
    std::unique_ptr<WindowLayout> m_layout;
    ToastHost *m_toasts;
    NoticeBar *m_notices;
    StatusLine *m_status;
    QToolBar *m_toolBar = nullptr;
    QMenu *m_fileMenu, *m_viewMenu, *m_docksMenu, *m_actMenu, *m_helpMenu;
    QLabel *m_ending = nullptr; ///< shown while an embedded node goes down
    bool m_toStart = false;     ///< after this window comes the start screen
    bool m_hasEnded = false;    ///< nothing of the session is left to end
    bool m_isLeaving = false;
    QTimer m_actionsSoon;
};

} // namespace cheetah::gui
