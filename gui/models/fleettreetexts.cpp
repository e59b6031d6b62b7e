// SPDX-License-Identifier: GPL-3.0-or-later
// What the rows of FleetTreeModel say.
#include "models/fleettreemodel.h"

#include "actions/flowwords.h"
#include "actions/pendingactions.h"
#include "delegates/cellroles.h"
#include "models/plaintext.h"
#include "session/words.h"

namespace cheetah::gui {

namespace {

/// `region=eu, tier=a`; a fact without a value by its name alone.
QString textOf(const Metadata &metadata)
{
    QStringList facts;
    for (const auto &[key, value] : metadata) {
        facts << (value.empty() ? plainText(key, 80) : plainText(key, 80) + '=' + plainText(value, 80));
        if (facts.size() == 12) {
            facts << QStringLiteral("…");
            break;
        }
    }
    return facts.join(QStringLiteral(", "));
}

} // namespace

QVariant FleetTreeModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (orientation != Qt::Horizontal || role != Qt::DisplayRole)
        return {};
    switch (section) {
    case Name:
        return tr("Name", "column");
    case State:
        return tr("State", "column");
    case Task:
        return tr("Task", "column");
    case Lease:
        return tr("Lease", "column: time left");
    case EpochId:
        return tr("Epoch", "column");
    case Url:
        return tr("URL", "column");
    case Facts:
        return tr("Metadata", "column");
    case LastReport:
        return tr("Last report", "column");
    }
    return {};
}

QVariant FleetTreeModel::data(const QModelIndex &index, int role) const
{
    const TreeNode at = node(index);
    if (!isThere(at))
        return {};
    switch (role) {
    case Qt::DisplayRole:
        return display(at, index.column());
    case Qt::DecorationRole:
        return decoration(at, index.column());
    case Qt::ToolTipRole:
        return plainTip(tip(at, index.column()));
    case Qt::AccessibleTextRole:
        return index.column() == Name ? sentence(at) : display(at, index.column());
    case Qt::TextAlignmentRole:
        if (index.column() == Lease || index.column() == LastReport)
            return int(Qt::AlignRight | Qt::AlignVCenter);
        return {};
    case Qt::ForegroundRole:
        if (at.kind == NodeKind::Away || (at.kind == NodeKind::Tab && index.column() == Url))
            return m_theme.color(Tone::Muted);
        return {};
    case ExpiryRole:
        return qlonglong(expiryOf(at).us);
    case SpanRole:
        return at.kind == NodeKind::Client ? QVariant(qlonglong(graceOf(at.slot).count())) : QVariant();
    case GlyphRole:
        if (const UnderWay *now = index.column() == State ? underWay(at) : nullptr)
            return int(FlowWords::glyph(*now));
        if (at.kind == NodeKind::Tab && index.column() == State)
            return int(Words::glyph(m_store.state(at.slot)));
        return {};
    case ToneRole:
        if (const UnderWay *now = index.column() == State ? underWay(at) : nullptr)
            return int(FlowWords::tone(*now));
        if (at.kind == NodeKind::Tab && index.column() == State)
            return int(Words::tone(m_store.state(at.slot)));
        return {};
    }
    return {};
}

QString FleetTreeModel::display(TreeNode node, int column) const
{
    const Fleet &fleet = m_store.fleet();
    switch (column) {
    case Name:
        return nameOf(node);
    case State:
        return stateOf(node);
    case Task:
        return taskOf(node);
    case Lease: {
        const RegistryTime expiry = expiryOf(node);
        return expiry.us > 0 ? Words::clock(expiry - m_store.now()) : QString();
    }
    case EpochId:
        return node.kind == NodeKind::Client ? plainText(fleet.client(node.slot).state->epoch.text()) : QString();
    case Url:
        return node.kind == NodeKind::Tab ? plainText(fleet.context(node.slot).reported->url) : QString();
    case Facts:
        return factsOf(node);
    case LastReport:
        if (node.kind == NodeKind::Client) {
            const RegistryTime last = m_ages.last(node.slot);
            return last.isSet() ? Words::ago(m_store.now() - last) : QStringLiteral("—");
        }
        return {};
    }
    return {};
}

