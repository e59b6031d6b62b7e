// SPDX-License-Identifier: Apache-2.0
#include "redis/redisconnections.h"

#include "redis/packedblobs.h"

namespace cheetah {

namespace {

/// Whether the partition's changes of nodes are published.
int publishes(std::uint32_t partition)
{
    return partition == 0 ? 1 : 0;
}

} // namespace

void RedisConnections::hello(const Hello &hello, const Scope &scope, Reply<Welcome> reply)
{
    ClientState fixed;
    fixed.kind = hello.kind;
    fixed.agent = hello.agent;
    fixed.metadata = hello.metadata;
    fixed.limits = minimum(hello.limits, m_steps.policies().serverLimits);
    const std::uint32_t partition = m_steps.partitionOf(hello.client.user);
    RedisCommand command = m_steps.step(partition, "hello");
    command.arg(nameBytes(hello.client)).arg(hello.epoch.text()).arg(hello.node.text());
    command.arg(hello.connection.text()).arg(packFixed(fixed));
    m_steps.askInSlices<Welcome>(partition, std::move(command), scope, std::move(reply),
                                 [this, limits = fixed.limits](Welcome &welcome, const StepAnswer &answer) {
                                     if (!answer.flag(0)) // else it has to end more of what was before
                                         welcome = {answer.count(1), answer.count(2), answer.flag(3), limits,
                                                    m_steps.policies().connectionLease};
                                 });
}

void RedisConnections::closed(const ClientName &client, std::uint64_t generation, const Scope &scope,
                              Reply<std::uint32_t> reply)
{
    const std::uint32_t partition = m_steps.partitionOf(client.user);
    m_steps.askInSlices<std::uint32_t>(
        partition, m_steps.step(partition, "closed").arg(nameBytes(client)).arg(generation), scope, std::move(reply),
        [](std::uint32_t &ended, const StepAnswer &answer) { ended += std::uint32_t(answer.count(1)); });
}

/// What the node tells of itself goes where nodes are published, and nowhere else.
void RedisConnections::heartbeat(const NodeId &node, const Incarnation &incarnation, const NodeReport &report,
                                 const Scope &scope, Reply<void> reply)
{
    m_steps.askAll(
        [&](std::uint32_t partition) {
            return m_steps.step(partition, "heartbeat")
                .arg(node.text())
                .arg(incarnation.text())
                .arg(publishes(partition))
                .arg(publishes(partition) ? packNodeReport(report) : std::string());
        },
        scope, std::move(reply));
    m_evidence.refresh();
}

void RedisConnections::sweep(std::uint32_t limit, const Scope &scope, Reply<ConnectionSweepOutcome> reply)
{
    m_steps.askInTurn<ConnectionSweepOutcome>(
        [this, limit](std::uint32_t partition, ConnectionSweepOutcome &) -> std::optional<RedisCommand> {
            return m_steps.step(partition, "sweep").arg(limit).arg(publishes(partition)).arg(m_steps.source().now().us);
        },
        scope, std::move(reply),
        [](ConnectionSweepOutcome &sum, const StepAnswer &answer) {
            sum.lapsed += std::uint32_t(answer.count(0));
            sum.ended += std::uint32_t(answer.count(1));
            sum.removedClients += std::uint32_t(answer.count(2));
            sum.more = sum.more || answer.flag(3);
            for (ContextNamePtr &closable : answer.contexts(4))
                sum.closable.push_back(std::move(closable));
        });
}

void RedisConnections::disconnect(const ClientName &client, std::uint64_t seen, Micros keepOut, const Scope &scope,
                                  Reply<std::uint64_t> reply)
{
    const std::uint32_t partition = m_steps.partitionOf(client.user);
    using Closing = std::pair<std::uint64_t, bool>; // the generation, and whether some of its assignments are left
    m_steps.ask<Closing>(
        partition, m_steps.step(partition, "disconnect").arg(nameBytes(client)).arg(seen).arg(keepOut.count()), scope,
        [this, client, &scope, reply = std::move(reply)](const Result<Closing> &closing) mutable {
            if (!closing)
                return reply(closing.error());
            const auto [generation, more] = *closing;
            if (!more)
                return reply(generation);
            closed(client, generation, scope,
                   [generation = generation, reply = std::move(reply)](const Result<std::uint32_t> &ended) mutable {
                       reply(ended ? Result<std::uint64_t>(generation) : ended.error());
                   });
        },
        [](const StepAnswer &answer) -> Result<Closing> { return Closing(answer.count(1), answer.flag(0)); });
}

RedisCommand RedisConnections::registration(std::uint32_t partition, const NodeInfo &node) const
{
    RedisCommand command = m_steps.step(partition, "register_node");
    command.arg(node.id.text()).arg(node.incarnation.text()).arg(node.startedAt.us).arg(packNode(node));
    command.arg(publishes(partition)).arg(packNodeReport(node.report));
    return command;
}

void RedisConnections::registerNode(const NodeInfo &node, const Scope &scope, Reply<void> reply)
{
    m_steps.askInSlices(0, registration(0, node), scope,
                        [this, node, &scope, reply = std::move(reply)](Result<void> first) mutable {
                            if (!first || m_steps.partitions() == 1)
                                return reply(std::move(first));
                            m_steps.askAll([&](std::uint32_t partition) { return registration(partition, node); },
                                           scope, std::move(reply), 1);
                        });
}

void RedisConnections::unregisterNode(const NodeId &node, const Incarnation &incarnation, const Scope &scope,
                                      Reply<void> reply)
{
    m_steps.askAll(
        [&](std::uint32_t partition) {
            return m_steps.step(partition, "unregister_node")
                .arg(node.text())
                .arg(incarnation.text())
                .arg(publishes(partition));
        },
        scope, std::move(reply));
}

} // namespace cheetah
