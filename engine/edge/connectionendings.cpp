// SPDX-License-Identifier: Apache-2.0
#include "edge/connectionendings.h"

namespace cheetah {

void ConnectionEndings::tell(const ClientName &client, std::uint64_t generation)
{
    ask({client, generation});
}

void ConnectionEndings::ask(Ending ending)
{
    m_registry.closed(ending.client, ending.generation, m_scope, [this, ending](const Result<std::uint32_t> &result) {
        if (!result && result.error().code == ErrorCode::Unavailable)
            keep(ending);
        else if (m_waiting.empty())
            m_delays = RetryDelays(m_lease);
    });
}

void ConnectionEndings::keep(Ending ending)
{
    if (m_waiting.size() >= mostWaiting) {
        ++m_givenUp;
        return;
    }
    m_waiting.push_back(std::move(ending));
    if (m_retry.pending())
        return;
    if (const auto delay = m_delays.next(m_ids)) {
        m_retry = m_scheduler.after(*delay, [this] { askAgain(); });
        return;
    }
    m_givenUp += std::exchange(m_waiting, {}).size();
    m_delays = RetryDelays(m_lease);
}

void ConnectionEndings::askAgain()
{
    for (Ending &ending : std::exchange(m_waiting, {}))
        ask(std::move(ending));
}

} // namespace cheetah
