// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/fleet.h"
#include "session/selection.h"

namespace cheetah::gui {

// What a selection means to an action: a user, client or window stands for what is below it; a tab or window stands for the
// client that it belongs to. Each slot once, in the order of the selection; objects that are gone are left out.

std::vector<Slot> contextsUnder(const Fleet &fleet, const std::vector<ObjectId> &objects);
std::vector<Slot> clientsOf(const Fleet &fleet, const std::vector<ObjectId> &objects);
/// Windows selected, and those of selected tabs.
std::vector<WindowName> windowsOf(const Fleet &fleet, const std::vector<ObjectId> &objects);
std::vector<NodeId> nodesOf(const std::vector<ObjectId> &objects);

} // namespace cheetah::gui
