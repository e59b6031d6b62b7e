// SPDX-License-Identifier: Apache-2.0
#include "redis/fleetpartitions.h"

#include "redis/snapshotload.h"

namespace cheetah {

void FleetPartitions::dropForeign(std::uint32_t partition, std::vector<Change> &changes) const
{
    if (m_keys.partitions() > 1)
        std::erase_if(changes, [&](const Change &change) {
            return partitionOf(change) != partition && !NodeDrains::concerns(change);
        });
}

/// Rows of a single partition need no copying.
Fleet FleetPartitions::replaced(const Fleet &whole, std::uint32_t partition, Fleet part, std::size_t page)
{
    m_nodeDrains.restart(partition, part);
    if (m_keys.partitions() == 1)
        return part;
    std::vector<Revision> revisions = whole.revisions();
    revisions[partition] = part.revisions().front();
    Fleet fleet;
    fleet.reset(std::move(revisions));
    for (std::vector<Change> &slice : whole.snapshot(page)) {
        std::erase_if(slice, [&](const Change &change) {
            return partitionOf(change) == partition || NodeDrains::concerns(change);
        });
        (void)fleet.load(slice).ok();
    }
    for (std::vector<Change> &slice : part.snapshot(page)) {
        std::erase_if(slice, NodeDrains::concerns);
        (void)fleet.load(slice).ok();
    }
    (void)fleet.load(m_nodeDrains.all()).ok();
    return fleet;
}

std::uint32_t FleetPartitions::partitionOf(const Change &change) const
{
    ClientName store;
    if (const ClientName *client = clientOf(change, store))
        return m_keys.partitionOf(client->user);
    if (const auto *added = std::get_if<WaiterAdded>(&change))
        return m_keys.partitionOf(added->waiter->user);
    if (const auto *removed = std::get_if<WaiterRemoved>(&change))
        return m_keys.partitionOf(removed->user);
    const DrainTarget *target = nullptr;
    if (const auto *started = std::get_if<DrainChanged>(&change))
        target = &started->drain.target;
    else if (const auto *removed = std::get_if<DrainRemoved>(&change))
        target = &removed->target;
    if (target && std::holds_alternative<ClientName>(*target))
        return m_keys.partitionOf(std::get<ClientName>(*target).user);
    if (target && std::holds_alternative<WindowName>(*target))
        return m_keys.partitionOf(std::get<WindowName>(*target).user);
    return 0;
}

} // namespace cheetah
