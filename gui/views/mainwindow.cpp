// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/mainwindow.h"

#include "actions/flowtoasts.h"
#include "actions/operatorcontrols.h"
#include "actions/pendingactions.h"
#include "session/browserprocesses.h"
#include "session/words.h"
#include "settings/settings.h"
#include "settings/shortcuts.h"
#include "theme/theme.h"
#include "views/evidenceview.h"
#include "views/explainview.h"
#include "views/noticebar.h"
#include "views/pendingview.h"
#include "views/statusline.h"
#include "views/viewfactory.h"
#include "views/windowactions.h"
#include "widgets/connectionbadge.h"
#include "widgets/toasthost.h"

#include <QtGui/QCloseEvent>
#include <QtWidgets/QDockWidget>
#include <QtWidgets/QLabel>
#include <QtWidgets/QMenuBar>
#include <QtWidgets/QMessageBox>
#include <QtWidgets/QPushButton>
#include <QtWidgets/QStatusBar>
#include <QtWidgets/QToolBar>
#include <QtWidgets/QVBoxLayout>

namespace cheetah::gui {

namespace {

constexpr Millis actionsInterval(100);
/// An embedded node that takes longer than this to go down can be left at once.
constexpr Millis patience = Seconds(15);

} // namespace

MainWindow::MainWindow(Program program, std::unique_ptr<Session> session)
    : m_program(program), m_session(std::move(session)), m_workspace{*m_session,       m_actions,   program.theme,
                                                                     program.settings, program.log, program.words}
{
    setAttribute(Qt::WA_DeleteOnClose);
    setWindowIcon(Theme::programIcon());
    const int unit = fontMetrics().averageCharWidth();
    resize(unit * 190, unit * 118);
    m_browsers = std::make_unique<BrowserProcesses>(*m_session, program.log);
    m_toasts = new ToastHost(program.theme, this);
    makeViews();
    addWindowActions(m_actions, *this);
    registerOperatorActions(m_workspace, *m_browsers, *this);
    new FlowToasts(m_session->pending(), program.words, *m_toasts, this);
    new Shortcuts(program.settings, m_actions, this);
    makeMenus();
    makeToolBar();
    followNavigator();
    followSession();
    retranslate();
    restyle();
    restoreGeometry(m_program.settings.value("window/geometry").toByteArray());
    m_layout->restore();
    if (!m_program.settings.complaint().isEmpty())
        m_notices->tell([&settings = m_program.settings] { return settings.complaint(); });
}

MainWindow::~MainWindow()
{
    // Views first: they look at everything else.
    delete takeCentralWidget();
    m_layout.reset();
    delete m_status;
    delete m_toolBar;
    delete m_toasts;
    m_browsers.reset();
}

void MainWindow::makeViews()
{
    std::vector<View *> views = cheetah::gui::makeViews(m_workspace, this);
    views.push_back(new PendingView(m_workspace, this));
    m_layout = std::make_unique<WindowLayout>(*this, views, m_program.theme, m_program.settings);
    auto *central = new QWidget(this);
    auto *column = new QVBoxLayout(central);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(0);
    m_notices = new NoticeBar(m_workspace, central);
    column->addWidget(m_notices);
    column->addWidget(&m_layout->tabs(), 1);
    setCentralWidget(central);
    m_status = new StatusLine(m_workspace, this);
    statusBar()->setSizeGripEnabled(false);
    statusBar()->addWidget(m_status, 1);
    connect(m_status, &StatusLine::pendingWanted, this, [this] { m_layout->show(ViewId::Pending); });
    connect(m_notices, &NoticeBar::changeWanted, this, &MainWindow::changeWanted);
}

void MainWindow::makeToolBar()
{
    m_toolBar = new QToolBar(this);
    m_toolBar->setObjectName("toolbar");
    m_toolBar->setMovable(false);
    m_toolBar->setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
    m_toolBar->setContextMenuPolicy(Qt::PreventContextMenu);
    m_toolBar->addWidget(new ConnectionBadge(m_session->deployment(), m_program.theme, m_program.words, m_toolBar));
    auto *gap = new QWidget(m_toolBar);
    gap->setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Preferred);
    m_toolBar->addWidget(gap);
    for (const char *id : {"browser.add", "explain.selected", "lease.release", "view.pause"})
        if (QAction *action = m_actions.find(id))
            m_toolBar->addAction(action);
    addToolBar(m_toolBar);
}

