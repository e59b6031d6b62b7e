// SPDX-License-Identifier: Apache-2.0
#include "node/config.h"

#include "base/duration.h"
#include "wire/nodeurl.h"

#include <algorithm>
#include <charconv>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <unistd.h>

namespace cheetah {

namespace {

Error bad(const SettingValue &setting, std::string wanted)
{
    return Error(ErrorCode::BadSetting,
                 {{"setting", setting.name}, {"value", setting.value}, {"wanted", std::move(wanted)}});
}

std::string trimmed(std::string_view text)
{
    const auto first = text.find_first_not_of(" \t\r");
    if (first == std::string_view::npos)
        return {};
    return std::string(text.substr(first, text.find_last_not_of(" \t\r") - first + 1));
}

std::string hostName()
{
    char buffer[256] = {};
    if (::gethostname(buffer, sizeof buffer - 1) != 0 || !buffer[0])
        return "localhost";
    return buffer;
}

/// Reads `key = value` lines; `;` and `#` begin comments, `[section]` lines are allowed and mean nothing.
Result<std::map<std::string, std::string>> readFile(const std::filesystem::path &path)
{
    std::map<std::string, std::string> values;
    std::ifstream file(path);
    if (!file)
        return Error(ErrorCode::IoError, {{"what", "reading " + path.string()}, {"reason", std::strerror(errno)}});
    int number = 0;
    for (std::string line; std::getline(file, line);) {
        ++number;
        const std::string text = trimmed(line);
        if (text.empty() || text[0] == '#' || text[0] == ';' || text[0] == '[')
            continue;
        const auto equals = text.find('=');
        const std::string key = trimmed(text.substr(0, equals));
        const SettingValue at{path.string() + ':' + std::to_string(number), text, SettingOrigin::File};
        if (equals == std::string::npos)
            return bad(at, "a line is written key = value");
        const auto &specs = settingSpecs();
        if (std::none_of(specs.begin(), specs.end(), [&](const SettingSpec &spec) { return spec.name == key; }))
            return bad(at, "there is no setting of that name");
        if (!values.emplace(key, trimmed(text.substr(equals + 1))).second)
            return bad(at, "it is set twice");
    }
    return values;
}

/// Turns one text into one member of the configuration.
class Reader {
public:
    explicit Reader(NodeConfig &config) : m_config(config) {}

    Result<void> read(const SettingValue &setting)
    {
        const std::string &name = setting.name;
        DeploymentPolicies &policies = m_config.policies;
        if (name == "listen")
            return listen(setting);
        if (name == "roles")
            return into(m_config.roles, parseRoles(setting.value));
        if (name == "registry")
            return registry(setting);
        if (name == "redis-password-file") {
            m_config.redisPasswordFile = setting.value;
            return {};
        }
        if (name == "redis-ca") {
            m_config.redisCa = setting.value;
            return {};
        }
        if (name == "deployment")
            return into(m_config.deployment, DeploymentId::parse(setting.value));
        if (name == "node-id")
            return into(m_config.nodeId, NodeId::parse(setting.value));
        if (name == "token-file")
            return text(setting, m_config.tokenFile);
        if (name == "disconnect-policy")
            return into(policies.disconnectPolicy, parseDisconnectPolicy(setting.value));
        if (name == "sweep-interval")
            return seconds(setting, m_config.sweepIntervalSeconds);
        if (name == "provision-owner")
            return owner(setting);
        if (name == "provision")
            return choice(setting, "never", "this", m_config.provisions);
        if (name == "announce")
            return choice(setting, "no", "yes", m_config.announce);
        if (name == "advertised-url")
            return url(setting);
        if (name == "trusted-proxies")
            return proxies(setting);
        if (name == "allowed-origins")
            return origins(setting);
        if (name == "jwt-key") {
            m_config.jwtKey = setting.value;
            return {};
        }
        for (const auto &[key, member] : tlsFiles)
            if (name == key) {
                m_config.tls.*member = setting.value;
                return {};
            }
        for (const auto &[key, member] : jwtTexts)
            if (name == key) {
                m_config.jwt.*member = setting.value;
                return {};
            }
        if (name == "log-level")
            return level(setting);
        if (name == "otlp-endpoint")
            return otlpEndpoint(setting);
        if (name == "otlp-headers-file") {
            m_config.traces.headersFile = setting.value;
            return {};
        }
        if (name == "trace-sample")
            return ratio(setting, m_config.traces.sample);
        if (name == "trace-ids")
            return choice(setting, "no", "yes", m_config.traces.ids);
        for (const auto &[key, member] : durations)
            if (name == key)
                return duration(setting, policies.*member);
        if (name == "drain-timeout")
            return duration(setting, m_config.drainTimeout);
        if (name == "head-timeout")
            return duration(setting, m_config.limits.headTime);
        if (name == "idle-timeout")
            return duration(setting, m_config.limits.idleTime);
        return number(setting);
    }

private:
    static constexpr std::pair<std::string_view, Micros DeploymentPolicies::*> durations[] = {
        {"task-timeout", &DeploymentPolicies::taskTimeout},
        {"connection-lease", &DeploymentPolicies::connectionLease},
        {"context-retention", &DeploymentPolicies::contextRetention},
        {"provision-timeout", &DeploymentPolicies::provisionTimeout},
        {"command-deadline", &DeploymentPolicies::commandDeadline},
        {"evidence-retention", &DeploymentPolicies::evidenceRetention},
    };

