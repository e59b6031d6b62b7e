// SPDX-License-Identifier: Apache-2.0
#include "registry/connectionleases.h"

#include <algorithm>

namespace cheetah {

void ConnectionLeases::open(Slot client, const NodeId &node, const ConnectionId &connection, RegistryTime now)
{
    if (client >= m_clients.size())
        m_clients.resize(client + 1);
    close(client);
    Client &opened = m_clients[client];
    opened.connection = connection;
    opened.until = now + m_lease;
    opened.nodeId = node;
    opened.node = &m_nodes[node];
    opened.place = opened.node->clients.size();
    opened.node->clients.push_back(client);
}

void ConnectionLeases::close(Slot client)
{
    if (client >= m_clients.size() || !m_clients[client].node)
        return;
    Client &closed = m_clients[client];
    std::vector<Slot> &siblings = closed.node->clients;
    m_clients[siblings.back()].place = closed.place;
    siblings[closed.place] = siblings.back();
    siblings.pop_back();
    if (siblings.empty() && !closed.node->registered && closed.node->incarnation.empty())
        m_nodes.erase(closed.nodeId);
    closed.node = nullptr;
    closed.connection = ConnectionId();
}

void ConnectionLeases::forget(Slot client)
{
    if (client >= m_clients.size())
        return;
    close(client);
    m_clients[client] = Client();
}

void ConnectionLeases::retire(Slot client, const Epoch &epoch)
{
    std::deque<Epoch> &retired = m_clients[client].retired;
    retired.push_back(epoch);
    if (retired.size() > retiredKept)
        retired.pop_front();
}

bool ConnectionLeases::retired(Slot client, const Epoch &epoch) const
{
    const std::deque<Epoch> &retired = m_clients[client].retired;
    return std::find(retired.begin(), retired.end(), epoch) != retired.end();
}

Micros ConnectionLeases::remaining(Slot client, RegistryTime now) const
{
    const Client &one = m_clients[client];
    const RegistryTime until = one.node && one.node->registered ? std::max(one.until, one.node->until) : one.until;
    return std::max(Micros(0), until - now);
}

ConnectionLeases::Node *ConnectionLeases::node(const NodeId &id)
{
    const auto found = m_nodes.find(id);
    return found == m_nodes.end() ? nullptr : &found->second;
}

bool ConnectionLeases::mayLive(const NodeId &id, RegistryTime now) const
{
    const auto found = m_nodes.find(id);
    return found == m_nodes.end() || found->second.incarnation.empty() || found->second.live(now);
}

void ConnectionLeases::dropNode(const NodeId &id)
{
    const auto found = m_nodes.find(id);
    if (found == m_nodes.end())
        return;
    found->second.registered = false;
    found->second.until = RegistryTime();
    found->second.incarnation = Incarnation();
    if (found->second.clients.empty())
        m_nodes.erase(found);
}

} // namespace cheetah
