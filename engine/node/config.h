// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "base/log.h"
#include "edge/jwt.h"
#include "edge/portcontext.h"
#include "edge/tlsidentity.h"
#include "model/node.h"
#include "model/policies.h"
#include "redis/redisurl.h"

#include <filesystem>
#include <map>
#include <string>
#include <vector>

namespace cheetah {

/// Where a setting's value came from; stronger ones first.
enum class SettingOrigin { Option, Environment, File, Default };
std::string_view name(SettingOrigin origin);

/// One setting of a node as it is offered: its option `--name`, its environment variable and its key in the file.
struct SettingSpec {
    std::string_view name;           ///< such as `task-timeout`
    std::string_view defaultValue;   ///< as text; `{…}` stands for what is found out at the start
    std::string_view help;           ///< one line
    std::string environment() const; ///< such as `CHEETAH_TASK_TIMEOUT`
};
const std::vector<SettingSpec> &settingSpecs();

/// One setting in force.
struct SettingValue {
    std::string name;
    std::string value;
    SettingOrigin origin = SettingOrigin::Default;
};

/// Where a node's spans go (SPEC O5).
struct TraceConfig {
    std::string endpoint;              ///< of an OTLP/HTTP receiver; empty: nothing is traced
    std::filesystem::path headersFile; ///< of headers to send along; empty: none
    double sample = 1;                 ///< part of the traces that begin here, 0…1
    bool ids = false;                  ///< whether spans name users, clients and tasks
};

/// Everything that a node is built from, with the origin of each value (SPEC L6, O1). Contains no secret.
struct NodeConfig {
    std::string listenHost = "127.0.0.1";
    std::uint16_t listenPort = 7744; ///< 0: chosen by the system
    bool listens = true;             ///< false: no port and no tokens, only this process sees the node
    Roles roles;
    std::optional<RedisUrl> redis;           ///< where the deployment's state lies; unset: in this process (SPEC R1)
    std::filesystem::path redisPasswordFile; ///< empty: the password of the URL, if any
    std::filesystem::path redisCa;           ///< authorities of a `rediss` server; empty: the system's
    std::uint32_t partitions = 1;            ///< of the deployment in Redis
    DeploymentId deployment;
    NodeId nodeId;
    std::filesystem::path tokenFile;
    DeploymentPolicies policies;
    double sweepIntervalSeconds = 30;
    bool provisions = true;
    Micros drainTimeout = Seconds(10);
    std::string advertisedUrl; ///< where others reach this node (SPEC E6)
    TlsFiles tls;              ///< without a certificate: plain TCP (SPEC E3)
    AddressRanges trustedProxies;
    std::vector<std::string> allowedOrigins;
    std::filesystem::path jwtKey; ///< empty: tokens of the token file alone
    JwtRules jwt;
    LogLevel logLevel = LogLevel::Info;
    TraceConfig traces;
    bool announce = true;                 ///< write node.json for local programs
    PortLimits limits;                    ///< what the port grants anybody (SPEC E4)
    std::uint32_t socketsPerUser = 4'096; ///< client sockets of one user at one time (SPEC E4)
    std::vector<SettingValue> values;     ///< every setting, in the order of settingSpecs()
};

/// The variables of this process's environment that may be settings: those that begin with `CHEETAH_`.
std::map<std::string, std::string> settingsEnvironment();

/// Builds the configuration: option > environment > file > default. `file` may be empty. Errors name the setting, the
/// value and what is wanted (`bad_setting`), also for an unknown key in the file; `io_error` if the file cannot be read.
Result<NodeConfig> loadConfig(const std::map<std::string, std::string> &options,
                              const std::map<std::string, std::string> &environment, const std::filesystem::path &file);

/// Reads one setting into `config` as if it were an option; `bad_setting` naming it.
Result<void> readSetting(NodeConfig &config, const std::string &setting, const std::string &value);

/// `$XDG_STATE_HOME/cheetah/tokens`, where unset means `~/.local/state`.
std::filesystem::path defaultTokenFile();

} // namespace cheetah
