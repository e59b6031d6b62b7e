// SPDX-License-Identifier: Apache-2.0
#include "programs/cheetahctl/terminal.h"

#include <cerrno>
#include <clocale>
#include <cstdlib>
#include <langinfo.h>
#include <poll.h>
#include <sys/ioctl.h>
#include <unistd.h>

namespace cheetah {

TerminalStyle detectStyle()
{
    std::setlocale(LC_ALL, "");
    TerminalStyle style;
    const char *const noColour = std::getenv("NO_COLOR");
    const char *const term = std::getenv("TERM");
    style.colour = isatty(STDOUT_FILENO) && !(noColour && *noColour) && term && std::string_view(term) != "dumb";
    style.unicode = std::string_view(nl_langinfo(CODESET)) == "UTF-8";
    return style;
}

std::optional<TerminalSize> terminalSize()
{
    winsize size{};
    if (!isatty(STDOUT_FILENO))
        return std::nullopt;
    if (ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) != 0 || size.ws_col == 0 || size.ws_row == 0)
        return TerminalSize();
    return TerminalSize{size.ws_col, size.ws_row};
}

bool writeAll(int descriptor, std::string_view text)
{
    while (!text.empty()) {
        const ssize_t count = write(descriptor, text.data(), text.size());
        if (count >= 0) {
            text.remove_prefix(std::size_t(count));
        } else if (errno == EAGAIN) {
            pollfd waiting{descriptor, POLLOUT, 0};
            poll(&waiting, 1, -1);
        } else if (errno != EINTR) {
            return false;
        }
    }
    return true;
}

FullScreen::FullScreen()
{
    termios state{};
    if (tcgetattr(STDIN_FILENO, &state) == 0) {
        m_before = state;
        state.c_lflag &= tcflag_t(~(ICANON | ECHO));
        state.c_cc[VMIN] = 1;
        state.c_cc[VTIME] = 0;
        tcsetattr(STDIN_FILENO, TCSANOW, &state);
    }
    writeOut("\x1b[?1049h\x1b[?25l\x1b[H\x1b[2J");
}

FullScreen::~FullScreen()
{
    writeOut("\x1b[?25h\x1b[?1049l");
    if (m_before)
        tcsetattr(STDIN_FILENO, TCSANOW, &*m_before);
}

} // namespace cheetah
