// SPDX-License-Identifier: Apache-2.0
#include "edge/connectionendings.h"

namespace cheetah {

void ConnectionEndings::tell(const ClientName &client, std::uint64_t generation)
{
    ask({client, generation, m_clock.steady() + m_lease});
}

void ConnectionEndings::ask(Ending ending)
{
    m_registry.closed(ending.client, ending.generation, m_scope, [this, ending](const Result<std::uint32_t> &result) {
        if (!result && result.error().code == ErrorCode::Unavailable)
            keep(ending);
        else if (m_waiting.empty())
            m_delays = RetryDelays(Micros::max());
    });
}

void ConnectionEndings::keep(Ending ending)
{
    if (m_waiting.size() >= mostWaiting || m_clock.steady() >= ending.until) {
        ++m_givenUp;
        return;
    }
    m_waiting.push_back(std::move(ending));
    if (!m_retry.pending())
        m_retry = m_scheduler.after(*m_delays.next(m_ids), [this] { askAgain(); });
}

void ConnectionEndings::askAgain()
{
    for (Ending &ending : std::exchange(m_waiting, {}))
        ask(std::move(ending));
}

} // namespace cheetah
