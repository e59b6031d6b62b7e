// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "actions/actions.h"
#include "actions/operatorflow.h"
#include "session/workspace.h"

#include <QtCore/QObject>

class QWidget;

namespace cheetah::gui {

class BrowserProcesses;
class ConfirmDialog;

/// Setting: seconds between confirming an action and sending it. Unset: none where the node is on this machine, else 5.

/// What can be done with what is selected, as actions: stepping in by hand, copying, asking why, adding a browser. Opens the
/// dialogs for it. Owned by the window; made by registerOperatorActions().
class OperatorControls : public QObject {
    Q_OBJECT

public:
    OperatorControls(Workspace &workspace, BrowserProcesses &browsers, QWidget &window);

    /// Shows what it will do and asks; nothing happens if the plan is empty. Null then.
    ConfirmDialog *ask(OperatorPlan plan);
    /// Asks anew for the objects of a flow with which it makes sense.
    ConfirmDialog *retry(FlowId flow);
    Micros grace() const;

signals:
    void confirmed(cheetah::gui::FlowId flow);

private:
    void registerAll();
    void addFlows();
    void addCopies();
    void addQuestions();
    const Fleet &fleet() const;
    const std::vector<ObjectId> &selected() const;
    bool anyContext(bool (*fits)(const ContextRow &), bool (*mayHold)(const ClientRow &)) const;
    std::vector<DrainTarget> clientTargets() const;
    std::vector<DrainTarget> windowTargets() const;
    std::vector<DrainTarget> nodeTargets() const;
    /// Why nothing can be done by hand at all; empty: it can.
    QString whyNoAction() const;
    QString whyNoSelection() const;
    void addDrain(const QString &what, std::vector<DrainTarget> (OperatorControls::*targets)() const,
                  std::function<QString()> drainText, std::function<QString()> undrainText,
                  std::function<QString()> none, std::function<QString()> notDraining);
    void copy(const QString &text);
    void explainSelected();
    void showEvidence();

    Workspace &m_workspace;
    BrowserProcesses &m_browsers;
    QWidget &m_window;
};

/// Adds the actions lease.release, client.disconnect, client.drain, client.undrain, window.drain, window.undrain,
/// node.drain, node.undrain, context.settle, copy.id, copy.json, copy.command, explain.selected, evidence.selected,
/// inspector.show and browser.add, and makes them the context actions. Their availability follows selection and connection;
/// as the fleet changes the window asks for Actions::refresh() now and then. All outlive the window's content.
OperatorControls *registerOperatorActions(Workspace &workspace, BrowserProcesses &browsers, QWidget &window);

} // namespace cheetah::gui
