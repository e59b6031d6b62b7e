// SPDX-License-Identifier: Apache-2.0
#include "pool/heartbeat.h"

namespace cheetah {

Heartbeat::Heartbeat(Identity identity, ConnectionRegistry &registry, Scheduler &scheduler, Log log,
                     std::function<void()> superseded, std::function<void()> forgotten,
                     std::function<NodeReport()> report)
    : m_identity(std::move(identity)),
      m_registry(registry),
      m_scheduler(scheduler),
      m_log(std::move(log)),
      m_superseded(std::move(superseded)),
      m_forgotten(std::move(forgotten)),
      m_report(std::move(report))
{}

void Heartbeat::start()
{
    if (std::exchange(m_running, true))
        return;
    beat();
}

void Heartbeat::stop()
{
    m_running = m_waiting = false;
    m_timer.cancel();
    m_soon.cancel();
    m_scope.reset();
}

void Heartbeat::beatSoon()
{
    constexpr Micros moment = Millis(500);
    if (m_running && !m_soon.pending())
        m_soon = m_scheduler.after(std::min<Micros>(moment, m_identity.lease / 3), [this] { beat(); });
}

void Heartbeat::beat()
{
    m_soon.cancel();
    m_timer = m_scheduler.after(m_identity.lease / 3, [this] { beat(); });
    if (std::exchange(m_waiting, true))
        return; // one at a time: a registry that stalls gets no pile of heartbeats
    m_registry.heartbeat(m_identity.node, m_identity.incarnation, m_report ? m_report() : NodeReport(), m_scope,
                         [this](Result<void> result) { answered(result); });
}

void Heartbeat::answered(const Result<void> &result)
{
    m_waiting = false;
    if (result) {
        ++m_beats;
        return;
    }
    ++m_failed;
    m_log.warning("node", "a heartbeat failed: " + std::string(name(result.error().code)));
    if (result.error().code == ErrorCode::NotFound && m_forgotten)
        return m_forgotten();
    if (result.error().code != ErrorCode::Superseded)
        return;
    stop();
    if (m_superseded)
        m_superseded();
}

} // namespace cheetah
