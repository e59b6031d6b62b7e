// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "base/log.h"
#include "lifecycle/component.h"

#include <memory>
#include <string>
#include <vector>

namespace cheetah {

/// A hook that failed, and with what.
struct StepFailure {
    std::string component;
    bool starting = false; ///< its start hook; else its stop hook
    Error error;
};

/// The coordination components of a node, started and stopped in the one right order (SPEC L1, L3). Owned by the host,
/// which owns the components too. It deliberately keeps no idempotency of its own, drains nothing, opens no listener,
/// undoes no work outside the hooks, and closes nothing that the caller owns (SPEC L4).
class ComponentSet {
public:
    /// The known places; an empty one is skipped.
    struct Parts {
        Component *contextRegistry = nullptr;
        Component *dispatcher = nullptr;
        Component *correlator = nullptr;
        Component *notifier = nullptr;
        Component *connectionSweep = nullptr;
    };

    ComponentSet(const Parts &parts, Log log);
    ~ComponentSet();

    /// Runs the start hooks in order. At the first failure, or once cancelled, those that completed are stopped in
    /// reverse order, and only then `done` hears of it: `cancelled` if it was cancelled, else the first failure. The error
    /// bears params `component` and `step` of its origin, and one `later` for every other failure (SPEC L2). The
    /// unwinding goes on even if `scope` dies.
    void start(const Scope &scope, HookDone done);

    /// Attempts every stop hook. `done` hears `cancelled` if it was cancelled, else the first failure, with the others
    /// attached as above (SPEC L3).
    void stop(const Scope &scope, HookDone done);

    /// Cancels every start and stop under way; each answers once its cleaning up is over.
    void cancel();

    /// What failed in the start or stop that answered last, in order.
    const std::vector<StepFailure> &failures() const { return m_failures; }

private:
    class Run;

    void launch(bool starting, const Scope &scope, HookDone done);
    void finished(Run *run);

    std::vector<Component *> m_startOrder;
    std::vector<Component *> m_stopOrder;
    Log m_log;
    std::vector<std::shared_ptr<Run>> m_runs;
    std::vector<StepFailure> m_failures;
};

} // namespace cheetah
