// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "base/scheduler.h"
#include "edge/tlsidentity.h"
#include "lifecycle/readiness.h"

namespace cheetah {

/// Keeps an eye on what a listener was set up with: reads a renewed certificate, and warns in readiness of one that was
/// not taken and of a public node without an advertised URL (SPEC E3, E6, L6). Owned by the node.
class ListenerWatch {
public:
    struct Subject {
        TlsIdentity *tls = nullptr; ///< null: the listener speaks plain TCP
        bool isPublic = false;      ///< bound beyond loopback
        bool isAdvertised = false;
    };
    ListenerWatch(Readiness &readiness, Scheduler &scheduler) : m_readiness(readiness), m_scheduler(scheduler) {}

    void start(Subject subject);
    void stop() { m_timer.cancel(); }
    /// Reads the certificate now, changed or not.
    void reload();

private:
    void look();
    void tell();

    Readiness &m_readiness;
    Scheduler &m_scheduler;
    Subject m_subject;
    Readiness::Condition m_certificate;
    Readiness::Condition m_advertised;
    Scheduler::Timer m_timer;
};

} // namespace cheetah
