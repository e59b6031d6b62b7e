// SPDX-License-Identifier: Apache-2.0
#include "node/settingreader.h"

#include "base/duration.h"
#include "base/trimmed.h"
#include "wire/nodeurl.h"

#include <algorithm>
#include <charconv>

namespace cheetah {

namespace {

constexpr const char *wantedDuration = "a duration such as 500ms, 30s, 5m, 2h";

template <class T>
Result<void> into(T &member, Result<T> value)
{
    if (!value)
        return value.error();
    member = std::move(*value);
    return {};
}

Result<void> choose(const SettingValue &setting, std::string_view no, std::string_view yes, bool &member)
{
    if (setting.value != no && setting.value != yes)
        return badSetting(setting, std::string(yes) + " or " + std::string(no));
    member = setting.value == yes;
    return {};
}

/// The whole text as a number; nothing if it is none.
template <class Number>
std::optional<Number> numberIn(std::string_view text)
{
    Number number = 0;
    const auto [at, failure] = std::from_chars(text.data(), text.data() + text.size(), number);
    if (failure != std::errc() || at != text.data() + text.size())
        return std::nullopt;
    return number;
}

/// `scheme://host[:port]` as browsers write it.
bool isOrigin(std::string_view text)
{
    const auto slashes = text.find("://");
    return slashes != 0 && slashes != text.npos && slashes + 3 < text.size() && text.find('/', slashes + 3) == text.npos
        && text.find_first_of(" *") == text.npos
        && std::none_of(text.begin(), text.end(), [](char c) { return c >= 'A' && c <= 'Z'; });
}

/// A setting's member of the configuration.
template <class T>
struct Member {
    std::string_view name;
    T &(*in)(NodeConfig &config);
};

/// Files by path; empty: none.
constexpr Member<std::filesystem::path> files[] = {
    {"redis-password-file", [](NodeConfig &config) -> auto &{return config.redisPasswordFile;
} // namespace
} // namespace cheetah
, {"redis-ca", [](NodeConfig &config) -> auto &{return config.redisCa;
}
}
, {"jwt-key", [](NodeConfig &config) -> auto &{return config.jwtKey;
}
}
, {"tls-cert", [](NodeConfig &config) -> auto &{return config.tls.certificate;
}
}
, {"tls-key", [](NodeConfig &config) -> auto &{return config.tls.key;
}
}
, {"tls-client-ca", [](NodeConfig &config) -> auto &{return config.tls.clientCa;
}
}
, {"otlp-headers-file", [](NodeConfig &config) -> auto &{return config.traces.headersFile;
}
}
,
}
;

constexpr Member<std::string> texts[] = {{"jwt-issuer", [](NodeConfig &config) -> auto &{return config.jwt.issuer;
}
}
, {"jwt-audience", [](NodeConfig &config) -> auto &{return config.jwt.audience;
}
}
,
}
;

constexpr Member<Micros> durations[] = {
    {"task-timeout", [](NodeConfig &config) -> auto &{return config.policies.taskTimeout;
}
}
, {"connection-lease", [](NodeConfig &config) -> auto &{return config.policies.connectionLease;
}
}
, {"context-retention", [](NodeConfig &config) -> auto &{return config.policies.contextRetention;
}
}
, {"provision-timeout", [](NodeConfig &config) -> auto &{return config.policies.provisionTimeout;
}
}
, {"command-deadline", [](NodeConfig &config) -> auto &{return config.policies.commandDeadline;
}
}
, {"evidence-retention", [](NodeConfig &config) -> auto &{return config.policies.evidenceRetention;
}
}
, {"drain-timeout", [](NodeConfig &config) -> auto &{return config.drainTimeout;
}
}
, {"head-timeout", [](NodeConfig &config) -> auto &{return config.limits.headTime;
}
}
, {"idle-timeout", [](NodeConfig &config) -> auto &{return config.limits.idleTime;
}
}
,
}
;

/// Whole numbers above zero; an empty text leaves them as they are.
struct Number {
    std::string_view name;
    void (*set)(NodeConfig &config, std::uint32_t number);
};
constexpr Number numbers[] = {
    {"partitions", [](NodeConfig &config, std::uint32_t number) { config.partitions = number; }},
    {"evidence-entries", [](NodeConfig &config, std::uint32_t number) { config.policies.evidenceEntries = number; }},
    {"max-windows", [](NodeConfig &config, std::uint32_t number) { config.policies.serverLimits.windows = number; }},
    {"max-tabs", [](NodeConfig &config, std::uint32_t number) { config.policies.serverLimits.tabs = number; }},
    {"max-tabs-per-window",
     [](NodeConfig &config, std::uint32_t number) { config.policies.serverLimits.tabsPerWindow = number; }},
    {"max-flows", [](NodeConfig &config, std::uint32_t number) { config.policies.serverLimits.flows = number; }},
    {"contexts-per-client",
     [](NodeConfig &config, std::uint32_t number) { config.policies.contextsPerClient = number; }},
    {"waiter-limit", [](NodeConfig &config, std::uint32_t number) { config.policies.waiterLimit = number; }},
    {"max-message-bytes", [](NodeConfig &config, std::uint32_t number) { config.limits.messageBytes = number; }},
    {"max-queued-bytes", [](NodeConfig &config, std::uint32_t number) { config.limits.outgoingBytes = number; }},
    {"max-connections", [](NodeConfig &config, std::uint32_t number) { config.limits.connections = number; }},
    {"max-connections-per-address",
     [](NodeConfig &config, std::uint32_t number) { config.limits.connectionsPerAddress = number; }},
    {"max-sockets-per-user", [](NodeConfig &config, std::uint32_t number) { config.socketsPerUser = number; }},
};

template <class Members>
auto memberOf(const Members &members, std::string_view name)
{
    const auto found = std::ranges::find(members, name, [](const auto &member) { return member.name; });
    return found == std::end(members) ? nullptr : found;
}

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

} // namespace

Error badSetting(const SettingValue &setting, std::string wanted)
{
    return Error(ErrorCode::BadSetting,
                 {{"setting", setting.name}, {"value", setting.value}, {"wanted", std::move(wanted)}});
}

/// Settings that are read in a way of their own.
struct SettingReader::Way {
    std::string_view name;
    Read read;
};
const SettingReader::Way SettingReader::ways[] = {
    {"listen", &SettingReader::listen},
    {"roles", &SettingReader::roles},
    {"registry", &SettingReader::registry},
    {"deployment", &SettingReader::deployment},
    {"node-id", &SettingReader::nodeId},
    {"token-file", &SettingReader::tokenFile},
    {"disconnect-policy", &SettingReader::disconnectPolicy},
    {"sweep-interval", &SettingReader::sweepInterval},
    {"provision", &SettingReader::provision},
    {"provision-owner", &SettingReader::provisionOwner},
    {"announce", &SettingReader::announce},
    {"advertised-url", &SettingReader::advertisedUrl},
    {"trusted-proxies", &SettingReader::trustedProxies},
    {"allowed-origins", &SettingReader::allowedOrigins},
    {"otlp-endpoint", &SettingReader::otlpEndpoint},
    {"trace-sample", &SettingReader::traceSample},
    {"trace-ids", &SettingReader::traceIds},
    {"log-level", &SettingReader::logLevel},
};

Result<void> SettingReader::read(const SettingValue &setting)
{
    const Way *way = memberOf(ways, setting.name);
    return named(setting, way ? (this->*way->read)(setting) : readMember(setting));
}

Result<void> SettingReader::readMember(const SettingValue &setting)
{
    if (const auto *file = memberOf(files, setting.name)) {
        file->in(m_config) = setting.value;
    } else if (const auto *text = memberOf(texts, setting.name)) {
        text->in(m_config) = setting.value;
    } else if (const auto *time = memberOf(durations, setting.name)) {
        const auto value = parseDuration(setting.value);
        if (!value)
            return badSetting(setting, wantedDuration);
        time->in(m_config) = *value;
    } else if (const auto *count = memberOf(numbers, setting.name); count && !setting.value.empty()) {
        const auto value = numberIn<std::uint32_t>(setting.value);
        if (!value || *value == 0)
            return badSetting(setting, "a whole number above zero");
        count->set(m_config, *value);
    }
    return {};
}

Result<void> SettingReader::listen(const SettingValue &setting)
{
    const auto colon = setting.value.rfind(':');
    if (colon == std::string::npos || colon == 0)
        return badSetting(setting, "an address and a port such as 127.0.0.1:7744");
    const auto port = numberIn<std::uint16_t>(std::string_view(setting.value).substr(colon + 1));
    if (!port)
        return badSetting(setting, "a port between 0 and 65535");
    m_config.listenHost = setting.value.substr(0, colon);
    m_config.listenPort = *port;
    return {};
}

Result<void> SettingReader::roles(const SettingValue &setting)
{
    return into(m_config.roles, parseRoles(setting.value));
}

Result<void> SettingReader::registry(const SettingValue &setting)
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

Result<void> SettingReader::deployment(const SettingValue &setting)
{
    return into(m_config.deployment, DeploymentId::parse(setting.value));
}

Result<void> SettingReader::nodeId(const SettingValue &setting)
{
    return into(m_config.nodeId, NodeId::parse(setting.value));
}

Result<void> SettingReader::tokenFile(const SettingValue &setting)
{
    if (setting.value.empty())
        return badSetting(setting, "it must not be empty");
    m_config.tokenFile = setting.value;
    return {};
}

Result<void> SettingReader::disconnectPolicy(const SettingValue &setting)
{
    return into(m_config.policies.disconnectPolicy, parseDisconnectPolicy(setting.value));
}

/// Bare numbers are taken as seconds, so that what SPEC W2 refuses by name (NaN, infinite) arrives there.
Result<void> SettingReader::sweepInterval(const SettingValue &setting)
{
    if (const auto seconds = numberIn<double>(setting.value)) {
        m_config.sweepIntervalSeconds = *seconds;
        return {};
    }
    const auto duration = parseDuration(setting.value);
    if (!duration)
        return badSetting(setting, wantedDuration);
    m_config.sweepIntervalSeconds = double(duration->count()) / 1e6;
    return {};
}

Result<void> SettingReader::provision(const SettingValue &setting)
{
    return choose(setting, "never", "this", m_config.provisions);
}

/// `none` is how the deployment's record writes that there is none.
Result<void> SettingReader::provisionOwner(const SettingValue &setting)
{
    m_config.policies.provisionOwner = {};
    if (setting.value.empty() || setting.value == "none")
        return {};
    return into(m_config.policies.provisionOwner, NodeId::parse(setting.value));
}

Result<void> SettingReader::announce(const SettingValue &setting)
{
    return choose(setting, "no", "yes", m_config.announce);
}

Result<void> SettingReader::advertisedUrl(const SettingValue &setting)
{
    if (!setting.value.empty() && !strictNodeUrl(setting.value))
        return badSetting(setting, "http://HOST:PORT or https://HOST:PORT");
    m_config.advertisedUrl = setting.value;
    return {};
}

Result<void> SettingReader::trustedProxies(const SettingValue &setting)
{
    auto ranges = AddressRanges::parse(setting.value);
    if (!ranges)
        return badSetting(setting, std::string(ranges.error().param("wanted")));
    m_config.trustedProxies = *std::move(ranges);
    return {};
}

Result<void> SettingReader::allowedOrigins(const SettingValue &setting)
{
    std::string_view rest = setting.value;
    while (!rest.empty()) {
        const auto comma = rest.find(',');
        const std::string_view origin = trimmed(rest.substr(0, comma));
        if (!isOrigin(origin))
            return badSetting(setting,
                              "origins in lower case such as https://console.example.com,http://localhost:8080");
        m_config.allowedOrigins.emplace_back(origin);
        rest.remove_prefix(comma == rest.npos ? rest.size() : comma + 1);
    }
    return {};
}

Result<void> SettingReader::otlpEndpoint(const SettingValue &setting)
{
    if (!setting.value.empty() && !strictNodeUrl(setting.value))
        return badSetting(setting, "http://HOST:PORT or https://HOST:PORT, without user, query or fragment");
    m_config.traces.endpoint = setting.value;
    return {};
}

Result<void> SettingReader::traceSample(const SettingValue &setting)
{
    const auto ratio = numberIn<double>(setting.value);
    if (!ratio || !(*ratio >= 0 && *ratio <= 1))
        return badSetting(setting, "a number from 0 to 1");
    m_config.traces.sample = *ratio;
    return {};
}

Result<void> SettingReader::traceIds(const SettingValue &setting)
{
    return choose(setting, "no", "yes", m_config.traces.ids);
}

Result<void> SettingReader::logLevel(const SettingValue &setting)
{
    static constexpr std::string_view levels[] = {"debug", "info", "warning", "error"};
    const auto found = std::find(std::begin(levels), std::end(levels), setting.value);
    if (found == std::end(levels))
        return badSetting(setting, "debug, info, warning or error");
    m_config.logLevel = LogLevel(found - std::begin(levels));
    return {};
}

} // namespace cheetah
