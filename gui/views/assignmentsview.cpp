// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/assignmentsview.h"

#include "actions/pendingactions.h"
#include "models/contextrows.h"
#include "session/session.h"
#include "views/tableview.h"
#include "widgets/emptystate.h"

namespace cheetah::gui {

AssignmentsView::AssignmentsView(Workspace &workspace, QWidget *parent)
    : TablePage(ViewId::Assignments, workspace,
                std::make_unique<ContextRows>(ContextRows::Which::Assigned, workspace.session.fleet(), workspace.words,
                                              &workspace.session.pending()),
                QStringLiteral("assignments"), parent)
{
    table().setStandardSorting("lease", Qt::AscendingOrder);
    retranslate();
}

QString AssignmentsView::title() const
{
    return tr("Assignments");
}

void AssignmentsView::describeNothing(EmptyState &state)
{
    if (workspace().session.fleet().fleet().contextCount() == 0)
        state.set(Glyph::Tab, tr("There are no tabs yet that could be assigned"),
                  tr("Add a browser, then take a lease with:  cheetahctl acquire"));
    else
        state.set(Glyph::Lease, tr("Nothing is assigned"),
                  tr("Take a lease with:  cheetahctl acquire --user USER --task TASK"), Tone::Ok);
}

void AssignmentsView::retranslate()
{
    table().setAccessibleName(tr("Assignments"));
    TablePage::retranslate();
}

} // namespace cheetah::gui
