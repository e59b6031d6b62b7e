// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "base/reply.h"

#include <string>
#include <vector>

namespace cheetah {

/// What all nodes of a deployment agree on, by the names of the settings (SPEC R3), as an operator reads and changes it
/// through one of them. Implemented where the state lies; outlives its users.
class DeploymentSettings {
public:
    struct Setting {
        std::string name;
        std::string value; ///< of the deployment; nodes that start take it
        std::string here;  ///< with which this node runs, where that is another
    };
    struct Table {
        bool shared = false; ///< among nodes; false: of this node alone
        std::vector<Setting> settings;
    };

    virtual ~DeploymentSettings() = default;

    /// Errors: those of the store.
    virtual void read(const Scope &scope, Reply<Table> reply) = 0;
    /// Changes one of them, checked as an option and against all others; answers all. Running nodes go on with what they
    /// were started with. Errors: `bad_setting` (params as of the option, or of the pair that contradicts),
    /// `no_deployment_record` where nothing is shared, those of the store.
    virtual void change(const std::string &setting, const std::string &value, const Scope &scope,
                        Reply<Table> reply) = 0;
};

} // namespace cheetah
