// SPDX-License-Identifier: Apache-2.0
#include "wire/nodeurl.h"

namespace cheetah {

Result<QUrl> strictNodeUrl(std::string_view text)
{
    const QUrl url(QString::fromUtf8(text.data(), qsizetype(text.size())), QUrl::StrictMode);
    const bool isHttp = url.scheme() == "http" || url.scheme() == "https";
    const bool isBare = url.userInfo().isEmpty() && !url.hasQuery() && !url.hasFragment();
    if (!url.isValid() || !isHttp || url.host().isEmpty() || !isBare)
        return Error(ErrorCode::BadSetting, {{"setting", "node"},
                                             {"value", std::string(text.substr(0, 200))},
                                             {"wanted", "http://HOST:PORT or https://HOST:PORT"}});
    return url;
}

Result<QUrl> parseNodeUrl(std::string_view text)
{
    const auto first = text.find_first_not_of(" \t\r\n");
    std::string written(first == std::string_view::npos ? std::string_view() : text.substr(first));
    written.erase(written.find_last_not_of(" \t\r\n") + 1);
    return strictNodeUrl(written.find("://") == std::string::npos ? "http://" + written : written);
}

} // namespace cheetah
