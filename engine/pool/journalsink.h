// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "model/journal.h"

#include <functional>

namespace cheetah {

/// Where the pool tells what no delta says: a refused acquire with what was asked and why it
/// got nothing. Number and time are set by the journal.
/// Called on the engine's thread; must not call back into the pool. Empty: told to nobody.
using JournalSink = std::function<void(JournalEntry)>;

} // namespace cheetah
