// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/card.h"

#include "models/plaintext.h"
#include "widgets/sparkline.h"
#include "widgets/tones.h"

#include <QtGui/QKeyEvent>
#include <QtGui/QPainter>
#include <QtWidgets/QStyle>

namespace cheetah::gui {

Card::Card(const Theme &theme, QWidget *parent) : QAbstractButton(parent), m_theme(theme)
{
    setFocusPolicy(Qt::StrongFocus);
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
    setAttribute(Qt::WA_Hover);
    connect(&theme, &Theme::changed, this, [this] {
        updateGeometry();
        update();
    });
}

void Card::set(Glyph glyph, const QString &label)
{
    m_glyph = glyph;
    m_label = label;
    rename();
}

void Card::setValue(const QString &value, Tone tone)
{
    if (value == m_value && tone == m_tone)
        return;
    m_value = value;
    m_tone = tone;
    rename();
}

void Card::setNote(const QString &note)
{
    if (note == m_note)
        return;
    m_note = note;
    rename();
}

void Card::setTrend(std::vector<double> values)
{
    m_trend = std::move(values);
    update();
}

void Card::setTarget(const QString &target)
{
    setToolTip(plainTip(target));
    setAccessibleDescription(target);
}

void Card::rename()
{
    const QString name = tr("%1: %2", "a card: what is counted, how many").arg(m_label, m_value);
    setAccessibleName(m_note.isEmpty() ? name : tr("%1, %2", "a card: name with number, note").arg(name, m_note));
    update();
}

QSize Card::sizeHint() const
{
    const QFontMetrics small(m_theme.font(TextRole::Small)), number(m_theme.font(TextRole::Number));
    const int edge = Theme::space(3);
    return {small.averageCharWidth() * 20 + 2 * edge,
            Theme::iconSide() + number.height() + small.height() + 2 * edge + Theme::space(1)};
}

void Card::paintEvent(QPaintEvent *)
{
    QPainter painter(this);
    const QPalette colors = palette();
    const bool isLit = isEnabled() && underMouse();
    QColor surface = colors.color(QPalette::Base);
    if (isDown())
        surface = colors.color(QPalette::Light);
    else if (isLit)
        surface = colors.color(QPalette::AlternateBase);
    paintPill(painter, rect(), surface, 6, colors.color(isLit ? QPalette::Dark : QPalette::Mid));

    const int edge = Theme::space(3), side = Theme::iconSide();
    const QRect inner = rect().adjusted(edge, edge, -edge, -edge);
    const Qt::LayoutDirection direction = layoutDirection();
    const QFontMetrics small(m_theme.font(TextRole::Small)), number(m_theme.font(TextRole::Number));

    const QRect top(inner.left(), inner.top(), inner.width(), side);
    m_theme.paint(painter, QStyle::alignedRect(direction, Qt::AlignLeading, {side, side}, top), m_glyph, Tone::Muted,
                  isEnabled());
    const int room = inner.width() - side - Theme::space(1.5);
    painter.setFont(m_theme.font(TextRole::Small));
    painter.setPen(m_theme.color(Tone::Muted));
    const QRect label = QStyle::alignedRect(direction, Qt::AlignTrailing, {room, side}, top);
    painter.drawText(label, Qt::AlignVCenter | Qt::AlignLeading, small.elidedText(m_label, Qt::ElideRight, room));

    const QRect middle(inner.left(), top.bottom() + 1, inner.width(), number.height());
    painter.setFont(m_theme.font(TextRole::Number));
    painter.setPen(m_tone == Tone::Neutral ? colors.color(QPalette::Text) : m_theme.color(m_tone));
    painter.drawText(middle, Qt::AlignVCenter | Qt::AlignLeading,
                     number.elidedText(m_value, Qt::ElideRight, middle.width()));
    int taken = number.horizontalAdvance(m_value) + Theme::space(2);
    if (m_tone != Tone::Neutral) {
        const QRect rest =
            middle.adjusted(direction == Qt::LeftToRight ? taken : 0, 0, direction == Qt::LeftToRight ? 0 : -taken, 0);
        m_theme.paint(painter, QStyle::alignedRect(direction, Qt::AlignLeading | Qt::AlignVCenter, {side, side}, rest),
                      glyphFor(m_tone), m_tone);
        taken += side + Theme::space(2);
    }
    const int spark = std::min(inner.width() - taken, inner.width() / 2);
    if (spark > Theme::space(6) && !m_trend.empty())
        Sparkline::paint(painter,
                         QStyle::alignedRect(direction, Qt::AlignTrailing | Qt::AlignVCenter,
                                             {spark, number.height() * 2 / 3}, middle),
                         m_trend, m_theme.color(m_tone == Tone::Neutral ? Tone::Accent : m_tone));

    const QRect bottom(inner.left(), middle.bottom() + 1 + Theme::space(1), inner.width(), small.height());
    painter.setFont(m_theme.font(TextRole::Small));
    painter.setPen(m_theme.color(Tone::Muted));
    painter.drawText(bottom, Qt::AlignVCenter | Qt::AlignLeading,
                     small.elidedText(m_note, Qt::ElideRight, bottom.width()));
    if (hasFocus()) {
        painter.setRenderHint(QPainter::Antialiasing);
        painter.setPen(QPen(colors.color(QPalette::Link), 2));
        painter.drawRoundedRect(QRectF(rect()).adjusted(1, 1, -1, -1), 6, 6);
    }
}

void Card::keyPressEvent(QKeyEvent *event)
{
    if (event->key() == Qt::Key_Return || event->key() == Qt::Key_Enter)
        animateClick();
    else
        QAbstractButton::keyPressEvent(event);
}

void Card::enterEvent(QEnterEvent *event)
{
    QAbstractButton::enterEvent(event);
    update();
}

void Card::leaveEvent(QEvent *event)
{
    QAbstractButton::leaveEvent(event);
    update();
}

} // namespace cheetah::gui
