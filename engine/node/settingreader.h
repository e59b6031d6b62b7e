// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "node/config.h"

namespace cheetah {

/// `bad_setting`, saying what is wanted instead.
Error badSetting(const SettingValue &setting, std::string wanted);

/// Turns the text of each setting into its members of a configuration, which outlives the reader. What a setting is called
/// and what it is without being set, settingSpecs() tells.
class SettingReader {
public:
    explicit SettingReader(NodeConfig &config) : m_config(config) {}

    /// Errors are of what the value is (`bad_setting`, `bad_id`, …), with the setting's name and value among the params.
    Result<void> read(const SettingValue &setting);

private:
    using Read = Result<void> (SettingReader::*)(const SettingValue &);
    struct Way;
    static const Way ways[];

    Result<void> readMember(const SettingValue &setting);

    Result<void> listen(const SettingValue &setting);
    Result<void> roles(const SettingValue &setting);
    Result<void> registry(const SettingValue &setting);
    Result<void> deployment(const SettingValue &setting);
    Result<void> nodeId(const SettingValue &setting);
    Result<void> tokenFile(const SettingValue &setting);
    Result<void> disconnectPolicy(const SettingValue &setting);
    Result<void> sweepInterval(const SettingValue &setting);
    Result<void> provision(const SettingValue &setting);
    Result<void> provisionOwner(const SettingValue &setting);
    Result<void> announce(const SettingValue &setting);
    Result<void> advertisedUrl(const SettingValue &setting);
    Result<void> trustedProxies(const SettingValue &setting);
    Result<void> allowedOrigins(const SettingValue &setting);
    Result<void> otlpEndpoint(const SettingValue &setting);
    Result<void> traceSample(const SettingValue &setting);
    Result<void> traceIds(const SettingValue &setting);
    Result<void> logLevel(const SettingValue &setting);

    NodeConfig &m_config;
};

} // namespace cheetah
