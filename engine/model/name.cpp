// SPDX-License-Identifier: Apache-2.0
#include "model/name.h"

#include "model/namebytes.h"
#include "model/namehash.h"

namespace cheetah {

std::string toText(const ContextName &name)
{
    return NameWriter(NameSort::Context).add(name.user).add(name.client).add(name.epoch).add(name.context).text();
}

std::string toText(const WindowName &name)
{
    return NameWriter(NameSort::Window).add(name.user).add(name.client).add(name.epoch).add(name.window).text();
}

Result<ContextName> parseContextName(std::string_view text)
{
    ContextName name;
    NameReader reader(NameSort::Context, text);
    reader.read(name.user);
    reader.read(name.client);
    reader.read(name.epoch);
    reader.read(name.context);
    if (!reader.complete())
        return Error(ErrorCode::BadId, {{"kind", "context name"}});
    return name;
}

Result<WindowName> parseWindowName(std::string_view text)
{
    WindowName name;
    NameReader reader(NameSort::Window, text);
    reader.read(name.user);
    reader.read(name.client);
    reader.read(name.epoch);
    reader.read(name.window);
    if (!reader.complete())
        return Error(ErrorCode::BadId, {{"kind", "window name"}});
    return name;
}

} // namespace cheetah

std::size_t std::hash<cheetah::ClientName>::operator()(const cheetah::ClientName &n) const
{
    return cheetah::hashTexts({n.user.text(), n.client.text()});
}

std::size_t std::hash<cheetah::ContextName>::operator()(const cheetah::ContextName &n) const
{
    return cheetah::hashTexts({n.user.text(), n.client.text(), n.epoch.text(), n.context.text()});
}

std::size_t std::hash<cheetah::WindowName>::operator()(const cheetah::WindowName &n) const
{
    return cheetah::hashTexts({n.user.text(), n.client.text(), n.epoch.text(), n.window.text()});
}
