// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "console/connectionstate.h"
#include "console/terminaltext.h"
#include "model/views.h"

#include <deque>

namespace cheetah {

struct JournalEntry;

/// Everything that one frame of `cheetahctl top` shows. The fleet and the journal must outlive the call alone.
struct TopView {
    const Fleet &fleet;
    const std::deque<JournalEntry> &journal; ///< oldest first
    RegistryTime now;                        ///< for all countdowns
    Micros taskTimeout{0};                   ///< 0: the sweep is off, nothing counts down
    Micros utcOffset{0};                     ///< of the clock times shown
    std::string deployment{}, node{};
    ConnectionStatus connection{};
    std::optional<double> commandsPerSecond{};
    bool paused = false;
    bool help = false;
    std::size_t scroll = 0; ///< lines of the fleet that went off at the top
};

/// A frame: exactly as many lines as the terminal has rows, none wider than its columns.
struct TopFrame {
    std::vector<std::string> lines;
    std::size_t largestScroll = 0; ///< where the end of the fleet is in sight
    std::size_t page = 1;          ///< lines that the fleet has on the screen
};

/// Renders one frame; a pure function, so that equal input gives equal text. The fleet is a tree of clients, windows and
/// tabs; below it stand the latest lines of the journal.
TopFrame renderTop(const TopView &view, TerminalSize size, TerminalStyle style);

/// `04:12`, `1:04:12`; rounded up, so that `00:00` means that the time is over.
std::string countdown(Micros remaining);

} // namespace cheetah
