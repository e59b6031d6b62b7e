// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "session/navigator.h"
#include "session/workspace.h"

#include <QtWidgets/QWidget>

namespace cheetah::gui {

/// One of the parts that a window is made of, shown as a central tab or in a dock. It looks at the session and asks for
/// actions; it never changes the fleet. Made from the workspace; owned by the window.
class View : public QWidget {
    Q_OBJECT

public:
    View(ViewId id, Workspace &workspace, QWidget *parent = nullptr);

    ViewId id() const { return m_id; }
    /// Of the tab or dock; in the language that is set.
    virtual QString title() const = 0;
    /// What the common filter field says while this view is in front; views without filtering ignore it.
    virtual void setFilter(const QString &) {}
    virtual QString filter() const { return {}; }
    /// Puts the keyboard into the filter field; views without one take it themselves.
    virtual void focusFilter() { setFocus(Qt::ShortcutFocusReason); }
    /// Never so much that views side by side would not let a window be small; what does not fit then is scrolled or cut.
    QSize minimumSizeHint() const override;

protected:
    Workspace &workspace() const { return m_workspace; }
    /// Puts all texts anew; called when the language changed. Call it at the end of the constructor.
    virtual void retranslate() {}
    /// Takes icons and colours anew.
    virtual void restyle() {}
    void changeEvent(QEvent *event) override;

private:
    const ViewId m_id;
    Workspace &m_workspace;
};

} // namespace cheetah::gui
