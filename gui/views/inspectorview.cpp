// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/inspectorview.h"

#include "actions/actions.h"
#include "actions/pendingactions.h"
#include "models/selectionsummary.h"
#include "session/session.h"
#include "session/words.h"
#include "views/flowlayout.h"
#include "views/inspectionpanel.h"
#include "views/wrappedtext.h"
#include "widgets/emptystate.h"
#include "widgets/glyphlabel.h"
#include "widgets/statechip.h"

#include <QtCore/QDateTime>
#include <QtWidgets/QGridLayout>
#include <QtWidgets/QLabel>
#include <QtWidgets/QScrollArea>
#include <QtWidgets/QStackedWidget>
#include <QtWidgets/QToolButton>
#include <QtWidgets/QVBoxLayout>

namespace cheetah::gui {

namespace {

constexpr int gathered = 100, slowTick = 1'000, fastTick = 250;

QLabel *plainLabel(QWidget *parent)
{
    auto *label = new QLabel(parent);
    label->setTextFormat(Qt::PlainText);
    return label;
}

} // namespace

InspectorView::InspectorView(Workspace &workspace, QWidget *parent)
    : View(ViewId::Inspector, workspace, parent), m_ages(workspace.session.fleet())
{
    Session &session = workspace.session;
    m_pages = new QStackedWidget(this);
    m_empty = new EmptyState(workspace.theme, m_pages);
    m_scroll = new QScrollArea(m_pages);
    m_scroll->setWidgetResizable(true);
    m_scroll->setFrameShape(QFrame::NoFrame);
    m_scroll->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    auto *content = new QWidget(m_scroll);
    m_glyph = new GlyphLabel(workspace.theme, Glyph::Unknown, Tone::Neutral, 1.5, content);
    m_kind = plainLabel(content);
    m_kind->setForegroundRole(QPalette::PlaceholderText);
    m_name = new WrappedText(3, content);
    m_chip = new StateChip(workspace.theme, content);
    m_gone = plainLabel(content);
    m_gone->setWordWrap(true);
    m_actions = new QWidget(content);
    m_firstPanel = new InspectionPanel(workspace.theme, content);
    m_panel = new InspectionPanel(workspace.theme, content);
    m_historyPanel = new InspectionPanel(workspace.theme, content);

    auto *grid = new QGridLayout(content);
    grid->setColumnStretch(1, 1);
    grid->addWidget(m_glyph, 0, 0, 2, 1, Qt::AlignTop);
    grid->addWidget(m_kind, 0, 1);
    grid->addWidget(m_chip, 0, 2, Qt::AlignTop);
    grid->addWidget(m_name, 1, 1, 1, 2);
    grid->addWidget(m_gone, 2, 0, 1, 3);
    grid->addWidget(m_firstPanel, 3, 0, 1, 3);
    grid->addWidget(m_actions, 4, 0, 1, 3);
    grid->addWidget(m_panel, 5, 0, 1, 3);
    grid->addWidget(m_historyPanel, 6, 0, 1, 3);
    grid->setRowStretch(7, 1);
    grid->setVerticalSpacing(Theme::space(2));
    m_scroll->setWidget(content);
    m_pages->addWidget(m_scroll);
    m_pages->addWidget(m_empty);
    auto *layout = new QVBoxLayout(this);
    layout->setContentsMargins({});
    layout->addWidget(m_pages);
    makeActions();

    m_refresh.setSingleShot(true);
    m_refresh.setInterval(gathered);
    m_tick.setInterval(slowTick);
    connect(&m_refresh, &QTimer::timeout, this, &InspectorView::refresh);
    connect(&m_tick, &QTimer::timeout, this, &InspectorView::tick);
    const auto soon = [this] {
        if (isVisible() && !m_refresh.isActive())
            m_refresh.start();
    };
    connect(&session.fleet(), &FleetStore::changed, this, [this, soon](const FleetBatch &batch) {
        m_ages.take(batch);
        soon();
    });
    connect(&session.deployment(), &Deployment::stateChanged, this, soon);
    connect(&session.pending(), &PendingActions::underWayChanged, this, soon);
    connect(&session.selection(), &Selection::changed, this, &InspectorView::selectionChanged);
    connect(&session.journal(), &JournalStore::changed, this, &InspectorView::takeHistory);
    connect(&session.journal(), &JournalStore::cleared, this, [this] {
        m_history.clear();
        showHistory();
    });
    for (InspectionPanel *panel : {m_firstPanel, m_panel, m_historyPanel})
        connect(panel, &InspectionPanel::linkWanted, this, &InspectorView::follow);
    if (session.fleet().isLoaded()) {
        FleetBatch all;
        all.whole = true;
        m_ages.take(all);
    }
    restyle();
    retranslate();
}

InspectorView::~InspectorView() = default;

QString InspectorView::title() const
{
    return tr("Inspector");
}

/// The same actions in the same order as in context menus; the tooltip of one that cannot be done says why.
void InspectorView::makeActions()
{
    if (m_actionIds == workspace().actions.contextActions() && m_actions->layout())
        return;
    m_actionIds = workspace().actions.contextActions();
    qDeleteAll(m_actions->findChildren<QToolButton *>());
    delete m_actions->layout();
    auto *flow = new FlowLayout(m_actions);
    flow->setContentsMargins({});
    flow->setSpacing(fontMetrics().height() / 4);
    for (const QString &id : m_actionIds) {
        QAction *action = workspace().actions.find(id);
        if (!action || id == QLatin1String("inspector.show"))
            continue;
        auto *button = new QToolButton(m_actions);
        button->setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
        button->setDefaultAction(action);
        flow->addWidget(button);
        connect(action, &QAction::changed, button, [this] { showFitting(); });
    }
    m_actions->setVisible(flow->count() > 0);
    showFitting();
}

/// What ends a drain takes room only where there is one; all else says in its tooltip why it cannot be done.
void InspectorView::showFitting()
{
    for (auto *button : m_actions->findChildren<QToolButton *>(QString(), Qt::FindDirectChildrenOnly))
        if (const QString id = button->defaultAction()->objectName(); id.endsWith(QLatin1String(".undrain")))
            button->setVisible(button->defaultAction()->isEnabled());
}

/// The first section, most often the lease, stands before the actions.
void InspectorView::showFacts()
{
    Inspection first, rest;
    for (std::size_t at = 0; at < m_inspection->sections.size(); ++at)
        (at == 0 ? first : rest).sections.push_back(m_inspection->sections[at]);
    m_firstPanel->show(first, now(), isGone());
    m_panel->setVisible(!rest.sections.empty());
    if (!rest.sections.empty())
        m_panel->show(rest, now(), isGone());
}

RegistryTime InspectorView::now() const
{
    const Deployment &deployment = workspace().session.deployment();
    return isStale() ? deployment.asOf() : deployment.now();
}

bool InspectorView::isStale() const
{
    const ConnectionState state = workspace().session.deployment().status().state;
    return state != ConnectionState::Live && state != ConnectionState::Lagging;
}

void InspectorView::selectionChanged()
{
    m_inspection.reset();
    m_goneSince = {};
    m_history.clear();
    if (!isVisible())
        return;
    readHistory();
    refresh();
    m_scroll->ensureVisible(0, 0);
}

void InspectorView::refresh()
{
    m_refresh.stop();
    const Session &session = workspace().session;
    const auto &objects = workspace().session.selection().objects();
    std::optional<Inspection> found;
    if (objects.size() > 1)
        found = summarize(session, objects);
    else
        found = inspect(session, m_ages, workspace().words, workspace().session.selection().current());
    if (found) {
        m_inspection = std::move(found);
        m_goneSince = {};
    } else if (!m_goneSince.isSet() && session.fleet().isLoaded()) {
        m_goneSince = now();
    }
    if (!m_inspection) {
        const bool wasGone = workspace().session.selection().current().index() != 0;
        m_empty->set(Glyph::Inspector, wasGone ? tr("What was selected is gone.") : tr("Nothing is selected."),
                     tr("Select a client, window, tab or node in any view."));
        m_pages->setCurrentWidget(m_empty);
        return;
    }
    m_pages->setCurrentWidget(m_scroll);
    showHeader();
    showFacts();
    showHistory();
    // At once, from the inside out: else what is new stands for a turn of the loop in the heights of what was.
    for (QWidget *widget : {static_cast<QWidget *>(m_firstPanel), static_cast<QWidget *>(m_panel),
                            static_cast<QWidget *>(m_historyPanel), m_scroll->widget()})
        widget->layout()->activate();
    tick();
}

void InspectorView::showHeader()
{
    m_glyph->set(m_inspection->glyph, isGone() ? Tone::Muted : Tone::Neutral);
    m_kind->setText(m_inspection->kind);
    m_name->setText(m_inspection->name);
    m_name->setFaded(isGone());
    m_name->setAccessibleName(m_inspection->name);
    m_chip->setVisible(!m_inspection->state.isEmpty() || m_inspection->underWay || isGone());
    if (isGone())
        m_chip->set(Glyph::No, tr("gone", "state of what was selected"), Tone::Muted);
    else if (m_inspection->underWay)
        m_chip->set(*m_inspection->underWay);
    else
        m_chip->set(m_inspection->stateGlyph, m_inspection->state, m_inspection->stateTone);
    m_gone->setVisible(isGone());
    if (isGone())
        m_gone->setText(tr("It is gone since %1. This is what was last known of it.").arg(Words::time(m_goneSince)));
}

void InspectorView::takeHistory(int, int added)
{
    const auto &objects = workspace().session.selection().objects();
    if (!isVisible() || objects.size() != 1)
        return;
    const auto &entries = workspace().session.journal().entries();
    bool isNew = false;
    for (std::size_t at = entries.size() - std::min(entries.size(), std::size_t(added)); at < entries.size(); ++at) {
        if (!isAbout(entries[at], objects.front()))
            continue;
        m_history.push_front({entries[at].at, workspace().words.journal(entries[at])});
        isNew = true;
    }
    while (m_history.size() > mostHistory)
        m_history.pop_back();
    if (isNew && !m_refresh.isActive())
        m_refresh.start();
}

void InspectorView::readHistory()
{
    m_history.clear();
    const auto &objects = workspace().session.selection().objects();
    if (objects.size() != 1)
        return;
    const auto &entries = workspace().session.journal().entries();
    for (auto entry = entries.rbegin(); entry != entries.rend() && m_history.size() < mostHistory; ++entry)
        if (isAbout(*entry, objects.front()))
            m_history.push_back({entry->at, workspace().words.journal(*entry)});
}

void InspectorView::showHistory()
{
    Inspection history;
    InspectionSection lines;
    for (const HistoryLine &line : m_history) {
        const QDateTime at = QDateTime::fromMSecsSinceEpoch(line.at.us / 1'000);
        InspectionRow row{at.time().toString(QStringLiteral("HH:mm:ss")), line.text};
        row.tip = Words::time(line.at) + u'\n' + line.text;
        lines.rows.push_back(row);
    }
    const bool isOne = workspace().session.selection().objects().size() == 1;
    if (lines.rows.empty())
        lines.rows.push_back({QStringLiteral("—"), tr("nothing since this console looks")});
    lines.title = tr("History, latest first");
    history.sections.push_back(std::move(lines));
    m_historyPanel->setVisible(isOne);
    if (isOne)
        m_historyPanel->show(history, now(), isGone());
}

void InspectorView::follow(const InspectionRow::Link &link)
{
    Navigator &navigator = workspace().session.navigator();
    if (const auto *object = std::get_if<ObjectId>(&link))
        navigator.showObject(ObjectId(*object));
    else if (const auto *command = std::get_if<InspectionRow::Command>(&link))
        navigator.showEvidence(command->user, command->command);
    else if (const auto *task = std::get_if<InspectionRow::Task>(&link))
        navigator.showTaskEvidence(task->user, task->task);
}

/// Only times, and only while they are seen: no fact changes because time passes.
void InspectorView::tick()
{
    if (!isVisible() || !m_inspection)
        return;
    const bool isFast = m_firstPanel->tick(now(), isStale());
    m_tick.start(m_panel->tick(now(), isStale()) || isFast ? fastTick : slowTick);
}

void InspectorView::showEvent(QShowEvent *event)
{
    View::showEvent(event);
    makeActions();
    readHistory();
    refresh();
    m_tick.start(slowTick);
}

void InspectorView::hideEvent(QHideEvent *event)
{
    View::hideEvent(event);
    m_tick.stop();
    m_refresh.stop();
}

void InspectorView::retranslate()
{
    m_scroll->setAccessibleName(tr("Inspector"));
    if (isVisible()) {
        readHistory();
        refresh();
    }
}

void InspectorView::restyle()
{
    m_name->setFont(workspace().theme.font(TextRole::Heading));
    m_firstPanel->forget();
    m_panel->forget();
    m_historyPanel->forget();
    if (isVisible())
        refresh();
}

} // namespace cheetah::gui
