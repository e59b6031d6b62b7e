// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "console/topframe.h"
#include "programs/cheetahctl/live.h"
#include "programs/cheetahctl/terminal.h"

#include <QEventLoop>
#include <QSocketNotifier>
#include <QTimer>

namespace cheetah {

/// The running `top`: hears the deployment and the keys, and draws frames; what a frame looks like is renderTop's
/// business. Without a terminal, or with a number of frames, it prints frames one under the other and ends.
class Top : public QObject {
public:
    Top(Invocation &invocation, Live &live, std::optional<std::uint32_t> frames);

    /// Runs until `q`, Ctrl-C, a refusal, or the last frame; gives the exit status.
    int run();

private:
    /// A still picture, while paused.
    struct Still {
        Fleet fleet;
        std::deque<JournalEntry> journal;
        RegistryTime now;
    };

    void listen();
    void keysArrived();
    void key(std::string_view key);
    void togglePause();
    void scroll(std::ptrdiff_t lines);
    void drawSoon();
    void draw();
    void printFrame();
    TopFrame frame(TerminalSize size) const;
    bool isComplete() const { return m_hasSnapshot && m_hasHealth; }

    Invocation &m_invocation;
    RemoteDeployment &m_deployment;
    const std::optional<std::uint32_t> m_frames; ///< set: print so many instead of drawing
    std::uint32_t m_printed = 0;
    Fleet m_fleet;
    std::deque<JournalEntry> m_journal;
    std::optional<double> m_commandsPerSecond;
    std::optional<Still> m_still;
    bool m_hasSnapshot = false, m_hasHealth = false;
    bool m_help = false;
    std::size_t m_scroll = 0, m_largestScroll = 0, m_page = 1;
    QEventLoop m_loop;
    QTimer m_tick; ///< once a second, for what counts down
    QTimer m_soon; ///< gathers changes into one drawing
    std::optional<QSocketNotifier> m_keys;
    std::optional<FullScreen> m_screen;
};

} // namespace cheetah
