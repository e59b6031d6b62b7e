// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/inspection.h"

#include "actions/pendingactions.h"
#include "models/inspectionfacts.h"
#include "models/nodeinspection.h"
#include "models/plaintext.h"
#include "session/session.h"
#include "session/words.h"

#include <QtCore/QCoreApplication>

#include <algorithm>

namespace cheetah::gui {

namespace {

using Row = InspectionRow;

/// Inspects things of one session; made for one look.
class Inspector : InspectionFacts {
    Q_DECLARE_TR_FUNCTIONS(cheetah::gui::Inspector)

public:
    Inspector(const Session &session, const ReportAges &ages, const Words &words)
        : m_store(session.fleet()), m_fleet(session.fleet().fleet()), m_ages(ages), m_words(words)
    {}

    std::optional<Inspection> operator()(std::monostate) const { return {}; }

    std::optional<Inspection> operator()(const ContextName &name) const
    {
        const Slot slot = m_fleet.find(name);
        if (slot == noSlot)
            return {};
        const ContextRow &row = m_fleet.context(slot);
        const ClientRow &client = m_fleet.client(row.client);
        const ContextState state = m_store.state(slot);
        const bool isFlow = client.state->kind == ClientKind::Console;
        Inspection inspection{isFlow ? Glyph::Flow : Glyph::Tab,
                              isFlow ? tr("Flow") : tr("Tab"),
                              titleOf(*row.reported),
                              Words::glyph(state),
                              Words::tone(state),
                              state == ContextState::Unavailable ? Words::health(row.reported->health)
                                                                 : Words::state(state),
                              {}};
        auto &sections = inspection.sections;
        addLease(sections, slot);
        addSettling(sections, row);
        addHold(sections, row);
        addReported(sections, row);
        InspectionSection where{tr("Identity"), {}};
        where.rows = {id(isFlow ? tr("Flow id") : tr("Tab id"), name.context),
                      link(tr("Window"), m_fleet.window(row.window).name.window, m_fleet.window(row.window).name),
                      link(tr("Client"), name.client, name.clientName()), link(tr("User"), name.user, name.user),
                      id(tr("Epoch"), name.epoch)};
        Row full{tr("Full name"), text(toText(name)), tr("As cheetahctl takes it")};
        full.copy = full.value;
        where.rows.push_back(full);
        sections.push_back(std::move(where));
        return inspection;
    }

    std::optional<Inspection> operator()(const WindowName &name) const
    {
        const Slot slot = m_fleet.find(name);
        if (slot == noSlot)
            return {};
        const WindowView view = windowView(m_fleet, slot);
        Inspection inspection{Glyph::Window,
                              tr("Window"),
                              view.title.empty() ? plainText(name.window.text()) : plainText(view.title),
                              {},
                              {},
                              {},
                              {}};
        setDrainState(inspection, view.draining);
        InspectionSection use{tr("Use"), {}};
        use.rows = {{tr("Tabs"), usage(view.tabs, view.tabLimit, view.reserved)},
                    {tr("Leased"), QString::number(view.assigned)}};
        InspectionSection reported{tr("Reported"), {}};
        reported.rows = {{tr("Title"), orNone(plainText(view.title))},
                         {tr("Focused"), yesNo(view.focused)},
                         {tr("Isolated", "window with a browser context of its own"), yesNo(view.isolated)},
                         {tr("Opened by us"), yesNo(view.ours)}};
        InspectionSection where{tr("Identity"), {}};
        where.rows = {id(tr("Window id"), name.window), link(tr("Client"), name.client, name.clientName()),
                      link(tr("User"), name.user, name.user), id(tr("Epoch"), name.epoch)};
        Row full{tr("Full name"), text(toText(name)), tr("As cheetahctl takes it")};
        full.copy = full.value;
        where.rows.push_back(full);
        addDrain(inspection.sections, m_fleet.drain(name));
        inspection.sections.insert(inspection.sections.end(), {use, reported, where});
        return inspection;
    }

