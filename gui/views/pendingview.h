// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "views/pendingmodel.h"
#include "views/view.h"

class QLabel;
class QProgressBar;
class QPushButton;
class QTreeView;

namespace cheetah::gui {

class EmptyState;

/// What was started by hand in this window and what became of it: the one in its grace with a button that cancels it, and
/// a list of all with the outcome for each object.
class PendingView : public View {
    Q_OBJECT

public:
    explicit PendingView(Workspace &workspace, QWidget *parent = nullptr);

    QString title() const override;

protected:
    void retranslate() override;
    void restyle() override;
    void showEvent(QShowEvent *event) override;
    void hideEvent(QHideEvent *event) override;

private:
    void build();
    void refresh();
    void countDown();
    void showTarget(const QModelIndex &index);
    /// The flow that the buttons are for: of the current row, else the newest.
    const OperatorFlow *chosen() const;
    bool mayRetry(const OperatorFlow &flow) const;

    PendingActions &m_pending;
    PendingModel m_model;
    EmptyState *m_empty;
    QWidget *m_filled, *m_grace;
    QLabel *m_graceText;
    QProgressBar *m_graceBar;
    QTreeView *m_tree;
    QPushButton *m_graceCancel, *m_cancel, *m_retry, *m_clear;
    QTimer m_countdown;
};

} // namespace cheetah::gui
