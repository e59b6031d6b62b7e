// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/selectionsummary.h"

#include "session/session.h"
#include "session/words.h"

#include <QtCore/QCoreApplication>

namespace cheetah::gui {

namespace {

/// Counts what is selected, by what it is and in which state.
class Summary {
    Q_DECLARE_TR_FUNCTIONS(Inspection)

public:
    Summary(const FleetStore &store, const std::vector<ObjectId> &objects) : m_store(store), m_selected(objects.size())
    {
        const std::size_t looked = std::min(objects.size(), mostSummed);
        for (std::size_t i = 0; i < looked; ++i)
            count(objects[i]);
    }

    Inspection told() const
    {
        Inspection inspection{
            Glyph::Contexts, tr("Selection"), tr("%n selected", nullptr, int(m_selected)), {}, {}, {}, {}};
        InspectionSection what{tr("What is selected"), {}};
        add(what, tr("Users"), m_users);
        add(what, tr("Clients"), m_clients);
        add(what, tr("Windows"), m_windows);
        add(what, tr("Tabs"), m_tabs);
        add(what, tr("Nodes"), m_nodes);
        add(what, tr("Gone"), m_gone);
        if (m_selected > mostSummed)
            what.rows.push_back({tr("Counted"), tr("only the first %1").arg(mostSummed)});
        inspection.sections.push_back(std::move(what));
        if (m_tabs > 0) {
            InspectionSection section{tr("Tabs by state"), {}};
            for (std::size_t state = 0; state < m_states.size(); ++state)
                add(section, Words::state(ContextState(state)), m_states[state]);
            inspection.sections.push_back(std::move(section));
        }
        return inspection;
    }

private:
    void count(const ObjectId &object)
    {
        const Fleet &fleet = m_store.fleet();
        if (!exists(fleet, object)) {
            ++m_gone;
        } else if (const auto *context = std::get_if<ContextName>(&object)) {
            ++m_tabs;
            ++m_states[std::size_t(m_store.state(fleet.find(*context)))];
        } else {
            m_windows += std::holds_alternative<WindowName>(object);
            m_clients += std::holds_alternative<ClientName>(object);
            m_users += std::holds_alternative<UserId>(object);
            m_nodes += std::holds_alternative<NodeId>(object);
        }
    }
    static void add(InspectionSection &section, const QString &label, std::uint32_t count)
    {
        if (count > 0)
            section.rows.push_back({label, QString::number(count)});
    }

    const FleetStore &m_store;
    const std::size_t m_selected;
    std::array<std::uint32_t, FleetTotals::stateCount> m_states{};
    std::uint32_t m_tabs = 0, m_windows = 0, m_clients = 0, m_users = 0, m_nodes = 0, m_gone = 0;
};

} // namespace

Inspection summarize(const Session &session, const std::vector<ObjectId> &objects)
{
    return Summary(session.fleet(), objects).told();
}

} // namespace cheetah::gui
