// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/statechip.h"

#include "actions/flowwords.h"
#include "widgets/hatch.h"
#include "widgets/tones.h"

#include <QtGui/QPainter>
#include <QtGui/QPainterPath>
#include <QtWidgets/QStyle>

namespace cheetah::gui {

namespace {

int glyphSide(const QFontMetrics &metrics)
{
    return std::max(12, (metrics.ascent() + 1) / 2 * 2);
}

} // namespace

StateChip::StateChip(const Theme &theme, QWidget *parent) : QWidget(parent), m_theme(theme)
{
    setSizePolicy(QSizePolicy::Preferred, QSizePolicy::Fixed);
    connect(&theme, &Theme::changed, this, [this] {
        updateGeometry();
        update();
    });
}

void StateChip::set(Glyph glyph, const QString &word, Tone tone)
{
    m_glyph = glyph;
    m_word = word;
    m_tone = tone;
    if (std::exchange(m_underWay, std::nullopt))
        setToolTip({});
    setAccessibleName(word);
    updateGeometry();
    update();
}

void StateChip::set(const UnderWay &underWay)
{
    set(FlowWords::glyph(underWay), FlowWords::underWay(underWay), FlowWords::tone(underWay));
    m_underWay = underWay;
    setAccessibleName(FlowWords::sentence(underWay));
    setToolTip(accessibleName());
}

QSize StateChip::sizeHint() const
{
    return {widthFor(fontMetrics(), m_word), fontMetrics().height() + Theme::space(1)};
}

QSize StateChip::minimumSizeHint() const
{
    return {std::min(sizeHint().width(), widthFor(fontMetrics(), QStringLiteral("…"))), sizeHint().height()};
}

int StateChip::widthFor(const QFontMetrics &metrics, const QString &word)
{
    return glyphSide(metrics) + metrics.horizontalAdvance(word) + 1 + Theme::space(1) + 2 * Theme::space(1.5);
}

int StateChip::paint(QPainter &painter, const Theme &theme, const QRect &rect, Glyph glyph, const QString &word,
                     Tone tone, Qt::LayoutDirection direction)
{
    const QFontMetrics metrics = painter.fontMetrics();
    const int width = std::min(widthFor(metrics, word), rect.width());
    const QRect chip = QStyle::alignedRect(direction, Qt::AlignLeading | Qt::AlignVCenter,
                                           {width, std::min(rect.height(), metrics.height() + Theme::space(1))}, rect);
    paintPill(painter, chip, theme.fill(tone), chip.height() / 2.0);
    const int edge = Theme::space(1.5), side = glyphSide(metrics);
    const QRect inner = chip.adjusted(edge, 0, -edge, 0);
    theme.paint(painter, QStyle::alignedRect(direction, Qt::AlignLeading | Qt::AlignVCenter, {side, side}, inner),
                glyph, tone);
    const int room = inner.width() - side - Theme::space(1);
    const QRect text =
        QStyle::alignedRect(direction, Qt::AlignTrailing | Qt::AlignVCenter, {room, chip.height()}, inner);
    painter.setPen(theme.color(tone));
    painter.drawText(text, Qt::AlignVCenter | Qt::AlignLeading | Qt::TextSingleLine,
                     metrics.elidedText(word, Qt::ElideRight, room));
    return width;
}

void StateChip::paintEvent(QPaintEvent *)
{
    QPainter painter(this);
    const int width = paint(painter, m_theme, rect(), m_glyph, m_word, m_tone, layoutDirection());
    if (!m_underWay)
        return;
    const QRect chip =
        QStyle::alignedRect(layoutDirection(), Qt::AlignLeading | Qt::AlignVCenter,
                            {width, std::min(height(), fontMetrics().height() + Theme::space(1))}, rect());
    QPainterPath pill;
    pill.addRoundedRect(chip, chip.height() / 2.0, chip.height() / 2.0);
    painter.setClipPath(pill);
    QColor hatch = m_theme.color(m_tone);
    hatch.setAlphaF(0.25F);
    paintHatch(painter, chip, hatch, m_underWay->isUncertain);
}

} // namespace cheetah::gui
