// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/toasthost.h"

#include "widgets/toastwidget.h"

#include <QtCore/QTimerEvent>
#include <QtGui/QAccessible>
#include <QtGui/QKeyEvent>
#include <QtWidgets/QApplication>
#include <QtWidgets/QBoxLayout>

namespace cheetah::gui {

namespace {

constexpr int tickMs = 200;
constexpr qint64 quietMs = 2'000;

} // namespace

ToastHost::ToastHost(const Theme &theme, QWidget *window) : QWidget(window), m_theme(theme)
{
    setObjectName(QStringLiteral("toasts"));
    auto *layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    window->installEventFilter(this);
    hide();
}

ToastHost::~ToastHost() = default;

ToastId ToastHost::tell(const Toast &toast)
{
    for (ToastWidget *shown : m_toasts) {
        if (shown->toast().text == toast.text && shown->toast().tone == toast.tone && !toast.hasCountdown
            && !shown->toast().hasCountdown && shown->toast().action == toast.action) {
            shown->repeat();
            return shown->id();
        }
    }
    if (m_toasts.size() >= mostShown) {
        // One that counts down towards something stays before one that only tells.
        const auto oldest = std::find_if(m_toasts.begin(), m_toasts.end(),
                                         [](const ToastWidget *shown) { return !shown->toast().hasCountdown; });
        remove(oldest == m_toasts.end() ? m_toasts.front() : *oldest);
    }
    auto *widget = new ToastWidget(++m_last, toast, m_theme, this);
    m_toasts.push_back(widget);
    layout()->addWidget(widget);
    connect(widget, &ToastWidget::actionWanted, this, [this, widget] {
        const ToastId id = widget->id();
        emit actionTriggered(id);
        dismiss(id);
    });
    connect(widget, &ToastWidget::closeWanted, this, [this, widget] { remove(widget); });
    if (!m_timer.isActive()) {
        m_timer.start(tickMs, this);
        m_sinceTick.start();
    }
    show();
    widget->show();
    place();
    announce(toast.text);
    return widget->id();
}

void ToastHost::change(ToastId toast, const QString &text, Tone tone)
{
    if (ToastWidget *widget = find(toast)) {
        widget->change(text, tone);
        place();
        announce(text);
    }
}

void ToastHost::dismiss(ToastId toast)
{
    if (ToastWidget *widget = find(toast))
        remove(widget);
}

bool ToastHost::focusNewest()
{
    if (m_toasts.empty())
        return false;
    if (!hasKeyboard())
        m_hadFocus = window()->focusWidget();
    m_toasts.back()->takeFocus();
    return true;
}

bool ToastHost::hasKeyboard() const
{
    return isAncestorOf(window()->focusWidget());
}

bool ToastHost::eventFilter(QObject *watched, QEvent *event)
{
    if (watched == parentWidget() && (event->type() == QEvent::Resize || event->type() == QEvent::LayoutRequest))
        place();
    return QWidget::eventFilter(watched, event);
}

void ToastHost::timerEvent(QTimerEvent *event)
{
    if (event->timerId() != m_timer.timerId())
        return QWidget::timerEvent(event);
    const qint64 elapsed = m_sinceTick.restart();
    for (ToastWidget *toast : std::deque(m_toasts)) {
        if (toast->tick(elapsed))
            remove(toast);
    }
    announceWaiting();
    if (m_toasts.empty() && m_waiting.isEmpty())
        m_timer.stop();
}

void ToastHost::keyPressEvent(QKeyEvent *event)
{
    if (event->key() != Qt::Key_Escape)
        return QWidget::keyPressEvent(event);
    for (ToastWidget *toast : m_toasts) {
        if (toast->isAncestorOf(window()->focusWidget())) {
            remove(toast);
            return;
        }
    }
}

void ToastHost::place()
{
    if (m_toasts.empty())
        return;
    const int edge = Theme::space(4), room = parentWidget()->width() - 2 * edge;
    const int width = std::min(room, fontMetrics().averageCharWidth() * 62);
    const int height = layout()->hasHeightForWidth() ? layout()->heightForWidth(width) : sizeHint().height();
    const int left = isRightToLeft() ? edge : parentWidget()->width() - edge - width;
    setGeometry(left, parentWidget()->height() - edge - height - fontMetrics().height(), width, height);
    raise();
}

void ToastHost::announce(const QString &text)
{
    m_waiting = text;
    announceWaiting();
}

void ToastHost::announceWaiting()
{
    if (m_waiting.isEmpty() || (m_sinceAnnounced.isValid() && m_sinceAnnounced.elapsed() < quietMs))
        return;
    m_announced = std::exchange(m_waiting, {});
    m_sinceAnnounced.start();
    setAccessibleName(m_announced);
    QAccessibleEvent alert(this, QAccessible::Alert);
    QAccessible::updateAccessibility(&alert);
}

ToastWidget *ToastHost::find(ToastId toast) const
{
    const auto found = std::find_if(m_toasts.begin(), m_toasts.end(),
                                    [toast](const ToastWidget *shown) { return shown->id() == toast; });
    return found == m_toasts.end() ? nullptr : *found;
}

void ToastHost::remove(ToastWidget *toast)
{
    const ToastId id = toast->id();
    if (toast->isAncestorOf(window()->focusWidget()) && m_hadFocus)
        m_hadFocus->setFocus(Qt::OtherFocusReason);
    std::erase(m_toasts, toast);
    layout()->removeWidget(toast);
    toast->hide();
    toast->deleteLater();
    if (m_toasts.empty())
        hide();
    else
        place();
    emit ended(id);
}

} // namespace cheetah::gui
