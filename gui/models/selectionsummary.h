// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/inspection.h"

namespace cheetah::gui {

/// Most objects that a summary looks at.
inline constexpr std::size_t mostSummed = 10'000;

/// What several selected objects have in common; those that are gone are counted as such.
Inspection summarize(const Session &session, const std::vector<ObjectId> &objects);

} // namespace cheetah::gui