    static constexpr std::pair<std::string_view, std::filesystem::path TlsFiles::*> tlsFiles[] = {
        {"tls-cert", &TlsFiles::certificate},
        {"tls-key", &TlsFiles::key},
        {"tls-client-ca", &TlsFiles::clientCa},
    };
    static constexpr std::pair<std::string_view, std::string JwtRules::*> jwtTexts[] = {
        {"jwt-issuer", &JwtRules::issuer},
        {"jwt-audience", &JwtRules::audience},
    };

    template <class T>
    Result<void> into(T &member, Result<T> value)
    {
        if (!value)
            return value.error();
        member = std::move(*value);
        return {};
    }

    Result<void> registry(const SettingValue &setting)
    {
        if (setting.value == "memory")
            return {};
        auto url = RedisUrl::parse(setting.value);
        if (!url) { // what may hold a password is not shown
            const std::string_view shown = url.error().param("value");
            const bool harmless = setting.value.find('@') == std::string::npos;
            return Error(ErrorCode::BadSetting, {{"setting", setting.name},
                                                 {"value", harmless        ? setting.value
                                                           : shown.empty() ? "this"
                                                                           : std::string(shown)},
                                                 {"wanted", std::string(url.error().param("wanted"))}});
        }
        m_config.redis = *std::move(url);
        return {};
    }

    template <class T>
    Result<void> text(const SettingValue &setting, T &member)
    {
        if (setting.value.empty())
            return bad(setting, "it must not be empty");
        member = setting.value;
        return {};
    }

    Result<void> choice(const SettingValue &setting, std::string_view no, std::string_view yes, bool &member)
    {
        if (setting.value != no && setting.value != yes)
            return bad(setting, std::string(yes) + " or " + std::string(no));
        member = setting.value == yes;
        return {};
    }

    /// `none` is how the deployment's record writes that there is none.
    Result<void> owner(const SettingValue &setting)
    {
        m_config.policies.provisionOwner = {};
        if (setting.value.empty() || setting.value == "none")
            return {};
        return into(m_config.policies.provisionOwner, NodeId::parse(setting.value));
    }

    Result<void> url(const SettingValue &setting)
    {
        if (!setting.value.empty() && !strictNodeUrl(setting.value))
            return bad(setting, "http://HOST:PORT or https://HOST:PORT");
        m_config.advertisedUrl = setting.value;
        return {};
    }

    Result<void> proxies(const SettingValue &setting)
    {
        auto ranges = AddressRanges::parse(setting.value);
        if (!ranges)
            return bad(setting, std::string(ranges.error().param("wanted")));
        m_config.trustedProxies = *std::move(ranges);
        return {};
    }

    /// `scheme://host[:port]` each, as browsers write them.
    Result<void> origins(const SettingValue &setting)
    {
        std::string_view rest = setting.value;
        while (!rest.empty()) {
            const auto comma = rest.find(',');
            const std::string origin = trimmed(rest.substr(0, comma));
            const auto slashes = origin.find("://");
            const bool isOrigin =
                slashes != 0 && slashes != origin.npos && slashes + 3 < origin.size()
                && origin.find('/', slashes + 3) == origin.npos && origin.find_first_of(" *") == origin.npos
                && std::none_of(origin.begin(), origin.end(), [](char c) { return c >= 'A' && c <= 'Z'; });
            if (!isOrigin)
                return bad(setting, "origins in lower case such as https://console.example.com,http://localhost:8080");
            m_config.allowedOrigins.push_back(origin);
            rest.remove_prefix(comma == rest.npos ? rest.size() : comma + 1);
        }
        return {};
    }

