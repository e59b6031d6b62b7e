// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "base/idsource.h"
#include "delivery/commandtraces.h"
#include "delivery/dispatcher.h"
#include "delivery/responsenotifier.h"
#include "delivery/rpccorrelator.h"
#include "lifecycle/componentset.h"
#include "model/node.h"
#include "model/policies.h"
#include "node/membership.h"
#include "node/statestore.h"
#include "operations/commandprovisioner.h"
#include "pool/connectionsweeper.h"

namespace cheetah {

class DeploymentRecord;
class RedisClient;

/// Passes the end of a command on to everybody who wants to hear of it, in order.
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

/// The coordination components of one node, in the one set that starts and stops them in order (SPEC L1): registries with
/// their place in the deployment, delivery, and the connection sweep. Making them starts nothing. They close nothing that
/// they are given (SPEC L4); a host puts manager, listeners and readiness around them. One thread.
class Components {
public:
    /// What the host gives; all of it outlives the components.
    struct Given {
        NodeInfo node;
        DeploymentId deployment;
        DeploymentPolicies policies;
        DispatcherLimits dispatcher;
        Scheduler &scheduler;
        const Clock &clock;
        IdSource &ids;
        Log log;
        Tracer *tracer = nullptr;           ///< null: nobody traces
        PayloadStore *payloads = nullptr;   ///< null: the store's own
        std::function<void()> superseded;   ///< another process took over this node's id (SPEC L7)
        std::function<NodeReport()> report; ///< what the node tells of itself with each heartbeat; may be empty
    };

    /// Use createMemoryComponents() or createRedisComponents().
    Components(std::unique_ptr<StateStore> state, Given given, DeploymentRecord *record = nullptr);
    ~Components();

    RegistryPorts registries() const { return m_state->registries(); }
    PayloadStore &payloads() const { return m_payloads; }
    const StateStore &state() const { return *m_state; }
    LinkDirectory &links() { return m_links; }
    DispatcherHealth &health() { return m_health; }
    CommandProvisioner &provisioner() { return m_provisioner; }
    ResponseNotifier &notifier() { return m_notifier; }
    Dispatcher &dispatcher() { return m_dispatcher; }
    RpcCorrelator &correlator() { return m_correlator; }
    const ConnectionSweeper &connectionSweeper() const { return m_connectionSweeper; }
    ComponentSet &set() { return m_set; }
    /// What all nodes agree on (SPEC R3); null where this node alone is the deployment.
    DeploymentRecord *record() const { return m_record; }
    /// What the node tells of itself changed.
    void reportSoon() { m_membership.reportSoon(); }

private:
    Dispatcher::Ports dispatcherPorts();
    RpcCorrelator::Ports correlatorPorts();

    const std::unique_ptr<StateStore> m_state;
    const Given m_given;
    DeploymentRecord *const m_record; ///< of the state
    PayloadStore &m_payloads;
    DispatcherHealth m_health;
    LinkDirectory m_links;
    CommandProvisioner m_provisioner;
    ResponseNotifier m_notifier;
    CommandTraces m_traces;
    CommandEnds m_endsHere;
    const std::unique_ptr<NodeRelay> m_relay; ///< null in a deployment of one node
    CommandEnds m_ends;
    Dispatcher m_dispatcher;
    RpcCorrelator m_correlator;
    ConnectionSweeper m_connectionSweeper;
    Membership m_membership;
    ComponentSet m_set;
};

/// A deployment of one process; `memory_needs_all_roles` for a node with fewer (SPEC R1).
Result<std::unique_ptr<Components>> createMemoryComponents(Components::Given given);

/// One of the nodes that share the deployment's Redis; the client is the caller's, and is closed by it after the
/// components stopped (SPEC L4). `partitions` is the deployment's number of them.
Result<std::unique_ptr<Components>> createRedisComponents(RedisClient &client, std::uint32_t partitions,
                                                          Components::Given given);

} // namespace cheetah
