// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/acquire.h"
#include "model/journal.h"
#include "session/selection.h"

#include <QtCore/QObject>
#include <QtCore/QString>

namespace cheetah::gui {

/// The views of a window, in the order of Ctrl+1 … for the central ones.
enum class ViewId {
    Overview,
    Assignments,
    Contexts,
    Topology,
    Health,
    Journal,
    Waiters,
    Nodes,
    // docks
    FleetTree,
    Inspector,
    Explain,
    Evidence,
    Log,
    Pending,
};

/// How one view asks for another without knowing it: the window listens. Owned by the session.
class Navigator : public QObject {
    Q_OBJECT

public:
    using QObject::QObject;

    void showView(ViewId view) { emit viewWanted(view); }
    /// Shows the view with this text in its filter field.
    void showFiltered(ViewId view, const QString &filter) { emit filterWanted(view, filter); }
    /// Selects the object and shows it where it stands in the fleet tree and the inspector.
    void showObject(const ObjectId &object) { emit objectWanted(object); }
    /// Opens the explanation of this request, dry run.
    void explain(const AcquireRequest &request) { emit explainWanted(request); }
    /// Opens the explanation of a refused acquire: what was decided then, and what the same request would get now.
    void explainRefused(const JournalEntry &entry) { emit refusedWanted(entry); }
    /// Opens what is known of a command.
    void showEvidence(const UserId &user, const CommandId &command) { emit evidenceWanted(user, command); }
    /// Opens what is known of all commands of a task.
    void showTaskEvidence(const UserId &user, const TaskId &task) { emit taskEvidenceWanted(user, task); }

signals:
    void viewWanted(cheetah::gui::ViewId view);
    void filterWanted(cheetah::gui::ViewId view, const QString &filter);
    void objectWanted(const cheetah::gui::ObjectId &object);
    void explainWanted(const cheetah::AcquireRequest &request);
    void refusedWanted(const cheetah::JournalEntry &entry);
    void evidenceWanted(const cheetah::UserId &user, const cheetah::CommandId &command);
    void taskEvidenceWanted(const cheetah::UserId &user, const cheetah::TaskId &task);
};

} // namespace cheetah::gui