    Result<void> duration(const SettingValue &setting, Micros &member)
    {
        const auto value = parseDuration(setting.value);
        if (!value)
            return bad(setting, "a duration such as 500ms, 30s, 5m, 2h");
        member = *value;
        return {};
    }

    Result<void> seconds(const SettingValue &setting, double &member)
    {
        // Bare numbers are taken as seconds, so that what SPEC W2 refuses by name (NaN, infinite) arrives there.
        const char *end = setting.value.data() + setting.value.size();
        double value = 0;
        if (const auto [at, failure] = std::from_chars(setting.value.data(), end, value);
            failure == std::errc() && at == end) {
            member = value;
            return {};
        }
        Micros parsed{0};
        if (auto result = duration(setting, parsed); !result)
            return result;
        member = double(parsed.count()) / 1e6;
        return {};
    }

    Result<void> listen(const SettingValue &setting)
    {
        const auto colon = setting.value.rfind(':');
        if (colon == std::string::npos || colon == 0)
            return bad(setting, "an address and a port such as 127.0.0.1:7744");
        std::uint16_t port = 0;
        const char *end = setting.value.data() + setting.value.size();
        const auto [at, failure] = std::from_chars(setting.value.data() + colon + 1, end, port);
        if (failure != std::errc() || at != end)
            return bad(setting, "a port between 0 and 65535");
        m_config.listenHost = setting.value.substr(0, colon);
        m_config.listenPort = port;
        return {};
    }

    Result<void> otlpEndpoint(const SettingValue &setting)
    {
        if (!setting.value.empty() && !strictNodeUrl(setting.value))
            return bad(setting, "http://HOST:PORT or https://HOST:PORT, without user, query or fragment");
        m_config.traces.endpoint = setting.value;
        return {};
    }

    Result<void> ratio(const SettingValue &setting, double &member)
    {
        const char *end = setting.value.data() + setting.value.size();
        const auto [at, failure] = std::from_chars(setting.value.data(), end, member);
        if (failure != std::errc() || at != end || !(member >= 0 && member <= 1))
            return bad(setting, "a number from 0 to 1");
        return {};
    }

    Result<void> level(const SettingValue &setting)
    {
        static constexpr std::string_view levels[] = {"debug", "info", "warning", "error"};
        const auto found = std::find(std::begin(levels), std::end(levels), setting.value);
        if (found == std::end(levels))
            return bad(setting, "debug, info, warning or error");
        m_config.logLevel = LogLevel(found - std::begin(levels));
        return {};
    }

    Result<void> number(const SettingValue &setting)
    {
        DeploymentPolicies &policies = m_config.policies;
        if (setting.value.empty())
            return {}; // an unset limit
        std::uint32_t value = 0;
        const char *end = setting.value.data() + setting.value.size();
        const auto [at, failure] = std::from_chars(setting.value.data(), end, value);
        if (failure != std::errc() || at != end || value == 0)
            return bad(setting, "a whole number above zero");
        if (setting.name == "max-windows")
            policies.serverLimits.windows = value;
        else if (setting.name == "max-tabs")
            policies.serverLimits.tabs = value;
        else if (setting.name == "max-tabs-per-window")
            policies.serverLimits.tabsPerWindow = value;
        else if (setting.name == "max-flows")
            policies.serverLimits.flows = value;
        else if (setting.name == "contexts-per-client")
            policies.contextsPerClient = value;
        else if (setting.name == "max-message-bytes")
            m_config.limits.messageBytes = value;
        else if (setting.name == "max-queued-bytes")
            m_config.limits.outgoingBytes = value;
        else if (setting.name == "max-connections")
            m_config.limits.connections = value;
        else if (setting.name == "max-connections-per-address")
            m_config.limits.connectionsPerAddress = value;
        else if (setting.name == "max-sockets-per-user")
            m_config.socketsPerUser = value;
        else if (setting.name == "waiter-limit")
            policies.waiterLimit = value;
        else if (setting.name == "evidence-entries")
            policies.evidenceEntries = value;
        else if (setting.name == "partitions")
            m_config.partitions = value;
        return {};
    }

