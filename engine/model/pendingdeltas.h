// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "model/change.h"

#include <utility>

namespace cheetah {

/// Deltas that were heard of and not yet passed on: those of one partition become one, in the order in which they came.
/// Bounded: too many changes are given up, and what follows is a snapshot. Owned by whoever shows a fleet to somebody
/// else; it plans no flush and sends nothing.
class PendingDeltas {
public:
    /// Up to `mostChanges` are kept, over all partitions; above, a snapshot is cheaper.
    explicit PendingDeltas(std::size_t mostChanges) : m_mostChanges(mostChanges) {}

    /// False, and nothing is kept, if that makes too many changes.
    [[nodiscard]] bool add(const Delta &delta)
    {
        m_changes += delta.changes.size();
        if (m_changes > m_mostChanges) {
            clear();
            return false;
        }
        Delta &merged = of(delta);
        merged.to = delta.to;
        merged.at = delta.at;
        merged.changes.insert(merged.changes.end(), delta.changes.begin(), delta.changes.end());
        return true;
    }

    bool empty() const { return m_deltas.empty(); }
    void clear() { take(); }

    /// What was added since the last time, one delta a partition.
    std::vector<Delta> take()
    {
        m_changes = 0;
        return std::exchange(m_deltas, {});
    }

private:
    Delta &of(const Delta &delta)
    {
        for (Delta &known : m_deltas)
            if (known.partition == delta.partition)
                return known;
        return m_deltas.emplace_back(Delta{delta.partition, delta.from, delta.to, delta.at, {}});
    }

    const std::size_t m_mostChanges;
    std::size_t m_changes = 0;
    std::vector<Delta> m_deltas; ///< few: those that changed within a turn of the loop
};

} // namespace cheetah
