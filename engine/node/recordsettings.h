// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "node/config.h"
#include "operations/deploymentsettings.h"
#include "redis/deploymentrecord.h"

namespace cheetah {

/// The deployment's settings as one of its nodes shows and changes them: read and written in one way only, the way of the
/// node's own options (SPEC R3). Owned by the node.
class RecordSettings final : public DeploymentSettings {
public:
    /// `record` null: this node alone is the deployment. Both outlive it.
    RecordSettings(DeploymentRecord *record, const NodeConfig &config);

    void read(const Scope &scope, Reply<Table> reply) override;
    void change(const std::string &setting, const std::string &value, const Scope &scope, Reply<Table> reply) override;

    /// The value as the record has it once it is changed in a record that stands so; `bad_setting`.
    static Result<std::string> changed(const DeploymentRecord::Settings &standing, const std::string &setting,
                                       const std::string &value);

private:
    Table table(const DeploymentRecord::Settings &standing) const;

    DeploymentRecord *const m_record;
    const DeploymentRecord::Settings m_mine;
};

} // namespace cheetah
