// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "base/callback.h"
#include "model/policies.h"
#include "redis/redisfunctions.h"
#include "redis/rediskeys.h"
#include "redis/stepsender.h"

#include <map>
#include <optional>
#include <vector>

namespace cheetah {

/// The part of the policies that the functions read, as each call tells it.
std::string packPolicies(const DeploymentPolicies &policies);

/// How the registries over Redis take a step: call a function on one partition, by a StepSender, and read what it answers
/// once the replica shows what it changed, so that callers see their own steps. A step whose answer was lost answers
/// `unavailable`; nothing is repeated here. Owned by RedisRegistry; all that it is given outlives it.
class RedisSteps {
public:
    RedisSteps(RedisFunctions &functions, StepReplica &replica, Scheduler &scheduler, const RedisKeys &keys,
               const DeploymentPolicies &policies);

    const Fleet &fleet() const { return m_replica.fleet(); }
    FleetSource &source() { return m_replica; }
    const DeploymentPolicies &policies() const { return m_policies; }
    std::uint32_t partitions() const { return m_keys.partitions(); }
    std::uint32_t partitionOf(const UserId &user) const { return m_keys.partitionOf(user); }

    /// The call of a function there, its own arguments still missing.
    RedisCommand step(std::uint32_t partition, std::string_view function);
    /// The same of a step that touches little, such as one lease or command: others may share its call.
    RedisCommand briefStep(std::uint32_t partition, std::string_view function);

    /// Takes the step; `read` makes the result of its values.
    template <class T, class Read>
    void ask(std::uint32_t partition, RedisCommand command, const Scope &scope, Reply<T> reply, Read read)
    {
        m_sender.send(partition, std::move(command),
                      scope.wrap([reply = std::move(reply), read = std::move(read)](Result<StepAnswer> answer) mutable {
                          reply(result<T>(std::move(answer), read));
                      }));
    }
    /// The same for a step that answers nothing.
    template <class T>
    void ask(std::uint32_t partition, RedisCommand command, const Scope &scope, Reply<void> reply)
    {
        ask<void>(partition, std::move(command), scope, std::move(reply),
                  [](const StepAnswer &) { return Result<void>(); });
    }

    /// Takes a step that does its work in slices, again as long as its first value says that it left some; `add(T &sum,
    /// answer)` takes each answer. The first error ends it.
    template <class T, class Add>
    void askInSlices(std::uint32_t partition, RedisCommand command, const Scope &scope, Reply<T> reply, Add add,
                     T sum = T())
    {
        using Slice = std::pair<T, bool>;
        RedisCommand again = command;
        ask<Slice>(
            partition, std::move(command), scope,
            [this, partition, again = std::move(again), &scope, reply = std::move(reply),
             add](Result<Slice> slice) mutable {
                if (!slice)
                    return reply(slice.error());
                if (!slice->second)
                    return reply(std::move(slice->first));
                askInSlices<T>(partition, std::move(again), scope, std::move(reply), std::move(add),
                               std::move(slice->first));
            },
            [sum = std::move(sum), add](const StepAnswer &answer) mutable -> Result<Slice> {
                const bool more = answer.has(0) && answer.flag(0);
                add(sum, answer);
                return Slice(std::move(sum), more);
            });
    }
    /// The same for a step that answers nothing else.
    void askInSlices(std::uint32_t partition, RedisCommand command, const Scope &scope, Reply<void> reply);

    /// Takes the step on each partition, one after the other, as long as `command(partition, T &sum)` gives one; `add(T
    /// &sum, answer)` takes each answer. The first error ends it.
    template <class T, class Command, class Add>
    void askInTurn(Command command, const Scope &scope, Reply<T> reply, Add add)
    {
        askFrom<T>(0, T(), std::move(command), scope, std::move(reply), std::move(add));
    }

    /// Takes the step, in slices if it does so, on all partitions at once; answers when all did, with the first error.
    template <class Command>
    void askAll(Command &&command, const Scope &scope, Reply<void> reply, std::uint32_t from = 0)
    {
        const auto gathered = gather(partitions() - from, scope, std::move(reply));
        for (std::uint32_t partition = from; partition < partitions(); ++partition)
            askInSlices(partition, command(partition), m_scope,
                        [gathered](const Result<void> &done) { gathered->take(done); });
    }

    /// Calls back when the replica stands where a `base_mismatch` said that Redis stands.
    void catchUp(std::uint32_t partition, const Error &mismatch, const Scope &scope, Callback<void()> then);

private:
    struct Gathered {
        std::uint32_t missing = 0;
        Result<void> outcome;
        Reply<void> reply;
        Scope::Guard alive;
        void take(const Result<void> &one);
    };

    static std::shared_ptr<Gathered> gather(std::uint32_t count, const Scope &scope, Reply<void> reply);
    /// By function and partition, what its calls begin with.
    using Begun = std::map<std::string, std::vector<RedisCommand>, std::less<>>;
    Begun::const_iterator begun(std::string_view function);
    std::vector<RedisCommand> beginnings(std::string_view function) const;

    template <class T, class Read>
    static Result<T> result(Result<StepAnswer> answer, Read &&read)
    {
        if (!answer)
            return answer.error();
        if (std::optional<Error> error = answer->error())
            return *std::move(error);
        Result<T> value = read(*answer);
        if (answer->malformed())
            return StepAnswer::malformedError();
        return value;
    }
    template <class T, class Command, class Add>
    void askFrom(std::uint32_t partition, T sum, Command command, const Scope &scope, Reply<T> reply, Add add)
    {
        std::optional<RedisCommand> next;
        if (partition < partitions())
            next = command(partition, sum);
        if (!next)
            return reply(std::move(sum));
        ask<T>(
            partition, *std::move(next), scope,
            [this, partition, command, &scope, reply = std::move(reply), add](Result<T> result) mutable {
                if (!result)
                    return reply(std::move(result));
                askFrom<T>(partition + 1, *std::move(result), std::move(command), scope, std::move(reply),
                           std::move(add));
            },
            [sum, add](const StepAnswer &answer) mutable -> Result<T> {
                add(sum, answer);
                return std::move(sum);
            });
    }

    StepReplica &m_replica;
    const RedisKeys &m_keys;
    const DeploymentPolicies &m_policies;
    const std::string m_packedPolicies;
    Begun m_begun;
    StepSender m_sender;
    Scope m_scope;
};

} // namespace cheetah
