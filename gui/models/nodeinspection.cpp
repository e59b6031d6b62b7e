// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/nodeinspection.h"

#include "models/inspectionfacts.h"
#include "session/nodewords.h"

#include <algorithm>

namespace cheetah::gui {

namespace {

constexpr std::size_t mostLinks = 12;

class NodeInspector : InspectionFacts {
    Q_DECLARE_TR_FUNCTIONS(cheetah::gui::Inspector)

public:
    NodeInspector(const FleetStore &store, const Words &words) : m_store(store), m_fleet(store.fleet()), m_words(words)
    {}

    std::optional<Inspection> inspect(const NodeId &node) const
    {
        const auto &nodes = m_fleet.nodes();
        const auto found =
            std::find_if(nodes.begin(), nodes.end(), [&](const NodeInfo &info) { return info.id == node; });
        if (found == nodes.end())
            return {};
        const NodeReport &report = found->report;
        const NodeWords::State state = NodeWords::state(m_fleet, *found, m_store.now(), m_store.connectionLease());
        Inspection inspection{Glyph::Node,
                              tr("Node"),
                              plainText(node.text()),
                              NodeWords::glyph(state),
                              NodeWords::tone(state),
                              NodeWords::word(state),
                              {}};
        for (const ConditionState &problem : report.problems)
            addProblem(inspection.sections, problem);
        InspectionSection facts{tr("Node"), {}};
        facts.rows = {{tr("Roles"), text(toText(found->roles)).replace(QLatin1Char(','), QStringLiteral(", "))},
                      {tr("Sockets"), QString::number(report.sockets), tr("Connections of clients that it holds")},
                      {tr("Redis answers in"), orNone(NodeWords::roundTrip(report.storeRoundTrip))},
                      {tr("Clock ahead by"), orNone(NodeWords::offset(report.clockOffset)),
                       tr("How far its clock is ahead of the registry's")},
                      {tr("Version"), orNone(plainText(found->version))},
                      since(tr("Started"), found->startedAt),
                      since(tr("Last heartbeat"), found->heartbeatAt)};
        InspectionSection where{tr("Identity"), {}};
        where.rows = {id(tr("Node id"), node), addressRow(tr("Listens at"), report.url),
                      addressRow(tr("Advertised as"), found->advertisedUrl), id(tr("Incarnation"), found->incarnation)};
        addDrain(inspection.sections, m_fleet.drain(node));
        inspection.sections.push_back(std::move(facts));
        addClientsOf(inspection.sections, node);
        addProvisionedBy(inspection.sections, node);
        inspection.sections.push_back(std::move(where));
        return inspection;
    }

private:
    static InspectionRow addressRow(const QString &label, const std::string &address)
    {
        InspectionRow row{label, orNone(plainText(address))};
        row.copy = text(address);
        return row;
    }

    /// What is wrong, since when, and what to do.
    void addProblem(std::vector<InspectionSection> &sections, const ConditionState &problem) const
    {
        const Wording &wording = m_words.wording();
        InspectionSection section{plainText(wording.condition(problem.name)), {}};
        InspectionRow what{problem.warning ? tr("Warning") : tr("Not ready"),
                           plainText(wording.error(Error(errorCodeFromName(problem.reason), problem.params)), 500)};
        what.tone = problem.warning ? Tone::Warn : Tone::Danger;
        section.rows.push_back(what);
        if (const std::string remedy = wording.remedy(problem.remedy); !remedy.empty())
            section.rows.push_back({tr("What to do"), plainText(remedy, 500)});
        section.rows.push_back(since(tr("Since"), RegistryTime{problem.since.time_since_epoch().count()}));
        sections.push_back(std::move(section));
    }

    /// Links to those whose sockets the node holds.
    void addClientsOf(std::vector<InspectionSection> &sections, const NodeId &node) const
    {
        std::vector<ClientName> clients;
        for (Slot slot = 0; slot < m_fleet.clientSlots(); ++slot)
            if (const auto &state = m_fleet.client(slot).state; state && state->connected && state->node == node)
                clients.push_back(m_fleet.client(slot).name);
        InspectionSection section{tr("Clients"), {}};
        if (clients.empty())
            section.rows.push_back({tr("Connected here"), tr("none", "clients of a node")});
        addLinks(section, clients);
        sections.push_back(std::move(section));
    }

    /// Links to those that it alone may open tabs and windows for at present.
    void addProvisionedBy(std::vector<InspectionSection> &sections, const NodeId &node) const
    {
        const auto clients = provisionedClients(m_fleet, m_store.now());
        const auto found = clients.find(node);
        if (found == clients.end())
            return;
        InspectionSection section{tr("Provisions"), {}};
        addLinks(section, found->second);
        sections.push_back(std::move(section));
    }

    /// As many as can be read.
    static void addLinks(InspectionSection &section, const std::vector<ClientName> &clients)
    {
        const std::size_t shown = std::min(mostLinks, clients.size());
        for (std::size_t i = 0; i < shown; ++i)
            section.rows.push_back(link(plainText(clients[i].user.text(), 80), clients[i].client, clients[i]));
        if (clients.size() > shown)
            section.rows.push_back({tr("More"), tr("%n other client(s)", nullptr, int(clients.size() - shown))});
    }

    const FleetStore &m_store;
    const Fleet &m_fleet;
    const Words &m_words;
};

} // namespace

std::optional<Inspection> inspectNode(const FleetStore &store, const Words &words, const NodeId &node)
{
    return NodeInspector(store, words).inspect(node);
}

} // namespace cheetah::gui
