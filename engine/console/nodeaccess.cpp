// SPDX-License-Identifier: Apache-2.0
#include "console/nodeaccess.h"

#include "wire/localnode.h"
#include "wire/tokenfile.h"

namespace cheetah {

Result<QUrl> parseNodeUrl(std::string_view text)
{
    QString written = QString::fromUtf8(text.data(), qsizetype(text.size())).trimmed();
    if (!written.contains("://"))
        written.prepend("http://");
    const QUrl url(written, QUrl::StrictMode);
    const bool isHttp = url.scheme() == "http" || url.scheme() == "https";
    const bool isBare = url.userInfo().isEmpty() && !url.hasQuery() && !url.hasFragment();
    if (!url.isValid() || !isHttp || url.host().isEmpty() || !isBare)
        return Error(ErrorCode::BadSetting, {{"setting", "node"},
                                             {"value", std::string(text.substr(0, 200))},
                                             {"wanted", "http://HOST:PORT or https://HOST:PORT"}});
    return url;
}

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

Result<std::string> consoleToken(const std::filesystem::path &tokenFile)
{
    auto token = readToken(tokenFile, "operator");
    if (token.ok() || token.error().code != ErrorCode::NotFound)
        return token;
    return readToken(tokenFile, "viewer");
}

} // namespace cheetah
