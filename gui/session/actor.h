// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>

namespace cheetah::gui {

/// Who sits here, for a node's journal: the account's name, at most 64 characters of it; `console` where nothing tells.
std::string actor();

} // namespace cheetah::gui
