// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/viewfactory.h"

#include "theme/theme.h"
#include "topology/topologyview.h"
#include "views/assignmentsview.h"
#include "views/contextsview.h"
#include "views/evidenceview.h"
#include "views/explainview.h"
#include "views/fleettreeview.h"
#include "views/healthview.h"
#include "views/inspectorview.h"
#include "views/journalview.h"
#include "views/logview.h"
#include "views/nodesview.h"
#include "views/overviewview.h"
#include "views/waitersview.h"

namespace cheetah::gui {

std::vector<View *> makeViews(Workspace &workspace, QWidget *parent)
{
    return {
        new OverviewView(workspace, parent),  new AssignmentsView(workspace, parent),
        new ContextsView(workspace, parent),  new TopologyView(workspace, parent),
        new HealthView(workspace, parent),    new JournalView(workspace, parent),
        new WaitersView(workspace, parent),   new NodesView(workspace, parent),
        new FleetTreeView(workspace, parent), new InspectorView(workspace, parent),
        new ExplainView(workspace, parent),   new EvidenceView(workspace, parent),
        new LogView(workspace, parent),
    };
}

bool isCentral(ViewId id)
{
    return id < ViewId::FleetTree;
}

QString nameOf(ViewId id)
{
    switch (id) {
    case ViewId::Overview:
        return QStringLiteral("overview");
    case ViewId::Assignments:
        return QStringLiteral("assignments");
    case ViewId::Contexts:
        return QStringLiteral("contexts");
    case ViewId::Topology:
        return QStringLiteral("topology");
    case ViewId::Health:
        return QStringLiteral("health");
    case ViewId::Journal:
        return QStringLiteral("journal");
    case ViewId::Waiters:
        return QStringLiteral("waiters");
    case ViewId::Nodes:
        return QStringLiteral("nodes");
    case ViewId::FleetTree:
        return QStringLiteral("fleet");
    case ViewId::Inspector:
        return QStringLiteral("inspector");
    case ViewId::Explain:
        return QStringLiteral("explain");
    case ViewId::Evidence:
        return QStringLiteral("evidence");
    case ViewId::Log:
        return QStringLiteral("log");
    case ViewId::Pending:
        return QStringLiteral("pending");
    }
    return {};
}

Glyph glyphOf(ViewId id)
{
    switch (id) {
    case ViewId::Overview:
        return Glyph::Overview;
    case ViewId::Assignments:
        return Glyph::Assignments;
    case ViewId::Contexts:
        return Glyph::Contexts;
    case ViewId::Topology:
        return Glyph::Topology;
    case ViewId::Health:
        return Glyph::Health;
    case ViewId::Journal:
        return Glyph::Journal;
    case ViewId::Waiters:
        return Glyph::Waiter;
    case ViewId::Nodes:
        return Glyph::Node;
    case ViewId::FleetTree:
        return Glyph::Tree;
    case ViewId::Inspector:
        return Glyph::Inspector;
    case ViewId::Explain:
        return Glyph::Explain;
    case ViewId::Evidence:
        return Glyph::Evidence;
    case ViewId::Log:
        return Glyph::Log;
    case ViewId::Pending:
        return Glyph::Pending;
    }
    return Glyph::Unknown;
}

} // namespace cheetah::gui
