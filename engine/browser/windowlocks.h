// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "base/callback.h"
#include "model/ids.h"

#include <list>
#include <map>
#include <memory>

namespace cheetah {

/// Who may decide which tab of a window is in front. A window shows one tab, so commands that need to see theirs take
/// turns; commands that don't never wait here.
class WindowLocks {
public:
    /// A place in a window's line. Destroying it gives the place, or the lock, to the next.
    class Turn {
    public:
        ~Turn()
        {
            if (m_locks)
                m_locks->leave(*this);
        }
        Turn(const Turn &) = delete;
        Turn &operator=(const Turn &) = delete;

    private:
        friend class WindowLocks;
        Turn(WindowLocks *locks, WindowId window, Callback<void()> mine)
            : m_locks(locks), m_window(std::move(window)), m_mine(std::move(mine))
        {}
        WindowLocks *m_locks;
        WindowId m_window;
        Callback<void()> m_mine;
    };

    ~WindowLocks()
    {
        for (auto &[window, line] : m_lines)
            for (Turn *turn : line)
                turn->m_locks = nullptr;
    }

    /// Joins the window's line; `mine` is called when the turn comes, possibly after this returned, but never before.
    /// Call begin() once the Turn is stored.
    std::unique_ptr<Turn> join(const WindowId &window, Callback<void()> mine)
    {
        std::unique_ptr<Turn> turn(new Turn(this, window, std::move(mine)));
        m_lines[window].push_back(turn.get());
        return turn;
    }
    /// Calls `mine` now if this turn is the first in line.
    void begin(Turn &turn)
    {
        if (m_lines[turn.m_window].front() == &turn && turn.m_mine)
            std::exchange(turn.m_mine, nullptr)();
    }

private:
    void leave(Turn &turn)
    {
        auto &line = m_lines[turn.m_window];
        const bool wasFirst = line.front() == &turn;
        line.remove(&turn);
        if (line.empty())
            m_lines.erase(turn.m_window);
        else if (wasFirst)
            begin(*line.front());
    }

    std::map<WindowId, std::list<Turn *>> m_lines;
};

} // namespace cheetah
