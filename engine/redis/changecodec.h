// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "model/change.h"
#include "redis/packing.h"

#include <compare>
#include <optional>

namespace cheetah {

/// Id of an entry of a partition's stream: the registry time of a step and the revision that it leads to. Revisions grow
/// from entry to entry; a store that lost its newest steps gives their revisions again, with other times.
struct StreamId {
    std::uint64_t at = 0; ///< µs
    std::uint64_t to = 0;

    /// `<at>-<to>` in decimal, as Redis writes ids; nothing for other bytes.
    static std::optional<StreamId> parse(std::string_view text);
    std::string text() const;
    friend auto operator<=>(const StreamId &, const StreamId &) = default;
};

/// A delta with its place in the stream of its partition.
struct StreamedDelta {
    std::optional<StreamId> previous; ///< of the entry before; nothing before the first
    StreamId id;
    Delta delta;
};

/// Reads `<previous> <id> [change, …]`, as replies and streams carry it: the ids as text, none before the first, then
/// packed the changes that led from one revision to the next. `store_error` with `prefix` `malformed` for all else,
/// whatever the bytes; it is not looked whether the changes fit a fleet. `names` as of PackReader.
Result<StreamedDelta> unpackDelta(std::string_view packed, std::uint32_t partition, ContextNames *names = nullptr);

/// Reads `[change, …]`, a slice of a snapshot. Errors as of unpackDelta.
Result<std::vector<Change>> unpackChanges(std::string_view packed);

/// Reads one change: an array that begins with 1 + its index in Change.
Change readChange(PackReader &in);

} // namespace cheetah
