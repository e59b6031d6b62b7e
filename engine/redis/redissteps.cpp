// SPDX-License-Identifier: Apache-2.0
#include "redis/redissteps.h"

#include "redis/changecodec.h"

#include <charconv>

namespace cheetah {

std::string packPolicies(const DeploymentPolicies &policies)
{
    PackWriter out;
    out.array(13).number(policies.connectionLease.count()).number(policies.contextRetention.count());
    out.number(int(policies.disconnectPolicy.kind)).number(policies.disconnectPolicy.grace.count());
    out.number(policies.requestMemory.count()).number(policies.requestMemoryEntries);
    out.number(policies.waiterLimit).number(policies.contextsPerClient);
    out.number(policies.evidenceRetention.count()).number(policies.evidenceEntries);
    out.number(policies.provisionTimeout.count()).number(policies.commandDeadline.count());
    out.id(policies.provisionOwner);
    return out.take();
}

RedisSteps::RedisSteps(RedisFunctions &functions, StepReplica &replica, const RedisKeys &keys,
                       const DeploymentPolicies &policies)
    : m_functions(functions),
      m_replica(replica),
      m_keys(keys),
      m_policies(policies),
      m_packedPolicies(packPolicies(policies))
{}

RedisCommand RedisSteps::step(std::uint32_t partition, std::string_view function)
{
    constexpr std::size_t usual = 256; // bytes of a step's own arguments
    auto begun = m_begun.find(function);
    if (begun == m_begun.end()) {
        begun = m_begun.emplace(function, std::vector<RedisCommand>()).first;
        const std::string name = std::string(RedisLibrary::name).append("_").append(function);
        for (std::uint32_t i = 0; i < m_keys.partitions(); ++i) {
            const std::string meta = m_keys.meta(i);
            begun->second.push_back(RedisCommand("FCALL").route(meta).arg(name).arg(1).arg(meta).arg(m_packedPolicies));
        }
    }
    return begun->second[partition].continued(usual);
}

void RedisSteps::send(std::uint32_t partition, RedisCommand command, Callback<void(Result<StepAnswer>)> answered)
{
    m_functions.call(std::move(command), m_scope,
                     [this, partition, answered = std::move(answered)](Result<RedisReply> reply) mutable {
                         if (!reply)
                             return answered(reply.error());
                         take(partition, StepAnswer(*std::move(reply)), std::move(answered));
                     });
}

/// The replica gets the change whatever becomes of whoever asked.
void RedisSteps::take(std::uint32_t partition, StepAnswer answer, Callback<void(Result<StepAnswer>)> answered)
{
    if (answer.delta().empty()) {
        if (const auto error = answer.error(); error && error->param("reason") == "store_empty")
            m_replica.storeLost(partition);
        return answered(std::move(answer));
    }
    Result<StreamedDelta> delta = unpackDelta(answer.delta(), partition);
    if (!delta)
        return answered(delta.error());
    const std::uint64_t revision = delta->delta.to;
    answer.tellDelta(delta->delta);
    m_replica.take(*std::move(delta));
    m_replica.whenAt(
        partition, revision, m_scope,
        [answer = std::move(answer), answered = std::move(answered)]() mutable { answered(std::move(answer)); });
}

void RedisSteps::catchUp(std::uint32_t partition, const Error &mismatch, const Scope &scope, Callback<void()> then)
{
    const std::string_view text = mismatch.param("rev");
    std::uint64_t revision = 0;
    std::from_chars(text.data(), text.data() + text.size(), revision);
    m_replica.whenAt(partition, revision, scope, std::move(then));
}

void RedisSteps::Gathered::take(const Result<void> &one)
{
    if (outcome && !one)
        outcome = one;
    if (--missing == 0 && alive.alive())
        reply(std::move(outcome));
}

std::shared_ptr<RedisSteps::Gathered> RedisSteps::gather(std::uint32_t count, const Scope &scope, Reply<void> reply)
{
    auto gathered = std::make_shared<Gathered>();
    gathered->missing = count;
    gathered->reply = std::move(reply);
    gathered->alive = scope.guard();
    return gathered;
}

} // namespace cheetah
