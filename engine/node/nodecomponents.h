// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "delivery/deliveryports.h"
#include "delivery/payloadstore.h"
#include "edge/edge.h"
#include "edge/port.h"
#include "lifecycle/component.h"
#include "lifecycle/readiness.h"
#include "operations/journal.h"
#include "pool/heartbeat.h"
#include "registry/evidencestore.h"

#include <vector>

namespace cheetah {

/// Passes the end of a command on to everybody who wants to hear of it, in order. Owned by the node.
class CommandEnds final : public CommandEndSink {
public:
    explicit CommandEnds(std::vector<CommandEndSink *> sinks) : m_sinks(std::move(sinks)) {}
    void commandEnded(const CommandRecord &record) override
    {
        for (CommandEndSink *sink : m_sinks)
            sink->commandEnded(record);
    }

private:
    const std::vector<CommandEndSink *> m_sinks;
};

/// The registry's place in the component set: enters the node and keeps its lease (SPEC L1, R7). Owned by the node.
class RegistryComponent final : public Component {
public:
    RegistryComponent(NodeInfo node, Micros lease, ConnectionRegistry &registry, Scheduler &scheduler, Log log,
                      std::function<void()> superseded);

    std::string_view name() const override { return "registry"; }
    void start(const Scope &scope, HookDone done) override;
    void stop(const Scope &scope, HookDone done) override;

private:
    void enterAgain();

    const NodeInfo m_node;
    ConnectionRegistry &m_registry;
    Heartbeat m_heartbeat;
    bool m_entered = false;
    Scope m_scope;
};

/// Looks every second whether what may fill up has room, and tells readiness; changes of any condition go into the
/// journal (SPEC L6). Owned by the node.
class HealthWatch {
public:
    struct Sources {
        const EvidenceStore &evidence;
        const PayloadStore &payloads;
        std::uint64_t payloadBytes;
    };
    HealthWatch(Readiness &readiness, Journal &journal, Scheduler &scheduler, Sources sources);

    void start();
    void stop();

private:
    void look();

    Scheduler &m_scheduler;
    const Sources m_sources;
    Readiness::Condition m_registry;
    Readiness::Condition m_history;
    Readiness::Condition m_payloads;
    Readiness::Subscription m_changes;
    Scheduler::Timer m_timer;
};

/// The edge's place among the host's listeners: port, sessions and the watch over health come and go together. Made before
/// the edge, which needs the host that leads this. Owned by the node.
class EdgeListener final : public Listener {
public:
    EdgeListener(HealthWatch &watch, Readiness &readiness) : m_watch(watch), m_bound(readiness.add("edge", allRoles)) {}
    /// Both outlive their use by the host. Without a port nothing can come in.
    void attach(Edge &edge, Port *port)
    {
        m_edge = &edge;
        m_port = port;
    }

    std::string_view name() const override { return "edge"; }
    void bind(const Scope &scope, HookDone done) override;
    void stopAccepting() override;
    void drain(const Scope &scope, HookDone done) override;
    void close() override;

private:
    void bound();

    HealthWatch &m_watch;
    Readiness::Condition m_bound;
    Edge *m_edge = nullptr;
    Port *m_port = nullptr;
    Scope m_scope;
};

} // namespace cheetah
