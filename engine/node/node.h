// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "delivery/dispatcher.h"
#include "delivery/memorypayloadstore.h"
#include "delivery/responsenotifier.h"
#include "delivery/rpccorrelator.h"
#include "edge/edge.h"
#include "edge/methods.h"
#include "node/config.h"
#include "node/listenerwatch.h"
#include "node/nodecomponents.h"
#include "operations/commandprovisioner.h"
#include "pool/connectionsweeper.h"
#include "registry/memoryregistry.h"

namespace cheetah {

/// One node of a deployment in memory, built whole from a configuration: registry, pool, delivery, operations, edge and
/// their lifecycle (SPEC L1, L5). Making it starts nothing; it owns everything that it makes and nothing that it is given.
/// One thread, whose event loop carries its sockets.
class Node {
public:
    struct Environment {
        Scheduler &scheduler;
        const Clock &clock;
        IdSource &ids;
        Log log;
        Tracer *tracer =
            nullptr; ///< null: nobody traces; else it outlives the node, and whoever gave it closes it (SPEC L4)
    };

    /// Makes the token files if there are none and it listens. Errors: those of TokenFile, TlsIdentity and JwtAuth, and of the
    /// manager's configuration.
    static Result<std::unique_ptr<Node>> create(NodeConfig config, Environment environment);
    ~Node();

    /// Brings the node up (SPEC L5); `port_in_use`, `insecure_listener` and what components answer.
    void start(const Scope &scope, HookDone done) { m_host->start(scope, std::move(done)); }
    /// Takes it down; a second call ends it at once.
    void stop(const Scope &scope, HookDone done) { m_host->stop(scope, std::move(done)); }

    Host &host() { return *m_host; }
    /// Where programs of this machine reach it, such as `http://127.0.0.1:7744`; with the chosen port once bound. With TLS
    /// the advertised URL, if there is one: its name is the one that the certificate bears. Empty for a node that does not
    /// listen.
    std::string url() const;
    /// Reads the certificate again now.
    void reload() { m_listenerWatch.reload(); }
    const NodeConfig &config() const { return m_config; }
    const Diagnostics &diagnostics() const { return m_diagnostics; }
    const MethodTable &methods() const { return m_methods; }
    FleetSource &fleet() { return m_registry; }
    Journal &journal() { return m_journal; }
    HealthSample healthSample() const;
    const Edge &edge() const { return *m_edge; }

    /// What a client inside this process works with, as one at a socket does.
    struct ClientSide {
        ConnectionRegistry &connections;
        WindowRegistry &windows;
        LinkDirectory &links;
        RpcCorrelator &correlator;
        ProvisionPort &provisioner;
    };
    ClientSide clientSide() { return {m_registry, m_registry, m_links, m_correlator, m_provisioner}; }

private:
    struct Security {
        std::unique_ptr<AuthProvider> auth;
        std::unique_ptr<TlsIdentity> tls; ///< null: plain TCP
    };
    static Result<Security> securityOf(const NodeConfig &config, const Environment &environment);

    Node(NodeConfig config, Environment environment, Security security);
    Result<void> assemble();
    EdgeServices edgeServices();
    void addMethods();
    std::string metrics() const;

    const NodeConfig m_config;
    const Environment m_environment;
    const Incarnation m_incarnation;
    const Security m_security;

    MemoryRegistry m_registry;
    FleetView m_view;
    Journal m_journal;
    Readiness m_readiness;
    DispatcherHealth m_health;
    MemoryPayloadStore m_payloads;
    LinkDirectory m_links;
    CommandProvisioner m_provisioner;
    ResponseNotifier m_notifier;
    CommandTraces m_commandTraces;
    CommandEnds m_ends;
    Dispatcher m_dispatcher;
    RpcCorrelator m_correlator;
    ConnectionSweeper m_connectionSweeper;
    RegistryComponent m_registryComponent;
    ComponentSet m_components;
    HealthWatch m_healthWatch;
    ListenerWatch m_listenerWatch;
    Diagnostics m_diagnostics;
    MethodTable m_methods;
    EdgeListener m_listener;
    // Made by assemble(), each from those before it.
    std::unique_ptr<WorkerContextManager> m_manager;
    std::unique_ptr<Host> m_host;
    std::unique_ptr<Edge> m_edge;
    std::unique_ptr<OperatorActions> m_actions;
    std::unique_ptr<Port> m_port;
};

} // namespace cheetah
