// SPDX-License-Identifier: GPL-3.0-or-later
#include "topology/topologyselection.h"

#include <algorithm>

namespace cheetah::gui {

using Kind = TopologySpot::Kind;

void TopologySelection::resolve()
{
    m_contexts.clear();
    m_windows.clear();
    m_clients.clear();
    for (const ObjectId &object : m_selection.objects()) {
        const TopologySpot spot = spotOf(object);
        if (spot.kind == Kind::Context)
            m_contexts.insert(spot.slot);
        else if (spot.kind == Kind::Window)
            m_windows.insert(spot.slot);
        else if (spot.kind == Kind::Client)
            m_clients.insert(spot.slot);
    }
}

bool TopologySelection::contains(const TopologySpot &spot) const
{
    switch (spot.kind) {
    case Kind::Context:
        return m_contexts.contains(spot.slot);
    case Kind::Window:
        return m_windows.contains(spot.slot);
    case Kind::Client:
        return m_clients.contains(spot.slot);
    default:
        return false;
    }
}

void TopologySelection::set(const std::vector<TopologySpot> &spots, const TopologySpot &current)
{
    std::vector<ObjectId> objects;
    for (const TopologySpot &spot : spots)
        if (ObjectId name = nameOf(spot); name.index() != 0)
            objects.push_back(std::move(name));
    ObjectId name = nameOf(current);
    if (objects.empty())
        name = {};
    m_selection.select(std::move(objects), std::move(name));
}

void TopologySelection::add(const std::vector<TopologySpot> &spots, const TopologySpot &current)
{
    std::vector<ObjectId> objects = m_selection.objects();
    for (const TopologySpot &spot : spots)
        if (ObjectId name = nameOf(spot); name.index() != 0 && !contains(spot))
            objects.push_back(std::move(name));
    ObjectId name = nameOf(current);
    m_selection.select(std::move(objects), name.index() != 0 ? std::move(name) : m_selection.current());
}

void TopologySelection::toggle(const TopologySpot &spot)
{
    if (!contains(spot))
        return add({spot}, spot);
    std::vector<ObjectId> objects = m_selection.objects();
    std::erase(objects, nameOf(spot));
    ObjectId current = objects.empty() ? ObjectId() : objects.back();
    m_selection.select(std::move(objects), std::move(current));
}

ObjectId TopologySelection::nameOf(const TopologySpot &spot) const
{
    switch (spot.kind) {
    case Kind::None:
        return {};
    case Kind::User: {
        const UserId &user = m_layout.group(int(spot.slot)).user;
        return user.empty() ? ObjectId() : ObjectId(user);
    }
    case Kind::Client:
    case Kind::Reservation:
        if (spot.slot < m_fleet.clientSlots() && m_fleet.client(spot.slot).state && spot.kind == Kind::Client)
            return m_fleet.client(spot.slot).name;
        return {};
    case Kind::Window:
        if (spot.slot < m_fleet.windowSlots() && m_fleet.window(spot.slot).client != noSlot)
            return m_fleet.window(spot.slot).name;
        return {};
    case Kind::Context:
        if (spot.slot < m_fleet.contextSlots() && m_fleet.context(spot.slot).name)
            return *m_fleet.context(spot.slot).name;
        return {};
    }
    return {};
}

TopologySpot TopologySelection::spotOf(const ObjectId &object) const
{
    const auto spot = [](Kind kind, Slot slot) {
        return slot == noSlot ? TopologySpot() : TopologySpot{kind, slot, 0};
    };
    if (const auto *context = std::get_if<ContextName>(&object))
        return spot(Kind::Context, m_fleet.find(*context));
    if (const auto *window = std::get_if<WindowName>(&object))
        return spot(Kind::Window, m_fleet.find(*window));
    if (const auto *client = std::get_if<ClientName>(&object))
        return spot(Kind::Client, m_fleet.find(*client));
    if (const auto *user = std::get_if<UserId>(&object))
        if (const int group = m_layout.groupOf(*user); group >= 0 && m_layout.options().byUser)
            return {Kind::User, Slot(group), 0};
    return {};
}

} // namespace cheetah::gui
