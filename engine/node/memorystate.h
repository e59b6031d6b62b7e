// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "delivery/memorypayloadstore.h"
#include "node/statestore.h"
#include "registry/memoryregistry.h"

namespace cheetah {

/// The state of a deployment that is one process. It is there from the start and goes with the process.
class MemoryState final : public StateStore {
public:
    MemoryState(const DeploymentPolicies &policies, const Clock &clock, IdSource &ids)
        : m_registry(policies, clock, ids), m_payloads(clock, ids, m_limits)
    {}

    RegistryPorts registries() override
    {
        return {m_registry, m_registry, m_registry, m_registry, m_registry, m_registry};
    }
    PayloadStore &payloads() override { return m_payloads; }
    void open(const Scope &, HookDone done) override { done({}); }
    void close() override {}
    std::vector<Condition> conditions() const override { return {{"registry", std::nullopt, {}}}; }
    std::uint64_t payloadBytes() const override { return m_limits.totalBytes; }
    std::uint64_t droppedRequests() const override { return m_registry.droppedRequests(); }

private:
    const PayloadLimits m_limits;
    MemoryRegistry m_registry;
    MemoryPayloadStore m_payloads;
};

} // namespace cheetah