QString FleetTreeModel::nameOf(TreeNode node) const
{
    const Fleet &fleet = m_store.fleet();
    switch (node.kind) {
    case NodeKind::User:
        return plainText(fleet.user(node.slot).id.text());
    case NodeKind::Away:
        return tr("Disconnected (%n)", "group of clients", int(m_tree.children(node).size()));
    case NodeKind::Client:
        return plainText(fleet.client(node.slot).name.client.text());
    case NodeKind::Window: {
        const WindowRow &row = fleet.window(node.slot);
        if (!row.title.empty())
            return plainText(row.title);
        if (fleet.client(row.client).state->kind == ClientKind::Console)
            return tr("Flows", "of a console client");
        return tr("Window %1").arg(plainText(row.name.window.text(), 40));
    }
    case NodeKind::Tab: {
        const ReportedContext &tab = *fleet.context(node.slot).reported;
        return plainText(!tab.title.empty() ? tab.title : !tab.url.empty() ? tab.url : tab.id.text());
    }
    case NodeKind::Root:
        break;
    }
    return {};
}

std::uint32_t FleetTreeModel::busyIn(Slot window) const
{
    std::uint32_t busy = 0;
    for (const Slot slot : m_store.fleet().window(window).contexts) {
        const ContextRow &row = m_store.fleet().context(slot);
        busy += row.assignment || row.settling;
    }
    return busy;
}

const UnderWay *FleetTreeModel::underWay(const QModelIndex &index) const
{
    const TreeNode at = node(index);
    return isThere(at) ? underWay(at) : nullptr;
}

const UnderWay *FleetTreeModel::underWay(TreeNode node) const
{
    if (!m_pending || !m_pending->hasUnderWay())
        return nullptr;
    const Fleet &fleet = m_store.fleet();
    switch (node.kind) {
    case NodeKind::Client:
        return m_pending->underWay(fleet.client(node.slot).name);
    case NodeKind::Window:
        return m_pending->underWay(fleet.window(node.slot).name);
    case NodeKind::Tab:
        return m_pending->underWay(*fleet.context(node.slot).name);
    default:
        return nullptr;
    }
}

QString FleetTreeModel::stateOf(TreeNode node) const
{
    const UnderWay *now = underWay(node);
    return now ? FlowWords::underWay(*now) : usualState(node);
}

QString FleetTreeModel::usualState(TreeNode node) const
{
    const Fleet &fleet = m_store.fleet();
    const auto sum = [](std::uint32_t busy, std::size_t all) {
        return tr("%1/%2 busy", "tabs of a parent").arg(busy).arg(all);
    };
    switch (node.kind) {
    case NodeKind::User:
        return node.slot < m_sums.size() ? sum(m_sums[node.slot].busy, m_sums[node.slot].contexts) : QString();
    case NodeKind::Client: {
        const ClientRow &row = fleet.client(node.slot);
        const QString busy = sum(row.load(), row.contexts);
        if (!row.state->connected)
            return tr("disconnected, %1", "client; then its sum").arg(busy);
        return fleet.drain(row.name) ? tr("draining, %1", "client or window; then its sum").arg(busy) : busy;
    }
    case NodeKind::Window: {
        const WindowRow &row = fleet.window(node.slot);
        const QString busy = sum(busyIn(node.slot), row.contexts.size());
        return fleet.drain(row.name) ? tr("draining, %1", "client or window; then its sum").arg(busy) : busy;
    }
    case NodeKind::Tab: {
        const ContextState state = m_store.state(node.slot);
        return state == ContextState::Unavailable ? Words::health(fleet.context(node.slot).reported->health)
                                                  : Words::state(state);
    }
    case NodeKind::Away:
    case NodeKind::Root:
        break;
    }
    return {};
}

QString FleetTreeModel::taskOf(TreeNode node) const
{
    if (node.kind != NodeKind::Tab)
        return {};
    const ContextRow &row = m_store.fleet().context(node.slot);
    if (row.assignment)
        return plainText(row.assignment->task.text());
    const Slot parent = m_store.fleet().find(row.parent);
    if (parent != noSlot && m_store.fleet().context(parent).assignment)
        return tr("with %1", "a tab that belongs to the lease of this task")
            .arg(plainText(m_store.fleet().context(parent).assignment->task.text()));
    return {};
}

QString FleetTreeModel::factsOf(TreeNode node) const
{
    return node.kind == NodeKind::Client ? textOf(m_store.fleet().client(node.slot).state->metadata) : QString();
}

RegistryTime FleetTreeModel::expiryOf(TreeNode node) const
{
    if (node.kind == NodeKind::Tab)
        return m_store.fleet().context(node.slot).assignment && m_store.taskTimeout().count() == 0
                 ? RegistryTime{leaseWithoutExpiry}
                 : m_store.expiry(node.slot);
    if (node.kind == NodeKind::Client) {
        const ClientRow &row = m_store.fleet().client(node.slot);
        if (!row.state->connected && row.assigned > 0)
            return row.state->graceUntil;
    }
    return {};
}

