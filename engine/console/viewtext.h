// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "model/node.h"
#include "model/views.h"

#include <string>

namespace cheetah {

// Rows as JSON text, member for member as the node's methods give them.

std::string toJsonText(const ContextView &view);
std::string toJsonText(const WindowView &view);
std::string toJsonText(const ClientView &view);
std::string toJsonText(const NodeInfo &node);

} // namespace cheetah
