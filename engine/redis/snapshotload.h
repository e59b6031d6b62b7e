// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "model/fleet.h"
#include "redis/changecodec.h"

#include <unordered_map>
#include <vector>

namespace cheetah {

/// Builds one partition's fleet out of the slices that Redis gives of it while it goes on changing, and the entries of its
/// stream since the first slice (SPEC R5). A slice shows its clients at its own revision, so of each entry only what a
/// slice does not show already is applied. Owned by a follower for the time of a load; asks nobody itself.
class SnapshotLoad {
public:
    explicit SnapshotLoad(std::uint32_t partition) : m_partition(partition) {}

    struct Slice {
        std::uint64_t revision = 0;
        std::optional<StreamId> last; ///< id of the entry that led to it
        Incarnation incarnation;
        std::vector<Change> changes;
    };
    /// Slices in the order in which Redis gave them. `base_mismatch` if they are not of one history, `internal` if they fit
    /// no fleet: begin again.
    Result<void> add(Slice slice);
    /// Entries of the stream after the first slice, in order; `base_mismatch` if one does not follow, or too many come.
    Result<void> add(StreamedDelta entry);

    /// Whether the entries reach as far as the newest slice.
    bool complete() const { return m_reached >= m_newest; }
    /// Where the entries stand.
    const std::optional<StreamId> &last() const { return m_last; }
    std::uint64_t revision() const { return m_reached; }
    const Incarnation &incarnation() const { return m_incarnation; }

    /// The fleet at revision(), once complete(). `internal` if the entries don't fit the slices.
    Result<Fleet> finish();

private:
    static constexpr std::size_t mostEntries = 100'000;

    const std::uint32_t m_partition;
    bool m_begun = false;
    Incarnation m_incarnation;
    std::uint64_t m_first = 0, m_newest = 0, m_reached = 0;
    std::optional<StreamId> m_last;
    Fleet m_fleet;
    std::unordered_map<ClientName, std::uint64_t> m_shown; ///< clients and the revision at which they are in m_fleet
    std::vector<StreamedDelta> m_entries;
};

/// The client that a change is about; null for what belongs to no client.
const ClientName *clientOf(const Change &change, ClientName &store);

} // namespace cheetah
