// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "model/fleet.h"

#include <map>
#include <vector>

namespace cheetah {

/// The drains of nodes as all partitions together see them (SPEC W16). A node's drain stands in every partition, for the
/// clients there, and each tells its own; a fleet shows one: begun with the first, ended once it has ended in all, undone
/// with the last. Owned by a follower; knows no drain of a client or window.
class NodeDrains {
public:
    explicit NodeDrains(std::uint32_t partitions) : m_said(partitions) {}

    static bool concerns(const Change &change);

    /// Takes what a partition's step tells of nodes, and leaves of it what changes the fleet.
    void lead(std::uint32_t partition, std::vector<Change> &changes, const Fleet &fleet);
    /// The partition stands as in this fleet, whatever it said before.
    void restart(std::uint32_t partition, const Fleet &loaded);
    /// All of them, for a fleet that shows none yet.
    std::vector<Change> all() const;

private:
    Drain together(const NodeId &node) const;
    bool isSaid(const NodeId &node) const;

    std::vector<std::map<NodeId, Drain>> m_said; ///< by partition
};

} // namespace cheetah
