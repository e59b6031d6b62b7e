// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/elidedlabel.h"

#include "models/plaintext.h"

#include <QtGui/QHelpEvent>
#include <QtGui/QPainter>
#include <QtWidgets/QStyle>
#include <QtWidgets/QToolTip>

namespace cheetah::gui {

namespace {

constexpr int mostCharacters = 2'000;

} // namespace

ElidedLabel::ElidedLabel(const QString &text, QWidget *parent) : QFrame(parent)
{
    setSizePolicy(QSizePolicy::Preferred, QSizePolicy::Fixed);
    setText(text);
}

void ElidedLabel::setText(const QString &text)
{
    const QString plain = plainText(text.toStdString(), mostCharacters);
    if (plain == m_text)
        return;
    m_text = plain;
    setAccessibleName(m_text);
    updateGeometry();
    update();
}

void ElidedLabel::setElideMode(Qt::TextElideMode mode)
{
    m_mode = mode;
    update();
}

void ElidedLabel::setAlignment(Qt::Alignment alignment)
{
    m_alignment = alignment;
    update();
}

bool ElidedLabel::isCut() const
{
    return fontMetrics().horizontalAdvance(m_text) > contentsRect().width();
}

QSize ElidedLabel::sizeHint() const
{
    const QFontMetrics metrics = fontMetrics();
    const int frame = 2 * frameWidth();
    // One pixel more: a width that is rounded down would cut what just fits.
    return {std::min(metrics.horizontalAdvance(m_text) + 1, metrics.averageCharWidth() * 60) + frame,
            metrics.height() + frame};
}

QSize ElidedLabel::minimumSizeHint() const
{
    const QFontMetrics metrics = fontMetrics();
    return {std::min(sizeHint().width(), metrics.averageCharWidth() * 4), sizeHint().height()};
}

bool ElidedLabel::event(QEvent *event)
{
    if (event->type() != QEvent::ToolTip || !toolTip().isEmpty())
        return QFrame::event(event);
    if (isCut())
        QToolTip::showText(static_cast<QHelpEvent *>(event)->globalPos(), plainTip(m_text), this);
    else
        QToolTip::hideText();
    return true;
}

void ElidedLabel::paintEvent(QPaintEvent *event)
{
    QFrame::paintEvent(event);
    QPainter painter(this);
    const QRect area = contentsRect();
    style()->drawItemText(&painter, area, int(m_alignment) | Qt::TextSingleLine, palette(), isEnabled(),
                          fontMetrics().elidedText(m_text, m_mode, area.width()), foregroundRole());
}

} // namespace cheetah::gui
