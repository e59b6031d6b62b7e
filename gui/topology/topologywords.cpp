// SPDX-License-Identifier: GPL-3.0-or-later
#include "topology/topologywords.h"

#include "actions/flowwords.h"
#include "actions/pendingactions.h"
#include "models/plaintext.h"

#include <QtCore/QUrl>

#include <algorithm>

namespace cheetah::gui {

namespace {

constexpr double soonShare = 0.2, lastShare = 0.05;
constexpr int mostOfEpoch = 8;
constexpr std::size_t mostListed = 8;

Slot holderOf(const Fleet &fleet, Slot context)
{
    const ContextRow &row = fleet.context(context);
    if (row.assignment || !row.parent.name)
        return context;
    const Slot parent = fleet.find(row.parent);
    return parent == noSlot ? context : parent;
}

QString joined(const QStringList &parts)
{
    return parts.join(QStringLiteral(" · "));
}

} // namespace

const Assignment *heldBy(const Fleet &fleet, Slot context)
{
    const auto &assignment = fleet.context(holderOf(fleet, context)).assignment;
    return assignment ? &*assignment : nullptr;
}

LeaseLeft leaseLeft(const FleetStore &store, Slot context, RegistryTime now)
{
    LeaseLeft lease;
    const Slot holder = holderOf(store.fleet(), context);
    if (!store.fleet().context(holder).assignment)
        return lease;
    lease.isHeld = true;
    const RegistryTime expiry = store.expiry(holder);
    if (!expiry.isSet())
        return lease;
    lease.ends = true;
    lease.left = std::max(Micros(0), expiry - now);
    lease.share = std::clamp(double(lease.left.count()) / double(store.taskTimeout().count()), 0.0, 1.0);
    lease.tone = lease.share <= lastShare ? Tone::Danger : lease.share <= soonShare ? Tone::Warn : Tone::Accent;
    return lease;
}

bool TopologyWords::isFlow(Slot client) const
{
    const auto &state = fleet().client(client).state;
    return state && state->kind == ClientKind::Console;
}

QString TopologyWords::clientName(Slot client) const
{
    const ClientName &name = fleet().client(client).name;
    if (m_layout.options().byUser)
        return plainText(name.client.text(), 80);
    return tr("%1 / %2", "user / client").arg(plainText(name.user.text(), 60), plainText(name.client.text(), 80));
}

QString TopologyWords::usage(Slot client) const
{
    const ClientRow &row = fleet().client(client);
    const CapacityLimits &limits = row.state->limits;
    const auto count = [](std::size_t used, const std::optional<std::uint32_t> &limit) {
        return limit ? tr("%1/%2", "used/limit").arg(used).arg(*limit) : QString::number(used);
    };
    QStringList parts;
    if (isFlow(client)) {
        parts += tr("%1 flow(s)", nullptr, int(row.contexts)).arg(count(row.contexts, limits.flows));
    } else {
        parts += tr("%1 window(s)", nullptr, int(row.windows.size())).arg(count(row.windows.size(), limits.windows));
        parts += tr("%1 tab(s)", nullptr, int(row.contexts)).arg(count(row.contexts, limits.tabs));
    }
    if (row.assigned > 0)
        parts += tr("%n assigned", "tabs", int(row.assigned));
    if (const TopologyLayout::Band *band = m_layout.band(client); band && !band->makings.empty())
        parts += tr("%n reserved", "places", int(band->makings.size()));
    return joined(parts);
}

QString TopologyWords::used(Slot client, const TopologyLayout::Box &box) const
{
    const CapacityLimits &limits = fleet().client(client).state->limits;
    const auto &limit = isFlow(client) ? limits.flows : limits.tabsPerWindow;
    return limit ? tr("%1/%2", "used/limit").arg(box.tabs).arg(*limit) : QString::number(box.tabs);
}

QString TopologyWords::usage(Slot client, const TopologyLayout::Box &box) const
{
    const QString tabs = used(client, box);
    return box.reserved > 0 ? tr("%1, %n reserved", "used tabs, places", box.reserved).arg(tabs) : tabs;
}

QString TopologyWords::shortUsage(Slot client, const TopologyLayout::Box &box) const
{
    const QString tabs = used(client, box);
    return box.reserved > 0 ? tr("%1 +%2", "used tabs, reserved places").arg(tabs).arg(box.reserved) : tabs;
}

QString TopologyWords::usage(const TopologyLayout::Group &group) const
{
    std::uint32_t tabs = 0, assigned = 0;
    for (const Slot client : group.clients) {
        tabs += fleet().client(client).contexts;
        assigned += fleet().client(client).assigned;
    }
    return joined({tr("%n client(s)", nullptr, int(group.clients.size())), tr("%n tab(s)", nullptr, int(tabs)),
                   tr("%n assigned", "tabs", int(assigned))});
}

QString TopologyWords::drain(const Drain &drain, RegistryTime now) const
{
    switch (drain.state) {
    case Drain::State::Draining:
        return drain.deadline.isSet() ? tr("draining, %1 left").arg(Words::clock(drain.deadline - now))
                                      : tr("draining");
    case Drain::State::Done:
        return tr("drained");
    case Drain::State::Kept:
        return tr("drain over, leases kept");
    case Drain::State::Forced:
        return tr("drained by force");
    }
    return {};
}

QString TopologyWords::title(Slot context) const
{
    const ContextRow &row = fleet().context(context);
    if (!row.reported->title.empty())
        return plainText(row.reported->title);
    if (!row.reported->url.empty())
        return plainText(row.reported->url);
    return plainText(row.name->context.text());
}

QString TopologyWords::windowTitle(Slot window) const
{
    const WindowRow &row = fleet().window(window);
    if (!row.title.empty())
        return plainText(row.title);
    if (row.client != noSlot && isFlow(row.client))
        return tr("Flows");
    return plainText(row.name.window.text());
}

QString TopologyWords::task(Slot context) const
{
    const Assignment *assignment = heldBy(fleet(), context);
    return assignment ? plainText(assignment->task.text(), 120) : QString();
}

QString TopologyWords::stateAndPlace(Slot context) const
{
    const ContextState state = m_store.state(context);
    const auto &reported = *fleet().context(context).reported;
    QStringList parts;
    if (state == ContextState::Unavailable)
        parts += Words::health(reported.health);
    else
        parts += Words::state(state);
    const QString host = QUrl(text(reported.url.substr(0, 300))).host();
    if (!host.isEmpty())
        parts += plainText(host.toStdString(), 80);
    return joined(parts);
}

QString TopologyWords::connection(Slot client, RegistryTime now) const
{
    const ClientState &state = *fleet().client(client).state;
    if (state.connected)
        return tr("connected");
    if (!state.disconnectedAt.isSet())
        return tr("disconnected");
    return tr("disconnected %1", "such as: 12 s ago").arg(Words::ago(now - state.disconnectedAt));
}

QString TopologyWords::chip(const std::pair<const std::string, std::string> &metadata) const
{
    const QString key = plainText(metadata.first, 40);
    return metadata.second.empty() ? key : key + QLatin1Char('=') + plainText(metadata.second, 40);
}

QString TopologyWords::waiting(std::size_t count) const
{
    return tr("%n waiting", "requests for a tab", int(count));
}

QString TopologyWords::making(const Reservation &reservation) const
{
    if (reservation.newWindow)
        return reservation.placement.kind == Placement::Kind::Isolated ? tr("new isolated window") : tr("new window");
    return tr("new tab");
}

QString TopologyWords::epoch(const Epoch &epoch)
{
    const QString full = plainText(epoch.text(), 60);
    return full.size() <= mostOfEpoch ? full : full.left(mostOfEpoch) + u'…';
}

const TopologyLayout::Making *TopologyWords::making(const TopologySpot &spot) const
{
    const TopologyLayout::Band *band = m_layout.band(spot.slot);
    return band && spot.index >= 0 && spot.index < int(band->makings.size()) ? &band->makings[std::size_t(spot.index)]
                                                                             : nullptr;
}

QString TopologyWords::contextSentence(Slot context, RegistryTime now) const
{
    const QString name = isFlow(fleet().context(context).client) ? tr("Flow “%1”").arg(title(context))
                                                                 : tr("Tab “%1”").arg(title(context));
    const LeaseLeft lease = leaseLeft(m_store, context, now);
    if (lease.isHeld && lease.ends)
        return tr("%1, assigned to task %2, expires in %n second(s)", "a tab",
                  int((lease.left.count() + 999'999) / 1'000'000))
            .arg(name, task(context));
    if (lease.isHeld)
        return tr("%1, assigned to task %2", "a tab").arg(name, task(context));
    return tr("%1, %2", "a tab, its state").arg(name, stateAndPlace(context));
}

const UnderWay *TopologyWords::underWay(const TopologySpot &spot) const
{
    using Kind = TopologySpot::Kind;
    if (!m_pending.hasUnderWay())
        return nullptr;
    if (spot.kind == Kind::Client)
        return m_pending.underWay(fleet().client(spot.slot).name);
    if (spot.kind == Kind::Window)
        return m_pending.underWay(fleet().window(spot.slot).name);
    if (spot.kind == Kind::Context && fleet().context(spot.slot).name)
        return m_pending.underWay(*fleet().context(spot.slot).name);
    return nullptr;
}

QString TopologyWords::sentence(const TopologySpot &spot, RegistryTime now) const
{
    const UnderWay *action = underWay(spot);
    return action ? tr("%1: %2", "a tab; what is under way, such as: Releasing…")
                        .arg(heading(spot), FlowWords::sentence(*action))
                  : usualSentence(spot, now);
}

QString TopologyWords::usualSentence(const TopologySpot &spot, RegistryTime now) const
{
    using Kind = TopologySpot::Kind;
    switch (spot.kind) {
    case Kind::None:
        return {};
    case Kind::User: {
        const auto &group = m_layout.group(int(spot.slot));
        return group.user.empty() ? waiting(fleet().waiterCount())
                                  : tr("User %1, %2").arg(plainText(group.user.text(), 80), usage(group));
    }
    case Kind::Client:
        return tr("Client %1, %2, %3", "name, connection, usage")
            .arg(clientName(spot.slot), connection(spot.slot, now), usage(spot.slot));
    case Kind::Window: {
        const WindowRow &row = fleet().window(spot.slot);
        const TopologyLayout::Box *box = m_layout.box(fleet(), spot.slot);
        return tr("Window “%1”, %2", "title, usage of tabs")
            .arg(windowTitle(spot.slot), box ? usage(row.client, *box) : QString::number(row.contexts.size()));
    }
    case Kind::Context:
        return contextSentence(spot.slot, now);
    case Kind::Reservation:
        if (const auto *found = making(spot))
            return tr("Reserved: %1, %2 left", "what is being made, time")
                .arg(making(*found->reservation), Words::clock(found->reservation->deadline - now));
        return {};
    }
    return {};
}

QString TopologyWords::heading(const TopologySpot &spot) const
{
    using Kind = TopologySpot::Kind;
    switch (spot.kind) {
    case Kind::None:
        return {};
    case Kind::User:
        return plainText(m_layout.group(int(spot.slot)).user.text(), 120);
    case Kind::Client:
        return clientName(spot.slot);
    case Kind::Window:
        return windowTitle(spot.slot);
    case Kind::Context:
        return title(spot.slot);
    case Kind::Reservation:
        if (const auto *found = making(spot))
            return making(*found->reservation);
        return {};
    }
    return {};
}

TopologyWords::Rows TopologyWords::rows(const TopologySpot &spot, RegistryTime now) const
{
    Rows rows = usualRows(spot, now);
    if (const UnderWay *action = underWay(spot))
        rows.emplace(rows.begin(), tr("Under way"), FlowWords::sentence(*action));
    return rows;
}

TopologyWords::Rows TopologyWords::usualRows(const TopologySpot &spot, RegistryTime now) const
{
    using Kind = TopologySpot::Kind;
    switch (spot.kind) {
    case Kind::None:
        return {};
    case Kind::User:
        return userRows(m_layout.group(int(spot.slot)).user, now);
    case Kind::Client:
        return clientRows(spot.slot, now);
    case Kind::Window:
        return windowRows(spot.slot, now);
    case Kind::Context:
        return contextRows(spot.slot, now);
    case Kind::Reservation:
        if (const auto *found = making(spot))
            return reservationRows(*found->reservation, now);
        return {};
    }
    return {};
}

TopologyWords::Rows TopologyWords::contextRows(Slot context, RegistryTime now) const
{
    const ContextRow &row = fleet().context(context);
    Rows rows;
    rows.emplace_back(tr("State"), Words::state(m_store.state(context)));
    if (const Assignment *lease = heldBy(fleet(), context)) {
        rows.emplace_back(tr("Task"), task(context));
        const LeaseLeft left = leaseLeft(m_store, context, now);
        rows.emplace_back(tr("Lease"),
                          left.ends ? tr("%1 left", "time").arg(Words::clock(left.left)) : tr("does not run out"));
        if (lease->longestHold.count() > 0)
            rows.emplace_back(tr("Held at most"),
                              tr("%1 more", "time").arg(Words::clock(lease->acquiredAt + lease->longestHold - now)));
        rows.emplace_back(tr("Acquired"), Words::time(lease->acquiredAt));
        rows.emplace_back(
            tr("Renewed"),
            lease->renewals == 0
                ? tr("never")
                : tr("%n time(s), last %1", nullptr, int(lease->renewals)).arg(Words::ago(now - lease->renewedAt)));
        if (!lease->holderNode.empty())
            rows.emplace_back(tr("Through node"), plainText(lease->holderNode.text(), 80));
        if (!row.assignment)
            rows.emplace_back(tr("Held with"), plainText(row.parent.name->context.text(), 80));
    }
    if (row.settling) {
        rows.emplace_back(tr("Settling"),
                          tr("%n command(s) without an answer", nullptr, int(row.settling->commands.size())));
        rows.emplace_back(tr("At most"), tr("%1 more", "time").arg(Words::clock(row.settling->deadline - now)));
    }
    if (row.hold)
        rows.emplace_back(tr("Held for"), row.hold->request.empty() ? tr("who asked for it is not known yet")
                                                                    : plainText(row.hold->request.text(), 80));
    rows.emplace_back(tr("Health"), Words::health(row.reported->health));
    if (!row.reported->url.empty())
        rows.emplace_back(tr("Address"), plainText(row.reported->url, 200));
    QStringList marks;
    if (row.reported->active)
        marks += tr("in front of its window");
    if (row.reported->ours)
        marks += tr("opened by us");
    if (!marks.isEmpty())
        rows.emplace_back(tr("Tab"), joined(marks));
    rows.emplace_back(tr("Window"), windowTitle(row.window));
    rows.emplace_back(tr("Client"),
                      tr("%1 / %2", "user / client")
                          .arg(plainText(row.name->user.text(), 80), plainText(row.name->client.text(), 80)));
    rows.emplace_back(tr("Context"), plainText(row.name->context.text(), 80));
    if (row.firstSeenAt.isSet())
        rows.emplace_back(tr("First seen"), Words::time(row.firstSeenAt));
    return rows;
}

TopologyWords::Rows TopologyWords::windowRows(Slot window, RegistryTime now) const
{
    const WindowRow &row = fleet().window(window);
    Rows rows;
    const TopologyLayout::Box *box = m_layout.box(fleet(), window);
    std::array<int, FleetTotals::stateCount> counts{};
    for (const Slot context : row.contexts)
        ++counts[std::size_t(m_store.state(context))];
    QStringList states;
    for (std::size_t i = 0; i < counts.size(); ++i)
        if (counts[i] > 0)
            states += tr("%1 %2", "count, state").arg(counts[i]).arg(Words::state(ContextState(i)));
    rows.emplace_back(tr("Tabs"), box ? usage(row.client, *box) : QString::number(row.contexts.size()));
    if (!states.isEmpty())
        rows.emplace_back(tr("States"), joined(states));
    QStringList marks;
    if (row.focused)
        marks += tr("has the focus");
    if (row.isolated)
        marks += tr("isolated: cookies and storage of its own");
    if (row.ours)
        marks += tr("opened by us");
    if (!marks.isEmpty())
        rows.emplace_back(tr("Window"), joined(marks));
    if (const Drain *found = fleet().drain(row.name))
        rows.emplace_back(tr("Drain"), drain(*found, now));
    rows.emplace_back(tr("Window id"), plainText(row.name.window.text(), 80));
    return rows;
}

TopologyWords::Rows TopologyWords::clientRows(Slot client, RegistryTime now) const
{
    const ClientRow &row = fleet().client(client);
    const ClientState &state = *row.state;
    Rows rows;
    rows.emplace_back(tr("Connection"), connection(client, now));
    if (!state.connected && state.graceUntil.isSet() && state.graceUntil > now)
        rows.emplace_back(tr("Its leases end"), tr("in %1", "time").arg(Words::clock(state.graceUntil - now)));
    if (!state.connected && state.removeAt.isSet())
        rows.emplace_back(tr("Forgotten"), tr("in %1", "time").arg(Words::clock(state.removeAt - now)));
    if (state.keptOutUntil > now)
        rows.emplace_back(tr("Kept out"), tr("%1 more", "time").arg(Words::clock(state.keptOutUntil - now)));
    rows.emplace_back(tr("Kind"), Words::kind(state.kind));
    if (!state.agent.empty())
        rows.emplace_back(tr("Agent"), plainText(state.agent, 160));
    rows.emplace_back(tr("Usage"), usage(client));
    QStringList metadata;
    for (const auto &entry : state.metadata) {
        if (std::size_t(metadata.size()) == mostListed) {
            metadata += QStringLiteral("…");
            break;
        }
        metadata += chip(entry);
    }
    if (!metadata.isEmpty())
        rows.emplace_back(tr("Metadata"), metadata.join(QStringLiteral(", ")));
    if (const Drain *found = fleet().drain(row.name))
        rows.emplace_back(tr("Drain"), drain(*found, now));
    else if (const Drain *whole = fleet().drain(state.node))
        rows.emplace_back(tr("Drain of its node"), drain(*whole, now));
    rows.emplace_back(tr("Node"), plainText(state.node.text(), 80));
    rows.emplace_back(tr("Epoch"), plainText(state.epoch.text(), 80));
    if (state.connected && state.connectedAt.isSet())
        rows.emplace_back(tr("Connected since"), Words::time(state.connectedAt));
    return rows;
}

TopologyWords::Rows TopologyWords::reservationRows(const Reservation &reservation, RegistryTime now) const
{
    Rows rows;
    const Micros left = reservation.deadline - now;
    rows.emplace_back(tr("Expected"), left.count() > 0 ? tr("within %1", "time").arg(Words::clock(left))
                                                       : tr("overdue since %1", "time").arg(Words::clock(-left)));
    rows.emplace_back(tr("Answer"),
                      reservation.answeredSeq > 0 ? tr("done, not yet seen in a report") : tr("none yet"));
    if (!reservation.request.empty())
        rows.emplace_back(tr("Request"), plainText(reservation.request.text(), 80));
    rows.emplace_back(tr("Provision"), plainText(reservation.provision.text(), 80));
    rows.emplace_back(tr("Client"), tr("%1 / %2", "user / client")
                                        .arg(plainText(reservation.client.user.text(), 80),
                                             plainText(reservation.client.client.text(), 80)));
    return rows;
}

TopologyWords::Rows TopologyWords::userRows(const UserId &user, RegistryTime now) const
{
    Rows rows;
    if (const int group = m_layout.groupOf(user); group >= 0 && !user.empty())
        rows.emplace_back(tr("Usage"), usage(m_layout.group(group)));
    std::size_t listed = 0, count = 0;
    for (const auto &[id, queue] : fleet().waiters()) {
        if (!user.empty() && id != user)
            continue;
        count += queue.size();
        for (const auto &[place, waiter] : queue)
            if (++listed <= mostListed)
                rows.emplace_back(
                    plainText(waiter->task.text(), 60),
                    tr("waits for %1, %2 left", "any, new-tab …; time")
                        .arg(plainText(toText(waiter->placement), 60), Words::clock(waiter->deadline - now)));
    }
    if (count > mostListed)
        rows.emplace_back(QString(), tr("and %n more", "requests", int(count - mostListed)));
    return rows;
}

} // namespace cheetah::gui