    std::optional<Inspection> operator()(const ClientName &name) const
    {
        const Slot slot = m_fleet.find(name);
        if (slot == noSlot)
            return {};
        const ClientView view = clientView(m_fleet, slot);
        const ClientState &state = view.state;
        Inspection inspection{
            Glyph::Client, tr("Client"), plainText(name.client.text()), Glyph::Connect, Tone::Ok, tr("connected"), {}};
        if (!state.connected) {
            inspection.stateGlyph = Glyph::StateDisconnected;
            inspection.stateTone = view.assigned ? Tone::Warn : Tone::Muted;
            inspection.state = tr("disconnected");
        } else {
            setDrainState(inspection, isDraining(m_fleet, m_fleet.client(slot), nullptr));
        }
        addUse(inspection.sections, view);
        addConnection(inspection.sections, slot, view);
        addDrain(inspection.sections, m_fleet.drain(name));
        InspectionSection facts{tr("Metadata"), {}};
        for (const auto &[key, value] : state.metadata) {
            Row row{plainText(key, 80), orNone(plainText(value))};
            row.copy = text(value);
            facts.rows.push_back(row);
        }
        if (facts.rows.empty())
            facts.rows.push_back({tr("Metadata"), tr("none", "metadata")});
        InspectionSection where{tr("Identity"), {}};
        where.rows = {id(tr("Client id"), name.client), link(tr("User"), name.user, name.user),
                      id(tr("Epoch"), state.epoch)};
        inspection.sections.insert(inspection.sections.end(), {facts, where});
        return inspection;
    }

    std::optional<Inspection> operator()(const UserId &user) const
    {
        const Slot slot = m_fleet.find(user);
        if (slot == noSlot || m_fleet.user(slot).clients.empty())
            return {};
        std::uint32_t connected = 0, windows = 0, contexts = 0, assigned = 0, settling = 0;
        const auto &clients = m_fleet.user(slot).clients;
        for (const Slot client : clients) {
            const ClientRow &row = m_fleet.client(client);
            connected += row.state->connected;
            windows += std::uint32_t(row.windows.size());
            contexts += row.contexts;
            assigned += row.assigned;
            settling += row.settling;
        }
        Inspection inspection{Glyph::User, tr("User"), plainText(user.text()), {}, {}, {}, {}};
        InspectionSection use{tr("Use"), {}};
        use.rows = {{tr("Clients"), tr("%1 of %2 connected").arg(connected).arg(clients.size())},
                    {tr("Windows"), QString::number(windows)},
                    {tr("Tabs"), QString::number(contexts)},
                    {tr("Leased"), QString::number(assigned)},
                    {tr("Settling"), QString::number(settling)},
                    {tr("Waiting"), tr("%n request(s)", nullptr, int(m_fleet.waiters(user).size()))}};
        InspectionSection where{tr("Identity"), {id(tr("User id"), user)}};
        inspection.sections = {use, where};
        return inspection;
    }

    std::optional<Inspection> operator()(const NodeId &node) const { return inspectNode(m_store, m_words, node); }

private:
    static void setDrainState(Inspection &inspection, bool drains)
    {
        if (!drains)
            return;
        inspection.stateGlyph = Glyph::StateDraining;
        inspection.stateTone = Tone::Warn;
        inspection.state = tr("draining");
    }

