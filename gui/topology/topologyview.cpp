// SPDX-License-Identifier: GPL-3.0-or-later
#include "topology/topologyview.h"

#include "actions/actions.h"
#include "filter/contextfields.h"
#include "filter/filterparser.h"
#include "session/session.h"
#include "settings/settings.h"
#include "topology/topologylegend.h"
#include "topology/topologymap.h"
#include "widgets/emptystate.h"

#include <QtWidgets/QHBoxLayout>
#include <QtWidgets/QLabel>
#include <QtWidgets/QMenu>
#include <QtWidgets/QStackedWidget>
#include <QtWidgets/QToolButton>

namespace cheetah::gui {

namespace {

const QString zoomKey = QStringLiteral("topology/zoom");
const QString addBrowserId = QStringLiteral("browser.add");

QString keyOf(const QAction *action)
{
    return QString(action->objectName()).replace(QLatin1Char('.'), QLatin1Char('/'));
}

} // namespace

TopologyView::TopologyView(Workspace &workspace, QWidget *parent)
    : View(ViewId::Topology, workspace, parent),
      m_map(new TopologyMap(workspace, this)),
      m_legend(new TopologyLegend(workspace.theme, this)),
      m_empty(new EmptyState(workspace.theme, this)),
      m_faces(new QStackedWidget(this))
{
    m_map->setObjectName(QStringLiteral("topologyMap"));
    m_faces->addWidget(m_map);
    m_faces->addWidget(m_empty);
    auto *layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(0);
    addActions();
    layout->addWidget(makeBar());
    layout->addWidget(m_faces, 1);
    layout->addWidget(m_legend);
    setFocusProxy(m_map);

    m_map->setZoom(workspace.settings.value(zoomKey, TopologyMetrics::normal).toInt());
    connect(m_map, &TopologyMap::zoomChanged, this, [this](int step) {
        this->workspace().settings.setValue(zoomKey, step);
        showZoom();
    });
    connect(m_map, &TopologyMap::matchesChanged, this, [this] {
        showMatches();
        chooseFace();
    });
    connect(&workspace.session.fleet(), &FleetStore::changed, this, &TopologyView::chooseFace);
    connect(m_empty, &EmptyState::actionWanted, this, [this] {
        if (m_map->showsOnlyMatches() && this->workspace().session.fleet().totals().clients() > 0)
            return m_onlyMatches->setChecked(false);
        if (QAction *add = this->workspace().actions.find(addBrowserId))
            add->trigger();
    });
    retranslate();
    restyle();
}

TopologyView::~TopologyView() = default;

QString TopologyView::title() const
{
    return tr("Topology");
}

const FieldSet &TopologyView::fieldSet() const
{
    return contextFields();
}

std::vector<ValueSuggestion> TopologyView::valueSuggestions(const QString &field, const QString &part) const
{
    return contextValues(workspace().session.fleet(), field, part);
}

void TopologyView::setFilter(const QString &text)
{
    auto outcome = FilterParser(text, contextFields()).parse();
    if (auto *expression = std::get_if<ExpressionPtr>(&outcome)) {
        m_filter = text;
        m_map->setExpression(std::move(*expression));
    }
}

QAction *TopologyView::addOne(const QString &id, QString (*text)(), const QKeySequence &shortcut, int glyph)
{
    Actions::Spec spec;
    spec.id = id;
    spec.text = text;
    spec.shortcut = shortcut;
    spec.glyph = glyph;
    spec.group = QStringLiteral("topology");
    QAction *action = workspace().actions.add(std::move(spec));
    action->setShortcutContext(Qt::WidgetWithChildrenShortcut);
    addAction(action);
    return action;
}

QAction *TopologyView::addToggle(const QString &id, QString (*text)(), int glyph, bool standard,
                                 void (TopologyView::*take)(bool))
{
    Actions::Spec spec;
    spec.id = id;
    spec.text = text;
    spec.glyph = glyph;
    spec.group = QStringLiteral("topology");
    spec.checkable = true;
    QAction *action = workspace().actions.add(std::move(spec));
    const bool isOn = workspace().settings.value(keyOf(action), standard).toBool();
    action->setChecked(isOn);
    (this->*take)(isOn);
    connect(action, &QAction::toggled, this, [this, action, take](bool on) {
        workspace().settings.setValue(keyOf(action), on);
        (this->*take)(on);
    });
    return action;
}

void TopologyView::addActions()
{
    m_zoomIn = addOne(
        QStringLiteral("topology.zoomIn"), [] { return tr("Zoom in"); }, QKeySequence(Qt::CTRL | Qt::Key_Plus),
        int(Glyph::ZoomIn));
    m_zoomOut = addOne(
        QStringLiteral("topology.zoomOut"), [] { return tr("Zoom out"); }, QKeySequence(Qt::CTRL | Qt::Key_Minus),
        int(Glyph::ZoomOut));
    m_zoomReset = addOne(
        QStringLiteral("topology.zoomReset"), [] { return tr("Normal size"); }, QKeySequence(Qt::CTRL | Qt::Key_0), -1);
    m_zoomFit = addOne(
        QStringLiteral("topology.zoomFit"), [] { return tr("Whole fleet"); }, QKeySequence(Qt::CTRL | Qt::Key_9), -1);
    connect(m_zoomIn, &QAction::triggered, this, [this] { m_map->setZoom(m_map->zoom() + 1); });
    connect(m_zoomOut, &QAction::triggered, this, [this] { m_map->setZoom(m_map->zoom() - 1); });
    connect(m_zoomReset, &QAction::triggered, this, [this] { m_map->setZoom(TopologyMetrics::normal); });
    connect(m_zoomFit, &QAction::triggered, this, [this] { m_map->zoomToFit(); });
    m_byUser = addToggle(
        QStringLiteral("topology.byUser"), [] { return tr("Group by user"); }, -1, true, &TopologyView::takeByUser);
    m_newest = addToggle(
        QStringLiteral("topology.newestFirst"), [] { return tr("Newest clients first"); }, -1, false,
        &TopologyView::takeNewest);
    m_showLegend = addToggle(
        QStringLiteral("topology.legend"), [] { return tr("Legend"); }, -1, true, &TopologyView::takeLegend);
    m_showMinimap = addToggle(
        QStringLiteral("topology.minimap"), [] { return tr("Overview map"); }, -1, true, &TopologyView::takeMinimap);
    m_onlyMatches = addToggle(
        QStringLiteral("topology.onlyMatches"), [] { return tr("Only matches"); }, -1, false,
        &TopologyView::takeOnlyMatches);
}

QToolButton *TopologyView::button(QAction *action)
{
    auto *made = new QToolButton(this);
    made->setDefaultAction(action);
    made->setAutoRaise(true);
    return made;
}

QWidget *TopologyView::makeBar()
{
    auto *bar = new QWidget(this);
    auto *row = new QHBoxLayout(bar);
    const int gap = fontMetrics().height() / 4;
    row->setContentsMargins(2 * gap, gap, 2 * gap, gap);
    row->setSpacing(gap);
    m_arrange = new QToolButton(bar);
    m_arrange->setPopupMode(QToolButton::InstantPopup);
    m_arrange->setAutoRaise(true);
    auto *menu = new QMenu(m_arrange);
    menu->QWidget::addActions({m_byUser, m_newest});
    m_arrange->setMenu(menu);
    row->addWidget(m_arrange);
    row->addSpacing(2 * gap);
    row->addWidget(button(m_zoomOut));
    m_percent = button(m_zoomReset);
    m_percent->setToolButtonStyle(Qt::ToolButtonTextOnly);
    row->addWidget(m_percent);
    row->addWidget(button(m_zoomIn));
    row->addWidget(button(m_zoomFit));
    row->addStretch(1);
    m_matches = new QLabel(bar);
    m_matches->setTextFormat(Qt::PlainText);
    row->addWidget(m_matches);
    m_onlyButton = button(m_onlyMatches);
    row->addWidget(m_onlyButton);
    row->addSpacing(2 * gap);
    row->addWidget(button(m_showLegend));
    row->addWidget(button(m_showMinimap));
    return bar;
}

void TopologyView::takeByUser(bool on)
{
    m_map->setByUser(on);
}

void TopologyView::takeNewest(bool on)
{
    m_map->setOrder(on ? TopologyOrder::Newest : TopologyOrder::Name);
}

void TopologyView::takeLegend(bool on)
{
    m_legend->setVisible(on);
    chooseFace();
}

void TopologyView::takeMinimap(bool on)
{
    m_map->setMinimapWanted(on);
}

void TopologyView::takeOnlyMatches(bool on)
{
    m_map->setShowsOnlyMatches(on);
    chooseFace();
}

void TopologyView::showZoom()
{
    m_percent->setText(tr("%1 %", "size of the map").arg(TopologyMetrics::percent(m_map->zoom())));
    m_percent->setAccessibleName(tr("Zoom: %1").arg(m_percent->text()));
}

void TopologyView::showMatches()
{
    const bool isActive = m_map->filter().isActive();
    m_matches->setVisible(isActive);
    m_onlyButton->setVisible(isActive);
    if (isActive)
        m_matches->setText(tr("%1 of %n match", "tabs", int(workspace().session.fleet().totals().contexts()))
                               .arg(m_map->filter().count()));
}

/// The map, or what to do to have something on it.
void TopologyView::chooseFace()
{
    if (!m_matches)
        return;
    const FleetStore &store = workspace().session.fleet();
    const bool isEmpty = store.totals().clients() == 0 && store.fleet().waiterCount() == 0;
    const bool hidesAll = m_map->showsOnlyMatches() && m_map->filter().isActive() && m_map->filter().count() == 0;
    if (!store.isLoaded() && isEmpty) {
        m_empty->set(Glyph::Topology, tr("Nothing is known of the fleet yet."),
                     tr("The map appears as soon as the node tells of it."));
        m_empty->setAction({});
    } else if (isEmpty) {
        QAction *add = workspace().actions.find(addBrowserId);
        m_empty->set(Glyph::Client, tr("No client is connected."),
                     tr("Add a browser here, or let one connect to this node: it shows up by itself."));
        m_empty->setAction(add ? tr("Add a browser…") : QString());
    } else if (hidesAll) {
        m_empty->set(Glyph::Filter, tr("No tab matches the filter."),
                     tr("%n tab(s) are hidden.", nullptr, int(store.totals().contexts())));
        m_empty->setAction(tr("Show everything"));
    }
    QWidget *face = isEmpty || hidesAll ? static_cast<QWidget *>(m_empty) : m_map;
    if (m_faces->currentWidget() != face)
        m_faces->setCurrentWidget(face);
    m_legend->setVisible(m_showLegend->isChecked() && face == m_map);
}

void TopologyView::showEvent(QShowEvent *event)
{
    chooseFace();
    View::showEvent(event);
}

void TopologyView::retranslate()
{
    m_map->setAccessibleName(tr("Map of the fleet"));
    m_map->setAccessibleDescription(
        tr("Clients with their windows and tabs. Arrow keys move between tabs, Tab between clients, Backspace goes to "
           "what holds a thing, Enter shows it in detail."));
    m_arrange->setText(tr("Arrange"));
    m_arrange->setMinimumWidth(m_arrange->sizeHint().width() + fontMetrics().height()); // room for the arrow
    m_legend->retranslate();
    m_map->restyle();
    showZoom();
    showMatches();
    chooseFace();
}

void TopologyView::restyle()
{
    m_zoomIn->setIcon(workspace().theme.icon(Glyph::ZoomIn));
    m_zoomOut->setIcon(workspace().theme.icon(Glyph::ZoomOut));
    m_map->restyle();
    m_legend->update();
}

} // namespace cheetah::gui
