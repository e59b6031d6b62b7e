// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "delivery/payloadstore.h"
#include "edge/edge.h"
#include "pool/connectionsweeper.h"

#include <string>

namespace cheetah {

/// What `/metrics` tells of.
struct MetricSources {
    const Diagnostics &diagnostics;
    const DispatcherHealth &health;
    const Readiness &readiness;
    const WorkerContextManager &manager;
    const ConnectionSweeper &connectionSweep;
    const PortCounters &port;
    const Edge &edge;
    const Journal &journal;
    const PayloadStore &payloads;
    std::uint64_t droppedRequests = 0;
    const Tracer *tracer = nullptr; ///< null: nobody traces
};

/// Everything that can be counted, in Prometheus' text format 0.0.4. Labels are bounded: codes, roles, conditions; never
/// users, clients, tasks or tabs (SPEC O5).
std::string metricsText(const MetricSources &sources);

} // namespace cheetah
