// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/contextsview.h"

#include "actions/pendingactions.h"
#include "models/contextrows.h"
#include "session/session.h"
#include "views/tableview.h"
#include "widgets/emptystate.h"

namespace cheetah::gui {

ContextsView::ContextsView(Workspace &workspace, QWidget *parent)
    : TablePage(ViewId::Contexts, workspace,
                std::make_unique<ContextRows>(ContextRows::Which::All, workspace.session.fleet(), workspace.words,
                                              &workspace.session.pending()),
                QStringLiteral("contexts"), parent)
{
    table().setStandardSorting("state", Qt::AscendingOrder);
    retranslate();
}

QString ContextsView::title() const
{
    return tr("Tabs");
}

void ContextsView::describeNothing(EmptyState &state)
{
    if (workspace().session.fleet().totals().clients() == 0)
        state.set(Glyph::Client, tr("No browser is connected yet"),
                  tr("Add a browser here, or connect one to this node: its tabs appear by themselves."));
    else
        state.set(Glyph::Tab, tr("No client has a tab open"), tr("Tabs appear here as soon as they are reported."));
}

void ContextsView::retranslate()
{
    table().setAccessibleName(tr("Tabs"));
    TablePage::retranslate();
}

} // namespace cheetah::gui
