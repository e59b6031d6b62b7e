// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "model/client.h"

#include <cstdint>
#include <string>
#include <vector>

namespace cheetah {

/// One tab (or flow) as its client reports it. Title and URL are already cleaned and cut for showing.
struct ReportedContext {
    ContextId id;
    std::string title;
    std::string url;
    Health health = Health::Live;
    bool active = false;   ///< the visible tab of its window
    bool ours = false;     ///< opened by a command of ours, now or under an earlier report of the epoch
    ProvisionId provision; ///< which creation of ours made it, or empty
    ContextId opener;      ///< the context that opened it, or empty

    friend bool operator==(const ReportedContext &, const ReportedContext &) = default;
};

/// One window with its tabs in order. A console client reports its flows in a single window with an empty title.
struct ReportedWindow {
    WindowId id;
    std::string title;
    bool focused = false;
    bool isolated = false; ///< has a browser context of its own
    ProvisionId provision;
    std::vector<ReportedContext> contexts;

    friend bool operator==(const ReportedWindow &, const ReportedWindow &) = default;
};

/// The complete snapshot of one epoch at `seq` (SPEC W7): whatever it does not name is gone.
struct Report {
    ClientName client;
    Epoch epoch;
    std::uint64_t seq = 0;
    std::vector<ReportedWindow> windows;

    friend bool operator==(const Report &, const Report &) = default;
};

} // namespace cheetah
