// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "theme/theme.h"

#include <QtCore/QBasicTimer>
#include <QtCore/QElapsedTimer>
#include <QtCore/QPointer>
#include <QtWidgets/QWidget>

#include <deque>

namespace cheetah::gui {

class ToastWidget;

/// Names one toast; never zero.
using ToastId = quint64;

struct Toast {
    Tone tone = Tone::Info;
    QString text{};            ///< plain
    QString action{};          ///< on a button, such as "Cancel" or "Undo"; empty: none
    int lastsMs = 6'000;       ///< zero: until it is closed or dismissed
    bool hasCountdown = false; ///< the button says how many seconds are left, and nothing holds the toast up
};

/// Messages that pass, in the lower corner of a window, newest below. At most a few at once, the same text only once. While
/// the mouse or the focus is on a toast without a countdown, it stays. Belongs to the window; takes no room in its layout.
/// A screen reader hears them at most once in two seconds, the newest then.
class ToastHost : public QWidget {
    Q_OBJECT

public:
    static constexpr std::size_t mostShown = 4;

    ToastHost(const Theme &theme, QWidget *window);
    ~ToastHost() override;

    ToastId tell(const Toast &toast);
    /// Another text for one that may be gone already; its time goes on.
    void change(ToastId toast, const QString &text, Tone tone);
    void dismiss(ToastId toast);
    int count() const { return int(m_toasts.size()); }
    /// Gives the keyboard to the newest toast; Escape gives it back and closes that toast. False if there is none.
    bool focusNewest();
    bool hasKeyboard() const;
    const QString &announced() const { return m_announced; }

signals:
    void actionTriggered(cheetah::gui::ToastId toast);
    /// It is gone, by time, by hand or by dismiss().
    void ended(cheetah::gui::ToastId toast);

protected:
    bool eventFilter(QObject *watched, QEvent *event) override;
    void timerEvent(QTimerEvent *event) override;
    void keyPressEvent(QKeyEvent *event) override;

private:
    void place();
    void announce(const QString &text);
    void announceWaiting();
    ToastWidget *find(ToastId toast) const;
    void remove(ToastWidget *toast);

    const Theme &m_theme;
    ToastId m_last = 0;
    std::deque<ToastWidget *> m_toasts;
    QBasicTimer m_timer;
    QElapsedTimer m_sinceTick, m_sinceAnnounced;
    QString m_announced, m_waiting;
    QPointer<QWidget> m_hadFocus;
};

} // namespace cheetah::gui
