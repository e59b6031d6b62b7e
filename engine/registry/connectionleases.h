// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "registry/connectionregistry.h"
#include "registry/prefetch.h"

#include <deque>
#include <map>
#include <vector>

namespace cheetah {

/// How long each client's connection and each node are taken for alive (SPEC R7), and the epochs that a client left behind
/// (SPEC W7). A heartbeat moves one time for a whole node; a client is current while its node is or, if longer, for one
/// lease after its hello. Owned by the registry; changes no fleet.
class ConnectionLeases {
public:
    static constexpr std::size_t retiredKept = 16;

    explicit ConnectionLeases(Micros lease) : m_lease(lease) {}

    struct Node {
        Incarnation incarnation;
        bool registered = false;
        RegistryTime until;        ///< of its own lease; unset for a node that never registered
        std::vector<Slot> clients; ///< whose socket it holds

        bool live(RegistryTime now) const { return registered && until >= now; }
    };
    void open(Slot client, const NodeId &node, const ConnectionId &connection, RegistryTime now);
    void close(Slot client);
    /// The client's row goes.
    void forget(Slot client);
    void retire(Slot client, const Epoch &epoch);
    bool retired(Slot client, const Epoch &epoch) const;

    /// Whether the connection lease holds at this moment, swept or not (SPEC W10).
    bool current(Slot client, RegistryTime now) const
    {
        if (client >= m_clients.size() || !m_clients[client].node)
            return false;
        return m_clients[client].until >= now || m_clients[client].node->live(now);
    }
    /// current() will soon be asked.
    void expect(Slot client) const
    {
        if (client < m_clients.size())
            prefetch(&m_clients[client]);
    }
    const ConnectionId &connection(Slot client) const { return m_details[client].connection; }
    /// How long the client stays current if nothing is heard any more.
    Micros remaining(Slot client, RegistryTime now) const;

    Node *node(const NodeId &id);
    Node &makeNode(const NodeId &id) { return m_nodes[id]; }
    void renewNode(Node &node, RegistryTime now) { node.until = now + m_lease; }
    /// False only for a node that is known to be gone: it registered once and its lease is over.
    bool mayLive(const NodeId &id, RegistryTime now) const;
    /// Whether the node is registered and its own lease holds.
    bool nodeLive(const NodeId &id, RegistryTime now) const;
    void dropNode(const NodeId &id);
    const std::map<NodeId, Node> &nodes() const { return m_nodes; }

private:
    /// What every assignment asks, kept apart from the rest so that it stays small.
    struct Client {
        RegistryTime until;
        Node *node = nullptr; ///< null: not connected
    };
    struct Details {
        ConnectionId connection;
        NodeId node;
        std::size_t place = 0;     ///< in Node::clients
        std::deque<Epoch> retired; ///< oldest first
    };

    Micros m_lease;
    std::map<NodeId, Node> m_nodes;
    std::vector<Client> m_clients;  ///< by the fleet's slots
    std::vector<Details> m_details; ///< by the fleet's slots
};

} // namespace cheetah
