// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/overviewview.h"

#include "actions/actions.h"
#include "models/attentionmodel.h"
#include "session/session.h"
#include "session/words.h"
#include "views/flowlayout.h"
#include "views/noclientyet.h"
#include "views/wrappedtext.h"
#include "widgets/card.h"
#include "widgets/emptystate.h"
#include "widgets/glyphlabel.h"
#include "widgets/tones.h"

#include <QtCore/QDateTime>
#include <QtCore/QLocale>
#include <QtWidgets/QGridLayout>
#include <QtWidgets/QHeaderView>
#include <QtWidgets/QLabel>
#include <QtWidgets/QMenu>
#include <QtWidgets/QScrollArea>
#include <QtWidgets/QStackedWidget>
#include <QtWidgets/QTreeView>

namespace cheetah::gui {

OverviewView::OverviewView(Workspace &workspace, QWidget *parent)
    : View(ViewId::Overview, workspace, parent), m_numbers(workspace.session)
{
    m_attention = new AttentionModel(workspace.session, workspace.actions, workspace.theme, workspace.words, this);
    m_scroll = new QScrollArea(this);
    m_scroll->setWidgetResizable(true);
    m_scroll->setFrameShape(QFrame::NoFrame);
    m_scroll->setFocusPolicy(Qt::NoFocus);
    m_content = new QWidget(m_scroll);
    m_glyph = new GlyphLabel(workspace.theme, Glyph::Unknown, Tone::Neutral, 1.75, m_content);
    m_judgement = new WrappedText(3, m_content);
    m_asOf = new QLabel(m_content);
    m_asOf->setTextFormat(Qt::PlainText);
    m_asOf->setForegroundRole(QPalette::PlaceholderText);
    m_heading = new QLabel(m_content);
    m_heading->setTextFormat(Qt::PlainText);
    m_noClient = new NoClientYet(workspace, m_content);
    makeCards();
    makeList();

    auto *layout = new QGridLayout(m_content);
    const int edge = Theme::space(4);
    layout->setContentsMargins(edge, edge, edge, edge);
    layout->setVerticalSpacing(Theme::space(2));
    m_asOf->setContentsMargins(0, 0, 0, Theme::space(2));
    m_heading->setContentsMargins(0, Theme::space(3), 0, 0);
    layout->setColumnStretch(1, 1);
    layout->addWidget(m_glyph, 0, 0, Qt::AlignTop);
    layout->addWidget(m_judgement, 0, 1, Qt::AlignVCenter);
    layout->addWidget(m_asOf, 1, 1);
    layout->addWidget(m_cardArea, 2, 0, 1, 2);
    layout->addWidget(m_noClient, 3, 0, 1, 2);
    layout->addWidget(m_heading, 4, 0, 1, 2);
    layout->addWidget(m_listPages, 5, 0, 1, 2);
    layout->setRowStretch(5, 1);
    m_scroll->setWidget(m_content);
    auto *outer = new QGridLayout(this);
    outer->setContentsMargins({});
    outer->addWidget(m_scroll);
    setFocusProxy(m_list);
    restyle();

    connect(m_attention, &AttentionModel::refreshed, this, &OverviewView::refresh);
    retranslate();
}

OverviewView::~OverviewView() = default;

QString OverviewView::title() const
{
    return tr("Overview");
}

void OverviewView::makeCards()
{
    m_cardArea = new QWidget(m_content);
    auto *flow = new FlowLayout(m_cardArea, FlowLayout::Kind::Columns);
    flow->setContentsMargins({});
    flow->setSpacing(Theme::space(2));
    for (std::size_t i = 0; i < m_cards.size(); ++i) {
        m_cards[i] = new Card(workspace().theme, m_cardArea);
        flow->addWidget(m_cards[i]);
        connect(m_cards[i], &Card::clicked, this, [this, i] { open(OverviewNumber(i)); });
    }
}

void OverviewView::makeList()
{
    m_listPages = new QStackedWidget(m_content);
    m_list = new QTreeView(m_listPages);
    m_list->setModel(m_attention);
    m_list->setRootIsDecorated(false);
    m_list->setUniformRowHeights(true);
    m_list->setAllColumnsShowFocus(true);
    m_list->setVerticalScrollMode(QAbstractItemView::ScrollPerPixel);
    m_list->setContextMenuPolicy(Qt::CustomContextMenu);
    m_list->header()->setStretchLastSection(false);
    m_list->header()->setSectionResizeMode(AttentionModel::What, QHeaderView::Stretch);
    const int letter = fontMetrics().averageCharWidth();
    m_list->header()->resizeSection(AttentionModel::Age, letter * 14);
    m_list->header()->resizeSection(AttentionModel::Help, letter * 22);
    m_allWell = new EmptyState(workspace().theme, m_listPages);
    m_listPages->addWidget(m_list);
    m_listPages->addWidget(m_allWell);
    connect(m_list, &QTreeView::activated, this, &OverviewView::openItem);
    connect(m_list, &QTreeView::clicked, this, [this](const QModelIndex &index) {
        if (index.column() == AttentionModel::Help)
            runAction(index);
    });
    connect(m_list, &QWidget::customContextMenuRequested, this, &OverviewView::showMenu);
}

OverviewView::Judgement OverviewView::judgement() const
{
    const Session &session = workspace().session;
    const FleetTotals &totals = session.fleet().totals();
    if (!m_attention->items().empty() && m_attention->items().front().rule == AttentionRule::Connection
        && m_attention->worst() == Tone::Danger)
        return {Tone::Danger, m_attention->items().front().text};
    if (!session.fleet().isLoaded())
        return {Tone::Info, tr("Connecting…")};
    if (const int count = m_attention->count(); count > 0)
        return {m_attention->worst(), tr("%n thing(s) need attention", nullptr, count)};
    if (totals.clients() == 0)
        return {Tone::Info, tr("Ready. No client is connected yet.")};
    return {Tone::Ok,
            tr("All is well: %1 of %n tab(s) leased, nothing needs attention", nullptr, int(totals.contexts()))
                .arg(totals.count(ContextState::Assigned))};
}

void OverviewView::refresh()
{
    const Session &session = workspace().session;
    const Judgement judged = judgement();
    m_glyph->set(glyphFor(judged.tone), judged.tone);
    if (m_judgement->text() != judged.text) {
        m_judgement->setText(judged.text);
        m_judgement->setAccessibleName(judged.text);
    }
    const RegistryTime asOf = session.deployment().asOf();
    m_asOf->setText(
        session.fleet().isLoaded() && asOf.isSet()
            ? tr("as of revision %1 · %2")
                  .arg(QLocale().toString(qulonglong(session.fleet().fleet().revision())),
                       QDateTime::fromMSecsSinceEpoch(asOf.us / 1'000).time().toString(QStringLiteral("HH:mm:ss")))
            : QString());
    for (std::size_t i = 0; i < m_cards.size(); ++i)
        showCard(OverviewNumber(i));
    const bool isEmpty = session.fleet().isLoaded() && session.fleet().totals().clients() == 0;
    if (isEmpty && m_noClient->isHidden())
        m_noClient->refresh();
    m_noClient->setVisible(isEmpty);
    const bool hasList = !m_attention->items().empty();
    m_heading->setVisible(hasList || !isEmpty);
    m_listPages->setVisible(hasList || !isEmpty);
    m_listPages->setCurrentWidget(hasList ? static_cast<QWidget *>(m_list) : m_allWell);
    m_list->viewport()->update();
    fitList();
}

/// High enough for what stands in it, up to a few lines; the rest scrolls.
void OverviewView::fitList()
{
    const int rows = std::clamp(m_attention->rowCount(), 3, 6);
    const int height = m_list->header()->sizeHint().height()
                     + rows * std::max(m_list->sizeHintForRow(0), fontMetrics().height()) + 2 * m_list->frameWidth();
    m_listPages->setMinimumHeight(m_attention->rowCount() ? height : m_allWell->sizeHint().height());
}

void OverviewView::showCard(OverviewNumber number)
{
    const QLocale locale;
    const FleetTotals &totals = workspace().session.fleet().totals();
    Card &card = *m_cards[std::size_t(number)];
    const bool isLoaded = workspace().session.fleet().isLoaded();
    const auto value = isLoaded ? m_numbers.value(number) : std::nullopt;
    QString shown = value ? locale.toString(qlonglong(*value)) : QStringLiteral("—");
    Tone tone = Tone::Neutral;
    QString note;
    switch (number) {
    case OverviewNumber::Contexts:
        note = tr("in %n window(s)", nullptr, int(totals.windows()));
        break;
    case OverviewNumber::Available:
        if (value && *value == 0 && totals.contexts() > 0)
            tone = Tone::Warn;
        note = tr("can be leased now");
        break;
    case OverviewNumber::Assigned:
        if (totals.contexts() > 0)
            note = tr("%1 % of all", "share of leased tabs").arg(qRound(100.0 * value.value_or(0) / totals.contexts()));
        break;
    case OverviewNumber::Expiring:
        if (value && *value > 0)
            tone = Tone::Warn;
        note = workspace().session.fleet().taskTimeout().count() == 0 && isLoaded ? tr("leases do not expire here")
                                                                                  : tr("unless renewed");
        break;
    case OverviewNumber::Refused:
        if (value && *value > 0)
            tone = Tone::Warn;
        note = tr("in the last minute");
        break;
    case OverviewNumber::Waiting:
        if (value && *value > 0)
            tone = Tone::Info;
        note = tr("in the queue");
        break;
    case OverviewNumber::Clients:
        if (isLoaded)
            shown = tr("%1 of %2", "clients connected of all")
                        .arg(locale.toString(totals.connected()), locale.toString(totals.clients()));
        note = totals.clients() == 0 ? tr("none yet", "clients")
             : totals.connected() < totals.clients()
                 ? tr("%n disconnected", nullptr, int(totals.clients() - totals.connected()))
                 : tr("all connected");
        break;
    case OverviewNumber::Commands: {
        shown = value ? locale.toString(*value, 'f', *value < 10 ? 1 : 0) : QStringLiteral("—");
        const auto p95 = m_numbers.ackP95();
        note = p95 ? tr("p95 %1 ms", "time until a command is acknowledged, 95th percentile")
                         .arg(locale.toString(double(p95->count()) / 1'000, 'f', 1))
                   : tr("nothing sent lately");
        break;
    }
    case OverviewNumber::Conditions: {
        const auto [fine, all] = m_numbers.conditions();
        if (all > 0) {
            shown = tr("%1 of %2", "parts that work of all").arg(fine).arg(all);
            tone = fine == all ? Tone::Neutral : Tone::Danger;
        }
        note = all == 0 ? tr("not known yet") : fine == all ? tr("all parts work") : tr("something does not work");
        break;
    }
    }
    card.setValue(shown, tone);
    card.setNote(isLoaded ? note : QString());
    card.setTrend(m_numbers.trend(number));
}

void OverviewView::open(OverviewNumber number)
{
    Navigator &navigator = workspace().session.navigator();
    switch (number) {
    case OverviewNumber::Contexts:
        return navigator.showFiltered(ViewId::Contexts, {});
    case OverviewNumber::Available:
        return navigator.showFiltered(ViewId::Contexts, QStringLiteral("state:idle"));
    case OverviewNumber::Assigned:
        return navigator.showFiltered(ViewId::Assignments, {});
    case OverviewNumber::Expiring:
        return navigator.showFiltered(ViewId::Assignments, QStringLiteral("is:expiring"));
    case OverviewNumber::Refused:
        return navigator.showFiltered(ViewId::Journal, QStringLiteral("kind:acquire_refused"));
    case OverviewNumber::Waiting:
        return navigator.showFiltered(ViewId::Waiters, {});
    case OverviewNumber::Clients:
        return navigator.showFiltered(ViewId::FleetTree, {});
    case OverviewNumber::Commands:
    case OverviewNumber::Conditions:
        return navigator.showView(ViewId::Health);
    }
}

void OverviewView::openItem(const QModelIndex &index)
{
    if (!index.isValid())
        return;
    Navigator &navigator = workspace().session.navigator();
    const AttentionItem item = m_attention->items()[std::size_t(index.row())];
    if (const auto *object = std::get_if<ObjectId>(&item.link))
        navigator.showObject(*object);
    else if (const auto *filtered = std::get_if<AttentionItem::Filtered>(&item.link))
        navigator.showFiltered(filtered->view, filtered->filter);
    else if (const auto *request = std::get_if<AcquireRequest>(&item.link))
        navigator.explain(*request);
    else if (const auto *view = std::get_if<ViewId>(&item.link))
        navigator.showView(*view);
    else
        runAction(index);
}

/// Actions act on what is selected, so the object is selected first.
void OverviewView::runAction(const QModelIndex &index)
{
    const AttentionItem item = m_attention->items()[std::size_t(index.row())];
    QAction *action = workspace().actions.find(item.action);
    if (!action)
        return;
    if (const auto *object = std::get_if<ObjectId>(&item.link))
        workspace().session.selection().select(*object);
    workspace().actions.refresh();
    action->trigger();
}

void OverviewView::showMenu(const QPoint &at)
{
    const QPersistentModelIndex index = m_list->indexAt(at);
    if (!index.isValid())
        return;
    const AttentionItem &item = m_attention->items()[std::size_t(index.row())];
    auto *menu = new QMenu(this);
    menu->setAttribute(Qt::WA_DeleteOnClose);
    menu->setToolTipsVisible(true);
    if (item.link.index() != 0)
        connect(menu->addAction(tr("Show it")), &QAction::triggered, this, [this, index] { openItem(index); });
    if (const QAction *action = workspace().actions.find(item.action))
        connect(menu->addAction(action->icon(), action->text()), &QAction::triggered, this, [this, index] {
            if (index.isValid())
                runAction(index);
        });
    menu->popup(m_list->viewport()->mapToGlobal(at));
}

void OverviewView::showEvent(QShowEvent *event)
{
    View::showEvent(event);
    m_attention->setAwake(true);
}

void OverviewView::hideEvent(QHideEvent *event)
{
    View::hideEvent(event);
    m_attention->setAwake(false);
}

void OverviewView::retranslate()
{
    const auto set = [this](OverviewNumber number, Glyph glyph, const QString &label, const QString &target) {
        card(number)->set(glyph, label);
        card(number)->setTarget(target);
    };
    set(OverviewNumber::Contexts, Glyph::Tab, tr("Tabs"), tr("Shows all tabs"));
    set(OverviewNumber::Available, Glyph::StateIdle, tr("Available"), tr("Shows the tabs that are idle"));
    set(OverviewNumber::Assigned, Glyph::StateAssigned, tr("Assigned"), tr("Shows who holds what"));
    set(OverviewNumber::Expiring, Glyph::Lease, tr("End within 30 s"), tr("Shows the leases that end soon"));
    set(OverviewNumber::Refused, Glyph::No, tr("Refused"), tr("Shows the requests that got nothing"));
    set(OverviewNumber::Waiting, Glyph::Waiter, tr("Waiting"), tr("Shows who waits for a tab"));
    set(OverviewNumber::Clients, Glyph::Client, tr("Clients"), tr("Shows the clients in the fleet tree"));
    set(OverviewNumber::Commands, Glyph::Command, tr("Commands/s"), tr("Shows how dispatching went"));
    set(OverviewNumber::Conditions, Glyph::Health, tr("Parts of the node"), tr("Shows what works and what does not"));
    m_heading->setText(tr("Needs attention"));
    m_list->setAccessibleName(tr("What needs attention"));
    m_list->setAccessibleDescription(tr("Enter shows what a line is about; the context menu has what helps."));
    m_allWell->set(Glyph::Yes, tr("Nothing needs attention."), tr("Problems show here by themselves, the worst first."),
                   Tone::Ok);
    m_noClient->refresh();
    if (isVisible())
        m_attention->refresh();
}

void OverviewView::restyle()
{
    m_judgement->setFont(workspace().theme.font(TextRole::Title));
    m_heading->setFont(workspace().theme.font(TextRole::Strong));
    if (isVisible())
        refresh();
}

} // namespace cheetah::gui
