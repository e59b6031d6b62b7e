// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/scope.h"
#include "console/requests.h"
#include "views/view.h"

class QComboBox;
class QLabel;
class QLineEdit;
class QPlainTextEdit;
class QPushButton;
class QTableView;

namespace cheetah::gui {

class UserBox;

class CommandModel;
class EvidenceChecklist;

/// What is known of a command, or of all commands of a task: the five questions, when each step became known, and the
/// record itself (SPEC D3). It asks the node; it never asks a browser.
class EvidenceView : public View {
    Q_OBJECT

public:
    explicit EvidenceView(Workspace &workspace, QWidget *parent = nullptr);

    QString title() const override;
    void show(const UserId &user, const CommandId &command);
    void show(const UserId &user, const TaskId &task);
    /// The newest commands of all users.
    void showRecent();

protected:
    void retranslate() override;
    void restyle() override;
    void showEvent(QShowEvent *event) override;

private:
    void ask();
    void take(const Result<EvidenceFound> &found);
    void takeRecent(const Result<CommandsFound> &found);
    void tell(const QString &text);
    void showSelected();
    void answer(const CommandRecord &record);
    QString recordText(const CommandRecord &record) const;

    QLabel *m_userLabel, *m_idLabel, *m_message;
    UserBox *m_user;
    QComboBox *m_what;
    QLineEdit *m_id;
    QPushButton *m_lookUp, *m_recent, *m_copy;
    QTableView *m_table;
    CommandModel *m_model;
    EvidenceChecklist *m_checklist;
    QPlainTextEdit *m_raw;
    std::optional<EvidenceAnswers> m_ofTask;
    bool m_wasShown = false;
    Scope m_asked;    ///< of what was looked up last
    Scope m_selected; ///< of the questions about the selected command
};

} // namespace cheetah::gui
