// SPDX-License-Identifier: Apache-2.0
#include "node/components.h"

#include "node/memorystate.h"
#include "node/sharedstate.h"

namespace cheetah {

Components::Components(std::unique_ptr<StateStore> state, Given given, DeploymentRecord *record)
    : m_state(std::move(state)),
      m_given(std::move(given)),
      m_record(record),
      m_payloads(m_given.payloads ? *m_given.payloads : m_state->payloads()),
      m_health(m_given.clock),
      m_provisioner(m_links, m_given.ids, m_given.log),
      m_notifier(registries().evidence, m_given.scheduler, {}),
      m_traces(m_given.tracer, registries().fleet),
      m_endsHere({&m_traces, &m_notifier, &m_provisioner}),
      m_relay(m_state->makeRelay(m_endsHere, m_provisioner)),
      m_ends(m_relay ? std::vector<CommandEndSink *>{&m_endsHere, m_relay.get()}
                     : std::vector<CommandEndSink *>{&m_endsHere}),
      m_dispatcher(dispatcherPorts(), m_given.node.id, m_given.log, m_given.dispatcher),
      m_correlator(correlatorPorts(), m_given.log),
      m_connectionSweeper(registries().connections, &m_provisioner, m_given.scheduler, m_given.clock, m_given.log),
      m_membership({m_given.node, m_given.policies.connectionLease, *m_state, m_relay.get(), m_given.scheduler,
                    m_given.log, m_given.superseded, m_given.report}),
      m_set({&m_membership, &m_dispatcher, &m_correlator, &m_notifier, &m_connectionSweeper}, m_given.log)
{
    m_provisioner.attach(m_dispatcher);
    if (m_relay)
        m_relay->attach(m_dispatcher);
}

Components::~Components() = default;

Dispatcher::Ports Components::dispatcherPorts()
{
    return {
        registries().evidence, registries().fleet, m_links,     m_ends,        m_health,
        m_given.scheduler,     m_given.clock,      m_given.ids, m_relay.get(), m_given.tracer ? &m_traces : nullptr};
}

RpcCorrelator::Ports Components::correlatorPorts()
{
    CreationSink &creations = m_relay ? static_cast<CreationSink &>(*m_relay) : m_provisioner;
    return {registries().evidence, m_payloads, m_links, m_ends, m_health, &creations};
}

Result<std::unique_ptr<Components>> createMemoryComponents(Components::Given given)
{
    if (!given.node.roles.all())
        return ErrorCode::MemoryNeedsAllRoles;
    auto state = std::make_unique<MemoryState>(given.policies, given.clock, given.ids);
    return std::make_unique<Components>(std::move(state), std::move(given));
}

Result<std::unique_ptr<Components>> createRedisComponents(RedisClient &client, std::uint32_t partitions,
                                                          Components::Given given)
{
    auto state = std::make_unique<SharedState>(
        client, RedisKeys(given.deployment, partitions),
        SharedState::Given{given.node.id, given.policies, given.scheduler, given.clock, given.ids, given.log});
    DeploymentRecord &record = state->record();
    return std::make_unique<Components>(std::move(state), std::move(given), &record);
}

} // namespace cheetah
