// SPDX-License-Identifier: Apache-2.0
#include "node/sharedstate.h"

namespace cheetah {

namespace {

std::string remedyOf(const Error &error)
{
    switch (error.code) {
    case ErrorCode::StoreLoginRefused:
        return "check_store_password";
    case ErrorCode::StoreForbidden:
        return "check_store_permissions";
    case ErrorCode::StoreFull:
        return "give_the_store_memory";
    case ErrorCode::StoreReadOnly:
        return "check_store_role";
    default:
        return "check_store";
    }
}

/// Why the replica cannot be relied on, if so.
std::optional<Error> problemOf(const RedisFollower::State &state)
{
    if (state.kind == RedisFollower::State::Kind::Live)
        return std::nullopt;
    if (state.error)
        return state.error;
    const char *reason = state.kind == RedisFollower::State::Kind::Loading ? "loading" : "silent";
    return Error(ErrorCode::Unavailable, {{"reason", reason}});
}

} // namespace

SharedState::SharedState(RedisClient &client, RedisKeys keys, Given given)
    : m_client(client),
      m_keys(std::move(keys)),
      m_given(std::move(given)),
      m_registry(client, m_keys, m_given.policies, m_given.clock, m_given.scheduler, m_given.ids),
      m_payloads(m_registry.steps(), m_given.ids, m_limits),
      m_record(m_registry.functions(), m_keys),
      m_refusals(m_keys.partitions())
{}

RegistryPorts SharedState::registries()
{
    return {m_registry.contexts(), m_registry.bulk(),     m_registry.connections(),
            m_registry.windows(),  m_registry.evidence(), m_registry.source()};
}

std::unique_ptr<NodeRelay> SharedState::makeRelay(CommandEndSink &ends, CreationSink &creations)
{
    auto relay =
        std::make_unique<RedisRelay>(RedisRelay::Ports{m_client, m_keys, m_registry.evidence(), m_registry.source(),
                                                       ends, creations, m_given.scheduler, m_given.clock},
                                     m_given.node, m_given.log);
    m_relay = relay.get();
    return relay;
}

void SharedState::open(const Scope &scope, HookDone done)
{
    m_opening.emplace(Opening{scope.guard(), std::move(done), {}, {}, {}});
    m_opening->status = m_client.status().observe([this](const RedisState &) { look(); });
    m_opening->limit = m_given.scheduler.after(connectLimit, m_scope.wrap([this] {
        std::optional<Error> error = m_client.status().state().error;
        if (!error)
            error = m_registry.follower().state().error;
        opened(error ? *std::move(error) : Error(ErrorCode::Unavailable, {{"reason", "timeout"}}));
    }));
    look();
}

/// A Redis that is not there yet is waited for; one that refuses us is not.
void SharedState::look()
{
    const RedisState &state = m_client.status().state();
    if (state.kind == RedisState::Kind::Ready)
        return start();
    if (state.error && state.error->code != ErrorCode::Unavailable)
        opened(*state.error);
}

void SharedState::start()
{
    m_opening->status = {};
    m_registry.start(m_scope, [this](Result<void> started) {
        if (!started)
            return opened(std::move(started));
        m_record.agree(DeploymentRecord::settingsOf(m_given.policies, m_keys.partitions()), m_scope,
                       [this](Result<void> agreed) {
                           if (!agreed)
                               return opened(std::move(agreed));
                           awaitReplica();
                       });
    });
}

/// Nobody acts on a replica that is not whole yet.
void SharedState::awaitReplica()
{
    if (!m_opening)
        return;
    if (m_registry.follower().state().kind == RedisFollower::State::Kind::Live)
        return opened({});
    m_opening->replica = m_given.scheduler.after(Millis(5), m_scope.wrap([this] { awaitReplica(); }));
}

void SharedState::opened(Result<void> result)
{
    if (!m_opening)
        return;
    Opening opening = *std::exchange(m_opening, std::nullopt);
    opening.limit.cancel();
    if (result)
        probe();
    if (opening.caller.alive())
        opening.done(std::move(result));
}

/// What ends or frees things passes on a full store, and a replica goes on reading: only asking tells that no more is taken.
void SharedState::probe()
{
    m_probe = m_given.scheduler.after(probeEvery, [this] { probe(); });
    for (std::uint32_t partition = 0; partition < m_keys.partitions(); ++partition) {
        const std::string meta = m_keys.meta(partition);
        RedisCommand command("FCALL");
        command.route(meta).arg(RedisLibrary::functionName("probe")).arg(1).arg(meta);
        m_registry.functions().call(std::move(command), m_scope, [this, partition](const Result<RedisReply> &reply) {
            m_refusals[partition] = reply ? std::nullopt : std::optional(reply.error());
        });
    }
}

void SharedState::close()
{
    m_opening.reset();
    m_probe.cancel();
    m_scope.reset();
}

std::vector<StateStore::Condition> SharedState::conditions() const
{
    Condition registry{"registry", m_client.status().state().error, {}};
    if (!registry.error && !m_client.status().isReady())
        registry.error = Error(ErrorCode::NotReady);
    if (!registry.error)
        registry.error = problemOf(m_registry.follower().state());
    for (const std::optional<Error> &refusal : m_refusals)
        if (!registry.error)
            registry.error = refusal;
    if (registry.error)
        registry.remedy = remedyOf(*registry.error);

    Condition notifier{"notifier", std::nullopt, {}};
    const auto heard = m_relay ? m_relay->heardItself() : std::nullopt;
    if (!heard || m_given.clock.steady() - *heard > 3 * RedisRelay::echoEvery)
        notifier = {"notifier", Error(ErrorCode::Unavailable, {{"reason", "silent"}}), "check_store"};
    return {registry, notifier};
}

} // namespace cheetah
