// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "base/idsource.h"
#include "delivery/dispatcherhealth.h"
#include "edge/methodtable.h"
#include "lifecycle/readiness.h"
#include "operations/diagnostics.h"
#include "operations/operatoractions.h"

namespace cheetah {

class Dispatcher;
class ProvisionPort;
class RpcCorrelator;
class ResponseNotifier;
class PayloadStore;
class WindowRegistry;
class WorkerContextManager;

/// What the read-only methods look at.
struct DiagnosticSources {
    const Diagnostics &diagnostics;
    const Journal &journal;
    const Readiness &readiness;
    const DispatcherHealth &health;
    const WorkerContextManager &manager;
    EvidenceStore &evidence;
    const FleetSource &fleet;
    std::vector<ConfigEntry> config;
};

/// What driving a lease needs.
struct ApplicationSources {
    WorkerContextManager &manager;
    EvidenceStore &evidence;
    Dispatcher &dispatcher;
    ResponseNotifier &notifier;
    PayloadStore &payloads;
    FleetSource &fleet;
    IdSource &ids;
    DeploymentPolicies policies;
};

/// status, contexts, windows, clients, assignments, waiters, reservations, connections, nodes, drains, policies, events,
/// config (SPEC O1). The sources outlive the table.
void addDiagnosticMethods(MethodTable &table, const DiagnosticSources &sources);
/// forceRelease, disconnect, drain, undrain, settle (SPEC O3).
void addOperatorMethods(MethodTable &table, OperatorActions &actions, const FleetSource &source);
/// deployment and setDeployment: what all nodes agree on (SPEC R3).
void addDeploymentMethods(MethodTable &table, DeploymentSettings &settings, OperatorActions &actions);
/// acquire, releaseAndAcquire, renew, release, cancel, send, await, evidence, mayRepeat, explain (SPEC A1).
void addApplicationMethods(MethodTable &table, const ApplicationSources &sources);
/// report and result over HTTP, for clients without a socket at this node (SPEC E1). A report here makes nobody connected.
void addIngestionMethods(MethodTable &table, WindowRegistry &windows, RpcCorrelator &correlator,
                         ProvisionPort &provisioner);
/// traces: what became of the spans (SPEC O1, O5). `tracer` null: nobody traces.
void addTraceMethods(MethodTable &table, const Tracer *tracer);

} // namespace cheetah
