// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "session/selection.h"
#include "session/session.h"

#include <QtCore/QString>

namespace cheetah::gui {

// What goes to the clipboard for the objects that are selected; one line an object where nothing else is said.

/// The ids as the outside gave them.
QString copiedIds(const std::vector<ObjectId> &objects);
/// The rows as the node's methods give them: one object alone, several as an array.
QString copiedJson(const FleetStore &fleet, const std::vector<ObjectId> &objects);
/// For each a `cheetahctl` line for a POSIX shell: for a leased tab what releases it, fenced by what is seen; for others
/// what shows them. Names the node and the token file where the program would not find them by itself; never a token.
QString copiedCommands(const Session &session, const std::vector<ObjectId> &objects);

/// The word as a POSIX shell takes it for itself, quoted only if it must be.
QString shellWord(const QString &word);

} // namespace cheetah::gui
