// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/pendingview.h"

#include "session/session.h"
#include "widgets/emptystate.h"

#include <QtWidgets/QHBoxLayout>
#include <QtWidgets/QHeaderView>
#include <QtWidgets/QLabel>
#include <QtWidgets/QProgressBar>
#include <QtWidgets/QPushButton>
#include <QtWidgets/QTreeView>
#include <QtWidgets/QVBoxLayout>

namespace cheetah::gui {

namespace {

constexpr Millis countdownInterval(250);

}

PendingView::PendingView(Workspace &workspace, QWidget *parent)
    : View(ViewId::Pending, workspace, parent),
      m_pending(workspace.session.pending()),
      m_model(m_pending, workspace.words, workspace.theme)
{
    build();
    m_countdown.setInterval(countdownInterval);
    connect(&m_countdown, &QTimer::timeout, this, &PendingView::countDown);
    connect(&m_pending, &PendingActions::added, this, [this](int row) {
        m_tree->setCurrentIndex(m_model.index(row, 0));
        m_tree->expand(m_model.index(row, 0));
        refresh();
    });
    connect(&m_pending, &PendingActions::removed, this, &PendingView::refresh);
    connect(&m_pending, &PendingActions::changed, this, &PendingView::refresh);
    connect(&workspace.session.deployment(), &Deployment::stateChanged, this, &PendingView::refresh);
    connect(m_tree->selectionModel(), &QItemSelectionModel::currentChanged, this, &PendingView::refresh);
    connect(m_tree, &QTreeView::activated, this, &PendingView::showTarget);
    retranslate();
    restyle();
}

void PendingView::build()
{
    auto *all = new QVBoxLayout(this);
    all->setContentsMargins(0, 0, 0, 0);
    m_empty = new EmptyState(workspace().theme, this);
    all->addWidget(m_empty, 1);

    m_filled = new QWidget(this);
    auto *filled = new QVBoxLayout(m_filled);
    m_grace = new QWidget(m_filled);
    auto *grace = new QHBoxLayout(m_grace);
    grace->setContentsMargins(0, 0, 0, 0);
    m_graceText = new QLabel(m_grace);
    m_graceText->setTextFormat(Qt::PlainText);
    m_graceText->setWordWrap(true);
    m_graceBar = new QProgressBar(m_grace);
    m_graceBar->setTextVisible(false);
    m_graceBar->setFixedWidth(fontMetrics().averageCharWidth() * 20);
    m_graceCancel = new QPushButton(m_grace);
    m_graceCancel->setObjectName(QStringLiteral("graceCancel"));
    grace->addWidget(m_graceText, 1);
    grace->addWidget(m_graceBar);
    grace->addWidget(m_graceCancel);
    filled->addWidget(m_grace);

    m_tree = new QTreeView(m_filled);
    m_tree->setModel(&m_model);
    m_tree->setUniformRowHeights(true);
    m_tree->setVerticalScrollMode(QAbstractItemView::ScrollPerPixel);
    m_tree->setTextElideMode(Qt::ElideRight);
    m_tree->setAllColumnsShowFocus(true);
    m_tree->header()->setStretchLastSection(true);
    m_tree->header()->resizeSection(PendingModel::What, fontMetrics().averageCharWidth() * 60);
    filled->addWidget(m_tree, 1);

    auto *buttons = new QHBoxLayout;
    m_cancel = new QPushButton(m_filled);
    m_retry = new QPushButton(m_filled);
    m_retry->setObjectName(QStringLiteral("retry"));
    m_clear = new QPushButton(m_filled);
    m_clear->setObjectName(QStringLiteral("clear"));
    buttons->addWidget(m_cancel);
    buttons->addWidget(m_retry);
    buttons->addStretch();
    buttons->addWidget(m_clear);
    filled->addLayout(buttons);
    all->addWidget(m_filled, 1);

    connect(m_graceCancel, &QPushButton::clicked, this, [this] {
        if (const OperatorFlow *flow = m_pending.inGrace())
            m_pending.cancel(flow->id());
    });
    connect(m_cancel, &QPushButton::clicked, this, [this] {
        if (const OperatorFlow *flow = chosen())
            m_pending.cancel(flow->id());
    });
    connect(m_retry, &QPushButton::clicked, this, [this] {
        if (const OperatorFlow *flow = chosen())
            m_pending.wantRetry(flow->id());
    });
    connect(m_clear, &QPushButton::clicked, &m_pending, &PendingActions::clearFinished);
}

QString PendingView::title() const
{
    return tr("Pending actions");
}

const OperatorFlow *PendingView::chosen() const
{
    if (const OperatorFlow *flow = m_model.flow(m_tree->currentIndex()))
        return flow;
    return m_pending.flows().empty() ? nullptr : m_pending.flows().front().get();
}

bool PendingView::mayRetry(const OperatorFlow &flow) const
{
    return flow.step() == OperatorFlow::Step::Done && workspace().session.whyNoAction().isEmpty()
        && !flow.retryPlan(workspace().session.fleet().fleet()).targets.empty();
}

void PendingView::refresh()
{
    const bool isEmpty = m_pending.flows().empty();
    m_empty->setVisible(isEmpty);
    m_filled->setVisible(!isEmpty);
    const OperatorFlow *flow = chosen();
    m_cancel->setEnabled(flow && !flow->isCancelled() && flow->count(FlowItem::Stage::Waiting) > 0);
    m_retry->setEnabled(flow && mayRetry(*flow));
    m_clear->setEnabled(m_pending.unfinished() < m_pending.flows().size());
    countDown();
}

/// Only while it is seen: the seconds in the row and the bar; neither is a change of the model.
void PendingView::countDown()
{
    const OperatorFlow *flow = m_pending.inGrace();
    const bool hadFocus = m_graceCancel->hasFocus();
    m_grace->setVisible(flow);
    if (!flow && hadFocus)
        m_tree->setFocus();
    if (flow && isVisible() && !m_countdown.isActive())
        m_countdown.start();
    if (!flow || !isVisible())
        m_countdown.stop();
    if (!flow)
        return;
    const SteadyTime now = m_pending.steady();
    m_graceText->setText(tr("%1: %2", "an action and when it is sent")
                             .arg(FlowWords::headline(*flow), FlowWords(workspace().words).state(*flow, now)));
    m_graceBar->setMaximum(int(flow->grace().count() / 1'000));
    m_graceBar->setValue(int(flow->graceLeft(now).count() / 1'000));
    m_tree->viewport()->update();
}

/// Selects what the row is about, where that is one object.
void PendingView::showTarget(const QModelIndex &index)
{
    const OperatorFlow *flow = m_model.flow(index);
    const FlowItem *item = m_model.item(index);
    if (!item && flow && flow->items().size() == 1)
        item = &flow->items().front();
    if (item)
        workspace().session.navigator().showObject(item->seen.object);
}

void PendingView::showEvent(QShowEvent *event)
{
    View::showEvent(event);
    refresh();
}

void PendingView::hideEvent(QHideEvent *event)
{
    View::hideEvent(event);
    m_countdown.stop();
}

void PendingView::retranslate()
{
    m_empty->set(
        Glyph::Pending, tr("Nothing was started by hand here."),
        tr("Select an assignment and press Del to release it. What you start, and what became of it, is listed "
           "here."));
    m_tree->setAccessibleName(tr("Actions started by hand"));
    m_graceBar->setAccessibleName(tr("Time until it is sent"));
    m_graceCancel->setText(tr("&Cancel"));
    m_graceCancel->setAccessibleDescription(tr("Cancels the action before it is sent"));
    m_cancel->setText(tr("Cancel what is &not sent"));
    m_retry->setText(tr("&Retry…"));
    m_retry->setToolTip(tr("Shows anew what is left of it and asks again"));
    m_clear->setText(tr("C&lear finished"));
    m_model.refresh();
    refresh();
}

void PendingView::restyle()
{
    m_model.refresh();
}

} // namespace cheetah::gui
