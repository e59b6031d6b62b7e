// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/tablepage.h"

#include "filter/filterfield.h"
#include "session/session.h"
#include "views/tableview.h"
#include "widgets/emptystate.h"

#include <QtWidgets/QStackedWidget>
#include <QtWidgets/QVBoxLayout>

namespace cheetah::gui {

namespace {

constexpr Millis countInterval(500);

}

TablePage::TablePage(ViewId id, Workspace &workspace, std::unique_ptr<TableRows> rows, const QString &name,
                     QWidget *parent)
    : View(id, workspace, parent), m_rows(std::move(rows)), m_model(std::make_unique<TableModel>(*m_rows))
{
    m_filter = new FilterField(*m_rows, workspace.theme, workspace.settings, name, this);
    m_stack = new QStackedWidget(this);
    m_table = new TableView(*m_model, workspace, name, m_stack);
    m_table->setFilterField(m_filter);
    m_empty = new EmptyState(workspace.theme, m_stack);
    m_stack->addWidget(m_table);
    m_stack->addWidget(m_empty);
    m_filter->setReturnWidget(m_table);
    setFocusProxy(m_table);

    auto *layout = new QVBoxLayout(this);
    layout->addWidget(m_filter);
    layout->addWidget(m_stack, 1);

    connect(m_filter, &FilterField::filterChanged, this,
            [this](const ExpressionPtr &expression) { m_model->setFilter(expression); });
    connect(m_empty, &EmptyState::actionWanted, m_filter, [this] { m_filter->setText({}); });
    connect(m_model.get(), &TableModel::shownChanged, this, &TablePage::showState);
    m_counting.setSingleShot(true);
    m_counting.setInterval(countInterval);
    connect(&m_counting, &QTimer::timeout, this, &TablePage::showCounts);
    connect(&workspace.session.fleet(), &FleetStore::changed, this, [this] {
        if (isVisible())
            showState();
    });
    connect(m_table, &TableView::rowActivated, this, [this] {
        if (!this->workspace().session.selection().objects().empty())
            this->workspace().session.navigator().showView(ViewId::Inspector);
    });
}

TablePage::~TablePage()
{
    // They look at what is ours.
    delete m_table;
    delete m_filter;
}

void TablePage::setFilter(const QString &text)
{
    m_filter->setText(text);
}

QString TablePage::filter() const
{
    return m_filter->text();
}

void TablePage::focusFilter()
{
    m_filter->edit();
}

void TablePage::showEvent(QShowEvent *event)
{
    View::showEvent(event);
    m_table->setActive(true);
    showCounts();
    showState();
}

void TablePage::hideEvent(QHideEvent *event)
{
    View::hideEvent(event);
    m_table->setActive(false);
}

/// The table, or why it would be empty.
void TablePage::showState()
{
    if (m_countedFilter != m_model->filter())
        showCounts();
    else if (!m_counting.isActive())
        m_counting.start();
    if (m_model->rowCount() > 0 || m_model->isBuilding())
        return m_stack->setCurrentWidget(m_table);
    const std::size_t total = m_rows->total();
    const bool isFiltered = m_model->filter() && !m_model->filter()->isEmpty();
    if (total > 0 && !isFiltered)
        return; // rows come with the next turn
    showCounts();
    if (total > 0) {
        m_empty->set(Glyph::Filter, tr("Nothing matches the filter"),
                     tr("%n row(s) hidden by it.", nullptr, int(total)));
        m_empty->setAction(tr("Clear filter"));
    } else {
        m_empty->setAction({});
        if (workspace().session.fleet().isLoaded())
            describeNothing(*m_empty);
        else
            m_empty->set(Glyph::Connect, tr("Waiting for the first picture of the fleet"));
    }
    m_stack->setCurrentWidget(m_empty);
}

void TablePage::showCounts()
{
    m_countedFilter = m_model->filter();
    m_filter->setCounts(m_model->rowCount(), int(m_rows->total()));
    m_filter->setProgress(m_model->isBuilding() ? m_model->progress() : -1);
    if (m_model->isBuilding())
        m_counting.start();
}

void TablePage::retranslate()
{
    m_table->retranslate();
    showState();
}

} // namespace cheetah::gui
