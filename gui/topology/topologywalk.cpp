// SPDX-License-Identifier: GPL-3.0-or-later
#include "topology/topologywalk.h"

#include <algorithm>
#include <limits>

namespace cheetah::gui {

namespace {

/// How far a stretch is from a point, 0 inside.
int distance(int low, int high, int at)
{
    return at < low ? low - at : at > high ? at - high : 0;
}

} // namespace

int TopologyWalk::cells(const Box &box) const
{
    return m_layout.metrics().hasCells() && box.making < 0 ? box.tabs + box.reserved : 0;
}

Slot TopologyWalk::clientOf(const TopologySpot &spot) const
{
    switch (spot.kind) {
    case TopologySpot::Kind::Client:
    case TopologySpot::Kind::Reservation:
        return spot.slot;
    case TopologySpot::Kind::Window:
        return spot.slot < m_fleet.windowSlots() ? m_fleet.window(spot.slot).client : noSlot;
    case TopologySpot::Kind::Context:
        return spot.slot < m_fleet.contextSlots() ? m_fleet.context(spot.slot).client : noSlot;
    case TopologySpot::Kind::User:
    case TopologySpot::Kind::None:
        break;
    }
    return noSlot;
}

TopologyWalk::Place TopologyWalk::placeOf(const TopologySpot &spot) const
{
    const Slot client = clientOf(spot);
    Place place{client == noSlot ? nullptr : m_layout.band(client)};
    if (!place.band || spot.kind == TopologySpot::Kind::Client)
        return place;
    const Slot window = spot.kind == TopologySpot::Kind::Context ? m_fleet.context(spot.slot).window
                      : spot.kind == TopologySpot::Kind::Window  ? spot.slot
                                                                 : noSlot;
    const auto &boxes = place.band->boxes;
    for (std::size_t i = 0; i < boxes.size(); ++i) {
        const Box &box = boxes[i];
        if (spot.kind == TopologySpot::Kind::Reservation) {
            for (int cell = 0; cell < box.reserved; ++cell)
                if (m_layout.makingAt(*place.band, box, box.tabs + cell) == spot.index)
                    return {place.band, int(i), cells(box) > 0 ? box.tabs + cell : -1};
        } else if (box.window == window) {
            place.box = int(i);
            if (spot.kind == TopologySpot::Kind::Context && cells(box) > 0) {
                const auto &tabs = m_fleet.window(window).contexts;
                place.cell = int(std::find(tabs.begin(), tabs.end(), spot.slot) - tabs.begin());
            }
            return place;
        }
    }
    return place;
}

TopologySpot TopologyWalk::spotOf(const Place &place) const
{
    using Kind = TopologySpot::Kind;
    if (!place.band)
        return {};
    if (place.box < 0)
        return {Kind::Client, place.band->client, 0};
    const Box &box = place.frame();
    if (box.making >= 0)
        return {Kind::Reservation, place.band->client, box.making};
    if (place.cell < 0)
        return {Kind::Window, box.window, 0};
    if (place.cell >= box.tabs)
        return {Kind::Reservation, place.band->client, m_layout.makingAt(*place.band, box, place.cell)};
    const auto &tabs = m_fleet.window(box.window).contexts;
    return std::size_t(place.cell) < tabs.size() ? TopologySpot{Kind::Context, tabs[std::size_t(place.cell)], 0}
                                                 : TopologySpot{Kind::Window, box.window, 0};
}

QRect TopologyWalk::rectOf(const Place &place) const
{
    if (place.box < 0)
        return m_layout.bandHeader(*place.band);
    return place.cell < 0 ? m_layout.rect(*place.band, place.frame())
                          : m_layout.cell(*place.band, place.frame(), place.cell);
}

std::vector<const TopologyLayout::Band *> TopologyWalk::bands() const
{
    std::vector<const Band *> all;
    for (const int group : m_layout.order())
        for (const Slot client : m_layout.group(group).clients)
            if (const Band *band = m_layout.band(client))
                all.push_back(band);
    return all;
}

/// The bands of the next row in that direction; beside each other for left and right.
std::vector<const TopologyLayout::Band *> TopologyWalk::neighbours(const Band &band, Way way) const
{
    const auto all = bands();
    const auto here = std::find(all.begin(), all.end(), &band);
    const bool forward = way == Way::Down || way == Way::Right;
    const auto isSameRow = [](const Band &a, const Band &b) { return a.rect.top() == b.rect.top(); };
    std::vector<const Band *> found;
    if (way == Way::Left || way == Way::Right) {
        const auto beside = forward ? here + 1 : here - 1;
        if ((forward ? beside != all.end() : here != all.begin()) && isSameRow(**beside, band))
            found.push_back(*beside);
        return found;
    }
    const auto step = [&](auto from, auto end) {
        auto it = std::find_if(from, end, [&](const Band *other) { return !isSameRow(*other, band); });
        for (const auto first = it; it != end && isSameRow(**it, **first); ++it)
            found.push_back(*it);
    };
    if (forward)
        step(here, all.end());
    else
        step(std::make_reverse_iterator(here), all.rend());
    return found;
}

/// The stop of this window that one comes to from a point on the way.
TopologyWalk::Place TopologyWalk::entered(const Band &band, int index, Way way, QPoint from) const
{
    const Box &box = band.boxes[std::size_t(index)];
    const int count = cells(box);
    if (count == 0)
        return {&band, index, -1};
    const TopologyMetrics &m = m_layout.metrics();
    const int rows = (count + box.columns - 1) / box.columns;
    const QRect origin = m_layout.cell(band, box, 0);
    int row = std::clamp((from.y() - origin.top()) / m.cellStepY(), 0, rows - 1);
    int column = std::clamp((from.x() - origin.left()) / m.cellStepX(), 0, box.columns - 1);
    if (way == Way::Down)
        row = 0;
    else if (way == Way::Up)
        row = rows - 1;
    else
        column = way == Way::Right ? 0 : box.columns - 1;
    const int last = row == rows - 1 ? (count - 1) % box.columns : box.columns - 1;
    return {&band, index, row * box.columns + std::min(column, last)};
}

TopologyWalk::Place TopologyWalk::entered(const Band &band, Way way, QPoint from) const
{
    int best = -1;
    std::pair<int, int> bestScore{std::numeric_limits<int>::max(), 0};
    for (std::size_t i = 0; i < band.boxes.size(); ++i) {
        const QRect frame = m_layout.rect(band, band.boxes[i]);
        const int across = distance(frame.left(), frame.right(), from.x());
        const int along = distance(frame.top(), frame.bottom(), from.y());
        // Vertically the nearest row of windows counts first, by their tops, as rows are laid out.
        std::pair<int, int> score;
        if (way == Way::Down)
            score = {frame.top(), across};
        else if (way == Way::Up)
            score = {-frame.top(), across};
        else
            score = {along, across};
        if (best < 0 || score < bestScore) {
            best = int(i);
            bestScore = score;
        }
    }
    return best < 0 ? Place{&band} : entered(band, best, way, from);
}

TopologySpot TopologyWalk::sideways(const Place &place, const TopologySpot &from, bool forward) const
{
    const Way way = forward ? Way::Right : Way::Left;
    const QPoint center = rectOf(place).center();
    if (place.box >= 0) {
        const Box &box = place.frame();
        const int column = std::max(0, place.cell) % box.columns;
        if (place.cell >= 0 && forward && column + 1 < box.columns && place.cell + 1 < cells(box))
            return spotOf({place.band, place.box, place.cell + 1});
        if (place.cell >= 0 && !forward && column > 0)
            return spotOf({place.band, place.box, place.cell - 1});
        const int beside = place.box + (forward ? 1 : -1);
        if (beside >= 0 && beside < int(place.band->boxes.size())
            && place.band->boxes[std::size_t(beside)].rect.top() == box.rect.top())
            return spotOf(entered(*place.band, beside, way, center));
    }
    const auto next = neighbours(*place.band, way);
    return next.empty() ? from : spotOf(entered(*next.front(), way, center));
}

TopologySpot TopologyWalk::upright(const Place &place, const TopologySpot &from, bool forward) const
{
    const Way way = forward ? Way::Down : Way::Up;
    const QPoint center = rectOf(place).center();
    if (place.box < 0 && forward && !place.band->boxes.empty())
        return spotOf(entered(*place.band, way, center));
    if (place.box >= 0) {
        const Box &box = place.frame();
        const int count = cells(box), row = std::max(0, place.cell) / box.columns;
        if (count > 0 && place.cell >= 0 && !forward && row > 0)
            return spotOf({place.band, place.box, place.cell - box.columns});
        if (count > 0 && place.cell >= 0 && forward && row < (count - 1) / box.columns)
            return spotOf({place.band, place.box, std::min(place.cell + box.columns, count - 1)});
        // The next row of windows in this band, and in it the nearest.
        int best = -1;
        std::pair<int, int> bestScore;
        for (std::size_t i = 0; i < place.band->boxes.size(); ++i) {
            const QRect frame = place.band->boxes[i].rect;
            const int ahead = forward ? frame.top() - box.rect.top() : box.rect.top() - frame.top();
            const std::pair score{ahead, distance(frame.left() + place.band->rect.left(),
                                                  frame.right() + place.band->rect.left(), center.x())};
            if (ahead > 0 && (best < 0 || score < bestScore)) {
                best = int(i);
                bestScore = score;
            }
        }
        if (best >= 0)
            return spotOf(entered(*place.band, best, way, center));
    }
    const auto next = neighbours(*place.band, way);
    const auto nearest = std::min_element(next.begin(), next.end(), [&](const Band *a, const Band *b) {
        return distance(a->rect.left(), a->rect.right(), center.x())
             < distance(b->rect.left(), b->rect.right(), center.x());
    });
    return nearest == next.end() ? from : spotOf(entered(**nearest, way, center));
}

TopologySpot TopologyWalk::moved(const TopologySpot &from, Way way) const
{
    if (from.kind == TopologySpot::Kind::User && int(from.slot) < int(m_layout.order().size()) && way == Way::Down)
        for (const Slot client : m_layout.group(int(from.slot)).clients)
            if (const Band *band = m_layout.band(client))
                return spotOf(entered(*band, Way::Down, {}));
    const Place place = placeOf(from);
    if (!place.band)
        return from.kind == TopologySpot::Kind::User ? from : first();
    if (way == Way::Left || way == Way::Right)
        return sideways(place, from, way == Way::Right);
    return upright(place, from, way == Way::Down);
}

TopologySpot TopologyWalk::first() const
{
    const auto all = bands();
    if (all.empty())
        return {};
    return all.front()->boxes.empty() ? spotOf({all.front()}) : edge(spotOf({all.front(), 0, -1}), false);
}

TopologySpot TopologyWalk::last() const
{
    const auto all = bands();
    if (all.empty())
        return {};
    const auto &boxes = all.back()->boxes;
    return boxes.empty() ? spotOf({all.back()}) : edge(spotOf({all.back(), int(boxes.size()) - 1, -1}), true);
}

TopologySpot TopologyWalk::edge(const TopologySpot &from, bool last) const
{
    Place place = placeOf(from);
    if (!place.band || place.box < 0)
        return from;
    const int count = cells(place.frame());
    place.cell = count == 0 ? -1 : last ? count - 1 : 0;
    return spotOf(place);
}

TopologySpot TopologyWalk::band(const TopologySpot &from, bool forward) const
{
    const auto all = bands();
    if (all.empty())
        return {};
    const Place place = placeOf(from);
    auto here = std::find(all.begin(), all.end(), place.band);
    if (here == all.end())
        return spotOf({forward ? all.front() : all.back()});
    if (forward)
        return ++here == all.end() ? TopologySpot() : spotOf({*here});
    if (place.box >= 0)
        return spotOf({*here});
    return here == all.begin() ? TopologySpot() : spotOf({*(here - 1)});
}

TopologySpot TopologyWalk::parent(const TopologySpot &from) const
{
    using Kind = TopologySpot::Kind;
    const Place place = placeOf(from);
    if (!place.band)
        return from;
    if (place.box < 0)
        return m_layout.options().byUser ? TopologySpot{Kind::User, Slot(place.band->group), 0} : from;
    if (from.kind == Kind::Context || (from.kind == Kind::Reservation && place.frame().making < 0))
        return {Kind::Window, place.frame().window, 0};
    return {Kind::Client, place.band->client, 0};
}

std::vector<TopologySpot> TopologyWalk::range(const TopologySpot &from, const TopologySpot &to, std::size_t most) const
{
    Place start = placeOf(from), end = placeOf(to);
    if (!start.band || !end.band)
        return {to};
    const auto all = bands();
    auto first = std::find(all.begin(), all.end(), start.band), last = std::find(all.begin(), all.end(), end.band);
    const auto within = [](const Place &place) { return std::pair(place.box, place.cell); };
    if (last < first || (last == first && within(end) < within(start))) {
        std::swap(first, last);
        std::swap(start, end);
    }
    std::vector<TopologySpot> spots;
    for (auto it = first; it <= last; ++it)
        for (int box = 0; box < int((*it)->boxes.size()); ++box) {
            const int count = cells((*it)->boxes[std::size_t(box)]);
            for (int cell = count == 0 ? -1 : 0; cell < std::max(count, 0); ++cell) {
                const Place place{*it, box, cell};
                if (it == first && within(place) < within(start))
                    continue;
                if ((it == last && within(place) > within(end)) || spots.size() >= most)
                    return spots;
                spots.push_back(spotOf(place));
            }
        }
    return spots;
}

} // namespace cheetah::gui
