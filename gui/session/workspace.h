// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

namespace cheetah::gui {

class Actions;
class LogStore;
class Session;
class Settings;
class Theme;
class Words;

/// What every view of one window is made from. All of it outlives the views.
struct Workspace {
    Session &session;
    Actions &actions;
    Theme &theme;
    Settings &settings;
    LogStore &log;
    const Words &words;
};

} // namespace cheetah::gui
