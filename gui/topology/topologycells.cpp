// SPDX-License-Identifier: GPL-3.0-or-later
// The part of TopologyPainter that draws tabs.
#include "topology/topologypainter.h"

#include "actions/flowwords.h"
#include "models/plaintext.h"

#include <algorithm>

namespace cheetah::gui {

namespace {

constexpr int markWidth = 3;

bool isUnwell(Health health)
{
    return health != Health::Live;
}

Tone toneOf(Health health)
{
    return health == Health::Crashed || health == Health::Unresponsive ? Tone::Danger : Tone::Warn;
}

/// The middle of a square, `share` of its size.
QRect middle(const QRect &square, double share)
{
    const int size = std::max(1, int(square.width() * share));
    return {square.left() + (square.width() - size) / 2, square.top() + (square.height() - size) / 2, size, size};
}

} // namespace

/// Squares of one colour are drawn at once. Besides its colour each state has a shape.
void TopologyPainter::paintHeat(QPainter &painter, const Band &band, const Box &box, const QRect &area)
{
    constexpr std::size_t tones = std::size_t(Tone::Accent) + 1;
    std::array<QVarLengthArray<QRect, 64>, tones> soft, solid;
    QVarLengthArray<QRect, 16> holes, dots;
    QVarLengthArray<std::pair<QRect, UnderWay>, 8> changing;
    QVarLengthArray<std::pair<int, Slot>, 8> marked;
    const auto &tabs = fleet().window(box.window).contexts;
    const auto [first, last] =
        m_layout.cellRows(band, box, area.adjusted(-markWidth, -markWidth, markWidth, markWidth));
    const int end = std::min({last * box.columns, box.tabs, int(tabs.size())});
    for (int i = first * box.columns; i < end; ++i) {
        const Slot context = tabs[std::size_t(i)];
        const QRect where = m_layout.cell(band, box, i);
        const TopologySpot spot{TopologySpot::Kind::Context, context, 0};
        if (isSelected(m_marks.contexts, context) || spot == m_marks.cursor || spot == m_marks.hovered)
            marked.append({i, context});
        if (!where.intersects(area))
            continue;
        ++m_cells;
        if (isDimmed(context)) {
            dots.append(middle(where, 0.4));
            continue;
        }
        if (const UnderWay *underWay = m_words.underWay(spot)) {
            changing.append({where, *underWay});
            continue;
        }
        const ContextState state = m_store.state(context);
        const auto tone = std::size_t(Words::tone(state));
        switch (state) {
        case ContextState::Assigned:
            solid[std::size_t(leaseLeft(m_store, context, m_marks.now).tone)].append(where);
            break;
        case ContextState::Unavailable:
            solid[tone].append(where);
            holes.append(middle(where, 0.4));
            break;
        case ContextState::Settling:
            soft[tone].append(where);
            solid[tone].append(where.adjusted(0, where.height() / 2, 0, 0));
            break;
        case ContextState::Draining:
            soft[tone].append(where);
            solid[tone].append(where.adjusted(0, 0, -where.width() / 2, 0));
            break;
        case ContextState::Held:
            soft[tone].append(where);
            solid[tone].append(middle(where, 0.5));
            break;
        case ContextState::Disconnected:
            solid[tone].append(middle(where, 0.5));
            break;
        case ContextState::Idle:
            soft[tone].append(where);
            break;
        }
    }
    painter.setPen(Qt::NoPen);
    const auto draw = [&painter](const auto &rects, const QColor &color) {
        if (rects.isEmpty())
            return;
        painter.setBrush(color);
        painter.drawRects(rects.constData(), int(rects.size()));
    };
    for (std::size_t tone = 0; tone < tones; ++tone)
        draw(soft[tone], m_ink.calm(Tone(tone)));
    for (std::size_t tone = 0; tone < tones; ++tone)
        draw(solid[tone], m_ink.tone(Tone(tone)));
    draw(holes, m_ink.panel);
    draw(dots, m_ink.faint);
    for (const auto &[where, underWay] : changing) {
        painter.fillRect(where, m_ink.fill(FlowWords::tone(underWay)));
        m_ink.drawHatch(painter, where, m_ink.tone(FlowWords::tone(underWay)), true);
    }
    for (int i = 0; i < box.reserved; ++i)
        m_ink.drawFrame(painter, m_layout.cell(band, box, box.tabs + i), 0, m_ink.tone(Tone::Reserved));
    for (const auto &[index, context] : marked)
        paintMark(painter, m_layout.cell(band, box, index), isSelected(m_marks.contexts, context),
                  {TopologySpot::Kind::Context, context, 0});
}

void TopologyPainter::paintCells(QPainter &painter, const Band &band, const Box &box, const QRect &area)
{
    const auto &tabs = fleet().window(box.window).contexts;
    const QRect wide = area.adjusted(-markWidth, -markWidth, markWidth, markWidth);
    const auto [first, last] = m_layout.cellRows(band, box, wide);
    const int end = std::min(last * box.columns, box.tabs + box.reserved);
    QVarLengthArray<std::pair<QRect, TopologySpot>, 8> marked;
    for (int i = first * box.columns; i < end; ++i) {
        const QRect where = m_layout.cell(band, box, i);
        if (!where.intersects(wide))
            continue;
        TopologySpot spot{TopologySpot::Kind::Reservation, band.client, 0};
        if (i >= box.tabs)
            spot.index = m_layout.makingAt(band, box, i);
        else if (std::size_t(i) < tabs.size())
            spot = {TopologySpot::Kind::Context, tabs[std::size_t(i)], 0};
        else
            continue;
        const bool isTab = spot.kind == TopologySpot::Kind::Context;
        if ((isTab && isSelected(m_marks.contexts, spot.slot)) || spot == m_marks.cursor || spot == m_marks.hovered)
            marked.append({where, spot});
        if (!where.intersects(area))
            continue;
        if (isTab)
            paintCell(painter, where, spot.slot, band.away);
        else if (spot.index >= 0)
            paintReserved(painter, where, *band.makings[std::size_t(spot.index)].reservation, false);
    }
    for (const auto &[where, spot] : marked)
        paintMark(painter, where, spot.kind == TopologySpot::Kind::Context && isSelected(m_marks.contexts, spot.slot),
                  spot);
}

void TopologyPainter::paintCell(QPainter &painter, const QRect &where, Slot context, bool isAway)
{
    ++m_cells;
    if (!fleet().context(context).name)
        return;
    if (isDimmed(context))
        painter.setOpacity(0.28);
    if (const UnderWay *underWay = m_words.underWay({TopologySpot::Kind::Context, context, 0})) {
        paintChanging(painter, where, context, *underWay);
        painter.setOpacity(1);
        return;
    }
    const LeaseLeft lease = leaseLeft(m_store, context, m_marks.now);
    paintSurface(painter, where, context, lease, isAway);
    const Detail detail = m_layout.metrics().detail;
    if (detail == Detail::Glyphs) {
        const ContextState state = m_store.state(context);
        const int inner = where.width() / 6;
        m_ink.drawGlyph(painter, where.adjusted(inner, inner, -inner, -inner), Words::glyph(state),
                        isAway         ? Tone::Muted
                        : lease.isHeld ? lease.tone
                                       : Words::tone(state));
        const Health health = fleet().context(context).reported->health;
        if (isUnwell(health) && !isAway && state != ContextState::Unavailable) {
            const int size = std::max(4, where.width() / 4);
            painter.fillRect(where.right() - size, where.top() + 1, size, size, m_ink.tone(toneOf(health)));
        }
    } else if (detail == Detail::Lines) {
        paintLine(painter, where, context, lease);
    } else {
        paintCard(painter, where, context, lease);
    }
    painter.setOpacity(1);
}

/// What was asked for is said in the place of what the tab is doing now.
void TopologyPainter::paintChanging(QPainter &painter, const QRect &where, Slot context, const UnderWay &underWay)
{
    const TopologyMetrics &m = m_layout.metrics();
    const int line = m.line;
    const Glyph glyph = FlowWords::glyph(underWay);
    const Tone tone = FlowWords::tone(underWay);
    paintHatched(painter, where, line / 5.0, underWay);
    if (m.detail == Detail::Glyphs) {
        const int inner = where.width() / 6;
        return m_ink.drawGlyph(painter, where.adjusted(inner, inner, -inner, -inner), glyph, tone);
    }
    const QString word = FlowWords::underWay(underWay);
    const bool isCard = m.detail == Detail::Cards;
    const int icon = isCard ? line : line * 9 / 10;
    const int lines = !isCard ? 1 : where.height() > line * 7 / 2 ? 3 : 2;
    const int top = where.top() + (where.height() - lines * line - (lines - 1) * (line / 6)) / 2;
    QRect first(where.left() + line / 2, top, where.width() - line, line);
    const QRect second = first.translated(0, line + line / 6);
    m_ink.drawGlyph(painter, QRect(first.left(), first.top(), icon, line), glyph, tone);
    first.setLeft(first.left() + icon + line / 3);
    if (isCard) {
        m_ink.drawText(painter, second, word, m_ink.bold, m_ink.text);
    } else {
        m_ink.drawText(painter, first, word, m_ink.small, m_ink.text, Qt::AlignRight);
        first.setRight(first.right() - m_ink.widthOf(word, m_ink.small) - line / 3);
    }
    m_ink.drawText(painter, first, m_words.title(context), m_ink.plain, m_ink.text);
    if (lines == 3)
        m_ink.drawText(painter, second.translated(0, line + line / 6), m_words.task(context), m_ink.small, m_ink.muted);
}

void TopologyPainter::paintSurface(QPainter &painter, const QRect &where, Slot context, const LeaseLeft &lease,
                                   bool isAway)
{
    const double radius = m_layout.metrics().line / 5.0;
    const ContextState state = m_store.state(context);
    const Tone tone = lease.isHeld ? lease.tone : Words::tone(state);
    if (isAway && !lease.isHeld)
        return m_ink.drawFrame(painter, where, radius, m_ink.faint, m_ink.title);
    if (state == ContextState::Idle)
        return m_ink.drawFrame(painter, where, radius, m_ink.border, m_ink.panel);
    const QColor line = TopologyInk::mix(m_ink.tone(tone), m_ink.panel, 0.25);
    if (!lease.isHeld) {
        const bool isDashed = state == ContextState::Held || state == ContextState::Draining;
        m_ink.drawFrame(painter, where, radius, line, m_ink.fill(tone), 1, isDashed ? Qt::DashLine : Qt::SolidLine);
        if (state == ContextState::Settling)
            m_ink.drawHatch(painter, where.adjusted(2, 2, -2, -2),
                            TopologyInk::mix(m_ink.fill(tone), m_ink.tone(tone), 0.22));
        return;
    }
    // What is left of the lease fills the tab from the left.
    m_ink.drawFrame(painter, where, radius, line, m_ink.panel);
    const int filled = std::max(lease.share > 0 ? 2 : 0, int((where.width() - 2) * lease.share));
    painter.save();
    painter.setClipRect(QRect(where.left(), where.top(), filled + 1, where.height()), Qt::IntersectClip);
    m_ink.drawFrame(painter, where, radius, line, TopologyInk::mix(m_ink.fill(tone), m_ink.tone(tone), 0.14));
    if (lease.tone != Tone::Accent)
        m_ink.drawHatch(painter, where.adjusted(2, 2, -2, -2),
                        TopologyInk::mix(m_ink.fill(tone), m_ink.tone(tone), 0.34), lease.tone == Tone::Danger);
    painter.restore();
    if (lease.ends && filled < where.width() - 2)
        painter.fillRect(where.left() + filled, where.top() + 1, 1, where.height() - 2,
                         TopologyInk::mix(m_ink.fill(tone), m_ink.tone(tone), 0.4));
}

void TopologyPainter::paintLine(QPainter &painter, const QRect &where, Slot context, const LeaseLeft &lease)
{
    const int line = m_layout.metrics().line;
    const ContextState state = m_store.state(context);
    const auto &reported = *fleet().context(context).reported;
    QRect text = where.adjusted(line * 2 / 5, 0, -line * 2 / 5, 0);
    const int icon = line * 9 / 10;
    m_ink.drawGlyph(painter, QRect(text.left(), text.top(), icon, text.height()), Words::glyph(state),
                    lease.isHeld ? lease.tone : Words::tone(state));
    text.setLeft(text.left() + icon + line / 3);
    if (lease.ends) {
        const QString time = timeLeft(lease);
        m_ink.drawText(painter, text, time, m_ink.small, m_ink.text, Qt::AlignRight);
        text.setRight(text.right() - m_ink.widthOf(time, m_ink.small) - line / 3);
    }
    if (isUnwell(reported.health) && state != ContextState::Disconnected) {
        m_ink.drawGlyph(painter, QRect(text.right() + 1 - icon, text.top(), icon, text.height()), Glyph::Warning,
                        toneOf(reported.health));
        text.setRight(text.right() - icon - line / 3);
    }
    m_ink.drawText(painter, text, m_words.title(context), reported.active ? m_ink.bold : m_ink.plain,
                   state == ContextState::Disconnected ? m_ink.muted : m_ink.text);
}

void TopologyPainter::paintCard(QPainter &painter, const QRect &where, Slot context, const LeaseLeft &lease)
{
    const int line = m_layout.metrics().line;
    const ContextState state = m_store.state(context);
    const auto &reported = *fleet().context(context).reported;
    const QColor ink = state == ContextState::Disconnected ? m_ink.muted : m_ink.text;
    const int lines = where.height() > line * 7 / 2 ? 3 : 2;
    const int top = where.top() + (where.height() - lines * line - (lines - 1) * (line / 6)) / 2;
    QRect first(where.left() + line / 2, top, where.width() - line, line);
    m_ink.drawGlyph(painter, QRect(first.left(), first.top(), line, line), Words::glyph(state),
                    lease.isHeld ? lease.tone : Words::tone(state));
    QRect second = first.translated(0, line + line / 6);
    first.setLeft(first.left() + line + line / 3);
    if (isUnwell(reported.health) && state != ContextState::Unavailable && state != ContextState::Disconnected) {
        m_ink.drawGlyph(painter, QRect(first.right() + 1 - line, first.top(), line, line), Glyph::Warning,
                        toneOf(reported.health));
        first.setRight(first.right() - line - line / 4);
    }
    m_ink.drawText(painter, first, m_words.title(context), reported.active ? m_ink.bold : m_ink.plain, ink);
    if (lines == 3) {
        QRect third = second.translated(0, line + line / 6);
        m_ink.drawText(painter, third, plainText(reported.url, 120), m_ink.small, m_ink.muted);
    }
    if (!lease.isHeld) {
        m_ink.drawText(painter, second, m_words.stateAndPlace(context), m_ink.small,
                       state == ContextState::Idle || state == ContextState::Disconnected ? m_ink.muted : m_ink.text);
        return;
    }
    if (lease.ends) {
        const QString time = timeLeft(lease);
        const QFont &font = lease.tone == Tone::Accent ? m_ink.small : m_ink.bold;
        m_ink.drawText(painter, second, time, font, lease.tone == Tone::Danger ? m_ink.tone(Tone::Danger) : m_ink.text,
                       Qt::AlignRight);
        second.setRight(second.right() - m_ink.widthOf(time, font) - line / 2);
    }
    m_ink.drawText(painter, second, m_words.task(context), m_ink.small, m_ink.text);
}

} // namespace cheetah::gui
