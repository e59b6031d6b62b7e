// SPDX-License-Identifier: Apache-2.0
#include "programs/cheetahctl/live.h"

namespace cheetah {

Result<std::unique_ptr<Live>> Live::create(const Invocation &invocation, bool wantsFleet)
{
    auto node = invocation.node();
    if (!node)
        return node.error();
    auto token = invocation.token();
    if (!token)
        return token.error();
    auto tls = invocation.tls(*node);
    if (!tls)
        return tls.error();
    std::unique_ptr<Live> live(new Live);
    RemoteDeployment::Options options;
    options.node = *std::move(node);
    options.token = *std::move(token);
    options.tls = *std::move(tls);
    options.fleet = wantsFleet;
    options.health = wantsFleet;
    live->m_deployment.emplace(std::move(options), live->m_clock);
    return live;
}

int Live::refused(const Invocation &invocation, const ConnectionStatus &status)
{
    invocation.fail(status.error.value_or(Error(ErrorCode::Unavailable)));
    return exitFailure;
}

} // namespace cheetah
