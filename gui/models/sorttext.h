// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/roworder.h"

namespace cheetah::gui {

/// The key by which people look for a text: regardless of case and accents, numbers inside by their value, so that `tab-2`
/// stands before `tab-10`. The same on every machine. An empty text has no key and stands last.
SortKey sortText(std::string_view utf8);

} // namespace cheetah::gui
