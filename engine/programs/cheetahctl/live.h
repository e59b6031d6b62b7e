// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "console/remotedeployment.h"
#include "programs/cheetahctl/command.h"

namespace cheetah {

/// What a command that watches a node needs for the time it runs: a clock and the deployment. Made by the command
/// and gone with it.
class Live {
public:
    /// Fails where node or token cannot be found; connects to nothing yet.
    static Result<std::unique_ptr<Live>> create(const Invocation &invocation, bool wantsFleet);

    RemoteDeployment &deployment() { return *m_deployment; }
    /// Tells why the node refused us, and the exit status that belongs to it.
    static int refused(const Invocation &invocation, const ConnectionStatus &status);

private:
    Live() = default;

    SystemClock m_clock;
    std::optional<RemoteDeployment> m_deployment;
};

} // namespace cheetah
