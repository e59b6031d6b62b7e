// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "model/journal.h"
#include "model/verdict.h"

#include <deque>

namespace cheetah {

/// A refused acquire as it was decided: what was asked, and what stood against it at that revision (SPEC W9). Immutable
/// and shared by all who keep the journal's entry. Of bounded size, and without the socket that asked.
struct Refusal {
    static constexpr std::size_t longestDemand = 4'096; ///< bytes of requirements, as their expressions, that are kept

    AcquireRequest request;
    bool isCut = false;                     ///< the requirements were longer, and are left out
    std::optional<Explanation> explanation; ///< counts, no details; unset if nobody looked, as after a cancel
};

/// What the journal keeps of a request that got nothing.
RefusalPtr makeRefusal(const AcquireRequest &request, std::optional<Explanation> explanation);

/// Bounds what a journal keeps of refused acquires: of its entries only the newest ones that tell of one keep it, the
/// older ones stay without. Owned by whoever owns the entries.
class NewestRefusals {
public:
    static constexpr std::size_t capacity = 1'000;

    /// To be told that the last `added` entries are new; their numbers grow.
    void entriesAdded(std::deque<JournalEntry> &entries, std::size_t added);
    void clear() { m_numbers.clear(); }

private:
    std::deque<std::uint64_t> m_numbers; ///< of the entries that keep one
};

} // namespace cheetah
