// SPDX-License-Identifier: Apache-2.0
#include "redis/redissteps.h"

#include <charconv>
#include <variant>

namespace cheetah {

namespace {

constexpr std::size_t usualBytes = 256; // of a step's own arguments

} // namespace

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

RedisSteps::RedisSteps(RedisFunctions &functions, StepReplica &replica, Scheduler &scheduler, const RedisKeys &keys,
                       const DeploymentPolicies &policies)
    : m_replica(replica),
      m_keys(keys),
      m_policies(policies),
      m_packedPolicies(packPolicies(policies)),
      m_sender(functions, replica, scheduler, beginnings("bundle"))
{}

RedisCommand RedisSteps::step(std::uint32_t partition, std::string_view function)
{
    return begun(function)->second[partition].continued(usualBytes);
}

RedisCommand RedisSteps::briefStep(std::uint32_t partition, std::string_view function)
{
    const auto known = begun(function);
    RedisCommand step = known->second[partition].continued(usualBytes);
    step.titled(known->first);
    return step;
}

RedisSteps::Begun::const_iterator RedisSteps::begun(std::string_view function)
{
    const auto known = m_begun.find(function);
    return known != m_begun.end() ? known : m_begun.emplace(function, beginnings(function)).first;
}

/// By partition, what the function's calls begin with.
std::vector<RedisCommand> RedisSteps::beginnings(std::string_view function) const
{
    const std::string name = RedisLibrary::functionName(function);
    std::vector<RedisCommand> all;
    for (std::uint32_t i = 0; i < m_keys.partitions(); ++i) {
        const std::string meta = m_keys.meta(i);
        all.push_back(RedisCommand("FCALL").route(meta).arg(name).arg(1).arg(meta).arg(m_packedPolicies));
    }
    return all;
}

void RedisSteps::askInSlices(std::uint32_t partition, RedisCommand command, const Scope &scope, Reply<void> reply)
{
    askInSlices<std::monostate>(
        partition, std::move(command), scope,
        [reply = std::move(reply)](const Result<std::monostate> &done) mutable {
            reply(done ? Result<void>() : Result<void>(done.error()));
        },
        [](std::monostate &, const StepAnswer &) {});
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
