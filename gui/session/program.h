// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

namespace cheetah::gui {

class Languages;
class LogStore;
class SessionFactory;
class Settings;
class Theme;
class Words;

/// What all windows of the program share. All of it outlives them.
struct Program {
    SessionFactory &sessions;
    Theme &theme;
    Settings &settings;
    LogStore &log;
    Languages &languages;
    const Words &words;
};

} // namespace cheetah::gui
