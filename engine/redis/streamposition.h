// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "redis/changecodec.h"

#include <array>
#include <optional>

namespace cheetah {

/// Where a replica of one partition stands in the partition's stream, and how an entry relates to that, by whatever way and
/// in whatever order it comes (SPEC R5). A store that lost its newest steps in a failover gives their revisions to other
/// steps: the newest ids are remembered, so that this shows. A value.
class StreamPosition {
public:
    enum class Fit {
        Next,   ///< follows directly
        Known,  ///< was applied, or is in the snapshot that was loaded
        Ahead,  ///< entries between are missing
        Astray, ///< of another history than ours: only a snapshot helps
    };

    /// Starts at that revision; `last` is the id of its entry, nothing when there never was one.
    void restart(std::uint64_t revision, std::optional<StreamId> last);

    std::uint64_t revision() const { return m_revision; }
    const std::optional<StreamId> &last() const { return m_last; }

    Fit fit(const StreamedDelta &entry) const;
    /// The same for an id alone: never Next.
    Fit fit(const StreamId &id) const;
    /// Goes on to an entry that is Next.
    void advance(const StreamId &id);

private:
    static constexpr std::size_t remembered = 4096;

    std::uint64_t m_revision = 0;
    std::uint64_t m_start = 0; ///< what led here is not known
    std::optional<StreamId> m_last;
    std::array<StreamId, remembered> m_ids{}; ///< by revision; the newest of those that share a place
};

} // namespace cheetah
