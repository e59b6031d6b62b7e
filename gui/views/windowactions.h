// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

namespace cheetah::gui {

class Actions;
class MainWindow;

/// Adds what a window can do besides acting on the fleet: showing views, arranging itself, pausing, and the like.
void addWindowActions(Actions &actions, MainWindow &window);

} // namespace cheetah::gui
