// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "filter/expression.h"
#include "store/fleetstore.h"

#include <QtCore/QTimer>

namespace cheetah::gui {

/// Which tabs a filter lets through, kept up to date with the fleet: all of them in slices when the filter is new, then
/// only those that changed. While a new filter is worked out, the old answer stands. Owned by the map.
class TopologyFilter : public QObject {
    Q_OBJECT

public:
    explicit TopologyFilter(const FleetStore &store, QObject *parent = nullptr);

    /// Null or empty: everything passes.
    void setExpression(ExpressionPtr expression);
    /// Follows the fleet. Gives the windows whose number of matches changed.
    std::vector<Slot> apply(const FleetBatch &batch);
    /// Begins anew, as for another fleet.
    void reset();
    /// Asks again where the answer changes by itself; once a second.
    void tick();
    /// The answer that a new filter has is ready at once; for tests and small fleets.
    void finish();

    bool isActive() const { return m_isActive; }
    const std::vector<bool> &matches() const { return m_matches; }            ///< by slot of the context
    const std::vector<std::uint32_t> &byWindow() const { return m_byWindow; } ///< by slot of the window
    std::size_t count() const { return m_count; }

signals:
    /// Another answer altogether.
    void changed();

private:
    void begin(ExpressionPtr expression);
    void workOn();
    bool runUntil(std::size_t end);
    void conclude();
    bool set(Slot context, bool matches);
    bool passes(const FieldReader &row, Slot context) const;

    const FleetStore &m_store;
    ExpressionPtr m_expression;
    bool m_isActive = false;
    std::vector<bool> m_matches;
    std::vector<Slot> m_windowOf; ///< where a match was counted
    std::vector<std::uint32_t> m_byWindow;
    std::size_t m_count = 0;

    ExpressionPtr m_next; ///< being worked out
    bool m_isWorking = false;
    std::vector<bool> m_found;
    std::vector<Slot> m_changed; ///< since the work began
    QTimer m_slice;
};

} // namespace cheetah::gui
