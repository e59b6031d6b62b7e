// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace cheetah {

/// What a terminal can show. Found out once by the program; nothing here asks the terminal.
struct TerminalStyle {
    bool colour = false; ///< ANSI colours; never the only carrier of a meaning
    bool unicode = true; ///< the locale is UTF-8; otherwise everything is ASCII
};

struct TerminalSize {
    int columns = 80;
    int rows = 24;
};

/// What a piece of text means, for its colour.
enum class Tone { Plain, Strong, Dim, Good, Busy, Warning, Bad };

/// `text` made safe for a terminal: control characters, escape sequences, bidi controls and invalid UTF-8 become a
/// replacement character; without `unicode` everything beyond ASCII becomes `?`. Ids are bytes from outside too.
std::string printable(std::string_view text, TerminalStyle style);

/// How many columns printable text takes: combining marks none, wide characters two.
std::size_t columnsOf(std::string_view text);

/// The text cut to at most `columns`, where something went with a mark at the end (`…`, or `~` in ASCII).
std::string cutToColumns(std::string_view text, std::size_t columns, TerminalStyle style);

/// The text cut or filled with spaces to exactly `columns`.
std::string fitToColumns(std::string_view text, std::size_t columns, TerminalStyle style);

/// The text in its tone; unchanged where the terminal shows no colour.
std::string painted(Tone tone, std::string_view text, TerminalStyle style);

} // namespace cheetah
