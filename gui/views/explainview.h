// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/scope.h"
#include "model/verdict.h"
#include "views/view.h"

class QLabel;
class QPushButton;
class QTreeView;

namespace cheetah::gui {

class ExplainForm;
class ExplanationModel;

/// Why a request got nothing, or what it would get: the engine's own decision run dry, at one revision (SPEC W9). It comes
/// from a refused acquire in the journal, or from what is typed. Reserves nothing.
class ExplainView : public View {
    Q_OBJECT

public:
    explicit ExplainView(Workspace &workspace, QWidget *parent = nullptr);
    ~ExplainView() override;

    QString title() const override;
    /// Fills in the form and asks.
    void explain(const AcquireRequest &request);

protected:
    void retranslate() override;
    void restyle() override;
    void showEvent(QShowEvent *event) override;

private:
    void ask();
    void show(const Result<Explanation> &answer);
    void showAge();
    void follow(const QModelIndex &index);

    ExplainForm *m_form;
    QLabel *m_glyph, *m_sentence, *m_help, *m_creation, *m_age;
    QPushButton *m_again;
    QTreeView *m_tree;
    ExplanationModel *m_model;
    std::optional<Result<Explanation>> m_answer;
    bool m_isAsking = false;
    Scope m_asked; ///< of the latest question
};

} // namespace cheetah::gui