void MainWindow::makeMenus()
{
    const auto fill = [this](QMenu *menu, std::initializer_list<const char *> ids) {
        menu->setToolTipsVisible(true);
        for (const char *id : ids) {
            if (!*id)
                menu->addSeparator();
            else if (QAction *action = m_actions.find(id))
                menu->addAction(action);
        }
    };
    m_fileMenu = menuBar()->addMenu(QString());
    fill(m_fileMenu, {"window.new", "window.change", "", "browser.add", "", "window.settings", "", "window.close"});
    m_viewMenu = menuBar()->addMenu(QString());
    fill(m_viewMenu, {"view.overview", "view.assignments", "view.contexts", "view.topology", "view.health",
                      "view.journal", "view.waiters", "view.nodes", ""});
    m_docksMenu = m_viewMenu->addMenu(QString());
    for (const ViewId id :
         {ViewId::FleetTree, ViewId::Inspector, ViewId::Explain, ViewId::Evidence, ViewId::Log, ViewId::Pending})
        if (QDockWidget *dock = m_layout->dock(id))
            m_docksMenu->addAction(dock->toggleViewAction());
    fill(m_viewMenu, {"", "view.filter", "view.messages", "view.pause", "view.resync", "", "layout.watch",
                      "layout.investigate", "layout.wall", "view.fullScreen"});
    m_actMenu = menuBar()->addMenu(QString());
    m_actions.fillContextMenu(*m_actMenu);
    m_helpMenu = menuBar()->addMenu(QString());
    fill(m_helpMenu, {"help.shortcuts", "help.about"});
    // Shortcuts work whether or not their action stands in a menu.
    for (QAction *action : m_actions.all())
        addAction(action);
}

void MainWindow::followNavigator()
{
    Navigator &navigator = m_session->navigator();
    connect(&navigator, &Navigator::viewWanted, this, [this](ViewId id) { m_layout->show(id); });
    connect(&navigator, &Navigator::filterWanted, this, [this](ViewId id, const QString &filter) {
        m_layout->show(id);
        if (View *view = m_layout->view(id))
            view->setFilter(filter);
    });
    connect(&navigator, &Navigator::objectWanted, this, [this](const ObjectId &object) {
        m_session->selection().select(object);
        for (const ViewId id : {ViewId::FleetTree, ViewId::Inspector})
            if (QDockWidget *dock = m_layout->dock(id))
                dock->show();
        m_layout->show(ViewId::Inspector);
    });
    connect(&navigator, &Navigator::refusedWanted, this, [this](const JournalEntry &entry) {
        m_layout->show(ViewId::Explain);
        static_cast<ExplainView *>(m_layout->view(ViewId::Explain))->explain(entry);
    });
    connect(&navigator, &Navigator::explainWanted, this, [this](const AcquireRequest &request) {
        m_layout->show(ViewId::Explain);
        static_cast<ExplainView *>(m_layout->view(ViewId::Explain))->explain(request);
    });
    auto *evidence = static_cast<EvidenceView *>(m_layout->view(ViewId::Evidence));
    connect(&navigator, &Navigator::evidenceWanted, this,
            [this, evidence](const UserId &user, const CommandId &command) {
                m_layout->show(ViewId::Evidence);
                evidence->show(user, command);
            });
    connect(&navigator, &Navigator::taskEvidenceWanted, this, [this, evidence](const UserId &user, const TaskId &task) {
        m_layout->show(ViewId::Evidence);
        evidence->show(user, task);
    });
}

void MainWindow::followSession()
{
    m_actionsSoon.setSingleShot(true);
    m_actionsSoon.setInterval(actionsInterval);
    connect(&m_actionsSoon, &QTimer::timeout, this, &MainWindow::refreshActions);
    const auto soon = [this] {
        if (!m_actionsSoon.isActive())
            m_actionsSoon.start();
    };
    Deployment &deployment = m_session->deployment();
    connect(&m_session->selection(), &Selection::changed, this, &MainWindow::refreshActions);
    connect(&m_session->fleet(), &FleetStore::changed, this, soon);
    connect(&m_session->fleet(), &FleetStore::pausedChanged, this, &MainWindow::refreshActions);
    connect(&deployment, &Deployment::identified, this, [this] {
        refreshActions();
        setWindowTitle(tr("%1 – Cheetah", "title of a window").arg(m_session->label()));
    });
    connect(&deployment, &Deployment::stateChanged, this, [this](const ConnectionStatus &status) {
        refreshActions();
        const bool isHopeless = status.state == ConnectionState::Refused && !m_session->fleet().isLoaded();
        if (isHopeless && !m_isLeaving)
            emit failed(status.error.value_or(Error(ErrorCode::Internal)));
    });
    connect(&deployment, &Deployment::stopping, this, [this](const StopProgress &progress) {
        if (!m_ending)
            return;
        const std::map<std::string, QString> steps = {
            {"draining", tr("The node is going down: it ends what is under way…")},
            {"stopping_manager", tr("The node is going down: it ends the leases…")},
            {"stopping_components", tr("The node is going down: it stops its parts…")},
            {"closing_resources", tr("The node is going down: it closes what is left…")}};
        if (const auto found = steps.find(progress.step); found != steps.end())
            m_ending->setText(found->second);
    });
    connect(&deployment, &Deployment::detached, this, [this] {
        if (!m_isLeaving)
            return;
        m_hasEnded = true;
        close();
    });
}

