// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "delivery/deliveryports.h"
#include "delivery/payloadstore.h"
#include "lifecycle/component.h"
#include "registry/connectionregistry.h"
#include "registry/contextregistry.h"
#include "registry/evidencestore.h"
#include "registry/fleetsource.h"
#include "registry/windowregistry.h"

#include <memory>
#include <vector>

namespace cheetah {

/// The registries that a node works with, wherever they keep their state (SPEC R1).
struct RegistryPorts {
    ContextRegistry &contexts;
    BulkTimeoutRelease &bulkRelease;
    ConnectionRegistry &connections;
    WindowRegistry &windows;
    EvidenceStore &evidence;
    FleetSource &fleet;
};

/// Where the state of a deployment lies: in this process, or in a Redis that its nodes share. Owned by Components; one
/// thread.
class StateStore {
public:
    /// One thing that can be wrong with it, for readiness (SPEC L6).
    struct Condition {
        std::string name;
        std::optional<Error> error; ///< unset while all is well
        std::string remedy;         ///< code of what to do
    };

    virtual ~StateStore() = default;

    virtual RegistryPorts registries() = 0;
    virtual PayloadStore &payloads() = 0;
    /// Null if there are no other nodes to reach. `ends` and `creations` are this node's own.
    virtual std::unique_ptr<NodeRelay> makeRelay(CommandEndSink &ends, CreationSink &creations)
    {
        (void)ends;
        (void)creations;
        return nullptr;
    }

    /// Proves that it can be worked with and that the deployment record fits (SPEC R3); may be repeated. The registries
    /// are used only after it.
    virtual void open(const Scope &scope, HookDone done) = 0;
    virtual void close() = 0;

    /// As things stand now.
    virtual std::vector<Condition> conditions() const = 0;
    /// Bytes that payloads() holds at most.
    virtual std::uint64_t payloadBytes() const = 0;
    /// Remembered request ids that the bound dropped before their time (SPEC W11); those of all nodes that share a store.
    virtual std::uint64_t droppedRequests() const = 0;
};

} // namespace cheetah
