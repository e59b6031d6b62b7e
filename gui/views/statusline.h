// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "session/workspace.h"

#include <QtCore/QTimer>
#include <QtWidgets/QWidget>

#include <array>

class QLabel;

namespace cheetah::gui {

/// The line at the bottom of a window: the revision that everything on screen stands at, what there is in numbers, and what
/// is under way. At most four times a second.
class StatusLine : public QWidget {
    Q_OBJECT

public:
    explicit StatusLine(Workspace &workspace, QWidget *parent = nullptr);

signals:
    void pendingWanted();

protected:
    void changeEvent(QEvent *event) override;
    void showEvent(QShowEvent *event) override;
    void mousePressEvent(QMouseEvent *event) override;

private:
    void refresh();
    double eventsPerSecond();

    Workspace &m_workspace;
    QLabel *m_revision, *m_counts, *m_events, *m_acting, *m_embedded;
    QTimer m_soon, m_second;
    std::uint64_t m_lastNumber = 0;
    bool m_hasNumber = false;
    double m_rate = 0;
};

} // namespace cheetah::gui
