// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/waitersview.h"

#include "models/demands.h"
#include "models/waiterrows.h"
#include "session/session.h"
#include "theme/theme.h"
#include "views/tableview.h"
#include "widgets/emptystate.h"

#include <QtWidgets/QMenu>

namespace cheetah::gui {

WaitersView::WaitersView(Workspace &workspace, QWidget *parent)
    : TablePage(ViewId::Waiters, workspace, std::make_unique<WaiterRows>(workspace.session.fleet()),
                QStringLiteral("waiters"), parent)
{
    table().setStandardSorting("place", Qt::AscendingOrder);
    const auto explain = [this](int row) {
        if (const auto waiter = static_cast<WaiterRows &>(model().rows()).waiter(model().slotAt(row)))
            this->workspace().session.navigator().explain(requestOf(*waiter));
    };
    connect(&table(), &TableView::rowActivated, this, explain);
    connect(&table(), &TableView::menuAboutToShow, this, [this, explain](QMenu *menu, int row) {
        menu->addAction(this->workspace().theme.icon(Glyph::Explain), tr("&Explain why it waits"), this,
                        [explain, row] { explain(row); });
        menu->addSeparator();
    });
    retranslate();
}

QString WaitersView::title() const
{
    return tr("Waiting");
}

void WaitersView::describeNothing(EmptyState &state)
{
    state.set(Glyph::Waiter, tr("Nobody waits"), tr("Whoever asks for a tab gets one at once, or is told why not."),
              Tone::Ok);
}

void WaitersView::retranslate()
{
    table().setAccessibleName(tr("Waiting requests"));
    TablePage::retranslate();
}

} // namespace cheetah::gui
