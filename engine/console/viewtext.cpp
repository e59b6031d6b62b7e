// SPDX-License-Identifier: Apache-2.0
#include "console/viewtext.h"

#include "wire/viewfields.h"

namespace cheetah {

std::string toJsonText(const ContextView &view)
{
    return toJson(view);
}

std::string toJsonText(const WindowView &view)
{
    return toJson(view);
}

std::string toJsonText(const ClientView &view)
{
    return toJson(view);
}

std::string toJsonText(const NodeInfo &node)
{
    return toJson(node);
}

} // namespace cheetah
