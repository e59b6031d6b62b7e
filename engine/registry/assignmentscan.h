// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "model/fleet.h"
#include "registry/contextregistry.h"

namespace cheetah {

/// Finds one page of the administrative scan (SPEC W5): of all leased contexts that it is shown, the smallest names beyond
/// the cursor. Costs the leased contexts, keeps one page. A helper of one call; the fleet stays as it is meanwhile.
class AssignmentScan {
public:
    /// `bad_id` for a cursor that no page gave.
    static Result<AssignmentScan> begin(const Fleet &fleet, const std::string &cursor, std::uint32_t limit);

    void add(Slot leased);
    ScanPage take();

private:
    AssignmentScan(const Fleet &fleet, std::uint32_t limit) : m_fleet(&fleet), m_limit(limit) {}
    bool less(Slot a, Slot b) const { return *m_fleet->context(a).name < *m_fleet->context(b).name; }

    const Fleet *m_fleet;
    std::uint32_t m_limit;
    std::optional<ContextName> m_after;
    std::vector<Slot> m_page; ///< a heap of the smallest, the largest of them first
    bool m_more = false;
};

} // namespace cheetah
