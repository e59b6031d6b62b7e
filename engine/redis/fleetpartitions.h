// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "redis/nodedrains.h"
#include "redis/rediskeys.h"

namespace cheetah {

/// Which part of a fleet each partition tells (SPEC R3): users with all that is theirs by the keys; nodes are everybody's,
/// and the first partition tells of them; drains of nodes, all do, for NodeDrains to bring together.
class FleetPartitions {
public:
    explicit FleetPartitions(const RedisKeys &keys) : m_keys(keys), m_nodeDrains(keys.partitions()) {}

    /// Leaves of what a partition told only what is for it to tell.
    void dropForeign(std::uint32_t partition, std::vector<Change> &changes) const;

    /// `whole` with one partition replaced by the fleet that this alone tells, in slices of `page` changes.
    Fleet replaced(const Fleet &whole, std::uint32_t partition, Fleet part, std::size_t page);

    NodeDrains &nodeDrains() { return m_nodeDrains; }

private:
    std::uint32_t partitionOf(const Change &change) const;

    const RedisKeys m_keys;
    NodeDrains m_nodeDrains;
};

} // namespace cheetah
