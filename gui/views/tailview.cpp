// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/tailview.h"

#include "filter/filterfield.h"
#include "models/tailmodel.h"
#include "session/session.h"
#include "settings/settings.h"
#include "views/tailtable.h"
#include "widgets/banner.h"
#include "widgets/elidedlabel.h"
#include "widgets/emptystate.h"

#include <QtGui/QClipboard>
#include <QtGui/QGuiApplication>
#include <QtWidgets/QBoxLayout>
#include <QtWidgets/QHeaderView>
#include <QtWidgets/QMenu>
#include <QtWidgets/QStackedLayout>
#include <QtWidgets/QToolButton>

namespace cheetah::gui {

TailView::TailView(ViewId id, Workspace &workspace, const QString &name, QWidget *parent)
    : View(id, workspace, parent),
      m_name(name),
      m_follow(new QToolButton(this)),
      m_banner(new Banner(workspace.theme, this)),
      m_about(new ElidedLabel({}, this)),
      m_empty(new EmptyState(workspace.theme, this)),
      m_none(new EmptyState(workspace.theme, this)),
      m_controls(new QHBoxLayout),
      m_stack(new QStackedLayout)
{
    m_follow->setCheckable(true);
    m_follow->setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
    m_about->setForegroundRole(QPalette::PlaceholderText);
    m_controls->addWidget(m_follow, 0, Qt::AlignTop);
    auto *layout = new QVBoxLayout(this);
    const int space = Theme::space();
    layout->setContentsMargins(space, space, space, 0);
    layout->setSpacing(space);
    layout->addLayout(m_controls);
    layout->addWidget(m_banner);
    layout->addWidget(m_about);
    layout->addLayout(m_stack, 1);
    m_clock.setInterval(1'000);
}

TailView::~TailView()
{
    disconnect(&workspace().settings, nullptr, this, nullptr); // what a child keeps as it goes is no longer ours
}

void TailView::setUp(TailModel *model, const std::vector<int> &widths)
{
    m_model = model;
    m_field = new FilterField(*this, workspace().theme, workspace().settings, m_name, this);
    m_controls->insertWidget(0, m_field, 1, Qt::AlignTop);
    m_table = new TailTable(*model, workspace().theme, this);
    m_stack->addWidget(m_table);
    m_stack->addWidget(m_empty);
    m_stack->addWidget(m_none);
    m_field->setReturnWidget(m_table);
    setFocusProxy(m_table);
    setTabOrder(m_field, m_follow);
    setTabOrder(m_follow, m_table);
    m_table->setWidths(widths);
    connect(&workspace().settings, &Settings::changed, this, &TailView::forgetColumns);
    m_table->horizontalHeader()->restoreState(workspace().settings.value(m_name + "/columns").toByteArray());
    m_table->setContextMenuPolicy(Qt::CustomContextMenu);

    auto *header = m_table->horizontalHeader();
    const auto changed = [this] { m_columnsChanged = m_columnsChanged || isVisible(); };
    connect(header, &QHeaderView::sectionResized, this, changed);
    connect(header, &QHeaderView::sectionMoved, this, changed);
    connect(m_table, &QWidget::customContextMenuRequested, this, &TailView::showMenu);
    connect(m_table, &QAbstractItemView::activated, this, [this](const QModelIndex &index) { open(index); });
    connect(m_table, &TailTable::copyWanted, this, &TailView::copy);
    connect(m_table, &TailTable::followingChanged, m_follow, &QToolButton::setChecked);
    connect(m_follow, &QToolButton::toggled, m_table, &TailTable::setFollowing);
    m_follow->setChecked(true);
    connect(m_model, &TailModel::countsChanged, this, &TailView::showCounts);
    connect(m_model, &TailModel::progressed, m_field, &FilterField::setProgress);
    connect(m_field, &FilterField::filterChanged, this, &TailView::filterBy);
    connect(m_none, &EmptyState::actionWanted, m_field, [this] { m_field->setText({}); });
    connect(&m_clock, &QTimer::timeout, m_model, [this] {
        if (!m_model->isRefiltering())
            m_model->refilter();
    });
    FleetStore &fleet = workspace().session.fleet();
    m_model->setPaused(fleet.isPaused());
    connect(&fleet, &FleetStore::pausedChanged, m_model, &TailModel::setPaused);
}

void TailView::addControl(QWidget *control)
{
    QWidget *before = m_controls->itemAt(m_controls->count() - 2)->widget();
    m_controls->insertWidget(m_controls->count() - 1, control, 0, Qt::AlignTop);
    setTabOrder(before, control);
    setTabOrder(control, m_follow);
}

void TailView::setFilter(const QString &text)
{
    m_field->setText(text);
}

QString TailView::filter() const
{
    return m_field->text();
}

void TailView::focusFilter()
{
    m_field->edit();
}

void TailView::filterBy(const ExpressionPtr &expression)
{
    m_model->setFilter(expression);
    if (expression->dependsOnTime() && isVisible())
        m_clock.start();
    else
        m_clock.stop();
    showCounts();
}

void TailView::showCounts()
{
    if (!m_model)
        return;
    const int shown = m_model->rowCount(), total = int(m_model->total());
    m_field->setCounts(shown, total);
    QString about = this->about();
    if (const std::size_t waiting = m_model->waiting())
        about = tr("Paused, %n more wait.", nullptr, int(waiting)) + QStringLiteral("  ") + about;
    m_about->setText(about);
    m_about->setVisible(!about.isEmpty());
    const bool isNone = shown == 0 && total > 0 && !m_model->isRefiltering() && m_model->isSettled();
    QWidget *wanted = shown > 0 ? static_cast<QWidget *>(m_table) : isNone ? m_none : total == 0 ? m_empty : nullptr;
    if (wanted && m_stack->currentWidget() != wanted) {
        if (wanted == m_none)
            sayNone();
        const bool hadFocus = m_table->hasFocus();
        m_stack->setCurrentWidget(wanted);
        if (hadFocus && wanted != m_table)
            m_field->setFocus(Qt::OtherFocusReason);
    }
}

void TailView::sayNone()
{
    m_none->set(Glyph::Filter, tr("None of %n lines passes the filter.", nullptr, int(m_model->total())));
    m_none->setAction(m_field->expression()->isEmpty() ? QString() : tr("Clear the filter"));
}

void TailView::showMenu(const QPoint &at)
{
    const QModelIndex index = m_table->indexAt(at);
    if (!index.isValid())
        return;
    auto *menu = new QMenu(this);
    menu->setAttribute(Qt::WA_DeleteOnClose);
    fillMenu(*menu, index);
    if (const char *field = m_model->fieldOf(index.column())) {
        if (!menu->isEmpty())
            menu->addSeparator();
        const QString name = QString::fromLatin1(field);
        addFilterActions(*menu, name, m_model->fieldText(m_model->numberAt(index.row()), fieldSet().find(name)),
                         *m_field);
    }
    menu->addSeparator();
    const Theme &theme = workspace().theme;
    menu->addAction(theme.icon(Glyph::Copy), tr("Copy"), this, [this] { copy(false); })
        ->setShortcut(QKeySequence::Copy);
    menu->addAction(tr("Copy as JSON"), this, [this] { copy(true); })
        ->setShortcut(QKeySequence(Qt::CTRL | Qt::SHIFT | Qt::Key_C));
    menu->popup(m_table->viewport()->mapToGlobal(at));
}

void TailView::copy(bool asJson)
{
    QGuiApplication::clipboard()->setText(asJson ? m_table->selectedJson() : m_table->selectedTsv());
}

void TailView::retranslate()
{
    m_follow->setText(tr("Follow"));
    m_follow->setToolTip(tr("Stay at the newest line"));
    m_table->setAccessibleName(title());
    m_table->retranslate();
    setEmpty(*m_empty);
    if (m_model)
        sayNone();
    showCounts();
}

void TailView::restyle()
{
    m_follow->setIcon(workspace().theme.icon(Glyph::Follow));
    setEmpty(*m_empty);
}

void TailView::showEvent(QShowEvent *event)
{
    View::showEvent(event);
    m_model->setActive(true);
    if (m_field->expression()->dependsOnTime())
        m_clock.start();
}

void TailView::hideEvent(QHideEvent *event)
{
    View::hideEvent(event);
    m_model->setActive(false);
    m_clock.stop();
    keepColumns();
}

/// What was just forgotten is not kept again because the view goes.
void TailView::forgetColumns(const QString &key)
{
    if (key.isEmpty() || key == m_name + "/columns")
        m_columnsChanged = false;
}

void TailView::keepColumns()
{
    if (std::exchange(m_columnsChanged, false))
        workspace().settings.setValue(m_name + "/columns", m_table->horizontalHeader()->saveState());
}

} // namespace cheetah::gui
