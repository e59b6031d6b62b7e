// SPDX-License-Identifier: GPL-3.0-or-later
#include "topology/topologyaccessible.h"

#include "session/session.h"
#include "topology/topologymap.h"

#include <QtCore/QPointer>
#include <QtWidgets/QAccessibleWidget>

#include <algorithm>
#include <deque>

namespace cheetah::gui {

namespace {

using Kind = TopologySpot::Kind;

/// Names a place for as long as it exists.
struct Key {
    ObjectId object;       ///< of a reservation its client
    ProvisionId provision; ///< of a reservation
    friend bool operator==(const Key &, const Key &) = default;
    friend bool operator<(const Key &a, const Key &b)
    {
        return std::tie(a.object, a.provision) < std::tie(b.object, b.provision);
    }
};

class MapAccessible;

/// One client, window, tab or creation under way, as a screen reader sees it. Made when somebody asks; looks up its row
/// each time, so it never tells of another.
class ItemAccessible : public QAccessibleInterface, public QAccessibleActionInterface {
public:
    ItemAccessible(TopologyMap &map, Key key) : m_map(&map), m_key(std::move(key)) {}

    bool isValid() const override { return m_map && !m_map->layOut().rect(fleet(), spot()).isNull(); }
    QObject *object() const override { return nullptr; }
    QWindow *window() const override { return m_map ? m_map->window()->windowHandle() : nullptr; }
    QAccessibleInterface *parent() const override;
    QAccessibleInterface *child(int index) const override;
    int childCount() const override;
    int indexOfChild(const QAccessibleInterface *child) const override;
    QAccessibleInterface *childAt(int x, int y) const override;
    QString text(QAccessible::Text type) const override
    {
        return type == QAccessible::Name && isValid() ? m_map->words().sentence(spot(), m_map->now()) : QString();
    }
    void setText(QAccessible::Text, const QString &) override {}
    QRect rect() const override;
    QAccessible::Role role() const override;
    QAccessible::State state() const override;
    void *interface_cast(QAccessible::InterfaceType type) override
    {
        return type == QAccessible::ActionInterface ? static_cast<QAccessibleActionInterface *>(this) : nullptr;
    }
    QStringList actionNames() const override { return {setFocusAction(), pressAction()}; }
    void doAction(const QString &action) override;
    QStringList keyBindingsForAction(const QString &action) const override
    {
        return action == pressAction() ? QStringList{QKeySequence(Qt::Key_Return).toString()} : QStringList();
    }

    const Key &key() const { return m_key; }
    TopologySpot spot() const;

private:
    MapAccessible *owner() const;
    const Fleet &fleet() const { return m_map->store().fleet(); }
    TopologySpot childSpot(int index) const;

    QPointer<TopologyMap> m_map;
    const Key m_key;
};

/// The map, whose children are its clients. Keeps the last items that were asked for.
class MapAccessible : public QAccessibleWidget {
public:
    static constexpr std::size_t mostItems = 2'000;

    explicit MapAccessible(TopologyMap &map) : QAccessibleWidget(&map, QAccessible::Tree), m_map(&map) {}
    ~MapAccessible() override
    {
        for (const auto &[key, id] : m_items)
            QAccessible::deleteAccessibleInterface(id);
    }

    int childCount() const override { return int(clients().size()); }
    QAccessibleInterface *child(int index) const override
    {
        return index >= 0 && index < childCount() ? item({Kind::Client, clients()[std::size_t(index)], 0}) : nullptr;
    }
    int indexOfChild(const QAccessibleInterface *child) const override
    {
        const auto *item = dynamic_cast<const ItemAccessible *>(child);
        return item ? indexOf(item->spot().slot) : -1;
    }
    QAccessibleInterface *childAt(int x, int y) const override
    {
        const TopologySpot spot = m_map->spotAt(m_map->viewport()->mapFromGlobal(QPoint(x, y)));
        const Fleet &fleet = m_map->store().fleet();
        if (spot.kind == Kind::Client || spot.kind == Kind::Reservation)
            return item({Kind::Client, spot.slot, 0});
        if (spot.kind == Kind::Window)
            return item({Kind::Client, fleet.window(spot.slot).client, 0});
        return spot.kind == Kind::Context ? item({Kind::Client, fleet.context(spot.slot).client, 0}) : nullptr;
    }
    QAccessibleInterface *focusChild() const override { return m_map->hasFocus() ? item(m_map->cursor()) : nullptr; }
    QAccessible::State state() const override
    {
        QAccessible::State state = QAccessibleWidget::state();
        state.multiSelectable = true;
        return state;
    }

