// SPDX-License-Identifier: Apache-2.0
#include "node/node.h"

#include "base/privatefile.h"
#include "base/version.h"
#include "edge/healthsample.h"
#include "edge/jwtauth.h"
#include "edge/metrics.h"
#include "edge/tokenauth.h"
#include "redis/createredisclient.h"
#include "wire/protocol.h"

#include <unistd.h>

namespace cheetah {

namespace {

PortConfig portConfig(const NodeConfig &config, const TlsIdentity *tls)
{
    PortConfig port;
    port.address = config.listenHost;
    port.port = config.listenPort;
    port.limits = config.limits;
    port.rules = {{std::string(clientSubprotocol), std::string(consoleSubprotocol)},
                  config.trustedProxies,
                  config.allowedOrigins};
    port.tls = tls;
    return port;
}

NodeInfo nodeInfo(const NodeConfig &config, const Incarnation &incarnation)
{
    NodeInfo info;
    info.id = config.nodeId;
    info.incarnation = incarnation;
    info.roles = config.roles;
    info.version = version;
    info.advertisedUrl = config.advertisedUrl;
    return info;
}

RoleMask maskOf(const Roles &roles)
{
    return RoleMask((roles.app ? RoleMask(ReadyRole::App) : 0) | (roles.rest ? RoleMask(ReadyRole::Rest) : 0)
                    | (roles.websocket ? RoleMask(ReadyRole::Websocket) : 0));
}

DispatcherLimits dispatcherLimits(const NodeConfig &config)
{
    DispatcherLimits limits;
    limits.defaultDeadline = config.policies.commandDeadline;
    return limits;
}

std::vector<ConfigEntry> configEntries(const NodeConfig &config)
{
    std::vector<ConfigEntry> entries;
    for (const SettingValue &setting : config.values)
        entries.push_back({setting.name, setting.value, std::string(name(setting.origin))});
    return entries;
}

/// Of a node that nobody can reach.
class NobodyElse final : public AuthProvider {
public:
    Result<Principal> authenticate(std::string_view) override { return ErrorCode::Unauthenticated; }
};

/// The token file, then JSON Web Tokens where they are set up.
Result<std::unique_ptr<AuthProvider>> authOf(const NodeConfig &config, const Node::Environment &environment)
{
    using Auth = std::unique_ptr<AuthProvider>;
    if (!config.listens)
        return Auth(std::make_unique<NobodyElse>());
    TokenFile file(config.tokenFile);
    if (auto made = file.ensure(environment.ids); !made)
        return made.error();
    auto tokens = TokenAuth::create(file, environment.clock);
    if (!tokens)
        return tokens.error();
    std::vector<Auth> providers;
    providers.push_back(*std::move(tokens));
    if (!config.jwtKey.empty()) {
        auto jwt = JwtAuth::create(config.jwtKey, config.jwt, environment.clock, environment.log);
        if (!jwt)
            return jwt.error();
        providers.push_back(*std::move(jwt));
    }
    return Auth(std::make_unique<AuthChain>(std::move(providers)));
}

/// The secret in a file that its owner alone can read.
Result<std::string> passwordIn(const std::filesystem::path &path)
{
    auto text = readPrivateFile(path);
    if (!text)
        return text.error();
    while (!text->empty() && (text->back() == '\n' || text->back() == '\r'))
        text->pop_back();
    return text;
}

Result<std::unique_ptr<RedisClient>> redisOf(const NodeConfig &config, const Node::Environment &environment)
{
    RedisUrl url = *config.redis;
    if (!config.redisPasswordFile.empty()) {
        auto password = passwordIn(config.redisPasswordFile);
        if (!password)
            return password.error();
        url.password = *std::move(password);
    }
    RedisOptions options;
    options.name = "cheetah-" + config.nodeId.string();
    options.caFile = config.redisCa.string();
    return createRedisClient(url, options, {environment.clock, environment.scheduler, environment.ids});
}

bool isLoopback(const std::string &host)
{
    const auto address = NetworkAddress::parse(host);
    return host == "localhost" || (address && address->isLoopback());
}

} // namespace

Result<std::unique_ptr<Node>> Node::create(NodeConfig config, Environment environment)
{
    auto security = securityOf(config, environment);
    if (!security)
        return security.error();
    const auto self = std::make_shared<Node *>(nullptr);
    auto parts = partsOf(
        config, environment,
        [self] {
            if (*self)
                (*self)->becameSuperseded();
        },
        [self] { return *self ? (*self)->report() : NodeReport(); });
    if (!parts)
        return parts.error();
    std::unique_ptr<Node> node(
        new Node(std::move(config), std::move(environment), *std::move(security), *std::move(parts)));
    *self = node.get();
    if (auto made = node->assemble(); !made)
        return made.error();
    return node;
}

Result<Node::Parts> Node::partsOf(const NodeConfig &config, const Environment &environment,
                                  std::function<void()> superseded, std::function<NodeReport()> report)
{
    Parts parts;
    parts.incarnation = Incarnation::trusted(environment.ids.unique());
    Components::Given given{nodeInfo(config, parts.incarnation),
                            config.deployment,
                            config.policies,
                            dispatcherLimits(config),
                            environment.scheduler,
                            environment.clock,
                            environment.ids,
                            environment.log,
                            environment.tracer,
                            nullptr,
                            std::move(superseded),
                            std::move(report)};
    if (config.redis) {
        auto redis = redisOf(config, environment);
        if (!redis)
            return redis.error();
        parts.redis = *std::move(redis);
    }
    auto components = parts.redis ? createRedisComponents(*parts.redis, config.partitions, std::move(given))
                                  : createMemoryComponents(std::move(given));
    if (!components)
        return components.error();
    parts.components = *std::move(components);
    return parts;
}

void Node::becameSuperseded()
{
    m_environment.log.error("node", "another process took over this node's id");
    if (m_onSuperseded)
        std::exchange(m_onSuperseded, nullptr)();
}

Result<Node::Security> Node::securityOf(const NodeConfig &config, const Environment &environment)
{
    auto auth = authOf(config, environment);
    if (!auth)
        return auth.error();
    Security security{*std::move(auth), nullptr};
    if (!config.listens || config.tls.certificate.empty())
        return security;
    auto tls = TlsIdentity::create(config.tls, environment.clock, environment.log);
    if (!tls)
        return tls.error();
    security.tls = *std::move(tls);
    return security;
}

Node::Node(NodeConfig config, Environment environment, Security security, Parts parts)
    : m_config(std::move(config)),
      m_environment(std::move(environment)),
      m_incarnation(std::move(parts.incarnation)),
      m_security(std::move(security)),
      m_redis(std::move(parts.redis)),
      m_components(std::move(parts.components)),
      m_registries(m_components->registries()),
      m_view(m_registries.fleet),
      m_journal(m_registries.fleet),
      m_readiness(m_environment.clock),
      m_healthWatch(m_readiness, m_journal, m_environment.scheduler,
                    {m_registries.evidence, m_components->payloads(), m_components->state(), m_registries.fleet,
                     m_environment.clock}),
      m_listenerWatch(m_readiness, m_environment.scheduler),
      m_settings(m_components->record(), m_config),
      m_diagnostics(
          m_registries.fleet, m_registries.evidence,
          {m_config.deployment, m_config.nodeId, m_incarnation, m_config.roles, version, m_config.advertisedUrl},
          m_config.policies),
      m_methods(maskOf(m_config.roles), m_environment.tracer),
      m_listener(m_healthWatch, m_readiness)
{}

Node::~Node() = default;

Result<void> Node::assemble()
{
    ManagerConfig config;
    config.node = m_config.nodeId;
    config.taskTimeout = m_config.policies.taskTimeout;
    config.checkIntervalSeconds = m_config.sweepIntervalSeconds;
    config.provisioning = m_config.provisions ? ProvisioningOwner::ThisNode : ProvisioningOwner::Never;
    config.provisionOwner = m_config.policies.provisionOwner;
    config.provisionTimeout = m_config.policies.provisionTimeout;
    auto manager = WorkerContextManager::create(
        config,
        {m_registries.contexts, m_registries.windows, m_registries.connections, m_view, m_environment.scheduler,
         m_environment.clock, m_environment.ids, &m_components->provisioner(), &m_registries.bulkRelease,
         [this](JournalEntry entry) { m_journal.append(std::move(entry)); }, m_environment.log, m_environment.tracer});
    if (!manager)
        return manager.error();
    m_manager = *std::move(manager);
    m_host = std::make_unique<Host>(
        Host::Parts{m_components->set(), m_manager.get(), {&m_listener}, {}, maskOf(m_config.roles)}, m_readiness,
        m_environment.scheduler, m_environment.log, m_config.drainTimeout);
    m_edge = std::make_unique<Edge>(
        edgeServices(), [this] { return metrics(); },
        EdgeLimits{m_config.limits.messageBytes, m_config.socketsPerUser});
    m_actions = std::make_unique<OperatorActions>(m_registries.contexts, m_registries.connections, m_journal, *m_edge);
    m_port = std::make_unique<Port>(portConfig(m_config, m_security.tls.get()), *m_edge, m_environment.clock,
                                    m_environment.scheduler);
    m_listener.attach(*m_edge, m_config.listens ? m_port.get() : nullptr);
    if (m_config.listens)
        m_listenerWatch.start(
            {m_security.tls.get(), !isLoopback(m_config.listenHost), !m_config.advertisedUrl.empty()});
    addMethods();
    m_reports = m_readiness.subscribe([this](const ReadinessCondition &) { m_components->reportSoon(); });
    return {};
}

EdgeServices Node::edgeServices()
{
    return {*m_security.auth,
            m_methods,
            *m_host,
            m_readiness,
            m_registries.connections,
            m_registries.windows,
            *m_manager,
            m_components->provisioner(),
            m_components->correlator(),
            m_components->links(),
            m_registries.fleet,
            m_journal,
            m_diagnostics,
            m_components->health(),
            m_environment.scheduler,
            m_environment.clock,
            m_environment.ids,
            m_environment.log};
}

void Node::addMethods()
{
    Components &parts = *m_components;
    addDiagnosticMethods(m_methods, {m_diagnostics, m_journal, m_readiness, parts.health(), *m_manager,
                                     m_registries.evidence, m_registries.fleet, configEntries(m_config)});
    addOperatorMethods(m_methods, *m_actions, m_registries.fleet);
    addDeploymentMethods(m_methods, m_settings, *m_actions);
    addApplicationMethods(m_methods, {*m_manager, m_registries.evidence, parts.dispatcher(), parts.notifier(),
                                      parts.payloads(), m_registries.fleet, m_environment.ids, m_config.policies});
    addIngestionMethods(m_methods, m_registries.windows, parts.correlator(), parts.provisioner());
    addTraceMethods(m_methods, m_environment.tracer);
}

std::string Node::url() const
{
    if (!m_config.listens)
        return {};
    if (!m_security.tls)
        return "http://" + m_port->localAddress();
    return m_config.advertisedUrl.empty() ? "https://" + m_port->localAddress() : m_config.advertisedUrl;
}

LocalNode Node::announcement() const
{
    const std::filesystem::path &certificate = m_config.tls.certificate;
    return {url(), m_config.tokenFile.string(), m_config.nodeId, ::getpid(),
            certificate.empty() ? std::string() : std::filesystem::absolute(certificate).string()};
}

NodeReport Node::report() const
{
    NodeReport report;
    if (!m_port)
        return report;
    const RoleMask roles = maskOf(m_config.roles);
    report.ready = m_readiness.ready(roles);
    for (ConditionState &state : conditionStates(m_readiness))
        if (!state.ok && (maskOf(state.roles) & roles) && report.problems.size() < NodeReport::mostProblems)
            report.problems.push_back(std::move(state));
    if (m_listener.isBound())
        report.url = url();
    report.sockets = std::uint32_t(m_edge->clientSessions());
    if (m_redis)
        report.storeRoundTrip = m_redis->roundTrip();
    report.clockOffset = m_healthWatch.clockOffset();
    return report;
}

HealthSample Node::healthSample() const
{
    return cheetah::healthSample(m_registries.fleet.now(), m_components->health(), m_diagnostics, m_readiness);
}

std::string Node::metrics() const
{
    return metricsText({m_diagnostics, m_components->health(), m_readiness, *m_manager,
                        m_components->connectionSweeper(), m_port->counters(), *m_edge, m_journal,
                        m_components->payloads(), m_components->state().droppedRequests(), m_environment.tracer});
}

} // namespace cheetah
