// SPDX-License-Identifier: GPL-3.0-or-later
#include "actions/operatorcontrols.h"

#include "actions/confirmdialog.h"
#include "actions/copytext.h"
#include "actions/selectedparts.h"
#include "actions/textfieldguard.h"
#include "session/browserprocesses.h"
#include "session/nodefromhere.h"
#include "settings/keys.h"
#include "settings/settings.h"
#include "views/addbrowserdialog.h"

#include <QtGui/QClipboard>
#include <QtGui/QGuiApplication>

#include <algorithm>

namespace cheetah::gui {

namespace {

constexpr int remoteGraceSeconds = 5;

bool isLeased(const ContextRow &row)
{
    return row.assignment.has_value();
}
bool isSettling(const ContextRow &row)
{
    return row.settling != nullptr;
}
bool mayHoldLease(const ClientRow &row)
{
    return row.assigned > 0;
}
bool maySettle(const ClientRow &row)
{
    return row.settling > 0;
}

template <class Name>
std::vector<DrainTarget> asTargets(const std::vector<Name> &names)
{
    return {names.begin(), names.end()};
}

} // namespace

OperatorControls *registerOperatorActions(Workspace &workspace, BrowserProcesses &browsers, QWidget &window)
{
    return new OperatorControls(workspace, browsers, window);
}

OperatorControls::OperatorControls(Workspace &workspace, BrowserProcesses &browsers, QWidget &window)
    : QObject(&window), m_workspace(workspace), m_browsers(browsers), m_window(window)
{
    new TextFieldGuard(this);
    registerAll();
    Actions *actions = &workspace.actions;
    connect(&workspace.session.selection(), &Selection::changed, actions, qOverload<>(&Actions::refresh));
    connect(&workspace.session.deployment(), &Deployment::stateChanged, actions, qOverload<>(&Actions::refresh));
    connect(&workspace.session.deployment(), &Deployment::identified, actions, qOverload<>(&Actions::refresh));
    connect(&workspace.session.fleet(), &FleetStore::pausedChanged, actions, qOverload<>(&Actions::refresh));
    connect(&workspace.session.pending(), &PendingActions::retryWanted, this, &OperatorControls::retry);
}

const Fleet &OperatorControls::fleet() const
{
    return m_workspace.session.fleet().fleet();
}

const std::vector<ObjectId> &OperatorControls::selected() const
{
    return m_workspace.session.selection().objects();
}

Micros OperatorControls::grace() const
{
    const Session &session = m_workspace.session;
    const bool isHere = session.origin().kind != SessionKind::Attached || isOnThisMachine(nodeFromHere(session));
    const int standard = isHere ? 0 : remoteGraceSeconds;
    bool isNumber = false;
    const int seconds = m_workspace.settings.value(keys::graceSeconds, standard).toInt(&isNumber);
    return Seconds(std::clamp(isNumber ? seconds : standard, 0, keys::longestGraceSeconds));
}

ConfirmDialog *OperatorControls::ask(OperatorPlan plan)
{
    if (plan.targets.empty())
        return nullptr;
    auto *dialog =
        new ConfirmDialog(m_workspace, m_workspace.session.pending().prepare(std::move(plan)), grace(), &m_window);
    connect(dialog, &ConfirmDialog::confirmed, this, &OperatorControls::confirmed);
    dialog->open();
    return dialog;
}

ConfirmDialog *OperatorControls::retry(FlowId id)
{
    const OperatorFlow *flow = m_workspace.session.pending().find(id);
    return flow && whyNoAction().isEmpty() ? ask(flow->retryPlan(fleet())) : nullptr;
}

void OperatorControls::registerAll()
{
    addFlows();
    addDrain(
        QStringLiteral("client"), &OperatorControls::clientTargets, [] { return tr("&Drain client…"); },
        [] { return tr("&End drain of client…"); }, [] { return tr("No client is selected."); },
        [] { return tr("This client does not drain."); });
    addDrain(
        QStringLiteral("window"), &OperatorControls::windowTargets, [] { return tr("Drain &window…"); },
        [] { return tr("End drain of w&indow…"); }, [] { return tr("No window is selected."); },
        [] { return tr("This window does not drain."); });
    addDrain(
        QStringLiteral("node"), &OperatorControls::nodeTargets, [] { return tr("Drain &node…"); },
        [] { return tr("End drain of n&ode…"); }, [] { return tr("No node is selected."); },
        [] { return tr("This node does not drain."); });
    addQuestions();
    addCopies();
    m_workspace.actions.setContextActions({QStringLiteral("inspector.show"),
                                           QStringLiteral("explain.selected"),
                                           QStringLiteral("evidence.selected"),
                                           {},
                                           QStringLiteral("lease.release"),
                                           QStringLiteral("context.settle"),
                                           QStringLiteral("client.disconnect"),
                                           {},
                                           QStringLiteral("window.drain"),
                                           QStringLiteral("window.undrain"),
                                           QStringLiteral("client.drain"),
                                           QStringLiteral("client.undrain"),
                                           {},
                                           QStringLiteral("copy.id"),
                                           QStringLiteral("copy.json"),
                                           QStringLiteral("copy.command")});
}

QString OperatorControls::whyNoSelection() const
{
    return selected().empty() ? tr("Nothing is selected.") : QString();
}

QString OperatorControls::whyNoAction() const
{
    return m_workspace.session.whyNoAction();
}

/// Whether any context that is selected or under what is selected fits; a client's count is asked where there is one.
bool OperatorControls::anyContext(bool (*fits)(const ContextRow &), bool (*mayHold)(const ClientRow &)) const
{
    const Fleet &all = fleet();
    const auto fitsAt = [&](Slot slot) { return fits(all.context(slot)); };
    const auto holdsAt = [&](Slot slot) { return mayHold(all.client(slot)); };
    return std::any_of(selected().begin(), selected().end(), [&](const ObjectId &object) {
        if (const auto *name = std::get_if<ContextName>(&object)) {
            const Slot slot = all.find(*name);
            return slot != noSlot && fitsAt(slot);
        }
        if (const auto *window = std::get_if<WindowName>(&object)) {
            const Slot slot = all.find(*window);
            return slot != noSlot
                && std::any_of(all.window(slot).contexts.begin(), all.window(slot).contexts.end(), fitsAt);
        }
        const std::vector<Slot> clients = clientsOf(all, {object});
        return std::any_of(clients.begin(), clients.end(), holdsAt);
    });
}

void OperatorControls::addFlows()
{
    const QString group = QStringLiteral("lease");
    m_workspace.actions.add({QStringLiteral("lease.release"), [] { return tr("&Release…"); },
                             QKeySequence(Qt::Key_Delete), int(Glyph::Release),
                             [this] {
                                 if (const QString why = whyNoAction(); !why.isEmpty())
                                     return why;
                                 if (const QString why = whyNoSelection(); !why.isEmpty())
                                     return why;
                                 if (anyContext(isLeased, mayHoldLease))
                                     return QString();
                                 return selected().size() == 1
                                             && std::holds_alternative<ContextName>(selected().front())
                                          ? tr("This tab has no lease.")
                                          : tr("Nothing that is selected has a lease.");
                             },
                             [this] { ask(planRelease(fleet(), contextsUnder(fleet(), selected()))); }, group});
    m_workspace.actions.add({QStringLiteral("context.settle"),
                             [] { return tr("&Settle…"); },
                             {},
                             int(Glyph::Settle),
                             [this] {
                                 if (const QString why = whyNoAction(); !why.isEmpty())
                                     return why;
                                 if (const QString why = whyNoSelection(); !why.isEmpty())
                                     return why;
                                 return anyContext(isSettling, maySettle)
                                          ? QString()
                                          : tr("No command is unresolved there, so nothing settles.");
                             },
                             [this] { ask(planSettle(fleet(), contextsUnder(fleet(), selected()))); },
                             group});
    m_workspace.actions.add({QStringLiteral("client.disconnect"), [] { return tr("Dis&connect client…"); },
                             QKeySequence(Qt::SHIFT | Qt::Key_Delete), int(Glyph::Disconnect),
                             [this] {
                                 if (const QString why = whyNoAction(); !why.isEmpty())
                                     return why;
                                 const std::vector<Slot> clients = clientsOf(fleet(), selected());
                                 if (clients.empty())
                                     return tr("No client is selected.");
                                 const bool any = std::any_of(clients.begin(), clients.end(), [this](Slot slot) {
                                     return fleet().client(slot).state && fleet().client(slot).state->connected;
                                 });
                                 return any ? QString() : tr("This client is not connected.");
                             },
                             [this] { ask(planDisconnect(fleet(), clientsOf(fleet(), selected()))); }, group});
}

std::vector<DrainTarget> OperatorControls::clientTargets() const
{
    std::vector<DrainTarget> targets;
    for (const Slot slot : clientsOf(fleet(), selected()))
        targets.emplace_back(fleet().client(slot).name);
    return targets;
}

std::vector<DrainTarget> OperatorControls::windowTargets() const
{
    return asTargets(windowsOf(fleet(), selected()));
}

std::vector<DrainTarget> OperatorControls::nodeTargets() const
{
    return asTargets(nodesOf(selected()));
}

void OperatorControls::addDrain(const QString &what, std::vector<DrainTarget> (OperatorControls::*targets)() const,
                                std::function<QString()> drainText, std::function<QString()> undrainText,
                                std::function<QString()> none, std::function<QString()> notDraining)
{
    const QString group = QStringLiteral("drain");
    m_workspace.actions.add({what + QLatin1String(".drain"),
                             std::move(drainText),
                             {},
                             int(Glyph::Drain),
                             [this, targets, none] {
                                 if (const QString why = whyNoAction(); !why.isEmpty())
                                     return why;
                                 return (this->*targets)().empty() ? none() : QString();
                             },
                             [this, targets] { ask(planDrain(fleet(), (this->*targets)())); },
                             group});
    m_workspace.actions.add({what + QLatin1String(".undrain"),
                             std::move(undrainText),
                             {},
                             int(Glyph::Undrain),
                             [this, targets, none, notDraining] {
                                 if (const QString why = whyNoAction(); !why.isEmpty())
                                     return why;
                                 const auto chosen = (this->*targets)();
                                 if (chosen.empty())
                                     return none();
                                 const bool any = std::any_of(chosen.begin(), chosen.end(), [this](const auto &target) {
                                     return fleet().drain(target) != nullptr;
                                 });
                                 return any ? QString() : notDraining();
                             },
                             [this, targets] { ask(planUndrain(fleet(), (this->*targets)())); },
                             group});
}

void OperatorControls::addCopies()
{
    const auto unavailable = [this] { return whyNoSelection(); };
    const QString group = QStringLiteral("copy");
    m_workspace.actions.add({QStringLiteral("copy.id"), [] { return tr("Copy &id"); }, QKeySequence(QKeySequence::Copy),
                             int(Glyph::Copy), unavailable, [this] { copy(copiedIds(selected())); }, group});
    m_workspace.actions.add({QStringLiteral("copy.json"), [] { return tr("Copy as &JSON"); },
                             QKeySequence(Qt::CTRL | Qt::SHIFT | Qt::Key_C), -1, unavailable,
                             [this] { copy(copiedJson(m_workspace.session.fleet(), selected())); }, group});
    m_workspace.actions.add({QStringLiteral("copy.command"), [] { return tr("Copy as co&mmand"); },
                             QKeySequence(Qt::CTRL | Qt::ALT | Qt::Key_C), -1,
                             [this] {
                                 if (m_workspace.session.origin().kind == SessionKind::Demo)
                                     return tr("This is a demo: no node is there that a command could reach.");
                                 return whyNoSelection();
                             },
                             [this] { copy(copiedCommands(m_workspace.session, selected())); }, group});
}

void OperatorControls::addQuestions()
{
    const QString group = QStringLiteral("look");
    m_workspace.actions.add({QStringLiteral("inspector.show"), [] { return tr("Show in i&nspector"); },
                             QKeySequence(Qt::Key_Return), int(Glyph::Inspector), [this] { return whyNoSelection(); },
                             [this] { m_workspace.session.navigator().showView(ViewId::Inspector); }, group});
    m_workspace.actions.add({QStringLiteral("explain.selected"),
                             [] { return tr("&Explain…"); },
                             QKeySequence(Qt::CTRL | Qt::Key_E),
                             int(Glyph::Explain),
                             {},
                             [this] { explainSelected(); },
                             group});
    m_workspace.actions.add({QStringLiteral("evidence.selected"), [] { return tr("E&vidence of its commands"); },
                             QKeySequence(Qt::CTRL | Qt::Key_J), int(Glyph::Evidence),
                             [this] {
                                 const ObjectId &current = m_workspace.session.selection().current();
                                 const auto *name = std::get_if<ContextName>(&current);
                                 const Slot slot = name ? fleet().find(*name) : noSlot;
                                 if (slot == noSlot)
                                     return tr("No tab is selected.");
                                 const ContextRow &row = fleet().context(slot);
                                 return row.assignment || (row.settling && !row.settling->commands.empty())
                                          ? QString()
                                          : tr("This tab has no task and no unresolved command.");
                             },
                             [this] { showEvidence(); }, group});
    m_workspace.actions.add(
        {QStringLiteral("browser.add"), [] { return tr("&Add a browser…"); }, QKeySequence(Qt::CTRL | Qt::Key_B),
         int(Glyph::AddBrowser), [this] { return AddBrowserDialog::whyNot(m_workspace.session); },
         [this] { AddBrowserDialog::bringUp(m_workspace, m_browsers, m_window); }, QStringLiteral("browser")});
}

void OperatorControls::copy(const QString &text)
{
    QGuiApplication::clipboard()->setText(text);
}

/// Asks for what is selected: its user, its client, its window.
void OperatorControls::explainSelected()
{
    Navigator &navigator = m_workspace.session.navigator();
    const ObjectId &current = m_workspace.session.selection().current();
    const std::vector<Slot> clients = clientsOf(fleet(), {current});
    AcquireRequest request;
    auto wanted = std::make_shared<Requirements>();
    if (const auto *user = std::get_if<UserId>(&current)) {
        request.user = *user;
    } else if (clients.size() == 1) {
        request.user = fleet().client(clients.front()).name.user;
        wanted->client = fleet().client(clients.front()).name.client;
    } else {
        return navigator.showView(ViewId::Explain);
    }
    if (const auto windows = windowsOf(fleet(), {current}); windows.size() == 1) {
        request.placement.kind = Placement::Kind::Window;
        request.placement.window = windows.front();
    }
    request.requirements = std::move(wanted);
    navigator.explain(request);
}

void OperatorControls::showEvidence()
{
    const ObjectId &current = m_workspace.session.selection().current();
    const auto *name = std::get_if<ContextName>(&current);
    const Slot slot = name ? fleet().find(*name) : noSlot;
    if (slot == noSlot)
        return;
    const ContextRow &row = fleet().context(slot);
    if (row.assignment)
        m_workspace.session.navigator().showTaskEvidence(name->user, row.assignment->task);
    else if (row.settling && !row.settling->commands.empty())
        m_workspace.session.navigator().showEvidence(name->user, row.settling->commands.front());
}

} // namespace cheetah::gui
