// SPDX-License-Identifier: Apache-2.0
#include "model/node.h"

namespace cheetah {

std::string toText(Roles roles)
{
    std::string text;
    const auto add = [&text](bool has, std::string_view role) {
        if (has)
            text.append(text.empty() ? "" : ",").append(role);
    };
    add(roles.app, "app");
    add(roles.rest, "rest");
    add(roles.websocket, "websocket");
    return text;
}

Result<Roles> parseRoles(std::string_view text)
{
    const Error bad(ErrorCode::BadSetting,
                    {{"value", std::string(text)}, {"wanted", "one or more of app,rest,websocket"}});
    Roles roles{false, false, false};
    for (std::size_t begin = 0; begin <= text.size();) {
        const std::size_t end = std::min(text.find(',', begin), text.size());
        const std::string_view role = text.substr(begin, end - begin);
        bool *const chosen = role == "app"       ? &roles.app
                           : role == "rest"      ? &roles.rest
                           : role == "websocket" ? &roles.websocket
                                                 : nullptr;
        if (!chosen || *chosen)
            return bad;
        *chosen = true;
        begin = end + 1;
    }
    return roles;
}

} // namespace cheetah