    void addLease(std::vector<InspectionSection> &sections, Slot slot) const
    {
        const ContextRow &row = m_fleet.context(slot);
        InspectionSection section{tr("Lease"), {}};
        if (const Slot parent = m_fleet.find(row.parent); row.parent.name) {
            Row belongs{tr("Belongs to", "the lease on another tab"), parent == noSlot
                                                                          ? plainText(row.parent.name->context.text())
                                                                          : titleOf(*m_fleet.context(parent).reported)};
            if (parent != noSlot)
                belongs.link = ObjectId(*row.parent.name);
            section.rows.push_back(belongs);
        }
        if (!row.assignment) {
            if (!row.parent.name)
                section.rows.push_back({tr("Task"), tr("none, nobody holds it")});
            section.rows.push_back(
                {tr("Last lease ended"), row.lastEnd ? m_words.cause(*row.lastEnd) : tr("not known")});
            sections.push_back(std::move(section));
            return;
        }
        const Assignment &lease = *row.assignment;
        Row task = id(tr("Task"), lease.task);
        task.link = Row::Task{row.name->user, lease.task};
        task.tip = tr("Shows what is known of its commands");
        Row left{tr("Time left"), tr("does not expire")};
        if (m_store.taskTimeout().count() > 0) {
            left.time = Row::Time::Gauge;
            left.at = m_store.expiry(slot);
            left.span = m_store.taskTimeout();
            left.tip = Words::time(left.at);
        }
        Row renewed = since(tr("Last renewed"), lease.renewals ? lease.renewedAt : RegistryTime{});
        if (!lease.renewals)
            renewed.value = tr("never", "renewed");
        Row fence{tr("Fence"), QString::number(lease.fence)};
        fence.copy = fence.value;
        Row holder{tr("Acquired through", "node"), orNone(plainText(lease.holderNode.text()))};
        if (exists(m_fleet, lease.holderNode))
            holder.link = ObjectId(lease.holderNode);
        const auto more = {task,
                           left,
                           since(tr("Acquired"), lease.acquiredAt),
                           renewed,
                           Row{tr("Renewals"), QString::number(lease.renewals)},
                           holder,
                           id(tr("Request"), lease.request),
                           fence};
        section.rows.insert(section.rows.end(), more);
        if (lease.longestHold.count() > 0)
            section.rows.push_back(until(tr("Longest hold ends"), lease.acquiredAt + lease.longestHold));
        if (lease.tied)
            section.rows.push_back({tr("Ends with"), tr("the connection of its requester")});
        sections.push_back(std::move(section));
    }

    void addSettling(std::vector<InspectionSection> &sections, const ContextRow &row) const
    {
        if (!row.settling)
            return;
        InspectionSection section{tr("Settling"), {until(tr("At the latest in"), row.settling->deadline)}};
        std::size_t shown = 0;
        for (const CommandId &command : row.settling->commands) {
            if (++shown > 8) {
                section.rows.push_back(
                    {tr("Commands"), tr("and %n more", nullptr, int(row.settling->commands.size() - shown + 1))});
                break;
            }
            Row line = id(tr("Waits for command"), command);
            line.link = Row::Command{row.name->user, command};
            section.rows.push_back(line);
        }
        sections.push_back(std::move(section));
    }

    void addHold(std::vector<InspectionSection> &sections, const ContextRow &row) const
    {
        if (!row.hold)
            return;
        Row request = id(tr("For request"), row.hold->request);
        if (row.hold->request.empty())
            request.value = tr("not known yet");
        Row end = until(tr("For another"), row.hold->until);
        if (!row.hold->until.isSet())
            end.value = tr("until it is taken or cancelled");
        sections.push_back({tr("Held back"), {request, end}});
    }

    void addReported(std::vector<InspectionSection> &sections, const ContextRow &row) const
    {
        const ReportedContext &tab = *row.reported;
        InspectionSection section{tr("Reported"), {}};
        Row url{tr("URL"), orNone(plainText(tab.url, 500))};
        url.copy = text(tab.url);
        Row health{tr("Health"), Words::health(tab.health)};
        health.tone = tab.health == Health::Live ? Tone::Neutral : Tone::Danger;
        section.rows = {{tr("Title"), orNone(plainText(tab.title, 500))},
                        url,
                        health,
                        {tr("In front", "tab of its window"), yesNo(tab.active)},
                        {tr("Opened by us"), yesNo(tab.ours)}};
        if (!tab.opener.empty()) {
            const ContextName opener{row.name->user, row.name->client, row.name->epoch, tab.opener};
            Row line{tr("Opened by"), plainText(tab.opener.text())};
            if (const Slot slot = m_fleet.find(opener); slot != noSlot) {
                line.value = titleOf(*m_fleet.context(slot).reported);
                line.link = ObjectId(opener);
            }
            section.rows.push_back(line);
        }
        section.rows.push_back(since(tr("First seen"), row.firstSeenAt));
        sections.push_back(std::move(section));
    }

