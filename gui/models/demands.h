// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/reservation.h"

#include <QtCore/QString>

#include <string>
#include <vector>

namespace cheetah::gui {

/// What a request demands of a client, as the expressions of the command line.
std::vector<std::string> expressionsOf(const Requirements &requirements);

/// One line of such expressions, split at its commas; those in single quotes split nothing.
std::vector<std::string> expressionsOf(const QString &line);

/// The request that it waits for.
AcquireRequest requestOf(const Waiter &waiter);

} // namespace cheetah::gui
