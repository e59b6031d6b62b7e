// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "session/languages.h"
#include "session/program.h"
#include "session/sessionfactory.h"
#include "session/words.h"
#include "settings/settings.h"
#include "store/logstore.h"
#include "theme/theme.h"

#include <QtCore/QPointer>

#include <optional>

namespace cheetah::gui {

class MainWindow;
class StartScreen;

/// How the program begins.
struct ConsoleOptions {
    enum class Begin { Auto, Start, Embed, Connect, Demo };
    Begin begin = Begin::Auto;
    EmbedOptions embed;
    ConnectOptions connect;
    QString settingsFile; ///< empty: the usual one
    QString language;     ///< stronger than the settings; empty: theirs
    QString theme;        ///< `light`, `dark`, `system`; likewise
};

/// The whole program: what all windows share, and which windows there are. Auto looks for a node of this account on this
/// machine and attaches to it, else runs one itself. Owned by main().
class Console : public QObject {
    Q_OBJECT

public:
    explicit Console(ConsoleOptions options);
    ~Console() override;

    /// Opens the first window. Later, like everything here, it asks no questions and does not wait.
    void begin();
    Program program();
    /// Goes on as if the person had closed all windows and agreed to what ends.
    void endAll();

    /// Takes a new session into a window of its own; an error goes to the start screen in words.
    MainWindow *open(Result<std::unique_ptr<Session>> session);
    StartScreen *openStart(const std::optional<Error> &problem = {});

private:
    void applySettings();
    MainWindow *makeWindow(std::unique_ptr<Session> session);
    void beginAuto();
    void startBrowser(MainWindow &window, std::pair<int, int> windowsAndTabs);

    const ConsoleOptions m_options;
    Settings m_settings;
    LogStore m_log;
    Theme m_theme;
    Languages m_languages;
    const Words m_words;
    SessionFactory m_sessions;
    QPointer<StartScreen> m_start;
};

} // namespace cheetah::gui
