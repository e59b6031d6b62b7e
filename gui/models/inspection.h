// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "actions/underway.h"
#include "models/reportages.h"
#include "session/selection.h"
#include "theme/theme.h"

#include <QtCore/QString>

#include <optional>
#include <variant>
#include <vector>

namespace cheetah::gui {

class Session;
class Words;

/// One fact about what is inspected, in words. Texts are plain.
struct InspectionRow {
    /// Evidence of one command, or of all commands of a task.
    struct Command {
        UserId user;
        CommandId command;
    };
    struct Task {
        UserId user;
        TaskId task;
    };
    using Link = std::variant<std::monostate, ObjectId, Command, Task>;
    /// How a time is told as it passes; `Gauge` is Left with a bar.
    enum class Time { None, Left, Ago, Gauge };

    QString label;
    QString value; ///< of a time: what stands before it is set, such as "—"
    QString tip = {};
    QString copy = {}; ///< goes to the clipboard; empty: nothing to copy
    Link link = {};
    Time time = Time::None;
    RegistryTime at = {};
    Micros span{0}; ///< of Gauge: the whole time
    Tone tone = Tone::Neutral;

    /// The value as it stands at `now`.
    QString text(RegistryTime now) const;
};

struct InspectionSection {
    QString title;
    std::vector<InspectionRow> rows;
};

/// What the inspector tells of one object, or of several, at one revision. Value.
struct Inspection {
    Glyph glyph = Glyph::Unknown; ///< of what it is
    QString kind;                 ///< such as "Tab"
    QString name;
    Glyph stateGlyph = Glyph::Unknown;
    Tone stateTone = Tone::Neutral;
    QString state; ///< empty: no state to tell
    std::vector<InspectionSection> sections;
    std::optional<UnderWay> underWay = {}; ///< stands in the place of the state
};

/// Nothing if the fleet has no such object.
std::optional<Inspection> inspect(const Session &session, const ReportAges &ages, const Words &words,
                                  const ObjectId &object);

/// Whether a line of the journal is about this object.
bool isAbout(const JournalEntry &entry, const ObjectId &object);

} // namespace cheetah::gui
