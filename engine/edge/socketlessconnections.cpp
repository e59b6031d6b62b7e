// SPDX-License-Identifier: Apache-2.0
#include "edge/socketlessconnections.h"

namespace cheetah {

std::vector<std::pair<ClientName, std::uint64_t>> SocketlessConnections::round(const Fleet &fleet, const Bears &bears)
{
    std::vector<std::pair<ClientName, std::uint64_t>> again;
    std::map<ClientName, std::uint64_t> found;
    for (Slot slot = 0; slot < fleet.clientSlots(); ++slot) {
        const ClientRow &client = fleet.client(slot);
        if (!client.state || !client.state->connected || client.state->node != m_node
            || bears(client.name, client.state->generation))
            continue;
        const std::uint64_t generation = client.state->generation;
        if (const auto before = m_found.find(client.name); before != m_found.end() && before->second == generation)
            again.emplace_back(client.name, generation);
        found.emplace(client.name, generation);
    }
    m_found = std::move(found);
    return again;
}

} // namespace cheetah
