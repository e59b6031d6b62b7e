// SPDX-License-Identifier: Apache-2.0
#include "console/nodeaccess.h"

#include "wire/localnode.h"
#include "wire/tokenfile.h"

namespace cheetah {

Result<NodeAccess> localNodeAccess()
{
    const auto local = readLocalNode();
    if (!local)
        return local.error();
    auto url = parseNodeUrl(local->url);
    if (!url)
        return url.error();
    return NodeAccess{*std::move(url), local->tokenFile};
}

std::filesystem::path nodeCertFile(std::string_view url)
{
    return localCertFile(url);
}

Result<std::string> consoleToken(const std::filesystem::path &tokenFile)
{
    auto token = readToken(tokenFile, "operator");
    if (token.ok() || token.error().code != ErrorCode::NotFound)
        return token;
    return readToken(tokenFile, "viewer");
}

} // namespace cheetah
