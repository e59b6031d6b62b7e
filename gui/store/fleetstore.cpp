// SPDX-License-Identifier: GPL-3.0-or-later
#include "store/fleetstore.h"

namespace cheetah::gui {

namespace {

/// While batches follow each other this closely it is a stream, and nobody sees more in sixty of them a second than in
/// thirty.
constexpr Millis stream(100);

} // namespace

FleetStore::FleetStore(Deployment &deployment, QObject *parent)
    : QObject(parent), m_deployment(deployment), m_tracker(m_fleet)
{
    m_frame.setSingleShot(true);
    m_frame.setTimerType(Qt::PreciseTimer);
    connect(&m_frame, &QTimer::timeout, this, &FleetStore::flush);
    connect(&deployment, &Deployment::snapshotArrived, this,
            [this](const std::shared_ptr<Fleet> &fleet) { take(fleet); });
    connect(&deployment, &Deployment::deltaArrived, this,
            [this](const std::shared_ptr<const Delta> &delta) { take(delta); });
}

Micros FleetStore::taskTimeout() const
{
    const auto &identity = m_deployment.identity();
    return identity ? identity->policies.taskTimeout : Micros(0);
}

Micros FleetStore::connectionLease() const
{
    const auto &identity = m_deployment.identity();
    return identity ? identity->policies.connectionLease : DeploymentPolicies().connectionLease;
}

RegistryTime FleetStore::expiry(Slot context) const
{
    const auto &assignment = m_fleet.context(context).assignment;
    const Micros timeout = taskTimeout();
    return assignment && timeout.count() > 0 ? assignment->renewedAt + timeout : RegistryTime{};
}

void FleetStore::setPaused(bool paused)
{
    if (m_paused == paused)
        return;
    m_paused = paused;
    if (!paused && std::exchange(m_dropped, false))
        m_deployment.resync();
    if (!paused)
        flush();
    emit pausedChanged(paused);
}

void FleetStore::take(const std::shared_ptr<Fleet> &fleet)
{
    dropWaiting();
    m_dropped = false;
    m_snapshot = fleet;
    if (m_paused)
        emit waitingChanged();
    else
        flush();
}

void FleetStore::take(const std::shared_ptr<const Delta> &delta)
{
    if (m_dropped)
        return;
    m_deltas.push_back(delta);
    m_waiting += delta->changes.size();
    if (!m_paused) {
        if (!m_frame.isActive())
            m_frame.start(m_sinceBatch.hasExpired(stream.count()) ? m_interval : 2 * m_interval);
        return;
    }
    if (m_waiting > mostWaiting) {
        const std::size_t dropped = m_waiting;
        dropWaiting();
        m_waiting = dropped;
        m_dropped = true;
    }
    emit waitingChanged();
}

void FleetStore::dropWaiting()
{
    m_snapshot.reset();
    m_deltas.clear();
    m_waiting = 0;
}

void FleetStore::flush()
{
    m_frame.stop();
    if (m_paused)
        return;
    const bool isWhole = m_snapshot != nullptr;
    if (isWhole) {
        m_fleet = std::move(*std::exchange(m_snapshot, nullptr));
        m_loaded = true;
    }
    if (!m_loaded || (!isWhole && m_deltas.empty()))
        return dropWaiting();
    m_sinceBatch.start();
    const auto deltas = std::exchange(m_deltas, {});
    m_waiting = 0;
    for (const auto &delta : deltas)
        m_tracker.expect(*delta);
    for (const auto &delta : deltas)
        if (!apply(*delta)) {
            // Half changed: nothing may be shown of it until all of it is here again.
            m_loaded = false;
            m_tracker.clear();
            return m_deployment.resync();
        }
    FleetBatch batch = m_tracker.take();
    if (isWhole) {
        batch = {};
        batch.whole = batch.reservations = batch.waiters = batch.drains = batch.nodes = true;
        m_totals.reset(m_fleet, taskTimeout());
    } else {
        m_totals.apply(m_fleet, batch);
    }
    emit changed(batch);
}

bool FleetStore::apply(const Delta &delta)
{
    m_tracker.before(delta);
    if (!m_fleet.apply(delta).ok())
        return false;
    m_tracker.after(delta);
    return true;
}

} // namespace cheetah::gui
