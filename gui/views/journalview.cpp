// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/journalview.h"

#include "filter/journalfields.h"
#include "models/journalmodel.h"
#include "models/plaintext.h"
#include "session/session.h"
#include "views/tailtable.h"
#include "widgets/banner.h"
#include "widgets/emptystate.h"

#include <QtWidgets/QMenu>

namespace cheetah::gui {

JournalView::JournalView(Workspace &workspace, QWidget *parent)
    : TailView(ViewId::Journal, workspace, QStringLiteral("journal"), parent),
      m_model(new JournalModel(workspace.session.journal(), workspace.session.deployment(), workspace.words,
                               workspace.theme, this))
{
    setUp(m_model, {17, 60, 22, 12, 16, 18, 20, 14});
    JournalView::retranslate();
    JournalView::restyle();
}

QString JournalView::title() const
{
    return tr("Journal");
}

const FieldSet &JournalView::fieldSet() const
{
    return journalFields();
}

std::vector<ValueSuggestion> JournalView::valueSuggestions(const QString &field, const QString &part) const
{
    return m_model->values(field, part);
}

QString JournalView::about() const
{
    const QString what = tr("A live coordination record, not a task ledger.");
    const auto dropped = workspace().session.journal().dropped();
    return dropped == 0 ? what
                        : tr("%1 %2", "two sentences")
                              .arg(what, tr("%n older entries were dropped.", nullptr,
                                            int(std::min<std::uint64_t>(dropped, 1 << 30))));
}

void JournalView::setEmpty(EmptyState &empty) const
{
    empty.set(Glyph::Journal, tr("Nothing has happened yet."),
              tr("What clients, tasks and operators do appears here as it happens."));
}

void JournalView::open(const QModelIndex &index)
{
    const JournalEntry *entry = m_model->entryAt(index.row());
    if (!entry)
        return;
    if (entry->kind == JournalKind::AcquireRefused)
        explain(*entry);
    else if (!entry->command.empty() && !entry->user.empty())
        workspace().session.navigator().showEvidence(entry->user, entry->command);
    else
        showObject(*entry);
}

/// An older node tells who asked, not what was asked for; that is said, so that nobody takes the answer for more than it is.
void JournalView::explain(const JournalEntry &entry)
{
    Navigator &navigator = workspace().session.navigator();
    if (entry.refusal)
        return navigator.explainRefused(entry);
    AcquireRequest request;
    request.user = entry.user;
    request.task = entry.task;
    request.request = entry.request;
    banner().tell({.tone = Tone::Info,
                   .text = tr("What was asked is not kept with this entry. The explanation is for user %1 without "
                              "requirements, as things are now; add them there.")
                               .arg(plainText(entry.user.text(), 60)),
                   .action = {},
                   .details = {}});
    navigator.explain(request);
}

void JournalView::showObject(const JournalEntry &entry)
{
    const Fleet &fleet = workspace().session.fleet().fleet();
    const ClientName client{entry.user, entry.client};
    Navigator &navigator = workspace().session.navigator();
    if (entry.context && exists(fleet, *entry.context))
        navigator.showObject(*entry.context);
    else if (!entry.client.empty() && exists(fleet, client))
        navigator.showObject(client);
    else if (!entry.user.empty() && exists(fleet, entry.user))
        navigator.showObject(entry.user);
    else if (entry.context || !entry.client.empty() || !entry.user.empty())
        banner().tell(
            {.tone = Tone::Info, .text = tr("What this entry is about is gone."), .action = {}, .details = {}});
}

void JournalView::fillMenu(QMenu &menu, const QModelIndex &index)
{
    const JournalEntry *entry = m_model->entryAt(index.row());
    if (!entry)
        return;
    const Theme &theme = workspace().theme;
    Navigator &navigator = workspace().session.navigator();
    if (entry->kind == JournalKind::AcquireRefused)
        menu.addAction(theme.icon(Glyph::Explain), tr("Explain…"), this, [this, copy = *entry] { explain(copy); });
    if (!entry->command.empty())
        menu.addAction(
            theme.icon(Glyph::Evidence), tr("Evidence of this command"), this,
            [&navigator, user = entry->user, command = entry->command] { navigator.showEvidence(user, command); });
    if (!entry->task.empty())
        menu.addAction(
            theme.icon(Glyph::Evidence), tr("Evidence of this task"), this,
            [&navigator, user = entry->user, task = entry->task] { navigator.showTaskEvidence(user, task); });
    if (entry->context || !entry->client.empty())
        menu.addAction(theme.icon(Glyph::Inspector), entry->context ? tr("Show the tab") : tr("Show the client"), this,
                       [this, copy = *entry] { showObject(copy); });
}

void JournalView::retranslate()
{
    m_model->retranslate();
    TailView::retranslate();
}

void JournalView::restyle()
{
    m_model->restyle();
    TailView::restyle();
}

} // namespace cheetah::gui
