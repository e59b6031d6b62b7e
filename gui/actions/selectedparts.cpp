// SPDX-License-Identifier: GPL-3.0-or-later
#include "actions/selectedparts.h"

#include <algorithm>

namespace cheetah::gui {

namespace {

/// Collects slots, each once.
class Collected {
public:
    explicit Collected(Slot size) : m_has(size) {}
    void add(Slot slot)
    {
        if (slot < m_has.size() && !m_has[slot]) {
            m_has[slot] = true;
            m_slots.push_back(slot);
        }
    }
    std::vector<Slot> take() { return std::move(m_slots); }

private:
    std::vector<bool> m_has;
    std::vector<Slot> m_slots;
};

Slot windowOf(const Fleet &fleet, const ObjectId &object)
{
    if (const auto *window = std::get_if<WindowName>(&object))
        return fleet.find(*window);
    if (const auto *context = std::get_if<ContextName>(&object))
        if (const Slot slot = fleet.find(*context); slot != noSlot)
            return fleet.context(slot).window;
    return noSlot;
}

Slot clientOf(const Fleet &fleet, const ObjectId &object)
{
    if (const auto *client = std::get_if<ClientName>(&object))
        return fleet.find(*client);
    if (const auto *window = std::get_if<WindowName>(&object))
        return fleet.find(window->clientName());
    if (const auto *context = std::get_if<ContextName>(&object))
        return fleet.find(context->clientName());
    return noSlot;
}

template <class F>
void eachWindowUnder(const Fleet &fleet, const ObjectId &object, F visit)
{
    const auto client = [&](Slot slot) {
        for (const Slot window : fleet.client(slot).windows)
            visit(window);
    };
    if (const auto *user = std::get_if<UserId>(&object)) {
        if (const Slot slot = fleet.find(*user); slot != noSlot)
            for (const Slot owned : fleet.user(slot).clients)
                client(owned);
    } else if (const auto *name = std::get_if<ClientName>(&object)) {
        if (const Slot slot = fleet.find(*name); slot != noSlot)
            client(slot);
    } else if (const auto *window = std::get_if<WindowName>(&object)) {
        if (const Slot slot = fleet.find(*window); slot != noSlot)
            visit(slot);
    }
}

} // namespace

std::vector<Slot> contextsUnder(const Fleet &fleet, const std::vector<ObjectId> &objects)
{
    Collected contexts(fleet.contextSlots());
    for (const ObjectId &object : objects) {
        if (const auto *context = std::get_if<ContextName>(&object))
            contexts.add(fleet.find(*context));
        eachWindowUnder(fleet, object, [&](Slot window) {
            for (const Slot context : fleet.window(window).contexts)
                contexts.add(context);
        });
    }
    return contexts.take();
}

std::vector<Slot> clientsOf(const Fleet &fleet, const std::vector<ObjectId> &objects)
{
    Collected clients(fleet.clientSlots());
    for (const ObjectId &object : objects) {
        clients.add(clientOf(fleet, object));
        if (const auto *user = std::get_if<UserId>(&object))
            if (const Slot slot = fleet.find(*user); slot != noSlot)
                for (const Slot owned : fleet.user(slot).clients)
                    clients.add(owned);
    }
    return clients.take();
}

std::vector<WindowName> windowsOf(const Fleet &fleet, const std::vector<ObjectId> &objects)
{
    Collected windows(fleet.windowSlots());
    for (const ObjectId &object : objects)
        windows.add(windowOf(fleet, object));
    std::vector<WindowName> names;
    for (const Slot slot : windows.take())
        names.push_back(fleet.window(slot).name);
    return names;
}

std::vector<NodeId> nodesOf(const std::vector<ObjectId> &objects)
{
    std::vector<NodeId> nodes;
    for (const ObjectId &object : objects)
        if (const auto *node = std::get_if<NodeId>(&object))
            nodes.push_back(*node);
    return nodes;
}

} // namespace cheetah::gui
