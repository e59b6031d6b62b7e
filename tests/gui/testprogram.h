// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "session/languages.h"
#include "session/program.h"
#include "session/sessionfactory.h"
#include "session/words.h"
#include "settings/settings.h"
#include "store/logstore.h"
#include "theme/theme.h"

#include <QtCore/QTemporaryDir>

namespace cheetah::testgui {

/// A program whose settings nobody else sees, in English and in the light theme.
struct TestProgram {
    QTemporaryDir folder;
    gui::Settings settings{folder.filePath("console.ini")};
    gui::LogStore log;
    gui::Theme theme;
    gui::Languages languages;
    gui::Words words;
    gui::SessionFactory sessions{log.sink()};

    TestProgram()
    {
        languages.use("en");
        theme.setMode(gui::ThemeMode::Light);
    }
    ~TestProgram() { languages.use("en"); }
    gui::Program program() { return {sessions, theme, settings, log, languages, words}; }
};

} // namespace cheetah::testgui
