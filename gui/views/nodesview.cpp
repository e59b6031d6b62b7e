// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/nodesview.h"

#include "models/noderows.h"
#include "session/session.h"
#include "theme/theme.h"
#include "views/tableview.h"
#include "widgets/emptystate.h"

namespace cheetah::gui {

NodesView::NodesView(Workspace &workspace, QWidget *parent)
    : TablePage(ViewId::Nodes, workspace,
                std::make_unique<NodeRows>(workspace.session.fleet(), &workspace.session.pending()),
                QStringLiteral("nodes"), parent)
{
    table().setStandardSorting("node", Qt::AscendingOrder);
    retranslate();
}

QString NodesView::title() const
{
    return tr("Nodes");
}

void NodesView::describeNothing(EmptyState &state)
{
    state.set(Glyph::Node, tr("No node has told of itself yet"),
              tr("Nodes enter the deployment when they start. More of them share one fleet on a Redis: start each with "
                 "cheetahd --registry redis://HOST --node-id NAME."));
}

void NodesView::retranslate()
{
    table().setAccessibleName(tr("Nodes"));
    TablePage::retranslate();
}

} // namespace cheetah::gui
