// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "session/sessionfactory.h"
#include "session/workspace.h"
#include "views/view.h"

#include <QtWidgets/QMainWindow>

#include <map>
#include <memory>

class QDockWidget;
class QStackedWidget;
class QTabWidget;
class QToolBar;

namespace cheetah::gui {

class Banner;
class ConnectionBadge;
class Languages;
class PendingActions;
class StartScreen;
class StatusLine;
class ToastHost;

/// What all windows share; outlives them.
struct Program {
    SessionFactory &sessions;
    Theme &theme;
    Settings &settings;
    LogStore &log;
    Languages &languages;
    const Words &words;
};

/// One window: the start screen, or one session with its views. It only places: what is in a view is the view's business,
/// what an action does is the action's. Owned by the application; deletes itself when it is closed.
class MainWindow : public QMainWindow {
    Q_OBJECT

public:
    explicit MainWindow(Program program);
    ~MainWindow() override;

    /// Takes over a session in place of what is shown; an error goes to the start screen in words.
    void open(Result<std::unique_ptr<Session>> session);
    void showStart();
    Session *session() const { return m_session.get(); }
    View *view(ViewId id) const;
    void showView(ViewId id);
    void resetLayout();

signals:
    void newWindowWanted();

protected:
    void closeEvent(QCloseEvent *event) override;
    void changeEvent(QEvent *event) override;

private:
    struct Parts; ///< everything that lives as long as its session

    void makeStart();
    void beginSession(std::unique_ptr<Session> session);
    void endSession();
    void makeActions();
    void makeMenus();
    void makeToolBar();
    void placeViews();
    void restoreLayout();
    void saveLayout();
    void listen();
    void connectionChanged();
    void identityChanged();
    void retranslate();
    void restyle();
    /// Asks where something ends with the session, then goes on with `then`.
    void leave(const QString &verb, std::function<void()> then);
    QString whatEnds() const;

    const Program m_program;
    QStackedWidget *m_stack;
    StartScreen *m_start = nullptr;
    std::unique_ptr<Session> m_session;
    std::unique_ptr<Parts> m_parts;
    bool m_isLeaving = false; ///< the session ends; the window closes after it
};

} // namespace cheetah::gui
