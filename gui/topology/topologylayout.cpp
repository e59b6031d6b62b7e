// SPDX-License-Identifier: GPL-3.0-or-later
#include "topology/topologylayout.h"

#include <algorithm>
#include <cmath>
#include <set>

namespace cheetah::gui {

namespace {

/// Windows come out wider than high, about as windows are.
constexpr double windowShape = 2.6;

bool isAway(const Fleet &fleet, Slot client)
{
    return !fleet.client(client).state->connected;
}

} // namespace

void TopologyLayout::reset(const Fleet &fleet, const Options &options, const std::vector<std::uint32_t> *matches)
{
    m_options = options;
    m_matches = matches;
    m_bands.clear();
    m_groups.clear();
    m_groupIndex.clear();
    m_order.clear();
    m_laidOut = 0;
    m_bands.resize(fleet.clientSlots());
    for (Slot slot = 0; slot < fleet.clientSlots(); ++slot)
        if (fleet.client(slot).state) {
            enterGroup(fleet, slot);
            m_groups[std::size_t(m_bands[slot].group)].clients.push_back(slot);
        }
    takeWaiters(fleet);
    for (std::size_t number = 0; number < m_groups.size(); ++number) {
        auto &clients = m_groups[number].clients;
        std::sort(clients.begin(), clients.end(), [&](Slot a, Slot b) { return isBefore(fleet, a, b); });
        refreshAway(int(number));
    }
    orderGroups();
    takeReservations(fleet);
    for (Band &band : m_bands)
        if (band.client != noSlot)
            layOut(fleet, band);
    place();
}

bool TopologyLayout::apply(const Fleet &fleet, const FleetBatch &batch)
{
    bool moved = false;
    std::set<int> groups; ///< whose members changed
    for (const Slot slot : batch.clients.removed) {
        groups.insert(m_bands[slot].group);
        leave(slot);
    }
    m_bands.resize(std::max<std::size_t>(m_bands.size(), fleet.clientSlots()));
    for (const Slot slot : batch.clients.added) {
        enter(fleet, slot);
        groups.insert(m_bands[slot].group);
    }
    for (const Slot slot : batch.clients.changed) {
        Band &band = m_bands[slot];
        if (band.away == isAway(fleet, slot) && band.since == fleet.client(slot).state->connectedAt)
            continue;
        std::erase(m_groups[std::size_t(band.group)].clients, slot);
        band.away = isAway(fleet, slot);
        band.since = fleet.client(slot).state->connectedAt;
        sortIn(fleet, slot);
        groups.insert(band.group);
    }
    bool isReordered = false;
    if (batch.waiters && takeWaiters(fleet))
        isReordered = true;
    for (const int group : groups)
        isReordered = refreshAway(group) || isReordered;
    if (isReordered)
        orderGroups();
    if (batch.reservations || batch.clients.isStructural())
        moved = takeReservations(fleet);
    for (const auto *list : {&batch.clients.added, &batch.clients.changed})
        for (const Slot slot : *list)
            moved = check(fleet, slot) || moved;
    moved = moved || isReordered || !groups.empty();
    if (moved)
        place();
    return moved;
}

bool TopologyLayout::check(const Fleet &fleet, Slot client)
{
    if (client >= m_bands.size() || m_bands[client].client == noSlot)
        return false;
    Band &band = m_bands[client];
    const bool isNew = band.height == 0;
    if (!isNew && isStill(fleet, band))
        return false;
    layOut(fleet, band);
    return true;
}

/// Whether the band's windows and the number of their tabs are those it was laid out for.
bool TopologyLayout::isStill(const Fleet &fleet, const Band &band) const
{
    const ClientRow &row = fleet.client(band.client);
    if (row.windows != band.windows)
        return false;
    auto box = band.boxes.begin();
    for (const Slot window : row.windows) {
        const bool hasBox = box != band.boxes.end() && box->window == window;
        if (hasBox != isShown(window))
            return false;
        if (!hasBox)
            continue;
        if (std::size_t(box->tabs) != fleet.window(window).contexts.size())
            return false;
        ++box;
    }
    return true;
}

bool TopologyLayout::isShown(Slot window) const
{
    return !m_matches || (window < m_matches->size() && (*m_matches)[window] > 0);
}

int TopologyLayout::groupFor(const UserId &user)
{
    const UserId &key = m_options.byUser ? user : UserId();
    const auto [found, isNew] = m_groupIndex.emplace(key, int(m_groups.size()));
    if (isNew) {
        m_groups.push_back({});
        m_groups.back().user = key;
    }
    return found->second;
}

int TopologyLayout::groupOf(const UserId &user) const
{
    const auto found = m_groupIndex.find(m_options.byUser ? user : UserId());
    return found == m_groupIndex.end() ? -1 : found->second;
}

int TopologyLayout::enterGroup(const Fleet &fleet, Slot client)
{
    Band &band = m_bands[client];
    band = {};
    band.client = client;
    band.away = isAway(fleet, client);
    band.since = fleet.client(client).state->connectedAt;
    band.group = groupFor(fleet.client(client).name.user);
    return band.group;
}

void TopologyLayout::enter(const Fleet &fleet, Slot client)
{
    const std::size_t before = m_groups.size();
    enterGroup(fleet, client);
    sortIn(fleet, client);
    if (m_groups.size() != before)
        m_order.push_back(int(before));
}

void TopologyLayout::leave(Slot client)
{
    Band &band = m_bands[client];
    std::erase(m_groups[std::size_t(band.group)].clients, client);
    band = {};
}

void TopologyLayout::sortIn(const Fleet &fleet, Slot client)
{
    auto &clients = m_groups[std::size_t(m_bands[client].group)].clients;
    clients.insert(
        std::upper_bound(clients.begin(), clients.end(), client, [&](Slot a, Slot b) { return isBefore(fleet, a, b); }),
        client);
}

bool TopologyLayout::isBefore(const Fleet &fleet, Slot a, Slot b) const
{
    if (m_bands[a].away != m_bands[b].away)
        return m_bands[b].away;
    if (m_options.order == TopologyOrder::Newest && m_bands[a].since != m_bands[b].since)
        return m_bands[a].since > m_bands[b].since;
    return fleet.client(a).name < fleet.client(b).name;
}

/// True if the group changes its place among the groups.
bool TopologyLayout::refreshAway(int number)
{
    Group &group = m_groups[std::size_t(number)];
    const bool away = !group.clients.empty() && m_bands[group.clients.front()].away;
    const bool isNew = group.clients.size() == 1;
    return std::exchange(group.away, away) != away || isNew;
}

void TopologyLayout::orderGroups()
{
    m_order.resize(m_groups.size());
    for (std::size_t i = 0; i < m_order.size(); ++i)
        m_order[i] = int(i);
    std::sort(m_order.begin(), m_order.end(), [this](int a, int b) {
        return std::tie(group(a).away, group(a).user) < std::tie(group(b).away, group(b).user);
    });
}

/// True if a group came, or went for want of anybody in it.
bool TopologyLayout::takeWaiters(const Fleet &fleet)
{
    bool changed = false;
    std::vector<bool> waiting(m_groups.size());
    for (const auto &[user, queue] : fleet.waiters()) {
        if (queue.empty())
            continue;
        const auto number = std::size_t(groupFor(user));
        if (number >= waiting.size())
            waiting.resize(m_groups.size());
        waiting[number] = true;
    }
    for (std::size_t number = 0; number < waiting.size(); ++number)
        changed = std::exchange(m_groups[number].isWaiting, waiting[number]) != waiting[number] || changed;
    return changed;
}

/// True if a band had to be laid out again.
bool TopologyLayout::takeReservations(const Fleet &fleet)
{
    std::unordered_map<Slot, std::vector<Making>> makings;
    for (const auto &[key, reservation] : fleet.reservations())
        if (const Slot client = fleet.find(key.first); client != noSlot && client < m_bands.size())
            makings[client].push_back({reservation, noSlot});
    bool changed = false;
    const auto take = [&](Band &band, std::vector<Making> now) {
        const auto isSame = [](const Making &a, const Making &b) { return a.reservation == b.reservation; };
        if (std::equal(band.makings.begin(), band.makings.end(), now.begin(), now.end(), isSame))
            return;
        band.makings = std::move(now);
        layOut(fleet, band);
        changed = true;
    };
    for (Band &band : m_bands)
        if (band.client != noSlot && !band.makings.empty() && !makings.contains(band.client))
            take(band, {});
    for (auto &[client, list] : makings)
        if (m_bands[client].client != noSlot)
            take(m_bands[client], std::move(list));
    return changed;
}

int TopologyLayout::columnsOfTiles() const
{
    const TopologyMetrics &m = metrics();
    return m.hasTiles() ? std::max(1, (m_options.width - 2 * m.margin + m.bandGap) / (m.tileWidth + m.bandGap)) : 1;
}

int TopologyLayout::innerWidth() const
{
    const TopologyMetrics &m = metrics();
    const int columns = columnsOfTiles();
    const int outer = (m_options.width - 2 * m.margin - (columns - 1) * m.bandGap) / columns;
    return std::max(outer - 2 * m.bandPadding, m.windowMinWidth);
}

/// Chooses the columns of the window's cells as well.
QSize TopologyLayout::sizeOf(Box &box) const
{
    const TopologyMetrics &m = metrics();
    if (!m.hasCells())
        return {m.windowMinWidth, m.cellHeight};
    const int inner = innerWidth() - 2 * m.windowPadding;
    const int cells = std::max(1, box.tabs + box.reserved);
    const int most = std::max(1, (inner + m.cellGap) / m.cellStepX());
    const int least = (m.windowMinWidth - 2 * m.windowPadding + m.cellGap) / m.cellStepX();
    const double ideal = std::sqrt(double(cells) * m.cellStepY() * windowShape / m.cellStepX());
    const int wanted = std::clamp(int(std::lround(ideal)), 1, cells);
    box.columns = std::clamp(std::max(wanted, least), 1, most);
    const int rows = (cells + box.columns - 1) / box.columns;
    const int shown = std::min(box.columns, std::max(cells, least));
    const int width =
        std::max(shown * m.cellStepX() - m.cellGap + 2 * m.windowPadding, std::min(m.windowMinWidth, innerWidth()));
    return {width, m.windowTitle + rows * m.cellStepY() - m.cellGap + 2 * m.windowPadding};
}

void TopologyLayout::layOut(const Fleet &fleet, Band &band)
{
    ++m_laidOut;
    const TopologyMetrics &m = metrics();
    band.windows = fleet.client(band.client).windows;
    band.boxes.clear();
    for (const Slot window : band.windows)
        if (isShown(window)) {
            band.boxes.push_back({});
            band.boxes.back().window = window;
            band.boxes.back().tabs = int(fleet.window(window).contexts.size());
        }
    for (std::size_t i = 0; i < band.makings.size(); ++i) {
        Making &making = band.makings[i];
        const auto &placement = making.reservation->placement;
        making.window = placement.window && !making.reservation->newWindow ? fleet.find(*placement.window) : noSlot;
        const auto box = std::find_if(band.boxes.begin(), band.boxes.end(), [&](const Box &candidate) {
            return making.window != noSlot && candidate.window == making.window;
        });
        if (box != band.boxes.end()) {
            ++box->reserved;
        } else if (!m_matches) {
            making.window = noSlot;
            band.boxes.push_back({});
            band.boxes.back().making = int(i);
            band.boxes.back().reserved = 1;
        }
    }
    const int left = m.bandPadding, right = left + innerWidth();
    int x = left, y = m.bandHeader, rowHeight = 0;
    for (Box &box : band.boxes) {
        const QSize size = sizeOf(box);
        if (x > left && x + size.width() > right) {
            x = left;
            y += rowHeight + m.windowGap;
            rowHeight = 0;
        }
        box.rect = {QPoint(x, y), size};
        x += size.width() + m.windowGap;
        rowHeight = std::max(rowHeight, size.height());
    }
    const int padding = band.boxes.empty() && !m.hasTiles() ? 0 : m.bandPadding;
    band.height = y + rowHeight + padding;
    band.isShown = !m_matches || !band.boxes.empty();
}

void TopologyLayout::place()
{
    const TopologyMetrics &m = metrics();
    int y = m.margin;
    for (const int number : m_order) {
        Group &group = m_groups[std::size_t(number)];
        group.top = y;
        const bool isAnyShown = std::any_of(group.clients.begin(), group.clients.end(),
                                            [this](Slot client) { return m_bands[client].isShown; });
        const bool hasHeader = m_options.byUser ? isAnyShown || (group.isWaiting && !m_matches) : group.isWaiting;
        group.header = hasHeader ? m.groupHeader : 0;
        placeBands(group);
        if (group.height > 0)
            y += group.height + m.groupGap;
    }
    m_height = y > m.margin ? y - m.groupGap + m.margin : 0;
}

/// Rows of equal height, so that what is above ends before what is below begins.
void TopologyLayout::placeBands(Group &group)
{
    const TopologyMetrics &m = metrics();
    const int columns = columnsOfTiles();
    const int width = innerWidth() + 2 * m.bandPadding;
    const auto &clients = group.clients;
    int y = group.top + group.header;
    int end = y;
    for (std::size_t i = 0; i < clients.size();) {
        std::size_t next = i;
        int height = 0;
        for (int column = 0; next < clients.size() && column < columns; ++next)
            if (const Band &band = m_bands[clients[next]]; band.isShown) {
                height = std::max(height, band.height);
                ++column;
            }
        int x = m.margin;
        for (; i < next; ++i) {
            Band &band = m_bands[clients[i]];
            band.rect = QRect(x, y, band.isShown ? width : 0, height);
            x += band.isShown ? width + m.bandGap : 0;
        }
        if (height == 0)
            continue;
        end = y + height;
        y = end + m.bandGap;
    }
    group.height = end - group.top;
}

const TopologyLayout::Band *TopologyLayout::band(Slot client) const
{
    if (client >= m_bands.size() || m_bands[client].client == noSlot || !m_bands[client].isShown)
        return nullptr;
    return &m_bands[client];
}

const TopologyLayout::Box *TopologyLayout::box(const Fleet &fleet, Slot window) const
{
    const Band *row = window < fleet.windowSlots() ? band(fleet.window(window).client) : nullptr;
    if (!row)
        return nullptr;
    const auto found = std::find_if(row->boxes.begin(), row->boxes.end(),
                                    [window](const Box &candidate) { return candidate.window == window; });
    return found == row->boxes.end() ? nullptr : &*found;
}

QRect TopologyLayout::groupHeader(int number) const
{
    const Group &row = group(number);
    const int margin = metrics().margin;
    return row.height > 0 ? QRect(margin, row.top, m_options.width - 2 * margin, row.header) : QRect();
}

QRect TopologyLayout::bandHeader(const Band &band) const
{
    return {band.rect.topLeft(), QSize(band.rect.width(), metrics().bandHeader)};
}

QRect TopologyLayout::title(const Band &band, const Box &box) const
{
    const QRect frame = rect(band, box);
    return {frame.topLeft(), QSize(frame.width(), metrics().windowTitle)};
}

QRect TopologyLayout::cell(const Band &band, const Box &box, int index) const
{
    const TopologyMetrics &m = metrics();
    const QRect frame = rect(band, box);
    if (!m.hasCells())
        return frame;
    return {frame.left() + m.windowPadding + index % box.columns * m.cellStepX(),
            frame.top() + m.windowTitle + m.windowPadding + index / box.columns * m.cellStepY(), m.cellWidth,
            m.cellHeight};
}

std::pair<int, int> TopologyLayout::cellRows(const Band &band, const Box &box, const QRect &area) const
{
    const TopologyMetrics &m = metrics();
    if (!m.hasCells())
        return {0, 0};
    const int top = band.rect.top() + box.rect.top() + m.windowTitle + m.windowPadding;
    const int rows = (box.tabs + box.reserved + box.columns - 1) / box.columns;
    const int first = (area.top() - top) / m.cellStepY(), last = (area.bottom() - top) / m.cellStepY();
    return {std::clamp(first, 0, rows), std::clamp(last + 1, 0, rows)};
}

int TopologyLayout::makingAt(const Band &band, const Box &box, int index) const
{
    if (box.making >= 0)
        return box.making;
    int left = index - box.tabs;
    for (std::size_t i = 0; i < band.makings.size() && left >= 0; ++i)
        if (band.makings[i].window == box.window && left-- == 0)
            return int(i);
    return -1;
}

QRect TopologyLayout::rect(const Fleet &fleet, const TopologySpot &spot) const
{
    switch (spot.kind) {
    case TopologySpot::Kind::None:
        return {};
    case TopologySpot::Kind::User:
        return spot.slot < m_groups.size() ? groupHeader(int(spot.slot)) : QRect();
    case TopologySpot::Kind::Client: {
        const Band *row = band(spot.slot);
        return row ? row->rect : QRect();
    }
    case TopologySpot::Kind::Window: {
        const Box *frame = box(fleet, spot.slot);
        return frame ? rect(*band(fleet.window(spot.slot).client), *frame) : QRect();
    }
    case TopologySpot::Kind::Context: {
        if (spot.slot >= fleet.contextSlots() || !fleet.context(spot.slot).name)
            return {};
        const Slot window = fleet.context(spot.slot).window;
        const Box *frame = box(fleet, window);
        if (!frame)
            return {};
        const auto &tabs = fleet.window(window).contexts;
        const auto at = std::find(tabs.begin(), tabs.end(), spot.slot);
        if (at == tabs.end())
            return {};
        return cell(*band(fleet.window(window).client), *frame, int(at - tabs.begin()));
    }
    case TopologySpot::Kind::Reservation: {
        const Band *row = band(spot.slot);
        if (!row)
            return {};
        for (const Box &frame : row->boxes)
            for (int i = 0; i < frame.reserved; ++i)
                if (makingAt(*row, frame, frame.tabs + i) == spot.index)
                    return frame.making >= 0 ? rect(*row, frame) : cell(*row, frame, frame.tabs + i);
        return {};
    }
    }
    return {};
}

TopologySpot TopologyLayout::spotAt(const Fleet &fleet, QPoint at) const
{
    using Kind = TopologySpot::Kind;
    TopologySpot spot;
    visitGroups(at.y(), at.y() + 1, [&](int number) {
        if (groupHeader(number).contains(at))
            spot = {Kind::User, Slot(number), 0};
        visitBands(group(number), at.y(), at.y() + 1, [&](const Band &row) {
            if (!row.rect.contains(at))
                return;
            spot = {Kind::Client, row.client, 0};
            for (const Box &frame : row.boxes) {
                if (!rect(row, frame).contains(at))
                    continue;
                spot = frame.making >= 0 ? TopologySpot{Kind::Reservation, row.client, frame.making}
                                         : TopologySpot{Kind::Window, frame.window, 0};
                const auto [first, last] = cellRows(row, frame, QRect(at, QSize(1, 1)));
                for (int i = first * frame.columns; i < last * frame.columns; ++i) {
                    if (frame.making >= 0 || i >= frame.tabs + frame.reserved || !cell(row, frame, i).contains(at))
                        continue;
                    const auto &tabs = fleet.window(frame.window).contexts;
                    if (i >= frame.tabs)
                        spot = {Kind::Reservation, row.client, makingAt(row, frame, i)};
                    else if (std::size_t(i) < tabs.size())
                        spot = {Kind::Context, tabs[std::size_t(i)], 0};
                }
            }
        });
    });
    return spot;
}

std::vector<int>::const_iterator TopologyLayout::firstGroup(int top) const
{
    return std::partition_point(m_order.begin(), m_order.end(),
                                [&](int number) { return group(number).top + group(number).height <= top; });
}

std::vector<Slot>::const_iterator TopologyLayout::firstBand(const Group &group, int top) const
{
    return std::partition_point(group.clients.begin(), group.clients.end(),
                                [&](Slot client) { return m_bands[client].rect.bottom() < top; });
}

} // namespace cheetah::gui
