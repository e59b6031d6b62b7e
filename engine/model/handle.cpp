// SPDX-License-Identifier: Apache-2.0
#include "model/handle.h"

#include "model/namebytes.h"

namespace cheetah {

std::string toText(const Handle &handle)
{
    if (!handle.context.name)
        return {};
    const ContextName &name = handle.name();
    return NameWriter(NameSort::Handle)
        .add(name.user)
        .add(name.client)
        .add(name.epoch)
        .add(name.context)
        .add(handle.fence)
        .add(handle.request)
        .text();
}

Result<Handle> parseHandle(std::string_view text)
{
    ContextName name;
    Handle handle;
    NameReader reader(NameSort::Handle, text);
    reader.read(name.user);
    reader.read(name.client);
    reader.read(name.epoch);
    reader.read(name.context);
    reader.read(handle.fence);
    reader.read(handle.request);
    if (!reader.complete() || handle.fence == 0)
        return Error(ErrorCode::BadId, {{"kind", "handle"}});
    handle.context.name = std::make_shared<const ContextName>(std::move(name));
    return handle;
}

} // namespace cheetah
