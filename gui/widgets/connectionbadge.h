// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "console/deployment.h"
#include "theme/theme.h"

#include <QtCore/QBasicTimer>
#include <QtCore/QElapsedTimer>
#include <QtWidgets/QWidget>

class QPushButton;

namespace cheetah::gui {

class Words;

/// How well the window sees its deployment, as glyph, colour and words: state, how old the picture is, how long an answer
/// takes; while the connection is lost, when it tries again, with a button to try now. Updates once a second while it is
/// visible; a screen reader hears only changes of state.
class ConnectionBadge : public QWidget {
    Q_OBJECT

public:
    /// All outlive it.
    ConnectionBadge(Deployment &deployment, const Theme &theme, const Words &words, QWidget *parent = nullptr);

    /// What it says now.
    const QString &text() const { return m_text; }
    QSize sizeHint() const override;
    QSize minimumSizeHint() const override;

protected:
    void paintEvent(QPaintEvent *event) override;
    void showEvent(QShowEvent *event) override;
    void hideEvent(QHideEvent *event) override;
    void timerEvent(QTimerEvent *event) override;
    void changeEvent(QEvent *event) override;

private:
    void stateChanged();
    void refresh();
    QString sentence() const;
    QString explanation() const;

    Deployment &m_deployment;
    const Theme &m_theme;
    const Words &m_words;
    QString m_text;
    Glyph m_glyph = Glyph::Refresh;
    Tone m_tone = Tone::Muted;
    int m_widest = 0; ///< of the texts of this state, so that what stands beside it keeps its place
    QElapsedTimer m_sinceState;
    QBasicTimer m_timer;
    QPushButton *m_retry;
};

} // namespace cheetah::gui
