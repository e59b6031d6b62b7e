// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/countbadge.h"

#include "widgets/tones.h"

#include <QtCore/QLocale>
#include <QtGui/QPainter>

namespace cheetah::gui {

CountBadge::CountBadge(const Theme &theme, QWidget *parent) : QWidget(parent), m_theme(theme)
{
    setSizePolicy(QSizePolicy::Fixed, QSizePolicy::Fixed);
    const auto restyle = [this] {
        setFont(m_theme.font(TextRole::Small));
        updateGeometry();
        update();
    };
    connect(&theme, &Theme::changed, this, restyle);
    restyle();
    hide();
}

void CountBadge::setCount(qint64 count)
{
    if (count == m_count)
        return;
    m_count = count;
    setVisible(count > 0);
    updateGeometry();
    update();
}

void CountBadge::setTone(Tone tone)
{
    m_tone = tone;
    update();
}

QString CountBadge::text() const
{
    return m_count > 999 ? tr("999+", "a badge: more than 999") : QLocale().toString(m_count);
}

QSize CountBadge::sizeHint() const
{
    const QFontMetrics metrics = fontMetrics();
    const int height = metrics.height() + 2;
    return {std::max(height, metrics.horizontalAdvance(text()) + height * 2 / 3), height};
}

void CountBadge::paintEvent(QPaintEvent *)
{
    QPainter painter(this);
    paintPill(painter, rect(), m_theme.fill(m_tone), height() / 2.0, m_theme.color(m_tone));
    painter.setPen(m_theme.color(m_tone));
    painter.drawText(rect(), Qt::AlignCenter, text());
}

} // namespace cheetah::gui
