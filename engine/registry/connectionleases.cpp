// SPDX-License-Identifier: Apache-2.0
#include "registry/connectionleases.h"

#include <algorithm>

namespace cheetah {

void ConnectionLeases::open(Slot client, const NodeId &node, const ConnectionId &connection, RegistryTime now)
{
    if (client >= m_clients.size()) {
        m_clients.resize(client + 1);
        m_details.resize(client + 1);
    }
    close(client);
    Node &holder = m_nodes[node];
    m_clients[client] = {now + m_lease, &holder};
    Details &details = m_details[client];
    details.connection = connection;
    details.node = node;
    details.place = holder.clients.size();
    holder.clients.push_back(client);
}

void ConnectionLeases::close(Slot client)
{
    if (client >= m_clients.size() || !m_clients[client].node)
        return;
    Node &holder = *std::exchange(m_clients[client].node, nullptr);
    Details &closed = m_details[client];
    m_details[holder.clients.back()].place = closed.place;
    holder.clients[closed.place] = holder.clients.back();
    holder.clients.pop_back();
    closed.connection = ConnectionId();
    if (holder.clients.empty() && !holder.registered && holder.incarnation.empty())
        m_nodes.erase(closed.node);
}

void ConnectionLeases::forget(Slot client)
{
    if (client >= m_clients.size())
        return;
    close(client);
    m_clients[client] = Client();
    m_details[client] = Details();
}

void ConnectionLeases::retire(Slot client, const Epoch &epoch)
{
    std::deque<Epoch> &retired = m_details[client].retired;
    retired.push_back(epoch);
    if (retired.size() > retiredKept)
        retired.pop_front();
}

bool ConnectionLeases::retired(Slot client, const Epoch &epoch) const
{
    const std::deque<Epoch> &retired = m_details[client].retired;
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

bool ConnectionLeases::nodeLive(const NodeId &id, RegistryTime now) const
{
    const auto found = m_nodes.find(id);
    return found != m_nodes.end() && found->second.live(now);
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
