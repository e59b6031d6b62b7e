// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "base/log.h"
#include "base/scheduler.h"
#include "lifecycle/componentset.h"
#include "lifecycle/listener.h"
#include "lifecycle/readiness.h"

#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace cheetah {

/// Where a node stands between nothing and serving (SPEC L5).
enum class HostState {
    Stopped,
    StartingComponents,
    StartingManager,
    Binding,
    Serving,
    Draining,
    StoppingManager,
    StoppingComponents,
    ClosingResources,
};
std::string_view name(HostState state);

/// What a request wants of a node, as far as going up and down is concerned.
enum class WorkKind {
    New,       ///< acquire, send, hello, …
    Finishing, ///< renew, release, acknowledgements, results, evidence: still pass while going down
    Probe,     ///< `/livez`, `/readyz`
};

/// Brings a node up (components, manager, listeners, ready) and down again (not ready, refuse new work, drain, manager,
/// components, resources), and shows where it stands (SPEC L5). It owns nothing that it leads; it waits for no client.
class Host {
public:
    struct Resource {
        std::string name;
        std::function<void()> close;
    };
    struct Parts {
        ComponentSet &components;
        Component *manager = nullptr;
        std::vector<Listener *> listeners = {};
        std::vector<Resource> resources = {}; ///< closed in this order, once, at the end of going down
        RoleMask roles = allRoles;            ///< that this node serves
    };

    Host(Parts parts, Readiness &readiness, Scheduler &scheduler, Log log, Micros drainDeadline);

    /// Brings the node up. At a failure everything that was started is taken down again, and the first failure is answered;
    /// `cancelled` if a stop came in between, `bad_request` unless the host is stopped.
    void start(const Scope &scope, HookDone done);

    /// Takes the node down. A second call while it goes down ends it at once: nothing is waited for any more (SPEC L5). All
    /// callers are answered at the end, with the first failure of stopping.
    void stop(const Scope &scope, HookDone done);

    HostState state() const { return m_state; }
    using Observer = std::function<void(HostState)>;
    /// At most one; called at each change of state.
    void observe(Observer observer) { m_observer = std::move(observer); }

    /// Whether such work may come in now: `not_ready` until the node was ready for the first time, `going_down` for new
    /// work once it goes down and for all but probes once the drain is over (SPEC L5).
    Result<void> admit(WorkKind kind) const;

private:
    struct Waiter {
        Scope::Guard guard;
        HookDone done;
    };

    void enter(HostState state);
    void startManager();
    void bindNext();
    void serve();
    void goDown();
    void drain();
    void drained();
    void stopManager();
    void stopComponents();
    void closeResources();
    void finish();
    void endAtOnce();
    void keepFailure(const Result<void> &result, std::optional<Error> &first, std::string_view who);
    void noticeReady();

    Parts m_parts;
    Readiness &m_readiness;
    Scheduler &m_scheduler;
    Log m_log;
    const Micros m_drainDeadline;
    Readiness::Condition m_serving;
    Readiness::Subscription m_readinessWatch;
    Observer m_observer;
    HostState m_state = HostState::Stopped;
    bool m_wasReady = false;
    bool m_goingDown = false;
    std::vector<Waiter> m_starters; ///< at most one
    std::vector<Waiter> m_stoppers;
    std::optional<Error> m_startFailure;
    std::optional<Error> m_stopFailure;
    std::size_t m_bound = 0;     ///< listeners that are bound
    std::size_t m_undrained = 0; ///< of them, those that have work in flight
    Scheduler::Timer m_drainTimer;
    Scope m_drainScope; ///< reset at the end of the drain
    Scope m_scope;      ///< reset when waiting is given up
};

} // namespace cheetah
