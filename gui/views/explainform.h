// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/acquire.h"
#include "model/fleet.h"

#include <QtWidgets/QWidget>

class QCheckBox;
class QComboBox;
class QLabel;
class QLineEdit;
class QPushButton;

namespace cheetah::gui {

class UserBox;
class Words;

/// What a request would ask for, typed by a person: the form of "why would this get nothing?". It checks what is typed and
/// asks nobody. Owned by the explain view.
class ExplainForm : public QWidget {
    Q_OBJECT

public:
    ExplainForm(const Words &words, QWidget *parent = nullptr);

    void offerUsers(const Fleet &fleet);
    void setRequest(const AcquireRequest &request);
    /// What is typed; the error is told under the fields as well.
    Result<AcquireRequest> request();
    void retranslate();

signals:
    void submitted();

private:
    void tell(const QString &problem);

    const Words &m_words;
    QLabel *m_userLabel, *m_requireLabel, *m_placementLabel, *m_problem;
    UserBox *m_user;
    QComboBox *m_placement;
    QLineEdit *m_require;
    QCheckBox *m_reuseOnly, *m_autoProvision;
    QPushButton *m_submit;
    std::optional<WindowName> m_window; ///< of a placement that came with setRequest
};

} // namespace cheetah::gui
