// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "console/deployment.h"
#include "model/views.h"
#include "store/fleettotals.h"
#include "store/rowtracker.h"

#include <QtCore/QElapsedTimer>
#include <QtCore/QTimer>

#include <deque>

namespace cheetah::gui {

/// The console's one replica of the fleet. It takes deltas as they come, but applies those of a frame together, so that
/// everything on screen stands at one revision and models hear once a frame what changed. Paused, it goes on receiving and
/// applies nothing. Owned by the session, on the GUI thread; it shows nothing.
class FleetStore : public QObject {
    Q_OBJECT

public:
    /// Most changes that are kept waiting while paused; beyond it everything is asked for again at the end of the pause.
    static constexpr std::size_t mostWaiting = 200'000;

    /// The deployment outlives it.
    explicit FleetStore(Deployment &deployment, QObject *parent = nullptr);

    const Fleet &fleet() const { return m_fleet; }
    /// False until the first snapshot arrived.
    bool isLoaded() const { return m_loaded; }
    /// Registry time, for everything that counts down.
    RegistryTime now() const { return m_deployment.now(); }
    /// 0: leases do not expire.
    Micros taskTimeout() const;
    /// After which a node or connection that is not heard of counts as gone.
    Micros connectionLease() const;

    /// What a context is doing, kept up to date with the fleet; cheap.
    ContextState state(Slot context) const { return m_totals.state(context); }
    /// When the assignment on this context may be swept; unset without one, or when leases do not expire.
    RegistryTime expiry(Slot context) const;
    const FleetTotals &totals() const { return m_totals; }

    bool isPaused() const { return m_paused; }
    void setPaused(bool paused);
    /// Changes that wait for the end of a pause.
    std::size_t waiting() const { return m_waiting; }

    /// How long a change waits for others that are shown with it, twice that in a stream of them; the default is one frame
    /// at 60 Hz.
    void setInterval(Millis interval) { m_interval = interval; }
    /// Applies what waits, unless paused. Called by the frame timer.
    void flush();

signals:
    /// The fleet stands at its new revision.
    void changed(const cheetah::gui::FleetBatch &batch);
    void pausedChanged(bool paused);
    /// Only while paused.
    void waitingChanged();

private:
    void take(const std::shared_ptr<Fleet> &fleet);
    void take(const std::shared_ptr<const Delta> &delta);
    void dropWaiting();
    bool apply(const Delta &delta);

    Deployment &m_deployment;
    Fleet m_fleet;
    FleetTotals m_totals;
    RowTracker m_tracker;
    std::shared_ptr<Fleet> m_snapshot; ///< arrived and not yet applied; deltas in m_deltas follow it
    std::deque<std::shared_ptr<const Delta>> m_deltas;
    std::size_t m_waiting = 0;
    bool m_loaded = false;
    bool m_paused = false;
    bool m_dropped = false; ///< deltas were thrown away during the pause
    Millis m_interval{16};
    QTimer m_frame;
    QElapsedTimer m_sinceBatch;
};

} // namespace cheetah::gui
