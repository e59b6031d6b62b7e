// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/journal.h"
#include "theme/theme.h"

#include <QtCore/QString>

namespace cheetah::gui {

/// How kinds of journal entries are shown. Constants.
struct JournalWords {
    static QString kind(JournalKind kind);
    static Glyph glyph(JournalKind kind);
    static Tone tone(JournalKind kind);
    /// Something went wrong or was refused.
    static bool isProblem(JournalKind kind);
};

} // namespace cheetah::gui
