// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/scope.h"
#include "model/refusal.h"
#include "views/view.h"

class QBoxLayout;
class QPushButton;
class QTreeView;

namespace cheetah::gui {

class DecisionPanel;
class ExplainForm;
class ExplanationModel;

/// Why a request got nothing, or what it would get: the engine's own decision run dry, at one revision (SPEC W9). It comes
/// from a refused acquire in the journal, and then what was decided at that time stands beside what would be decided now;
/// or from what is typed. Reserves nothing.
class ExplainView : public View {
    Q_OBJECT

public:
    explicit ExplainView(Workspace &workspace, QWidget *parent = nullptr);
    ~ExplainView() override;

    QString title() const override;
    /// Fills in the form and asks.
    void explain(const AcquireRequest &request);
    /// The same for a refused acquire that the journal keeps; its own decision is shown too, until another is asked for.
    void explain(const JournalEntry &refused);

protected:
    void retranslate() override;
    void showEvent(QShowEvent *event) override;
    void resizeEvent(QResizeEvent *event) override;

private:
    void begin(const AcquireRequest &request);
    void ask();
    void submit();
    void startAnew();
    void showThen();
    void showNow();
    void showCandidates();
    void showAge();
    void follow(const QModelIndex &index);

    ExplainForm *m_form;
    QBoxLayout *m_decisions;
    DecisionPanel *m_then, *m_now;
    QPushButton *m_again;
    QTreeView *m_tree;
    ExplanationModel *m_model;
    std::optional<JournalEntry> m_refused; ///< with its refusal
    std::optional<Result<Explanation>> m_answer;
    bool m_isAsking = false;
    Scope m_asked; ///< of the latest question
};

} // namespace cheetah::gui
