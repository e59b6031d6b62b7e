// SPDX-License-Identifier: Apache-2.0
#include "edge/hellorequest.h"

namespace cheetah {

void HelloRequest::ask(const Hello &hello, Reply<Welcome> reply)
{
    m_isUnderWay = true;
    m_hello = hello;
    m_reply = std::move(reply);
    m_delays = RetryDelays(patience);
    attempt();
}

void HelloRequest::attempt()
{
    m_registry.hello(m_hello, m_scope, [this](Result<Welcome> result) {
        if (!result && result.error().code == ErrorCode::Unavailable)
            if (const auto delay = m_delays.next(m_ids)) {
                m_retry = m_scheduler.after(*delay, [this] { attempt(); });
                return;
            }
        m_isUnderWay = false;
        auto answer = std::exchange(m_reply, nullptr);
        answer(std::move(result));
    });
}

} // namespace cheetah
