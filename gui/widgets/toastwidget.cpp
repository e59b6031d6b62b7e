// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/toastwidget.h"

#include "widgets/countbadge.h"
#include "widgets/glyphlabel.h"
#include "widgets/tones.h"

#include <QtCore/QEvent>
#include <QtGui/QPainter>
#include <QtWidgets/QBoxLayout>
#include <QtWidgets/QLabel>
#include <QtWidgets/QPushButton>
#include <QtWidgets/QToolButton>

namespace cheetah::gui {

ToastWidget::ToastWidget(ToastId id, const Toast &toast, const Theme &theme, QWidget *parent)
    : QFrame(parent),
      m_id(id),
      m_toast(toast),
      m_leftMs(toast.lastsMs),
      m_theme(theme),
      m_glyph(new GlyphLabel(theme, glyphFor(toast.tone), toast.tone)),
      m_text(new QLabel(toast.text)),
      m_times(new CountBadge(theme)),
      m_action(new QPushButton),
      m_close(new QToolButton)
{
    m_text->setTextFormat(Qt::PlainText);
    m_text->setWordWrap(true);
    m_close->setAutoRaise(true);
    m_close->setFocusPolicy(Qt::StrongFocus);
    auto *layout = new QHBoxLayout(this);
    layout->addWidget(m_glyph);
    layout->addWidget(m_text, 1);
    layout->addWidget(m_times);
    layout->addWidget(m_action);
    layout->addWidget(m_close);
    m_action->setVisible(!toast.action.isEmpty()); // not before it has a parent: it would be a window for a moment
    connect(m_action, &QPushButton::clicked, this, &ToastWidget::actionWanted);
    connect(m_close, &QToolButton::clicked, this, &ToastWidget::closeWanted);
    connect(&theme, &Theme::changed, this, &ToastWidget::restyle);
    retranslate();
    restyle();
}

void ToastWidget::change(const QString &text, Tone tone)
{
    m_toast.text = text;
    m_toast.tone = tone;
    m_text->setText(text);
    m_glyph->set(glyphFor(tone), tone);
    retranslate();
    restyle();
}

void ToastWidget::repeat()
{
    m_leftMs = m_toast.lastsMs;
    m_times->setCount(++m_count);
    retranslate();
}

bool ToastWidget::tick(qint64 elapsedMs)
{
    if (m_toast.lastsMs == 0)
        return false;
    if (!m_toast.hasCountdown && (underMouse() || isAncestorOf(window()->focusWidget())))
        return false;
    const qint64 before = (m_leftMs + 999) / 1000;
    m_leftMs -= elapsedMs;
    if (m_toast.hasCountdown && before != (m_leftMs + 999) / 1000)
        retranslate();
    return m_leftMs <= 0;
}

void ToastWidget::takeFocus()
{
    (m_toast.action.isEmpty() ? static_cast<QWidget *>(m_close) : m_action)->setFocus(Qt::ShortcutFocusReason);
}

void ToastWidget::paintEvent(QPaintEvent *)
{
    QPainter painter(this);
    paintPill(painter, rect(), palette().color(QPalette::ToolTipBase), 6, m_theme.color(m_toast.tone));
}

void ToastWidget::changeEvent(QEvent *event)
{
    QFrame::changeEvent(event);
    if (event->type() == QEvent::LanguageChange)
        retranslate();
}

void ToastWidget::retranslate()
{
    const qint64 seconds = std::max<qint64>(0, (m_leftMs + 999) / 1000);
    m_action->setText(m_toast.hasCountdown
                          ? tr("%1 (%2 s)", "a button: what it does, seconds left").arg(m_toast.action).arg(seconds)
                          : m_toast.action);
    m_action->setAccessibleDescription(m_toast.text);
    m_close->setToolTip(tr("Close this message"));
    m_close->setAccessibleName(m_close->toolTip());
    m_times->setAccessibleName(tr("%n time(s)", "how often a message came", m_count));
    setAccessibleName(m_toast.text);
}

void ToastWidget::restyle()
{
    m_close->setIcon(m_theme.icon(Glyph::Close));
    m_times->setTone(m_toast.tone);
    const int gap = Theme::space(1.5);
    layout()->setContentsMargins(Theme::space(2.5), gap, gap, gap);
    layout()->setSpacing(Theme::space(2));
    update();
}

} // namespace cheetah::gui
