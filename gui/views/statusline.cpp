// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/statusline.h"

#include "actions/pendingactions.h"
#include "session/session.h"
#include "session/words.h"

#include <QtCore/QEvent>
#include <QtCore/QLocale>
#include <QtWidgets/QHBoxLayout>
#include <QtWidgets/QLabel>

namespace cheetah::gui {

namespace {

constexpr Millis interval(250);
constexpr Micros soon = Seconds(30);

} // namespace

StatusLine::StatusLine(Workspace &workspace, QWidget *parent) : QWidget(parent), m_workspace(workspace)
{
    auto *row = new QHBoxLayout(this);
    const int gap = fontMetrics().averageCharWidth();
    row->setContentsMargins(gap, 0, gap, 0);
    row->setSpacing(gap * 3);
    for (QLabel **label : {&m_revision, &m_counts, &m_events, &m_acting, &m_embedded}) {
        *label = new QLabel(this);
        (*label)->setTextFormat(Qt::PlainText);
        (*label)->setMinimumWidth(0);
        row->addWidget(*label);
    }
    row->insertStretch(3, 1);
    m_soon.setSingleShot(true);
    m_soon.setInterval(interval);
    connect(&m_soon, &QTimer::timeout, this, &StatusLine::refresh);
    m_second.setInterval(Seconds(1));
    connect(&m_second, &QTimer::timeout, this, [this] {
        if (!isVisible())
            return;
        m_rate = eventsPerSecond();
        refresh();
    });
    m_second.start();
    const auto later = [this] {
        if (isVisible() && !m_soon.isActive())
            m_soon.start();
    };
    connect(&workspace.session.fleet(), &FleetStore::changed, this, later);
    connect(&workspace.session.fleet(), &FleetStore::pausedChanged, this, later);
    const PendingActions &pending = workspace.session.pending();
    connect(&pending, &PendingActions::changed, this, later);
    connect(&pending, &PendingActions::added, this, later);
    connect(&pending, &PendingActions::removed, this, later);
    refresh();
}

/// Journal entries of the last second, by their numbers, so that forgotten ones count as well.
double StatusLine::eventsPerSecond()
{
    const auto &entries = m_workspace.session.journal().entries();
    const std::uint64_t number = entries.empty() ? 0 : entries.back().number;
    const double rate = m_hasNumber && number >= m_lastNumber ? double(number - m_lastNumber) : 0;
    m_lastNumber = number;
    m_hasNumber = true;
    return rate;
}

void StatusLine::refresh()
{
    const FleetStore &store = m_workspace.session.fleet();
    const FleetTotals &totals = store.totals();
    const QLocale locale;
    m_revision->setText(store.isLoaded() ? tr("revision %1").arg(locale.toString(qulonglong(store.fleet().revision())))
                                         : tr("no fleet yet"));
    const std::uint32_t expiring = totals.expiringWithin(store.now(), soon);
    QString counts = tr("%1 tabs, %2 assigned, %3 idle")
                         .arg(locale.toString(totals.contexts()), locale.toString(totals.count(ContextState::Assigned)),
                              locale.toString(totals.count(ContextState::Idle)));
    if (expiring > 0)
        counts += tr(", %n expiring within 30 s", nullptr, int(expiring));
    m_counts->setText(counts);
    m_events->setText(tr("%1 events/s").arg(locale.toString(m_rate, 'f', 0)));
    const int pending = int(m_workspace.session.pending().unfinished());
    m_acting->setText(tr("%n action(s) under way", nullptr, pending));
    m_acting->setVisible(pending > 0);
    const auto &origin = m_workspace.session.origin();
    m_embedded->setText(origin.kind == SessionKind::Embedded ? tr("the node runs in this window")
                        : origin.kind == SessionKind::Demo   ? tr("a demo: nothing here is real")
                                                             : QString());
    setAccessibleName(tr("Status"));
    setAccessibleDescription(m_revision->text() + ", " + m_counts->text());
}

void StatusLine::changeEvent(QEvent *event)
{
    QWidget::changeEvent(event);
    if (event->type() == QEvent::LanguageChange)
        refresh();
}

void StatusLine::showEvent(QShowEvent *event)
{
    QWidget::showEvent(event);
    refresh();
}

void StatusLine::mousePressEvent(QMouseEvent *event)
{
    QWidget::mousePressEvent(event);
    if (m_acting->isVisible() && m_acting->underMouse())
        emit pendingWanted();
}

} // namespace cheetah::gui
