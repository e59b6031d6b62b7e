// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "session/workspace.h"

#include <QtCore/QPointer>
#include <QtWidgets/QWidget>

#include <functional>

namespace cheetah::gui {

class Banner;

/// What a person must know about the picture as a whole, above all views: that there is no connection, that what is shown
/// is old or paused, that another deployment answers now, that the clocks differ. Each stays until it is no longer so.
class NoticeBar : public QWidget {
    Q_OBJECT

public:
    explicit NoticeBar(Workspace &workspace, QWidget *parent = nullptr);

    /// Something about the window itself, until it is closed by hand; asked for again in another language.
    void tell(std::function<QString()> text);

    /// Gives the keyboard to the first notice; Escape gives it back. False if there is none.
    bool takeKeyboard();

signals:
    /// The connection is refused for good; another way in is wanted.
    void changeWanted();

protected:
    void changeEvent(QEvent *event) override;
    void keyPressEvent(QKeyEvent *event) override;

private:
    void connectionChanged();
    void identified();
    void tellIdentity();
    void timingMeasured();
    void pausedChanged();
    Banner *addBanner();

    Workspace &m_workspace;
    QPointer<QWidget> m_hadKeyboard;
    Banner *m_connection, *m_identity, *m_clock, *m_paused, *m_own;
    QString m_deployment, m_incarnation, m_toldSkew; ///< as last told
    QString m_deploymentBefore; ///< another than now answered here; empty: the same one, started anew
    std::function<QString()> m_ownText;
};

} // namespace cheetah::gui
