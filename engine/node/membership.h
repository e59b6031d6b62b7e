// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "lifecycle/component.h"
#include "model/node.h"
#include "node/statestore.h"
#include "pool/heartbeat.h"

namespace cheetah {

/// The registries' place in the component set: opens the store, enters this node into the deployment, keeps its lease, and
/// leaves again (SPEC L1, L7, R7). Owned by Components.
class Membership final : public Component {
public:
    struct Place {
        NodeInfo node;
        Micros lease;
        StateStore &state;
        NodeRelay *relay; ///< null in a deployment of one node
        Scheduler &scheduler;
        Log log;
        std::function<void()> superseded;   ///< another incarnation took over (SPEC L7)
        std::function<NodeReport()> report; ///< what the node tells of itself now; may be empty
    };
    explicit Membership(Place place);

    std::string_view name() const override { return "registry"; }
    /// Errors: those of StateStore::open(); `node_id_live` if another process holds the id and renews it (SPEC L7).
    void start(const Scope &scope, HookDone done) override;
    void stop(const Scope &scope, HookDone done) override;
    void cancel() override;

    /// What the node tells changed.
    void reportSoon() { m_heartbeat.beatSoon(); }

private:
    enum class State { Out, Entering, In };

    NodeInfo self() const;
    void enter();
    void entered(Result<void> result);
    void answer(Result<void> result);
    void tell(Result<void> result);
    void enterAgain();

    const Place m_place;
    ConnectionRegistry &m_registry;
    Heartbeat m_heartbeat;
    State m_state = State::Out;
    bool m_waited = false; ///< for the lease of whoever held the id
    Scheduler::Timer m_retry;
    Scope::Guard m_caller;
    HookDone m_done;
    Scope m_scope;
};

} // namespace cheetah
