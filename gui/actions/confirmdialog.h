// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "actions/flowitemsmodel.h"
#include "actions/pendingactions.h"
#include "session/workspace.h"

#include <QtWidgets/QDialog>

class QCheckBox;
class QComboBox;
class QFormLayout;
class QLabel;
class QLineEdit;
class QListView;
class QPushButton;
class QVBoxLayout;

namespace cheetah::gui {

/// Says what an action by hand will do and to what, and asks whether it shall. It follows the fleet while it is open; what
/// was not shown in it is not acted on. Cancelling is the default. Open it with open(); it deletes itself.
class ConfirmDialog : public QDialog {
    Q_OBJECT

public:
    /// From so many objects on their number is to be typed.
    static constexpr int typedFrom = 11;

    ConfirmDialog(Workspace &workspace, std::shared_ptr<OperatorFlow> flow, Micros grace, QWidget *parent);

    const OperatorFlow &flow() const { return *m_flow; }

signals:
    void confirmed(cheetah::gui::FlowId flow);

protected:
    void changeEvent(QEvent *event) override;
    void keyPressEvent(QKeyEvent *event) override;
    void done(int result) override;

private:
    void build();
    void addOptions(QFormLayout &form);
    void optionsChanged();
    void refresh();
    void retranslate();
    void restyle();
    /// Why it cannot be confirmed now; empty: it can.
    QString whyNot() const;
    int left() const;

    Workspace &m_workspace;
    const std::shared_ptr<OperatorFlow> m_flow;
    const Micros m_grace;
    const FlowWords m_words;
    FlowItemsModel m_items;
    QLabel *m_icon, *m_headline, *m_consequences, *m_change, *m_graceNote, *m_whyNot;
    QListView *m_list;
    QLabel *m_reasonLabel, *m_keepOutLabel = nullptr, *m_deadlineLabel = nullptr, *m_typeLabel = nullptr;
    QLineEdit *m_reason, *m_typed = nullptr;
    QComboBox *m_keepOut = nullptr, *m_deadline = nullptr;
    QCheckBox *m_force = nullptr;
    QPushButton *m_confirm, *m_cancel;
};

} // namespace cheetah::gui
