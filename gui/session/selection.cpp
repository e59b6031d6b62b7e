// SPDX-License-Identifier: GPL-3.0-or-later
#include "session/selection.h"

#include <algorithm>

namespace cheetah::gui {

bool exists(const Fleet &fleet, const ObjectId &object)
{
    return std::visit(
        [&]<class T>(const T &id) {
            if constexpr (std::is_same_v<T, std::monostate>)
                return false;
            else if constexpr (std::is_same_v<T, NodeId>)
                return std::any_of(fleet.nodes().begin(), fleet.nodes().end(),
                                   [&](const NodeInfo &node) { return node.id == id; });
            else
                return fleet.find(id) != noSlot;
        },
        object);
}

void Selection::select(ObjectId object)
{
    std::vector<ObjectId> objects;
    if (object.index() != 0)
        objects.push_back(object);
    select(std::move(objects), std::move(object));
}

void Selection::select(std::vector<ObjectId> objects, ObjectId current)
{
    if (m_objects == objects && m_current == current)
        return;
    m_objects = std::move(objects);
    m_current = std::move(current);
    emit changed();
}

void Selection::clear()
{
    select({}, {});
}

} // namespace cheetah::gui