    static void addUse(std::vector<InspectionSection> &sections, const ClientView &view)
    {
        InspectionSection use{tr("Use"), {}};
        if (view.state.kind == ClientKind::Console) {
            use.rows.push_back({tr("Flows"), usage(view.contexts, view.state.limits.flows, view.reserved)});
        } else {
            use.rows.push_back({tr("Tabs"), usage(view.contexts, view.state.limits.tabs, view.reserved)});
            use.rows.push_back({tr("Windows"), usage(view.windows, view.state.limits.windows, 0)});
            use.rows.push_back({tr("Per window"), view.state.limits.tabsPerWindow
                                                      ? tr("at most %1").arg(*view.state.limits.tabsPerWindow)
                                                      : tr("no limit")});
        }
        use.rows.push_back({tr("Leased"), QString::number(view.assigned)});
        use.rows.push_back({tr("Settling"), QString::number(view.settling)});
        sections.push_back(std::move(use));
    }

    void addConnection(std::vector<InspectionSection> &sections, Slot slot, const ClientView &view) const
    {
        const ClientState &state = view.state;
        InspectionSection section{tr("Connection"), {}};
        auto &rows = section.rows;
        if (state.connected) {
            rows.push_back(since(tr("Connected"), state.connectedAt));
        } else {
            rows.push_back(since(tr("Disconnected"), state.disconnectedAt));
            if (state.graceUntil.isSet() && view.assigned > 0) {
                Row grace = until(tr("Leases end in", "grace of a client that is away"), state.graceUntil);
                grace.tone = Tone::Warn;
                rows.push_back(grace);
            }
            rows.push_back(until(tr("Removed in"), state.removeAt));
            if (state.keptOutUntil.isSet() && state.keptOutUntil > m_store.now())
                rows.push_back(until(tr("Kept out for"), state.keptOutUntil));
        }
        Row report = since(tr("Last report"), m_ages.last(slot));
        if (!m_ages.last(slot).isSet())
            report.value = tr("not known");
        Row node{tr("Node"), orNone(plainText(state.node.text()))};
        if (exists(m_fleet, state.node))
            node.link = ObjectId(state.node);
        rows.insert(rows.end(),
                    {report, Row{tr("Kind"), Words::kind(state.kind)}, Row{tr("Agent"), orNone(plainText(state.agent))},
                     node, Row{tr("Connections"), QString::number(state.generation)},
                     Row{tr("Reports"), QString::number(view.seq)}});
        sections.push_back(std::move(section));
    }

    const FleetStore &m_store;
    const Fleet &m_fleet;
    const ReportAges &m_ages;
    const Words &m_words;
};

} // namespace

QString InspectionRow::text(RegistryTime now) const
{
    switch (time) {
    case Time::Ago:
        return Words::ago(now - at);
    case Time::Left:
    case Time::Gauge:
        return now < at ? Words::clock(at - now) : InspectionFacts::over();
    case Time::None:
        break;
    }
    return value;
}

std::optional<Inspection> inspect(const Session &session, const ReportAges &ages, const Words &words,
                                  const ObjectId &object)
{
    std::optional<Inspection> inspection = std::visit(Inspector(session, ages, words), object);
    if (const UnderWay *now = inspection ? session.pending().underWay(object) : nullptr)
        inspection->underWay = *now;
    return inspection;
}

bool isAbout(const JournalEntry &entry, const ObjectId &object)
{
    const auto names = [&](std::string_view key, const std::string &value) {
        return std::any_of(entry.params.begin(), entry.params.end(),
                           [&](const auto &param) { return param.first == key && param.second == value; });
    };
    if (const auto *context = std::get_if<ContextName>(&object))
        return entry.context && *entry.context == *context;
    if (const auto *client = std::get_if<ClientName>(&object))
        return entry.client == client->client && entry.user == client->user;
    if (const auto *window = std::get_if<WindowName>(&object))
        return entry.client == window->client && entry.user == window->user && names("window", window->window.string());
    if (const auto *user = std::get_if<UserId>(&object))
        return entry.user == *user;
    if (const auto *node = std::get_if<NodeId>(&object))
        return entry.by == node->string() || names("node", node->string());
    return false;
}

} // namespace cheetah::gui
