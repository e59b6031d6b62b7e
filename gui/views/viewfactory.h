// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "views/view.h"

#include <vector>

namespace cheetah::gui {

/// Every view of a window: the central ones in the order of their tabs, then those for docks. They belong to `parent`.
std::vector<View *> makeViews(Workspace &workspace, QWidget *parent);

/// Whether a view stands among the central tabs; the others are docks.
bool isCentral(ViewId id);
/// Stable name of a view for settings and object names, such as `assignments`.
QString nameOf(ViewId id);
/// Its icon.
enum class Glyph;
Glyph glyphOf(ViewId id);

} // namespace cheetah::gui