Micros FleetTreeModel::timeLeft(const QModelIndex &index, RegistryTime now) const
{
    const TreeNode at = node(index);
    const RegistryTime expiry = isThere(at) ? expiryOf(at) : RegistryTime{};
    return expiry.us > 0 ? expiry - now : Micros(0);
}

Micros FleetTreeModel::graceOf(Slot client) const
{
    const ClientState &state = *m_store.fleet().client(client).state;
    return state.graceUntil.isSet() ? state.graceUntil - state.disconnectedAt : Micros(0);
}

QVariant FleetTreeModel::decoration(TreeNode node, int column) const
{
    if (column != Name)
        return {};
    if (const UnderWay *now = underWay(node))
        return m_theme.icon(FlowWords::glyph(*now), FlowWords::tone(*now));
    const Fleet &fleet = m_store.fleet();
    switch (node.kind) {
    case NodeKind::User:
        return m_theme.icon(Glyph::User);
    case NodeKind::Away:
        return m_theme.icon(Glyph::StateDisconnected, Tone::Muted);
    case NodeKind::Client:
        return fleet.client(node.slot).state->connected ? m_theme.icon(Glyph::Client)
                                                        : m_theme.icon(Glyph::Disconnect, Tone::Muted);
    case NodeKind::Window:
        return m_theme.icon(Glyph::Window);
    case NodeKind::Tab: {
        const ContextState state = m_store.state(node.slot);
        return m_theme.icon(Words::glyph(state), Words::tone(state));
    }
    case NodeKind::Root:
        break;
    }
    return {};
}

QString FleetTreeModel::tip(TreeNode node, int column) const
{
    if (const UnderWay *now = column == Name || column == State ? underWay(node) : nullptr)
        return FlowWords::sentence(*now);
    const Fleet &fleet = m_store.fleet();
    if (column == Lease && expiryOf(node).us > 0) {
        const QString at = Words::time(expiryOf(node));
        return node.kind == NodeKind::Client ? tr("Its leases end at %1 unless it returns before.").arg(at)
                                             : tr("Ends at %1 unless it is renewed before.").arg(at);
    }
    if (column == LastReport && node.kind == NodeKind::Client)
        return m_ages.last(node.slot).isSet() ? Words::time(m_ages.last(node.slot))
                                              : tr("No report since this console looks at it.");
    if (column == Name && node.kind == NodeKind::Client)
        return tr("Client %1 of user %2, %3")
            .arg(nameOf(node), plainText(fleet.client(node.slot).name.user.text()),
                 fleet.client(node.slot).state->agent.empty() ? Words::kind(fleet.client(node.slot).state->kind)
                                                              : plainText(fleet.client(node.slot).state->agent));
    return display(node, column);
}

QString FleetTreeModel::sentence(TreeNode node) const
{
    const UnderWay *now = underWay(node);
    return now ? tr("%1: %2", "a row; what is under way, such as: Releasing…")
                     .arg(nameOf(node), FlowWords::sentence(*now))
               : usualSentence(node);
}

QString FleetTreeModel::usualSentence(TreeNode node) const
{
    const Fleet &fleet = m_store.fleet();
    switch (node.kind) {
    case NodeKind::User:
        return tr("User %1, %2").arg(nameOf(node), stateOf(node));
    case NodeKind::Away:
        return tr("%n disconnected client(s)", nullptr, int(m_tree.children(node).size()));
    case NodeKind::Client:
        return fleet.client(node.slot).state->connected
                 ? tr("Client %1, connected, %2").arg(nameOf(node), stateOf(node))
                 : tr("Client %1, %2").arg(nameOf(node), stateOf(node));
    case NodeKind::Window:
        return tr("Window %1, %2").arg(nameOf(node), stateOf(node));
    case NodeKind::Tab:
        return tabSentence(node.slot);
    case NodeKind::Root:
        break;
    }
    return {};
}

QString FleetTreeModel::tabSentence(Slot slot) const
{
    const TreeNode node{NodeKind::Tab, slot};
    const ContextRow &row = m_store.fleet().context(slot);
    const QString name = nameOf(node), task = taskOf(node);
    if (!row.assignment)
        return tr("Tab %1, %2").arg(name, stateOf(node));
    const RegistryTime expiry = expiryOf(node);
    if (expiry.us <= 0)
        return tr("Tab %1, assigned to task %2").arg(name, task);
    const Micros left = expiry - m_store.now();
    return left.count() <= 0 ? tr("Tab %1, assigned to task %2, its time is over").arg(name, task)
                             : tr("Tab %1, assigned to task %2, expires in %3").arg(name, task, Words::roughly(left));
}

} // namespace cheetah::gui
