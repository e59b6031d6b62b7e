// SPDX-License-Identifier: GPL-3.0-or-later
// The rules of Attention, each in words.
#include "models/attention.h"

#include "models/demands.h"
#include "models/plaintext.h"
#include "session/session.h"
#include "session/words.h"

#include <QtCore/QCoreApplication>

#include <algorithm>

namespace cheetah::gui {

namespace {

struct Texts {
    Q_DECLARE_TR_FUNCTIONS(Attention)
};

std::string keyOf(const ClientName &name)
{
    return name.user.string() + '\0' + name.client.string();
}

std::string keyOf(const ContextName &name)
{
    return keyOf(name.clientName()) + '\0' + name.epoch.string() + '\0' + name.context.string();
}

QString clientText(const ClientName &name)
{
    return Texts::tr("%1 of %2", "client of user")
        .arg(plainText(name.client.text(), 60), plainText(name.user.text(), 60));
}

/// What stands for all that is not shown singly.
AttentionItem restOf(AttentionRule rule, Tone tone, const QString &text, int count, AttentionItem::Link link)
{
    AttentionItem item;
    item.key = "rest" + std::to_string(int(rule));
    item.rule = rule;
    item.tone = tone;
    item.text = text;
    item.count = count;
    item.link = std::move(link);
    return item;
}

} // namespace

void Attention::addConnection(Items &items) const
{
    const ConnectionStatus &status = m_session.deployment().status();
    AttentionItem item;
    item.key = "connection";
    item.rule = AttentionRule::Connection;
    item.tone = Tone::Danger;
    item.since = m_session.deployment().asOf();
    switch (status.state) {
    case ConnectionState::Live:
    case ConnectionState::Connecting:
        return;
    case ConnectionState::Lagging:
        item.tone = Tone::Warn;
        item.text = Texts::tr("The node answers late.");
        break;
    case ConnectionState::Stale:
        item.text = Texts::tr("The node is silent: what you see may not be true any more.");
        break;
    case ConnectionState::Lost:
        item.text = status.error ? Texts::tr("There is no connection to the node: %1").arg(m_words.error(*status.error))
                                 : Texts::tr("There is no connection to the node.");
        break;
    case ConnectionState::Refused:
        item.text = status.error ? Texts::tr("The node refuses this console: %1").arg(m_words.error(*status.error))
                                 : Texts::tr("The node refuses this console.");
        break;
    }
    items.push_back(std::move(item));
}

void Attention::addConditions(Items &items) const
{
    const auto &samples = m_session.health().samples();
    if (samples.empty())
        return;
    // Wall and registry time need not agree: the age is counted from when the sample was taken.
    for (const ConditionState &condition : samples.back().conditions) {
        if (condition.ok)
            continue;
        AttentionItem item;
        item.key = "condition" + condition.name;
        item.rule = AttentionRule::Condition;
        item.tone = condition.warning ? Tone::Warn : Tone::Danger;
        const QString reason = m_words.error(Error(errorCodeFromName(condition.reason), condition.params));
        item.text = condition.reason.empty()
                      ? Texts::tr("Not ready: %1.", "part of a node").arg(plainText(condition.name))
                      : Texts::tr("Not ready: %1. %2", "part of a node; reason sentence")
                            .arg(plainText(condition.name), reason);
        item.since = RegistryTime{condition.since.time_since_epoch().count()};
        item.link = ViewId::Health;
        items.push_back(std::move(item));
    }
}

/// What other nodes than the one that is attached to tell of themselves.
void Attention::addNodes(Items &items) const
{
    const auto &identity = m_session.deployment().identity();
    std::size_t shown = 0;
    for (const NodeInfo &node : m_session.fleet().fleet().nodes()) {
        if (identity && node.id == identity->node)
            continue;
        for (const ConditionState &problem : node.report.problems) {
            if (++shown > mostOfRule)
                return;
            AttentionItem item;
            item.key = "node" + node.id.string() + '\0' + problem.name;
            item.rule = AttentionRule::Condition;
            item.tone = problem.warning ? Tone::Warn : Tone::Danger;
            item.text =
                Texts::tr("Node %1, %2: %3", "node, what it is about, reason sentence")
                    .arg(plainText(node.id.text(), 60), plainText(m_words.wording().condition(problem.name), 60),
                         m_words.error(Error(errorCodeFromName(problem.reason), problem.params)));
            item.since = RegistryTime{problem.since.time_since_epoch().count()};
            item.link = ObjectId(node.id);
            items.push_back(std::move(item));
        }
    }
}

void Attention::addAway(Items &items) const
{
    const Fleet &fleet = m_session.fleet().fleet();
    std::size_t shown = 0;
    for (const Slot slot : m_away) {
        if (++shown > mostOfRule) {
            const int rest = int(m_away.size() - mostOfRule);
            items.push_back(
                restOf(AttentionRule::ClientAway, Tone::Warn,
                       Texts::tr("%n more client(s) are away while tabs of theirs are leased.", nullptr, rest), rest,
                       AttentionItem::Filtered{ViewId::Assignments, QStringLiteral("is:orphan")}));
            return;
        }
        const ClientRow &row = fleet.client(slot);
        AttentionItem item;
        item.key = "away" + keyOf(row.name);
        item.rule = AttentionRule::ClientAway;
        item.text = Texts::tr("Client %1 is disconnected with %n lease(s).", nullptr, int(row.assigned))
                        .arg(clientText(row.name));
        item.since = row.state->disconnectedAt;
        item.until = row.state->graceUntil;
        item.link = ObjectId(row.name);
        items.push_back(std::move(item));
    }
}

void Attention::addFlapping(Items &items)
{
    const RegistryTime from = m_session.fleet().now() - flapWindow;
    std::size_t shown = 0, all = 0;
    for (auto entry = m_disconnects.begin(); entry != m_disconnects.end();) {
        auto &[name, times] = *entry;
        while (!times.empty() && times.front() < from)
            times.pop_front();
        if (times.empty()) {
            entry = m_disconnects.erase(entry);
            continue;
        }
        ++entry;
        if (times.size() < flaps || ++all > mostOfRule)
            continue;
        ++shown;
        AttentionItem item;
        item.key = "flapping" + keyOf(name);
        item.rule = AttentionRule::ClientFlapping;
        item.text =
            Texts::tr("Client %1 comes and goes: disconnected three times within five minutes.").arg(clientText(name));
        item.since = times.front();
        item.link = ObjectId(name);
        item.action = QStringLiteral("client.disconnect");
        items.push_back(std::move(item));
    }
    if (all > shown)
        items.push_back(restOf(AttentionRule::ClientFlapping, Tone::Warn,
                               Texts::tr("%n more client(s) come and go.", nullptr, int(all - shown)), int(all - shown),
                               AttentionItem::Filtered{ViewId::Journal, QStringLiteral("kind:client_disconnected")}));
}

QString Attention::tabName(Slot context) const
{
    const ReportedContext &tab = *m_session.fleet().fleet().context(context).reported;
    return plainText(!tab.title.empty() ? tab.title : !tab.url.empty() ? tab.url : tab.id.text(), 60);
}

AttentionItem Attention::tabItem(AttentionRule rule, Slot context) const
{
    AttentionItem item;
    item.key = std::to_string(int(rule)) + keyOf(*m_session.fleet().fleet().context(context).name);
    item.rule = rule;
    item.link = ObjectId(*m_session.fleet().fleet().context(context).name);
    return item;
}

void Attention::addTabs(Items &items) const
{
    const FleetStore &store = m_session.fleet();
    const auto each = [&](const std::set<Slot> &marked, const auto &add, const auto &rest) {
        std::size_t shown = 0;
        for (const Slot slot : marked) {
            if (++shown > mostOfRule)
                return rest(int(marked.size() - mostOfRule));
            add(slot, store.fleet().context(slot));
        }
    };
    using Filtered = AttentionItem::Filtered;
    each(
        m_broken,
        [&](Slot slot, const ContextRow &row) {
            AttentionItem item = tabItem(AttentionRule::TabBroken, slot);
            item.text = Texts::tr("Tab “%1” is %2.", "title; crashed or unresponsive")
                            .arg(tabName(slot), Words::health(row.reported->health));
            items.push_back(std::move(item));
        },
        [&](int rest) {
            items.push_back(restOf(AttentionRule::TabBroken, Tone::Warn,
                                   Texts::tr("%n more tab(s) crashed or do not respond.", nullptr, rest), rest,
                                   Filtered{ViewId::Contexts, QStringLiteral("health:(crashed|unresponsive)")}));
        });
    each(
        m_unrenewed,
        [&](Slot slot, const ContextRow &row) {
            AttentionItem item = tabItem(AttentionRule::NeverRenewed, slot);
            item.text = Texts::tr("Task %1 never renewed its lease on “%2”, and half its time is over.", "task, tab")
                            .arg(plainText(row.assignment->task.text(), 60), tabName(slot));
            item.since = row.assignment->acquiredAt;
            item.until = store.expiry(slot);
            item.action = QStringLiteral("lease.release");
            items.push_back(std::move(item));
        },
        [&](int rest) {
            items.push_back(restOf(AttentionRule::NeverRenewed, Tone::Warn,
                                   Texts::tr("%n more lease(s) were never renewed.", nullptr, rest), rest,
                                   Filtered{ViewId::Assignments, QStringLiteral("renewals=0")}));
        });
    each(
        m_ending,
        [&](Slot slot, const ContextRow &row) {
            AttentionItem item = tabItem(AttentionRule::ExpiringUnrenewed, slot);
            item.text = Texts::tr("Task %1 no longer renews its lease on “%2”: it ends soon.", "task, tab")
                            .arg(plainText(row.assignment->task.text(), 60), tabName(slot));
            item.since = row.assignment->renewedAt;
            item.until = store.expiry(slot);
            items.push_back(std::move(item));
        },
        [&](int rest) {
            items.push_back(restOf(AttentionRule::ExpiringUnrenewed, Tone::Warn,
                                   Texts::tr("%n more lease(s) end soon without renewal.", nullptr, rest), rest,
                                   Filtered{ViewId::Assignments, QStringLiteral("is:expiring")}));
        });
    each(
        m_unsettled,
        [&](Slot slot, const ContextRow &row) {
            AttentionItem item = tabItem(AttentionRule::SettlingOverdue, slot);
            item.text = Texts::tr("Tab “%1” should have settled by now.").arg(tabName(slot));
            item.since = row.settling->deadline;
            item.action = QStringLiteral("context.settle");
            items.push_back(std::move(item));
        },
        [&](int rest) {
            items.push_back(restOf(AttentionRule::SettlingOverdue, Tone::Warn,
                                   Texts::tr("%n more tab(s) should have settled by now.", nullptr, rest), rest,
                                   Filtered{ViewId::Contexts, QStringLiteral("state:settling")}));
        });
}

void Attention::addReservations(Items &items) const
{
    const RegistryTime now = m_session.fleet().now();
    std::size_t all = 0;
    for (const auto &[key, reservation] : m_session.fleet().fleet().reservations()) {
        if (reservation->deadline >= now || ++all > mostOfRule)
            continue;
        AttentionItem item;
        item.key = "reservation" + keyOf(key.first) + '\0' + key.second.string();
        item.rule = AttentionRule::ReservationOverdue;
        item.text = reservation->newWindow
                      ? Texts::tr("Client %1 should have opened a window by now; its place stays taken.")
                            .arg(clientText(key.first))
                      : Texts::tr("Client %1 should have opened a tab by now; its place stays taken.")
                            .arg(clientText(key.first));
        item.since = reservation->deadline;
        item.link = ObjectId(key.first);
        items.push_back(std::move(item));
    }
    if (all > mostOfRule)
        items.push_back(restOf(AttentionRule::ReservationOverdue, Tone::Warn,
                               Texts::tr("%n more creation(s) are overdue.", nullptr, int(all - mostOfRule)),
                               int(all - mostOfRule), ViewId::Topology));
}

/// As far as the fleet tells: the exact reason takes an explanation, which the node gives.
QString Attention::whyWaiting(const Waiter &waiter) const
{
    const Fleet &fleet = m_session.fleet().fleet();
    const Slot user = fleet.find(waiter.user);
    std::uint32_t connected = 0, contexts = 0, busy = 0;
    if (user != noSlot)
        for (const Slot client : fleet.user(user).clients) {
            const ClientRow &row = fleet.client(client);
            if (!row.state->connected)
                continue;
            ++connected;
            contexts += row.contexts;
            busy += row.load();
        }
    if (connected == 0)
        return Texts::tr("no client of this user is connected", "why a request waits");
    if (contexts == 0)
        return Texts::tr("the user's clients have no tabs", "why a request waits");
    if (busy >= contexts)
        return Texts::tr("all %n tab(s) are taken", "why a request waits", int(contexts));
    return Texts::tr("none of the %n free tab(s) suits it", "why a request waits", int(contexts - busy));
}

void Attention::addWaiters(Items &items) const
{
    const RegistryTime from = m_session.fleet().now() - waitedLong;
    std::size_t all = 0;
    for (const auto &[user, queue] : m_session.fleet().fleet().waiters())
        for (const auto &[place, waiter] : queue) {
            if (waiter->enqueuedAt > from)
                break; // in order of their place
            if (++all > mostOfRule)
                continue;
            AttentionItem item;
            item.key = "waiter" + user.string() + '\0' + std::to_string(place);
            item.rule = AttentionRule::Waiting;
            item.text = Texts::tr("Task %1 of %2 waits: %3.", "task, user, reason")
                            .arg(plainText(waiter->task.text(), 60), plainText(user.text(), 60), whyWaiting(*waiter));
            item.since = waiter->enqueuedAt;
            item.until = waiter->deadline;
            item.link = requestOf(*waiter);
            items.push_back(std::move(item));
        }
    if (all > mostOfRule)
        items.push_back(restOf(AttentionRule::Waiting, Tone::Warn,
                               Texts::tr("%n more request(s) wait.", nullptr, int(all - mostOfRule)),
                               int(all - mostOfRule), ViewId::Waiters));
}

void Attention::addDrains(Items &items) const
{
    const RegistryTime now = m_session.fleet().now();
    std::size_t all = 0;
    for (const Drain &drain : m_session.fleet().fleet().drains()) {
        const bool isKept = drain.state == Drain::State::Kept;
        const bool isLate = drain.state == Drain::State::Draining && drain.deadline.isSet() && drain.deadline < now;
        if ((!isKept && !isLate) || ++all > mostOfRule)
            continue;
        AttentionItem item;
        item.rule = AttentionRule::DrainOverdue;
        item.since = drain.deadline;
        QString target;
        std::visit(
            [&]<class Target>(const Target &name) {
                item.link = ObjectId(name);
                if constexpr (std::is_same_v<Target, NodeId>) {
                    target = Texts::tr("node %1").arg(plainText(name.text(), 60));
                    item.key = "drain" + name.string();
                } else if constexpr (std::is_same_v<Target, WindowName>) {
                    target = Texts::tr("window %1").arg(plainText(name.window.text(), 60));
                    item.key =
                        "drain" + keyOf(name.clientName()) + '\0' + name.epoch.string() + '\0' + name.window.string();
                } else {
                    target = Texts::tr("client %1").arg(clientText(name));
                    item.key = "drain" + keyOf(name);
                }
            },
            drain.target);
        item.text = isKept ? Texts::tr("The drain of %1 reached its deadline; leases are left.").arg(target)
                           : Texts::tr("The drain of %1 is past its deadline.").arg(target);
        items.push_back(std::move(item));
    }
    if (all > mostOfRule)
        items.push_back(restOf(AttentionRule::DrainOverdue, Tone::Warn,
                               Texts::tr("%n more drain(s) are overdue.", nullptr, int(all - mostOfRule)),
                               int(all - mostOfRule), ViewId::Topology));
}

void Attention::addRest(Items &items) const
{
    const auto skew = m_session.deployment().clockSkew();
    if (skew && (*skew > muchSkew || *skew < -muchSkew)) {
        AttentionItem item;
        item.key = "skew";
        item.rule = AttentionRule::ClockSkew;
        item.text = skew->count() > 0
                      ? Texts::tr("The node's clock is ahead of this machine's by %1. Times shown are the node's.")
                            .arg(Words::roughly(*skew))
                      : Texts::tr("The node's clock is behind this machine's by %1. Times shown are the node's.")
                            .arg(Words::roughly(-*skew));
        items.push_back(std::move(item));
    }
    if (m_session.fleet().isPaused()) {
        AttentionItem item;
        item.key = "paused";
        item.rule = AttentionRule::Paused;
        item.text = Texts::tr("The view is paused: what you see stands still.");
        item.action = QStringLiteral("view.pause");
        items.push_back(std::move(item));
    }
    const auto &identity = m_session.deployment().identity();
    const auto &samples = m_session.health().samples();
    if (!identity)
        return;
    if (!samples.empty())
        addBound(items, "evidence", Texts::tr("Open commands: %1 of at most %2."), samples.back().pendingCommands,
                 identity->policies.evidenceEntries, ViewId::Health);
    addBound(items, "waiters", Texts::tr("Waiting requests: %1 of at most %2."),
             m_session.fleet().fleet().waiterCount(), identity->policies.waiterLimit, ViewId::Waiters);
}

void Attention::addBound(Items &items, const char *key, const QString &text, std::uint64_t used, std::uint64_t bound,
                         AttentionItem::Link link) const
{
    if (bound == 0 || double(used) < nearBound * double(bound))
        return;
    AttentionItem item;
    item.key = std::string("bound") + key;
    item.rule = AttentionRule::NearBound;
    item.text = text.arg(used).arg(bound);
    item.link = std::move(link);
    items.push_back(std::move(item));
}

} // namespace cheetah::gui
