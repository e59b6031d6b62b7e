// SPDX-License-Identifier: Apache-2.0
#include "node/config.h"

#include "base/trimmed.h"
#include "node/settingreader.h"

#include <algorithm>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <unistd.h>

namespace cheetah {

namespace {

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
        const std::string text(trimmed(line));
        if (text.empty() || text[0] == '#' || text[0] == ';' || text[0] == '[')
            continue;
        const auto equals = text.find('=');
        const std::string key(trimmed(std::string_view(text).substr(0, equals)));
        const SettingValue at{path.string() + ':' + std::to_string(number), text, SettingOrigin::File};
        if (equals == std::string::npos)
            return badSetting(at, "a line is written key = value");
        const auto &specs = settingSpecs();
        if (std::none_of(specs.begin(), specs.end(), [&](const SettingSpec &spec) { return spec.name == key; }))
            return badSetting(at, "there is no setting of that name");
        if (!values.emplace(key, trimmed(std::string_view(text).substr(equals + 1))).second)
            return badSetting(at, "it is set twice");
    }
    return values;
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
    return SettingReader(config).read({setting, value, SettingOrigin::Option});
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
    SettingReader reader(config);
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
        if (auto result = reader.read(setting); !result) {
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
