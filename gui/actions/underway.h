// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "actions/operatorplan.h"

namespace cheetah::gui {

/// An action by hand that was sent and has no end yet, as the rows that it concerns show it. Value.
struct UnderWay {
    OperatorVerb verb = OperatorVerb::Release;
    bool isUncertain = false; ///< its answer was lost: it may or may not have happened

    friend bool operator==(const UnderWay &, const UnderWay &) = default;
};

} // namespace cheetah::gui
