// SPDX-License-Identifier: Apache-2.0
#include "node/nodecomponents.h"

namespace cheetah {

RegistryComponent::RegistryComponent(NodeInfo node, Micros lease, ConnectionRegistry &registry, Scheduler &scheduler,
                                     Log log, std::function<void()> superseded)
    : m_node(std::move(node)),
      m_registry(registry),
      m_heartbeat({m_node.id, m_node.incarnation, lease}, registry, scheduler, std::move(log), std::move(superseded),
                  [this] { enterAgain(); })
{}

void RegistryComponent::start(const Scope &scope, HookDone done)
{
    if (m_entered)
        return done({});
    m_registry.registerNode(m_node, m_scope,
                            [this, guard = scope.guard(), done = std::move(done)](Result<void> result) mutable {
                                if (result) {
                                    m_entered = true;
                                    m_heartbeat.start();
                                }
                                if (guard.alive())
                                    done(std::move(result));
                            });
}

/// The lease ran out while this process stood still; whether entering helped is told by the next beat.
void RegistryComponent::enterAgain()
{
    m_registry.registerNode(m_node, m_scope, [](const Result<void> &) {});
}

void RegistryComponent::stop(const Scope &scope, HookDone done)
{
    if (!std::exchange(m_entered, false))
        return done({});
    m_heartbeat.stop();
    m_registry.unregisterNode(m_node.id, m_node.incarnation, scope, std::move(done));
}

HealthWatch::HealthWatch(Readiness &readiness, Journal &journal, Scheduler &scheduler, Sources sources)
    : m_scheduler(scheduler),
      m_sources(sources),
      m_registry(readiness.add("registry")),
      m_history(readiness.add("history", ReadyRole::App | ReadyRole::Rest)),
      m_payloads(readiness.add("payload_store"))
{
    m_changes = readiness.subscribe([&journal](const ReadinessCondition &condition) {
        const bool starting = condition.error && condition.error->code == ErrorCode::NotReady;
        if (starting || (condition.error && condition.error->code == ErrorCode::GoingDown))
            return;
        JournalEntry entry;
        entry.kind = condition.ok ? JournalKind::ComponentRestored : JournalKind::ComponentFailed;
        entry.params = {{"component", condition.name}};
        if (condition.error)
            entry.params.emplace_back("reason", std::string(cheetah::name(condition.error->code)));
        journal.append(std::move(entry));
    });
}

void HealthWatch::start()
{
    m_registry.pass();
    look();
}

void HealthWatch::stop()
{
    m_timer.cancel();
    m_registry.fail(ErrorCode::GoingDown, "wait_for_start");
}

void HealthWatch::look()
{
    if (m_sources.evidence.hasCapacity())
        m_history.pass();
    else
        m_history.fail(ErrorCode::HistoryFull, "raise_evidence_entries");
    if (m_sources.payloads.bytes() < m_sources.payloadBytes)
        m_payloads.pass();
    else
        m_payloads.fail(Error(ErrorCode::LimitExceeded,
                              {{"limit", std::to_string(m_sources.payloadBytes)}, {"what", "payload bytes"}}),
                        "wait_for_retention");
    m_timer = m_scheduler.after(Seconds(1), [this] { look(); });
}

void EdgeListener::bound()
{
    m_edge->start();
    m_watch.start();
    m_bound.pass();
}

void EdgeListener::bind(const Scope &scope, HookDone done)
{
    if (!m_port) {
        bound();
        return done({});
    }
    m_port->bind(m_scope, [this, guard = scope.guard(), done = std::move(done)](Result<void> result) mutable {
        if (result)
            bound();
        else
            m_bound.fail(result.error(), "free_the_port");
        if (guard.alive())
            done(std::move(result));
    });
}

void EdgeListener::close()
{
    m_bound.fail(ErrorCode::GoingDown, "wait_for_start");
    m_watch.stop();
    m_edge->stop();
    if (m_port)
        m_port->close();
}

void EdgeListener::stopAccepting()
{
    if (m_port)
        m_port->stopAccepting();
}

void EdgeListener::drain(const Scope &scope, HookDone done)
{
    if (m_port)
        return m_port->drain(scope, std::move(done));
    done({});
}

} // namespace cheetah
