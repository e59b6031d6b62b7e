// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "base/scheduler.h"
#include "edge/retrydelays.h"
#include "registry/connectionregistry.h"

namespace cheetah {

/// One hello on its way to the registry, asked again with backoff while that is `unavailable`: a client that waits some
/// seconds costs less than one that connects anew (SPEC R4). To ask twice does no harm, since both bear the same
/// connection. Owned by the session; destroying it forgets the answer.
class HelloRequest {
public:
    /// All outlive it.
    HelloRequest(ConnectionRegistry &registry, Scheduler &scheduler, IdSource &ids)
        : m_registry(registry), m_scheduler(scheduler), m_ids(ids)
    {}

    bool isUnderWay() const { return m_isUnderWay; }
    /// At most one at a time. Answers the registry's answer; `unavailable` only after `patience`.
    void ask(const Hello &hello, Reply<Welcome> reply);

    static constexpr Micros patience = Seconds(10);

private:
    void attempt();

    ConnectionRegistry &m_registry;
    Scheduler &m_scheduler;
    IdSource &m_ids;
    Hello m_hello;
    Reply<Welcome> m_reply;
    RetryDelays m_delays{patience};
    bool m_isUnderWay = false;
    Scheduler::Timer m_retry;
    Scope m_scope;
};

} // namespace cheetah
