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

class FieldNote;
class Theme;
class UserBox;
class Words;

/// What a request would ask for, typed by a person or taken from a request that was made: the form of "why would this get
/// nothing?". What such a request says and no field shows goes along and is told in words. It checks what is typed and asks
/// nobody. Owned by the explain view.
class ExplainForm : public QWidget {
    Q_OBJECT

public:
    ExplainForm(const Words &words, const Theme &theme, QWidget *parent = nullptr);

    void offerUsers(const Fleet &fleet);
    void setRequest(const AcquireRequest &request);
    /// What of the request's demands could not be filled in; empty: nothing.
    void setMissing(const QString &sentence);
    /// What is typed; the error is told under the fields as well.
    Result<AcquireRequest> request();
    /// Whether it asks for something else than the request that was set.
    bool isChanged() const;
    void retranslate();

signals:
    void submitted();
    /// A person wants to begin with an empty form.
    void cleared();

private:
    Placement placement() const;
    void tell(const QString &problem);
    void tellRest();

    const Words &m_words;
    QLabel *m_userLabel, *m_requireLabel, *m_placementLabel, *m_problem, *m_rest;
    UserBox *m_user;
    QComboBox *m_placement;
    QLineEdit *m_require;
    FieldNote *m_missing;
    QCheckBox *m_reuseOnly, *m_autoProvision, *m_anyHealth;
    QPushButton *m_clear, *m_submit;
    AcquireRequest m_given; ///< by setRequest
    QString m_givenLine;    ///< its requirements as they were filled in
};

} // namespace cheetah::gui
