// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/clock.h"
#include "models/roworder.h"

#include <deque>

namespace cheetah::gui {

/// Makes an order from scratch in slices of time, while the fleet goes on changing: looks at every slot, sorts what is
/// shown, and sets right at the end what was touched meanwhile. Given an order by the same key, what is untouched keeps its
/// sequence instead of being sorted again. Dropping it cancels it.
class RowBuild {
public:
    /// `sorted` may be null; it is only looked at here.
    RowBuild(const RowSource &source, const RowOrder *sorted);

    /// The slot means something else, or something else about it is true.
    void touch(Slot slot);
    /// Works until then at least a little; true once all is done.
    bool step(std::chrono::steady_clock::time_point until);
    /// About how much of it is done, in percent.
    int progress() const;
    /// The order, once all is done.
    RowOrder take();

private:
    /// Sorted at once; small enough to take no noticeable time.
    static constexpr std::size_t runLength = 512;
    /// Rows between two looks at the clock.
    static constexpr std::size_t stride = 64;
    using Run = std::vector<RowEntry>;

    bool isTouched(Slot slot) const { return m_touched.contains(slot); }
    void scan(Slot slot);
    void endRun();
    void scanSome();
    bool mergeSome();

    const RowSource &m_source;
    RowOrder m_order;
    RowOrder::SlotSet m_touched;
    std::vector<Slot> m_before; ///< slots in the order that there was
    std::vector<bool> m_wasBefore;
    std::size_t m_at = 0; ///< in m_before, then slots
    bool m_isScanned = false;
    Run m_kept; ///< those from m_before, still sorted
    Run m_run;  ///< being filled
    std::deque<Run> m_runs;
    Run m_left, m_right, m_merged;
    std::size_t m_leftAt = 0, m_rightAt = 0;
};

} // namespace cheetah::gui
