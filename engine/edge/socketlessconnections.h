// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "model/fleet.h"

#include <functional>
#include <map>

namespace cheetah {

/// Finds connections that the fleet shows at this node though no socket here bears them: their end was told to a store that
/// lost it in a failover, or that did not answer for too long. The node's own heartbeats would renew them for ever, their
/// contexts would be selected, and another epoch of the client would find its id in use (SPEC W10, R7). Owned by the edge,
/// which tells the registry; decides nothing itself.
class SocketlessConnections {
public:
    using Bears = std::function<bool(const ClientName &client, std::uint64_t generation)>;

    explicit SocketlessConnections(NodeId node) : m_node(std::move(node)) {}

    /// Those that are so for the second round in a row, with their generation: a welcome may be on its way to its socket.
    std::vector<std::pair<ClientName, std::uint64_t>> round(const Fleet &fleet, const Bears &bears);

private:
    const NodeId m_node;
    std::map<ClientName, std::uint64_t> m_found; ///< in the round before
};

} // namespace cheetah
