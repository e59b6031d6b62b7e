// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "filter/fieldset.h"

namespace cheetah::gui {

/// A number, duration, time or yes-or-no as it is written in a filter.
struct Quantity {
    std::int64_t from = 0; ///< microseconds, for durations and times
    std::int64_t unit = 1; ///< what it is exact to: `5m` means the whole fifth minute when it is asked for equality
};

/// Nothing if `text` is none of this kind, or absurdly large. Times of the day are of today, in local time.
std::optional<Quantity> readQuantity(FieldKind kind, QStringView text);

} // namespace cheetah::gui