void MainWindow::refreshActions()
{
    m_actionsSoon.stop();
    m_actions.refresh();
}

void MainWindow::goToMessages()
{
    const bool wasInToasts = m_toasts->hasKeyboard();
    if ((wasInToasts && m_notices->takeKeyboard()) || m_toasts->focusNewest())
        return;
    m_notices->takeKeyboard();
}

QString MainWindow::whatEnds() const
{
    QStringList ends;
    const bool isEmbedded = m_session->origin().kind == SessionKind::Embedded;
    const int assigned = int(m_session->fleet().totals().count(ContextState::Assigned));
    const int connected = int(m_session->fleet().totals().connected());
    if (isEmbedded && assigned > 0)
        ends.push_back(tr("%n lease(s)", "that end with the window", assigned));
    if (isEmbedded && connected > 0)
        ends.push_back(tr("%n connection(s) of clients", "that end with the window", connected));
    if (const int browsers = m_browsers->endingWithConsole())
        ends.push_back(tr("%n browser(s) started here", "that end with the window", browsers));
    return ends.join(QStringLiteral("\n"));
}

void MainWindow::leave(bool toStart)
{
    const QString ends = whatEnds();
    m_toStart = toStart;
    if (ends.isEmpty())
        return endAndClose();
    auto *question = new QMessageBox(QMessageBox::Question, windowTitle(),
                                     m_session->origin().kind == SessionKind::Embedded
                                         ? tr("The node runs in this window. With it will end:")
                                         : tr("With this window will end:"),
                                     QMessageBox::NoButton, this);
    question->setAttribute(Qt::WA_DeleteOnClose);
    question->setTextFormat(Qt::PlainText);
    question->setInformativeText(ends);
    QPushButton *end = question->addButton(tr("End them and close"), QMessageBox::DestructiveRole);
    QPushButton *stay = question->addButton(tr("Stay"), QMessageBox::RejectRole);
    question->setDefaultButton(stay);
    question->setEscapeButton(stay);
    connect(end, &QPushButton::clicked, this, &MainWindow::endAndClose);
    question->open();
}

/// Takes the session down in order; an embedded node takes a moment, which is shown.
void MainWindow::endAndClose()
{
    if (std::exchange(m_isLeaving, true))
        return;
    m_layout->save();
    m_program.settings.sync();
    centralWidget()->setEnabled(false);
    m_ending = new QLabel(tr("Ending the browsers…"), this);
    statusBar()->insertWidget(0, m_ending);
    QTimer::singleShot(patience, this,
                       [this] { m_ending->setText(tr("This takes long. Close the window again to leave at once.")); });
    // Browsers first: they say goodbye to the node.
    connect(m_browsers.get(), &BrowserProcesses::allEnded, this, [this] {
        m_ending->setText(tr("Leaving the node…"));
        m_session->deployment().detach();
    });
    m_browsers->endAll();
}

void MainWindow::closeEvent(QCloseEvent *event)
{
    if (m_hasEnded || m_isLeaving) {
        event->accept();
        if (m_toStart)
            emit changeWanted();
        return;
    }
    event->ignore();
    leave(false);
}

void MainWindow::changeEvent(QEvent *event)
{
    QMainWindow::changeEvent(event);
    if (event->type() == QEvent::LanguageChange)
        retranslate();
}

void MainWindow::retranslate()
{
    m_actions.retranslate();
    m_layout->retranslate();
    m_fileMenu->setTitle(tr("&File"));
    m_viewMenu->setTitle(tr("&View"));
    m_docksMenu->setTitle(tr("&Panels"));
    m_actMenu->setTitle(tr("&Act"));
    m_helpMenu->setTitle(tr("&Help"));
    m_toolBar->setWindowTitle(tr("Toolbar"));
    m_toolBar->setAccessibleName(tr("Toolbar"));
    setWindowTitle(tr("%1 – Cheetah", "title of a window").arg(m_session->label()));
}

void MainWindow::restyle()
{
    for (QAction *action : m_actions.all())
        if (const int glyph = m_actions.spec(action).glyph; glyph >= 0)
            action->setIcon(m_program.theme.icon(Glyph(glyph)));
}

} // namespace cheetah::gui
