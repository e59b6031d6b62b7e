// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "model/fleet.h"

#include <optional>
#include <string>

namespace cheetah {

/// Where two fleets first differ, in words for a test or a log; nothing if they hold the same. Slots, free rows and users
/// without clients take no part; the order of windows, contexts and of a user's clients does. Also finds a fleet whose
/// counters do not fit its rows.
std::optional<std::string> firstDifference(const Fleet &a, const Fleet &b);
/// The same but for the revisions: two stores that took equal steps count them differently.
std::optional<std::string> firstDifferenceInContent(const Fleet &a, const Fleet &b);

} // namespace cheetah
