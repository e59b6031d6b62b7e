// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/inspection.h"
#include "store/fleetstore.h"

namespace cheetah::gui {

class Words;

/// What the inspector tells of a node: what is wrong, how it is, and which clients hang on it. Nothing if there is none.
std::optional<Inspection> inspectNode(const FleetStore &store, const Words &words, const NodeId &node);

} // namespace cheetah::gui
