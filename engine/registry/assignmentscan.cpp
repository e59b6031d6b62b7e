// SPDX-License-Identifier: Apache-2.0
#include "registry/assignmentscan.h"

#include <algorithm>

namespace cheetah {

Result<AssignmentScan> AssignmentScan::begin(const Fleet &fleet, const std::string &cursor, std::uint32_t limit)
{
    AssignmentScan scan(fleet, std::max(limit, 1u));
    if (cursor.empty())
        return scan;
    Result<ContextName> after = parseContextName(cursor);
    if (!after)
        return after.error();
    scan.m_after = *std::move(after);
    return scan;
}

void AssignmentScan::add(Slot leased)
{
    if (m_after && *m_fleet->context(leased).name <= *m_after)
        return;
    const auto order = [this](Slot a, Slot b) { return less(a, b); };
    if (m_page.size() >= m_limit) {
        m_more = true;
        if (!less(leased, m_page.front()))
            return;
        std::pop_heap(m_page.begin(), m_page.end(), order);
        m_page.pop_back();
    }
    m_page.push_back(leased);
    std::push_heap(m_page.begin(), m_page.end(), order);
}

ScanPage AssignmentScan::take()
{
    std::sort_heap(m_page.begin(), m_page.end(), [this](Slot a, Slot b) { return less(a, b); });
    ScanPage page;
    for (const Slot slot : m_page) {
        const Assignment &assignment = *m_fleet->context(slot).assignment;
        page.assignments.push_back(
            {Handle{m_fleet->key(slot), assignment.fence, assignment.request}, assignment.renewedAt});
    }
    if (m_more)
        page.next = toText(*m_fleet->context(m_page.back()).name);
    return page;
}

} // namespace cheetah
