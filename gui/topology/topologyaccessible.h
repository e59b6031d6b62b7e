// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

namespace cheetah::gui {

class TopologyMap;

/// Makes maps known to screen readers: clients with their windows with their tabs, each with a sentence for a name. May be
/// called again.
void installTopologyAccessibility();
/// The keyboard of this map is at another place.
void announceFocus(TopologyMap &map);
/// What stands where the keyboard is has another name.
void announceName(TopologyMap &map);

} // namespace cheetah::gui
