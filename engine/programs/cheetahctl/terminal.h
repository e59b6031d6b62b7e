// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "console/terminaltext.h"

#include <optional>
#include <string>
#include <string_view>

#include <termios.h>

namespace cheetah {

/// What this process's standard output can show: colours where it is a terminal, TERM is not `dumb` and NO_COLOR is not
/// set; Unicode where the locale says UTF-8. Ask before Qt sets a locale of its own.
TerminalStyle detectStyle();

/// Size of the terminal behind standard output; nothing if there is none.
std::optional<TerminalSize> terminalSize();

/// Writes all of it; false once the reader is gone.
bool writeAll(int descriptor, std::string_view text);
inline bool writeOut(std::string_view text)
{
    return writeAll(1, text);
}
inline bool writeError(std::string_view text)
{
    return writeAll(2, text);
}

/// The whole terminal as a picture: alternate screen, no cursor, keys without echo and without waiting for a line. The
/// destructor gives the terminal back as it was.
class FullScreen {
public:
    FullScreen();
    ~FullScreen();
    FullScreen(const FullScreen &) = delete;
    FullScreen &operator=(const FullScreen &) = delete;

private:
    std::optional<termios> m_before;
};

} // namespace cheetah
