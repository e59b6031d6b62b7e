// SPDX-License-Identifier: GPL-3.0-or-later
#include "topology/topologypainter.h"

#include "actions/flowwords.h"
#include "models/plaintext.h"
#include "widgets/hatch.h"

#include <algorithm>

namespace cheetah::gui {

namespace {

/// Marks stand out over the edge of what they mark by this much.
constexpr int markWidth = 3;
constexpr int mostWaiters = 12;

QRect inset(const QRect &rect, int x, int y)
{
    return rect.adjusted(x, y, -x, -y);
}

QRect takeLeft(QRect &from, int width, int gap)
{
    const QRect taken(from.left(), from.top(), width, from.height());
    from.setLeft(from.left() + width + gap);
    return taken;
}

QRect takeRight(QRect &from, int width, int gap)
{
    const QRect taken(from.right() + 1 - width, from.top(), width, from.height());
    from.setRight(from.right() - width - gap);
    return taken;
}

} // namespace

void TopologyPainter::paint(QPainter &painter, const QRect &area, const TopologyMarks &marks)
{
    m_marks = marks;
    painter.fillRect(area, m_ink.background);
    const QRect wide = area.adjusted(-markWidth, -markWidth, markWidth, markWidth);
    m_layout.visitGroups(wide.top(), wide.bottom() + 1, [&](int number) {
        if (m_layout.groupHeader(number).intersects(wide))
            paintGroup(painter, number);
        m_layout.visitBands(m_layout.group(number), wide.top(), wide.bottom() + 1, [&](const Band &band) {
            if (band.rect.intersects(wide) && fleet().client(band.client).state)
                paintBand(painter, band, area);
        });
    });
}

QString TopologyPainter::timeLeft(const LeaseLeft &lease) const
{
    return lease.ends ? Words::clock(lease.left) : QString();
}

void TopologyPainter::paintMark(QPainter &painter, const QRect &where, bool selected, const TopologySpot &spot)
{
    const double radius = m_layout.metrics().detail >= Detail::Glyphs ? m_layout.metrics().line / 5.0 : 0;
    if (selected)
        m_ink.drawFrame(painter, where.adjusted(-1, -1, 1, 1), radius + 1, m_ink.text, {}, 2);
    if (spot == m_marks.cursor)
        m_ink.drawFrame(painter, where.adjusted(-markWidth, -markWidth, markWidth, markWidth), radius + markWidth,
                        m_ink.tone(Tone::Accent), {}, 2);
    else if (spot == m_marks.hovered && !selected)
        m_ink.drawFrame(painter, where, radius, m_ink.muted);
}

void TopologyPainter::paintHatched(QPainter &painter, const QRect &where, double radius, const UnderWay &underWay)
{
    const QColor fill = m_ink.fill(FlowWords::tone(underWay)), line = m_ink.tone(FlowWords::tone(underWay));
    m_ink.drawFrame(painter, where, radius, TopologyInk::mix(line, m_ink.panel, 0.25), fill);
    paintHatch(painter, inset(where, 1, 1), TopologyInk::mix(fill, line, 0.25), underWay.isUncertain);
}

// Users

void TopologyPainter::paintGroup(QPainter &painter, int number)
{
    const TopologyLayout::Group &group = m_layout.group(number);
    const int line = m_layout.metrics().line;
    QRect where = m_layout.groupHeader(number);
    if (where.isEmpty())
        return;
    const QRect whole = where;
    where.adjust(line / 4, 0, 0, 0);
    if (!group.user.empty()) {
        m_ink.drawGlyph(painter, takeLeft(where, line, line / 2), Glyph::User,
                        group.away ? Tone::Muted : Tone::Neutral);
        const QString name = plainText(group.user.text(), 80);
        const int width = std::min(m_ink.widthOf(name, m_ink.bold), where.width() / 2);
        m_ink.drawText(painter, takeLeft(where, width, line), name, m_ink.bold, group.away ? m_ink.muted : m_ink.text);
        const QString usage = m_words.usage(group);
        const int usageWidth = m_ink.widthOf(usage, m_ink.small);
        if (usageWidth < where.width())
            m_ink.drawText(painter, takeLeft(where, usageWidth, line), usage, m_ink.small, m_ink.muted);
    }
    paintWaiters(painter, group, where);
    if (m_marks.cursor == TopologySpot{TopologySpot::Kind::User, Slot(number), 0})
        paintMark(painter, inset(whole, markWidth, markWidth), false, m_marks.cursor);
}

/// The queue as it stands, who is first at the left.
int TopologyPainter::paintWaiters(QPainter &painter, const TopologyLayout::Group &group, QRect where)
{
    const int line = m_layout.metrics().line;
    std::vector<const Waiter *> queue;
    std::size_t count = 0;
    const auto add = [&](const auto &waiters) {
        count += waiters.size();
        for (const auto &[place, waiter] : waiters)
            if (queue.size() < mostWaiters)
                queue.push_back(waiter.get());
    };
    if (group.user.empty())
        for (const auto &[user, waiters] : fleet().waiters())
            add(waiters);
    else
        add(fleet().waiters(group.user));
    if (count == 0)
        return 0;
    where = inset(where, 0, line * 3 / 8);
    const int used = paintChip(painter, where, m_words.waiting(count), Tone::Warn, int(Glyph::Waiter));
    where.setLeft(where.left() + used + line / 3);
    std::size_t shown = 0;
    for (const Waiter *waiter : queue) {
        const QString label = QStringLiteral("%1  %2").arg(plainText(waiter->task.text(), 24),
                                                           Words::clock(waiter->deadline - m_marks.now));
        if (m_ink.widthOf(label, m_ink.small) + 2 * line > where.width())
            break;
        where.setLeft(where.left() + paintChip(painter, where, label, Tone::Neutral) + line / 4);
        ++shown;
    }
    if (shown < count)
        m_ink.drawText(painter, where, QStringLiteral("+%1").arg(count - shown), m_ink.small, m_ink.muted);
    return int(count);
}

/// Gives its width.
int TopologyPainter::paintChip(QPainter &painter, QRect where, const QString &label, Tone tone, int glyph)
{
    const int line = m_layout.metrics().line, side = line * 2 / 5;
    const int icon = glyph >= 0 ? line : 0;
    const int width = std::min(where.width(), m_ink.widthOf(label, m_ink.small) + 2 * side + icon);
    if (width <= 2 * side)
        return 0;
    where.setWidth(width);
    m_ink.drawFrame(painter, where, line / 4.0, {}, m_ink.fill(tone), 1, Qt::NoPen);
    where = inset(where, side, 0);
    if (glyph >= 0)
        m_ink.drawGlyph(painter, inset(takeLeft(where, line * 4 / 5, line / 5), 0, 1), Glyph(glyph), tone);
    m_ink.drawText(painter, where, label, m_ink.small, m_ink.text);
    return width;
}

// Clients

void TopologyPainter::paintBand(QPainter &painter, const Band &band, const QRect &area)
{
    const TopologyMetrics &m = m_layout.metrics();
    const TopologySpot spot{TopologySpot::Kind::Client, band.client, 0};
    const double radius = m.line * (m.hasTiles() ? 0.25 : 0.45);
    m_ink.drawFrame(painter, band.rect, radius, m_ink.faint, m_ink.panel);
    if (band.away)
        m_ink.drawHatch(painter, inset(band.rect, 2, 2) & area, m_ink.title);
    if (m_layout.bandHeader(band).intersects(area)) {
        if (m.hasTiles())
            paintTileHeader(painter, band);
        else
            paintHeader(painter, band);
    }
    for (const Box &box : band.boxes)
        if (m_layout.rect(band, box).adjusted(-markWidth, -markWidth, markWidth, markWidth).intersects(area))
            paintWindow(painter, band, box, area);
    const bool isChosen = isSelected(m_marks.clients, band.client);
    if (isChosen || spot == m_marks.cursor)
        paintMark(painter, band.rect, isChosen, spot);
}

void TopologyPainter::paintHeader(QPainter &painter, const Band &band)
{
    const TopologyMetrics &m = m_layout.metrics();
    const ClientState &state = *fleet().client(band.client).state;
    const int line = m.line;
    QRect where = inset(m_layout.bandHeader(band), m.bandPadding, 0);
    const QColor ink = band.away ? m_ink.muted : m_ink.text;
    const UnderWay *underWay = m_words.underWay({TopologySpot::Kind::Client, band.client, 0});
    if (underWay)
        paintHatched(painter, inset(m_layout.bandHeader(band), 1, 1), line * 0.4, *underWay);

    m_ink.drawGlyph(painter, takeLeft(where, line, line / 2),
                    state.kind == ClientKind::Console ? Glyph::Flow : Glyph::Client,
                    band.away ? Tone::Muted : Tone::Neutral);
    const QString name = m_words.clientName(band.client);
    m_ink.drawText(painter,
                   takeLeft(where, std::min(m_ink.widthOf(name, m_ink.bold), where.width() * 2 / 5), line * 2 / 3),
                   name, m_ink.bold, ink);
    // A filled or an empty ring beside the word.
    const QString connection = m_words.connection(band.client, m_marks.now);
    const Tone tone = band.away ? Tone::Muted : Tone::Ok;
    if (const int width = m_ink.widthOf(connection, m_ink.small); width + line < where.width()) {
        const int size = line / 2;
        const QRect ring = takeLeft(where, size, line / 3);
        m_ink.drawFrame(painter, QRect(ring.left(), ring.center().y() - size / 2 + 1, size, size), size / 2.0,
                        m_ink.tone(tone), band.away ? QColor() : m_ink.tone(tone), 1);
        m_ink.drawText(painter, takeLeft(where, width, line * 2 / 3), connection, m_ink.small, m_ink.tone(tone));
    }
    const QString usage = m_words.usage(band.client);
    if (const int width = m_ink.widthOf(usage, m_ink.small); width < where.width())
        m_ink.drawText(painter, takeRight(where, width, line * 2 / 3), usage, m_ink.small, ink, Qt::AlignRight);
    const Drain *drain = fleet().drain(fleet().client(band.client).name);
    if (!drain)
        drain = fleet().drain(state.node);
    QRect chips = inset(where, 0, line * 3 / 8);
    const auto addChip = [&](const QString &label, Tone chipTone, Glyph glyph) {
        if (const int width = m_ink.widthOf(label, m_ink.small) + 2 * line; width < where.width()) {
            paintChip(painter, takeRight(chips, width, line / 2), label, chipTone, int(glyph));
            where.setRight(chips.right());
        }
    };
    if (underWay)
        addChip(FlowWords::underWay(*underWay), FlowWords::tone(*underWay), FlowWords::glyph(*underWay));
    else if (drain)
        addChip(m_words.drain(*drain, m_marks.now), Tone::Warn, Glyph::Drain);
    int left = int(state.metadata.size());
    for (const auto &entry : state.metadata) {
        const QString label = m_words.chip(entry);
        if (m_ink.widthOf(label, m_ink.small) + 3 * line > chips.width())
            break;
        chips.setLeft(chips.left() + paintChip(painter, chips, label, Tone::Neutral) + line / 4);
        --left;
    }
    where.setLeft(chips.left());
    const auto addText = [&](const QString &text) {
        if (const int width = m_ink.widthOf(text, m_ink.small); width < where.width())
            m_ink.drawText(painter, takeLeft(where, width, line * 2 / 3), text, m_ink.small, m_ink.muted);
    };
    if (left > 0)
        addText(QStringLiteral("+%1").arg(left));
    where.setLeft(where.left() + line / 3);
    addText(plainText(state.agent, 60));
    addText(TopologyWords::tr("epoch %1").arg(TopologyWords::epoch(state.epoch)));
}

void TopologyPainter::paintTileHeader(QPainter &painter, const Band &band)
{
    const TopologyMetrics &m = m_layout.metrics();
    const ClientRow &row = fleet().client(band.client);
    const int line = m.line;
    QRect where = inset(m_layout.bandHeader(band), m.bandPadding, 0);
    const UnderWay *underWay = m_words.underWay({TopologySpot::Kind::Client, band.client, 0});
    if (underWay)
        paintHatched(painter, inset(m_layout.bandHeader(band), 1, 1), line * 0.2, *underWay);
    if (underWay)
        m_ink.drawGlyph(painter, takeLeft(where, line * 3 / 4, line / 5), FlowWords::glyph(*underWay),
                        FlowWords::tone(*underWay));
    else if (isDraining(fleet(), row, nullptr))
        m_ink.drawGlyph(painter, takeLeft(where, line * 3 / 4, line / 5), Glyph::Drain, Tone::Warn);
    else if (band.away)
        m_ink.drawGlyph(painter, takeLeft(where, line * 3 / 4, line / 5), Glyph::StateDisconnected, Tone::Muted);
    const QString count = QString::number(row.contexts);
    const int width = m_ink.widthOf(count, m_ink.small);
    m_ink.drawText(painter, takeRight(where, width, line / 4), count, m_ink.small, m_ink.muted);
    m_ink.drawText(painter, where, m_words.clientName(band.client), m_ink.small, band.away ? m_ink.muted : m_ink.text);
}

// Windows

void TopologyPainter::paintWindow(QPainter &painter, const Band &band, const Box &box, const QRect &area)
{
    const TopologyMetrics &m = m_layout.metrics();
    const QRect frame = m_layout.rect(band, box);
    if (box.making >= 0)
        return paintReserved(painter, frame, *band.makings[std::size_t(box.making)].reservation, true);
    if (box.window >= fleet().windowSlots() || fleet().window(box.window).client == noSlot)
        return;
    const double radius = m.hasTitles() ? m.line * 0.3 : 0;
    if (m.detail == Detail::Bars) {
        paintBar(painter, box, frame);
    } else if (m.detail == Detail::Heat) {
        m_ink.drawFrame(painter, frame, radius, m_ink.faint, m_ink.panel);
        paintHeat(painter, band, box, area);
    } else {
        const WindowRow &row = fleet().window(box.window);
        const bool isFront = row.focused && !band.away;
        const QColor line = isFront ? TopologyInk::mix(m_ink.border, m_ink.tone(Tone::Accent), 0.7) : m_ink.border;
        const QRect title = m_layout.title(band, box);
        if (title.intersects(area)) {
            painter.save();
            painter.setClipRect(title, Qt::IntersectClip);
            m_ink.drawFrame(painter, frame, radius, line, isFront ? m_ink.fill(Tone::Accent) : m_ink.title);
            painter.restore();
            if (const UnderWay *underWay = m_words.underWay({TopologySpot::Kind::Window, box.window, 0}))
                paintHatched(painter, title, radius, *underWay);
            paintTitle(painter, band, box);
        }
        painter.save();
        painter.setClipRect(frame.adjusted(0, title.height() - 1, 0, 0), Qt::IntersectClip);
        m_ink.drawFrame(painter, frame, radius, line, m_ink.panel);
        painter.restore();
        painter.fillRect(QRect(frame.left() + 1, title.bottom(), frame.width() - 2, 1), m_ink.faint);
        paintCells(painter, band, box, area);
    }
    const TopologySpot spot{TopologySpot::Kind::Window, box.window, 0};
    const bool isChosen = isSelected(m_marks.windows, box.window);
    if (isChosen || spot == m_marks.cursor)
        paintMark(painter, frame, isChosen, spot);
}

void TopologyPainter::paintTitle(QPainter &painter, const Band &band, const Box &box)
{
    const WindowRow &row = fleet().window(box.window);
    const int line = m_layout.metrics().line;
    QRect where = inset(m_layout.title(band, box), line * 2 / 5, 0);
    const QColor ink = band.away ? m_ink.muted : m_ink.text;
    const int icon = line * 4 / 5;
    const bool isFlows = fleet().client(band.client).state->kind == ClientKind::Console;
    m_ink.drawGlyph(painter, takeLeft(where, icon, line / 3), isFlows ? Glyph::Flow : Glyph::Window,
                    band.away     ? Tone::Muted
                    : row.focused ? Tone::Accent
                                  : Tone::Neutral);
    const UnderWay *underWay = m_words.underWay({TopologySpot::Kind::Window, box.window, 0});
    QString usage = underWay ? FlowWords::underWay(*underWay) : m_words.usage(band.client, box);
    if (!underWay && m_ink.widthOf(usage, m_ink.small) > where.width() / 2)
        usage = m_words.shortUsage(band.client, box);
    const int usageWidth = m_ink.widthOf(usage, m_ink.small);
    const bool hasRoom = usageWidth + 3 * line < where.width();
    if (hasRoom)
        m_ink.drawText(painter, takeRight(where, usageWidth, line / 2), usage, m_ink.small,
                       band.away ? m_ink.muted : m_ink.text, Qt::AlignRight);
    if (fleet().drain(row.name))
        m_ink.drawGlyph(painter, takeRight(where, icon, line / 3), Glyph::Drain, Tone::Warn);
    if (row.isolated) {
        const QString word = TopologyWords::tr("isolated", "window with cookies of its own");
        if (const int width = m_ink.widthOf(word, m_ink.small) + line; width + 5 * line < where.width())
            paintChip(painter, inset(takeRight(where, width, line / 3), 0, line / 5), word, Tone::Info);
        else
            m_ink.drawGlyph(painter, takeRight(where, icon, line / 3), Glyph::StateHeld, Tone::Info);
    }
    m_ink.drawText(painter, where, underWay && !hasRoom ? usage : m_words.windowTitle(box.window),
                   row.focused ? m_ink.bold : m_ink.plain, ink);
}

void TopologyPainter::paintBar(QPainter &painter, const Box &box, const QRect &where)
{
    std::array<int, FleetTotals::stateCount> counts{};
    const auto &tabs = fleet().window(box.window).contexts;
    int all = 0;
    for (const Slot context : tabs) {
        if (isDimmed(context))
            continue;
        ++counts[std::size_t(m_store.state(context))];
        ++all;
    }
    m_cells += tabs.size();
    m_ink.drawFrame(painter, where, 0, m_ink.border, m_ink.title);
    const QRect inside = inset(where, 1, 1);
    int done = 0;
    for (std::size_t i = 0; i < counts.size(); ++i) {
        if (counts[i] == 0)
            continue;
        const auto state = ContextState(i);
        const int from = inside.left() + inside.width() * done / all;
        done += counts[i];
        const int to = inside.left() + inside.width() * done / all;
        const bool isCalm = state == ContextState::Idle || state == ContextState::Disconnected;
        const QRect part(from, inside.top(), to - from, inside.height());
        painter.fillRect(part, isCalm ? m_ink.calm(Words::tone(state)) : m_ink.tone(Words::tone(state)));
        if (state != ContextState::Assigned && !isCalm)
            m_ink.drawHatch(painter, part, m_ink.panel, true);
    }
    if (box.reserved > 0)
        m_ink.drawFrame(painter, where, 0, m_ink.tone(Tone::Reserved), {}, 1, Qt::DashLine);
}

// Reservations

void TopologyPainter::paintReserved(QPainter &painter, const QRect &where, const Reservation &reservation,
                                    bool isWindow)
{
    const TopologyMetrics &m = m_layout.metrics();
    const int line = m.line;
    const Micros left = reservation.deadline - m_marks.now;
    const Tone tone = left.count() < 0 ? Tone::Warn : Tone::Reserved;
    if (!m.hasTitles()) {
        m_ink.drawFrame(painter, where, 0, m_ink.tone(tone), {}, 1, Qt::DashLine);
        return;
    }
    m_ink.drawFrame(painter, where, line * (isWindow ? 0.3 : 0.2), m_ink.tone(tone), m_ink.fill(tone), 1, Qt::DashLine);
    if (!isWindow && m.detail == Detail::Glyphs)
        return m_ink.drawGlyph(painter, inset(where, where.width() / 5, where.height() / 5), Glyph::Reservation, tone);
    QRect first = inset(where, line * 2 / 5, 0);
    first.setHeight(isWindow ? m.windowTitle : m.detail == Detail::Lines ? where.height() : line * 7 / 4);
    m_ink.drawGlyph(painter, takeLeft(first, line * 4 / 5, line / 3), Glyph::Reservation, tone);
    const QString time = Words::clock(left);
    m_ink.drawText(painter, takeRight(first, m_ink.widthOf(time, m_ink.small), line / 3), time, m_ink.small,
                   m_ink.text);
    m_ink.drawText(painter, first, m_words.making(reservation), m_ink.plain, m_ink.text);
    const QRect second(where.left() + line * 2 / 5, first.bottom() + 1 - line / 4, where.width() - line * 4 / 5, line);
    if ((isWindow || m.detail == Detail::Cards) && second.bottom() < where.bottom())
        m_ink.drawText(painter, second,
                       left.count() < 0 ? TopologyWords::tr("overdue") : TopologyWords::tr("on its way"), m_ink.small,
                       m_ink.muted);
}

} // namespace cheetah::gui
