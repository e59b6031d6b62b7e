// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <deque>
#include <optional>
#include <string>

namespace cheetah::simulation {

/// What happened last, and the first promise that was broken. Owned by the simulation.
class EventLog {
public:
    explicit EventLog(std::size_t kept) : m_kept(kept) {}

    void note(std::string event)
    {
        m_last.push_back(std::move(event));
        if (m_last.size() > m_kept)
            m_last.pop_front();
    }
    /// Only the first violation counts: what follows from it says nothing.
    void violated(std::string what)
    {
        if (!m_violation)
            m_violation = std::move(what);
    }
    const std::optional<std::string> &violation() const { return m_violation; }
    const std::deque<std::string> &last() const { return m_last; }

private:
    const std::size_t m_kept;
    std::deque<std::string> m_last;
    std::optional<std::string> m_violation;
};

} // namespace cheetah::simulation
