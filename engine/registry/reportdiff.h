// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "model/fleet.h"
#include "model/namepool.h"
#include "model/report.h"

#include <unordered_set>

namespace cheetah {

/// What a report changes against the rows of its client. Made from a whole snapshot by compare(), or by whoever knows the
/// difference already; taken over by the registry in one step (SPEC W7). Clear and reuse it: its buffers stay.
struct ReportDiff {
    std::vector<Slot> gone;               ///< contexts that the report does not name
    std::vector<WindowChanged> windows;   ///< new ones at the end, changed ones where they stand
    std::vector<ContextChanged> contexts; ///< new ones without a slot; in order, each at its position
    std::vector<WindowName> windowsGone;  ///< removed once their contexts are gone or moved
    std::vector<WindowChanged> reordered; ///< windows to move, after that
    struct Provisioned {
        std::size_t context;
        ProvisionId provision;
    };
    std::vector<Provisioned> provisioned; ///< indexes into `contexts`, with the creation each tells to be

    bool empty() const
    {
        return gone.empty() && windows.empty() && contexts.empty() && windowsGone.empty() && reordered.empty();
    }
    void clear();
};

/// Compares reports with a fleet. Keeps scratch space between reports and no state: owned by the registry.
class ReportComparer {
public:
    explicit ReportComparer(const Fleet &fleet) : m_fleet(fleet) {}

    /// Fills `diff`. `bad_report` (param reason) if the snapshot contradicts itself: an id twice, an empty id.
    Result<void> compare(Slot client, const Report &report, ReportDiff &diff);

private:
    Result<void> findRows(Slot client, const Report &report);
    Slot findContext(const Report &report, Slot window, std::size_t position, const ContextId &id) const;
    void compareWindows(Slot client, const Report &report, ReportDiff &diff);
    void compareContexts(Slot client, const Report &report, ReportDiff &diff);
    void compareOrder(Slot client, const Report &report, ReportDiff &diff);
    bool place(std::vector<Slot> &list, Slot slot, std::size_t position);

    const Fleet &m_fleet;
    NamePool m_names;
    std::vector<Slot> m_windowRows;  ///< by position in the report; from firstNew on: new ones
    std::vector<Slot> m_contextRows; ///< flat, in the report's order
    std::vector<std::uint32_t> m_seen, m_seenWindows;
    std::uint32_t m_round = 0;
    std::unordered_set<std::string_view> m_newIds;
    std::vector<std::vector<Slot>> m_order; ///< of each reported window, as the changes so far would make it
    std::vector<Slot> m_windowOrder;
};

} // namespace cheetah
