// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/windowlayout.h"

#include "settings/settings.h"
#include "theme/theme.h"
#include "views/viewfactory.h"

#include <QtCore/QTimer>
#include <QtGui/QResizeEvent>
#include <QtWidgets/QAbstractButton>
#include <QtWidgets/QDockWidget>
#include <QtWidgets/QTabBar>

#include <algorithm>

namespace cheetah::gui {

namespace {

/// Grows when docks are renamed or added, so that old layouts are not put onto new windows.
constexpr int layoutVersion = 1;
constexpr char groupKey[] = "window";
const QString stateKey = QStringLiteral("window/state");
const QString geometryKey = QStringLiteral("window/geometry");
const QString tabKey = QStringLiteral("window/tab");

Qt::DockWidgetArea areaOf(ViewId id)
{
    switch (id) {
    case ViewId::FleetTree:
        return Qt::LeftDockWidgetArea;
    case ViewId::Inspector:
        return Qt::RightDockWidgetArea;
    default:
        return Qt::BottomDockWidgetArea;
    }
}

} // namespace

WindowLayout::WindowLayout(QMainWindow &window, const std::vector<View *> &views, Theme &theme, Settings &settings)
    : m_window(window), m_theme(theme), m_settings(settings), m_tabs(new QTabWidget(&window))
{
    m_tabs->setDocumentMode(true);
    m_tabs->setUsesScrollButtons(true);
    m_tabs->tabBar()->setExpanding(false);
    m_tabs->tabBar()->setDrawBase(false);
    window.setDockNestingEnabled(true);
    window.setTabPosition(Qt::BottomDockWidgetArea, QTabWidget::North);
    for (View *view : views) {
        m_views[view->id()] = view;
        if (isCentral(view->id())) {
            m_tabs->addTab(view, QString());
            continue;
        }
        auto *dock = new QDockWidget(&window);
        dock->setObjectName("dock." + nameOf(view->id()));
        dock->setWidget(view);
        window.addDockWidget(areaOf(view->id()), dock);
        m_docks[view->id()] = dock;
    }
    window.installEventFilter(this);
    connect(m_tabs, &QTabWidget::currentChanged, this, &WindowLayout::centralChanged);
    connect(&theme, &Theme::changed, this, [this] { restyle(); });
    connect(&settings, &Settings::changed, this, [this](const QString &key) {
        if (key.isEmpty() || key == QLatin1String(groupKey))
            forget();
    });
    retranslate();
    restyle();
}

WindowLayout::~WindowLayout()
{
    for (const auto &[id, dock] : m_docks)
        delete dock;
    delete m_tabs;
}

bool WindowLayout::eventFilter(QObject *watched, QEvent *event)
{
    const bool isResized =
        event->type() == QEvent::Resize && static_cast<QResizeEvent *>(event)->oldSize().width() != m_window.width();
    if (watched == &m_window && isResized)
        adapt();
    return false;
}

void WindowLayout::adapt()
{
    const int unit = m_window.fontMetrics().averageCharWidth();
    for (const auto &[id, needed] :
         {std::pair(ViewId::Inspector, 150 * unit), std::pair(ViewId::FleetTree, 140 * unit)}) {
        QDockWidget *panel = dock(id);
        if (!panel || panel->isFloating())
            continue;
        if (m_window.width() < needed && panel->isVisible()) {
            panel->hide();
            m_gaveWay.insert(id);
        } else if (m_window.width() >= needed && m_gaveWay.erase(id)) {
            panel->show();
        }
    }
}

View *WindowLayout::view(ViewId id) const
{
    const auto found = m_views.find(id);
    return found == m_views.end() ? nullptr : found->second;
}

QDockWidget *WindowLayout::dock(ViewId id) const
{
    const auto found = m_docks.find(id);
    return found == m_docks.end() ? nullptr : found->second;
}

View *WindowLayout::currentCentral() const
{
    return qobject_cast<View *>(m_tabs->currentWidget());
}

void WindowLayout::show(ViewId id)
{
    View *wanted = view(id);
    if (!wanted)
        return;
    if (QDockWidget *holder = dock(id)) {
        m_gaveWay.erase(id); // it is wanted now, whatever the room
        holder->show();
        holder->raise();
    } else {
        m_tabs->setCurrentWidget(wanted);
    }
    wanted->setFocus(Qt::OtherFocusReason);
}

void WindowLayout::arrange(Arrangement arrangement)
{
    const bool isWall = arrangement == Arrangement::Wall;
    QDockWidget *firstAtBottom = nullptr;
    for (const auto &[id, holder] : m_docks) {
        holder->setFloating(false);
        m_window.addDockWidget(areaOf(id), holder);
        if (areaOf(id) == Qt::BottomDockWidgetArea) {
            if (firstAtBottom)
                m_window.tabifyDockWidget(firstAtBottom, holder);
            else
                firstAtBottom = holder;
            holder->setVisible(arrangement == Arrangement::Investigate);
        } else {
            holder->setVisible(!isWall);
        }
    }
    if (firstAtBottom)
        firstAtBottom->raise();
    const int unit = m_window.fontMetrics().averageCharWidth();
    QList<QDockWidget *> sides;
    QList<int> widths;
    for (const ViewId id : {ViewId::FleetTree, ViewId::Inspector})
        if (QDockWidget *holder = dock(id)) {
            sides.push_back(holder);
            widths.push_back(id == ViewId::FleetTree ? std::clamp(m_window.width() / 4, unit * 46, unit * 64)
                                                     : std::clamp(m_window.width() / 5, unit * 46, unit * 54));
        }
    m_window.resizeDocks(sides, widths, Qt::Horizontal);
    if (firstAtBottom)
        m_window.resizeDocks({firstAtBottom}, {m_window.height() * 2 / 5}, Qt::Vertical);
    m_tabs->setCurrentWidget(view(isWall ? ViewId::Topology : ViewId::Overview));
    m_gaveWay.clear();
    adapt();
}

/// What of the window is kept.
QVariantList WindowLayout::wanted() const
{
    for (const ViewId id : m_gaveWay)
        dock(id)->show(); // the person wants them, the window was only too narrow
    const QVariantList found{m_window.saveState(layoutVersion), m_window.saveGeometry(),
                             currentCentral() ? nameOf(currentCentral()->id()) : QString()};
    for (const ViewId id : m_gaveWay)
        dock(id)->hide();
    return found;
}

void WindowLayout::save() const
{
    const QVariantList now = wanted();
    if (now == m_forgotten)
        return;
    m_settings.setValue(stateKey, now[0]);
    m_settings.setValue(geometryKey, now[1]);
    m_settings.setValue(tabKey, now[2]);
}

void WindowLayout::forget()
{
    arrange(Arrangement::Watch);
    // Sizes stand once the window has laid itself out.
    QTimer::singleShot(0, this, [this] { m_forgotten = wanted(); });
}

bool WindowLayout::restore()
{
    arrange(Arrangement::Watch);
    if (!m_window.restoreState(m_settings.value(stateKey).toByteArray(), layoutVersion))
        return false;
    const QString tab = m_settings.value(tabKey).toString();
    for (const auto &[id, shown] : m_views)
        if (isCentral(id) && nameOf(id) == tab)
            m_tabs->setCurrentWidget(shown);
    return true;
}

void WindowLayout::retranslate()
{
    m_tabs->setAccessibleName(tr("Views"));
    for (const auto &[id, shown] : m_views) {
        if (QDockWidget *holder = dock(id)) {
            holder->setWindowTitle(shown->title());
            // Qt names them once, in the language of that moment.
            for (auto *button : holder->findChildren<QAbstractButton *>(QStringLiteral("qt_dockwidget_floatbutton")))
                button->setAccessibleName(tr("Float", "a panel beside the window"));
            for (auto *button : holder->findChildren<QAbstractButton *>(QStringLiteral("qt_dockwidget_closebutton")))
                button->setAccessibleName(tr("Close", "a panel"));
        } else {
            const int tab = m_tabs->indexOf(shown);
            m_tabs->setTabText(tab, shown->title());
            m_tabs->setTabToolTip(tab, tr("%1 (Ctrl+%2)").arg(shown->title()).arg(tab + 1));
        }
    }
}

void WindowLayout::restyle()
{
    for (const auto &[id, shown] : m_views)
        if (isCentral(id))
            m_tabs->setTabIcon(m_tabs->indexOf(shown), m_theme.icon(glyphOf(id), Tone::Muted));
}

} // namespace cheetah::gui
