// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/fleettreeview.h"

#include "actions/actions.h"
#include "actions/pendingactions.h"
#include "delegates/cellroles.h"
#include "delegates/chipdelegate.h"
#include "delegates/leasedelegate.h"
#include "filter/contextfields.h"
#include "filter/filterfield.h"
#include "models/fleettreemodel.h"
#include "session/session.h"
#include "session/words.h"
#include "settings/settings.h"
#include "views/fleettreewidget.h"
#include "views/noclientyet.h"
#include "widgets/emptystate.h"

#include <QtWidgets/QHeaderView>
#include <QtWidgets/QMenu>
#include <QtWidgets/QStackedWidget>
#include <QtWidgets/QVBoxLayout>

namespace cheetah::gui {

namespace {

constexpr auto headerKey = "fleettree/header", fitsKey = "fleettree/fitsName";
/// With more selected, what the tree keeps by itself when rows come and go is enough.
constexpr std::size_t mostSetAgain = 1'000;

} // namespace

FleetTreeView::FleetTreeView(Workspace &workspace, QWidget *parent) : View(ViewId::FleetTree, workspace, parent)
{
    Session &session = workspace.session;
    m_model = new FleetTreeModel(session.fleet(), workspace.theme, workspace.words, &session.pending(), this);
    m_filter = new FilterField(*this, workspace.theme, workspace.settings, QStringLiteral("fleettree"), this);
    m_pages = new QStackedWidget(this);
    m_tree = new FleetTreeWidget(*m_model, session.fleet(), workspace.theme, m_pages);
    m_empty = new EmptyState(workspace.theme, m_pages);
    m_noClient = new NoClientYet(workspace, m_pages);
    m_tree->setFrameShape(QFrame::NoFrame);
    m_tree->setContextMenuPolicy(Qt::CustomContextMenu);
    m_tree->setItemDelegateForColumn(FleetTreeModel::State, new ChipDelegate(workspace.theme, this));
    m_tree->setItemDelegateForColumn(FleetTreeModel::Lease,
                                     new LeaseDelegate(session, workspace.theme, ExpiryRole, this));
    m_pages->addWidget(m_tree);
    m_pages->addWidget(m_empty);
    m_pages->addWidget(m_noClient);
    auto *layout = new QVBoxLayout(this);
    layout->setContentsMargins({});
    layout->setSpacing(0);
    auto *filterRow = new QHBoxLayout;
    filterRow->setContentsMargins(Theme::space(1), Theme::space(1), Theme::space(2), Theme::space(1));
    filterRow->addWidget(m_filter);
    layout->addLayout(filterRow);
    layout->addWidget(m_pages, 1);
    m_filter->setReturnWidget(m_tree);
    setFocusProxy(m_tree);
    makeHeader();

    m_refilter.setInterval(1'000);
    connect(&m_refilter, &QTimer::timeout, m_model, &FleetTreeModel::refilter);
    connect(m_filter, &FilterField::filterChanged, this, [this](const ExpressionPtr &expression) {
        m_model->setFilter(expression);
        m_tree->filterChanged();
        expression->dependsOnTime() ? m_refilter.start() : m_refilter.stop();
        choosePage();
    });
    connect(m_empty, &EmptyState::actionWanted, this, [this] { m_filter->setText({}); });
    connect(m_model, &FleetTreeModel::shownChanged, this, &FleetTreeView::showCounts);
    connect(m_tree, &FleetTreeWidget::rowsChanged, this, [this] {
        if (this->workspace().session.selection().objects().size() <= mostSetAgain)
            takeSelection(false);
        choosePage();
    });
    connect(m_tree, &FleetTreeWidget::inspectionWanted, this,
            [&session] { session.navigator().showView(ViewId::Inspector); });
    connect(m_tree, &QWidget::customContextMenuRequested, this, &FleetTreeView::showMenu);
    connect(m_tree->selectionModel(), &QItemSelectionModel::selectionChanged, this, &FleetTreeView::giveSelection);
    connect(m_tree->selectionModel(), &QItemSelectionModel::currentChanged, this, &FleetTreeView::giveSelection);
    connect(&session.selection(), &Selection::changed, this, [this] { takeSelection(true); });
    connect(&session.navigator(), &Navigator::objectWanted, this, [this](const ObjectId &object) {
        if (const QModelIndex index = m_tree->reveal(object); index.isValid())
            m_tree->scrollTo(index);
    });
    connect(&session.fleet(), &FleetStore::changed, this, [this](const FleetBatch &batch) {
        if (batch.whole || batch.clients.isStructural())
            choosePage();
    });
    connect(&session.deployment(), &Deployment::stateChanged, this, &FleetTreeView::choosePage);
    m_model->setAwake(false);
    choosePage();
    retranslate();
}

FleetTreeView::~FleetTreeView() = default;

QString FleetTreeView::title() const
{
    return tr("Fleet");
}

void FleetTreeView::setFilter(const QString &text)
{
    m_filter->setText(text);
}

QString FleetTreeView::filter() const
{
    return m_filter->text();
}

void FleetTreeView::focusFilter()
{
    m_filter->edit();
}

const FieldSet &FleetTreeView::fieldSet() const
{
    return contextFields();
}

std::vector<ValueSuggestion> FleetTreeView::valueSuggestions(const QString &field, const QString &part) const
{
    return contextValues(workspace().session.fleet(), field, part);
}

void FleetTreeView::makeHeader()
{
    QHeaderView &header = *m_tree->header();
    header.setSectionsMovable(true);
    header.setFirstSectionMovable(false);
    header.setStretchLastSection(false);
    header.setContextMenuPolicy(Qt::CustomContextMenu);
    const int letter = fontMetrics().averageCharWidth();
    const std::array widths{24, 18, 14, 10, 14, 40, 26, 12};
    for (int column = 0; column < FleetTreeModel::ColumnCount; ++column)
        header.resizeSection(column, widths[std::size_t(column)] * letter);
    for (const int column :
         {FleetTreeModel::EpochId, FleetTreeModel::Url, FleetTreeModel::Facts, FleetTreeModel::LastReport})
        header.hideSection(column);
    if (const QByteArray state = workspace().settings.value(headerKey).toByteArray(); !state.isEmpty()) {
        header.restoreState(state);
        m_tree->setFitsName(workspace().settings.value(fitsKey, true).toBool());
    }
    connect(&header, &QWidget::customContextMenuRequested, this, &FleetTreeView::showColumnMenu);
    connect(&header, &QHeaderView::sectionResized, this, [this](int column, int, int) {
        if (column == FleetTreeModel::Name && !m_tree->isFittingName())
            m_tree->setFitsName(false); // a person chose the width
        saveHeader();
    });
    connect(&header, &QHeaderView::sectionMoved, this, &FleetTreeView::saveHeader);
}

void FleetTreeView::saveHeader()
{
    if (m_tree->isFittingName())
        return;
    workspace().settings.setValue(headerKey, m_tree->header()->saveState());
    workspace().settings.setValue(fitsKey, m_tree->fitsName());
}

void FleetTreeView::showColumnMenu(const QPoint &at)
{
    auto *menu = new QMenu(this);
    menu->setAttribute(Qt::WA_DeleteOnClose);
    for (int column = 1; column < FleetTreeModel::ColumnCount; ++column) {
        QAction *action = menu->addAction(m_model->headerData(column, Qt::Horizontal).toString());
        action->setCheckable(true);
        action->setChecked(!m_tree->isColumnHidden(column));
        connect(action, &QAction::toggled, this, [this, column](bool shown) {
            m_tree->setColumnHidden(column, !shown);
            m_tree->setFitsName(m_tree->fitsName());
            saveHeader();
        });
    }
    menu->popup(m_tree->header()->mapToGlobal(at));
}

void FleetTreeView::showMenu(const QPoint &at)
{
    auto *menu = new QMenu(this);
    menu->setAttribute(Qt::WA_DeleteOnClose);
    workspace().actions.fillContextMenu(*menu);
    const QModelIndex index = m_tree->indexAt(at);
    const ObjectId object = m_model->object(index);
    if (index.isValid() && object.index() != 0) {
        menu->addSeparator();
        if (const auto *user = std::get_if<UserId>(&object))
            addFilterActions(*menu, QStringLiteral("user"), text(user->text()), *m_filter);
        else if (const auto *client = std::get_if<ClientName>(&object))
            addFilterActions(*menu, QStringLiteral("client"), text(client->client.text()), *m_filter);
        else if (const auto *window = std::get_if<WindowName>(&object))
            addFilterActions(*menu, QStringLiteral("window"), text(window->window.text()), *m_filter);
        else
            addFilterActions(*menu, QStringLiteral("state"),
                             text(name(workspace().session.fleet().state(m_model->node(index).slot))), *m_filter);
    }
    if (menu->isEmpty())
        delete menu;
    else
        menu->popup(m_tree->viewport()->mapToGlobal(at));
}

/// The tree, or why there is none and what to do.
void FleetTreeView::choosePage()
{
    const Session &session = workspace().session;
    const FleetStore &fleet = session.fleet();
    if (!fleet.isLoaded()) {
        m_empty->set(Glyph::Connect, tr("Not connected yet."),
                     tr("The fleet shows here as soon as the node has answered."));
        m_empty->setAction({});
        m_pages->setCurrentWidget(m_empty);
    } else if (fleet.totals().clients() == 0) {
        m_noClient->refresh();
        m_pages->setCurrentWidget(m_noClient);
    } else if (m_model->isFiltered() && m_model->shown() == 0 && !m_model->isScanning()) {
        m_empty->set(Glyph::Filter, tr("0 of %n tab(s) match.", nullptr, int(fleet.totals().contexts())));
        m_empty->setAction(tr("Clear filter"));
        m_pages->setCurrentWidget(m_empty);
    } else {
        m_pages->setCurrentWidget(m_tree);
    }
}

void FleetTreeView::showCounts()
{
    const int total = int(workspace().session.fleet().totals().contexts());
    m_filter->setCounts(m_model->isFiltered() ? int(m_model->shown()) : total, total);
    choosePage();
}

void FleetTreeView::takeSelection(bool reveal)
{
    if (m_isTaking)
        return;
    m_isTaking = true;
    const Selection &selection = workspace().session.selection();
    QItemSelection rows;
    for (const ObjectId &object : selection.objects())
        if (const QModelIndex index = m_model->indexOf(object); index.isValid())
            rows.select(index, index);
    QItemSelectionModel &model = *m_tree->selectionModel();
    model.select(rows, QItemSelectionModel::ClearAndSelect | QItemSelectionModel::Rows);
    const QModelIndex current =
        reveal && isVisible() ? m_tree->reveal(selection.current()) : m_model->indexOf(selection.current());
    if (current.isValid()) {
        const bool isElsewhere = m_tree->currentIndex().siblingAtColumn(0) != current;
        if (isElsewhere)
            model.setCurrentIndex(current, QItemSelectionModel::NoUpdate);
        if (isElsewhere && reveal && isVisible())
            m_tree->scrollTo(current);
    }
    m_isTaking = false;
}

/// What a person selected here, for everybody. What goes by itself stays selected: the inspector says that it is gone.
void FleetTreeView::giveSelection()
{
    if (m_isTaking || m_tree->isChanging())
        return;
    m_isTaking = true;
    std::vector<ObjectId> objects;
    for (const QModelIndex &index : m_tree->selectionModel()->selectedRows())
        if (ObjectId object = m_model->object(index); object.index() != 0)
            objects.push_back(std::move(object));
    ObjectId current = m_model->object(m_tree->currentIndex());
    if (current.index() == 0 || !m_tree->selectionModel()->isSelected(m_tree->currentIndex().siblingAtColumn(0)))
        current = objects.empty() ? ObjectId() : objects.back();
    workspace().session.selection().select(std::move(objects), std::move(current));
    m_isTaking = false;
}

void FleetTreeView::showEvent(QShowEvent *event)
{
    m_model->setAwake(true);
    View::showEvent(event);
    takeSelection(true);
    choosePage();
}

void FleetTreeView::hideEvent(QHideEvent *event)
{
    View::hideEvent(event);
    m_model->setAwake(false);
}

void FleetTreeView::retranslate()
{
    m_tree->setAccessibleName(tr("Fleet tree"));
    m_tree->setAccessibleDescription(tr("Users, their clients, windows and tabs."));
    m_noClient->refresh();
    showCounts();
    m_tree->header()->viewport()->update();
    m_tree->viewport()->update();
}

void FleetTreeView::restyle()
{
    m_tree->viewport()->update();
}

} // namespace cheetah::gui
