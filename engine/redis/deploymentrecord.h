// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "model/policies.h"
#include "redis/redisfunctions.h"
#include "redis/rediskeys.h"

#include <map>

namespace cheetah {

/// What all nodes of a deployment must agree on, by the names of the settings, as it stands in Redis (SPEC R3). The first
/// node enters it; a node with other values is refused; an operator changes it for all, and nodes take it over when they
/// are started again. Owned by whoever brings a node up; keys and functions outlive it.
class DeploymentRecord {
public:
    using Settings = std::map<std::string, std::string>;

    DeploymentRecord(RedisFunctions &functions, const RedisKeys &keys);

    /// These policies as the record has them, each value written in one way only.
    static Settings settingsOf(const DeploymentPolicies &policies, std::uint32_t partitions);

    /// Enters what is not there yet and compares. `bad_setting` (params setting, value here, wanted) for the first that
    /// differs from the deployment's.
    void agree(const Settings &mine, const Scope &scope, Reply<void> reply);
    /// All of it.
    void read(const Scope &scope, Reply<Settings> reply);
    /// Changes one setting to a checked value; answers all of it. `not_found` (param setting).
    void change(const std::string &setting, const std::string &value, const Scope &scope, Reply<Settings> reply);

private:
    RedisCommand call(std::string_view function) const;
    static Result<Settings> settings(Result<RedisReply> answer);

    RedisFunctions &m_functions;
    const std::string m_key;
};

} // namespace cheetah
