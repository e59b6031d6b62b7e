// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "filter/filtertarget.h"

namespace cheetah::gui {

/// What stands at the cursor of a half-written filter, and what could stand there.
struct CompletionPlace {
    enum class What { Nothing, Field, Key, Value, Is, Has };
    What what = What::Nothing;
    int position = 0, length = 0; ///< what would be replaced
    QString typed;                ///< of it, up to the cursor, without quotes
    QString field;                ///< whose value or key it is, as written
    bool inList = false;          ///< between brackets
};

/// One way to go on.
struct Completion {
    QString shown;    ///< plain text
    QString detail;   ///< plain text beside it: what it is, or how many rows have it
    QString inserted; ///< into the text at the place; or all of it if `isWhole`
    bool isWhole = false;
};

/// Where the text has its cursor, as far as can be told from what is before it.
CompletionPlace completionPlace(const QString &text, int cursor, const FieldSet &fields);

/// What could stand there, the likeliest first, at most about 50.
std::vector<Completion> completionsAt(const CompletionPlace &place, const FilterTarget &target);

} // namespace cheetah::gui
