// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "base/clock.h"
#include "base/idsource.h"
#include "base/log.h"
#include "delivery/linkdirectory.h"
#include "delivery/rpccorrelator.h"
#include "edge/authprovider.h"
#include "edge/failurelimiter.h"
#include "edge/inputcounters.h"
#include "edge/methodtable.h"
#include "edge/portcontext.h"
#include "lifecycle/host.h"
#include "operations/diagnostics.h"
#include "operations/journal.h"
#include "pool/workercontextmanager.h"

namespace cheetah {

/// Bounds of what sessions grant anybody, beside the port's (SPEC E4).
struct EdgeLimits {
    std::size_t messageBytes = PortLimits().messageBytes; ///< told to clients in their welcome
    std::uint32_t socketsPerUser = 4'096;                 ///< client sockets of one user at one time
};

/// What the sessions and the HTTP side of an edge work with. The node owns all of it; it outlives the edge.
struct EdgeServices {
    AuthProvider &auth;
    const MethodTable &methods;
    Host &host;
    const Readiness &readiness;
    ConnectionRegistry &connections;
    WindowRegistry &windows;
    WorkerContextManager &manager;
    ProvisionPort &provisioner;
    RpcCorrelator &correlator;
    LinkDirectory &links;
    FleetSource &fleet;
    Journal &journal;
    const Diagnostics &diagnostics;
    const DispatcherHealth &health;
    Scheduler &scheduler;
    const Clock &clock;
    IdSource &ids;
    Log log;
};

} // namespace cheetah
