// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "edge/edge.h"
#include "edge/methods.h"
#include "node/components.h"
#include "node/config.h"
#include "node/listenerwatch.h"
#include "node/nodecomponents.h"
#include "node/recordsettings.h"
#include "redis/redisclient.h"
#include "wire/localnode.h"

namespace cheetah {

/// One node of a deployment, in memory or on a shared Redis, built whole from a configuration: its components, pool,
/// operations, edge and their lifecycle (SPEC L1, L5). Making it starts nothing; it owns everything that it makes and nothing that it is given.
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

    /// Called once if another process takes over this node's id (SPEC L7): the node refuses everything from then on, and
    /// whoever runs it takes it down.
    void onSuperseded(std::function<void()> superseded) { m_onSuperseded = std::move(superseded); }

    Host &host() { return *m_host; }
    /// Where programs of this machine reach it, such as `http://127.0.0.1:7744`; with the chosen port once bound. With TLS
    /// the advertised URL, if there is one: its name is the one that the certificate bears. Empty for a node that does not
    /// listen.
    std::string url() const;
    /// What programs of this account are told of it (LocalNodeAnnouncement).
    LocalNode announcement() const;
    /// Reads the certificate again now.
    void reload() { m_listenerWatch.reload(); }
    const NodeConfig &config() const { return m_config; }
    const Diagnostics &diagnostics() const { return m_diagnostics; }
    const MethodTable &methods() const { return m_methods; }
    FleetSource &fleet() { return m_registries.fleet; }
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
    ClientSide clientSide()
    {
        return {m_registries.connections, m_registries.windows, m_components->links(), m_components->correlator(),
                m_components->provisioner()};
    }

private:
    /// What may fail to be made.
    struct Parts {
        Incarnation incarnation;
        std::unique_ptr<RedisClient> redis;
        std::unique_ptr<Components> components;
    };
    struct Security {
        std::unique_ptr<AuthProvider> auth;
        std::unique_ptr<TlsIdentity> tls; ///< null: plain TCP
    };
    static Result<Security> securityOf(const NodeConfig &config, const Environment &environment);

    static Result<Parts> partsOf(const NodeConfig &config, const Environment &environment,
                                 std::function<void()> superseded, std::function<NodeReport()> report);
    void becameSuperseded();
    NodeReport report() const;

    Node(NodeConfig config, Environment environment, Security security, Parts parts);
    Result<void> assemble();
    EdgeServices edgeServices();
    void addMethods();
    std::string metrics() const;

    const NodeConfig m_config;
    const Environment m_environment;
    const Incarnation m_incarnation;
    const Security m_security;

    const std::unique_ptr<RedisClient> m_redis; ///< null: the state is in this process
    const std::unique_ptr<Components> m_components;
    const RegistryPorts m_registries;
    FleetView m_view;
    Journal m_journal;
    Readiness m_readiness;
    HealthWatch m_healthWatch;
    ListenerWatch m_listenerWatch;
    RecordSettings m_settings;
    Diagnostics m_diagnostics;
    MethodTable m_methods;
    EdgeListener m_listener;
    std::function<void()> m_onSuperseded;
    // Made by assemble(), each from those before it.
    std::unique_ptr<WorkerContextManager> m_manager;
    std::unique_ptr<Host> m_host;
    std::unique_ptr<Edge> m_edge;
    std::unique_ptr<OperatorActions> m_actions;
    std::unique_ptr<Port> m_port;
    Readiness::Subscription m_reports;
};

} // namespace cheetah
