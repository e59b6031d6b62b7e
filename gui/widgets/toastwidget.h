// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/toasthost.h"

#include <QtWidgets/QFrame>

class QLabel;
class QPushButton;
class QToolButton;

namespace cheetah::gui {

class CountBadge;
class GlyphLabel;

/// One toast. Made and owned by ToastHost.
class ToastWidget : public QFrame {
    Q_OBJECT

public:
    ToastWidget(ToastId id, const Toast &toast, const Theme &theme, QWidget *parent);

    ToastId id() const { return m_id; }
    const Toast &toast() const { return m_toast; }
    void change(const QString &text, Tone tone);
    /// The same came again.
    void repeat();
    /// True once its time is over.
    bool tick(qint64 elapsedMs);
    void takeFocus();

signals:
    void actionWanted();
    void closeWanted();

protected:
    void paintEvent(QPaintEvent *event) override;
    void changeEvent(QEvent *event) override;

private:
    void retranslate();
    void restyle();

    const ToastId m_id;
    Toast m_toast;
    qint64 m_leftMs;
    int m_count = 1;
    const Theme &m_theme;
    GlyphLabel *m_glyph;
    QLabel *m_text;
    CountBadge *m_times;
    QPushButton *m_action;
    QToolButton *m_close;
};

} // namespace cheetah::gui
