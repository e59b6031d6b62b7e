// SPDX-License-Identifier: GPL-3.0-or-later
#include "settings/keycaps.h"

#include "theme/theme.h"
#include "widgets/tones.h"

#include <QtGui/QPainter>

namespace cheetah::gui {

KeyCaps::KeyCaps(const QKeySequence &keys, QWidget *parent) : QWidget(parent)
{
    setSizePolicy(QSizePolicy::Fixed, QSizePolicy::Fixed);
    const QString text = keys.toString(QKeySequence::NativeText);
    setAccessibleName(text);
    // "Ctrl++" ends with the key plus itself.
    m_keys = text.split(QLatin1Char('+'), Qt::SkipEmptyParts);
    if (text.endsWith(QLatin1Char('+')))
        m_keys << QStringLiteral("+");
}

int KeyCaps::capWidth(const QString &key) const
{
    return std::max(fontMetrics().horizontalAdvance(key) + Theme::space(2.5), fontMetrics().height() + Theme::space(1));
}

QSize KeyCaps::sizeHint() const
{
    int width = 0;
    for (const QString &key : m_keys)
        width += capWidth(key) + (width > 0 ? Theme::space(1) : 0);
    return {width, fontMetrics().height() + Theme::space(1.5)};
}

void KeyCaps::paintEvent(QPaintEvent *)
{
    QPainter painter(this);
    int x = 0;
    for (const QString &key : m_keys) {
        const QRect cap(x, 0, capWidth(key), height());
        paintPill(painter, cap, palette().color(QPalette::Midlight), 4, palette().color(QPalette::Dark));
        painter.setPen(palette().color(QPalette::Text));
        painter.drawText(cap, Qt::AlignCenter, key);
        x += cap.width() + Theme::space(1);
    }
}

} // namespace cheetah::gui