    NodeConfig &m_config;
};

/// The error of a setting says which one it is.
Result<void> named(const SettingValue &setting, Result<void> result)
{
    if (result || setting.name == "registry") // which names itself, without a password
        return result;
    Error error = result.error();
    for (const auto &[key, value] : {std::pair("setting", &setting.name), std::pair("value", &setting.value)})
        if (error.param(key).empty())
            error.params.emplace_back(key, *value);
    return error;
}

/// What is of use only together.
Result<void> checkTogether(const NodeConfig &config)
{
    const auto needs = [](const char *setting, std::string wanted) {
        return Error(ErrorCode::BadSetting, {{"setting", setting}, {"value", "empty"}, {"wanted", std::move(wanted)}});
    };
    if (config.tls.certificate.empty() && (!config.tls.key.empty() || !config.tls.clientCa.empty()))
        return needs("tls-cert", "a certificate, since tls-key or tls-client-ca is set");
    if (!config.tls.certificate.empty() && config.tls.key.empty())
        return needs("tls-key", "the key of the certificate in tls-cert");
    if (!config.jwtKey.empty() && config.jwt.issuer.empty())
        return needs("jwt-issuer", "who issues the tokens that jwt-key checks");
    if (!config.jwtKey.empty() && config.jwt.audience.empty())
        return needs("jwt-audience", "the name under which tokens mean this deployment");
    if (config.jwtKey.empty() && (!config.jwt.issuer.empty() || !config.jwt.audience.empty()))
        return needs("jwt-key", "a key, since jwt-issuer or jwt-audience is set");
    return {};
}

} // namespace

std::string_view name(SettingOrigin origin)
{
    static constexpr std::string_view names[] = {"option", "environment", "file", "default"};
    return names[std::size_t(origin)];
}

std::string SettingSpec::environment() const
{
    std::string text = "CHEETAH_";
    for (const char c : name)
        text += c == '-' ? '_' : char(c - 'a' + 'A');
    return text;
}

std::map<std::string, std::string> settingsEnvironment()
{
    std::map<std::string, std::string> variables;
    for (char **entry = environ; *entry; ++entry) {
        const std::string_view text(*entry);
        const auto equals = text.find('=');
        if (text.starts_with("CHEETAH_") && equals != std::string_view::npos)
            variables.emplace(text.substr(0, equals), text.substr(equals + 1));
    }
    return variables;
}

const std::vector<SettingSpec> &settingSpecs()
{
    static const std::vector<SettingSpec> specs = {
        {"listen", "127.0.0.1:7744", "Address and port of the one listener; port 0 lets the system choose."},
        {"roles", "app,rest,websocket", "What this node serves."},
        {"registry", "memory",
         "Where the fleet lives: memory, or the Redis that a deployment's nodes share (redis://, rediss://, "
         "redis+unix://, "
         "redis+sentinel://, redis+cluster://)."},
        {"redis-password-file", "", "File with the password of that Redis, readable by its owner alone."},
        {"redis-ca", "", "PEM file of the authorities of a rediss:// server; empty: the system's."},
        {"partitions", "1",
         "Into how many parts the users of a deployment in Redis are divided; for a Cluster, several."},
        {"deployment", "dev", "Namespace that all nodes of a deployment share."},
        {"node-id", "{host name}", "Unique name of this node."},
        {"token-file", "{state folder}/cheetah/tokens", "File of plain tokens by scope; made at the first run."},
        {"disconnect-policy", "grace:30s",
         "What happens to leases when a client's connection ends: keep, release or grace:DURATION."},
        {"task-timeout", "300s", "A lease not renewed for so long is ended; 0 turns that off."},
        {"sweep-interval", "30s", "How often leases are looked at for the task timeout."},
        {"connection-lease", "15s", "A connection not heard of for so long counts as ended."},
        {"context-retention", "10m", "How long tabs of a disconnected client are kept."},
        {"provision", "this", "Who creates tabs on request: this node, or never."},
        {"provision-owner", "",
         "The one node that creates tabs for the whole deployment; empty: for each client, whichever creates there."},
        {"provision-timeout", "30s", "How long a creation may take."},
        {"command-deadline", "60s", "Deadline of a command that names none."},
        {"evidence-retention", "1h", "How long ended commands are remembered."},
        {"evidence-entries", "100000", "How many commands are remembered at most."},
        {"max-windows", "", "Most windows of one client; empty: no limit from this side."},
        {"max-tabs", "", "Most tabs of one client."},
        {"max-tabs-per-window", "", "Most tabs of one window."},
        {"max-flows", "", "Most flows of one console client."},
        {"contexts-per-client", "500", "Most tabs that one report may name."},
        {"waiter-limit", "10000", "Most requests that wait at one time."},
        {"max-message-bytes", "8388608", "Largest message or frame that a socket may bring."},
        {"max-queued-bytes", "4194304", "Most bytes that a socket may leave unread before it is closed as too slow."},
        {"max-connections", "16000", "Most connections at one time."},
        {"max-connections-per-address", "4096", "The same of one address."},
        {"max-sockets-per-user", "4096", "Most client sockets of one user."},
        {"head-timeout", "5s", "How long a request's head or a handshake may take."},
        {"idle-timeout", "60s", "A connection that says nothing for so long, not even a ping, is closed."},
        {"advertised-url", "", "Where others reach this node, such as https://node1.example.com:7744."},
        {"tls-cert", "", "PEM file of the server's certificate and those above it; with it all is TLS 1.2 or later."},
        {"tls-key", "", "PEM file of its private key."},
        {"tls-client-ca", "", "PEM file of authorities; clients must then show a certificate of one of them."},
        {"trusted-proxies", "", "Addresses and ranges of proxies that are believed about who asks."},
        {"allowed-origins", "", "Origins of pages that may ask this node."},
        {"jwt-key", "", "Key of JSON Web Tokens: an RSA public key in PEM (RS256), or a file with a secret (HS256)."},
        {"jwt-issuer", "", "What the tokens' iss must be."},
        {"jwt-audience", "", "What the tokens' aud must name."},
        {"drain-timeout", "10s", "How long requests in flight may take when the node goes down."},
        {"announce", "yes", "Whether node.json tells local programs where this node is: yes or no."},
        {"otlp-endpoint", "", "Where traces go: an OpenTelemetry collector's OTLP/HTTP address; empty: nowhere."},
        {"otlp-headers-file", "",
         "File of headers to send along, one `Name: value` a line, readable by its owner alone."},
        {"trace-sample", "1", "Part of the traces that begin here, 0 to 1; a caller's own decision is followed."},
        {"trace-ids", "no", "Whether traces name users, clients and tasks: yes or no."},
        {"log-level", "info", "Lowest level written to the log: debug, info, warning, error."},
    };
    return specs;
}

std::filesystem::path defaultTokenFile()
{
    if (const char *state = std::getenv("XDG_STATE_HOME"); state && *state)
        return std::filesystem::path(state) / "cheetah" / "tokens";
    const char *home = std::getenv("HOME");
    return std::filesystem::path(home && *home ? home : "/") / ".local" / "state" / "cheetah" / "tokens";
}

Result<void> readSetting(NodeConfig &config, const std::string &setting, const std::string &value)
{
    const SettingValue given{setting, value, SettingOrigin::Option};
    return named(given, Reader(config).read(given));
}

Result<NodeConfig> loadConfig(const std::map<std::string, std::string> &options,
                              const std::map<std::string, std::string> &environment, const std::filesystem::path &file)
{
    std::map<std::string, std::string> fromFile;
    if (!file.empty()) {
        auto values = readFile(file);
        if (!values)
            return values.error();
        fromFile = std::move(*values);
    }
    NodeConfig config;
    Reader reader(config);
    for (const SettingSpec &spec : settingSpecs()) {
        SettingValue setting{std::string(spec.name), std::string(spec.defaultValue), SettingOrigin::Default};
        if (spec.name == "node-id")
            setting.value = hostName();
        if (spec.name == "token-file")
            setting.value = defaultTokenFile().string();
        const auto take = [&](const auto &values, const std::string &key, SettingOrigin origin) {
            if (const auto it = values.find(key); it != values.end())
                setting = {setting.name, it->second, origin};
        };
        take(fromFile, setting.name, SettingOrigin::File);
        take(environment, spec.environment(), SettingOrigin::Environment);
        take(options, setting.name, SettingOrigin::Option);
        if (auto result = named(setting, reader.read(setting)); !result) {
            Error error = result.error();
            error.params.emplace_back("origin", std::string(name(setting.origin)));
            return error;
        }
        if (setting.name == "registry" && config.redis)
            setting.value = config.redis->display();
        config.values.push_back(std::move(setting));
    }
    if (!config.redis && !config.roles.all())
        return Error(ErrorCode::MemoryNeedsAllRoles);
    if (auto checked = config.policies.check(); !checked)
        return checked.error();
    if (auto checked = checkTogether(config); !checked)
        return checked.error();
    return config;
}

} // namespace cheetah
