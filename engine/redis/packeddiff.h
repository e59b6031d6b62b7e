// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "registry/reportdiff.h"

#include <string>

namespace cheetah {

/// The difference that `report` makes to its client's rows in `fleet`, as the function `report` takes it: [contexts,
/// windows, gone, windows gone, reordered windows, order of the windows, orders of contexts], the orders where they
/// change. What is empty at its end is left out, of a context too: most reports change one.
/// `client` is noSlot for a difference that is made against nothing.
std::string packDiff(const Fleet &fleet, Slot client, const Report &report, const ReportDiff &diff);

} // namespace cheetah
