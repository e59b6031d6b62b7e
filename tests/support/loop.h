// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "base/clock.h"

#include <functional>

namespace cheetah::test {

/// Runs `body` on a thread of its own whose loop is the engine's (EpollDispatcher), and waits for it to return. Other
/// than the main thread's, that loop runs only inside runUntil().
void onEngineThread(const std::function<void()> &body);

/// Runs the Qt event loop of this thread, sleeping while nothing happens, until `condition` holds; it is asked after
/// each turn and every few milliseconds. False if `limit` of real time passed first.
bool runUntil(const std::function<bool()> &condition, Millis limit = Seconds(20));

} // namespace cheetah::test