    int indexOf(Slot client) const
    {
        const auto found = std::find(clients().begin(), clients().end(), client);
        return found == clients().end() ? -1 : int(found - clients().begin());
    }
    /// Null for places without a name.
    QAccessibleInterface *item(const TopologySpot &spot) const;

private:
    const std::vector<Slot> &clients() const;

    TopologyMap *m_map;
    mutable std::vector<Slot> m_clients; ///< from top to bottom
    mutable std::uint64_t m_clientsAt = 0;
    mutable std::map<Key, QAccessible::Id> m_items;
    mutable std::deque<Key> m_age; ///< oldest first
};

const std::vector<Slot> &MapAccessible::clients() const
{
    if (m_clientsAt == m_map->layoutNumber())
        return m_clients;
    m_clientsAt = m_map->layoutNumber();
    m_clients.clear();
    const TopologyLayout &layout = m_map->layOut();
    for (const int group : layout.order())
        for (const Slot client : layout.group(group).clients)
            if (layout.band(client))
                m_clients.push_back(client);
    return m_clients;
}

QAccessibleInterface *MapAccessible::item(const TopologySpot &spot) const
{
    Key key{m_map->selection().nameOf(spot), {}};
    if (spot.kind == Kind::Reservation) {
        const TopologyLayout::Band *band = m_map->layOut().band(spot.slot);
        if (!band || spot.index < 0 || spot.index >= int(band->makings.size()))
            return nullptr;
        const Reservation &reservation = *band->makings[std::size_t(spot.index)].reservation;
        key = {reservation.client, reservation.provision};
    }
    if (key.object.index() == 0)
        return nullptr;
    if (const auto found = m_items.find(key); found != m_items.end())
        return QAccessible::accessibleInterface(found->second);
    if (m_age.size() >= mostItems) {
        const auto oldest = m_items.find(m_age.front());
        QAccessible::deleteAccessibleInterface(oldest->second);
        m_items.erase(oldest);
        m_age.pop_front();
    }
    auto *made = new ItemAccessible(*m_map, key); // owned by Qt's cache from the next line on
    m_items.emplace(key, QAccessible::registerAccessibleInterface(made));
    m_age.push_back(std::move(key));
    return made;
}

MapAccessible *ItemAccessible::owner() const
{
    return m_map ? dynamic_cast<MapAccessible *>(QAccessible::queryAccessibleInterface(m_map)) : nullptr;
}

TopologySpot ItemAccessible::spot() const
{
    if (!m_map)
        return {};
    TopologySpot spot = m_map->selection().spotOf(m_key.object);
    if (m_key.provision.empty() || !spot)
        return spot;
    const TopologyLayout::Band *band = m_map->layOut().band(spot.slot);
    for (std::size_t i = 0; band && i < band->makings.size(); ++i)
        if (band->makings[i].reservation->provision == m_key.provision)
            return {Kind::Reservation, spot.slot, int(i)};
    return {};
}

QAccessibleInterface *ItemAccessible::parent() const
{
    MapAccessible *map = owner();
    const TopologySpot here = spot();
    if (!map || !here || here.kind == Kind::Client || here.kind == Kind::User)
        return map;
    return map->item(TopologyWalk(fleet(), m_map->layOut()).parent(here));
}

int ItemAccessible::childCount() const
{
    const TopologySpot here = spot();
    if (here.kind == Kind::Client) {
        const TopologyLayout::Band *band = m_map->layOut().band(here.slot);
        return band ? int(band->boxes.size()) : 0;
    }
    if (here.kind != Kind::Window)
        return 0;
    const TopologyLayout::Box *box = m_map->layOut().box(fleet(), here.slot);
    return box ? box->tabs + box->reserved : 0;
}

TopologySpot ItemAccessible::childSpot(int index) const
{
    const TopologySpot here = spot();
    if (index < 0 || index >= childCount())
        return {};
    if (here.kind == Kind::Client) {
        const TopologyLayout::Box &box = m_map->layOut().band(here.slot)->boxes[std::size_t(index)];
        return box.making >= 0 ? TopologySpot{Kind::Reservation, here.slot, box.making}
                               : TopologySpot{Kind::Window, box.window, 0};
    }
    const WindowRow &window = fleet().window(here.slot);
    const TopologyLayout::Box &box = *m_map->layOut().box(fleet(), here.slot);
    if (index >= box.tabs)
        return {Kind::Reservation, window.client,
                m_map->layOut().makingAt(*m_map->layOut().band(window.client), box, index)};
    return std::size_t(index) < window.contexts.size()
             ? TopologySpot{Kind::Context, window.contexts[std::size_t(index)], 0}
             : TopologySpot();
}

QAccessibleInterface *ItemAccessible::child(int index) const
{
    MapAccessible *map = owner();
    return map ? map->item(childSpot(index)) : nullptr;
}

int ItemAccessible::indexOfChild(const QAccessibleInterface *child) const
{
    const auto *item = dynamic_cast<const ItemAccessible *>(child);
    const TopologySpot wanted = item ? item->spot() : TopologySpot();
    for (int i = 0; wanted && i < childCount(); ++i)
        if (childSpot(i) == wanted)
            return i;
    return -1;
}

QAccessibleInterface *ItemAccessible::childAt(int x, int y) const
{
    for (int i = 0; i < childCount(); ++i)
        if (QAccessibleInterface *inner = child(i); inner && inner->rect().contains(x, y))
            return inner;
    return nullptr;
}

QRect ItemAccessible::rect() const
{
    if (!isValid())
        return {};
    const QRect where = m_map->rectOnScreen(spot());
    return {m_map->viewport()->mapToGlobal(where.topLeft()), where.size()};
}

QAccessible::Role ItemAccessible::role() const
{
    switch (spot().kind) {
    case Kind::Client:
    case Kind::User:
        return QAccessible::Grouping;
    case Kind::Window:
        return QAccessible::List;
    default:
        return QAccessible::ListItem;
    }
}

QAccessible::State ItemAccessible::state() const
{
    QAccessible::State state;
    if (!isValid()) {
        state.invalid = true;
        return state;
    }
    const TopologySpot here = spot();
    state.focusable = true;
    state.focused = m_map->hasFocus() && m_map->cursor() == here;
    state.selectable = here.kind != Kind::Reservation;
    state.selected = m_map->selection().contains(here);
    state.offscreen = !m_map->viewport()->rect().intersects(m_map->rectOnScreen(here));
    return state;
}

void ItemAccessible::doAction(const QString &action)
{
    if (!isValid())
        return;
    if (action == setFocusAction()) {
        m_map->setFocus(Qt::OtherFocusReason);
        m_map->setCursor(spot());
    } else if (action == pressAction()) {
        m_map->open(spot());
    }
}

QAccessibleInterface *make(const QString &className, QObject *object)
{
    if (className != QLatin1String("cheetah::gui::TopologyMap"))
        return nullptr;
    auto *map = qobject_cast<TopologyMap *>(object);
    return map ? new MapAccessible(*map) : nullptr;
}

void tell(TopologyMap &map, QAccessible::Event type)
{
    if (!QAccessible::isActive())
        return;
    QAccessibleInterface *whole = QAccessible::queryAccessibleInterface(&map);
    QAccessibleInterface *item = whole ? whole->focusChild() : nullptr;
    if (!item)
        return;
    QAccessibleEvent event(item, type);
    QAccessible::updateAccessibility(&event);
}

} // namespace

void installTopologyAccessibility()
{
    QAccessible::installFactory(make);
}

void announceFocus(TopologyMap &map)
{
    tell(map, QAccessible::Focus);
}

void announceName(TopologyMap &map)
{
    tell(map, QAccessible::NameChanged);
}

} // namespace cheetah::gui
