// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "delivery/payloadstore.h"
#include "edge/edge.h"
#include "edge/port.h"
#include "lifecycle/readiness.h"
#include "node/statestore.h"
#include "operations/journal.h"
#include "registry/evidencestore.h"

#include <vector>

namespace cheetah {

/// Looks every second whether what may fill up has room, and tells readiness; changes of any condition go into the
/// journal (SPEC L6). Owned by the node.
class HealthWatch {
public:
    struct Sources {
        const EvidenceStore &evidence;
        const PayloadStore &payloads;
        const StateStore &state;
        const FleetSource &fleet;
        const Clock &clock;
    };
    /// Beyond it a machine's clock is warned of.
    static constexpr Micros clockTolerance = Seconds(1);
    HealthWatch(Readiness &readiness, Journal &journal, Scheduler &scheduler, Sources sources);

    void start();
    void stop();

    /// How far this machine's clock is ahead of registry time; unset before that is known.
    std::optional<Micros> clockOffset() const;

private:
    void look();
    void lookAtClock();
    bool lookAtState();

    Scheduler &m_scheduler;
    const Sources m_sources;
    std::vector<Readiness::Condition> m_state; ///< in the order of StateStore::conditions()
    Readiness::Condition m_history;
    Readiness::Condition m_payloads;
    Readiness::Condition m_clockOffset;
    std::optional<Micros> m_offsetTold; ///< while it is warned of
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

    bool isBound() const { return m_bound.ok(); }

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
