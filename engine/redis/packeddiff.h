// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "registry/reportdiff.h"

#include <string>

namespace cheetah {

/// The difference that `report` makes to its client's rows in `fleet`, as the function `report` takes it: [gone, windows,
/// contexts, windows gone, reordered windows, order of the windows, orders of contexts], the orders where they change.
/// `client` is noSlot for a difference that is made against nothing.
std::string packDiff(const Fleet &fleet, Slot client, const Report &report, const ReportDiff &diff);

} // namespace cheetah
