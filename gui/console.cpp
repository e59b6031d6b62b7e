// SPDX-License-Identifier: GPL-3.0-or-later
#include "console.h"

#include "session/browserprocesses.h"
#include "settings/aboutdialog.h"
#include "settings/keys.h"
#include "settings/settingsdialog.h"
#include "settings/shortcutsheet.h"
#include "views/mainwindow.h"
#include "views/startscreen.h"

#include <QtWidgets/QApplication>

namespace cheetah::gui {

namespace {

/// Whether a browser could show its windows here.
bool hasDisplay()
{
    return !qEnvironmentVariable("DISPLAY").isEmpty() || !qEnvironmentVariable("WAYLAND_DISPLAY").isEmpty();
}

} // namespace

Console::Console(ConsoleOptions options)
    : m_options(std::move(options)), m_settings(m_options.settingsFile), m_sessions(m_log.sink())
{
    applySettings();
    connect(&m_settings, &Settings::changed, this, &Console::applySettings);
}

Console::~Console()
{
    // Windows look at everything here; they close before it goes. Each takes its dialogs along.
    const QWidgetList all = QApplication::topLevelWidgets();
    for (const QPointer<QWidget> &window : QList<QPointer<QWidget>>(all.begin(), all.end()))
        if (qobject_cast<MainWindow *>(window) || qobject_cast<StartScreen *>(window))
            delete window;
}

Program Console::program()
{
    return {m_sessions, m_theme, m_settings, m_log, m_languages, m_words};
}

void Console::applySettings()
{
    const QString language =
        m_options.language.isEmpty() ? m_settings.value(keys::language).toString() : m_options.language;
    const QString theme = m_options.theme.isEmpty() ? m_settings.value(keys::theme).toString() : m_options.theme;
    m_languages.use(language);
    m_theme.setFontStep(m_settings.value(keys::fontStep, 0).toInt());
    m_theme.setMode(theme == "dark" ? ThemeMode::Dark : theme == "light" ? ThemeMode::Light : ThemeMode::System);
}

void Console::begin()
{
    switch (m_options.begin) {
    case ConsoleOptions::Begin::Start:
        openStart();
        return;
    case ConsoleOptions::Begin::Connect:
        open(m_sessions.connect(m_options.connect));
        return;
    case ConsoleOptions::Begin::Demo:
        open(m_sessions.demo());
        return;
    case ConsoleOptions::Begin::Embed: {
        MainWindow *window = open(m_sessions.embed(m_options.embed));
        if (window && m_options.embed.browser)
            startBrowser(*window, *m_options.embed.browser);
        return;
    }
    case ConsoleOptions::Begin::Auto:
        beginAuto();
        return;
    }
}

void Console::beginAuto()
{
    if (m_settings.value(keys::atStart).toString() == "start") {
        openStart();
        return;
    }
    if (const auto local = localNodeAccess()) {
        open(m_sessions.connect({local->url.toString(), QString::fromStdString(local->tokenFile.string()), {}}));
        return;
    }
    MainWindow *window = open(m_sessions.embed(m_options.embed));
    if (window && m_options.embed.browser)
        startBrowser(*window, *m_options.embed.browser);
}

MainWindow *Console::open(Result<std::unique_ptr<Session>> session)
{
    if (!session) {
        openStart(session.error());
        return nullptr;
    }
    MainWindow *window = makeWindow(*std::move(session));
    window->show();
    if (m_start)
        m_start->close();
    return window;
}

MainWindow *Console::makeWindow(std::unique_ptr<Session> session)
{
    auto *window = new MainWindow(program(), std::move(session)); // it deletes itself when closed
    connect(window, &MainWindow::newWindowWanted, this, [this] { openStart(); });
    connect(window, &MainWindow::changeWanted, this, [this] { openStart(); });
    connect(window, &MainWindow::failed, this, [this, window](const Error &error) {
        openStart(error);
        window->close();
    });
    connect(window, &MainWindow::settingsWanted, this, [this, window] {
        auto *dialog = new SettingsDialog(m_settings, m_theme, window->actions(), window);
        dialog->setAttribute(Qt::WA_DeleteOnClose);
        dialog->open();
    });
    connect(window, &MainWindow::shortcutsWanted, this, [this, window] {
        auto *sheet = new ShortcutSheet(window->actions(), m_theme, window);
        sheet->setAttribute(Qt::WA_DeleteOnClose);
        sheet->open();
    });
    connect(window, &MainWindow::aboutWanted, this, [this, window] {
        auto *about = new AboutDialog(m_theme, window);
        about->setAttribute(Qt::WA_DeleteOnClose);
        about->open();
    });
    return window;
}

StartScreen *Console::openStart(const std::optional<Error> &problem)
{
    if (!m_start) {
        m_start = new StartScreen(m_theme, m_settings); // it deletes itself when closed
        m_start->setAttribute(Qt::WA_DeleteOnClose);
        m_start->setWindowIcon(Theme::programIcon());
        connect(m_start, &StartScreen::embedWanted, this, [this](const EmbedOptions &options) {
            MainWindow *window = open(m_sessions.embed(options));
            if (window && options.browser)
                startBrowser(*window, *options.browser);
        });
        connect(m_start, &StartScreen::connectWanted, this,
                [this](const ConnectOptions &options) { open(m_sessions.connect(options)); });
        connect(m_start, &StartScreen::demoWanted, this, [this] { open(m_sessions.demo()); });
    }
    if (problem)
        m_start->showProblem(*problem);
    m_start->show();
    m_start->raise();
    m_start->activateWindow();
    return m_start;
}

/// Once the node serves.
void Console::startBrowser(MainWindow &window, std::pair<int, int> windowsAndTabs)
{
    const Deployment &deployment = window.session().deployment();
    auto *once = new QObject(&window);
    connect(&deployment, &Deployment::stateChanged, once,
            [&window, once, windowsAndTabs](const ConnectionStatus &status) {
                if (status.state != ConnectionState::Live)
                    return;
                once->deleteLater();
                const UserId user = UserId::trusted("dev");
                BrowserOrder order;
                order.name = {user, window.browsers().freeClientId(user)};
                order.windows = windowsAndTabs.first;
                order.tabsPerWindow = windowsAndTabs.second;
                order.headless = !hasDisplay();
                order.node = window.session().node();
                order.tokenFile = window.session().origin().tokenFile;
                window.browsers().start(std::move(order));
            });
}

void Console::endAll()
{
    for (QWidget *widget : QApplication::topLevelWidgets())
        if (auto *window = qobject_cast<MainWindow *>(widget))
            window->closeWithoutAsking();
    if (m_start)
        m_start->close();
}

} // namespace cheetah::gui
